// Combined systems in the page: fused ones against rankscope fuse, with the terms of their scores by hand,
// and re-ranked ones against rankscope eval.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, cellValues, eventually, newPage, openOptions, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fieldbook, fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { release, test } from "./suite.mjs";

const MEASURES = "inquire:AP@50,eccv:mAP@R,trec:nDCG@10,trec:AP";
/** Ids in the address, with the arguments of rankscope fuse. */
const FUSED = {
  "rrf(words-64,words-8)": ["words-64,words-8", "--by", "rrf"],
  "rrf(words-64,tiny-bert,k=5)": ["words-64,tiny-bert", "--by", "rrf", "--k", "5"],
  "wrrf(words-64*2,words-8*0.5,tiny-bert*1)": ["words-64,words-8,tiny-bert", "--by", "wrrf", "--weights", "2,0.5,1"],
  "combsum(words-64,tiny-bert)": ["words-64,tiny-bert", "--by", "combsum"],
  "combmnz(words-64,words-8,tiny-bert)": ["words-64,words-8,tiny-bert", "--by", "combmnz"],
};
const [ONE, OTHER, DEEP] = ["words-64", "words-8", "rrf(words-64,words-8)"];

const { temporary, benchmark, queries } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const native = (folder, [systems, ...method], measures, ...more) =>
  rankscopeJson("fuse", folder, "--systems", systems, ...method, "--measures", measures, ...more);

test("the leaderboard has the figures of rankscope fuse to the last digit", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", { fused: Object.keys(FUSED).join(","), measures: MEASURES, relevance: "exact" }));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  for (const [id, args] of Object.entries(FUSED)) {
    for (const [measure, { mean }] of Object.entries(native(benchmark, args, MEASURES, "--relevance", "exact"))) {
      assert.equal(Number(shown[`${id} ${measure} exact`]), mean, `${id} ${measure}`);
    }
  }
});

test("so has Compare on Fieldbook, of whose 20,000 pictures each system gives 1,000", async () => {
  const book = fieldbook();
  const { url } = await serve(book.benchmark);
  const { page } = await newPage(browser);
  const measures = "inquire:AP@50,trec:nDCG@10";
  const parameters = { device: "cpu", a: "rrf(base,small)", b: "base", measures, only: "split=test" };
  await page.goto(`${url}compare?${new URLSearchParams(parameters)}`);
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  const expected = native(book.benchmark, ["base,small", "--by", "rrf"], measures, "--split", "test");
  const shown = await cellValues(table, "measure", "of");
  for (const measure of measures.split(",")) assert.equal(Number(shown[`${measure} a`]), expected[measure].mean, measure);

  // Own words: each part encodes them.
  const words = "an owl at night";
  await page.goto(`${url}?${new URLSearchParams({ device: "cpu", system: "rrf(base,small)", q: words })}`);
  const [best] = await results(page);
  await page.getByText("How its score is made").first().click();
  const terms = page.getByRole("table", { name: "Score of result 1" }).locator("tbody tr");
  // Drawn again when the other definitions of relevance arrive.
  const rows = await eventually(async () => {
    const rows = await terms.evaluateAll((all) => all.map((row) => ({ rank: Number(row.dataset.rank), adds: Number(row.dataset.adds) })));
    assert.equal(rows.length, 2);
    return rows;
  });
  assert.equal(Math.fround(best.score), Math.fround(rows[0].adds + rows[1].adds));
  for (const [index, system] of ["base", "small"].entries()) {
    assert.equal(rows[index].adds, 1 / (60 + rows[index].rank));
    await page.goto(`${url}?${new URLSearchParams({ device: "cpu", system, q: words, k: "100" })}`);
    const place = (await results(page)).findIndex((hit) => hit.id === best.id) + 1;
    assert.equal(place, rows[index].rank);
  }
});

test("a system is put together in the dialog, searched with, compared and removed", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { query: queries[5].id, system: ONE }));
  await results(page);
  await openOptions(page);
  const open = page.getByRole("button", { name: /^Combine systems/ });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Combine systems" });
  const add = dialog.getByRole("button", { name: "Add this system" });
  await dialog.getByText("Choose two or more systems.").waitFor();
  assert.ok(await add.isDisabled());
  const boxes = dialog.getByRole("checkbox");
  const titles = await dialog.getByRole("group", { name: "Systems", exact: true }).locator("label.tick").allInnerTexts();
  const { systems } = JSON.parse(readFileSync(join(benchmark, "benchmark.json"), "utf8"));
  const tick = async (id) => boxes.nth(titles.indexOf(systems.find((own) => own.id === id).title)).check();
  await tick(ONE);
  await tick(OTHER);
  await dialog.getByLabel("Method").selectOption("wrrf");
  await dialog.getByLabel(/^Weight of/).first().fill("x");
  await dialog.getByText("x is not a number from 0.").waitFor();
  assert.ok(await add.isDisabled());
  await dialog.getByLabel("Method").selectOption("rrf");
  await dialog.getByText(DEEP, { exact: true }).waitFor();
  await add.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/system=rrf/);
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Combine systems: 1 system"));
  // The same list and scores as the native program's.
  const path = join(temporary, "fused.run");
  rankscope("fuse", benchmark, "--systems", `${ONE},${OTHER}`, "--by", "rrf", "--run", path);
  const lines = readFileSync(path, "utf8").split("\n").map((line) => line.split(" ")).filter(([id]) => id === queries[5].id);
  const list = await results(page);
  assert.deepEqual(list.map((hit) => hit.id), lines.slice(0, list.length).map((line) => line[2]));
  list.forEach((hit, index) => assert.equal(Math.fround(hit.score), Math.fround(Number(lines[index][4]))));

  // What each part adds: 1 / (60 + rank).
  await page.getByText("How its score is made").first().click();
  const terms = page.getByRole("table", { name: "Score of result 1" });
  await terms.waitFor();
  await terms.locator("tbody tr").nth(1).waitFor();
  const rows = await terms.locator("tbody tr").evaluateAll((all) => all.map((row) => ({ ...row.dataset })));
  [ONE, OTHER].forEach((system, index) => {
    const hits = rankscopeJson("search", benchmark, "--system", system, "--query-id", queries[5].id, "-k", "432");
    const rank = hits.findIndex((hit) => hit.id === list[0].id) + 1;
    assert.equal(Number(rows[index].rank), rank);
    assert.equal(Number(rows[index].adds), 1 / (60 + rank));
  });
  await assertAccessible(page, "Explore with a fused system");

  await page.setViewportSize({ width: 1280, height: 900 });
  await openOptions(page);
  await open.click();
  await dialog.getByRole("button", { name: `Remove ${DEEP}` }).click();
  await page.waitForURL((url) => !url.search.includes("rrf"));
  await dialog.getByRole("button", { name: "Close" }).click();
  await eventually(async () => assert.equal(await open.getAttribute("aria-label"), "Combine systems: none"));
});

test("every derived system has the figures of rankscope eval, and its parts may be derived ones", async () => {
  const ids = ["rerank(words-64,tiny-bert,20)", "rerank(rrf(words-64,words-8),tiny-bert,10)", "first(words-64,16)", "pca(words-64,8)", "qbnorm(words-64,val)", "qbnorm(first(words-64,16),val,beta=5,dynamic)", "feedback(words-64,rocchio,2)", "feedback(pca(words-64,8),ridge-q,1)", "rrf(first(words-64,16),tiny-bert)", "rerank(words-8,feedback(words-64,ridge,1),30)"];
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", { fused: ids.join(","), measures: MEASURES, relevance: "exact" }));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  for (const id of ids) {
    const { runs } = rankscopeJson("eval", benchmark, "--system", id, "--measures", MEASURES, "--relevance", "exact");
    for (const [measure, { mean }] of Object.entries(runs[id])) assert.equal(Number(shown[`${id} ${measure} exact`]), mean, `${id} ${measure}`);
  }
  // Of the queries, ten are in the bank.
  await page.getByText("10 of the 40 queries measured are in its bank, the split val").first().waitFor();
});

test("one system re-ranks another in the dialog, and the list is the second stage's, then the rest", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { query: queries[5].id, system: ONE, k: "50" }));
  await results(page);
  await openOptions(page);
  await page.getByRole("button", { name: /^Combine systems/ }).click();
  const dialog = page.getByRole("dialog", { name: "Combine systems" });
  await dialog.getByRole("radio", { name: "Re-rank one by another" }).check();
  await dialog.getByText("Choose the system that finds and the one that re-ranks.").waitFor();
  await dialog.getByLabel("First stage").selectOption(ONE);
  await dialog.getByLabel("Re-ranked by").selectOption("tiny-bert");
  await dialog.getByLabel("Results").fill("0");
  await dialog.getByText("Re-rank from 1 to 1000 results.").waitFor();
  await dialog.getByLabel("Results").fill("12");
  await assertAccessible(page, "the dialog that combines systems");
  await dialog.getByRole("button", { name: "Add this system" }).click();
  await page.waitForURL(/system=rerank/);
  const id = `rerank(${ONE},tiny-bert,12)`;
  const expected = rankscopeJson("search", benchmark, "--system", id, "--query-id", queries[5].id, "-k", "50");
  await eventually(async () => assert.deepEqual((await results(page)).map((hit) => hit.id), expected.map((hit) => hit.id)));
});

test("the page ranks Fieldbook by vectors that it makes, for stored queries and own words", async () => {
  const book = fieldbook();
  const { url } = await serve(book.benchmark);
  const { page } = await newPage(browser);
  const [a, b] = ["qbnorm(base,val)", "feedback(first(base,16),rocchio,1)"];
  const measures = "inquire:AP@50,trec:nDCG@10";
  await page.goto(`${url}compare?${new URLSearchParams({ device: "cpu", fused: `${a},${b}`, a, b, measures, only: "split=test" })}`);
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  const shown = await cellValues(table, "measure", "of");
  for (const [id, of] of [[a, "a"], [b, "b"]]) {
    const { runs } = rankscopeJson("eval", book.benchmark, "--system", id, "--measures", measures, "--split", "test");
    for (const [measure, { mean }] of Object.entries(runs[id])) assert.equal(Number(shown[`${measure} ${of}`]), mean, `${id} ${measure}`);
  }

  assert.equal(await page.getByText("queries measured are in its bank").count(), 0);

  // Words are encoded by the part, and mapped.
  const text = "an owl at night";
  for (const system of ["pca(base,16)", "qbnorm(base,val,dynamic)", a]) {
    const expected = rankscopeJson("search", book.benchmark, "--query", text, "--system", system, "-k", "20");
    await page.goto(`${url}?${new URLSearchParams({ device: "cpu", fused: system, system, q: text })}`);
    await eventually(async () => assert.deepEqual((await results(page)).map((hit) => hit.id).slice(0, 20), expected.map((hit) => hit.id), system));
  }
});

test("dimensions, a query bank and feedback are chosen in the dialog, which says what is wrong", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { query: queries[5].id, system: ONE, k: "50" }));
  await results(page);
  await openOptions(page);
  const open = page.getByRole("button", { name: /^Combine systems/ });
  const dialog = page.getByRole("dialog", { name: "Combine systems" });
  const add = async (way, fields, refused, id) => {
    await open.click();
    await dialog.getByRole("radio", { name: way }).check();
    await dialog.getByLabel("System", { exact: true }).selectOption(ONE);
    for (const [place, [label, value]] of fields.entries()) {
      const field = dialog.getByLabel(label, { exact: true });
      await (await field.evaluate((node) => node.tagName) === "SELECT" ? field.selectOption(value) : field.fill(value));
      if (place === 0) await dialog.getByText(refused).waitFor();
    }
    await assertAccessible(page, way);
    await dialog.getByRole("button", { name: "Add this system" }).click();
    await page.waitForURL((url) => url.searchParams.get("system") === id);
    const expected = rankscopeJson("search", benchmark, "--system", id, "--query-id", queries[5].id, "-k", "50");
    await eventually(async () => assert.deepEqual((await results(page)).map((hit) => hit.id), expected.map((hit) => hit.id), id));
  };
  await add("Keep fewer dimensions", [["Dimensions", "65"], ["Keep", "pca"], ["Dimensions", "24"]], "has 64 dimensions, and 65 are asked for", `pca(${ONE},24)`);
  await add("Normalise scores (QB-Norm)", [["β", "0"], ["Query bank", "val"], ["β", "10"]], "Choose the split", `qbnorm(${ONE},val,beta=10)`);
  await add("Give relevance feedback", [["Rounds", "51"], ["Method", "ridge"], ["Rounds", "1"]], "not a whole number from 1 to 50", `feedback(${ONE},ridge,1)`);
});

test("search by guides has the lists of rankscope search", async () => {
  const small = smallFieldbook();
  const { url } = await serve(small.benchmark);
  const { page } = await newPage(browser);
  const query = small.queries[3].id;
  for (const system of ["guides(fast)", "guides(fast,l=1,gamma=0.3)"]) {
    const expected = rankscopeJson("search", small.benchmark, "--query-id", query, "--system", system, "-k", "20");
    await page.goto(`${url}?${new URLSearchParams({ device: "cpu", fused: system, system, query })}`);
    await eventually(async () => assert.deepEqual((await results(page)).map((hit) => hit.id), expected.map((hit) => hit.id), system));
  }
});

release("search by guides has the figures of rankscope eval on Fieldbook, and can be cancelled", async () => {
  const small = smallFieldbook();
  const { url } = await serve(small.benchmark);
  const { page } = await newPage(browser);
  const [id, measures] = ["guides(balanced)", "inquire:AP@50,trec:nDCG@10"];
  await page.goto(`${url}compare?${new URLSearchParams({ device: "cpu", a: id, b: "base", measures, only: "split=test" })}`);
  await page.getByRole("button", { name: "Cancel" }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Compute" }).click();
  const table = page.getByRole("table", { name: "Measures of both systems" });
  // The table stands from the beginning, and has its values once both systems are computed.
  await table.locator('[data-value][data-of="a"]').first().waitFor({ state: "attached", timeout: 600_000 });
  const shown = await cellValues(table, "measure", "of");
  const { runs } = rankscopeJson("eval", small.benchmark, "--system", id, "--measures", measures, "--split", "test");
  for (const [measure, { mean }] of Object.entries(runs[id])) assert.equal(Number(shown[`${measure} a`]), mean, measure);
});

test("search by guides is chosen in the dialog, which refuses it where there are none", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: ONE, query: queries[0].id }));
  await results(page);
  await openOptions(page);
  await page.getByRole("button", { name: /^Combine systems/ }).click();
  const dialog = page.getByRole("dialog", { name: "Combine systems" });
  await dialog.getByRole("radio", { name: "Search by guide pictures" }).check();
  await dialog.getByText("has no guides for its queries").waitFor();
  await dialog.getByLabel("Guides of each engine (m)").fill("21");
  await dialog.getByText("21 is not a whole number from 1 to 20").waitFor();
  await assertAccessible(page, "search by guides in the dialog");
});

test("a lane beside a fused system, and a second stage by one", async () => {
  const { page } = await newPage(browser);
  const fused = "rrf(tiny-bert,words-8)";
  await page.goto(address("", { system: fused, also: `words-8,${DEEP}`, query: queries[3].id }));
  const lane = page.getByRole("list", { name: /^Results of RRF of / });
  await lane.nth(1).waitFor();
  await eventually(async () => assert.equal(await page.getByRole("list", { name: /^Results of/ }).count(), 3));

  await page.goto(address("", { system: ONE, rerank: fused, query: queries[3].id, k: "100" }));
  const reranked = await results(page);
  const ids = (system) => rankscopeJson("search", benchmark, "--system", system, "--query-id", queries[3].id, "-k", "432").map((hit) => hit.id);
  const first = ids(ONE).slice(0, 100);
  // Each part ranks the hundred; their ranks are fused.
  const places = ["tiny-bert", "words-8"].map((system) => ids(system).filter((id) => first.includes(id)));
  for (const { id, score } of reranked) {
    const sum = places.reduce((sum, list) => sum + 1 / (60 + list.indexOf(id) + 1), 0);
    assert.equal(Math.fround(score), Math.fround(sum), id);
  }
  assert.deepEqual(reranked.map((hit) => hit.id).toSorted(), first.toSorted());

});

test("an address that cannot be fused says why", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: "rrf(words-64,nobody)", query: queries[0].id }));
  await page.getByText("The address names system rrf(words-64,nobody)").waitFor();
  await openOptions(page);
  await page.getByRole("button", { name: /^Combine systems/ }).click();
  const dialog = page.getByRole("dialog", { name: "Combine systems" });
  await dialog.getByText("this benchmark has no system nobody").waitFor();
});
