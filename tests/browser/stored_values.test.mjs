// Values that a benchmark carries, and those of an earlier visit: shown before anything is computed,
// and held to what this device computes.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { assertAccessible, cellValues, eventually, heldBack, near, newPage, rankscope, rankscopeJson } from "./harness.mjs";
import { fixture, launch, serve, storedFixture } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "words-64";
const ENGINE = /engine[^/]*\.wasm/;

const { temporary, benchmark, manifest } = fixture();
const stored = storedFixture();
const wrong = join(temporary, "wrong");
cpSync(stored, wrong, { recursive: true });
const changed = change(wrong);
const browser = await launch();

/** Changes the first value of a column in a benchmark's stored values, and enters the file's hash. */
function change(folder) {
  const path = `values/${SYSTEM}.jsonl.gz`;
  const lines = gunzipSync(readFileSync(join(folder, path))).toString().trim().split("\n").map((line) => JSON.parse(line));
  const [column] = lines;
  const place = column.values.findIndex((value) => value !== null);
  const before = column.values[place];
  column.values[place] = before === 0.25 ? 0.5 : 0.25;
  // Not gzip: readers take either.
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFileSync(join(folder, path), text);
  const file = join(folder, "benchmark.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const entry = manifest.files.find((file) => file.path === path);
  entry.bytes = Buffer.byteLength(text);
  entry.sha256 = createHash("sha256").update(text).digest("hex");
  writeFileSync(file, JSON.stringify(manifest));
  return { ...column, before, after: column.values[place] };
}

const address = (server, view = "leaderboard") => `${server.url}${view}?device=cpu`;
const table = (page) => page.getByRole("table", { name: "Leaderboard" });
const cells = (page) => cellValues(table(page), "system", "measure", "relevance");
/** Waits until the stored values of every system are drawn: they come one after another. */
const drawn = (page) => table(page).getByText("stored", { exact: true }).nth(manifest.systems.length - 1).waitFor();
const done = (page) => page.getByRole("status").filter({ hasText: "Computed on this device" });

/** Holds a leaderboard to the native program. */
async function assertNative(page) {
  const shown = await cells(page);
  const columns = Object.entries(shown);
  assert.ok(columns.length >= manifest.systems.length);
  const relevance = [...new Set(columns.map(([key]) => key.split(" ")[2]))];
  for (const id of relevance) {
    const measures = [...new Set(columns.map(([key]) => key.split(" ")).filter((key) => key[2] === id).map((key) => key[1]))];
    const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--relevance", id, "--measures", measures.join(","));
    for (const measure of measures) {
      for (const system of Object.keys(runs)) {
        const { mean } = runs[system][measure];
        const cell = shown[`${system} ${measure} ${id}`];
        assert.ok(near(cell, mean, 1e-12), `${system} ${measure} ${id}: ${cell} and ${mean}`);
      }
    }
  }
}

test("the leaderboard shows what the benchmark carries without an engine, then confirms it", async () => {
  const server = await serve(stored);
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, ENGINE);
  await page.goto(address(server));
  await drawn(page);
  await assertNative(page);
  assert.equal(await table(page).getByText("stored", { exact: true }).count(), manifest.systems.length);
  await assertAccessible(page, "stored values");
  await table(page).locator("tbody a").first().focus();
  release();
  await done(page).filter({ hasText: "The stored values are confirmed." }).waitFor();
  // Values that are confirmed are not drawn anew: the focus stays where it is.
  assert.equal(await page.evaluate(() => document.activeElement.closest("table")?.getAttribute("aria-label")), "Leaderboard");
  await eventually(async () => assert.equal(await table(page).getByText("stored", { exact: true }).count(), 0));
  await assertNative(page);
});

test("the matrix of agreement needs no engine either", async () => {
  const server = await serve(stored);
  const { page, context } = await newPage(browser);
  await heldBack(context, ENGINE);
  await page.goto(address(server, "agreement"));
  const matrix = page.getByRole("table", { name: /agree/i }).first();
  await matrix.locator("td").first().waitFor();
  const { tau_b } = rankscopeJson("agree", "--benchmark", benchmark);
  await eventually(async () => {
    const shown = await matrix.locator("td[data-row]").evaluateAll((cells) => cells.map((cell) => Number.parseFloat(cell.textContent)));
    // The lower triangle.
    const below = tau_b.flatMap((row, i) => row.slice(0, i));
    assert.equal(shown.length, below.length);
    below.forEach((tau, index) => {
      if (tau !== null) assert.ok(near(shown[index], tau, 0.00501), `${index}: ${shown[index]} and ${tau}`);
    });
  });
});

test("compare shows both systems by a stored measure, and tests it once they are computed", async () => {
  const server = await serve(stored);
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, ENGINE);
  const { headlines } = manifest;
  const { measure, relevance } = headlines.at(-1) ?? { measure: "eccv:mAP@R", relevance: manifest.relevance.find((one) => one.default).id };
  const [a, b] = ["words-64", "tiny-bert"];
  await page.goto(`${address(server, "compare")}&a=${a}&b=${b}&measure=${measure}&relevance=${relevance}`);
  const summary = page.getByRole("table", { name: "Measures of both systems" });
  await summary.waitFor();
  const shown = await cellValues(summary, "measure", "of");
  const { measures } = rankscopeJson("compare", a, b, "--benchmark", benchmark, "--relevance", relevance, "--measures", measure);
  assert.ok(near(shown[`${measure} a`], measures[measure].mean_a, 1e-12));
  assert.ok(near(shown[`${measure} difference`], measures[measure].difference, 1e-12));
  await page.getByText("Testing whether that could be chance").first().waitFor({ state: "attached" });
  release();
  await page.getByText(/likely to be chance|well be chance/).waitFor();
});

test("a stored value that this device does not compute is an alert, and the computed one is shown", async () => {
  const server = await serve(wrong);
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, ENGINE);
  await page.goto(address(server));
  await drawn(page);
  const key = `${SYSTEM} ${changed.measure} ${changed.relevance}`;
  const mean = (await cells(page))[key];
  release();
  const alert = page.getByRole("alert").filter({ hasText: "differ from those computed on this device" });
  await alert.waitFor();
  const words = await alert.innerText();
  for (const word of ["1 value differs", changed.measure, `stored ${changed.after}`, `computed ${changed.before}`, "--store"]) {
    assert.ok(words.includes(word), `${words} does not say ${word}`);
  }
  await done(page).waitFor();
  assert.equal(await page.getByText("The stored values are confirmed.").count(), 0);
  assert.notEqual((await cells(page))[key], mean);
  await assertNative(page);
  await assertAccessible(page, "a difference");
});

test("a benchmark without values: the second visit shows those of the first", async () => {
  const server = await serve(benchmark);
  // Nothing holds back what a service worker has stored.
  const { page, context } = await newPage(browser, { serviceWorkers: "block" });
  await page.goto(address(server));
  await done(page).waitFor();
  assert.equal(await page.getByText("The stored values are confirmed.").count(), 0);
  const computed = await cells(page);
  const isKept = async (n) => (await (await caches.open("rankscope-values-1")).keys()).length === n;
  await page.waitForFunction(isKept, manifest.systems.length);
  await page.close();
  const again = await context.newPage();
  await heldBack(context, ENGINE);
  await again.goto(address(server));
  await drawn(again);
  assert.deepEqual(await cells(again), computed);
  assert.equal(await table(again).getByText("stored", { exact: true }).count(), manifest.systems.length);
});
