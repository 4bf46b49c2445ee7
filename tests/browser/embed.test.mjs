// One block of a page alone, in a frame of a page on another origin: as an article has it.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, dist, eventually, heldBack, newPage, PATIENCE_MS, results } from "./harness.mjs";
import { host } from "./host.mjs";
import { atEnd, fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const [A, B] = ["words-64", "letters-32"];
const { temporary, benchmark, queries } = fixture();
const query = queries[3].id;
const browser = await launch();
const server = await serve(benchmark, "--framed");

// An article: a frame of each address in its own, as wide as it says, which takes the height that it
// is told and remembers every message.
const ARTICLE = `<!doctype html><html lang="en"><title>Article</title><h1>Article</h1>
<main></main>
<script>
  const address = new URL(location).searchParams;
  const main = document.querySelector("main");
  window.told = [];
  const frames = address.getAll("src").map((src) => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { title: "Frame", height: "300" });
    frame.style = "border: 0; display: block; flex: none; width: " + (address.get("width") ?? 800) + "px";
    if (address.has("sandbox")) frame.sandbox = address.get("sandbox");
    frame.src = src;
    main.append(frame);
    return frame;
  });
  if (frames.length > 1) main.style = "display: flex; flex-wrap: wrap; align-items: start";
  addEventListener("message", ({ data, origin, source }) => {
    window.told.push({ data, origin });
    const frame = frames.find(({ contentWindow }) => source === contentWindow);
    if (frame && data?.rankscope) frame.height = data.rankscope.height;
  });
</script>`;
const folder = join(temporary, "article");
mkdirSync(folder);
writeFileSync(join(folder, "index.html"), ARTICLE);
const article = await host({ "/": folder });

const address = (path, parameters, at = server.url) => `${at}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const inArticle = (src, more = {}) => `${article.url}?${new URLSearchParams([...[src].flat().map((src) => ["src", src]), ...Object.entries(more)])}`;

/** Opens addresses in the article, each in a frame of its own. */
async function allFramed(page, all, more = {}) {
  await page.goto(inArticle(all, more));
  return eventually(() => {
    const frames = page.frames().filter((frame) => frame.parentFrame() && frame.url().startsWith("http"));
    assert.equal(frames.length, all.length);
    return frames;
  });
}

/** Opens an address in the article's only frame. */
const framed = async (page, src, more = {}) => (await allFramed(page, [src], more))[0];

const foot = (frame) => frame.getByRole("contentinfo");
const open = (frame) => foot(frame).getByRole("link", { name: "Open in Rankscope" });
const heightTold = (page) => page.evaluate(() => window.told.at(-1)?.data.rankscope.height);

/** What of the page is to be seen beside the block's own and the line below it. */
const seenBeside = (frame, block) =>
  frame.evaluate((block) => {
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const own = [...document.querySelectorAll(`[data-block~="${block}"]`)];
    const is = (element) => element.closest(".embed-foot") || own.some((one) => one.contains(element) || element.contains(one));
    // Headings of the page are there for screen readers.
    const rest = [...document.body.querySelectorAll("*")].filter((element) => isSeen(element) && !is(element) && !element.matches("main h1, :has(h1)"));
    return rest.map((element) => element.outerHTML.slice(0, 120));
  }, block);

const settings = ".top-bar, .pickers, .query-form, .skip-link, .save, .answer-tools, .tools, .intro, dialog, .lesson, .newer-page, .other-site, .welcome";
const seenSettings = (frame) => frame.locator(settings).evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.className));

/**
 * What a block says, and its exact values. Charts are as wide as their place, so that of them only the
 * verbs of each path count, and not which labels have room.
 */
const contents = (frame, block) =>
  frame.locator(`[data-block~="${block}"]`).evaluateAll((all) =>
    all.map((one) => {
      const words = one.cloneNode(true);
      // Rows draw their strips once they come into view.
      words.querySelectorAll(".plot svg, .strips").forEach((chart) => chart.remove());
      const values = [...one.querySelectorAll("[data-value]")].map((cell) => cell.dataset.value);
      const paths = [...one.querySelectorAll("svg path")].filter((path) => !path.closest(".strips")).map((path) => path.getAttribute("d").replace(/[\d.,\-]+/g, " "));
      return { words: words.textContent, values, paths };
    }),
  );

/** Waits until nothing runs, and nothing of the page changes any more. */
const settled = (frame) =>
  frame.evaluate(async () => {
    const text = () => document.querySelector("main").textContent;
    for (let [before, n] = ["", 0]; n < 4; n = before === text() && !document.querySelector(".loading, .status-running, progress") ? n + 1 : 0) {
      before = text();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

// Every page with what its blocks need in the address.
const PAGES = {
  "": { system: A, query },
  compare: { a: A, b: B, query, relevance: "exact" },
  leaderboard: { first: A },
  agreement: { lab: `systems=${A}` },
  topics: { system: A },
  guides: { query },
  about: {},
  learn: {},
};

/** The names of a page's blocks, as the page says them of an unknown one. */
async function blocksOf(page, path) {
  await page.goto(address(path, { embed: "nothing" }));
  const said = await page.getByRole("status").filter({ hasText: "has no block" }).innerText();
  const [, names] = /has no block “nothing”\. Its blocks are (.*)\.$/.exec(said);
  return names.split(", ");
}

for (const [path, parameters] of Object.entries(PAGES)) {
  test(`/${path}: each block alone says what it says in the whole page`, async () => {
    const { page, context } = await newPage(browser);
    const whole = await context.newPage();
    await whole.goto(address(path, parameters));
    await settled(whole);
    await whole.evaluate(() => document.querySelectorAll("details.fold").forEach((fold) => (fold.open = true)));
    await settled(whole);
    const names = await blocksOf(page, path);
    assert.ok(names.length > 0);
    // All in view: what is out of it, the browser does not draw.
    await page.setViewportSize({ width: 3_300, height: 1_800 * Math.ceil(names.length / 4) });
    const frames = await allFramed(page, names.map((name) => address(path, { ...parameters, embed: name })));
    for (const name of names) {
      const frame = frames.find((frame) => new URL(frame.url()).searchParams.get("embed") === name);
      await open(frame).waitFor();
      const expected = await contents(whole, name);
      if (expected.length > 0) {
        await eventually(async () => {
          assert.deepEqual(await contents(frame, name), expected, name);
          // What computes has a line until it is done.
          assert.deepEqual(await seenBeside(frame, name), [], name);
        });
        assert.equal(await frame.locator(".embed-nothing").isVisible(), false, name);
      } else {
        await frame.locator(".embed-nothing, main > .panel").first().waitFor();
      }
      assert.deepEqual(await seenSettings(frame), [], name);
      const excess = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(excess, 0, `${name} is ${excess} px too wide`);
    }
  });
}

test("1 is the page's main block, and the line below names the view and opens all of it", async () => {
  const { page, context } = await newPage(browser);
  const frame = await framed(page, address("", { ...PAGES[""], embed: "1", theme: "dark" }));
  const cards = frame.getByRole("list", { name: "Results" }).locator("li.card");
  await cards.first().waitFor();
  await foot(frame).getByText(`“${queries[3].text}”`).waitFor();
  const [whole] = await Promise.all([context.waitForEvent("page"), open(frame).click()]);
  await whole.getByRole("navigation", { name: "Pages" }).waitFor();
  const shown = new URL(whole.url()).searchParams;
  assert.deepEqual([shown.get("embed"), shown.get("theme"), shown.get("query"), shown.get("system")], [null, null, query, A]);
  assert.equal(await whole.evaluate(() => window.opener), null);
  const ids = (await results(whole)).map((hit) => hit.id);
  assert.deepEqual(await cards.evaluateAll((all) => all.map((card) => card.dataset.image)), ids);
});

test("links in a block open the whole page in a tab, and the frame stays as it is", async () => {
  const { page, context } = await newPage(browser);
  const frame = await framed(page, address("compare", { a: A, b: B, embed: "queries" }));
  const link = frame.getByRole("table", { name: "Queries by contrast" }).getByRole("link").first();
  await link.waitFor();
  const before = frame.url();
  const [whole] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await whole.getByRole("list", { name: "Results of A" }).waitFor();
  assert.equal(new URL(whole.url()).searchParams.get("embed"), null);
  assert.equal(frame.url(), before);
});

test("the article is told the height, and nothing else", async () => {
  const { page } = await newPage(browser);
  const frame = await framed(page, address("leaderboard", { embed: "1" }));
  await frame.getByRole("table", { name: "Leaderboard" }).waitFor();
  await settled(frame);
  const fits = async () => {
    const [inner, scroll] = await frame.evaluate(() => [window.innerHeight, document.documentElement.scrollHeight]);
    assert.equal(await heightTold(page), inner);
    assert.ok(scroll <= inner, `${scroll} px in ${inner}`);
  };
  await eventually(fits);
  // Narrower is taller.
  const before = await heightTold(page);
  await page.locator("iframe").evaluate((frame) => (frame.style.width = "340px"));
  await eventually(async () => assert.ok((await heightTold(page)) > before));
  await eventually(fits);
  const told = await page.evaluate(() => window.told);
  assert.ok(told.every(({ data, origin }) => origin === new URL(server.url).origin && JSON.stringify(Object.keys(data)) === '["rankscope"]' && JSON.stringify(Object.keys(data.rankscope)) === '["height"]'), JSON.stringify(told));
  // A whole page in a frame says nothing.
  await page.goto(inArticle(address("leaderboard", {})));
  await page.frameLocator("iframe").getByRole("table", { name: "Leaderboard" }).waitFor();
  assert.deepEqual(await page.evaluate(() => window.told), []);
});

test("the theme is the address's, or else the reader's own", async () => {
  const { page } = await newPage(browser);
  for (const [scheme, theme, dark] of [["light", "dark", true], ["dark", "light", false], ["dark", null, true], ["light", "sepia", false]]) {
    await page.emulateMedia({ colorScheme: scheme });
    const frame = await framed(page, address("", { ...PAGES[""], embed: "curve", ...(theme && { theme }) }));
    await frame.getByRole("slider", { name: "Precision at rank" }).waitFor();
    const paper = await frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    assert.equal(paper, dark ? "rgb(24, 27, 31)" : "rgb(251, 250, 246)", `${scheme} ${theme}`);
  }
});

test("a fixed theme is not the reader's next one", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { embed: "1", theme: "dark" }));
  await open(page).waitFor();
  await page.goto(address("", {}));
  await page.getByRole("button", { name: "Theme: auto" }).waitFor();
});

test("by keyboard: the block, then the line, and nothing that is hidden", async () => {
  const { page, context } = await newPage(browser);
  const frame = await framed(page, address("", { ...PAGES[""], embed: "curve" }));
  const chart = frame.getByRole("slider", { name: "Precision at rank" });
  await chart.waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await chart.evaluate((chart) => chart === document.activeElement), true);
  await page.keyboard.press("ArrowRight");
  await frame.getByText(/Rank \d+: precision/).first().waitFor();
  for (let n = 0; n < 4 && !(await open(frame).evaluate((link) => link === document.activeElement)); n += 1) {
    await page.keyboard.press("Tab");
    assert.ok(await frame.evaluate(() => document.activeElement.checkVisibility()));
  }
  const [whole] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
  await whole.getByRole("navigation", { name: "Pages" }).waitFor();
});

test("no accessibility faults, and room from 320 px on", async () => {
  const { page } = await newPage(browser);
  const shown = [["", "results"], ["", "measures"], ["", "recall"], ["compare", "measures"], ["leaderboard", "leaderboard"], ["leaderboard", "cost"], ["agreement", "matrix"], ["about", "distribution"], ["about", "about"], ["", "nothing"]];
  for (const [path, embed] of shown) {
    await page.goto(address(path, { ...PAGES[path], embed }));
    await open(page).waitFor();
    await settled(page);
    await assertAccessible(page, `${path} ${embed}`);
    await page.setViewportSize({ width: 320, height: 600 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(excess, 0, `${embed} at 320 px is ${excess} px too wide`);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

test("an unknown block is said plainly, with those that there are", async () => {
  const { page } = await newPage(browser);
  const frame = await framed(page, address("agreement", { embed: "martix" }));
  await frame.getByText("Agreement has no block “martix”. Its blocks are matrix, cell,").waitFor();
  assert.equal(await frame.locator(".block").count(), 0);
  await open(frame).waitFor();
});

test("a block that the view lacks is said to be missing, in place of a first visit's words", async () => {
  const { page } = await newPage(browser);
  const frame = await framed(page, address("", { embed: "1" }));
  await foot(frame).getByText("“Results” is not available in this view").waitFor();
  assert.equal(await frame.locator(".welcome").isVisible(), false);
});

test("what is loading shows its progress, and what fails says why and tries again", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, /benchmark\/queries\.jsonl/);
  const frame = await framed(page, address("leaderboard", { embed: "1" }));
  await frame.locator("main > .loading").waitFor();
  assert.equal(await frame.locator(".embed-nothing").isVisible(), false);
  release();
  await frame.getByRole("table", { name: "Leaderboard" }).waitFor();

  await context.unroute(/benchmark\/queries\.jsonl/);
  const { page: other } = await newPage(browser);
  await other.route(/benchmark\/images/, (route) => route.abort());
  const broken = await framed(other, address("", { ...PAGES[""], embed: "recall" }));
  const alert = broken.getByRole("alert");
  await alert.waitFor();
  assert.deepEqual(await seenSettings(broken), []);
  await other.unroute(/benchmark\/images/);
  await alert.getByRole("button", { name: "Try again" }).click();
  await broken.getByRole("slider", { name: "Precision and recall" }).waitFor();
});

test("a reader fetches one part of the page, and keeps nothing of it", async () => {
  const hosted = await host({ "/": dist, "/benchmark/": benchmark });
  const { page } = await newPage(browser);
  const frame = await framed(page, address("", { ...PAGES[""], embed: "1" }, hosted.url));
  await frame.locator("li.card").first().waitFor();
  // Longer than a whole page waits before it fetches the rest and keeps itself.
  await page.waitForTimeout(4_000);
  const fetched = hosted.asked.filter((path) => /service_worker|app_.*(lessons|benchmark)/.test(path));
  assert.deepEqual(fetched, []);
  assert.equal(await frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
});

test("it works where a frame of another site may store nothing", async (t) => {
  const strict = await launch(["--test-third-party-cookie-phaseout", "--disable-features=ThirdPartyStoragePartitioning"]);
  const context = await strict.newContext();
  atEnd(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  // Another site, not only another port of this one.
  await page.goto(inArticle(address("", { ...PAGES[""], embed: "1" })).replace("127.0.0.1", "localhost"));
  await eventually(() => assert.ok(page.frames()[1]?.url().startsWith("http")));
  const frame = page.frames()[1];
  await frame.locator("li.card").first().waitFor();
  await open(frame).waitFor();
  const stores = await frame.evaluate(() => {
    try {
      return localStorage.length >= 0;
    } catch {
      return false;
    }
  });
  if (stores) t.diagnostic("this browser lets the frame store all the same");
});

test("a sandbox that lets it run, keep its origin and open tabs is enough", async () => {
  const { page, context } = await newPage(browser);
  const sandbox = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";
  const frame = await framed(page, address("", { ...PAGES[""], embed: "1" }), { sandbox });
  await frame.locator("li.card").first().waitFor();
  const [whole] = await Promise.all([context.waitForEvent("page"), open(frame).click()]);
  assert.ok((await results(whole)).length > 0);
});

test("Share has the HTML of a frame, which shows the chosen block in the chosen theme", async () => {
  const { page, context } = await newPage(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(address("", PAGES[""]));
  await results(page);
  await page.getByRole("button", { name: "Share this view" }).click();
  const section = page.getByRole("region", { name: "Embed" });
  await section.getByLabel("Block").selectOption({ label: "Precision at rank" });
  await section.getByLabel("Theme of the frame").selectOption("dark");
  const code = section.getByRole("textbox", { name: "HTML" });
  await eventually(async () => assert.match(await code.inputValue(), /embed=curve&amp;theme=dark" title="Precision at rank, Shapes/));
  await section.getByRole("button", { name: "Copy HTML" }).click();
  await section.getByText("Copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await code.inputValue());
  await assertAccessible(page, "Share with Embed");
  await page.goto(article.url);
  await page.locator("main").evaluate((main, html) => (main.innerHTML = html), copied);
  const inside = page.frameLocator("iframe");
  await inside.getByRole("slider", { name: "Precision at rank" }).waitFor();
  assert.equal(await inside.locator(":root").getAttribute("data-theme"), "dark");
  assert.match(await page.locator("iframe").getAttribute("title"), /^Precision at rank, Shapes/);
});
