// What guides are worth, in the page: ablations, spread and pairing as `rankscope guide` has them,
// guides and tags of earlier queries, the blind ballot, the paper's tables; Oracle, topics, WebGPU.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, dist, eventually, heldBack, lacksWebGpu, near, newPage, rankscopeJson } from "./harness.mjs";
import { fieldbook, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, queries } = smallFieldbook(null);
const shipped = fieldbook().benchmark;
const browser = await launch();
const server = await serve(benchmark);
const whole = await serve(shipped);

const QUERY = "q-203";
const address = (parameters = {}, at = server) => `${at.url}guides?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const list = (page, name) => page.getByRole("list", { name, exact: true });
const done = (page) => page.locator(".guide-timings[data-fuse-ms]").waitFor();
const ids = (page, name) => list(page, name).locator("li.card").evaluateAll((cards) => cards.map(({ dataset }) => dataset.image));
const keys = (page) => list(page, "Guides").locator("li[data-guide]").evaluateAll((cards) => cards.map(({ dataset }) => dataset.guide));

test("ablations are those of rankscope guide, on all queries and the hard half", async () => {
  const { page } = await newPage(browser);
  const only = "split=test;iconic_group=Amphibians";
  await page.goto(address({ guides: "fast", study: "ablations", only }));
  await page.getByRole("button", { name: "Measure 10 queries" }).click();
  const table = page.getByRole("table", { name: "Ablations" });
  await page.getByText("10 queries so far").waitFor();
  // The hard half needs every system's values.
  await table.locator('[data-of="hard"]').first().waitFor();
  const measures = ["inquire:AP@50", "trec:RR"];
  const { ways } = rankscopeJson("guide", benchmark, "--eval", "--split", "test", "--only", "iconic_group=Amphibians", "--preset", "fast", "--measures", measures.join(","), "--ablate");
  const byName = Object.fromEntries(ways.map((way) => [way.name, way]));
  for (const measure of measures) {
    await page.getByRole("combobox", { name: "Measure" }).selectOption(measure);
    await table.getByRole("columnheader", { name: `${measure}, all` }).waitFor();
    const cells = await table.locator("[data-way]").evaluateAll((all) => all.map(({ dataset }) => [dataset.way, dataset.of, Number(dataset.value)]));
    const names = new Set(cells.map(([way]) => way));
    assert.ok(names.size >= 20, [...names].join());
    for (const [way, of, value] of cells) {
      // The page puts Oracle nowhere unless it is chosen, and neither does the command.
      const expected = byName[way][of][measure].mean;
      // Encoders may differ between machines in the last digits, and so may neighbours in a list.
      assert.ok(near(value, expected, 0.01), `${way}, ${of}, ${measure}: ${value} and ${expected}`);
    }
  }
  await assertAccessible(page, "ablations");
});

test("ablations and pairing wait for the order of the systems, which says which of them take part", async () => {
  for (const [study, name] of [["ablations", /^Measure \d/], ["pairing", /^Compare \d/]]) {
    const { page, context } = await newPage(browser);
    const release = await heldBack(context, /\/values\//);
    await page.goto(address({ guides: "fast", study }));
    await page.getByRole("button", { name, disabled: true }).waitFor();
    release();
    await page.getByRole("button", { name, disabled: false }).waitFor();
    await page.close();
  }
});

test("ablations are cancelled, and what was measured stays", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ guides: "fast", study: "ablations" }));
  await page.getByRole("button", { name: "Measure 25 queries" }).click();
  await page.getByText(/^[1-9]\d* (query|queries) so far/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled. The queries so far are shown.").waitFor();
  await page.getByRole("table", { name: "Ablations" }).waitFor();
  await page.getByRole("button", { name: "Measure 25 queries", disabled: false }).waitFor();
});

test("the spread of a query is that of rankscope guide spread", async () => {
  const { page } = await newPage(browser);
  const first = queries.find((query) => query.split === "test");
  const native = rankscopeJson("guide", "spread", benchmark, "--preset", "fast", "--queries", "1");
  assert.equal(native.n_queries, 1);
  await page.goto(address({ query: first.id, guides: "fast", study: "spread" }));
  await done(page);
  await page.getByRole("button", { name: "Measure the spread for this query" }).click();
  await page.locator("[data-slopes]").waitFor();
  await page.getByText("Data for spread of the mean distance", { exact: true }).click();
  const rows = await page.getByRole("table", { name: "Data for spread of the mean distance" }).locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.dataset.value ?? cell.textContent)));
  assert.equal(rows.length, native.cells.length);
  for (const [place, cell] of native.cells.entries()) {
    const [systems, m, deviation] = rows[place].map(Number);
    assert.deepEqual([systems, m], [cell.n_embedders, cell.m]);
    assert.ok(near(deviation, cell.deviation, 1e-4), `${systems}, ${m}: ${deviation} and ${cell.deviation}`);
  }
});

test("pairing accuracy is that of rankscope guide pairing", async () => {
  const { page } = await newPage(browser);
  const { ways } = rankscopeJson("guide", "pairing", benchmark, "--preset", "fast", "--groups", "50");
  await page.goto(address({ guides: "fast", study: "pairing" }));
  await page.getByRole("button", { name: "Compare 50 groups" }).click();
  await page.getByText("50 groups of four").waitFor();
  const shown = await page.getByRole("table", { name: "Pairing accuracy" }).locator("[data-way]").evaluateAll((cells) => Object.fromEntries(cells.map(({ dataset }) => [dataset.way, Number(dataset.value)])));
  assert.deepEqual(Object.keys(shown), ways.map(({ name }) => name));
  for (const { name, accuracy } of ways) assert.ok(near(shown[name], accuracy, 0.011), `${name}: ${shown[name]} and ${accuracy}`);
});

test("guides are kept for the same text and for near ones, listed and forgotten", async () => {
  const { page } = await newPage(browser);
  const url = address({ q: "a red fox in the snow", guides: "fast;m=2", study: "earlier" });
  await page.goto(url);
  await done(page);
  const first = await keys(page);
  const kept = page.getByRole("table", { name: "Kept queries" });
  await kept.getByRole("rowheader", { name: "a red fox in the snow" }).waitFor();
  await page.reload();
  await done(page);
  await page.getByText("Its guides were kept from an earlier search.").waitFor();
  await eventually(async () => assert.deepEqual(await keys(page), first));
  // Another text has guides of its own, unless near ones may be taken.
  await page.goto(address({ q: "red fox in snow", guides: "fast;m=2", study: "earlier" }));
  await done(page);
  assert.equal(await page.locator(".guide-taken").count(), 0);
  await eventually(async () => assert.equal(await kept.getByRole("rowheader").count(), 2));
  await page.goto(address({ q: "a red fox in snow", guides: "fast;m=2;reuse=0.5", study: "earlier" }));
  await done(page);
  await page.locator(".guide-taken").filter({ hasText: /those of “.*fox in.*snow”, an earlier query \(cosine (0\.\d+|1\.000)\)/ }).waitFor();
  await page.getByRole("button", { name: "Forget the guides of “red fox in snow”" }).click();
  await kept.getByRole("rowheader").nth(1).waitFor({ state: "detached" });
  // Tags: what the query found and its text is near to.
  await page.getByRole("combobox", { name: "τ" }).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Tag what this query found" }).click();
  const tagged = list(page, "By tags").locator("li.card");
  await tagged.first().waitFor();
  const taggedIds = await ids(page, "By tags");
  assert.ok(taggedIds.length > 0 && taggedIds.every((id) => id.startsWith("fb1-")), taggedIds.join());
  assert.ok(near(await tagged.first().getAttribute("data-score"), 1, 1e-9));
  await assertAccessible(page, "earlier queries");
  await page.getByRole("button", { name: "Forget all queries and tags" }).click();
  await page.getByText("No query’s guides are kept yet.").waitFor();
  await eventually(async () => assert.equal(await tagged.count(), 0));
});

test("the ballot hides which list is whose until the vote, and keeps the votes", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: QUERY, guides: "fast", study: "ballot" }));
  const left = page.getByRole("list", { name: "Left list" });
  await left.locator("li").nth(19).waitFor();
  assert.equal(await list(page, "By guides").count() + await list(page, "By the text").count() + await list(page, "Guides").count(), 0);
  // Pictures are drawn once the scenes are read, which may be after the hits.
  const pictures = async (list, n = 20) => {
    const images = list.locator("img");
    await images.nth(n - 1).waitFor({ state: "attached" });
    return images.evaluateAll((images) => images.map(({ alt }) => alt));
  };
  const shown = (side) => pictures(page.getByRole("list", { name: side }));
  const lists = [await shown("Left list"), await shown("Right list")];
  await assertAccessible(page, "ballot");
  await page.getByRole("button", { name: "Left is better" }).click();
  const said = await page.getByText(/ on the left, /).innerText();
  await page.waitForFunction(() => document.activeElement?.id === "ballot-next");
  const votes = page.getByRole("table", { name: "Votes" });
  const row = (name) => votes.getByRole("row", { name }).innerText();
  const guidesLeft = said.startsWith("The guides were on the left");
  assert.match(await row(guidesLeft ? "The guides’ list" : "The text’s list"), /1\s+100\.0%/);
  await page.getByRole("button", { name: "Next query" }).click();
  await page.waitForURL((url) => url.searchParams.get("query") !== QUERY);
  await page.waitForFunction(() => document.activeElement?.id === "ballot-asked");
  await page.getByRole("button", { name: "Both are good" }).click();
  await page.getByText("2 votes cast in this browser.").waitFor();
  await page.getByText(`50% of the votes prefer one list, and ${guidesLeft ? 100 : 0}% of these the guides’: binomial test against one half, two-sided, p = 1.000.`).waitFor();
  await page.reload();
  await page.getByText("2 votes cast in this browser.").waitFor();
  await page.getByRole("button", { name: "Undo the last vote" }).click();
  await page.getByText("1 vote cast in this browser.").waitFor();
  // The last vote takes the buttons with it: the focus is on the query.
  await page.getByRole("button", { name: "Undo the last vote" }).click();
  await votes.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.id === "ballot-asked");
  // The side that was named is the one whose list it is.
  await page.goto(address({ query: QUERY, guides: "fast" }));
  await done(page);
  await eventually(async () => assert.deepEqual((await pictures(list(page, "By guides"), 12)).slice(0, 12), lists[guidesLeft ? 0 : 1].slice(0, 12)));
});

test("the paper's tables are shown as printed", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ study: "published" }));
  for (const number of [1, 2, 3]) {
    const lines = readFileSync(join(dist, `published/needle_table${number}.csv`), "utf8").trim().split("\n").slice(1);
    const rows = page.getByRole("table", { name: `Needle’s Table ${number}` }).locator("tbody tr");
    await rows.first().waitFor();
    const shown = await rows.evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim()).join()));
    assert.deepEqual(shown, lines.map((line) => line.trim()));
  }
  await page.getByText("Nothing was measured in this visit.").waitFor();
  await assertAccessible(page, "the paper’s tables");
});

test("Oracle draws what decides a question and a caption, and nothing for own words", async () => {
  const { page } = await newPage(browser);
  const caption = queries.find((query) => query.split === "test" && query.facets.family === "caption");
  for (const id of [QUERY, caption.id]) {
    const expected = rankscopeJson("guide", shipped, "--query-id", id, "-k", "12", "--preset", "fast", "--engines", "oracle");
    await page.goto(address({ query: id, guides: "fast;engines=oracle" }, whole));
    await done(page);
    const found = await ids(page, "By guides");
    const shared = expected.hits.filter((hit) => found.includes(hit.id));
    assert.ok(shared.length >= 11, `${id}: ${found} and ${expected.hits.map((hit) => hit.id)}`);
  }
  const offered = async () => {
    await page.locator('summary[aria-label^="Engines that make guides"]').click();
    await page.getByText("Complete: draws all that was understood").waitFor();
    return page.getByText("Oracle: draws what decides the relevance, a bound").count();
  };
  assert.equal(await offered(), 1);
  await page.goto(address({ q: "an owl at night", guides: "fast" }, whole));
  await done(page);
  assert.equal(await offered(), 0);
});

test("the topic of own words is that of the nearest query that has one", async () => {
  const { page } = await newPage(browser);
  const known = queries.find((query) => query.facets.iconic_group === "Fishes");
  await page.goto(address({ q: known.text, guides: "fast" }));
  await done(page);
  await page.getByRole("region", { name: "Trust" }).getByText("Fishes", { exact: true }).waitFor();
});

test("several files are several guides", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: QUERY, guides: "fast" }));
  await done(page);
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
  const files = ["one.png", "two.png"].map((name) => ({ name, mimeType: "image/png", buffer: png }));
  await page.getByLabel("Add pictures").setInputFiles([...files, { name: "three.png", mimeType: "image/png", buffer: Buffer.from("no picture") }]);
  await page.getByText(/three\.png/).first().waitFor();
  await eventually(async () => assert.deepEqual((await keys(page)).slice(1), ["own:1", "own:2"]));
});

test("WebGPU finds what the processor finds", async (t) => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: QUERY, guides: "fast" }));
  await done(page);
  const expected = await ids(page, "By guides");
  await page.goto(address({ query: QUERY, guides: "fast", device: "webgpu" }));
  if (await lacksWebGpu(t, page)) return;
  await done(page);
  const found = await ids(page, "By guides");
  const shared = found.filter((id) => expected.includes(id));
  assert.ok(shared.length >= expected.length - 1, `${found} and ${expected}`);
  assert.equal(found[0], expected[0]);
});

test("how hard a query is comes from the benchmark's model, and easy ones are answered at once", async () => {
  const { page } = await newPage(browser);
  const model = JSON.parse(readFileSync(join(shipped, "complexity.json"), "utf8"));
  // The model is there before a query is.
  await page.goto(address({ study: "hardness" }, whole));
  await page.getByRole("table", { name: "Thresholds" }).waitFor();
  for (const [id, predicted] of [model.points[0], model.points.at(-1)]) {
    await page.goto(address({ query: id, guides: "fast", study: "hardness" }, whole));
    await done(page);
    const shown = page.locator("[data-predicted]");
    await shown.waitFor();
    assert.ok(near(await shown.getAttribute("data-predicted"), predicted, 1e-3), `${id}: ${predicted}`);
  }
  const rows = await page.getByRole("table", { name: "Thresholds" }).locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("[data-value]")].map(({ dataset }) => Number(dataset.value))));
  assert.deepEqual(rows, model.curve.map(({ share_at_once, ap, ms }) => [share_at_once, ap, ms]));
  await assertAccessible(page, "how hard it is");
  await page.getByRole("combobox", { name: "Answer at once" }).selectOption("Predicted ≥ 0.2");
  await page.getByText(/^Answered by the text alone: predicted 0\.\d+, and γ is 0\.2\.$/).waitFor();
  await eventually(async () => assert.equal((await keys(page)).length, 0));
  await page.getByRole("button", { name: "Search with guides anyway" }).click();
  await done(page);
  await eventually(async () => assert.equal((await keys(page)).length, 1));
});
