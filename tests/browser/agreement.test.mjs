// The Agreement page against rankscope agree, on the generated benchmark and a published table.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertAccessible, cellValues, eventually, near, newPage, rankscope, rankscopeJson } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";

const published = join(process.env.RANKSCOPE_SHARED ?? "", "data/published");

const { benchmark } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}agreement?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const matrixOf = (page) => page.getByRole("table", { name: /Agreement of measures/ });

test("coefficients and intervals are those of rankscope agree", async () => {
  const { page, context, problems } = await newPage(browser);
  await page.goto(address({}));
  await page.getByText("95% confidence interval, from 2,000 resamples").waitFor();
  const native = rankscopeJson("agree", "--benchmark", benchmark);
  const name = (m) => `${native.measures[m]} ${native.relevance[m]}`;
  const cells = await matrixOf(page).locator("td").evaluateAll((cells) =>
    Object.fromEntries(cells.map((cell) => [`${cell.dataset.row}~${cell.dataset.column}`, { ...cell.dataset }])),
  );
  for (const [a, row] of native.tau_b.entries()) {
    for (const [b, tau] of row.entries()) {
      const cell = cells[`${name(a)}~${name(b)}`];
      if (tau === null) assert.equal(cell.value, "n/a");
      else assert.ok(near(cell.value, tau, 1e-12));
      const [low, high] = cell.interval?.split(" ") ?? [];
      const ends = native.intervals[a][b];
      if (ends) assert.ok(near(low, ends[0], 1e-12) && near(high, ends[1], 1e-12), `${name(a)}~${name(b)}: ${cell.interval} and ${ends}`);
      else assert.equal(low, undefined);
    }
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test("Spearman's ρ, counted from the means of rankscope agree", async () => {
  const { page, context } = await newPage(browser);
  await page.goto(address({}));
  await matrixOf(page).waitFor();
  await page.getByRole("combobox", { name: "Coefficient" }).selectOption({ label: "Spearman’s ρ" });
  await page.waitForURL(/by=rho/);
  await page.getByRole("table", { name: /Spearman/ }).waitFor();
  const cells = await cellValues(page.getByRole("table", { name: /Spearman/ }), "row", "column");
  const native = rankscopeJson("agree", "--benchmark", benchmark);
  const ranks = (values) => values.map((value) => values.reduce((rank, other) => rank + (other < value ? 1 : other === value ? 0.5 : 0), 0.5));
  const pearson = (x, y) => {
    const mean = (values) => values.reduce((a, b) => a + b) / values.length;
    const [mx, my] = [mean(x), mean(y)];
    const sum = (of) => x.reduce((total, _, i) => total + of(i), 0);
    return sum((i) => (x[i] - mx) * (y[i] - my)) / Math.sqrt(sum((i) => (x[i] - mx) ** 2) * sum((i) => (y[i] - my) ** 2));
  };
  const column = (m) => ranks(native.means.map((row) => row[m]));
  for (const a of native.measures.keys()) {
    for (const b of native.measures.keys()) {
      const expected = pearson(column(a), column(b));
      const cell = cells[`${native.measures[a]} ${native.relevance[a]} ${native.measures[b]} ${native.relevance[b]}`];
      if (Number.isNaN(expected)) assert.equal(cell, "n/a");
      else assert.ok(near(cell, expected, 1e-12));
    }
  }
  await context.close();
});

test("by keyboard to a cell: its discordant pairs, and from there to the queries that decide", async () => {
  const { page, context } = await newPage(browser);
  // Resampling takes turns by a timer; from the matrix on they wait until the cell is open.
  await page.addInitScript(() => {
    const later = globalThis.setTimeout;
    const waiting = [];
    let isHeld = true;
    globalThis.setTimeout = (act, ms, ...more) => {
      if (isHeld && !ms && document.querySelector('table[aria-label^="Agreement of measures"]')) return waiting.push(act);
      return later(act, ms, ...more);
    };
    globalThis.goOn = () => {
      isHeld = false;
      for (const act of waiting) later(act, 0);
    };
  });
  await page.goto(address({ columns: "all" }));
  await matrixOf(page).waitFor();
  const native = rankscopeJson("agree", "--benchmark", benchmark, "--resamples", "0");
  await page.getByRole("button", { name: /^1\.00 between / }).first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  const focused = page.locator("button.cell:focus");
  assert.match(await focused.getAttribute("id"), /^cell-0-\d+$/);
  // A cell with a disagreement, found in the native program's means.
  const mean = (s, m) => native.means[s][m];
  const discordant = (a, b) => {
    const pairs = [];
    for (const i of native.systems.keys()) for (let j = i + 1; j < native.systems.length; j++)
      if ((mean(i, a) - mean(j, a)) * (mean(i, b) - mean(j, b)) < 0) pairs.push([native.systems[i], native.systems[j]].toSorted().join());
    return pairs.toSorted();
  };
  const cells = [...native.measures.keys()].flatMap((a) => [...native.measures.keys()].map((b) => [a, b]));
  const [a, b] = cells.find(([a, b]) => discordant(a, b).length > 0);
  const name = (m) => `${native.measures[m]} ${native.relevance[m]}`;
  const cell = matrixOf(page).locator(`td[data-row="${name(a)}"][data-column="${name(b)}"]`).getByRole("button");
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/cell=/);
  const table = page.getByRole("table", { name: "Systems that swap places" });
  await table.waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "cell-title");
  await page.evaluate(() => goOn());
  await page.getByText(/95% confidence interval from 2,000 resamples of the \d+ queries/).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "cell-title", "what comes later leaves the focus");
  const shown = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [row.dataset.first, row.dataset.second].toSorted().join()));
  assert.deepEqual(shown.toSorted(), discordant(a, b));
  await page.reload();
  await table.waitFor();
  await table.getByRole("link").first().click();
  await page.waitForURL(/\/compare\?/);
  const parameters = new URL(page.url()).searchParams;
  assert.equal(parameters.get("measure"), native.measures[a]);
  assert.equal(parameters.get("relevance"), native.relevance[a]);
  await page.getByRole("table", { name: "Measures of both systems" }).waitFor();
  await context.close();
});

test("published coefficients beside recomputed ones, as rankscope agree --published has them", { skip: !existsSync(published) && "the shared data is not here" }, async () => {
  const { page, context } = await newPage(browser);
  await page.goto(address({}));
  const table = page.getByRole("table", { name: "Published and recomputed τ-b" });
  await table.waitFor();
  const native = rankscopeJson("agree", "--table", join(published, "eccv_table4.csv"), "--published", join(published, "eccv_table5.csv"));
  const cells = await table.locator("td").evaluateAll((cells) => cells.map((cell) => ({ ...cell.dataset })));
  assert.equal(cells.length, native.measures.length ** 2);
  for (const cell of cells) {
    const tau = native.tau_b[native.measures.indexOf(cell.row)][native.measures.indexOf(cell.column)];
    assert.ok(near(cell.value, tau, 1e-12));
  }
  const marked = cells.filter((cell) => cell.differs).map((cell) => [cell.row, cell.column].toSorted().join());
  const differing = native.published.differences.map((difference) => difference.measures.toSorted().join());
  assert.deepEqual([...new Set(marked)].toSorted(), differing.toSorted());
  await context.close();
});

test("how alike the systems are, as rankscope agree --diversity has it", async () => {
  const { page, context, problems } = await newPage(browser);
  await page.goto(address({}));
  const native = rankscopeJson("agree", "--benchmark", benchmark, "--diversity");
  for (const [name, matrix] of [["Order of the first results (τ-b)", native.tau_b], ["Rank of the other’s first result", native.rank_of_first]]) {
    const table = page.getByRole("table", { name });
    await table.waitFor();
    const shown = await cellValues(table, "row", "column");
    native.systems.forEach((row, i) => native.systems.forEach((column, j) => {
      const value = shown[`${row} ${column}`];
      assert.equal(value === "n/a" ? null : Number(value), matrix[i][j], `${name}: ${row} ${column}`);
    }));
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test("the published models by two measures, with the choice in the address, and Tables 2 and 3", async () => {
  const { page, context, problems } = await newPage(browser);
  await page.goto(address({}));
  await page.getByRole("combobox", { name: "Second measure" }).selectOption("cxc_r1");
  await page.waitForURL(/models=coco_5k_r1~cxc_r1/);
  // Table 5 prints 1.00.
  await page.getByText("τ-b over 25 models: 1.00; Table 5 prints 1.00.").waitFor();
  await page.reload();
  await page.getByText("τ-b over 25 models: 1.00; Table 5 prints 1.00.").waitFor();
  const rows = page.getByRole("table", { name: "Data for published models by two measures", includeHidden: true }).locator("tbody tr");
  await eventually(async () => assert.equal(await rows.count(), 25));
  const recall = page.getByRole("table", { name: "Precision and recall of earlier judgements" });
  await eventually(async () => assert.deepEqual(await recall.locator("tbody tr").first().locator("td").allInnerTexts(), ["47.3", "20.0", "89.4", "12.8"]));
  const counts = page.getByRole("table", { name: "Number of positives" });
  await eventually(async () => assert.deepEqual(await counts.locator("tbody tr").last().locator("td").allInnerTexts(), ["11,279", "22,550"]));
  assert.deepEqual(problems, []);
  await context.close();
});

test("definitions of relevance are measured by each other", async () => {
  const { page, context } = await newPage(browser);
  await page.goto(address({}));
  const table = page.getByRole("table", { name: "Definitions of relevance compared" });
  await table.waitFor();
  const shown = await cellValues(table, "of", "by");
  // Every query's relevant images from the qrels, and the shares by hand.
  const { relevance } = JSON.parse(readFileSync(join(benchmark, "benchmark.json"), "utf8"));
  const relevant = relevance.map(({ path }) => {
    const sets = new Map();
    for (const line of readFileSync(join(benchmark, path), "utf8").trim().split("\n")) {
      const [query, , image, grade] = line.split(/\s+/);
      if (Number(grade) >= 1) sets.set(query, (sets.get(query) ?? new Set()).add(image));
    }
    return sets;
  });
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  relevance.forEach((of, i) => relevance.forEach((by, j) => {
    const shares = (whole, part) => [...whole].map(([query, images]) => [...images].filter((image) => part.get(query)?.has(image)).length / images.size);
    assert.ok(near(shown[`${of.id} ${by.id}`], mean(shares(relevant[i], relevant[j])), 1e-12));
  }));
  await context.close();
});

test("a missing table is told without hiding the rest", async () => {
  const { page, context } = await newPage(browser);
  await page.route(/published\//, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(address({}));
  await page.getByRole("alert").waitFor();
  await matrixOf(page).waitFor();
  await page.unroute(/published\//);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("table", { name: "Published and recomputed τ-b" }).waitFor();
  await context.close();
});

test("no accessibility faults in light and dark, no sideways scrolling", async () => {
  const { page, context } = await newPage(browser);
  await page.goto(address({ cell: "eccv:R@1 pairs~eccv:mAP@R exact" }));
  await page.getByRole("heading", { name: /^eccv:R@1/ }).waitFor();
  await page.getByText("95% confidence interval, from 2,000 resamples of the queries").first().waitFor();
  await assertAccessible(page, "agreement");
  await context.close();
});
