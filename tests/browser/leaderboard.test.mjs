// The leaderboard over some of the queries, against rankscope eval's values per query.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, assertNear, cellValues, downloadedJson, eventually, heldBack, near, newPage, openQueryFilter, rankscope, rankscopeJson } from "./harness.mjs";
import { fieldbook, fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const MEASURE = "eccv:mAP@R";

const { temporary, benchmark, manifest, queries } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}leaderboard?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const computed = (page) => page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();

/** Means of a measure over the queries that fit, from the native program. */
function expected(system, fits) {
  const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--system", system, "--relevance", "exact", "--measures", MEASURE);
  const values = queries.filter(fits).map((query) => runs[system][MEASURE].per_query[query.id]).filter((value) => typeof value === "number");
  return values.length ? values.reduce((a, b) => a + b) / values.length : null;
}

test("means over a facet and a split are those of the queries that have them", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await computed(page);
  const [facet] = manifest.facets;
  const value = facet.values[1];
  await openQueryFilter(page);
  await page.getByRole("combobox", { name: /^Asks for/i }).selectOption(value);
  await page.waitForURL(/only=/);
  const [split] = [...new Set(queries.map((query) => query.split))];
  await page.getByRole("combobox", { name: "Split" }).selectOption(split);
  await page.reload();
  await computed(page);
  // The button says how many queries are left; each condition is a chip that removes it.
  const left = queries.filter((query) => query.facets[facet.name] === value && query.split === split).length;
  await page.locator(`summary[aria-label="Queries: ${left} of ${queries.length}"]`).waitFor();
  const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  for (const { id } of manifest.systems) {
    const mean = expected(id, (query) => query.facets[facet.name] === value && query.split === split);
    const cell = shown[`${id} ${MEASURE} exact`];
    if (mean === null) assert.equal(cell, "n/a");
    else assert.ok(near(cell, mean, 1e-9), `${id}: ${cell} and ${mean}`);
  }
  const chips = page.getByRole("list", { name: "Only these queries" });
  // Of two values of a facet any will do.
  const other = facet.values[0];
  await openQueryFilter(page);
  await page.getByRole("combobox", { name: /^or asks for/i }).selectOption(other);
  const both = queries.filter((query) => [value, other].includes(query.facets[facet.name]) && query.split === split).length;
  assert.notEqual(both, left);
  await page.locator(`summary[aria-label="Queries: ${both} of ${queries.length}"]`).waitFor();
  await page.keyboard.press("Escape");
  await chips.getByRole("button", { name: new RegExp(`: ${other}$`) }).press("Enter");
  await page.locator(`summary[aria-label="Queries: ${left} of ${queries.length}"]`).waitFor();
  await chips.getByRole("button", { name: `Remove Split: ${split}` }).press("Enter");
  await eventually(async () => assert.equal(await chips.getByRole("listitem").count(), 1));
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Queries:/);
  await chips.getByRole("button").press("Enter");
  await page.locator(`summary[aria-label="Queries: all ${queries.length}"]`).waitFor();
  await page.waitForURL((url) => !url.searchParams.has("only"));
});

test("conditions leave the queries that rankscope leaves, here, on Compare and on Agreement", async () => {
  const where = `${MEASURE}(words-8) < 0.5 and not n_words > 6`;
  const { page } = await newPage(browser);
  await page.goto(address({ relevance: "exact", measures: MEASURE }));
  await computed(page);
  await openQueryFilter(page);
  const field = page.getByLabel("Only where");
  await field.fill(`${MEASURE}(nobody) < 0.5`);
  await field.press("Enter");
  await page.getByText("this benchmark has no system nobody.").waitFor();
  await field.fill("n_words is 6");
  await field.press("Enter");
  await page.getByText(/, at character \d+\.$/).waitFor();
  await assertAccessible(page, "a condition that cannot be read");
  await field.fill(where);
  await field.press("Enter");
  await page.waitForURL(/where=/);
  const asked = ["--relevance", "exact", "--measures", MEASURE, "--where", where];
  const report = () => downloadedJson(page, "Export report (JSON)");
  const expected = rankscopeJson("eval", benchmark, ...asked);
  const left = Object.values(expected.runs)[0][MEASURE].n;
  assert.ok(left > 0 && left < queries.length, `${left}`);
  await page.locator(`summary[aria-label="Queries: ${left} of ${queries.length}"]`).waitFor();
  assertNear(await report(), expected);

  const on = (path, parameters) => page.goto(`${server.url}${path}?${new URLSearchParams({ device: "cpu", relevance: "exact", measures: MEASURE, where, ...parameters })}`);
  await on("compare", { a: "words-64", b: "words-8" });
  await page.getByRole("button", { name: "Export report (JSON)", disabled: false }).waitFor();
  assertNear(await report(), rankscopeJson("compare", "words-64", "words-8", "--benchmark", benchmark, "--resamples", "1000", ...asked));

  const both = `${MEASURE},trec:nDCG@10`;
  await on("agreement", { measures: both, columns: "exact" });
  const matrix = page.getByRole("region", { name: "Do the columns agree?" });
  await matrix.getByRole("button", { name: "Export report (JSON)", disabled: false }).waitFor();
  const agreed = rankscopeJson("agree", benchmark, "--relevance", "exact", "--measures", both, "--where", where);
  assertNear(await downloadedJson(page, "Export report (JSON)", matrix), agreed);
});

test("the heat map has a mean for every category, the histogram every query", async () => {
  const { page } = await newPage(browser);
  const [facet] = manifest.facets;
  await page.goto(address({ facet: facet.name, measure: `${MEASURE} exact` }));
  await computed(page);
  const table = page.getByRole("table", { name: "By category" });
  const shown = await cellValues(table, "system", "category");
  for (const { id } of manifest.systems) {
    for (const value of facet.values) {
      const mean = expected(id, (query) => query.facets[facet.name] === value);
      const cell = shown[`${id} ${value}`];
      if (cell === undefined) assert.ok(!queries.some((query) => query.facets[facet.name] === value));
      else if (mean === null) assert.equal(cell, "n/a");
      else assert.ok(near(cell, mean, 1e-9), `${id} ${value}: ${cell} and ${mean}`);
    }
  }
  await page.getByText("Data for relevant images per query").first().click();
  await eventually(async () => {
    const bins = await page.getByRole("table", { name: "Data for relevant images per query" }).locator("[data-bin]").allInnerTexts();
    assert.equal(bins.reduce((total, n) => total + Number(n), 0), queries.length);
  });
});

test("the best by the first column come first; a column sorts the systems, and the address keeps the order", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  await computed(page);
  const table = page.getByRole("table", { name: "Leaderboard" });
  const values = async (measure, relevance) => table.locator(`td[data-measure="${measure}"][data-relevance="${relevance}"]`).evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.value)));
  const { measure, relevance } = await table.locator("td[data-measure]").first().evaluate((cell) => ({ ...cell.dataset }));
  // By category: of a facet rather than of the splits, in the same order.
  const systems = (of) => of.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.querySelector("[data-system]").dataset.system));
  assert.deepEqual(await systems(page.getByRole("table", { name: "By category" })), await systems(table));
  assert.equal(await page.getByRole("combobox", { name: "Group by" }).inputValue(), manifest.facets.find(({ values }) => values.length > 2).name);
  const first = await values(measure, relevance);
  assert.deepEqual(first, first.toSorted((a, b) => b - a));
  const ranks = async () => table.locator("tbody td:first-child").allInnerTexts();
  assert.deepEqual(await ranks(), first.map((value) => String(1 + first.filter((other) => other > value).length)));
  // A second click on the first column turns it around: the ranks stay with their systems.
  await table.getByRole("button", { name: measure }).first().click();
  await page.waitForURL(/order=-/);
  await eventually(async () => assert.deepEqual(await values(measure, relevance), first.toReversed()));
  assert.deepEqual(await ranks(), first.toReversed().map((value) => String(1 + first.filter((other) => other > value).length)));
  const [, other] = await table.locator("thead th[aria-sort]").filter({ has: page.locator(".dot-axis") }).all();
  await other.getByRole("button").click();
  await page.waitForURL(/order=(?!-)/);
  await page.reload();
  await computed(page);
  const own = await table.locator("tbody tr").first().locator("td[data-measure]").nth(1).evaluate((cell) => ({ ...cell.dataset }));
  const sorted = await values(own.measure, own.relevance);
  assert.deepEqual(sorted, sorted.toSorted((a, b) => b - a));
  assert.equal(await table.locator("th[aria-sort=descending]").count(), 1);
});

test("a row is one line high, has its interval as a line and in words, and leads to Compare", async () => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address({}));
  await computed(page);
  const table = page.getByRole("table", { name: "Leaderboard" });
  const cell = table.locator("tbody tr").first().locator("td[data-measure]").first();
  await cell.locator(".dot-interval").waitFor({ state: "attached" });
  // The dot lies within its whisker, both on the column's axis.
  const [dot, low, high] = await cell.evaluate((cell) => {
    const middle = (own) => own.x + own.width / 2;
    const whisker = cell.querySelector(".dot-whisker").getBoundingClientRect();
    return [middle(cell.querySelector("circle").getBoundingClientRect()), whisker.x, whisker.x + whisker.width];
  });
  assert.ok(low <= dot && dot <= high, `${low} ${dot} ${high}`);
  const interval = cell.locator(".dot-interval");
  assert.match(await interval.innerText(), /\d\.\d{3}–\d\.\d{3}/);
  const opacity = () => interval.evaluate((own) => getComputedStyle(own).opacity);
  assert.equal(await opacity(), "0");
  await cell.hover();
  assert.equal(await opacity(), "1");
  const heights = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.ok(heights.every((height) => height < 48), heights.join());
  // Nothing is cut off.
  const [wide, room] = await table.evaluate((table) => [table.scrollWidth, table.parentElement.clientWidth]);
  assert.ok(wide <= room, `${wide} px in ${room}`);
  const [best, second] = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.querySelector("td[data-system]").dataset.system));
  await table.locator("tbody tr").nth(1).getByRole("link").click();
  await page.waitForURL((url) => url.pathname.endsWith("/compare") && url.searchParams.get("a") === second && url.searchParams.get("b") === best);
  await page.goBack();
  await table.locator("tbody tr").first().getByRole("link").click();
  await page.waitForURL((url) => url.searchParams.get("a") === best && url.searchParams.get("b") === second);
});

test("a second stage puts the first hundred in order, between random and the best", async () => {
  const { page } = await newPage(browser);
  const [first, second] = manifest.systems.filter((system) => system.queries).map((system) => system.id);
  await page.goto(address({}));
  await computed(page);
  await page.getByRole("combobox", { name: "First stage" }).selectOption(first);
  await page.waitForURL(/first=/);
  const table = page.getByRole("table", { name: "Second stage" });
  await table.getByRole("rowheader", { name: "Best possible" }).waitFor();
  const shown = await cellValues(table, "order", "measure", "relevance");
  const of = (order) => Number(shown[`${order} ${MEASURE} exact`]);
  // The same from runs: the second system's scores for the first one's hundred, as a run file.
  const runs = {};
  for (const id of [first, second]) {
    const file = join(temporary, `${id}.run`);
    rankscope("export", "--benchmark", benchmark, "--system", id, "--run", file, "-k", "100000");
    runs[id] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(" "));
  }
  const scores = new Map(runs[second].map(([query, , image, , score]) => [`${query} ${image}`, score]));
  const head = runs[first].filter(([, , , rank]) => Number(rank) <= 100);
  const byQuery = {};
  for (const [query, , image] of head) {
    (byQuery[query] ??= []).push({ query, image, score: Number(scores.get(`${query} ${image}`)) });
  }
  const qrels = join(benchmark, manifest.relevance.find((definition) => definition.id === "exact").path);
  const run = join(temporary, "reranked.run");
  const lines = Object.values(byQuery).flatMap((hits) =>
    hits.toSorted((a, b) => b.score - a.score).map((hit, index) => `${hit.query} Q0 ${hit.image} ${index + 1} ${hit.score} reranked`),
  );
  writeFileSync(run, `${lines.join("\n")}\n`);
  const { runs: evaluated } = rankscopeJson("eval", "--qrels", qrels, "--run", `reranked=${run}`, "--measures", MEASURE);
  assert.ok(near(of(second), evaluated.reranked[MEASURE].mean, 1e-9), `${of(second)} and ${evaluated.reranked[MEASURE].mean}`);
  for (const order of ["as-found", second, "random"]) assert.ok(of(order) <= of("best"), order);
  assert.ok(of("random") < of("as-found"));
  await assertAccessible(page, "the second stage");
});

test("re-ranking by depth and what makes a query hard have the reports of rankscope", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ relevance: "exact", measures: MEASURE, measure: `${MEASURE} exact`, first: "words-8" }));
  await computed(page);
  await page.getByRole("combobox", { name: "Re-ranked by" }).selectOption("words-64");
  const table = page.getByRole("table", { name: "Gain by depth" });
  await table.locator("tbody tr").nth(4).waitFor();
  const part = page.locator(".save").filter({ hasText: "rankscope rerank --depths" });
  const expected = rankscopeJson("rerank", benchmark, "--first", "words-8", "--by", "words-64", "--depths", "10,20,50,100,200", "--relevance", "exact", "--measures", MEASURE);
  await eventually(async () => assertNear(await downloadedJson(page, "Export report (JSON)", part), expected));
  const shown = await cellValues(table, "depth", "of");
  for (const { depth, reranked, gain } of expected[MEASURE].curve) {
    assert.ok(near(shown[`${depth} Re-ranked mean`], reranked, 1e-12), `${depth}`);
    assert.ok(near(shown[`${depth} Gain`], gain.mean, 1e-12), `${depth}`);
  }
  // Some queries have more than 50 relevant pictures among the first 100, or none.
  await page.getByRole("checkbox", { name: /1 to 50 relevant/ }).check();
  const counted = rankscopeJson("rerank", benchmark, "--first", "words-8", "--by", "words-64", "--depths", "10,20,50,100,200", "--relevance", "exact", "--measures", MEASURE, "--positives", "1-50");
  await eventually(async () => assertNear(await downloadedJson(page, "Export report (JSON)", part), counted));

  const byNumber = page.getByRole("region", { name: "By dimensions, rounds, β or guides" });
  await byNumber.getByRole("combobox", { name: "Compared with" }).selectOption("words-64");
  for (const [expression, over] of [["first(words-64,#)", "8,16,32"], ["feedback(words-64,rocchio,#)", "1,2,3,4"]]) {
    await byNumber.getByRole("combobox", { name: "Number" }).selectOption(expression);
    await page.waitForURL((url) => url.searchParams.get("sweep") === expression);
    const swept = rankscopeJson("sweep", benchmark, "--system", expression, "--over", over, "--relevance", "exact", "--measures", MEASURE);
    const save = byNumber.locator(".save").filter({ hasText: "rankscope sweep" });
    await eventually(async () => assertNear(await downloadedJson(page, "Export report (JSON)", save), swept));
  }

  await page.getByRole("region", { name: "What makes a query hard" }).getByRole("combobox", { name: "System" }).selectOption("words-8");
  const hard = page.locator(".save").filter({ hasText: "rankscope hardness" });
  await hard.waitFor();
  assertNear(await downloadedJson(page, "Export report (JSON)", hard), rankscopeJson("hardness", benchmark, "--system", "words-8", "--measure", MEASURE, "--relevance", "exact", "--per-query"));
  await page.waitForURL(/hard=words-8/);

  const hubs = page.getByRole("region", { name: "Hubs" });
  await hubs.getByRole("combobox", { name: "Hubs of" }).selectOption("words-8");
  await hubs.getByRole("combobox", { name: "First hits" }).selectOption("5");
  await page.waitForURL(/hubs=words-8.*within=5/);
  const hubCounts = rankscopeJson("hubs", benchmark, "--system", "words-8", "--k", "5");
  await eventually(async () => assertNear(await downloadedJson(page, "Export report (JSON)", hubs), hubCounts));
  const cards = await hubs.locator("[data-image]").evaluateAll((all) => all.map(({ dataset }) => ({ id: dataset.image, n: Number(dataset.n) })));
  assert.deepEqual(cards, hubCounts.top);

  const images = manifest.files.filter(({ path }) => /^images\/.*\.jsonl$/.test(path)).flatMap(({ path }) => readFileSync(join(benchmark, path), "utf8").trim().split("\n").map(JSON.parse));
  const cases = queries.slice(0, 20).map(({ id }, place) => [id, queries[place + 20].id, images[5 * place].id, images[5 * place + 2].id]);
  const file = join(temporary, "cases.csv");
  writeFileSync(file, ["query_0,query_1,image_0,image_1", ...cases.map((row) => row.join(","))].join("\n"));
  const pairs = page.getByRole("region", { name: "Captions and pictures in pairs" });
  await pairs.getByLabel("Choose cases").setInputFiles(file);
  await pairs.getByText("cases.csv: 20 cases.").waitFor();
  const systems = manifest.systems.filter((system) => system.queries);
  await eventually(async () => {
    const shares = await cellValues(pairs.getByRole("table", { name: "Pairs" }), "system", "share");
    for (const { id } of systems) {
      const report = rankscopeJson("pairs", benchmark, "--pairs", file, "--system", id);
      for (const key of ["text", "image", "group", "pairing", "one_to_one"]) assert.equal(Number(shares[`${id} ${key}`]), report[key], `${id} ${key}`);
    }
  });
  const broken = join(temporary, "broken-cases.csv");
  writeFileSync(broken, `query_0,query_1,image_0,image_1\nnobody,${queries[1].id},${images[0].id},${images[1].id}\n`);
  await pairs.getByLabel("Choose cases").setInputFiles(broken);
  await pairs.getByText("broken-cases.csv, line 2: the benchmark has no query nobody").waitFor();
  await pairs.getByRole("button", { name: "Remove" }).click();
  await pairs.getByRole("table").waitFor({ state: "detached" });
  await assertAccessible(page, "re-ranking by depth, hard queries, hubs and pairs");
});

test("cost against quality: the pictures' share among the queries, on both axes", async () => {
  const book = smallFieldbook();
  const { url } = await serve(book.benchmark);
  const { page } = await newPage(browser);
  await page.goto(`${url}leaderboard?device=cpu`);
  const slider = page.getByRole("slider", { name: /Pictures shared by/ });
  await slider.waitFor();
  // Stored values come one after another.
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const check = (nQueries) => eventually(async () => {
    const table = page.getByRole("table", { name: "Data for cost against quality", includeHidden: true });
    const shown = await table.locator("td[data-cost]").evaluateAll((cells) => Object.fromEntries(cells.map(({ dataset }) => [dataset.cost, Number(dataset.value)])));
    const known = book.manifest.systems.filter((system) => system.training?.flops_per_image > 0);
    assert.deepEqual(Object.keys(shown).toSorted(), known.map((system) => system.title).toSorted());
    for (const { title, flops_per_query, training } of known) {
      assert.equal(shown[title], (training.flops_per_image * book.manifest.counts.images) / nQueries + flops_per_query, title);
    }
  });
  await check(10_000);
  assert.equal(await slider.getAttribute("aria-valuetext"), "10,000 queries");
  await page.getByText(/Left out: .*Tags of users.*, since no operations were counted for encoding a picture\./).waitFor();
  await slider.focus();
  await page.keyboard.press("End");
  await page.waitForURL(/cost=1000000000/);
  await check(1_000_000_000);
  await page.getByRole("combobox", { name: "Cost axis" }).selectOption("linear");
  await page.waitForURL(/linear/);
  await page.reload();
  await eventually(async () => assert.equal(await page.getByRole("combobox", { name: "Cost axis" }).inputValue(), "linear"));
  await page.getByText("floating point operations per query, in 10⁶").first().waitFor();
  await page.getByRole("combobox", { name: "Cost", exact: true }).selectOption("parameters");
  await page.waitForURL(/cost=parameters/);
  await slider.waitFor({ state: "detached" });
});

test("on a phone the open filter stays in the window when a choice moves its button to another line", async () => {
  const { url } = await serve(fieldbook().benchmark);
  const { page } = await newPage(browser, { viewport: { width: 390, height: 844 } });
  await page.goto(`${url}leaderboard?device=cpu`);
  await computed(page);
  // A scroller in a scroller cut the table's footnote.
  const cut = await page.locator(".scroller:has(> .board-ranked)").evaluate((own) => own.scrollHeight - own.clientHeight);
  assert.ok(cut <= 1, String(cut));
  // What is cut off fades, until the end is reached.
  const fade = (left) => page.locator(".scroller:has(> .board-ranked)").evaluate(async (own, left) => {
    own.scrollTo({ left });
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return getComputedStyle(own).getPropertyValue("--cut");
  }, left);
  assert.equal(await fade(0), "1.75rem");
  assert.equal(await fade(1e6), "");
  assert.equal(await fade(0), "1.75rem");
  await openQueryFilter(page);
  const button = page.locator('summary[aria-label^="Queries:"]');
  const left = async (locator) => (await locator.boundingBox()).x;
  const before = await left(button);
  await page.getByRole("combobox", { name: "Split" }).selectOption("test");
  await page.getByRole("button", { name: "Remove Split: test" }).waitFor();
  // Without this, the test would show nothing.
  await eventually(async () => assert.notEqual(await left(button), before));
  await eventually(async () => {
    const { x, width } = await page.locator("details[open] > .menu-panel").boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `from ${x} to ${x + width}`);
  });
});

test("a chart beside one that is awaited begins where its section does", async () => {
  const { page, context } = await newPage(browser, { viewport: { width: 1440, height: 900 } });
  const { url } = await serve(smallFieldbook().benchmark);
  const release = await heldBack(context, /qrels/);
  await page.goto(`${url}leaderboard?device=cpu`);
  const place = (selector) => page.locator(selector).evaluate((own) => own.getBoundingClientRect().toJSON());
  await page.locator('[data-block="cost"] figcaption').waitFor();
  const awaited = page.locator('[data-block="relevant"] .skeleton-chart');
  await eventually(async () => {
    const [caption, pair, skeleton] = [await place('[data-block="cost"] figcaption'), await place('.pair:has([data-block="cost"])'), await place('[data-block="relevant"] .skeleton-chart')];
    assert.ok(caption.top - pair.top < 8, `${caption.top - pair.top} px above the caption`);
    assert.ok(skeleton.height > 200, `${skeleton.height}`);
  });
  release();
  await awaited.waitFor({ state: "detached" });
});
