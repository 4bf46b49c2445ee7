// From images to texts in the page: figures are those of `rankscope eval --direction`, to the last
// digit; a link reopens them; texts are found for one image, with marks and measures.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertNear, cellValues, coefficients, downloadedJson, eventually, newPage, rankscope, rankscopeJson } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const MEASURES = ["eccv:mAP@R", "eccv:R@1", "trec:nDCG@10"];
const { temporary, benchmark, manifest } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const at = (own, path, parameters) => `${own.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const address = (path, parameters) => at(server, path, parameters);
const computed = (page, what) => page.getByRole("status").filter({ hasText: `Computed on this device: ${what}` }).first().waitFor();
const evaluated = (folder, direction, ...more) => rankscopeJson("eval", folder, "--direction", direction, "--relevance", "exact", "--measures", MEASURES.join(","), ...more);

/** Asserts that a table shows the means of a report's block, to the last digit; systems come one after another. */
const shows = (page, block, what) => eventually(async () => {
  const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  let n = 0;
  for (const [system, measures] of Object.entries(block)) {
    for (const [measure, { mean }] of Object.entries(measures)) {
      assert.equal(shown[`${system} ${measure} exact`], mean === null ? "n/a" : String(mean), `${what}: ${system} ${measure}`);
      n++;
    }
  }
  assert.ok(n >= MEASURES.length, `${what}: ${n} means`);
});

test("the leaderboard has the figures of eval --direction, one way and both", async () => {
  const { page } = await newPage(browser);
  const parameters = { measures: MEASURES.join(","), relevance: "exact" };
  await page.goto(address("leaderboard", parameters));
  await computed(page, "");
  const forward = evaluated(benchmark, "t2i");
  await shows(page, forward.runs, "texts to images");
  const report = () => downloadedJson(page, "Export report (JSON)");
  assertNear(await report(), forward);
  await page.getByRole("combobox", { name: "Direction" }).selectOption("i2t");
  await page.waitForURL(/direction=i2t/);
  await computed(page, "");
  await page.getByRole("status").filter({ hasText: /images? (by|of) / }).first().waitFor();
  await shows(page, evaluated(benchmark, "i2t").runs, "images to texts");
  assertNear(await report(), evaluated(benchmark, "i2t"));
  await page.getByText("every image with a relevant text is a query").waitFor();
  await page.getByRole("combobox", { name: "Direction" }).selectOption("mean");
  const both = evaluated(benchmark, "mean");
  const [system] = Object.keys(both.both);
  const cell = page.locator(`[data-system="${system}"][data-measure="${MEASURES[0]}"][data-value="${both.both[system][MEASURES[0]].mean}"]`);
  await cell.first().waitFor();
  await shows(page, both.both, "both");
  assertNear(await report(), both);
  await assertAccessible(page, "leaderboard of both directions");
});

test("a link reopens a direction, and what is kept of one is never shown for the other", async () => {
  const { page } = await newPage(browser);
  const parameters = { relevance: "exact" };
  const measures = manifest.headlines?.map(({ measure }) => measure) ?? [];
  const own = (direction) => rankscopeJson("eval", benchmark, "--direction", direction, "--relevance", "exact", ...(measures.length ? ["--measures", [...new Set(measures)].join(",")] : [])).runs;
  for (let visit = 0; visit < 2; visit++) {
    for (const direction of ["i2t", "t2i"]) {
      await page.goto(address("leaderboard", { ...parameters, direction }));
      await computed(page, "");
      const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
      const expected = own(direction);
      let n = 0;
      for (const [key, value] of Object.entries(shown)) {
        const [system, measure, relevance] = key.split(" ");
        const mean = expected[system]?.[measure]?.mean;
        if (relevance !== "exact" || mean === undefined || mean === null) continue;
        assert.equal(value, String(mean), `${direction}, visit ${visit}: ${key}`);
        n++;
      }
      assert.ok(n > 0, `${direction}: ${JSON.stringify(shown)}`);
    }
  }
});

test("agreement compares the columns from images to texts, and of both", async () => {
  const { page } = await newPage(browser);
  for (const direction of ["i2t", "mean"]) {
    const report = evaluated(benchmark, direction);
    const block = direction === "mean" ? report.both : report.runs;
    await page.goto(address("agreement", { measures: MEASURES.join(","), columns: "exact", direction }));
    const table = page.getByRole("table", { name: /Agreement of measures/ });
    await table.waitFor();
    const means = (measure) => manifest.systems.map(({ id }) => block[id][measure].mean);
    await eventually(async () => {
      const shown = await coefficients(table);
      assert.equal(shown[`${MEASURES[0]} exact ${MEASURES[1]} exact`], String(tauB(means(MEASURES[0]), means(MEASURES[1])) ?? "n/a"), direction);
    });
    await page.getByText(/resamples of the (images|queries and of the images)/).first().waitFor();
  }
  await assertAccessible(page, "agreement of both directions");
});

/** Kendall's τ-b by counting pairs; null where it is undefined. */
function tauB(x, y) {
  let [same, opposite, tiesX, tiesY] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [Math.sign(x[i] - x[j]), Math.sign(y[i] - y[j])];
      if (a && b) a === b ? same++ : opposite++;
      else if (a) tiesY++;
      else if (b) tiesX++;
    }
  }
  const below = Math.sqrt((same + opposite + tiesX) * (same + opposite + tiesY));
  return below ? (same - opposite) / below : null;
}

test("an image finds texts, with marks, measures and their order by the command", async () => {
  const { page } = await newPage(browser);
  const system = manifest.systems[0].id;
  const report = rankscopeJson("eval", benchmark, "--direction", "i2t", "--relevance", "exact", "--measures", "trec:RR,eccv:R-Precision", "--system", system);
  const of = report.runs[system]["trec:RR"].per_query;
  const [image] = Object.keys(of);
  await page.goto(address("", { system, like: image, relevance: "exact", measures: "trec:RR,eccv:R-Precision" }));
  await page.getByRole("list", { name: "Results" }).locator("li.card").first().waitFor();
  const find = page.getByRole("combobox", { name: "Find" });
  const middle = (of) => of.evaluate((own) => own.getBoundingClientRect().top + own.offsetHeight / 2);
  assert.ok(Math.abs((await middle(find)) - (await middle(page.locator(".status-line")))) < 8, "Find is in the line of the answer");
  await find.selectOption("i2t");
  const lines = page.getByRole("list", { name: "Results" }).locator("li.text-result");
  // The judgements may come after the texts.
  await lines.first().locator(".mark").waitFor();
  const scores = await lines.evaluateAll((all) => all.map((line) => Number(line.querySelector("[data-score]").dataset.score)));
  assert.ok(scores.every((score, place) => place === 0 || score <= scores[place - 1]));
  const marks = await lines.evaluateAll((all) => all.map((line) => line.querySelector(".mark").innerText.trim()));
  const first = marks.findIndex((mark) => mark === "relevant") + 1;
  assert.ok(first === 0 ? of[image] < 1 / marks.length : of[image] === 1 / first, `${first} and ${of[image]}`);
  const measures = await cellValues(page.getByRole("table", { name: "Measures of this query" }), "measure");
  assert.equal(measures["trec:RR"], String(of[image]));
  assert.equal(measures["eccv:R-Precision"], String(report.runs[system]["eccv:R-Precision"].per_query[image]));
  // The same by its address alone.
  const texts = await lines.allInnerTexts();
  await page.goto(page.url());
  await eventually(async () => assert.deepEqual(await lines.allInnerTexts(), texts));
  await assertAccessible(page, "texts for an image");
  // A text leads to its images.
  await page.setViewportSize({ width: 1280, height: 900 });
  await lines.first().getByRole("link").click();
  await page.getByRole("list", { name: "Results" }).locator("li.card").first().waitFor();
});

test("captions with vectors are the texts", async () => {
  const folder = join(temporary, "captions");
  mkdirSync(folder);
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const images = ["a", "b", "c"];
  const captions = [["c0", "a"], ["c1", "b"], ["c2", "c"], ["c3", "a"]];
  write("images.txt", images.join("\n"));
  write("queries.txt", "q\n");
  write("texts.jsonl", '{"id":"q","text":"a thing"}\n');
  write("own.qrels", "q 0 a 1\n");
  write("captions.jsonl", captions.map(([id, image]) => JSON.stringify({ id, image, text: `words on ${image}, ${id}` })).join("\n"));
  write("recipe.toml", `id = "tiny"\ntitle = "Tiny"\n[images]\nids = "images.txt"\n[captions]\npath = "captions.jsonl"\nid = "id"\nimage = "image"\ntext = "text"\n[queries]\nids = "queries.txt"\ntexts = "texts.jsonl"\n[[relevance]]\nid = "exact"\ntitle = "Own"\ncounts_as = "x"\ndefault = true\nqrels = "own.qrels"\n[[systems]]\nid = "s"\ntitle = "S"\ngallery = "gallery.npy"\nqueries = "queries.npy"\ncaptions = "captions.npy"\n`);
  npy(join(folder, "gallery.npy"), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
  npy(join(folder, "queries.npy"), [[1, 0, 0]]);
  npy(join(folder, "captions.npy"), [[1, 0, 0], [0, 0.6, 0.8], [0, 0.1, 0.9], [0.2, 0.9, 0]]);
  const out = join(folder, "out");
  rankscope("build", join(folder, "recipe.toml"), "--out", out);
  const own = await serve(out);
  const { page } = await newPage(browser);
  await page.goto(at(own, "leaderboard", { direction: "i2t", measures: MEASURES.join(","), relevance: "exact" }));
  await computed(page, "3 images");
  await shows(page, evaluated(out, "i2t").runs, "captions");
  await page.goto(at(own, "", { like: "b", direction: "i2t" }));
  const lines = page.getByRole("list", { name: "Results" }).locator("li.text-result");
  await eventually(async () => assert.deepEqual(await lines.evaluateAll((all) => all.map((line) => line.dataset.text)), ["c3", "c1", "c2", "c0"]));
  await eventually(async () => assert.match(await lines.nth(1).innerText(), /words on b, c1\s+relevant/));
});

/** Writes float32 rows as numpy does. */
function npy(path, rows) {
  let header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0].length}), }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const head = Buffer.alloc(10);
  head.write("\x93NUMPY", "latin1");
  head[6] = 1;
  head.writeUInt16LE(header.length, 8);
  writeFileSync(path, Buffer.concat([head, Buffer.from(header), Buffer.from(new Float32Array(rows.flat()).buffer)]));
}
