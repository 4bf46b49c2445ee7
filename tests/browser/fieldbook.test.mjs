// The built-in benchmark as it is shipped: its pictures, its encoders, its judgements.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ask, assertAccessible, eventually, lacksWebGpu, near, newPage, openQueryFilter, rankscopeJson, results } from "./harness.mjs";
import { fieldbook, launch, serve } from "./setting.mjs";
import { release, test } from "./suite.mjs";

const SYSTEM = "base";

const { benchmark, manifest, queries } = fieldbook();
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams(parameters)}`;

release("what is shipped fits into 25 MB", () => {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  assert.ok(bytes <= 25e6, `${bytes} bytes`);
  assert.ok(manifest.systems.length >= 12, `${manifest.systems.length} systems`);
});

for (const device of ["cpu", "webgpu"]) {
  test(`${device}: own words go through the system's encoder, and pictures are drawn`, async (t) => {
    const { page } = await newPage(browser);
    await page.goto(address("", { device, system: SYSTEM }));
    if (device === "webgpu" && (await lacksWebGpu(t, page))) return;
    const words = "an owl at night";
    await ask(page, words);
    const found = await results(page);
    const expected = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query", words, "-k", "20");
    assert.deepEqual(found.map((hit) => hit.id), expected.map((hit) => hit.id));
    for (const [index, hit] of found.entries()) assert.ok(near(hit.score, expected[index].score, 1e-4));
    const pictures = page.getByRole("list", { name: "Results" }).locator("img");
    // Pictures are drawn once the scenes are read, which may be after the hits.
    await pictures.nth(19).waitFor();
    await eventually(async () => assert.equal(await pictures.count(), 20));
    // The cards are drawn again as judgements arrive.
    for (let place = 0; place < 20; place += 1) await eventually(() => pictures.nth(place).scrollIntoViewIfNeeded());
    await page.waitForFunction(() => [...document.querySelectorAll("li.card img")].every((image) => image.complete));
    await eventually(async () => {
      const drawn = await pictures.evaluateAll((images) =>
        images.filter((image) => image.src.startsWith("data:image/svg+xml,") && image.naturalWidth > 0 && image.alt.length > 5).length,
      );
      assert.equal(drawn, 20);
    });
  });
}

test("words that no caption has still find something", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { device: "cpu", system: SYSTEM, q: "zyxwv qqq ∆ 鳥" }));
  assert.equal((await results(page)).length, 20);
});

test("a picture finds others like it, and the queries that it answers", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { device: "cpu", system: SYSTEM, q: "a fox" }));
  const [, second] = await results(page);
  await page.getByRole("link", { name: /^More like this.*result 2$/ }).click();
  await page.getByRole("heading", { name: "More like this picture" }).waitFor();
  await page.waitForURL(/like=/);
  const alike = await results(page);
  // That a picture is most like itself says nothing.
  assert.equal(alike.length, 20);
  assert.ok(alike.every((hit) => hit.id !== second.id));
  const texts = page.locator(".texts li");
  await eventually(async () => assert.equal(await texts.count(), 10));
  const scores = await texts.locator(".score").allInnerTexts();
  assert.deepEqual(scores.map(Number), [...scores.map(Number)].sort((a, b) => b - a));
  await assertAccessible(page, "More like this");
});

test("the shipped lists are gzip that gunzip reads", () => {
  for (const definition of manifest.relevance) {
    const text = gunzipSync(readFileSync(join(benchmark, definition.path))).toString();
    assert.match(text, /^\S+ 0 fb1-\d+ -?\d+\n/, definition.id);
  }
});

test("queries are found by text, facet, number of relevant images and difficulty", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { device: "cpu", system: SYSTEM }));
  await page.getByRole("button", { name: /^Browse/ }).click();
  await page.waitForURL(/browse=yes/);
  const table = page.getByRole("table", { name: "List of the benchmark’s queries" });
  const shown = () =>
    table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => ({ id: row.dataset.query, relevant: Number(row.dataset.relevant) })));
  const listed = async (n) => page.getByRole("status").filter({ hasText: new RegExp(`^${n} quer(y|ies)$`) }).waitFor();
  await openQueryFilter(page);
  await page.getByLabel("Family").selectOption("conceptual");
  const conceptual = queries.filter((query) => query.facets.family === "conceptual");
  await listed(conceptual.length);
  await page.getByLabel("Words in the query").fill("something");
  const some = conceptual.filter((query) => query.text.toLowerCase().includes("something"));
  await listed(some.length);
  await page.getByLabel("Words in the query").fill(conceptual[2].id);
  await listed(conceptual.filter((query) => query.id.startsWith(conceptual[2].id) || query.text.includes(conceptual[2].id)).length);
  await page.getByLabel("Words in the query").fill("");
  await listed(conceptual.length);
  await page.getByRole("button", { name: /^Show all/ }).click();
  await page.waitForFunction((n) => document.querySelectorAll("table tr[data-query]").length === n, conceptual.length);
  await page.getByLabel("Sort by").selectOption("few");
  await listed(conceptual.length);
  // The judgements may come after the queries.
  const few = await eventually(async () => {
    const few = await shown();
    assert.ok(few[0].relevant >= 1);
    assert.deepEqual(few.map((query) => query.relevant), few.map((query) => query.relevant).sort((a, b) => a - b));
    return few;
  });
  // The same in another tab; and a click asks.
  await page.reload();
  await listed(conceptual.length);
  await eventually(async () => assert.deepEqual(await shown(), few));
  await assertAccessible(page, "the list of queries");
  await table.getByRole("link").first().click();
  await page.waitForURL(new RegExp(`query=${few[0].id}`));
  await results(page);
});

test("the shipped pictures carry EXIF, licence and creator, and are filtered by them", async () => {
  const { page } = await newPage(browser);
  const lines = gunzipSync(readFileSync(join(benchmark, "fields/00000.jsonl.gz"))).toString().trim().split("\n").map((line) => JSON.parse(line));
  const column = (field, name) => {
    const { texts, of, values, rows } = lines.find((line) => line.field === field && line.name === name);
    assert.equal(rows, undefined);
    return values ?? of.map((number) => (number === null ? null : texts[number]));
  };
  const [iso, licence, creator] = [column("exif", "ISO Speed"), column("licence"), column("creator")];
  assert.equal(lines.filter(({ field }) => field === "exif").length, 7);
  assert.equal(new Set(licence).size, 6);
  assert.equal(new Set(creator).size, 300);
  const words = "an owl at night";
  const row = (id) => Number(id.split("-")[1]);
  const all = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query", words, "-k", "20000");
  const expected = all.filter(({ id }) => Number(iso[row(id)]) >= 1600 && licence[row(id)] === "CC-BY-4.0");
  assert.ok(expected.length > 20 && expected.length < all.length / 4, `${expected.length}`);
  await page.goto(address("", { device: "cpu", system: SYSTEM, q: words, carries: "exif:iso>=1600 licence:cc-by-4.0" }));
  const found = await results(page);
  assert.deepEqual(found.map(({ id }) => id), expected.slice(0, 20).map(({ id }) => id));
  const card = page.locator('.card[data-rank="1"]');
  await card.getByText("About", { exact: false }).first().click();
  const value = (term) => card.locator(`dt:text-is("${term}") + dd`);
  await value("Creator").waitFor();
  assert.equal(await value("Creator").innerText(), creator[row(found[0].id)]);
  assert.equal(await value("Licence").innerText(), "CC BY 4.0");
  assert.equal(await value("ISO Speed").innerText(), iso[row(found[0].id)]);
  assert.match(await value("Credit").innerText(), /invented; the drawing itself is CC0-1.0/);
});
