// Before the first answer: pictures and a bar stand in index.html, and the page's own bar counts on, over
// all bytes that the answer needs.

import assert from "node:assert/strict";
import { assertAccessible, eventually, heldBack, newProfile, results } from "./harness.mjs";
import { fieldbook, fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, manifest } = fieldbook();
const browser = await launch();
const [server, other] = [await serve(benchmark), await serve(fixture().benchmark)];

const pictures = (page) => page.locator("img.opening");
/** Whether the pictures are there, and not only their place. */
const areDrawn = (page) => pictures(page).evaluate((image) => image.complete && image.naturalWidth > 0);
const bar = (page) => page.locator("progress");
const share = (page) => bar(page).evaluate((own) => own.value / own.max);
const bytes = async (page) => {
  const words = await page.locator(".progress-words").innerText();
  const found = /([\d.]+) (B|kB|MB) of ([\d.]+) (B|kB|MB)|([\d.]+) of ([\d.]+) MB/.exec(words);
  assert.ok(found, words);
  const unit = { B: 1, kB: 1e3, MB: 1e6 };
  return found[5] ? [found[5] * 1e6, found[6] * 1e6] : [found[1] * unit[found[2]], found[3] * unit[found[4]]];
};

test("pictures and a bar stand before the page’s first module, and stay until there are results", async () => {
  const { page } = await newProfile(browser);
  const releasePage = await heldBack(page, /\/app_bg\.wasm$/);
  const releaseLists = await heldBack(page, /\/queries\.jsonl$/);
  const releaseResults = await heldBack(page, /\/app_results-\w+\.wasm$/);
  await page.goto(server.url);
  await page.getByRole("heading", { name: "See what a text-to-image search finds" }).waitFor();
  await eventually(async () => assert.ok(await areDrawn(page)));
  assert.equal(await page.locator("#loading").count(), 1);
  const [none, all] = await bytes(page);
  assert.ok(none === 0 && all > 5e6, `${none} of ${all}`);
  await assertAccessible(page, "before the first module");
  await page.setViewportSize({ width: 1280, height: 900 });

  releasePage();
  await page.locator("#loading").waitFor({ state: "detached" });
  await eventually(async () => assert.ok(await areDrawn(page)));
  assert.equal(await bar(page).count(), 1);
  const early = await share(page);
  assert.ok(early > 0 && early < 1, String(early));
  releaseLists();
  await page.getByText("Browse 1,410 queries").waitFor();
  await eventually(async () => assert.ok((await share(page)) > early));
  // What is known of the files by now: their sizes are those of the manifest.
  const size = (path) => manifest.files.find((file) => file.path === path).bytes;
  const [large] = manifest.systems.filter((system) => system.id === "large");
  const files = ["queries.jsonl", "relevance/exhaustive.qrels.gz", ...large.gallery, large.queries];
  const sizes = [...files.map(size), ...manifest.files.filter((file) => file.path.startsWith("images/")).map((file) => file.bytes)];
  const modules = await page.evaluate(() => {
    const { modules, engineSize } = document.documentElement.dataset;
    return Number(modules.split("/")[1]) + Number(engineSize);
  });
  const expected = modules + sizes.reduce((sum, bytes) => sum + bytes, 0);
  await eventually(async () => assert.ok(Math.abs((await bytes(page))[1] - expected) < 1e5, `${(await bytes(page))[1]} of ${expected}`));
  assert.equal(await bar(page).count(), 1);
  await assertAccessible(page, "before the first answer");
  await page.setViewportSize({ width: 1280, height: 900 });

  releaseResults();
  await page.getByRole("list", { name: /^Results of/ }).first().locator("li").first().waitFor();
  assert.equal(await pictures(page).count(), 0);
  // A later search shows its own progress, and no pictures of others.
  await page.getByRole("combobox", { name: "Query" }).fill("an owl at night");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: /^Results of/ }).first().locator("li").first().waitFor();
  assert.equal(await pictures(page).count(), 0);
});

test("the bar never goes back", async () => {
  const { page } = await newProfile(browser);
  await page.addInitScript(() => {
    window.shares = [];
    const look = () => {
      const own = document.querySelector("#loading progress, .status-running progress");
      if (own && own.max > 1 && !document.querySelector(".lane-list, .story")) window.shares.push(own.value / own.max);
      requestAnimationFrame(look);
    };
    look();
  });
  // Every file takes a moment, so that there is something to see.
  await page.route(/\.(wasm|jsonl|gz|safetensors)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue().catch(() => {});
  });
  await page.goto(server.url);
  await page.getByRole("list", { name: /^Results of/ }).first().locator("li").first().waitFor();
  const shares = await page.evaluate(() => window.shares);
  const own = shares.filter((_, place) => place > 0);
  const before = own.map((_, place) => shares[place]);
  assert.ok(new Set(shares.map((each) => each.toFixed(2))).size > 3, String(shares.length));
  // The page knows of more files than index.html, so its own bar begins with a smaller share.
  const backwards = own.filter((each, place) => each < before[place] - 1e-9);
  assert.ok(backwards.length <= 1, String(shares));
});

test("files are fetched side by side: lists before they are read, and vectors beside the judgements", async () => {
  const { page } = await newProfile(browser);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const isAsked = (end) => asked.some((path) => path.endsWith(end));
  const releaseLists = await heldBack(page, /\/images\/00000\.jsonl\.gz$/);
  const releaseJudgements = await heldBack(page, /\/relevance\/exhaustive\.qrels\.gz$/);
  await page.goto(`${server.url}?device=cpu`);
  await eventually(async () => assert.ok(isAsked("/images/00003.jsonl.gz"), asked.join(" ")));
  // Not all at once: the answer needs more than lists.
  assert.ok(!isAsked("/images/00004.jsonl.gz"), asked.join(" "));
  releaseLists();
  await eventually(async () => assert.ok(isAsked("/relevance/exhaustive.qrels.gz") && isAsked("/systems/large/gallery-00000.safetensors"), asked.join(" ")));
  assert.equal(await page.getByRole("list", { name: /^Results of/ }).count(), 0);
  releaseJudgements();
  await page.getByRole("list", { name: /^Results of/ }).first().locator("li").first().waitFor();
  // Once, although two asked for it: the engine that prepared, and the search.
  assert.equal(asked.filter((path) => path.endsWith("/systems/large/gallery-00000.safetensors")).length, 1);
});

test("own words are answered before any judgements arrive, and stored queries are judged after", async () => {
  const { page } = await newProfile(browser);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const release = await heldBack(page, /\/relevance\//);
  await page.goto(`${server.url}?${new URLSearchParams({ q: "a zebra on Mars", device: "cpu" })}`);
  assert.equal((await results(page)).length > 0, true);
  release();
  await eventually(() => assert.ok(asked.some((url) => url.includes("/relevance/exhaustive"))));
  // Which queries are judged is known by then.
  await page.getByRole("list", { name: "Nearest queries" }).getByRole("link").first().waitFor();
  await page.getByRole("combobox", { name: "Query" }).fill("mallard drake");
  await page.keyboard.press("Enter");
  await page.getByRole("table", { name: "Measures of this query" }).waitFor();
});

test("pictures of the built-in benchmark are shown with no other, on no other page, and not fetched", async () => {
  const elsewhere = [other.url, `${server.url}leaderboard`, `${server.url}?benchmark=benchmark/`];
  for (const address of elsewhere) {
    const { page } = await newProfile(browser);
    const fetched = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    const release = await heldBack(page, /\/app_bg\.wasm$/);
    await page.goto(address);
    await page.getByRole("heading", { name: "See what a text-to-image search finds" }).waitFor();
    await eventually(async () => assert.ok(fetched.some((path) => path.endsWith("/app_bg.wasm"))));
    // Longer than the manifest takes.
    await page.waitForTimeout(500);
    assert.equal(await pictures(page).isVisible(), false, address);
    release();
    await page.locator("#loading").waitFor({ state: "detached" });
    await page.locator("main h1").first().waitFor({ state: "attached" });
    assert.ok(!fetched.includes("/opening.svg"), address);
  }
});
