// Explore as a visitor finds it: a search at once, tools in one row, scores over the curves, and a phone
// that shows results.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, assertAccessible, eventually, heldBack, newPage, openOptions, rankscopeJson, results } from "./harness.mjs";
import { fieldbook, fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const PHONE = { viewport: { width: 390, height: 844 } };

const { benchmark } = fieldbook();
const small = fixture();
const browser = await launch();
const [server, other] = [await serve(benchmark), await serve(small.benchmark)];

const address = (path = "", parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const lanes = (page) => page.getByRole("list", { name: /^Results of/ });
const box = (page) => page.getByRole("combobox", { name: "Query" });
const search = (page) => new URL(page.url()).search;

/** Adds up what moves without being asked to. */
const watchShifts = (page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    const add = (list) => list.getEntries().forEach((entry) => (window.shifted += entry.hadRecentInput ? 0 : entry.value));
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  });

/** Waits until nothing is under way on the page. */
async function settled(page) {
  await page.locator("li.card, .lane li, .story li li").first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

test("without a query, Explore opens with one and keeps its address bare", async () => {
  const { page } = await newPage(browser);
  await page.goto(server.url);
  await lanes(page).nth(2).locator("li").first().waitFor();
  assert.equal(await lanes(page).count(), 3);
  assert.equal(await box(page).inputValue(), "spider spinning a web");
  await page.waitForFunction(() => document.title.startsWith("“spider spinning a web”"));
  assert.equal(search(page), "");
  const starts = page.getByRole("list", { name: "Starting points" });
  // Its title says what the rows show, whose order is that of their values.
  await page.getByRole("heading", { name: "For “spider spinning a web”, Tags of users beats both Base and Large" }).waitFor();
  const values = await page.locator(".story [data-value]").evaluateAll((all) => all.map((own) => Number(own.dataset.value)));
  assert.deepEqual(values, [...values].sort((a, b) => b - a));
  const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--system", "tags", "--measures", "inquire:AP@50");
  assert.ok(Math.abs(values[0] - runs.tags["inquire:AP@50"].per_query["q-203"]) < 1e-9);
  assert.equal(await page.locator(".status-line").count(), 0);
  await assertAccessible(page, "the opening");
  await page.setViewportSize({ width: 1280, height: 900 });

  // Other pages do not inherit it.
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Leaderboard" }).click();
  await page.waitForURL(/leaderboard/);
  assert.equal(search(page), "");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Explore" }).click();
  await lanes(page).nth(2).locator("li").first().waitFor();

  // What is changed builds on it; another text is searched by the same systems.
  await page.getByRole("button", { name: /^Settings:/ }).click();
  await openOptions(page);
  await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("5");
  await page.waitForURL(/query=q-203.*k=5/);
  assert.match(search(page), /system=large.*also=base%2Ctags/);
  await page.goBack();
  await starts.waitFor();
  await ask(page, "an owl at night");
  await page.waitForURL(/q=an/);
  assert.equal(search(page), "?q=an%20owl%20at%20night&system=large&also=base%2Ctags");
  await lanes(page).nth(2).locator("li").first().waitFor();
  await starts.waitFor({ state: "detached" });
});

test("what is typed before the opening search is there stays in the field", async () => {
  const { page } = await newPage(browser);
  const release = await heldBack(page, /queries\.jsonl/);
  await page.goto(address());
  await box(page).fill("typed at once");
  assert.equal(await page.getByRole("combobox", { name: "System" }).innerText(), "loading …");
  release();
  await lanes(page).nth(2).locator("li").first().waitFor();
  assert.equal(await box(page).inputValue(), "typed at once");
});

test("the opening search comes under the caret as a selected text, which typing replaces", async () => {
  const { page } = await newPage(browser);
  const release = await heldBack(page, /queries\.jsonl/);
  await page.goto(address());
  await box(page).click();
  release();
  await lanes(page).nth(2).locator("li").first().waitFor();
  assert.notEqual(await box(page).inputValue(), "");
  await page.keyboard.type("an owl at night");
  assert.equal(await box(page).inputValue(), "an owl at night");
  // What was typed stays under a click.
  await box(page).blur();
  await box(page).click();
  await page.keyboard.type(" in snow");
  assert.equal(await box(page).inputValue(), "an owl at night in snow");
});

test("a click into the untouched text of the opening selects it", async () => {
  const { page } = await newPage(browser);
  await page.goto(address());
  await page.locator(".story .why-mark").first().waitFor();
  await page.locator(".story").getByRole("button", { name: /is computed$/ }).first().click();
  await page.getByRole("dialog", { name: /^inquire:AP@50/ }).getByText(/^\(.* ÷ \d+ = 0\.\d+$/).waitFor();
  await page.keyboard.press("Escape");
  // Nothing is asked: pictures to start from.
  assert.equal(await page.getByRole("list", { name: "Sample pictures" }).getByRole("link").count(), 12);
  await box(page).click();
  await page.keyboard.type("an owl at night");
  assert.equal(await box(page).inputValue(), "an owl at night");
});

test("the opening leads on: why a result is wrong, one's own words, and all results side by side", async () => {
  const { page } = await newPage(browser);
  await page.goto(address());
  await page.locator(".story .why-mark").first().waitFor();
  await page.getByRole("button", { name: "Why is this wrong?" }).click();
  await page.locator("#why").filter({ hasText: /^Result 1 of Base.*Not relevant: / }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Try your own words" }).click();
  assert.equal(await box(page).inputValue(), "");
  assert.ok(await box(page).evaluate((own) => own === document.activeElement));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Unfold: all results side by side" }).click();
  await page.waitForURL(/query=q-203/);
  await page.locator(".lane").nth(2).locator("li").nth(19).waitFor();
  assert.equal(await page.locator(".story").count(), 0);
  const [left, right] = await page.locator(".figures .plot").evaluateAll((all) => all.map((own) => own.getBoundingClientRect().top));
  assert.equal(left, right, "both charts begin at one height");
});

test("by keyboard a way past the results, and a chip that says where it stands what computes and why", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { query: "q-201" }));
  await settled(page);
  await page.locator("li.card a, li.card button, li.card summary").first().focus();
  await page.keyboard.press("Shift+Tab");
  const skip = page.getByRole("button", { name: "Skip the results" });
  assert.ok(await skip.evaluate((own) => own === document.activeElement && own.getBoundingClientRect().width > 24), "seen with the focus");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => Boolean(document.activeElement.closest("li.card"))), false, "behind the cards");
  await page.keyboard.press("Control+Home");
  const chip = page.getByRole("button", { name: "Device: CPU" });
  await chip.click();
  const card = page.locator("#device-card");
  await card.getByText("Chosen in the page’s address.").waitFor();
  const place = await card.boundingBox();
  assert.ok(place.y >= 0 && place.y < 100 && place.x + place.width <= 1280, JSON.stringify(place));
  await page.keyboard.press("Escape");
  await eventually(async () => assert.equal(await card.isVisible(), false));
  // The way from there ends at the section, and not at the top of its page.
  await chip.click();
  await card.getByRole("link", { name: "Device and memory" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "device-title");
  const { top } = await page.locator("#device-title").evaluate((own) => own.getBoundingClientRect());
  assert.ok(top >= 0 && top < 450, `${top}`);
});

test("another benchmark opens with its middle query and its usual system", async () => {
  const { page } = await newPage(browser);
  await page.goto(`${other.url}?device=cpu`);
  assert.ok((await results(page)).length > 0);
  const middle = small.queries[Math.floor(small.queries.length / 2)];
  assert.equal(await box(page).inputValue(), middle.text);
  assert.equal(search(page), "?device=cpu");
  assert.equal(await page.getByRole("link", { name: /^The weakest wins/ }).count(), 0);
});

for (const [width, height, top] of [[1440, 900, 260], [1024, 768, 330], [390, 844, 340]]) {
  test(`at ${width} px the bar is 52 px tall, the first card near the top, and nothing shifts`, async () => {
    const { page, context } = await newPage(browser, { viewport: { width, height } });
    await watchShifts(page);
    await page.goto(address("", { query: "q-201" }));
    await settled(page);
    const place = await page.locator("li.card").first().evaluate((card) => card.getBoundingClientRect().top + scrollY);
    assert.ok(place <= top, `the first card is ${place} px from the top`);
    const bar = await page.locator(".top-bar").boundingBox();
    assert.ok(Math.abs(bar.height - 52) <= 1, `the bar is ${bar.height} px tall`);
    const shifted = await page.evaluate(() => window.shifted);
    assert.ok(shifted <= 0.05, `shifted by ${shifted}`);
    // Targets of 32 px and more in the bar and in the row of tools.
    const targets = page.locator(".top-bar :is(a, button), .ask :is(button, select, summary)").filter({ visible: true });
    for (const { name, size } of await targets.evaluateAll((all) =>
      all.map((own) => ({ name: own.textContent, size: own.getBoundingClientRect().height })),
    ))
      assert.ok(size >= 31.5, `${name} is ${size} px tall`);
  });
}

test("the less usual settings are in a menu that counts what is changed", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { query: "q-201" }));
  await results(page);
  const button = page.locator('summary[aria-label^="Options:"]');
  assert.equal(await button.getAttribute("aria-label"), "Options: default");
  await openOptions(page);
  await page.getByRole("combobox", { name: "Re-rank with" }).selectOption("small");
  await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("10");
  await page.waitForURL(/rerank=small.*k=10/);
  await eventually(async () => assert.equal(await button.getAttribute("aria-label"), "Options: 2 changed"));
  // A menu within it closes first.
  await page.getByLabel("Pictures searched: all 20,000").click();
  await page.getByRole("button", { name: "Clear filter" }).waitFor();
  await assertAccessible(page, "the options");
  // On the narrow page the row was folded away, and the focus with it.
  await page.setViewportSize({ width: 1280, height: 900 });
  const pictures = page.getByLabel("Pictures searched: all 20,000");
  // Nothing that is not shown yet takes the focus.
  await eventually(async () => {
    await pictures.focus();
    assert.ok(await pictures.evaluate((own) => own === document.activeElement));
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filter" }).waitFor({ state: "hidden" });
  assert.ok(await page.getByRole("combobox", { name: "Re-rank with" }).isVisible());
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Re-rank with" }).waitFor({ state: "hidden" });
  assert.ok(await button.evaluate((own) => own === document.activeElement));
});

test("the strip over the curves has the main values, and the relevant of the first hundred", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { query: "q-201", relevance: "exhaustive", measures: "trec:P@100,trec:R@100" }));
  await results(page);
  const report = rankscopeJson("eval", "--benchmark", benchmark, "--system", "large", "--relevance", "exhaustive", "--measures", "trec:P@100,trec:R@100");
  const value = (measure) => report.runs.large[measure].per_query["q-201"];
  const n_found = Math.round(value("trec:P@100") * 100);
  const n_relevant = Math.round(n_found / value("trec:R@100"));
  const strip = page.locator(".score-strip");
  await strip.getByText(`${n_found} of ${n_relevant} found in the first 100`).waitFor();
  await strip.getByText("q-201", { exact: true }).waitFor();
  assert.deepEqual(await strip.locator("dd").allInnerTexts(), [value("trec:P@100").toFixed(3), value("trec:R@100").toFixed(3)]);
  const spoken = await strip.getByRole("img").getAttribute("aria-label");
  assert.equal(spoken.split(":")[1].split(",").length, n_found);

  // A value opens: what counts over boxes, which the first step empties.
  await strip.getByRole("button", { name: /^0\.\d+, how trec:R@100 is computed$/ }).click();
  const card = page.getByRole("dialog", { name: /trec:R@100/ });
  const whole = card.locator("[data-opened-value]");
  assert.equal(Number(await whole.getAttribute("data-opened-value")), value("trec:R@100"));
  assert.equal(await card.locator(".slot").count(), Math.min(n_relevant, 60));
  assert.equal(await card.locator(".slot-found").count(), Math.min(n_found, 60));
  await card.getByRole("button", { name: "First", exact: true }).click();
  await card.getByText(/^Rank 1 /).waitFor();
  await card.getByRole("button", { name: "Play" }).click();
  await card.getByRole("button", { name: "Pause" }).click();
  await page.waitForURL(/value=trec%3AR%40100~large/);
  // By its link too; without motion it does not play.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await whole.waitFor();
  assert.equal(await card.getByRole("button", { name: "Play" }).count(), 0);
  await assertAccessible(page, "an opened value");
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.search.includes("value="));
});

test("on a phone one line opens the settings, and tabs show results, curves or measures", async () => {
  const { page } = await newPage(browser, PHONE);
  await page.goto(address("", { query: "q-201" }));
  await settled(page);
  const fold = page.getByRole("button", { name: "Settings: Large · Exhaustive · 20" });
  assert.equal(await page.getByRole("combobox", { name: "System" }).isVisible(), false);
  await fold.click();
  await page.getByRole("combobox", { name: "System" }).waitFor();
  assert.equal(await fold.getAttribute("aria-expanded"), "true");
  await openOptions(page);
  await eventually(async () => {
    const panel = await page.locator(".menu-panel:has(.options)").boundingBox();
    assert.ok(panel.x >= 0 && panel.x + panel.width <= 390, JSON.stringify(panel));
    // The panel cut the field of the longest names.
    const field = await page.getByRole("combobox", { name: "Re-rank with" }).boundingBox();
    assert.ok(field.x >= panel.x && field.x + field.width <= panel.x + panel.width, JSON.stringify([field, panel]));
  });
  await page.keyboard.press("Escape");
  await fold.click();
  // "not relevant" broke the row of its score.
  const rows = await page.locator("li.card .card-line").evaluateAll((all) => all.map((own) => own.getBoundingClientRect().height));
  assert.ok(Math.max(...rows) < 36, String(rows));

  const [shown, curves, measures] = ["Results", "Curves", "Measures"].map((name) => page.getByRole("tab", { name }));
  const panels = page.getByRole("tabpanel");
  assert.equal(await panels.count(), 1);
  await shown.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await curves.getAttribute("aria-selected"), "true");
  assert.ok(await curves.evaluate((own) => own === document.activeElement));
  assert.equal(await page.locator("li.card").first().isVisible(), false);
  await page.getByRole("tabpanel", { name: "Curves" }).locator(".score-strip").waitFor();
  await page.keyboard.press("ArrowRight");
  assert.equal(await measures.getAttribute("aria-selected"), "true");
  await page.getByRole("table", { name: "Measures of this query" }).waitFor();
  await page.keyboard.press("Home");
  assert.ok(await page.locator("li.card").first().isVisible());
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(excess, 0);
});

test("all relevant pictures are listed, those found with their ranks, the others as missed", async () => {
  const { page } = await newPage(browser);
  const [system, query] = ["words-8", small.queries[2].id];
  await page.goto(`${other.url}?${new URLSearchParams({ device: "cpu", system, query, relevance: "exact" })}`);
  await results(page);
  const section = page.locator("details.all-relevant");
  const summary = section.locator("summary");
  assert.match(await summary.innerText(), /^\d+ of \d+ found in the first 100/);
  await summary.focus();
  await page.keyboard.press("Enter");
  const items = section.getByRole("listitem");
  await items.first().waitFor();
  const listed = await items.evaluateAll((all) => all.map((own) => [own.dataset.image, own.querySelector(".relevant-rank").textContent]));
  const lines = readFileSync(join(small.benchmark, "relevance/exact.qrels"), "utf8").trim().split("\n").map((line) => line.split(/\s+/));
  const relevant = lines.filter(([own, , , grade]) => own === query && Number(grade) > 0).map(([, , id]) => id);
  const [, depth] = /first (\d+) results/.exec(await page.locator(".judged-by").innerText());
  const found = rankscopeJson("search", small.benchmark, "--system", system, "--query-id", query, "-k", depth).map((hit) => hit.id);
  const expected = [
    ...found.flatMap((id, index) => (relevant.includes(id) ? [[id, `rank ${index + 1}`]] : [])),
    ...relevant.filter((id) => !found.includes(id)).map((id) => [id, "missed"]),
  ];
  const nFound = expected.filter(([, words]) => words !== "missed").length;
  assert.deepEqual(listed.slice(0, nFound), expected.slice(0, nFound));
  assert.deepEqual(listed.slice(nFound).toSorted(), expected.slice(nFound).toSorted());
  assert.ok(nFound > 0 && nFound < relevant.length, `${nFound} of ${relevant.length}: choose another query`);
  // It stays open for the next query, with that query's pictures.
  await ask(page, small.queries[1].text);
  await results(page);
  await eventually(async () => assert.notDeepEqual(await items.evaluateAll((all) => all.map((own) => own.dataset.image)), listed.map(([id]) => id)));
});

test("a first answer waits for the judgements by the chosen definition alone, and nothing else is fetched before it", async () => {
  const { page, context } = await newPage(browser);
  const { relevance: definitions } = JSON.parse(readFileSync(join(benchmark, "benchmark.json"), "utf8"));
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const others = () => asked.filter((path) => (path.includes("/relevance/") && !path.includes("/exhaustive")) || /app_lessons|app_benchmark|service_worker/.test(path));
  const release = await heldBack(context, /gallery-00000/);
  await page.goto(address("", { system: "large", query: "q-201" }));
  await page.waitForRequest(/gallery-00000/);
  await page.waitForTimeout(2500);
  assert.deepEqual(others(), []);
  release();
  const shown = await results(page);
  assert.equal(await page.locator("li.card .mark").count(), shown.length);
  // The others follow, and what a mark says of them.
  await eventually(async () => assert.equal(new Set(others().filter((path) => path.includes("/relevance/"))).size, definitions.length - 1));
  await page.locator("li.card .why-mark").first().click();
  await eventually(async () => assert.ok((await page.locator("#why .grades dt").count()) > 1));
});
