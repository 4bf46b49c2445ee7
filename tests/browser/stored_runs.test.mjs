// A run that a benchmark carries, as a system and as a second stage, against the native program.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { assertAccessible, cellValues, eventually, goInside, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { launch, serve, smallFieldbookWithRun, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, manifest, queries } = smallFieldbookWithRun();
const [RUN] = manifest.runs;
const FIRST = RUN.of;
const CANDIDATES = "rerank-100";
const FILE = `runs/${RUN.id}.run.gz`;

const browser = await launch();
const server = await serve(benchmark);
const folder = temporaryFolder();

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const computed = (page) => page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
const stageTable = (page) => page.getByRole("table", { name: "Second stage" });

/** The lines of a run as `{query, image, score}`, by query. */
function byQuery(text) {
  const lists = {};
  for (const line of text.trim().split("\n")) {
    const [query, , image, , score] = line.split(/\s+/);
    (lists[query] ??= []).push({ image, score: Number(score) });
  }
  return lists;
}

const run = byQuery(gunzipSync(readFileSync(join(benchmark, FILE))).toString());
const exported = join(folder, "first.run");
rankscope("export", "--benchmark", benchmark, "--system", FIRST, "--run", exported, "-k", "100");
const first = byQuery(readFileSync(exported, "utf8"));

/** The first `depth` hits by the run's scores; those without one last, in their old order. */
function reranked(query, depth) {
  const scores = new Map((run[query] ?? []).map(({ image, score }) => [image, score]));
  const hits = first[query].slice(0, depth).map(({ image }) => ({ image, score: scores.get(image) ?? -Infinity }));
  return hits.toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score)).map(({ image }) => image);
}

/** Holds the table of orders to `rankscope rerank`. */
async function assertOrders(page, by, ...args) {
  const shown = await cellValues(stageTable(page), "order", "measure", "relevance");
  const keys = Object.keys(shown).filter((key) => key.startsWith(`${by} `)).map((key) => key.split(" "));
  assert.ok(keys.length > 0);
  for (const relevance of new Set(keys.map((key) => key[2]))) {
    const measures = keys.filter((key) => key[2] === relevance).map((key) => key[1]);
    const report = rankscopeJson("rerank", benchmark, "--first", FIRST, "--by", by, "--relevance", relevance, "--measures", measures.join(","), ...args);
    for (const measure of measures) {
      for (const [order, name] of [["as-found", "found"], ["random", "random"], [by, "reranked"], ["best", "best"]]) {
        const cell = shown[`${order} ${measure} ${relevance}`];
        assert.ok(near(cell, report[measure][name], 1e-9), `${order} ${measure} ${relevance}: ${cell} and ${report[measure][name]}`);
      }
    }
  }
}

test("a stored run is fetched when it is asked for, and then ranks like a system", async () => {
  const { page } = await newPage(browser);
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  const query = Object.keys(run)[0];
  await page.goto(address("", { query, system: FIRST }));
  await results(page);
  assert.ok(!fetched.some((url) => url.endsWith(FILE)));
  await page.getByRole("combobox", { name: "System", exact: true }).selectOption({ label: RUN.title });
  await page.waitForURL(/system=simulated/);
  await page.getByText(`Read from the benchmark’s ${FILE}`).waitFor();
  const found = await results(page);
  assert.deepEqual(found.map((hit) => hit.id), run[query].slice(0, 20).map((hit) => hit.image));
  for (const [index, hit] of found.entries()) assert.ok(near(hit.score, run[query][index].score, 1e-6));
  assert.equal(fetched.filter((url) => url.endsWith(FILE)).length, 1);
  await assertAccessible(page, "a stored run on Explore");
  // A query that it lacks, and words that it cannot read.
  const missing = queries.find(({ id }) => !run[id]);
  await page.goto(address("", { query: missing.id, system: RUN.id }));
  await page.getByText("This system ranks no picture for this query.").waitFor();
});

test("on Explore it re-ranks the first results; those without a score come last", async () => {
  const { page } = await newPage(browser);
  for (const [query, depth] of [[Object.keys(run)[0], 100], [Object.keys(run)[1], 50], [Object.keys(run)[2], 7]]) {
    await page.goto(address("", { query, system: FIRST, rerank: RUN.id, depth, k: 50 }));
    await page.getByText(`re-ranks the first ${depth} results`).waitFor();
    const found = await results(page);
    assert.deepEqual(found.map((hit) => hit.id), reranked(query, depth).slice(0, 50), query);
  }
  // The run as the first stage, another system as the second.
  const [query] = Object.keys(run);
  await page.goto(address("", { query, system: RUN.id, rerank: FIRST, k: 100 }));
  const found = await results(page);
  const order = first[query].map(({ image }) => image);
  assert.deepEqual(found.map((hit) => hit.id), order);
  // Not one of the pictures of this query has a score.
  const missing = queries.find(({ id }) => !run[id]);
  await page.goto(address("", { query: missing.id, system: FIRST, rerank: RUN.id }));
  await page.getByText("100 of these 100 have no score of it").waitFor();
  const kept = await results(page);
  assert.deepEqual(kept.map((hit) => hit.id), first[missing.id].slice(0, 20).map(({ image }) => image));
  await assertAccessible(page, "a re-ranked list with pictures without a score");
  // The field takes a number of one's own, and refuses what is none.
  const field = page.getByRole("spinbutton", { name: "Re-ranked results" });
  await field.fill("0");
  await field.press("Enter");
  await page.getByText("Enter a whole number from 1 to 1000.").waitFor();
  await field.fill("30");
  await field.press("Enter");
  await page.waitForURL(/depth=30/);
  await page.getByText("30 of these 30 have no score of it").waitFor();
});

test("a definition with fixed candidates ranks these, and says where it has none", async () => {
  const { page } = await newPage(browser);
  const [query] = Object.keys(run);
  await page.goto(address("", { query, system: "large", relevance: CANDIDATES, k: 100 }));
  const found = await results(page);
  assert.deepEqual(found.map((hit) => hit.id).toSorted(), first[query].map(({ image }) => image).toSorted());
  const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--system", "large", "--relevance", CANDIDATES, "--measures", "inquire:AP@50");
  await page.goto(address("", { query, system: "large", relevance: CANDIDATES, measures: "inquire:AP@50" }));
  await results(page);
  const cell = page.locator('[data-measure="inquire:AP@50"][data-value]').first();
  assert.ok(near(await cell.getAttribute("data-value"), runs.large["inquire:AP@50"].per_query[query], 1e-9));
  const missing = queries.find(({ id }) => !run[id]);
  await page.goto(address("", { query: missing.id, system: "large", relevance: CANDIDATES }));
  await page.getByText("ranks fixed candidates only, and has none for this query").waitFor();
});

test("on the leaderboard it is a system where it is chosen, with the native program's values", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", {}));
  await computed(page);
  const table = page.getByRole("table", { name: "Leaderboard" });
  await eventually(async () => assert.equal(await table.getByRole("rowheader").count(), manifest.systems.length));
  await page.locator(".picker", { hasText: "Stored runs" }).locator("summary").click();
  await page.getByRole("checkbox", { name: RUN.title }).check();
  await page.waitForURL(/runs=_all/);
  await table.getByText("stored run with 200 of 1,410 queries").waitFor();
  await table.locator(`[data-system="${RUN.id}"][data-value]`).first().waitFor();
  await computed(page);
  const shown = await cellValues(table, "system", "measure", "relevance");
  const keys = Object.keys(shown).filter((key) => key.startsWith(`${RUN.id} `)).map((key) => key.split(" "));
  assert.ok(keys.length >= 5);
  for (const [, measure, relevance] of keys) {
    const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--system", RUN.id, "--relevance", relevance, "--measures", measure);
    assert.ok(near(shown[`${RUN.id} ${measure} ${relevance}`], runs[RUN.id][measure].mean, 1e-12), `${measure} ${relevance}`);
  }
  await page.keyboard.press("Escape");
  await assertAccessible(page, "the leaderboard with a stored run");
});

test("as a second stage it has the values of rankscope rerank, at every depth", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", { first: FIRST, depth: 100 }));
  await stageTable(page).getByRole("rowheader", { name: "Best possible" }).waitFor();
  for (const depth of [100, 50, 130]) {
    await goInside(page, address("leaderboard", { first: FIRST, depth }));
    await eventually(() => assertOrders(page, RUN.id, "--depth", String(depth)));
    if (depth === 100) {
      await assertOrders(page, "large");
      await stageTable(page).getByText("121,000 of 141,000 pictures without a score").waitFor();
    }
  }
});

test("fixed candidates: the orders, and the gain by category and by scientific terms", async () => {
  const { page } = await newPage(browser);
  const measure = "inquire:AP@50";
  // Equal scores of the run keep the first stage's order, which the run by itself does not know.
  const systems = ["large", "small"];
  const valuesOf = (id) =>
    rankscopeJson("eval", "--benchmark", benchmark, "--system", id, "--relevance", CANDIDATES, "--measures", measure).runs[id][measure].per_query;
  const found = valuesOf(FIRST);
  const byId = Object.fromEntries(systems.map((id) => [id, valuesOf(id)]));
  await page.goto(address("leaderboard", { first: FIRST, candidates: CANDIDATES, facet: "category" }));
  await stageTable(page).getByRole("rowheader", { name: "Best possible" }).waitFor();
  await assertOrders(page, RUN.id);
  assert.equal(await stageTable(page).getByText("without a score").count(), 0);
  for (const facet of ["category", "scientific"]) {
    await goInside(page, address("leaderboard", { first: FIRST, candidates: CANDIDATES, facet }));
    const values = [...new Set(queries.filter(({ id }) => found[id] !== undefined).map((query) => query.facets[facet]).filter(Boolean))];
    assert.ok(values.length >= 2);
    const gains = await eventually(async () => {
      const gains = await cellValues(page.getByRole("table", { name: "Gain by category" }), "gainBy", "category");
      for (const value of values) assert.ok(`${systems[0]} ${value}` in gains, value);
      return gains;
    });
    for (const value of values) {
      const of = queries.filter((query) => query.facets[facet] === value && typeof found[query.id] === "number").map(({ id }) => id);
      const mean = (values) => of.reduce((sum, id) => sum + values[id], 0) / of.length;
      for (const id of systems) {
        const cell = gains[`${id} ${value}`];
        assert.ok(near(cell, mean(byId[id]) - mean(found), 1e-9), `${id} ${value}: ${cell}`);
      }
    }
  }
  await assertAccessible(page, "re-ranking fixed candidates");
});

test("only queries with 1 to 50 relevant results count where that is chosen", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", { first: FIRST }));
  await stageTable(page).getByRole("rowheader", { name: "Best possible" }).waitFor();
  await page.getByRole("checkbox", { name: /Only queries with 1 to 50 relevant/ }).check();
  await page.waitForURL(/positives=1-50/);
  const definition = manifest.relevance.find(({ id }) => id === "exhaustive");
  const relevant = new Set();
  for (const line of gunzipSync(readFileSync(join(benchmark, definition.path))).toString().trim().split("\n")) {
    const [query, , image, grade] = line.split(" ");
    if (Number(grade) >= 1) relevant.add(`${query} ${image}`);
  }
  const counts = queries.filter(({ id }) => {
    const n = first[id].filter(({ image }) => relevant.has(`${id} ${image}`)).length;
    return n >= 1 && n <= 50;
  });
  const cell = stageTable(page).locator('td[data-order="as-found"][data-measure="inquire:AP@50"][data-relevance="exhaustive"]');
  await eventually(async () => assert.equal(Number(await cell.getAttribute("data-n")), counts.length));
  const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--system", FIRST, "--measures", "inquire:AP@50");
  const values = counts.map(({ id }) => runs[FIRST]["inquire:AP@50"].per_query[id]);
  assert.ok(near(await cell.getAttribute("data-value"), values.reduce((a, b) => a + b) / values.length, 1e-9));
});

test("a run that is dropped re-ranks as a stored one does", async () => {
  const { page } = await newPage(browser);
  const file = join(folder, "mine.run");
  writeFileSync(file, gunzipSync(readFileSync(join(benchmark, FILE))));
  await page.goto(address("about", {}));
  await page.getByLabel("Choose files").setInputFiles(file);
  await page.getByText("mine.run: ").waitFor();
  const imported = await page.evaluate(async () => {
    const keys = await (await caches.open("rankscope-imports-1")).keys();
    return new URL(keys[0].url).searchParams.get("imported");
  });
  await page.goto(address("leaderboard", { first: FIRST, candidates: CANDIDATES }));
  await stageTable(page).getByRole("rowheader", { name: "Best possible" }).waitFor();
  await eventually(async () => {
    const shown = await cellValues(stageTable(page), "order", "measure", "relevance");
    for (const measure of ["inquire:AP@50", "eccv:R@1"]) {
      const [stored, dropped] = [RUN.id, imported].map((id) => shown[`${id} ${measure} ${CANDIDATES}`]);
      assert.ok(dropped !== undefined && dropped === stored, `${measure}: ${dropped} and ${stored}`);
    }
  });
  const [query] = Object.keys(run);
  await page.goto(address("", { query, system: FIRST, rerank: imported, k: 100 }));
  const found = await results(page);
  assert.deepEqual(found.map((hit) => hit.id), reranked(query, 100));
});

test("a damaged run is refused by name, and the page goes on", async () => {
  const damaged = join(folder, "damaged");
  cpSync(benchmark, damaged, { recursive: true });
  const bytes = readFileSync(join(damaged, FILE));
  bytes[bytes.length - 20] ^= 1;
  writeFileSync(join(damaged, FILE), bytes);
  const { url } = await serve(damaged);
  const { page } = await newPage(browser);
  const [query] = Object.keys(run);
  await page.goto(`${url}?${new URLSearchParams({ device: "cpu", query, system: RUN.id })}`);
  await page.getByRole("alert").filter({ hasText: FILE }).waitFor();
  await page.getByRole("combobox", { name: "System", exact: true }).selectOption(FIRST);
  assert.equal((await results(page)).length, 20);
});
