// The Compare page against rankscope compare and rankscope search.

import assert from "node:assert/strict";
import { join } from "node:path";
import { assertNear, cellValues, downloadedJson, eventually, near, newPage, rankscope, rankscopeJson } from "./harness.mjs";
import { fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const [A, B] = ["tiny-bert", "words-8"];

const { benchmark, queries } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}compare?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const rows = (page) =>
  page.getByRole("table", { name: "Queries by contrast" }).locator("tbody tr").evaluateAll((rows) => rows.map((row) => ({ ...row.dataset })));

test("the report is that of rankscope compare, and the table shows it", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ a: A, b: B, relevance: "exact" }));
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  // Tests come in one by one; the last is there when none is awaited.
  await table.getByText("…", { exact: true }).first().waitFor({ state: "detached" });
  const shown = await cellValues(table, "measure", "of");
  const measures = [...new Set(Object.keys(shown).map((key) => key.split(" ")[0]))];
  assert.ok(measures.length >= 9);
  const report = rankscopeJson("compare", A, B, "--benchmark", benchmark, "--relevance", "exact", "--measures", measures.join(","), "--resamples", "1000");
  assertNear(await downloadedJson(page, "Export report (JSON)"), report);
  const native = report.measures;
  for (const measure of measures) {
    const expected = native[measure];
    assert.ok(near(shown[`${measure} a`], expected.mean_a, 1e-12), measure);
    assert.ok(near(shown[`${measure} b`], expected.mean_b, 1e-12), measure);
    assert.ok(near(shown[`${measure} difference`], expected.difference, 1e-12), measure);
    assert.ok(near(shown[`${measure} p`], expected.p, 1e-12), `${measure}: p ${shown[`${measure} p`]} and ${expected.p}`);
  }
});

test("the figure, the forest plot and the wins say what the table says", async () => {
  const { page } = await newPage(browser);
  const measure = "trec:nDCG@10";
  await page.goto(address({ a: A, b: B, measure, relevance: "exact" }));
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  await table.getByText("…", { exact: true }).first().waitFor({ state: "detached" });
  const difference = Number((await cellValues(table, "measure", "of"))[`${measure} difference`]);
  const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
  assert.equal(await page.locator(".verdict-value").innerText(), signed(difference));
  assert.equal(await page.locator(".verdict-interval").innerText(), `95% interval ${await table.locator("tr[aria-current] td").nth(4).innerText()}`);
  // Every dot stands on one axis: as far from the zero line as its difference is from zero.
  const rows = await table.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => {
      const middle = (selector) => {
        const { x, width } = row.querySelector(selector).getBoundingClientRect();
        return x + width / 2;
      };
      const whisker = row.querySelector(".forest-whisker")?.getBoundingClientRect();
      return {
        difference: Number(row.querySelector('[data-of="difference"]').dataset.value),
        off: middle("circle") - middle(".forest-zero"),
        whisker: whisker && [whisker.left - middle("circle"), whisker.right - middle("circle")],
      };
    }),
  );
  const largest = rows.reduce((most, row) => (Math.abs(row.difference) > Math.abs(most.difference) ? row : most));
  const unit = largest.off / largest.difference;
  assert.ok(unit > 50, String(unit));
  for (const row of rows) {
    assert.ok(near(row.off, unit * row.difference, 1), JSON.stringify(row));
    if (row.whisker) assert.ok(row.whisker[0] <= 0.5 && row.whisker[1] >= -0.5, JSON.stringify(row));
  }

  const native = Object.entries(rankscopeJson("compare", A, B, "--benchmark", benchmark, "--relevance", "exact", "--measures", measure).measures[measure].per_query);
  for (const [name, sign] of [["A wins most", 1], ["B wins most", -1]]) {
    const side = page.getByRole("region", { name });
    const shown = await side.getByRole("listitem").evaluateAll((items) => items.map((item) => item.lastElementChild.innerText));
    const wins = native.map(([, own]) => own.difference).filter((value) => sign * value > 0).toSorted((x, y) => sign * (y - x));
    assert.deepEqual(shown, wins.slice(0, 5).map(signed), name);
  }
  await page.getByRole("region", { name: "A wins most" }).getByRole("link").first().click();
  await page.getByRole("heading", { level: 2, name: /^“/ }).waitFor();
});

test("where no swap gave a difference as large, the corrected p is a bound", async () => {
  const book = smallFieldbook();
  const { url } = await serve(book.benchmark);
  const { page } = await newPage(browser);
  await page.goto(`${url}compare?device=cpu&a=large&b=base&measure=eccv:mAP@R`);
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  await table.getByText("…", { exact: true }).first().waitFor({ state: "detached" });
  const [p, holm] = await table.locator("tr[aria-current] td").evaluateAll((cells) => [cells[5], cells[6]].map((cell) => cell.innerText));
  assert.equal(p, "< 0.001");
  assert.match(holm, /^≤ 0\.0\d\d$/);

  // So many pairs of values differ that they are counted by tile; a tile lists its queries.
  const chart = page.getByRole("slider", { name: "A against B" });
  assert.ok(Number(await chart.getAttribute("aria-valuemax")) <= 256);
  await page.getByRole("list", { name: "Queries in a tile" }).waitFor();
  await chart.focus();
  await page.keyboard.press("Home");
  const n = Number(/(\d+) queries$/.exec(await chart.getAttribute("aria-valuetext"))[1]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/at=tile/);
  await page.getByText("Only queries with A 0.000 to 0.062 and B 0.000 to 0.062.").waitFor();
  await page.getByRole("status").filter({ hasText: new RegExp(`^${n} queries$`) }).waitFor();
  const { per_query } = rankscopeJson("compare", "large", "base", "--benchmark", book.benchmark, "--relevance", "exhaustive", "--measures", "eccv:mAP@R").measures["eccv:mAP@R"];
  assert.equal(Object.values(per_query).filter(({ a, b }) => a < 1 / 16 && b < 1 / 16).length, n);

  // The heat map has the differences of the report; a tile leaves its queries, and the others of its facet keep theirs.
  await page.getByRole("button", { name: "List all queries" }).click();
  const native = rankscopeJson("compare", "large", "base", "--benchmark", book.benchmark, "--relevance", "exhaustive", "--measures", "eccv:mAP@R").measures["eccv:mAP@R"];
  const tiles = () => page.locator(".facet-tile").evaluateAll((tiles) => tiles.map(({ dataset }) => ({ ...dataset })));
  const valued = (await tiles()).filter((tile) => tile.value !== "n/a");
  assert.ok(valued.length >= 8);
  for (const tile of valued) {
    const own = native.per_facet.find(({ facet, value }) => facet === tile.facet && value === tile.category);
    assert.equal(Number(tile.n), own.n, JSON.stringify(tile));
    assert.ok(near(tile.value, own.difference, 1e-12), JSON.stringify(tile));
  }
  const birds = valued.find((tile) => tile.category === "Birds");
  const tile = page.getByRole("button", { name: /^Birds A − B [+−]?0\.\d+ n = / });
  await tile.click();
  await page.waitForURL(/only=/);
  // Those without a value as well.
  const nBirds = book.queries.filter((query) => query.facets.iconic_group === "Birds").length;
  await page.getByRole("status").filter({ hasText: new RegExp(`^${nBirds} queries$`) }).waitFor();
  assert.equal(await tile.getAttribute("aria-pressed"), "true");
  const others = (all) => all.filter((tile) => tile.facet === birds.facet);
  await eventually(async () => assert.deepEqual(others(await tiles()), others(valued)));

  // A strip says what it shows: the ranks of the relevant, and what the other shares. Rows below the window draw none.
  const row = page.locator(".contrasts tbody tr").first();
  await row.scrollIntoViewIfNeeded();
  const said = await row.getByRole("img", { name: /of the first 20/ }).evaluateAll((strips) => strips.map((strip) => strip.getAttribute("aria-label")));
  const id = await row.getAttribute("data-query");
  const ids = ["large", "base"].map((system) => rankscopeJson("search", book.benchmark, "--system", system, "--query-id", id, "-k", "20").map((hit) => hit.id));
  const shared = ids[0].filter((id) => ids[1].includes(id));
  const ticks = await row.locator(".barcode-relevant").evaluateAll((paths) => paths.map((path) => path.getAttribute("d").split("M").length - 1));
  for (const [at, words] of said.entries()) assert.equal(/all are relevant/.test(words) ? 20 : (/at ranks? ([\d, and]+);/.exec(words)?.[1].match(/\d+/g) ?? []).length, ticks[at], words);
  for (const words of said) assert.match(words, shared.length ? new RegExp(`shares ${shared.length}, `) : /shares none/);
  assert.equal(await row.locator(".strip-joins .link").count(), shared.length);
  const drawn = await page.locator(".strips .barcode").count();
  assert.ok(drawn < 2 * (await page.locator(".strips").count()), `${drawn} strips are drawn`);
});

for (const width of [1440, 390]) {
  test(`nothing moves while values, intervals and corrected p arrive, ${width} px wide`, async () => {
    const { url } = await serve(smallFieldbook().benchmark);
    const { page } = await newPage(browser, { viewport: { width, height: 844 } });
    await page.addInitScript(() => {
      globalThis.shifted = 0;
      const add = (list) => list.getEntries().forEach((entry) => (globalThis.shifted += entry.hadRecentInput ? 0 : entry.value));
      new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${url}compare?device=cpu&a=large&b=base`);
    const table = page.getByRole("table", { name: "Measures of both systems" });
    await table.waitFor();
    await table.getByText("…", { exact: true }).first().waitFor({ state: "detached" });
    assert.ok((await page.evaluate(() => globalThis.shifted)) <= 0.05);
    await page.goto(`${url}leaderboard?device=cpu`);
    await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
    assert.ok((await page.evaluate(() => globalThis.shifted)) <= 0.05);
  });
}

test("queries are sorted by contrast, and their differences are those of rankscope compare", async () => {
  const { page } = await newPage(browser);
  const measure = "trec:nDCG@10";
  await page.goto(address({ a: A, b: B, measure, relevance: "exact" }));
  await page.getByRole("button", { name: /^Show 15 more/ }).click();
  const native = rankscopeJson("compare", A, B, "--benchmark", benchmark, "--relevance", "exact", "--measures", measure).measures[measure].per_query;
  const all = await eventually(async () => {
    const all = await rows(page);
    assert.equal(all.length, queries.length);
    return all;
  });
  for (const row of all.filter((row) => row.difference !== "n/a")) assert.ok(near(row.difference, native[row.query].difference, 1e-12));
  const sizes = all.map((row) => Math.abs(Number(row.difference))).filter((size) => !Number.isNaN(size));
  assert.deepEqual(sizes, sizes.toSorted((x, y) => y - x));

  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Fewest images in common" });
  await page.waitForURL(/order=overlap/);
  await eventually(async () => {
    const overlaps = (await rows(page)).map((row) => Number(row.overlap));
    assert.deepEqual(overlaps, overlaps.toSorted((x, y) => x - y));
  });
});

test("a query's value opens as the hits that count over boxes, of a list that the page does not show", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ a: A, b: B, measure: "trec:P@10", relevance: "exact" }));
  const table = page.getByRole("table", { name: "Queries by contrast" });
  for (const column of [0, 1]) {
    const cell = table.locator("tbody tr").first().locator("td[data-value]").nth(column);
    const value = await cell.getAttribute("data-value");
    await cell.getByRole("button").click();
    const card = page.getByRole("dialog", { name: new RegExp(`trec:P@10.*${column === 0 ? "BERT" : "8"}`, "i") });
    await card.locator(`[data-opened-value="${value}"]`).waitFor();
    assert.equal(await card.locator(".slot").count(), 10);
    assert.equal((await card.locator(".slot-found").count()) / 10, Number(value));
  }
});

test("both lists are those of rankscope search, and say where each image stands in the other", async () => {
  const { page } = await newPage(browser);
  const k = 10;
  await page.goto(address({ a: A, b: B, k: String(k), query: queries[5].id }));
  const read = async (name) => {
    const list = page.getByRole("list", { name });
    await list.locator("li").nth(k - 1).waitFor();
    return list.locator("li").evaluateAll((items) => items.map((item) => ({ id: item.dataset.image, elsewhere: item.dataset.elsewhere })));
  };
  const lists = { [A]: await read("Results of A"), [B]: await read("Results of B") };
  const native = Object.fromEntries([A, B].map((system) => [system, rankscopeJson("search", benchmark, "--system", system, "--query-id", queries[5].id, "-k", "100").map((hit) => hit.id)]));
  for (const [system, other] of [[A, B], [B, A]]) {
    assert.deepEqual(lists[system].map((item) => item.id), native[system].slice(0, k));
    for (const item of lists[system]) {
      const place = native[other].indexOf(item.id) + 1;
      assert.equal(item.elsewhere, place ? String(place) : undefined, item.id);
    }
  }
  const shared = native[A].slice(0, k).filter((id) => native[B].slice(0, k).includes(id));
  await page.getByRole("searchbox", { name: "Find queries" }).fill(queries[5].text);
  const row = (await rows(page)).find((row) => row.query === queries[5].id);
  assert.ok(near(row.overlap, shared.length / k, 1e-12));
  await eventually(async () => assert.equal(await page.locator(".duel-links path").count(), shared.length));
  // τ by counting pairs.
  const ranks = shared.map((id) => [native[A].indexOf(id), native[B].indexOf(id)]);
  let sum = 0;
  for (const [i, x] of ranks.entries()) for (const y of ranks.slice(i + 1)) sum += Math.sign((x[0] - y[0]) * (x[1] - y[1]));
  const n = ranks.length;
  if (n >= 2) assert.ok(near(row.tau, sum / ((n * (n - 1)) / 2), 1e-12));
  else assert.equal(row.tau, "n/a");
});

test("by keyboard: find a query, open it, go on, and come back to the same view by its address", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ a: A, b: B }));
  const find = page.getByRole("searchbox", { name: "Find queries" });
  await find.focus();
  await page.keyboard.type("star");
  await page.getByRole("status").filter({ hasText: /^\d+ queries$/ }).waitFor();
  const found = await eventually(async () => {
    const found = (await rows(page)).map((row) => row.query);
    assert.deepEqual(found.toSorted(), queries.filter((query) => /star/i.test(query.text)).map((query) => query.id).toSorted());
    return found;
  });
  await page.getByRole("table", { name: "Queries by contrast" }).getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 2, name: /^“/ });
  await heading.waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "duel-title");
  await page.getByRole("button", { name: "Next →" }).press("Enter");
  await page.waitForURL(new RegExp(`query=${found[1]}`));
  const text = await heading.innerText();
  await page.reload();
  await page.getByRole("list", { name: "Results of A" }).waitFor();
  assert.equal(await heading.innerText(), text);
  assert.equal(await find.inputValue(), "star");
});

test("a chart is read by arrow keys, and Enter lists the queries of a bubble", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ a: A, b: B, measure: "eccv:R@1", relevance: "exact" }));
  const chart = page.getByRole("slider", { name: "A against B" });
  await chart.focus();
  await page.keyboard.press("Home");
  const reading = await chart.getAttribute("aria-valuetext");
  const [, a, b, n] = /^A ([\d.]+), B ([\d.]+): (\d+) quer/.exec(reading);
  await page.keyboard.press("Enter");
  await page.waitForURL(/at=/);
  await page.getByText(`Only queries with A ${a} and B ${b}.`).waitFor();
  await eventually(async () => assert.equal((await rows(page)).length, Number(n)));
  await page.getByRole("button", { name: "List all queries" }).click();
  await page.waitForURL((url) => !url.searchParams.has("at"));
});

test("cancelled and failed computations say so and can be begun again", async () => {
  const { page, context } = await newPage(browser);
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route(/systems\/words-8\/gallery/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address({ a: A, b: B }));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled. Results so far are shown.").waitFor();
  letGo();
  await page.getByRole("button", { name: "Compute" }).click();
  const computed = (page) => page.getByRole("table", { name: "Measures of both systems" }).locator('[data-of="a"][data-value]').first().waitFor();
  await computed(page);

  const other = await newPage(browser);
  await other.page.route(/systems\/words-8\/gallery/, (route) => route.fulfill({ status: 404, body: "" }));
  await other.page.goto(address({ a: A, b: B }));
  await other.page.getByRole("alert").filter({ hasText: "A file of the benchmark is missing" }).waitFor();
  await other.page.unroute(/systems\/words-8\/gallery/);
  await other.page.getByRole("button", { name: "Try again" }).click();
  await computed(other.page);
  await other.page.close();
});

test("an unknown system is named, and the same system twice is told", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ a: "nobody", b: B }));
  await page.getByText("The address names system nobody").waitFor();
  await page.goto(address({ a: B, b: B }));
  await page.getByText("A and B are the same system").waitFor();
});
