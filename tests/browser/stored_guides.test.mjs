// Guides that a benchmark carries: listed, chosen, compared by their stored vectors, and fused as brute
// force has it. No tower, no encoder, nothing drawn.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertNear, cellValues, downloadedJson, eventually, goInside, near, newPage, rankscope, rankscopeJson } from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const folder = temporaryFolder();
const write = (name, bytes) => writeFileSync(join(folder, name), bytes);
const DIMS = { one: 5, two: 4 };
const IMAGES = ["a", "b", "c", "d", "e", "f"];
const ALPHA = [["q2", 0], ["q1", 0], ["q2", 1], ["q1", 1]];
const BETA = [["q1", "first"], ["q2", "first"]];

// Numbers without a pattern, the same on every run.
let state = 7;
const value = () => (state = (state * 48271) % 2147483647) / 1073741823.5 - 1;
function matrix(name, rows, dim) {
  const values = Array.from({ length: rows }, () => Array.from({ length: dim }, value));
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${dim}), }`.padEnd(117) + "\n";
  const head = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length & 255, header.length >> 8]);
  write(`${name}.npy`, Buffer.concat([head, Buffer.from(header), Buffer.from(new Float32Array(values.flat()).buffer)]));
  return values;
}
const vectors = Object.fromEntries(
  Object.entries(DIMS).map(([system, dim]) => [
    system,
    { gallery: matrix(system, IMAGES.length, dim), queries: matrix(`${system}-q`, 3, dim), alpha: matrix(`${system}-alpha`, ALPHA.length, dim), beta: matrix(`${system}-beta`, BETA.length, dim) },
  ]),
);
const svg = (colour) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" d="M0 0h9v9H0z"/></svg>`)}`;
write("images.txt", IMAGES.join("\n"));
write("queries.txt", "q1\nq2\nq3\n");
write("queries.jsonl", [1, 2, 3].map((n) => `{"id":"q${n}","text":"query ${n}"}\n`).join(""));
write("judged.qrels", "q1 0 c 1\nq2 0 e 1\nq3 0 c 1\n");
write("alpha.jsonl", ALPHA.map(([query, guide]) => JSON.stringify({ query, guide, uri: svg("teal") }) + "\n").join(""));
write("beta.jsonl", BETA.map(([query, guide]) => JSON.stringify({ query, guide, uri: svg("peru") }) + "\n").join(""));
const systems = Object.keys(DIMS).map((id) => `[[systems]]\nid = "${id}"\ntitle = "${id}"\ngallery = "${id}.npy"\nqueries = "${id}-q.npy"\n`).join("");
const guides = ["alpha", "beta"].map((id) => `[[guides]]\nid = "${id}"\ntitle = "${id[0].toUpperCase()}${id.slice(1)}"\nimages = "${id}.jsonl"\nvectors = { one = "one-${id}.npy", two = "two-${id}.npy" }\n`).join("");
write("recipe.toml", `id = "tiny"\ntitle = "Tiny"\n[images]\nids = "images.txt"\n[queries]\nids = "queries.txt"\ntexts = "queries.jsonl"\n[[relevance]]\nid = "judged"\ntitle = "Judged"\ncounts_as = "What was judged."\ndefault = true\nqrels = "judged.qrels"\n${systems}${guides}`);
const benchmark = join(folder, "tiny");
rankscope("build", join(folder, "recipe.toml"), "--out", benchmark);

/** Reciprocal ranks of every image, summed over these guides `[engine, row]` and both systems. */
function fused(chosen) {
  const cosine = (a, b) => {
    const dot = (x, y) => x.reduce((sum, own, place) => sum + own * y[place], 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  const scores = Object.fromEntries(IMAGES.map((id) => [id, 0]));
  for (const own of Object.values(vectors)) {
    for (const [engine, row] of chosen) {
      const order = IMAGES.map((id, place) => [cosine(own[engine][row], own.gallery[place]), id]).sort(([a], [b]) => b - a);
      order.forEach(([, id], rank) => (scores[id] += 0.5 / (rank + 1)));
    }
  }
  return scores;
}

const browser = await launch();
const server = await serve(benchmark);
const address = (parameters) => `${server.url}guides?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const list = (page, name) => page.getByRole("list", { name, exact: true });
const done = (page) => page.locator(".guide-timings[data-fuse-ms]").waitFor();

async function assertFused(page, chosen) {
  const expected = fused(chosen);
  await eventually(async () => {
    const hits = await list(page, "By guides").locator("li.card").evaluateAll((cards) => cards.map(({ dataset }) => [dataset.image, Number(dataset.score)]));
    assert.equal(hits.length, IMAGES.length);
    for (const [id, score] of hits) assert.ok(near(score, expected[id], 1e-9), `${id}: ${score} and ${expected[id]}`);
  });
}

test("the guides of a query are those of its engines, and their lists are fused", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: "q1" }));
  await done(page);
  await eventually(async () => assert.deepEqual(await list(page, "Guides").locator(".guide-title").allInnerTexts(), ["Alpha 0", "Alpha 1", "Beta first"]));
  await assertFused(page, [["alpha", 1], ["alpha", 3], ["beta", 0]]);
  await eventually(async () => {
    const shown = await list(page, "Guides").locator("img").evaluateAll((images) => images.filter((image) => image.naturalWidth > 0).length);
    assert.equal(shown, 3);
  });
  await assertAccessible(page, "stored guides");
  // One engine, one guide of it.
  await page.goto(address({ query: "q2", guides: "balanced;engines=alpha;m=1" }));
  await done(page);
  await assertFused(page, [["alpha", 0]]);
  // Of a result of the list, too.
  await page.getByRole("button", { name: "Use as guide: result 1", exact: true }).click();
  await list(page, "Guides").locator("li").nth(1).waitFor();
});

test("a query without guides says so, and what needs drawings is not offered", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: "q3", study: "ablations" }));
  await page.getByText("No guides yet.").waitFor();
  const links = page.getByRole("navigation", { name: "Studies" }).getByRole("link");
  await links.first().waitFor();
  const studies = await links.allInnerTexts();
  assert.ok(!studies.some((name) => ["Ablations", "Spread", "Pairing"].includes(name)), studies.join());
});

test("as a system they have the figures of rankscope eval, and m has a curve against a text system", async () => {
  const { page } = await newPage(browser);
  const ids = ["guides(balanced)", "guides(fast,l=1)", "rrf(guides(balanced),one)"];
  const measures = ["inquire:AP@50", "trec:nDCG@10"];
  const at = (parameters) => `${server.url}leaderboard?${new URLSearchParams({ device: "cpu", measures, ...parameters })}`;
  await page.goto(at({ fused: ids.join(",") }));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  for (const id of ids) {
    const { runs } = rankscopeJson("eval", benchmark, "--system", id, "--measures", measures.join());
    for (const [measure, { mean }] of Object.entries(runs[id])) assert.equal(Number(shown[`${id} ${measure} judged`]), mean, `${id} ${measure}`);
  }
  const byNumber = page.getByRole("region", { name: "By dimensions, rounds, β or guides" });
  await byNumber.getByRole("combobox", { name: "Compared with" }).selectOption("two");
  await byNumber.getByRole("combobox", { name: "Number" }).selectOption("guides(balanced,m=#)");
  await page.waitForURL((url) => url.searchParams.get("against") === "two");
  const swept = rankscopeJson("sweep", benchmark, "--system", "guides(balanced,m=#)", "--over", "1,2,3", "--baseline", "two", "--measures", measures[0]);
  const save = byNumber.locator(".save").filter({ hasText: "rankscope sweep" });
  await eventually(async () => assertNear(await downloadedJson(page, "Export report (JSON)", save), swept));

  // Agreement has them too.
  await goInside(page, `${server.url}agreement?${new URLSearchParams({ device: "cpu", measures, fused: ids.join(",") })}`);
  await page.getByText("95% confidence interval, from 2,000 resamples").waitFor();
  const systems = [...ids, ...Object.keys(DIMS)].flatMap((id) => ["--system", id]);
  assertNear(await downloadedJson(page, "Export report (JSON)", page.locator(".matrix-and-cell")), rankscopeJson("agree", benchmark, ...systems, "--measures", measures.join()));
});
