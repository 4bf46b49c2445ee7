// The Agreement page against rankscope agree, on the generated benchmark and a published table.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertNear, cellValues, downloadedJson, dragFiles, eventually, holdTurns, near, newPage, rankscope, rankscopeJson, unfold } from "./harness.mjs";
import { fixture, launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const published = join(process.env.RANKSCOPE_SHARED ?? "", "data/published");

const { benchmark } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}agreement?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const matrixOf = (page) => page.getByRole("table", { name: /Agreement of measures/ });

test("the report is that of rankscope agree, and the matrix shows it", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await page.getByText("95% confidence interval, from 2,000 resamples").waitFor();
  const native = rankscopeJson("agree", "--benchmark", benchmark);
  assertNear(await downloadedJson(page, "Export report (JSON)"), native);
  const name = (m) => `${native.measures[m]} ${native.relevance[m]}`;
  const cells = await matrixOf(page).locator("td").evaluateAll((cells) =>
    Object.fromEntries(cells.filter((cell) => cell.dataset.row).map((cell) => [`${cell.dataset.row}~${cell.dataset.column}`, { ...cell.dataset }])),
  );
  const n = native.measures.length;
  assert.equal(Object.keys(cells).length, (n * (n - 1)) / 2, "the lower triangle");
  for (const [a, row] of native.tau_b.entries()) {
    for (const [b, tau] of row.slice(0, a).entries()) {
      const cell = cells[`${name(a)}~${name(b)}`];
      if (tau === null) assert.equal(cell.value, "n/a");
      else assert.ok(near(cell.value, tau, 1e-12));
      const [low, high] = cell.interval?.split(" ") ?? [];
      const ends = native.intervals[a][b];
      if (ends) assert.ok(near(low, ends[0], 1e-12) && near(high, ends[1], 1e-12), `${name(a)}~${name(b)}: ${cell.interval} and ${ends}`);
      else assert.equal(low, undefined);
    }
  }
});

test("Spearman's ρ is a choice in the address, and has no report", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await matrixOf(page).waitFor();
  const report = page.locator(".matrix-and-cell").getByRole("button", { name: "Export report (JSON)", exact: true });
  assert.equal(await report.count(), 1);
  await page.getByRole("combobox", { name: "Coefficient" }).selectOption({ label: "Spearman’s ρ" });
  await page.waitForURL(/by=rho/);
  await page.getByRole("table", { name: /Spearman/ }).waitFor();
  assert.equal(await report.count(), 0);
});

test("by keyboard to a cell: its discordant pairs, and from there to the queries that decide", async () => {
  const { page } = await newPage(browser);
  // Resampling takes turns by a timer; from the matrix on they wait until the cell is open.
  await holdTurns(page, 'table[aria-label^="Agreement of measures"]');
  await page.goto(address({ columns: "all" }));
  await matrixOf(page).waitFor();
  assert.ok(await page.locator(".matrix-and-cell").getByRole("button", { name: "Export report (JSON)", exact: true }).isDisabled(), "a report without its intervals");
  const native = rankscopeJson("agree", "--benchmark", benchmark, "--resamples", "0");
  await page.locator("button.cell").first().focus();
  const focused = page.locator("button.cell:focus");
  for (const [key, id] of [["ArrowDown", "cell-2-0"], ["End", "cell-2-1"], ["ArrowRight", "cell-2-1"], ["ArrowUp", "cell-2-1"], ["ArrowLeft", "cell-2-0"]]) {
    await page.keyboard.press(key);
    assert.equal(await focused.getAttribute("id"), id, key);
  }
  // A cell with a disagreement, found in the native program's means.
  const mean = (s, m) => native.means[s][m];
  const discordant = (a, b) => {
    const pairs = [];
    for (const i of native.systems.keys()) for (let j = i + 1; j < native.systems.length; j++)
      if ((mean(i, a) - mean(j, a)) * (mean(i, b) - mean(j, b)) < 0) pairs.push([native.systems[i], native.systems[j]].toSorted().join());
    return pairs.toSorted();
  };
  const cells = [...native.measures.keys()].flatMap((a) => [...Array(a).keys()].map((b) => [a, b]));
  // Not the pair that agrees least: that one is open from the start.
  const least = Math.min(...cells.flatMap(([a, b]) => native.tau_b[a][b] ?? []));
  const [a, b] = cells.find(([a, b]) => discordant(a, b).length > 0 && native.tau_b[a][b] > least);
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
});

test("the pair that agrees least is open from the start, without a name in the address", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  const native = rankscopeJson("agree", "--benchmark", benchmark, "--resamples", "0");
  const cells = [...native.measures.keys()].flatMap((a) => [...Array(a).keys()].map((b) => [a, b, native.tau_b[a][b]])).filter(([, , tau]) => tau !== null);
  const [a, b, least] = cells.reduce((one, other) => (other[2] < one[2] ? other : one));
  const name = (m) => `${native.measures[m]} ${native.relevance[m]}`;
  const cell = matrixOf(page).locator(`td[data-row="${name(a)}"][data-column="${name(b)}"]`);
  await cell.getByRole("button", { pressed: true }).waitFor();
  const heading = page.locator("#cell-title");
  assert.match(await heading.innerText(), new RegExp(`^${native.measures[a]} .* and ${native.measures[b]} `));
  assert.equal(new URL(page.url()).searchParams.get("cell"), null);
  // The ramp's ends are the lowest and the highest value that is shown.
  const highest = Math.max(...cells.map(([, , tau]) => tau));
  const ends = (await page.locator(".ramp-key").innerText()).replaceAll("−", "-").match(/-?\d\.\d\d/g).map(Number);
  assert.ok(near(ends[0], least, 0.00501) && near(ends[1], highest, 0.00501), ends.join());
  // Another pair is in the address, and the first again is not.
  const [c, d] = cells.find(([c, d]) => c !== a || d !== b);
  await matrixOf(page).locator(`td[data-row="${name(c)}"][data-column="${name(d)}"]`).getByRole("button").click();
  await page.waitForURL(/cell=/);
  await cell.getByRole("button").click();
  await page.waitForURL((url) => !url.searchParams.has("cell"));
  // Wide windows have the pair beside the matrix, narrow ones below it.
  const places = () => Promise.all([page.locator('[data-block="matrix"]'), heading].map((own) => own.boundingBox()));
  await page.setViewportSize({ width: 1280, height: 900 });
  const [matrix, beside] = await places();
  assert.ok(beside.x >= matrix.x + matrix.width && beside.y < matrix.y + matrix.height, "beside");
  await page.setViewportSize({ width: 800, height: 900 });
  const [above, below] = await places();
  assert.ok(below.y >= above.y + above.height, "below");
});

test("systems that swap places: intervals and p of rankscope compare, and queries with different winners", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ columns: "all" }));
  const table = page.getByRole("table", { name: "Systems that swap places" });
  const row = table.locator("tbody tr").first();
  await row.locator("td[data-p]").nth(1).waitFor();
  const [first, second] = await row.evaluate((row) => [row.dataset.first, row.dataset.second]);
  const [one, other] = (await page.locator("button.cell[aria-pressed=true]").evaluate((own) => [own.closest("td").dataset.row, own.closest("td").dataset.column])).map((name) => name.split(" "));
  const shown = await row.locator("td[data-p]").evaluateAll((cells) => cells.map((cell) => ({ ...cell.dataset })));
  const perQuery = {};
  for (const [place, [measure, relevance]] of [one, other].entries()) {
    const native = rankscopeJson("compare", benchmark, first, second, "--relevance", relevance, "--measures", measure);
    const tested = native.measures[measure] ?? native.measures.find?.((own) => own.measure === measure);
    assert.ok(tested, JSON.stringify(native).slice(0, 300));
    const [low, high] = shown[place].interval.split(" ").map(Number);
    assert.ok(low <= Number(shown[place].value) && Number(shown[place].value) <= high);
    assert.ok(Number(shown[place].p) > 0 && Number(shown[place].p) <= 1);
    assert.ok(near(shown[place].value, tested.difference ?? tested.mean_difference, 1e-9), JSON.stringify(tested).slice(0, 300));
    const runs = rankscopeJson("eval", "--benchmark", benchmark, "--system", first, "--system", second, "--relevance", relevance, "--measures", measure).runs;
    perQuery[place] = [first, second].map((id) => runs[id][measure].per_query);
  }
  const differences = (place, id) => perQuery[place][0][id] - perQuery[place][1][id];
  const ids = Object.keys(perQuery[0][0]).filter((id) => [0, 1].every((place) => perQuery[place].every((all) => typeof all[id] === "number")));
  const split = ids.filter((id) => differences(0, id) * differences(1, id) < 0);
  assert.equal(await row.getByRole("button", { name: /list the queries with different winners/ }).innerText(), String(split.length));
  if (split.length) {
    await row.getByRole("button", { name: /list the queries with different winners/ }).click();
    const listed = page.getByRole("table", { name: "Queries with different winners" }).locator("tbody tr");
    const found = await listed.evaluateAll((rows) => rows.map((row) => row.dataset.query));
    assert.ok(found.length > 0 && found.every((id) => split.includes(id)), `${found}: ${split}`);
  }
});

test("sections are listed with what they answer, folded until they are wanted, and words are few", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await matrixOf(page).waitFor();
  const titles = await page.locator("details.fold > summary").allInnerTexts();
  const contents = page.getByRole("navigation", { name: "Contents" });
  await eventually(async () => assert.deepEqual(await contents.getByRole("link").allInnerTexts(), titles));
  assert.ok(titles.length > 4 && (await page.locator("details.fold[open]").count()) === 0, titles.join());
  // But for those for screen readers alone, and of closed lists of choices.
  const words = await page.locator("main").evaluate((main) => {
    const count = (text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
    const seen = [...main.querySelectorAll(".visually-hidden, option:not(:checked)")].filter((own) => (own.closest("select") ?? own).checkVisibility());
    return count(main.innerText) - seen.reduce((sum, own) => sum + count(own.textContent), 0);
  });
  assert.ok(words <= 400, `${words} words`);
  await contents.getByRole("link", { name: "How alike" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "alike-title");
  await page.getByRole("table", { name: "Order of the first results (τ-b)" }).waitFor();
  // Opened, a section is in the address where it has choices; Back folds it.
  await contents.getByRole("link", { name: "Audit a number" }).click();
  await page.waitForURL(/audit=/);
  await page.getByLabel("Printed mean").waitFor();
  await page.goBack();
  await eventually(async () => assert.equal(await page.getByLabel("Printed mean").isVisible(), false));
  // A link to a section, and one to something in it.
  await page.goto(`${address({})}#definitions-title`);
  await page.waitForFunction(() => document.activeElement?.id === "definitions-title");
  await page.getByRole("table", { name: "Definitions of relevance compared" }).waitFor();
  await page.goto(address({ models: "coco_5k_r1~cxc_r1" }));
  await tableMatrix(page).waitFor();
});

const tableMatrix = (page) => page.getByRole("table", { name: "Agreement of the table’s measures (τ-b)" });

/** Holds the matrix of a table to what rankscope agree --table prints. */
async function assertMatrix(page, native) {
  await eventually(async () => {
    const cells = await tableMatrix(page).locator("td").evaluateAll((cells) => cells.map((cell) => ({ ...cell.dataset })));
    assert.equal(cells.length, native.measures.length ** 2);
    for (const cell of cells) {
      const tau = native.tau_b[native.measures.indexOf(cell.row)][native.measures.indexOf(cell.column)];
      assert.ok(tau === null ? cell.value === "n/a" : near(cell.value, tau, 1e-12), `${cell.row}, ${cell.column}: ${cell.value}, not ${tau}`);
    }
  });
}

test("published coefficients beside recomputed ones, as rankscope agree --published has them", { skip: !existsSync(published) && "the shared data is not here" }, async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await unfold(page, "A table of models");
  const table = tableMatrix(page);
  await table.waitFor();
  const native = rankscopeJson("agree", "--table", join(published, "eccv_table4.csv"), "--published", join(published, "eccv_table5.csv"));
  await assertMatrix(page, native);
  const cells = await table.locator("td").evaluateAll((cells) => cells.map((cell) => ({ ...cell.dataset })));
  const marked = cells.filter((cell) => cell.differs).map((cell) => [cell.row, cell.column].toSorted().join());
  const differing = native.published.differences.map((difference) => difference.measures.toSorted().join());
  assert.deepEqual([...new Set(marked)].toSorted(), differing.toSorted());
});

test("a table of one's own, dropped, pasted and by a group of rows, is that of rankscope agree --table", async () => {
  const { page } = await newPage(browser);
  const folder = temporaryFolder();
  // 30 models under 11 measures, in two groups.
  const names = [...Array(11).keys()].map((at) => `R@${at + 1}`);
  const value = (row, at) => (((row * 37 + at * 11 + row * at * 3) % 100) + row / 10).toFixed(2);
  const rows = [...Array(30).keys()].map((row) => [row % 3 ? "large" : "small", `Model ${row}`, ...names.map((_, at) => value(row, at))]);
  const file = join(folder, "models.csv");
  writeFileSync(file, [["group", "model", ...names], ...rows].map((row) => row.join(",")).join("\n"));
  const native = rankscopeJson("agree", "--table", file);
  await page.goto(address({}));
  await unfold(page, "A table of models");
  await tableMatrix(page).waitFor();
  await dragFiles(page, [file]);
  await page.waitForURL(/table=_own/);
  await page.getByText("models.csv: 30 rows, 11 columns of figures.").waitFor();
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.id), "table-title"));
  await assertMatrix(page, native);
  const part = page.locator('[data-block="published"]');
  assertNear(await downloadedJson(page, "Export report (JSON)", part), native);
  // A bump chart over more than two measures: a step a model between any two neighbours.
  await part.locator('summary[aria-label^="Measures whose orders are shown"]').click();
  for (const name of ["R@4", "R@7"]) await part.getByRole("checkbox", { name, exact: true }).click();
  await page.waitForURL(/models=R%401~R%402~R%404~R%407/);
  await eventually(async () => assert.equal(await part.getByRole("img", { name: "Ranks of the models" }).locator("path.bump").count(), 90));
  await page.keyboard.press("Escape");
  await part.getByRole("combobox", { name: "Rows" }).selectOption({ label: "Group: small (10)" });
  await page.waitForURL((url) => url.searchParams.get("table") === "_own;group=small");
  await assertMatrix(page, rankscopeJson("agree", "--table", file, "--only", "group=small"));
  // Pasted as LaTeX, with a fault that is named by line, column and reason.
  const latex = (worst) => `\\begin{tabular}{lrr}\nModel & R@1 & mAP \\\\ \\hline\nA & \\textbf{55.1} & 2.5 \\\\\nB & 40.2 & ${worst} \\\\\n\\end{tabular}`;
  await part.locator("summary", { hasText: "Paste a table" }).click();
  const field = part.getByRole("textbox", { name: "A table with a header" });
  await field.fill(latex("10\\%"));
  await part.getByRole("button", { name: "Show this table" }).click();
  await part.getByRole("alert").getByText(/Pasted table, line 4: column 3 \(mAP\): "10%" is not a number/).waitFor();
  await field.fill(latex("3.5"));
  await part.getByRole("button", { name: "Show this table" }).click();
  await page.getByText("Pasted table: 2 rows, 2 columns of figures.").waitFor();
  await eventually(async () => assert.equal((await cellValues(tableMatrix(page), "row", "column"))["R@1 mAP"], "-1"));
  // What is no table is an import.
  const run = join(folder, "some.run");
  writeFileSync(run, "q Q0 d 1 0.5 tag\n");
  await dragFiles(page, [run]);
  await page.getByRole("alert").filter({ hasText: "some.run was not imported" }).waitFor();
});

test("a printed mean is audited as rankscope audit has it, on Agreement and Compare", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  const part = page.locator('[data-block="audit"]');
  await unfold(page, "Audit a number");
  await part.getByLabel("Printed mean").fill("83.2");
  await part.getByLabel("Queries").fill("1000");
  await part.getByText("83.2 is not between 0 and 1").waitFor();
  await part.getByLabel("Printed mean").fill(".832");
  await part.getByLabel("Another mean").fill(".818");
  await part.getByLabel("Deviation").focus();
  await page.waitForURL(/audit=/);
  await part.getByText("The difference can be significant at .05, but need not be").waitFor();
  const native = rankscopeJson("audit", "--mean", ".832", "--against", ".818", "--n", "1000");
  assertNear(await downloadedJson(page, "Export report (JSON)", part), native);
  const { searchParams } = new URL(page.url());
  await page.goto(`${server.url}compare?${new URLSearchParams({ device: "cpu", audit: searchParams.get("audit") })}`);
  const rows = part.getByRole("table", { name: "What the printed mean allows" });
  await rows.getByText(native.detectable.t_noncentral.toFixed(4)).waitFor();
  assertNear(await downloadedJson(page, "Export report (JSON)", part), native);
  await assertAccessible(page, "an audit on Compare");
});

test("how alike the systems are, as rankscope agree --diversity has it", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await unfold(page, "How alike");
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
});

test("a published table by two measures, with the choice in the address, and Tables 2 and 3", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await unfold(page, "A table of models");
  await page.getByRole("combobox", { name: "Second measure" }).selectOption("cxc_r1");
  await page.waitForURL(/models=coco_5k_r1~cxc_r1/);
  // Table 5 prints 1.00.
  const said = "τ-b of the first two over 25 models: 1.00; the paper prints 1.00.";
  await page.getByText(said).waitFor();
  await page.reload();
  await page.getByText(said).waitFor();
  const rows = page.getByRole("table", { name: "Data for the models’ orders", includeHidden: true }).locator("tbody tr");
  await eventually(async () => assert.equal(await rows.count(), 25));
  await page.getByRole("combobox", { name: "Table" }).selectOption({ label: "ECCV Caption, Table 2" });
  await page.waitForURL((url) => url.searchParams.get("table") === "eccv-2" && !url.searchParams.has("models"));
  const recall = page.getByRole("table", { name: "ECCV Caption, Table 2" });
  await eventually(async () => assert.deepEqual(await recall.locator("tbody tr").first().locator("td").allInnerTexts(), ["47.3", "20.0", "89.4", "12.8"]));
  await page.goto(address({ table: "eccv-3" }));
  // With the ratios that the paper prints.
  const counts = page.getByRole("table", { name: "ECCV Caption, Table 3" });
  await eventually(async () => assert.deepEqual(await counts.locator("tbody tr").last().locator("td").allInnerTexts(), ["11,279", "×8.47", "22,550", "×3.58"]));
});

test("definitions of relevance are measured by each other", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await unfold(page, "Do the definitions agree?");
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
});

test("a missing table is told without hiding the rest", async () => {
  const { page } = await newPage(browser);
  await page.route(/published\//, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(address({}));
  await unfold(page, "A table of models");
  await page.getByRole("alert").waitFor();
  await matrixOf(page).waitFor();
  await page.unroute(/published\//);
  await page.getByRole("button", { name: "Try again" }).click();
  await tableMatrix(page).waitFor();
});
