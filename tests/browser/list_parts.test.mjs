// A benchmark with more images than are listed before a first search: only the files of the image lists
// that have its results are fetched, until something needs all of them.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, eventually, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { CORS, chroma, noEngines, proxy } from "./search_engines.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const N = 100_400;
const N_FILES = 51;
const DIM = 8;

const temporary = temporaryFolder();
const at = (name) => join(temporary, name);

/** Vectors of rows as numpy writes float32; pseudo-random, the same every time. */
function npy(rows, seed) {
  let state = seed;
  const values = new Float32Array(rows * DIM);
  for (let i = 0; i < values.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = state / 2 ** 31 - 1;
  }
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${DIM}), }`;
  const head = Buffer.alloc(128, " ");
  head.write("\x93NUMPY\x01\x00", 0, "latin1");
  head.writeUInt16LE(118, 8);
  head.write(dict, 10);
  head.write("\n", 127);
  return Buffer.concat([head, Buffer.from(values.buffer)]);
}
writeFileSync(at("gallery.npy"), npy(N, 7));
writeFileSync(at("queries.npy"), npy(3, 11));
writeFileSync(at("queries.txt"), "first words\nsecond words\nthird words\n");
writeFileSync(at("images.csv"), `id,caption,uri\n${Array.from({ length: N }, (_, row) => `p${row},picture number ${row},http://example.org/p${row}.png\n`).join("")}`);
writeFileSync(at("strict.qrels"), "1 0 p5 1\n2 0 p77 1\n3 0 p99999 1\n");
writeFileSync(at("recipe.toml"), `
id = "long"
title = "Long"
[images]
metadata = { files = "images.csv", id = "id", caption = "caption", uri = "uri" }
[queries]
lines = "queries.txt"
[[relevance]]
id = "strict"
title = "Strict"
counts_as = "Made."
default = true
qrels = "strict.qrels"
[[systems]]
id = "a"
title = "A"
gallery = "gallery.npy"
queries = "queries.npy"
`);
const benchmark = at("long");
rankscope("build", at("recipe.toml"), "-o", benchmark);
const server = await serve(benchmark);
const browser = await launch();

/** The files of the image lists that are asked for. */
function listsAsked(context) {
  const asked = new Set();
  context.on("request", (request) => {
    const found = /images\/(\d+)\.jsonl/.exec(request.url());
    if (found) asked.add(Number(found[1]));
  });
  return asked;
}

const ids = rankscopeJson("search", benchmark, "--system", "a", "--query-id", "2", "-k", "20");

test("a first search fetches the lists of its results alone", async () => {
  const { page, context } = await newPage(browser);
  const asked = listsAsked(context);
  await page.goto(`${server.url}?device=cpu&query=2`);
  const rows = ids.map(({ id }) => Number(id.slice(1)));
  await page.locator("li.card").filter({ hasText: `picture number ${rows[0]}` }).first().waitFor();
  await eventually(async () => assert.deepEqual((await results(page)).map(({ id }) => id), ids.map(({ id }) => id)));
  const expected = [...new Set(rows.map((row) => Math.floor(row / 2_000)))];
  assert.deepEqual([...asked].sort((a, b) => a - b), expected.sort((a, b) => a - b));
  assert.ok(asked.size < N_FILES / 2, `${asked.size} files`);
  await page.getByText(/only the files with these results are loaded/).waitFor();
  await assertAccessible(page, "some of the image lists");

  // All of them, and the judgements that name images by id. What is typed meanwhile stays.
  const field = page.getByRole("combobox", { name: "Query" });
  await field.fill("an owl at night");
  await page.getByRole("button", { name: "Load all lists" }).click();
  await page.getByRole("heading", { name: "Measures" }).waitFor();
  assert.equal(asked.size, N_FILES);
  assert.deepEqual((await results(page)).map(({ id }) => id), ids.map(({ id }) => id));
  assert.equal(await page.getByText(/only the files with these results/).count(), 0);
  assert.equal(await field.inputValue(), "an owl at night");
});

test("what needs all lists loads them", async () => {
  for (const address of ["leaderboard?device=cpu", "?device=cpu&like=p77", "?device=cpu&query=2&relevance=strict"]) {
    const { page, context } = await newPage(browser);
    const asked = listsAsked(context);
    await page.goto(`${server.url}${address}`);
    if (address.startsWith("leaderboard")) {
      await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
    } else {
      const found = await results(page);
      // Pictures like one are others.
      if (address.includes("like")) assert.ok(found.every(({ id }) => id !== "p77"));
      else assert.equal(found[0].id, ids[0].id);
    }
    assert.equal(asked.size, N_FILES, address);
  }
});

test("from Explore to the leaderboard and back", async () => {
  const { page, context } = await newPage(browser);
  const asked = listsAsked(context);
  await page.goto(`${server.url}?device=cpu&query=2`);
  await results(page);
  assert.ok(asked.size < N_FILES);
  await page.getByRole("link", { name: "Leaderboard" }).click();
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  assert.equal(asked.size, N_FILES);
  await page.getByRole("link", { name: "Explore" }).first().click();
  await page.getByRole("heading", { name: "Measures" }).waitFor();
});

test("a search engine names what it finds, and no list is fetched", { skip: noEngines }, async () => {
  const copy = join(temporaryFolder(), "long");
  cpSync(benchmark, copy, { recursive: true });
  const engine = await chroma();
  rankscope("index", copy, "--system", "a", "--to", engine.url);
  const between = await proxy(engine.url);
  const file = join(copy, "benchmark.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const remote = manifest.systems.find(({ id }) => id === "a-chroma");
  remote.remote.url = between.url;
  // The system's own file would say something else.
  manifest.files = manifest.files.filter(({ path }) => path !== "systems/a-chroma/system.json");
  writeFileSync(file, JSON.stringify(manifest));
  const own = await serve(copy);
  const { page, context } = await newPage(browser, { expects: /500/ });
  const asked = listsAsked(context);
  await page.goto(`${own.url}?device=cpu&system=a-chroma&query=2`);
  const named = async () => {
    const found = await results(page);
    assert.equal(found.length, 20);
    for (const { id } of found) assert.match(id, /^p\d+$/);
    return found;
  };
  const found = await eventually(named);
  await page.locator("li.card").filter({ hasText: `picture number ${found[0].id.slice(1)}` }).first().waitFor();
  const near = found.filter(({ id }) => ids.some((exact) => exact.id === id));
  assert.ok(near.length >= 10, `${near.length} of the exact first 20`);
  assert.equal(asked.size, 0, "no list of images");

  // What the engine does not name is in the lists.
  between.fault = (request, response) => {
    if (!request.url.endsWith("/get")) return false;
    response.writeHead(500, CORS).end("{}");
    return true;
  };
  await page.goto(`${own.url}?device=cpu&system=a-chroma&query=3`);
  await eventually(named);
  assert.ok(asked.size > 0);
});
