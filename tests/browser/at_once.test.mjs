// What a benchmark carries is shown before its judgements are there, and stays where these are late,
// missing or damaged.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, cellValues, eventually, heldBack, near, newPage, rankscope, rankscopeJson } from "./harness.mjs";
import { fixture, launch, serve, storedFixture } from "./setting.mjs";
import { test } from "./suite.mjs";

const JUDGEMENTS = /\/relevance\//;
const [A, B] = ["words-64", "tiny-bert"];

const { temporary, benchmark, manifest, queries } = fixture();
const stored = storedFixture();
const browser = await launch();
const server = await serve(stored);

const address = (view, parameters = {}) => `${server.url}${view}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const table = (page) => page.getByRole("table", { name: "Leaderboard" });
const cells = (page) => cellValues(table(page), "system", "measure", "relevance");
// Workers load the judgements themselves, where they judge.
const awaited = (page) => page.getByRole("progressbar", { name: /Loading the judgements|Stored values are shown\. Confirming them/ });
const confirmed = (page) => page.getByRole("status").filter({ hasText: "The stored values are confirmed." });
/** How many systems are marked as not computed here. */
const nStored = (page) => table(page).getByText("stored", { exact: true }).count();
/** Waits until the stored values of every system are drawn. */
const drawn = (page) => table(page).getByText("stored", { exact: true }).nth(manifest.systems.length - 1).waitFor();
const definition = (id) => manifest.relevance.find((one) => one.id === id) ?? manifest.relevance.at(-1);

/** Holds what a leaderboard shows to the native program. */
async function assertNative(shown) {
  const columns = Object.keys(shown).map((key) => key.split(" "));
  assert.ok(columns.length >= manifest.systems.length);
  for (const id of new Set(columns.map(([, , relevance]) => relevance))) {
    const measures = [...new Set(columns.filter(([, , relevance]) => relevance === id).map(([, measure]) => measure))];
    const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--relevance", id, "--measures", measures.join(","));
    for (const system of Object.keys(runs)) {
      for (const measure of measures) {
        const cell = shown[`${system} ${measure} ${id}`];
        assert.ok(near(cell, runs[system][measure].mean, 1e-12), `${system} ${measure} ${id}: ${cell}`);
      }
    }
  }
}

test("the leaderboard is there before the judgements, which then confirm it", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, JUDGEMENTS);
  await page.goto(address("leaderboard"));
  await drawn(page);
  await awaited(page).waitFor();
  const before = await cells(page);
  await assertNative(before);
  assert.equal(await nStored(page), manifest.systems.length);
  assert.equal(await page.getByText("Not computed yet").count(), 0);
  await assertAccessible(page, "before the judgements");
  // The table is the same one afterwards.
  await table(page).evaluate((table) => (table.ownerDocument.seen = table.closest("main")));
  release();
  await confirmed(page).waitFor();
  assert.ok(await page.evaluate(() => document.seen.isConnected));
  await eventually(async () => assert.equal(await nStored(page), 0));
  assert.deepEqual(await cells(page), before);
});

test("one late definition holds back what is computed, and nothing that is stored", async () => {
  const { page, context } = await newPage(browser);
  const { path } = manifest.relevance.at(-1);
  const release = await heldBack(context, (url) => url.pathname.endsWith(path));
  await page.goto(address("leaderboard"));
  await drawn(page);
  await awaited(page).waitFor();
  await assertNative(await cells(page));
  assert.equal(await nStored(page), manifest.systems.length);
  release();
  await confirmed(page).waitFor();
});

test("stored columns are confirmed before the judgements of other columns are there", async () => {
  const few = join(temporary, "few");
  cpSync(benchmark, few, { recursive: true });
  const late = manifest.relevance.at(-1);
  const headlines = manifest.headlines.filter(({ relevance }) => relevance !== late.id);
  assert.ok(headlines.length > 0 && headlines.length < manifest.headlines.length);
  writeFileSync(join(few, "benchmark.json"), JSON.stringify({ ...manifest, headlines }));
  rankscope("eval", few, "--store");
  const carried = JSON.parse(readFileSync(join(few, "benchmark.json"), "utf8")).files.filter(({ path }) => path.startsWith("values/"));
  assert.equal(carried.length, manifest.systems.length);
  const server = await serve(few);
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, (url) => url.pathname.endsWith(late.path));
  await page.goto(`${server.url}leaderboard?device=cpu`);
  await page.getByRole("progressbar", { name: "The stored values are confirmed. Computing the other columns" }).waitFor();
  await eventually(async () => assert.equal(await nStored(page), 0));
  await assertNative(await cells(page));
  release();
  await confirmed(page).waitFor();
  await assertNative(await cells(page));
});

test("the matrix of agreement is there before the judgements", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, JUDGEMENTS);
  await page.goto(address("agreement"));
  const matrix = page.getByRole("table", { name: /agree/i }).first();
  await matrix.locator("td").first().waitFor();
  await awaited(page).waitFor();
  const { tau_b } = rankscopeJson("agree", "--benchmark", benchmark);
  // Stored values come one after another.
  await eventually(async () => {
    const shown = await matrix.locator("td[data-row]").evaluateAll((cells) => cells.map((cell) => Number.parseFloat(cell.textContent)));
    // The lower triangle.
    const below = tau_b.flatMap((row, i) => row.slice(0, i));
    assert.equal(shown.length, below.length);
    below.forEach((tau, index) => {
      if (tau !== null) assert.ok(near(shown[index], tau, 0.00501), `${index}: ${shown[index]} and ${tau}`);
    });
  });
  await assertAccessible(page, "agreement before the judgements");
  // What judgements have in common is left out until they are there.
  const inCommon = page.getByRole("table", { name: "Definitions of relevance compared" });
  assert.equal(await inCommon.count(), 0);
  release();
  await confirmed(page).waitFor();
  if (manifest.relevance.length < 2) return;
  await page.locator("summary").filter({ hasText: "Do the definitions agree?" }).click();
  await inCommon.waitFor();
});

test("compare calls nothing unjudged before the judgements are there", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, JUDGEMENTS);
  const [{ measure, relevance } = { measure: "eccv:mAP@R", relevance: definition().id }] = manifest.headlines;
  await page.goto(address("compare", { a: A, b: B, measure, relevance, query: queries[3].id }));
  const summary = page.getByRole("table", { name: "Measures of both systems" });
  await summary.waitFor();
  await awaited(page).waitFor();
  const shown = await cellValues(summary, "measure", "of");
  const native = rankscopeJson("compare", A, B, "--benchmark", benchmark, "--relevance", relevance, "--measures", measure).measures[measure];
  assert.ok(near(shown[`${measure} a`], native.mean_a, 1e-12));
  assert.ok(near(shown[`${measure} difference`], native.difference, 1e-12));
  await page.getByRole("heading", { name: queries[3].text }).waitFor();
  assert.equal(await page.getByText("unjudged").count(), 0);
  assert.equal(await page.getByRole("list", { name: "Results of A" }).count(), 0);
  await assertAccessible(page, "compare before the judgements");
  release();
  await page.getByRole("list", { name: "Results of A" }).locator("li").first().waitFor();
  await confirmed(page).waitFor();
});

for (const [what, answer, says] of [
  ["a missing", { status: 404, body: "" }, "A file of the benchmark is missing"],
  ["a damaged", { status: 200, body: "q0 0 nothing 1\n" }, "A file of the benchmark is damaged"],
]) {
  test(`${what} file of judgements is named, and what is stored stays`, async () => {
    const { page, context } = await newPage(browser);
    const { path } = manifest.relevance.at(-1);
    const isIt = (url) => url.pathname.endsWith(path);
    await context.route(isIt, (route) => route.fulfill(answer));
    await page.goto(address("leaderboard"));
    const alert = page.getByRole("alert").filter({ hasText: says });
    await alert.waitFor();
    await drawn(page);
    assert.ok((await alert.innerText()).includes(path), await alert.innerText());
    await assertNative(await cells(page));
    assert.equal(await nStored(page), manifest.systems.length);
    await assertAccessible(page, `${what} file`);
    // A page that judges says the same, and shows nothing unjudged.
    await page.getByRole("link", { name: "Explore" }).click();
    await alert.waitFor();
    await page.getByRole("link", { name: "Leaderboard" }).click();
    await context.unroute(isIt);
    await page.getByRole("button", { name: "Try again" }).click();
    await confirmed(page).waitFor();
    await assertNative(await cells(page));
  });
}

test("on the second visit, what was computed on the first is there before the judgements", async () => {
  const server = await serve(benchmark);
  const { page, context } = await newPage(browser);
  await page.goto(`${server.url}leaderboard?device=cpu`);
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const computed = await cells(page);
  const areKept = async (n) => (await (await caches.open("rankscope-values-1")).keys()).length === n;
  await page.waitForFunction(areKept, manifest.systems.length);
  await page.close();
  const again = await context.newPage();
  await again.addInitScript(() => {
    // The files themselves are kept too, and a service worker may serve them: nothing is judged yet.
    window.firstShown = new Promise((resolve) => {
      const look = () => (document.querySelector("[data-value]") ? resolve(document.querySelector("main").innerText) : requestAnimationFrame(look));
      look();
    });
  });
  await again.goto(`${server.url}leaderboard?device=cpu`);
  await again.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const words = await again.evaluate(() => window.firstShown);
  assert.ok(!words.includes("Computed on this device"), words);
  assert.deepEqual(await cells(again), computed);
});

test("imported judgements are there among the definitions before the benchmark's own", async () => {
  const { page, context } = await newPage(browser);
  await page.goto(address("about"));
  const [query] = queries;
  const image = "one-red-circle-dark";
  const qrels = { name: "mine.qrels", mimeType: "text/plain", buffer: Buffer.from(`${query.id} 0 ${image} 1\n`) };
  await page.getByLabel("Choose files").setInputFiles(qrels);
  await page.getByRole("list", { name: "Imported files" }).getByText("mine.qrels").first().waitFor();
  await page.close();
  const again = await context.newPage();
  const release = await heldBack(context, JUDGEMENTS);
  await again.goto(address("compare", { a: A, b: B }));
  const picker = again.getByRole("combobox", { name: "Relevance" });
  await picker.locator("option", { hasText: "mine (imported)" }).waitFor({ state: "attached" });
  release();
  await picker.selectOption({ label: "mine (imported)" });
  await again.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
});
