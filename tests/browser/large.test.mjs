// A corpus that takes more memory than it may, in a page that is told so: memory=1.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { askEngine, openEngine } from "./engine.mjs";
import {
  assertAccessible, cellValues, launch, near, newPage, rankscope, rankscopeJson, results, serve, temporaryFolder,
} from "./harness.mjs";

const N_SHARDS = 3;
let browser, temporary, benchmark, server;

before(async () => {
  temporary = temporaryFolder();
  benchmark = join(temporary.folder, "large");
  rankscope("fieldbook", "build", "--vectors-only", "--n", "30000", "--dim", "64", "--shard-rows", "10000", "--out", benchmark);
  server = await serve(benchmark);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.stop();
  temporary?.remove();
});

const at = (more) => `${server.url}?device=cpu&memory=1&${more}`;

/** Remembers which shards are asked of the server, in the page and its worker. */
async function shardsAsked(context) {
  const asked = [];
  await context.route(/gallery-\d+\.safetensors/, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.continue();
  });
  return asked;
}

test("all rows give the hits of the native program, and candidates nearly all", async () => {
  const { page, context, problems } = await newPage(browser);
  const asked = await shardsAsked(context);
  for (const query of ["v-003", "v-150"]) {
    const exact = rankscopeJson("search", benchmark, "--system", "facts", "--query-id", query, "-k", "20");
    await page.goto(at(`query=${query}&rows=all`));
    const all = await results(page);
    assert.deepEqual(all.map(({ id, score }) => [id, score]), exact.map(({ id, score }) => [id, score]));
    await page.getByText("All rows were scored: none is missing.").waitFor();

    await page.getByRole("button", { name: "Search by signs" }).click();
    await page.getByText("30,000 rows by their signs and 4,000 of them exactly").waitFor();
    assert.ok(!page.url().includes("rows=all"));
    const some = await results(page);
    const common = some.filter(({ id, score }) => all.some((hit) => hit.id === id && hit.score === score));
    assert.ok(common.length >= 18, `${common.length} of 20`);
  }
  assert.equal(asked.length, N_SHARDS, "each shard comes once and is kept");
  await page.getByRole("link", { name: "Leaderboard" }).click();
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  assert.equal(asked.length, N_SHARDS);
  assert.deepEqual(problems, []);
  await context.close();
});

test("pages about all queries say who was ranked by candidates, where anyone was", async () => {
  // Two systems: the same vectors under two names, of which a page can compare both.
  const pair = join(temporary.folder, "pair");
  cpSync(benchmark, pair, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(pair, "benchmark.json"), "utf8"));
  const [facts] = manifest.systems;
  manifest.systems.push({ ...facts, id: "again", title: "Facts again" });
  writeFileSync(join(pair, "benchmark.json"), JSON.stringify(manifest));
  const server = await serve(pair);
  const { page, context, problems } = await newPage(browser);
  const computed = page.getByRole("status").filter({ hasText: "Computed on this device" });
  const note = page.getByText("Ranked by candidates:");
  for (const path of ["leaderboard", "compare", "agreement"]) {
    await page.goto(`${server.url}${path}?device=cpu&memory=1`);
    await computed.waitFor();
    const words = await note.innerText();
    assert.match(words, new RegExp(`^Ranked by candidates: “${facts.title}” and “Facts again”\\.`));
    assert.match(words, /4,000 candidates out of 30,000 pictures are scored exactly/);
    if (path === "leaderboard") await assertAccessible(page, "the note on candidates");
    await page.goto(`${server.url}${path}?device=cpu`);
    await computed.waitFor();
    assert.equal(await note.count(), 0, `${path} in memory`);
  }
  assert.deepEqual(problems, []);
  await context.close();
  server.stop();
});

test("candidates are held to all rows for a sample of the queries", async () => {
  const { page, context, problems } = await newPage(browser);
  await page.goto(`${server.url}about?device=cpu&memory=1`);
  await page.getByRole("button", { name: "Compare Facts" }).click();
  await page.getByRole("status").filter({ hasText: "Computed on this device: 32 queries of 1 system." }).waitFor();
  const table = page.getByRole("table", { name: "Codes alone" });
  const row = table.getByRole("row", { name: /^Facts/ });
  assert.deepEqual((await row.getByRole("cell").allInnerTexts()).slice(0, 2), ["4,000 candidates", "32"]);
  const shown = await cellValues(table, "system", "measure");

  // The same from the native program's whole rankings and the engine's candidates.
  const ids = readFileSync(join(benchmark, "queries.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line).id);
  const qrels = gunzipSync(readFileSync(join(benchmark, "relevance/source.qrels.gz"))).toString().trim().split("\n").map((line) => line.split(/\s+/));
  const relevant = new Map(qrels.map(([query, , image]) => [query, Number(image)]));
  const sample = Array.from({ length: 32 }, (_, place) => Math.floor((place * ids.length) / 32));
  const other = await newPage(browser);
  await openEngine(other.page, server, "cpu", { roomBytes: 1 << 20 });
  const { rows } = await askEngine(other.page, { RankQueries: { system: "facts", depths: Array(ids.length).fill(100) } });
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const lists = sample.map((row) => [
    rankscopeJson("search", benchmark, "--system", "facts", "--query-id", ids[row], "-k", "100").map(({ id }) => Number(id)),
    rows[row],
    relevant.get(ids[row]),
  ]);
  for (const k of [10, 100]) {
    const share = ([exact, some]) => exact.slice(0, k).filter((image) => some.slice(0, k).includes(image)).length / k;
    assert.ok(near(shown[`facts overlap@${k}`], mean(lists.map(share)), 1e-9), `overlap@${k}`);
  }
  const hit = (list, image) => Number(list.slice(0, 10).includes(image)) / 10;
  const delta = mean(lists.map(([exact, some, image]) => hit(some, image) - hit(exact, image)));
  assert.ok(near(shown["facts trec:P@10"], delta, 1e-9), `${shown["facts trec:P@10"]} and ${delta}`);
  await assertAccessible(page, "candidates held to all rows");
  assert.deepEqual(problems, []);
  await context.close();
  await other.context.close();
});

test("hits come while shards are still on their way, and stopping leaves them", async () => {
  const { page, context } = await newPage(browser);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await context.route(/gallery-00002\.safetensors/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(at("query=v-003"));
  const words = page.getByRole("status").filter({ hasText: "They change as more arrive." });
  await words.waitFor();
  assert.match(await words.innerText(), /The best of the first [12]0,000 rows, out of 30,000\./);
  assert.ok((await page.getByRole("list", { name: "Results" }).locator("li.card").count()) > 0);
  await assertAccessible(page, "a search on its way");
  release();
  await page.getByText("30,000 rows by their signs").waitFor();
  await context.close();
});

test("more like a picture, and back after a reload without the network", async () => {
  const { page, context } = await newPage(browser);
  const asked = await shardsAsked(context);
  await page.goto(at("like=25000"));
  const found = await results(page);
  assert.equal(found[0].id, "25000");
  assert.ok(Math.abs(found[0].score - 1) < 0.01, String(found[0].score));
  assert.equal(asked.length, N_SHARDS);
  await page.reload();
  assert.deepEqual(await results(page), found);
  assert.equal(asked.length, N_SHARDS, "what was kept is not asked for again");
  await context.close();
});

test("removing stored files removes shards, open or not", async () => {
  const { page, context } = await newPage(browser);
  const asked = await shardsAsked(context);
  await page.goto(at("query=v-003"));
  await results(page);
  const kept = () => page.evaluate(async () => {
    const names = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
  });
  assert.deepEqual(await kept(), ["rankscope"]);
  await page.goto(`${server.url}about?device=cpu&memory=1`);
  await page.getByRole("button", { name: "Remove stored files" }).click();
  await page.waitForFunction(async () => {
    for await (const _ of (await navigator.storage.getDirectory()).keys()) return false;
    return true;
  });
  await page.goto(at("query=v-003"));
  await results(page);
  assert.equal(asked.length, 2 * N_SHARDS);
  await context.close();
});

test("a shard that was damaged on its way is named and not kept", async () => {
  const { page, context } = await newPage(browser);
  let isDamaged = true;
  await context.route(/gallery-00001\.safetensors/, async (route) => {
    if (!isDamaged) return route.continue();
    const response = await route.fetch();
    const body = Buffer.from(await response.body());
    body[body.length - 1] ^= 1;
    await route.fulfill({ response, body });
  });
  await page.goto(at("query=v-003"));
  const alert = page.getByRole("alert").filter({ hasText: "A file of the benchmark is damaged" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /gallery-00001\.safetensors has SHA-256/);
  isDamaged = false;
  await page.getByRole("button", { name: /Try again|Retry/ }).first().click();
  await page.getByText("30,000 rows by their signs").waitFor();
  await context.close();
});
