// Guides on Fieldbook: pictures of what a query says, their lists and their fusion, held to
// `rankscope guide`; the visitor's own guides; trust.

import assert from "node:assert/strict";
import { assertAccessible, eventually, heldBack, near, newPage, rankscopeJson } from "./harness.mjs";
import { fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark } = smallFieldbook(null);
const browser = await launch();
const server = await serve(benchmark);

const QUERY = "q-203";
const address = (parameters = {}) => `${server.url}guides?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const list = (page, name) => page.getByRole("list", { name, exact: true });
const done = (page) => page.locator(".guide-timings[data-fuse-ms]").waitFor();
const hits = (page) =>
  list(page, "By guides").locator("li.card").evaluateAll((cards) => cards.map(({ dataset }) => ({ id: dataset.image, score: Number(dataset.score) })));
const keys = (page) => list(page, "Guides").locator("li[data-guide]").evaluateAll((cards) => cards.map(({ dataset }) => dataset.guide));
const native = (...more) => rankscopeJson("guide", benchmark, "--query-id", QUERY, "-k", "12", ...more);

/** Encoders may differ between machines in the last digits, and so may neighbours in a list. */
function assertSame(found, expected, name) {
  assert.equal(found.length, expected.length, name);
  const shared = found.filter(({ id }) => expected.some((hit) => hit.id === id));
  assert.ok(shared.length >= expected.length - 1, `${name}: ${found.map(({ id }) => id)} and ${expected.map(({ id }) => id)}`);
  assert.equal(found[0].id, expected[0].id, name);
  assert.ok(near(found[0].score, expected[0].score, 2e-2), name);
}

test("the first view asks for a query, and an example leads to guides", async () => {
  const { page } = await newPage(browser);
  await page.goto(address());
  await page.getByRole("heading", { name: "Ask, and see the pictures that search for you" }).waitFor();
  await assertAccessible(page, "no query");
  await page.locator(".welcome .example").first().click();
  await done(page);
  assert.ok(new URL(page.url()).pathname.endsWith("/guides"));
  await eventually(async () => assert.equal((await keys(page)).length, 4));
  await assertAccessible(page, "guides");

  // On a phone the pictures come before the settings, which unfold.
  await page.setViewportSize({ width: 380, height: 900 });
  const order = page.getByRole("combobox", { name: "Order by" });
  await order.waitFor({ state: "hidden" });
  const top = await page.locator(".guide").first().evaluate((guide) => guide.getBoundingClientRect().top + scrollY);
  assert.ok(top < 900, `the first guide is at ${top}`);
  await page.getByText("More settings").click();
  await order.waitFor();
});

for (const [name, guides, arguments_] of [
  ["the balanced preset", undefined, []],
  ["the fast preset", "fast", ["--preset", "fast"]],
  ["own settings", "balanced;embedders=base,small;engines=ink,memory;m=3;size=large;seed=1", ["--embedders", "base,small", "--engines", "memory,ink", "--m", "3", "--size", "large", "--seed", "1"]],
  ["systems without a network", "fast;embedders=large,colours,thumbnails", ["--preset", "fast", "--embedders", "large,colours,thumbnails"]],
  ["mean distance", "fast;by=distance", ["--preset", "fast", "--score", "distance"]],
]) {
  test(`${name} finds what rankscope guide finds`, async () => {
    const { page } = await newPage(browser);
    const expected = native(...arguments_);
    await page.goto(address({ query: QUERY, ...(guides && { guides }) }));
    await done(page);
    const read = await page.locator(".guide-read").innerText();
    for (const statement of expected.understood) assert.ok(read.includes(statement), `${statement}: ${read}`);
    await eventually(async () => assert.equal((await keys(page)).length, expected.guides.length));
    assertSame(await hits(page), expected.hits.map(({ id, score }) => ({ id, score })), name);
    await eventually(async () => assert.equal(await list(page, "By the text").locator("li.card").count(), 12));
  });
}

test("guides wait until the stored values have put the systems in order", async () => {
  const { page } = await newPage(browser, { serviceWorkers: "block" });
  const expected = native();
  const release = await heldBack(page, /\/values\/[^/]*\.jsonl/);
  await page.goto(address({ query: QUERY }));
  await page.getByRole("status").filter({ hasText: "Reading what every system is worth" }).waitFor();
  assert.equal((await keys(page)).length, 0);
  release();
  await done(page);
  assertSame(await hits(page), expected.hits.map(({ id, score }) => ({ id, score })), "in order");
});

test("the topic of own words is looked up again after an interruption", async () => {
  const words = { q: "a red fox in the snow", guides: "fast" };
  const topic = (page) => page.getByRole("region", { name: "Trust" }).locator(".head-relevance").innerText();
  const whole = await newPage(browser);
  await whole.page.goto(address(words));
  await done(whole.page);
  const expected = await topic(whole.page);
  assert.notEqual(expected, "Any topic");
  await whole.page.close();

  const { page } = await newPage(browser);
  await page.addInitScript(() => {
    // The first lookup is never answered.
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...more) {
      if (!window.isWithheld && typeof message === "string" && message.includes("FindQueries")) window.isWithheld = true;
      else postMessage.call(this, message, ...more);
    };
  });
  await page.goto(address(words));
  await page.waitForFunction(() => window.isWithheld);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await done(page);
  assert.equal(await topic(page), expected);
});

test("words that are not understood are named", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ q: "an owl with a saxophone", guides: "fast" }));
  await page.locator(".guide-unknown").filter({ hasText: "saxophone" }).waitFor();
  await done(page);
  // Own words have no judgements: no marks, and no measures.
  assert.equal(await list(page, "By guides").locator(".mark").count(), 0);
  assert.equal(await page.getByRole("table", { name: "Guides and text" }).count(), 0);
});

test("guides are left out, drawn anew, taken from the results and brought", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: QUERY, guides: "fast;m=2" }));
  await done(page);
  const before = await hits(page);
  const [first] = await keys(page);
  await page.getByRole("button", { name: "Leave out Complete 1" }).click();
  await page.waitForFunction((score) => document.querySelector('[aria-label="By guides"] li').dataset.score !== score, String(before[0].score));
  await page.getByRole("button", { name: "Put back Complete 1" }).click();
  await page.waitForFunction((score) => document.querySelector('[aria-label="By guides"] li').dataset.score === score, String(before[0].score));
  await eventually(async () => assert.deepEqual(await hits(page), before));

  await page.getByRole("button", { name: "Use as guide: result 1", exact: true }).click();
  await list(page, "Guides").locator("li").nth(2).waitFor();
  await page.getByRole("button", { name: "Draw one" }).click();
  const dialog = page.getByRole("dialog", { name: "Draw a picture" });
  await dialog.getByRole("button", { name: "Fill the background" }).click();
  await dialog.getByRole("button", { name: "Use the drawing" }).click();
  await list(page, "Guides").getByText("Your drawing").waitFor();
  await done(page);
  await eventually(async () => assert.deepEqual((await keys(page)).slice(2).map((key) => key.split(":")[0]), ["hit", "own"]));
  // A picture of the gallery is the nearest to itself under every system.
  const terms = list(page, "By guides").locator("li.card").first().locator("table.fused-terms tbody tr");
  await terms.nth(1).waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Draw others" }).click();
  await page.waitForFunction((key) => ![...document.querySelectorAll("[data-guide]")].some((card) => card.dataset.guide === key), first);
  await done(page);
  await eventually(async () => assert.equal((await keys(page)).length, 4));
  assert.match(new URL(page.url()).searchParams.get("guides"), /seed=1$/);
});

test("wrong results cost the systems weight that ranked them high, which is kept and undone", async () => {
  const { page } = await newPage(browser);
  const url = address({ query: QUERY, guides: "fast" });
  await page.goto(url);
  await done(page);
  const weights = () => page.getByRole("table", { name: "Weights" }).locator("[data-weight]").evaluateAll((inputs) => inputs.map(({ dataset }) => Number(dataset.weight)));
  await eventually(async () => assert.deepEqual(await weights(), [0.5, 0.5]));
  // Of the first result, which one system has higher than the other, each rank costs its part.
  const ranks = await list(page, "By guides").locator("li.card").nth(1).locator("tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, Number(row.cells[2].textContent)]));
  const titles = await page.getByRole("table", { name: "Weights" }).getByRole("rowheader").allInnerTexts();
  await page.getByRole("button", { name: "Wrong: result 2" }).click();
  await page.getByRole("button", { name: "Learn from 1 wrong result" }).click();
  await page.getByRole("list", { name: "Changes" }).getByText("1 wrong result").waitFor();
  const lost = titles.map((title) => ranks.filter(([own]) => own === title).reduce((sum, [, rank]) => sum + 1 / rank, 0));
  const raw = lost.map((delta) => 0.5 * (1 - 0.05 * delta));
  const expected = raw.map((weight) => weight / (raw[0] + raw[1]));
  const assertWeights = () => eventually(async () => {
    const shown = await weights();
    assert.equal(shown.length, expected.length);
    shown.forEach((weight, place) => assert.ok(near(weight, expected[place], 1e-12), `${weight} and ${expected[place]}`));
  });
  await assertWeights();
  await page.reload();
  await done(page);
  await assertWeights();
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await page.waitForFunction(() => document.querySelector("[data-weight]").dataset.weight === "0.5");
  // Ten times as much, for the queries of another facet's value.
  const facet = "family";
  await page.getByRole("combobox", { name: "η" }).selectOption("0.5");
  await page.getByRole("combobox", { name: "Topic" }).selectOption(facet);
  await page.waitForURL((url) => url.searchParams.get("guides") === `fast;eta=0.5;topic=${facet}`);
  await page.getByRole("region", { name: "Trust" }).getByText(`${facet}: `).waitFor();
  await done(page);
  await page.getByRole("button", { name: "Wrong: result 2" }).click();
  await page.getByRole("button", { name: "Learn from 1 wrong result" }).click();
  const strong = lost.map((delta) => 0.5 * (1 - 0.5 * delta));
  expected.splice(0, 2, ...strong.map((weight) => weight / (strong[0] + strong[1])));
  await assertWeights();
});

test("settings that cannot be read are named, and a benchmark without vision towers says what it can do", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: QUERY, guides: "fast;m=99" }));
  await page.getByText("The address has settings that cannot be read: m=99.").waitFor();
  const other = fixture();
  const small = await serve(other.benchmark);
  await page.goto(`${small.url}guides?${new URLSearchParams({ device: "cpu", query: other.queries[3].id })}`);
  await page.getByText("No system here has a vision tower").waitFor();
  await page.getByText("No guides yet. Press “Use as guide” at a result below.").waitFor();
  await assertAccessible(page, "no towers");
  // Any result can be one: the picture is the nearest to itself.
  const second = list(page, "By the text").locator("li.card").nth(1);
  const id = await second.getAttribute("data-image");
  await second.getByRole("button", { name: "Use as guide: result 2 of the text" }).click();
  await eventually(async () => assert.equal((await hits(page))[0]?.id, id));
  assert.equal((await keys(page)).length, 1);
  // So can one on Explore, for the query that is asked there.
  await page.goto(`${small.url}?${new URLSearchParams({ device: "cpu", query: other.queries[5].id })}`);
  const card = page.getByRole("list", { name: "Results" }).locator("li.card").nth(2);
  const third = await card.getAttribute("data-image");
  await card.locator("details.credit summary").click();
  await card.getByRole("link", { name: /Use as guide ?, result 3/ }).click();
  await page.waitForURL(({ pathname, searchParams }) => pathname === "/guides" && searchParams.get("query") === other.queries[5].id);
  await eventually(async () => assert.equal((await hits(page))[0]?.id, third));
  assert.equal((await keys(page)).length, 1);
});
