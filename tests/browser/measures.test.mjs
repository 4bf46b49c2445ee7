// The measure picker: what it shows, against rankscope eval.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellValues, eventually, goInside, near, newPage, rankscopeJson } from "./harness.mjs";
import { fixture, launch, ownFixture, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const CHOSEN = ["trec:nDCG@20", "eccv:mAP@R", "trec:bpref"];

const { benchmark, manifest, queries } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const computed = (page) => page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
const button = (page) => page.getByRole("button", { name: /^Choose measures/ });
const dialog = (page) => page.getByRole("dialog", { name: "Choose measures" });
const chosen = (page) => dialog(page).getByRole("group", { name: "Chosen measures" }).getByRole("listitem").locator("code").allInnerTexts();
const measuresOf = async (page) => new URL(page.url()).searchParams.get("measures");
const evaluated = (system, measures) =>
  rankscopeJson("eval", "--benchmark", benchmark, "--system", system, "--relevance", "exact", "--measures", measures.join(",")).runs[system];

test("measures chosen by keyboard become the leaderboard's columns, with the values of rankscope eval", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", { relevance: "exact" }));
  await computed(page);
  await button(page).focus();
  await page.keyboard.press("Enter");
  const search = dialog(page).getByRole("searchbox", { name: /Search/ });
  await search.waitFor();
  await eventually(async () => assert.ok(await search.evaluate((field) => field === document.activeElement), "the search has the focus"));
  await page.keyboard.type("ndcg trec_eval");
  const groups = dialog(page).getByRole("heading", { level: 3 });
  await eventually(async () => assert.deepEqual(await groups.allInnerTexts(), ["trec_eval trec"]));
  const k = dialog(page).getByRole("spinbutton", { name: "k of trec:nDCG@k" });
  await k.fill("0");
  assert.ok(await dialog(page).getByRole("button", { name: /^Add the measure/ }).isDisabled());
  await k.fill("20");
  await dialog(page).getByRole("button", { name: "Add trec:nDCG@20" }).press("Enter");
  for (const name of CHOSEN.slice(1)) {
    await search.fill(name);
    await dialog(page).getByRole("button", { name: `Add ${name}` }).press("Enter");
  }
  await eventually(async () => assert.deepEqual(await chosen(page), CHOSEN));
  await dialog(page).getByRole("button", { name: "Show these measures" }).press("Enter");
  await page.waitForURL(/measures=/);
  await eventually(async () => assert.ok(await button(page).evaluate((own) => own === document.activeElement), "the focus is back on the button"));
  assert.equal(await measuresOf(page), CHOSEN.join(","));
  await computed(page);
  const table = page.getByRole("table", { name: "Leaderboard" });
  const systems = manifest.systems.filter((system) => system.queries);
  const shown = await eventually(async () => {
    const shown = await cellValues(table, "system", "measure", "relevance");
    assert.equal(Object.keys(shown).length, systems.length * CHOSEN.length);
    return shown;
  });
  for (const { id } of systems) {
    const native = evaluated(id, CHOSEN);
    for (const measure of CHOSEN) {
      assert.ok(near(shown[`${id} ${measure} exact`], native[measure].mean, 1e-9), `${id} ${measure}`);
    }
  }
});

test("systems computed before are computed again for what they lack, and not for what they have", async () => {
  const { page } = await newPage(browser);
  const go = (measures) => goInside(page, address("leaderboard", { relevance: "exact", ...measures }));
  const table = page.getByRole("table", { name: "Leaderboard" });
  const columns = (measure) => table.locator(`td[data-measure="${measure}"][data-value]`);
  await page.goto(address("leaderboard", { relevance: "exact" }));
  await computed(page);
  const before = await cellValues(table, "system", "measure", "relevance");
  await go({ measures: "eccv:R@1,trec:P@3" });
  await columns("trec:P@3").first().waitFor();
  await computed(page);
  const both = await cellValues(table, "system", "measure", "relevance");
  for (const { id } of manifest.systems.filter((system) => system.queries)) {
    assert.ok(near(both[`${id} trec:P@3 exact`], evaluated(id, ["trec:P@3"])["trec:P@3"].mean, 1e-9), id);
  }
  await go({ measures: "trec:P@3" });
  await columns("eccv:R@1").first().waitFor({ state: "detached" });
  assert.equal(await page.getByRole("progressbar", { name: /Computing/ }).count(), 0);
  await go({});
  await columns("trec:P@3").first().waitFor({ state: "detached" });
  await eventually(async () => assert.deepEqual(await cellValues(table, "system", "measure", "relevance"), before));
});

test("the benchmark's own measures can be added, each can be removed, and one click leads back", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", { measures: "trec:P@3" }));
  await computed(page);
  await page.getByRole("button", { name: "Choose measures: trec:P@3" }).click();
  await dialog(page).getByRole("button", { name: "Add the benchmark’s measures" }).click();
  const names = await eventually(async () => {
    const names = await chosen(page);
    assert.equal(names[0], "trec:P@3");
    for (const { measure } of manifest.headlines) assert.ok(names.includes(measure), measure);
    return names;
  });
  await dialog(page).getByRole("group", { name: "Chosen measures" }).getByRole("button", { name: "Remove trec:P@3" }).click();
  await eventually(async () => assert.deepEqual(await chosen(page), names.slice(1)));
  await eventually(async () => assert.ok(await dialog(page).evaluate((own) => own.contains(document.activeElement)), "the focus stays inside"));
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assert.equal(await measuresOf(page), "trec:P@3", "Escape changes nothing");
  await button(page).click();
  await dialog(page).getByRole("button", { name: "Back to the benchmark’s columns" }).click();
  await page.waitForURL((url) => !url.searchParams.has("measures"));
  await page.getByRole("button", { name: "Choose measures: the benchmark’s measures" }).waitFor();
});

test("unknown names are reported with those that may be meant, and kept in links until one is taken", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", { measures: "trec:nDGC@20,trec:P@3,whatever" }));
  await computed(page);
  const note = page.getByRole("status").filter({ hasText: "is not a measure" });
  await note.waitFor();
  assert.match(await note.innerText(), /“trec:nDGC@20” in the address is not a measure\. Did you mean:/);
  assert.match(await note.innerText(), /“whatever” in the address is not a measure\. Choose another from the list\./);
  const link = await page.getByRole("link", { name: "Agreement" }).getAttribute("href");
  assert.equal(new URLSearchParams(link.split("?")[1]).get("measures"), "trec:nDGC@20,trec:P@3,whatever");
  await note.getByRole("button", { name: "trec:nDCG@20" }).click();
  await page.waitForURL(/nDCG/);
  await note.getByRole("button", { name: /Remove whatever/ }).click();
  await page.waitForURL((url) => url.searchParams.get("measures") === "trec:nDCG@20,trec:P@3");
  await note.waitFor({ state: "detached" });
  await button(page).click();
  await dialog(page).getByRole("searchbox").fill("trec:nDGC@7");
  await dialog(page).getByText("No measure matches “trec:nDGC@7”.").waitFor();
  await dialog(page).getByRole("button", { name: "Add trec:nDCG@7" }).click();
  await eventually(async () => assert.deepEqual(await chosen(page), ["trec:nDCG@20", "trec:P@3", "trec:nDCG@7"]));
});

test("Explore measures a query by the chosen measures, as deep as they read", async () => {
  const { page } = await newPage(browser);
  const [{ id: system }] = manifest.systems.filter((own) => own.queries);
  const chosen = ["trec:AP", "trec:P@300", "trec:IPrec@0.3"];
  const native = evaluated(system, chosen);
  const query = queries.find(({ id }) => typeof native["trec:AP"].per_query[id] === "number").id;
  await page.goto(address("", { query, system, relevance: "exact", measures: chosen.join(",") }));
  const table = page.getByRole("table", { name: "Measures of this query" });
  await table.waitFor();
  const shown = await cellValues(table, "measure");
  assert.deepEqual(Object.keys(shown), chosen);
  for (const measure of chosen) {
    assert.ok(near(shown[measure], native[measure].per_query[query], 1e-9), `${measure}: ${shown[measure]} and ${native[measure].per_query[query]}`);
  }
  await button(page).click();
  await dialog(page).getByRole("button", { name: "Back to the benchmark’s columns" }).click();
  await table.getByText("trec:IPrec@0.3").first().waitFor({ state: "detached" });
  await eventually(async () => assert.ok(Object.keys(await cellValues(table, "measure")).includes("eccv:mAP@R")));
});

test("Explore ranks as deep as the measures that it shows read, as headlines and as choices", async () => {
  const own = ownFixture();
  const deep = ["trec:AP", "trec:RR", "trec:nDCG", "conqa:nDCG", "trec:P@150", "trec:bpref"];
  // With one relevant picture, 100 results are enough for every measure that the page shows by itself.
  const relevance = own.manifest.relevance.find(({ default: usual }) => !usual).id;
  const file = join(own.benchmark, "benchmark.json");
  writeFileSync(file, JSON.stringify({ ...own.manifest, headlines: deep.map((measure) => ({ measure, relevance })) }));
  const native = rankscopeJson("eval", "--benchmark", own.benchmark, "--relevance", relevance, "--measures", deep.join(",")).runs;
  const found = Object.entries(native).flatMap(([system, values]) => Object.entries(values["trec:AP"].per_query).map(([query, value]) => ({ system, query, value })));
  const late = found.filter(({ value }) => value > 0 && value < 1 / 100);
  assert.ok(late.length > 0, "a query whose picture is found behind rank 100");
  const { url } = await serve(own.benchmark);
  const { page } = await newPage(browser);
  for (const [{ system, query }, chosen] of late.slice(0, 2).flatMap((one) => [[one, undefined], [one, deep.join(",")]])) {
    const parameters = { device: "cpu", system, query, relevance, ...(chosen && { measures: chosen }) };
    await page.goto(`${url}?${new URLSearchParams(parameters)}`);
    for (const measure of deep) {
      const cell = page.locator(`.measures [data-measure="${measure}"]`);
      await eventually(async () => assert.ok(near(await cell.getAttribute("data-value"), native[system][measure].per_query[query], 1e-9), `${measure} of ${query} by ${system}`));
    }
  }
});
