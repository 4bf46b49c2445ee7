// What the page saves: runs and judgements that rankscope eval reads to the same numbers, tables
// as CSV and JSON, charts as SVG and PNG.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cellValues, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const [A, B] = ["words-64", "letters-32"];

const { temporary, benchmark, queries } = fixture();
const query = queries[7].id;
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** Presses a button, waits for the file that it saves, and returns where it lies. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).first().click()]);
  const file = join(temporary, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

/** The fields of a line of CSV, which has no line's end within quotes. */
const fields = (line) =>
  line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((field) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field));

test("runs and judgements of all queries give rankscope eval the page's means", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("compare", { a: A, b: B, relevance: "exact" }));
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  const shown = await cellValues(table, "measure", "of");
  const measures = [...new Set(Object.keys(shown).map((key) => key.split(" ")[0]))];
  const qrels = await saved(page, "Export TREC qrels");
  for (const [side, button] of [["a", "Export TREC run of A"], ["b", "Export TREC run of B"]]) {
    const run = await saved(page, button);
    const { runs } = rankscopeJson("eval", "--qrels", qrels, "--run", `own=${run}`, "--measures", measures.join(","));
    for (const measure of measures) {
      const { mean } = runs.own[measure];
      assert.ok(near(shown[`${measure} ${side}`], mean, 1e-9), `${measure} of ${side}: ${shown[`${measure} ${side}`]} and ${mean}`);
    }
  }
});

test("a changed ranking is saved as it stands", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: A, query, edit: "-" }));
  await results(page);
  await page.getByRole("button", { name: "Move the image at rank 5 with the arrow keys" }).press("Home");
  await page.getByRole("status").filter({ hasText: "1 change" }).waitFor();
  const shown = (await results(page)).map((hit) => hit.id);
  const run = readFileSync(await saved(page, "Export TREC run"), "utf8").trim().split("\n").map((line) => line.split(" "));
  assert.deepEqual(run.slice(0, shown.length).map(([, , id]) => id), shown);
  const scores = run.map(([, , , , score]) => Number(score));
  assert.deepEqual(scores, scores.toSorted((x, y) => y - x));
});

test("the leaderboard for papers has the figures, bold print and letters of rankscope eval", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", {}));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const rowsShown = page.getByRole("table", { name: "Leaderboard" }).locator("tbody tr");
  const order = await rowsShown.evaluateAll((rows) => rows.flatMap((row) => ["--system", row.querySelector("[data-system]").dataset.system]));
  const height = () => page.getByRole("button", { name: "Export CSV (Leaderboard)" }).evaluate((own) => own.offsetHeight);
  const before = await height();
  await page.getByText("For papers (Leaderboard)").click();
  assert.equal(await height(), before, "the buttons beside are not stretched");
  const rows = (text, cells) => text.split("\n").map(cells).filter((row) => /^[a-z]$/.test(row[0]));
  const latex = (line) => line.trim().replace(/ *\\\\$/, "").split(" & ");
  const markdown = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  for (const [name, format, cells] of [["LaTeX", "latex", latex], ["Markdown", "markdown", markdown]]) {
    const text = readFileSync(await saved(page, `Export ${name} (Leaderboard)`), "utf8");
    // The page, its benchmark and the address. LaTeX escapes some characters.
    const source = `From ${await page.title()}: ${page.url()}`;
    assert.ok(text.replaceAll("\\", "").includes(source), `${source} is not in ${text}`);
    const shown = rows(text, cells);
    assert.equal(shown.length, 5);
    // The page's rows are in their order on the page; it prints titles where the program prints ids.
    for (const [relevance, from, to] of [["exact", 2, 7], ["pairs", 7, 9]]) {
      const native = rows(rankscope("eval", benchmark, ...order, "--relevance", relevance, "--format", format), cells);
      const values = (row, from, to) => row.slice(from, to).join(" | ");
      assert.deepEqual(shown.map((row) => values(row, from, to)), native.map((row) => values(row, 2, 2 + to - from)), `${name}, ${relevance}`);
    }
  }
});

test("a table is saved with all its rows and digits", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("compare", { a: A, b: B, measure: "trec:nDCG@10", relevance: "exact" }));
  await page.getByRole("table", { name: "Queries by contrast" }).waitFor();
  const rows = JSON.parse(readFileSync(await saved(page, "Export JSON (Queries by contrast)"), "utf8"));
  const native = rankscopeJson("compare", A, B, "--benchmark", benchmark, "--relevance", "exact", "--measures", "trec:nDCG@10").measures["trec:nDCG@10"].per_query;
  assert.equal(rows.length, 40);
  for (const row of rows.filter((row) => row.A !== null)) assert.ok(near(row.A, native[row.query].a, 1e-12) && near(row["A - B"], native[row.query].difference, 1e-12));

  await page.goto(address("leaderboard", {}));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const csv = readFileSync(await saved(page, "Export CSV (Leaderboard)"), "utf8").trim().split("\n");
  const means = Object.values(await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance"));
  assert.equal(csv.length, 6);
  // Titles have commas and are quoted. Every mean has the ends of its interval and its n beside it.
  const [names, ...lines] = csv.map(fields);
  assert.deepEqual(names.slice(0, 2), ["System", "System id"]);
  const columns = names.flatMap((name, place) => (/^(System|System id|Note)$| (low|high|n)$/.test(name) ? [] : [{ name, place }]));
  for (const { name, place } of columns) assert.deepEqual(names.slice(place + 1, place + 4), [`${name} low`, `${name} high`, `${name} n`]);
  const values = lines.flatMap((line) => columns.map(({ place }) => line[place]));
  // What has no value is empty.
  assert.deepEqual(values.filter(Boolean), means.filter((mean) => mean !== "n/a"));
  const numbers = lines.flatMap((line) => line.slice(columns[0].place)).filter(Boolean);
  assert.ok(numbers.length > means.length && numbers.every((number) => /^-?\d+(\.\d+)?$/.test(number)), numbers.join());
});

test("numbers are saved as numbers, an interval as its two ends", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("compare", { a: A, b: B, relevance: "exact" }));
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  // Until every test is done.
  await page.waitForFunction(() => ![...document.querySelectorAll('table[aria-label="Measures of both systems"] td')].some((cell) => cell.innerText.trim() === "…"));
  const rows = JSON.parse(readFileSync(await saved(page, "Export JSON (Measures of both systems)"), "utf8"));
  const shown = await cellValues(table, "measure", "of");
  assert.equal(rows.length, new Set(Object.keys(shown).map((key) => key.split(" ")[0])).size);
  const full = rows.filter((row) => row["Confidence interval (95%) low"] !== null);
  assert.ok(full.length > 0);
  for (const row of full) {
    assert.equal(typeof row["A - B"], "number");
    assert.ok(near(shown[`${row.Measure} difference`], row["A - B"], 0));
    assert.ok(row["Confidence interval (95%) low"] - 1e-12 <= row["A - B"] && row["A - B"] <= row["Confidence interval (95%) high"] + 1e-12, JSON.stringify(row));
    for (const name of ["A better", "Equal", "B better", "n"]) assert.ok(Number.isInteger(row[name]), name);
    assert.equal(row["A better"] + row.Equal + row["B better"], row.n);
    assert.ok(row.p >= 0 && row.p <= row["p (Holm)"] && row["p (Holm)"] <= 1);
  }
});

test("the Benchmark page's tables are saved: systems, files and the self-check", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("about", {}));
  await page.getByText(/files, .* in total/).click();
  const manifest = JSON.parse(readFileSync(join(benchmark, "benchmark.json"), "utf8"));
  const files = JSON.parse(readFileSync(await saved(page, "Export JSON (Files)"), "utf8"));
  assert.deepEqual(files.map((file) => [file.path, file.bytes, file.sha256]), manifest.files.map((file) => [file.path, file.bytes, file.sha256]));
  const systems = JSON.parse(readFileSync(await saved(page, "Export JSON (Systems)"), "utf8"));
  assert.deepEqual(systems.map((system) => system.system), manifest.systems.map((system) => system.id));
  await page.getByRole("button", { name: /on this device/ }).click();
  await page.getByRole("table", { name: "Encoder self-check" }).waitFor();
  const checks = JSON.parse(readFileSync(await saved(page, "Export JSON (Encoder self-check)"), "utf8"));
  assert.ok(checks.length > 0 && checks.every((check) => check["same tokens"] === "yes" && typeof check.cosine === "number" && check.cosine > 0.999), JSON.stringify(checks));
});

test("a chart is saved as SVG with its colours, and as PNG", async () => {
  // The page's policy holds for what is parsed below as well, which is a file of its own elsewhere.
  const { page } = await newPage(browser, { expects: /Applying inline style violates/ });
  await page.goto(address("compare", { a: A, b: B, relevance: "exact" }));
  await page.getByRole("slider", { name: "Difference on every query" }).waitFor();
  const svg = readFileSync(await saved(page, "Save as SVG (Difference on every query)"), "utf8");
  const { fault, fills } = await page.evaluate((text) => {
    const svg = new DOMParser().parseFromString(text, "image/svg+xml");
    return { fault: svg.querySelector("parsererror")?.textContent ?? null, fills: [...svg.querySelectorAll("path")].map((path) => path.getAttribute("fill")) };
  }, svg);
  assert.equal(fault, null);
  assert.ok(fills.length >= 2 && fills.every((fill) => /^rgb/.test(fill)) && new Set(fills).size >= 2, String(fills));
  const png = readFileSync(await saved(page, "Save as PNG (Difference on every query)"));
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok(png.length > 1000);
  const [, width] = /viewBox="0 0 ([\d.]+) /.exec(svg);
  assert.equal(png.readUInt32BE(16), 2 * Number(width));
});
