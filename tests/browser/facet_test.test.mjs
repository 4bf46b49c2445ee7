// Two groups of queries on the leaderboard, against rankscope facets.

import assert from "node:assert/strict";
import { assertAccessible, cellValues, eventually, near, newPage, openQueryFilter, rankscopeJson } from "./harness.mjs";
import { launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark } = smallFieldbook(null);
const browser = await launch();
const server = await serve(benchmark);
const table = (page) => page.getByRole("table", { name: "Two groups of queries" });

/** Systems come one after another, and p by Holm with them. */
const same = (page, wanted, [x, y]) => eventually(async () => {
  const cells = await cellValues(table(page), "system", "measure");
  for (const [system, test] of Object.entries(wanted)) {
    const cell = (key) => cells[`${system} ${key}`];
    assert.equal(Number(cell("n_x")), test[x].n);
    assert.equal(Number(cell("n_y")), test[y].n);
    for (const [key, value] of [["x", test[x].mean], ["y", test[y].mean], ["u", test.u], ["p", test.p], ["p_holm", test.p_holm]]) {
      assert.ok(near(cell(key), value, 1e-12), `${system} ${key}: ${cell(key)} and ${value}`);
    }
  }
  assert.equal(Object.keys(cells).length, 7 * Object.keys(wanted).length);
});

test("every system's test is that of rankscope facets, for any two values of any facet", async () => {
  const { page } = await newPage(browser);
  await page.goto(`${server.url}leaderboard?device=cpu`);
  await table(page).waitFor();
  await page.getByRole("combobox", { name: "Quality measure" }).selectOption({ label: "eccv:mAP@R, Exhaustive" });
  await page.getByRole("combobox", { name: "Facet of the queries" }).selectOption("kind");
  await page.waitForURL(/between=/);
  const of = (...more) => rankscopeJson("facets", benchmark, "--measure", "eccv:mAP@R", "--relevance", "exhaustive", ...more);
  const kinds = ["conceptual", "descriptive"];
  await page.getByRole("columnheader", { name: "conceptual", exact: true }).waitFor();
  await same(page, of("--facet", "kind", "--between", kinds.join()), kinds);
  const tests = Object.values(of("--facet", "kind", "--between", kinds.join()));
  const nDiffer = tests.filter(({ p_holm }) => p_holm < 0.05).length;
  assert.ok(nDiffer > 0 && tests.length === 14);
  await page.getByText(`The groups differ for ${nDiffer} of 14 systems`).waitFor();
  // ConQA's one-sided question, said in words.
  await page.getByRole("combobox", { name: "Do the groups …" }).selectOption("less");
  await page.waitForURL(/alternative%3Dless|alternative=less/);
  await page.getByText(/^Values on “conceptual” are smaller than on “descriptive” for \d+ of 14 systems/).waitFor();
  await same(page, of("--facet", "kind", "--between", kinds.join(), "--alternative", "less"), kinds);

  // Values with commas, of a split.
  const [light, species] = ["Light, weather and season", "Species and groups"];
  await page.getByRole("combobox", { name: "Facet of the queries" }).selectOption("category");
  await page.getByRole("combobox", { name: "First group" }).selectOption(light);
  await page.getByRole("combobox", { name: "Second group" }).selectOption(species);
  await openQueryFilter(page);
  await page.getByRole("combobox", { name: "Split" }).selectOption("test");
  await page.waitForURL(/only=/);
  await page.reload();
  await page.getByRole("columnheader", { name: light, exact: true }).waitFor();
  await same(page, of("--facet", "category", "--between", `${light},${species}`, "--split", "test"), [light, species]);
  await page.getByRole("combobox", { name: "Second group" }).selectOption(light);
  await page.getByText("Choose two different groups.").waitFor();
  await page.getByRole("combobox", { name: "Second group" }).selectOption(species);
  await table(page).waitFor();
  await assertAccessible(page, "two groups of queries");
});
