// The seeds of a query and their nearest pictures on Explore, against brute force.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertAccessible, eventually, newPage, rankscope, results } from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const N = 120;
const DIM = 4;
const SEEDS = [7, 60];
const JUDGED = 11;

/** Vectors as numpy writes them. */
function npy(rows) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows.length}, ${DIM}), }`;
  const padded = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const size = Buffer.alloc(2);
  size.writeUInt16LE(padded.length);
  return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), size, Buffer.from(padded, "latin1"), Buffer.from(new Float32Array(rows.flat()).buffer)]);
}

// Points on a spiral, no two directions equal.
const rows = Array.from({ length: N }, (_, row) => [Math.cos(row * 0.37), Math.sin(row * 0.37), Math.cos(row * 0.11), 0.3 + row / N].map(Math.fround));
const folder = temporaryFolder();
const clip = join(folder, "systems/clip");
mkdirSync(clip, { recursive: true });
const write = (name, content) => writeFileSync(join(folder, name), content);
write("seed.json", JSON.stringify({ 0: { Text: "joy", Conceptual: true, Seeds: SEEDS } }));
write("mturk.json", JSON.stringify({ 0: { [JUDGED]: [2, 0, 0] } }));
write("vg_subset.txt", rows.map((_, id) => `${id}\n`).join(""));
writeFileSync(join(clip, "gallery.npy"), npy(rows));
writeFileSync(join(clip, "queries.npy"), npy(rows.slice(0, 1)));
const recipe = join(folder, "recipe.toml");
copyFileSync(fileURLToPath(new URL("../../recipes/conqa.toml", import.meta.url)), recipe);
const benchmark = join(folder, "out");
rankscope("build", recipe, "--source", folder, "--out", benchmark);

const browser = await launch();
const server = await serve(benchmark);

test("each seed has its hundred nearest pictures, with marks, and a link of its own", async () => {
  // Its pictures are not there.
  const { page } = await newPage(browser, { expects: /status of 404/ });
  await page.goto(`${server.url}?device=cpu&query=0`);
  await results(page);
  const seeds = page.getByRole("list", { name: "Seeds" });
  await seeds.waitFor();
  assert.deepEqual(await seeds.getByRole("listitem").evaluateAll((items) => items.map((item) => item.dataset.seed)), SEEDS.map(String));
  await page.getByRole("button", { name: `Pictures nearest to seed ${SEEDS[1]}` }).click();
  await page.waitForURL(new RegExp(`seed=${SEEDS[1]}`));
  const nearest = page.getByRole("list", { name: "Pictures nearest to the seed" });
  await nearest.locator("li.card").nth(99).waitFor();
  const cosine = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0) / Math.hypot(...a) / Math.hypot(...b);
  const wanted = rows.map((_, id) => id).filter((id) => !SEEDS.includes(id)).toSorted((a, b) => cosine(rows[b], rows[SEEDS[1]]) - cosine(rows[a], rows[SEEDS[1]])).slice(0, 100);
  const shown = () => nearest.locator("li.card").evaluateAll((cards) => cards.map((card) => card.dataset.image));
  const found = await shown();
  assert.equal(found.length, 100);
  // Stored as float16, so pictures as near as rounding may change places.
  for (const [place, id] of found.entries()) {
    assert.ok(Math.abs(cosine(rows[id], rows[SEEDS[1]]) - cosine(rows[wanted[place]], rows[SEEDS[1]])) < 2e-3, `${place}: ${id} and ${wanted[place]}`);
  }
  const isNear = found.includes(String(JUDGED));
  await page.getByText(`100 pictures: ${isNear ? 1 : 0} judged and ${isNear ? 1 : 0} relevant under “Unanimous”.`).waitFor();
  await page.reload();
  await nearest.waitFor();
  await eventually(async () => assert.deepEqual(await shown(), found));
  await assertAccessible(page, "seeds");
  await page.getByRole("button", { name: `Pictures nearest to seed ${SEEDS[1]}` }).click();
  await nearest.waitFor({ state: "detached" });
  assert.doesNotMatch(page.url(), /seed=/);
});
