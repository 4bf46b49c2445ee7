// Searches among some of the pictures: held to whole lists of the native program of which the rest
// is struck out, and to its measures of these lists against judgements without the rest.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exactTopK, vectorsFromShard } from "../../benches/search/vectors.mjs";
import { askEngine, openEngine, writeVectors } from "./engine.mjs";
import {
  assertAccessible,
  cellValues,
  eventually,
  goInside,
  lacksWebGpu,
  near,
  newPage,
  openOptions,
  rankscopeJson,
  results,
} from "./harness.mjs";
import { largeGallery, launch, ownFixture, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEMS = ["words-64", "tiny-bert"];

/** `two-red-circles-pale` → what it shows. */
function facetsOf(id) {
  const [number, colour, shape, ground] = id.split("-");
  return { number, colour, shape: shape.replace(/s$/, ""), ground };
}

/** Gives the fixture's pictures facets; one has none. */
function withFacets(folder) {
  const path = "images/00000.jsonl";
  const lines = readFileSync(join(folder, path), "utf8").trim().split("\n").map(JSON.parse);
  const [plain, ...others] = lines;
  const listed = [plain, ...others.map((image) => ({ ...image, facets: facetsOf(image.id) }))];
  const bytes = Buffer.from(listed.map((image) => `${JSON.stringify(image)}\n`).join(""));
  writeFileSync(join(folder, path), bytes);
  const manifest = JSON.parse(readFileSync(join(folder, "benchmark.json"), "utf8"));
  const entry = manifest.files.find((file) => file.path === path);
  entry.bytes = bytes.length;
  entry.sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
  return listed;
}

const { temporary, benchmark, queries } = ownFixture();
const images = withFacets(benchmark);
const judgements = readFileSync(join(benchmark, "relevance/exact.qrels"), "utf8").trim().split("\n").map((line) => line.split(/\s+/));
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters, path = "") => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const fits = (wanted) => (image) => Object.entries(wanted).every(([name, value]) => image.facets?.[name] === value);
const words = (wanted) => Object.entries(wanted).map((pair) => pair.join("=")).join(";");
const inside = (wanted) => new Set(images.filter(fits(wanted)).map(({ id }) => id));
const relevantTo = (query) => judgements.filter(([own, , , grade]) => own === query && Number(grade) >= 1).map(([, , image]) => image);

/** The whole list of the native program, of which only these pictures are left. */
function listAmong(ids, system, query) {
  const all = rankscopeJson("search", benchmark, "--system", system, "--query-id", query, "-k", String(images.length));
  return all.filter(({ id }) => ids.has(id)).map(({ id, score }, index) => ({ rank: index + 1, id, score }));
}

/** A stored query with relevant pictures on both sides of a filter. */
const queryAcross = (ids) => queries.find(({ id }) => {
  const n = relevantTo(id).filter((image) => ids.has(image)).length;
  return n > 1 && n < relevantTo(id).length;
}).id;

for (const [name, parameters] of Object.entries({ cpu: {}, webgpu: { device: "webgpu" }, "in files": { memory: "0" } })) {
  test(`${name}: the hits are those of the whole list without the rest, in two systems and in two stages`, async (t) => {
    const { page } = await newPage(browser);
    const wanted = { colour: "red", ground: "dark" };
    const ids = inside(wanted);
    const query = queryAcross(ids);
    await page.goto(address(parameters));
    if (name === "webgpu" && (await lacksWebGpu(t, page))) return;
    await goInside(page, address({ ...parameters, query, system: SYSTEMS[0], also: SYSTEMS[1], pictures: words(wanted) }));
    for (const system of SYSTEMS) {
      const title = await page.getByRole("combobox", { name: "System" }).locator(`option[value="${system}"]`).innerText();
      const lane = page.getByRole("list", { name: `Results of ${title}` });
      // Not the best of the first rows, while others are on their way.
      await page.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
      await page.locator('section.lane[aria-busy="false"]', { has: lane }).locator("li").first().waitFor();
      const shown = await lane.locator("li").evaluateAll((cards) => cards.map(({ dataset }) => [Number(dataset.row), Number(dataset.score)]));
      const expected = listAmong(ids, system, query).slice(0, 20);
      assert.deepEqual(shown, expected.map(({ id, score }) => [images.findIndex((image) => image.id === id), score]), system);
    }
    // In two stages: the same pictures, as the second system scores them.
    await goInside(page, address({ ...parameters, query, system: SYSTEMS[0], rerank: SYSTEMS[1], pictures: words(wanted), k: "50" }));
    const first = new Set(listAmong(ids, SYSTEMS[0], query).slice(0, 100).map(({ id }) => id));
    assert.deepEqual(await results(page), listAmong(first, SYSTEMS[1], query).slice(0, 50));
    // Fewer rows than candidates: nothing can be missing, also of what stays in files.
    assert.equal(await page.getByText("may be missing").count(), 0);
  });
}

test("choosing facets searches anew, goes into the address, and measures that part alone", async () => {
  const { page } = await newPage(browser);
  const query = queryAcross(inside({ colour: "blue" }));
  await page.goto(address({ query, system: SYSTEMS[0] }));
  await results(page);
  await openOptions(page);
  await page.getByLabel("Pictures searched: all 432").click();
  const colour = page.getByRole("combobox", { name: "Colour" });
  // Every value with how many pictures have it.
  const n = (value) => images.filter(fits({ colour: value })).length;
  const values = [...new Set(images.flatMap(({ facets }) => facets?.colour ?? []))].toSorted();
  const expected = ["all (431)", ...values.map((value) => `${value} (${n(value)})`)];
  // An open menu gets its pickers in its next moment.
  await eventually(async () => {
    const options = (await colour.locator("option").allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(options, expected);
  });
  await colour.selectOption("blue");
  await page.waitForURL(/pictures=/);
  const ids = inside({ colour: "blue" });
  await page.getByText(`Searching only ${ids.size} of 432 pictures: colour blue.`).waitFor();
  const shape = page.getByRole("combobox", { name: "Shape" });
  const stars = inside({ colour: "blue", shape: "star" }).size;
  await shape.locator('option[value="star"]', { hasText: new RegExp(`^\\s*star \\(${stars}\\)\\s*$`) }).waitFor({ state: "attached" }); // Of those that are blue.
  await page.keyboard.press("Escape");

  await page.reload();
  const list = listAmong(ids, SYSTEMS[0], query);
  assert.deepEqual(await results(page), list.slice(0, 20));
  assert.equal(new URL(page.url()).searchParams.get("pictures"), "colour=blue");
  await page.getByText(`${ids.size} of 432 rows`).waitFor();

  // The measures of that list against judgements of these pictures.
  const qrels = join(temporary, "blue.qrels");
  writeFileSync(qrels, judgements.filter(([, , image]) => ids.has(image)).map((line) => `${line.join(" ")}\n`).join(""));
  const run = join(temporary, "blue.run");
  writeFileSync(run, list.map(({ id, rank, score }) => `${query} Q0 ${id} ${rank} ${score} blue\n`).join(""));
  const shown = await cellValues(page.getByRole("table", { name: "Measures of this query" }), "measure");
  const measures = Object.keys(shown);
  assert.ok(measures.length >= 5);
  const { runs } = rankscopeJson("eval", "--qrels", qrels, "--run", `blue=${run}`, "--measures", measures.join(","));
  for (const measure of measures) {
    assert.ok(near(shown[measure], runs.blue[measure].per_query[query], 1e-9), `${measure}: ${shown[measure]}`);
  }
  const relevant = relevantTo(query);
  const among = relevant.filter((image) => ids.has(image)).length;
  await eventually(async () => {
    const told = await page.locator(".judged-by").innerText();
    assert.match(told, new RegExp(`${among} images? (is|are) relevant among ${ids.size} of 432 pictures`));
    assert.match(told, new RegExp(`${relevant.length - among} relevant images? (is|are) filtered out`));
  });

  // Changes count within it, and another filter drops them.
  await page.getByRole("button", { name: "What if …?" }).click();
  await page.getByRole("button", { name: /^Flip to/ }).first().click();
  await page.getByText("1 change", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Search all pictures" }).click();
  await page.waitForURL((url) => !url.searchParams.has("pictures") && !url.searchParams.has("edit"));
  const all = listAmong(inside({}), SYSTEMS[0], query);
  await page.getByText("432 rows").waitFor();
  assert.deepEqual(await results(page), all.slice(0, 20));
});

test("what no picture is, what is relevant only outside, and what the benchmark does not know", async () => {
  const { page } = await newPage(browser);
  const query = queries[0].id;
  await page.goto(address({ query, pictures: "colour=red;ground=none" }));
  await page.getByText("The address names pictures with ground = none, which this benchmark does not have").waitFor();
  await page.getByText(`Searching only ${inside({ colour: "red" }).size} of 432 pictures: colour red.`).waitFor();
  await page.goto(address({ query, pictures: "nonsense" }));
  await page.getByText("The address names the picture filter “nonsense”").waitFor();
  assert.equal((await results(page)).length, 20);

  const outside = queries.find(({ id }) => relevantTo(id).length && !relevantTo(id).some((image) => inside({ colour: "green" }).has(image)));
  await page.goto(address({ query: outside.id, pictures: "colour=green" }));
  await page.getByText("The picture filter excludes every image that is relevant to this query under this definition").waitFor();
  assert.equal((await results(page)).length, 20);
});

test("an empty choice says so, and the way out works with the keyboard; no accessibility faults", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: queries[0].id, also: "words-64", pictures: "colour=red;shape=circle;number=one;ground=dark" }));
  // That picture is the one without facets.
  const panel = page.getByRole("status").filter({ hasText: "No picture matches the filter" });
  await panel.waitFor();
  assert.match(await panel.innerText(), /None of the 432 pictures has/);
  assert.equal(await page.getByRole("table", { name: "Measures of this query" }).count(), 0);
  await openOptions(page);
  const menu = page.getByLabel("Pictures searched: 0");
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Ground", exact: true }).waitFor();
  await assertAccessible(page, "the filter of pictures, open and without a result");
  // On the narrow page the row of tools was folded away, and the focus with it.
  await page.setViewportSize({ width: 1280, height: 900 });
  await menu.focus();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Ground" }).waitFor({ state: "hidden" });
  await panel.getByRole("button", { name: "Search all pictures" }).press("Enter");
  await page.getByRole("list", { name: /^Results of/ }).first().locator("li").first().waitFor();
});

test("an imported run keeps its order among the pictures that are left, and may have none", async () => {
  const { page } = await newPage(browser);
  const [{ id: query }, { id: other }] = queries;
  const run = join(temporary, "mine.run");
  const ranked = listAmong(inside({}), SYSTEMS[0], query).toReversed().map(({ id }, index) => ({ id, rank: index + 1, score: 1000 - index }));
  const lines = ranked.map(({ id, rank, score }) => `${query} Q0 ${id} ${rank} ${score} mine`);
  const [green] = inside({ colour: "green" });
  writeFileSync(run, `${lines.join("\n")}\n${other} Q0 ${green} 1 1 mine\n`);
  await page.goto(address({}, "about"));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  await page.getByLabel("Choose files").setInputFiles([run]);
  const entry = page.getByRole("list", { name: "Imported files" }).locator("> li");
  await entry.waitFor();
  const system = await entry.getAttribute("data-import");
  await page.goto(address({ system, query, pictures: "colour=red", k: "100" }));
  const ids = inside({ colour: "red" });
  const expected = ranked.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  assert.deepEqual((await results(page)).map(({ id }) => id), expected);
  await page.goto(address({ system, query: other, pictures: "colour=red" }));
  await page.getByText(`This system ranks none of the ${ids.size} of 432 pictures for this query: colour red.`).waitFor();
});

test("pages about all queries say that the choice is not theirs", async () => {
  const { page } = await newPage(browser);
  for (const path of ["leaderboard", "compare", "agreement"]) {
    await page.goto(address({ pictures: "colour=blue" }, path));
    await page.getByText("This page uses all pictures.").waitFor();
    assert.equal(new URL(await page.getByRole("link", { name: "Explore" }).last().evaluate((link) => link.href)).searchParams.get("pictures"), "colour=blue");
  }
  await page.goto(address({}, "leaderboard"));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  assert.equal(await page.getByText("This page uses all pictures.").count(), 0);
});

/** Numbers between −1 and 1, the same each time. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A set of rows as it travels: four in a hexadecimal digit, the first its lowest bit. */
function rowSet(nRows, has) {
  const digit = (_, index) => [0, 1, 2, 3].reduce((sum, place) => sum + (has(4 * index + place) ? 2 ** place : 0), 0).toString(16);
  return { n_rows: nRows, digits: Array.from({ length: Math.ceil(nRows / 4) }, digit).join("") };
}

const N_ROWS = 12_001;
const MASKS = {
  "most rows": (row) => row < N_ROWS && row % 3 !== 1,
  "few rows": (row) => row < N_ROWS && row % 97 === 5,
  "the last row": (row) => row === N_ROWS - 1,
  "no row": () => false,
};

for (const { name, device, roomBytes } of [{ name: "cpu", device: "cpu" }, { name: "webgpu", device: "webgpu" }, { name: "in files", device: "cpu", roomBytes: 0 }]) {
  test(`${name}: the engine finds what brute force finds among the rows of a filter`, async (t) => {
    const folder = temporaryFolder();
    const next = numbers(11);
    const gallery = Array.from({ length: N_ROWS }, () => Array.from({ length: 24 }, next));
    const bytes = writeVectors(folder, gallery, gallery.slice(0, 2).map((row) => row.map((value) => value + 0.1 * next())));
    const server = await serve(folder);
    const { page } = await newPage(browser);
    try {
      const report = await openEngine(page, server, device, { roomBytes });
      if (!report.kind) return t.skip(`no WebGPU: ${JSON.stringify(report)}`);
      const [vectors, stored] = [vectorsFromShard(bytes.gallery), vectorsFromShard(bytes.queries)];
      for (const [mask, has] of Object.entries(MASKS)) {
        for (let query = 0; query < stored.nRows; query++) {
          // In files all rows are scored, so that none is missing.
          const search = { system: "made", query: { Stored: query }, k: 50, all_rows: true, among: rowSet(N_ROWS, has) };
          const { hits, timings } = (await askEngine(page, { Search: search })).Hits;
          const expected = exactTopK(vectors, stored.row(query), N_ROWS).filter(({ row }) => has(row)).slice(0, 50);
          const found = hits.map((hit) => ({ row: hit.row_in_corpus, score: Math.fround(hit.score) }));
          assert.deepEqual(found, expected, `${mask}, query ${query}`);
          assert.equal(timings.n_among, Array.from({ length: N_ROWS }, (_, row) => has(row)).filter(Boolean).length);
        }
      }
      const refused = async (among) => (await askEngine(page, { Search: { system: "made", query: { Stored: 0 }, k: 5, among } })).Failed;
      assert.match((await refused(rowSet(N_ROWS + 1, () => true))).detail, /the filter is for a corpus of 12002 rows, but this one has 12001/);
      assert.match((await refused({ n_rows: N_ROWS, digits: "f" })).detail, /the filter has 1 digits, but 12001 rows need 3001/);
      assert.match((await refused({ n_rows: N_ROWS, digits: `${"0".repeat(3000)}x` })).detail, /digit 3000 of the filter is 'x'/);
      assert.match((await refused({ n_rows: N_ROWS, digits: `${"0".repeat(3000)}2` })).detail, /contains row 12001/);
    } finally {
      server.stop();
    }
  });
}

test("of a corpus in files, shards without any of the rows are not fetched", async () => {
  const folder = largeGallery(64);
  const server = await serve(folder);
  const { page, context } = await newPage(browser);
  const asked = [];
  await context.route(/gallery-\d+\.safetensors/, async (route) => {
    asked.push(/gallery-(\d+)/.exec(route.request().url())[1]);
    // Longer than the engine waits before it sends the hits so far, as on a busy machine.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await openEngine(page, server, "cpu", { roomBytes: 1 << 20 });
  const has = (row) => row >= 10_000 && row < 20_000 && row % 2 === 0;
  const among = rowSet(30_000, has);
  const hits = async (more) => (await askEngine(page, { Search: { system: "facts", query: { Stored: 3 }, k: 20, among, ...more } })).Hits;
  const { hits: exact, timings } = await hits({ all_rows: true });
  assert.deepEqual(asked, ["00001"]);
  assert.equal(timings.n_candidates, null);
  assert.equal(timings.n_rows, 30_000);
  const all = rankscopeJson("search", folder, "--system", "facts", "--query-id", "v-003", "-k", "30000");
  const expected = all.filter(({ id }) => has(Number(id))).slice(0, 20);
  assert.deepEqual(exact.map((hit) => [String(hit.row_in_corpus), Math.fround(hit.score)]), expected.map(({ id, score }) => [id, Math.fround(score)]));
  const some = await hits({});
  assert.equal(some.timings.n_candidates, 4_000);
  const common = some.hits.filter((hit) => exact.some((own) => own.row_in_corpus === hit.row_in_corpus));
  assert.ok(common.length >= 18 && some.hits.every((hit) => has(hit.row_in_corpus)), `${common.length} of 20`);
  server.stop();
});
