// Queries and relevant images by facet on the Benchmark page: the numbers of the native program.

import assert from "node:assert/strict";
import { assertAccessible, eventually, newPage, rankscopeJson } from "./harness.mjs";
import { fieldbook, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark } = fieldbook();
const browser = await launch();
const server = await serve(benchmark);

const COLUMNS = ["queries", "judged", "relevant", "images", "mean", "min", "median", "max"];

/** The table's lines by their heads, as numbers. */
const lines = (page) =>
  page.getByRole("table", { name: "Queries and relevant images by group" }).locator("tbody tr").evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.querySelector("th").textContent.trim(), [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent.replaceAll(/[,\s]/g, "")))])),
  );

function assertSame(shown, native) {
  assert.deepEqual(Object.keys(shown).sort(), Object.keys(native).sort());
  for (const [value, group] of Object.entries(native)) {
    const numbers = shown[value];
    for (const [place, column] of COLUMNS.entries()) {
      const digits = column === "mean" ? 0.051 : 1e-9;
      assert.ok(Math.abs(numbers[place] - group[column]) <= digits, `${value}, ${column}: ${numbers[place]}, not ${group[column]}`);
    }
  }
}

test("the figures are those of rankscope facets --distribution, also within 1 to 50", async () => {
  const { page } = await newPage(browser);
  await page.goto(`${server.url}about?device=cpu`);
  const section = page.getByRole("region", { name: "Queries and their relevant images" });
  await section.getByRole("table").first().waitFor();
  const native = (...more) => rankscopeJson("facets", benchmark, "--distribution", ...more);
  // The judgements may come after the queries.
  const assertShown = (expected) => eventually(async () => assertSame(await lines(page), expected));
  await assertShown(native("--facet", "category"));
  await section.getByRole("figure").filter({ hasText: "Relevant images per query" }).waitFor();
  await section.getByRole("combobox", { name: "Relevant images per query" }).selectOption({ label: "1 to 50, as in INQUIRE-Rerank" });
  await page.waitForURL(/positives=1-50/);
  await page.waitForFunction(() => [...document.querySelectorAll(".distribution tbody tr")].some((row) => row.textContent.includes("1,118")));
  await assertShown(native("--facet", "category", "--positives", "1-50"));
  // A link opens the same view.
  await page.goto(`${server.url}about?device=cpu&facet=iconic_group&relevance=wide`);
  await page.waitForFunction(() => document.querySelector(".distribution tbody")?.textContent.includes("Amphibians"));
  await assertShown(native("--facet", "iconic_group", "--relevance", "wide"));
  await assertAccessible(page);
});
