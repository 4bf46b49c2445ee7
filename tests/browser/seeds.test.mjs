// ConQA on Explore, with its own ids where they are: the seeds of a query and their nearest pictures, against
// brute force; what scene graphs, captions and experts say beside a miss.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertAccessible, eventually, newPage, rankscope, results } from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const DIM = 4;
const shared = join(process.env.RANKSCOPE_SHARED ?? fileURLToPath(new URL("../../../shared", import.meta.url)), "data/conqa");
const isThere = existsSync(join(shared, "vg_subset.txt"));
const published = (name) => readFileSync(join(shared, name), "utf8");
const queries = isThere ? JSON.parse(published("seed.json")) : { 0: { Text: "joy", Conceptual: true, Seeds: [7, 60] } };
const votes = isThere ? JSON.parse(published("mturk.json")) : { 0: { 11: [1, 2, 0] } };
// Those that a query or a vote names: the program is tried on all 43,413.
const isNamed = new Set([...Object.values(queries).flatMap(({ Seeds }) => Seeds.map(String)), ...Object.values(votes).flatMap(Object.keys)]);
const ids = isThere ? published("vg_subset.txt").trim().split(/\s+/).filter((id) => isNamed.has(id)) : Array.from({ length: 120 }, (_, id) => `${id}`);
const SEEDS = queries[0].Seeds.map(String);
/** Judged for the first query, and not relevant: its vector is the query's. */
const [MISS] = Object.keys(votes[0]);

/** Vectors as numpy writes them. */
function npy(rows) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows.length}, ${DIM}), }`;
  const padded = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const size = Buffer.alloc(2);
  size.writeUInt16LE(padded.length);
  return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), size, Buffer.from(padded, "latin1"), Buffer.from(new Float32Array(rows.flat()).buffer)]);
}

let state = 40;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
const rows = ids.map(() => Array.from({ length: DIM }, () => Math.fround(random())));
const vectorOf = new Map(ids.map((id, row) => [id, rows[row]]));
const folder = temporaryFolder();
const clip = join(folder, "systems/clip");
mkdirSync(clip, { recursive: true });
const write = (name, content) => writeFileSync(join(folder, name), content);
write("seed.json", JSON.stringify(queries));
write("mturk.json", JSON.stringify(votes));
write("vg_subset.txt", ids.map((id) => `${id}\n`).join(""));
write("objects.json", JSON.stringify([{ image_id: Number(MISS), objects: [{ names: ["Knife"] }, { names: ["man", "cook"] }, { names: ["knife"] }] }]));
write("image_data.json", JSON.stringify([{ image_id: Number(MISS), coco_id: 70 }]));
write("captions.json", JSON.stringify({ images: [{ id: 70, file_name: "70.jpg" }], annotations: [{ id: 1, image_id: 70, caption: "A man sharpens a knife." }] }));
write("why.csv", `query,image,explanation,by\n0,${MISS},The knife rests.,Ada\n0,,Something must be cut.,\n`);
writeFileSync(join(clip, "gallery.npy"), npy(rows));
writeFileSync(join(clip, "queries.npy"), npy(Object.keys(queries).map((_, row) => (row === 0 ? vectorOf.get(MISS) : rows[row]))));
const recipe = readFileSync(new URL("../../recipes/conqa.toml", import.meta.url), "utf8")
  .replace('title = "CLIP"\n', 'title = "CLIP"\ndtype = "f32"\n')
  .replace('attribution = "Visual Genome"\n', 'attribution = "Visual Genome"\nvisual_genome = { objects = "objects.json", image_data = "image_data.json", captions = ["captions.json"] }\n')
  .replace("[[relevance]]\n", '[explanations]\nfile = "why.csv"\nimage = "image"\nby = "by"\n\n[[relevance]]\n');
write("recipe.toml", recipe);
const benchmark = join(folder, "out");
rankscope("build", join(folder, "recipe.toml"), "--source", folder, "--out", benchmark);

const browser = await launch();
const server = await serve(benchmark);
// The pictures are not there.
const missing = { expects: /status of 404/ };

test("each seed has its hundred nearest pictures, with marks, and a link of its own", async () => {
  const { page } = await newPage(browser, missing);
  await page.goto(`${server.url}?device=cpu&query=0`);
  await results(page);
  const seeds = page.getByRole("list", { name: "Seeds" });
  await seeds.waitFor();
  assert.deepEqual(await seeds.getByRole("listitem").evaluateAll((items) => items.map((item) => item.dataset.seed)), SEEDS);
  const seed = SEEDS[1];
  await page.getByRole("button", { name: `Pictures nearest to seed ${seed}` }).click();
  await page.waitForURL(new RegExp(`seed=${seed}`));
  const nearest = page.getByRole("list", { name: "Pictures nearest to the seed" });
  await nearest.locator("li.card").nth(99).waitFor();
  const cosine = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0) / Math.hypot(...a) / Math.hypot(...b);
  const isSeed = new Set(Object.values(queries).flatMap(({ Seeds }) => Seeds.map(String)));
  const near = (id) => cosine(vectorOf.get(id), vectorOf.get(seed));
  const wanted = ids.filter((id) => !isSeed.has(id)).map((id) => [near(id), id]).toSorted((a, b) => b[0] - a[0]).slice(0, 100);
  const shown = () => nearest.locator("li.card").evaluateAll((cards) => cards.map((card) => card.dataset.image));
  const found = await shown();
  assert.equal(new Set(found).size, 100);
  // Scores are float32, so that pictures as near as rounding may change places.
  for (const [place, id] of found.entries()) {
    assert.ok(Math.abs(near(id) - wanted[place][0]) < 1e-6 && !isSeed.has(id), `${place}: ${id} and ${wanted[place][1]}`);
  }
  const judged = found.map((id) => votes[0][id]).filter(Boolean);
  const relevant = judged.filter(([yes, no, unsure]) => yes > 0 && no + unsure === 0);
  await page.getByText(`100 pictures: ${judged.length} judged and ${relevant.length} relevant under “Unanimous”.`).waitFor();
  await page.reload();
  await nearest.waitFor();
  await eventually(async () => assert.deepEqual(await shown(), found));
  await assertAccessible(page, "seeds");
  await page.getByRole("button", { name: `Pictures nearest to seed ${seed}` }).click();
  await nearest.waitFor({ state: "detached" });
  assert.doesNotMatch(page.url(), /seed=/);
});

test("beside a miss are its objects, its caption and what experts say, and above the results what they say of the query", async () => {
  const { page } = await newPage(browser, missing);
  await page.goto(`${server.url}?device=cpu&query=0`);
  await results(page);
  await page.getByText("Something must be cut.").waitFor();
  await page.getByRole("button", { name: "Why? Result 1" }).first().click();
  const card = page.locator("#why");
  await card.getByText("Not relevant by “Unanimous”.").waitFor();
  await card.getByText("The knife rests. (Ada)").waitFor();
  await card.getByText("A man sharpens a knife.").waitFor();
  await card.getByText("Tags: knife, man, cook").waitFor();
  await assertAccessible(page, "a miss with objects");
});
