// Own words judged from Fieldbook's facts, and the judging desk.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ask, assertAccessible, cellValues, eventually, near, newPage, rankscopeJson, results } from "./harness.mjs";
import { launch, serve, smallFieldbook, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "base";

const { benchmark, queries } = smallFieldbook(null);
const temporary = temporaryFolder();
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}?${new URLSearchParams({ device: "cpu", system: SYSTEM, ...parameters })}`;
const tableOf = (page) => page.getByRole("table", { name: "Measures of this query" });
const cards = (page) => page.getByRole("list", { name: "Pictures to judge" }).locator("li.desk-card");
const onDesk = (page) => cards(page).evaluateAll((all) => all.map((card) => card.dataset.image));
const tally = (page) => page.locator(".desk-tally");

/** Values of `rankscope eval` for a run and judgements of one query. */
function native(hits, relevant, measures) {
  const [run, qrels] = ["own.run", "own.qrels"].map((name) => join(temporary, name));
  writeFileSync(run, hits.map((hit, index) => `own Q0 ${hit.id} ${index + 1} ${hit.score} x\n`).join(""));
  writeFileSync(qrels, relevant.map(([id, grade]) => `own 0 ${id} ${grade}\n`).join(""));
  const { runs } = rankscopeJson("eval", "--qrels", qrels, "--measures", measures.join(","), "--run", run);
  return Object.fromEntries(measures.map((measure) => [measure, Object.values(runs)[0][measure].per_query.own]));
}

/** Saves what a button saves, and reads it. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  const file = join(temporary, download.suggestedFilename());
  await download.saveAs(file);
  return readFileSync(file, "utf8");
}

test("own words are judged from the facts: as the facets of all pictures say", async () => {
  // Words about facts that images.jsonl has too, so that the pictures can be counted without us.
  const images = readdirSync(join(benchmark, "images")).sort().flatMap((file) =>
    gunzipSync(readFileSync(join(benchmark, "images", file))).toString().trim().split("\n").map((line) => JSON.parse(line)),
  );
  const relevant = images.filter((image) => image.facets.habitat === "farmland" && image.facets.light === "night").map((image) => image.id);
  assert.ok(relevant.length > 20, `${relevant.length}`);
  const { page } = await newPage(browser);
  const measures = ["trec:P@10", "trec:AP@100", "trec:R@20"];
  await page.goto(address({ measures: measures.join(",") }));
  await ask(page, "at night on farmland");
  const judgedBy = page.locator(".judged-by");
  await judgedBy.filter({ hasText: "Judged from Fieldbook’s facts" }).waitFor();
  await eventually(async () => {
    const words = await judgedBy.textContent();
    assert.match(words, /understood as: at night; habitat: farmland\./);
    assert.ok(words.includes(`${relevant.length} images are relevant`), words);
  });
  const found = await results(page);
  await eventually(async () => {
    const marks = await page.getByRole("list", { name: "Results" }).locator("li.card .mark").allTextContents();
    assert.deepEqual(marks.map((mark) => mark === "relevant"), found.map((hit) => relevant.includes(hit.id)));
    assert.ok(!marks.includes("unjudged"), "the facts judge every picture");
  });
  const hits = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query", "at night on farmland", "-k", "100");
  const expected = native(hits, relevant.map((id) => [id, 2]), measures);
  const shown = await cellValues(tableOf(page), "measure");
  for (const measure of measures) assert.ok(near(shown[measure], expected[measure], 1e-9), `${measure}: ${shown[measure]}, not ${expected[measure]}`);
  await assertAccessible(page);
});

test("the words of a stored query in another case have its judgements; unknown words are named", async () => {
  const { page } = await newPage(browser);
  const query = queries.find((query) => query.id === "d-001");
  await page.goto(address({ query: query.id }));
  const judgedBy = page.locator(".judged-by");
  const COUNT = /([\d,]+) images? (?:is|are) relevant/;
  const count = async () => {
    await judgedBy.filter({ hasText: COUNT }).waitFor();
    return COUNT.exec(await judgedBy.textContent())[1];
  };
  await judgedBy.filter({ hasText: "Exhaustive" }).waitFor();
  const stored = await count();
  await page.goto(address({ q: `${query.text.toUpperCase()}!` }));
  await judgedBy.filter({ hasText: "Judged from" }).waitFor();
  assert.equal(await count(), stored);
  await ask(page, "a zebra on Mars");
  const panel = page.locator(".panel").filter({ hasText: "No judgements for your own words" });
  await panel.filter({ hasText: "“zebra”, “Mars”" }).waitFor();
  // What is judged lies next to it.
  await panel.getByText(/^The judged queries nearest to your words, by the vectors of /).waitFor();
  assert.equal(await panel.getByRole("list", { name: "Nearest queries" }).getByRole("link").count(), 5);
  await page.getByRole("button", { name: "Judge these results yourself" }).waitFor();
  assert.equal(await judgedBy.count(), 0);
});

test("on the desk by keys: judgements count at once, are kept, saved, undone and deleted", async () => {
  const { page } = await newPage(browser);
  const words = "a zebra on Mars";
  await page.goto(address({ q: words, measures: "trec:P@5,trec:Judged@10" }));
  const hits = await results(page);
  await page.getByRole("button", { name: "Judge these results yourself" }).click();
  await page.getByText(`Is each picture relevant to “${words}”?`).waitFor();
  // The first five of the ranking, in another order.
  const lies = (from) => eventually(async () => {
    const ids = await onDesk(page);
    assert.deepEqual([...ids].sort(), hits.slice(from, from + 5).map((hit) => hit.id).sort());
    return ids;
  });
  const first = await lies(0);
  await assertAccessible(page);
  // Letters typed into a field are no answers; anywhere else they are, without a click on the desk.
  await page.getByRole("combobox", { name: "Query" }).press("n");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Larger view" }).first().click();
  await page.getByRole("dialog", { name: "Picture 1 of 5" }).waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await tally(page).filter({ hasText: "0 pictures judged" }).waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("r");
  await page.locator(":focus").and(page.getByRole("button", { name: "Relevant: picture 2 of 5", exact: true })).waitFor();
  await page.getByRole("status").filter({ hasText: "Picture 1: relevant." }).waitFor();
  for (const key of ["n", "u", "n"]) await page.keyboard.press(key);
  await tally(page).filter({ hasText: "4 pictures judged: 1 relevant, 2 not relevant, 1 unsure." }).waitFor();
  // The curve and the measures are those of these judgements.
  await page.locator(".judged-by").filter({ hasText: "Your judgements" }).waitFor();
  const answers = { [first[0]]: 1, [first[1]]: 0, [first[3]]: 0 };
  const expected = native(hits, Object.entries(answers), ["trec:P@5"]);
  await page.waitForFunction((value) => document.querySelector('[data-measure="trec:P@5"]')?.dataset.value === value, String(expected["trec:P@5"]));
  // Undo, answer otherwise by the button, and on to the next five.
  await page.getByRole("button", { name: "Undo the last answer" }).click();
  await tally(page).filter({ hasText: "3 pictures judged" }).waitFor();
  await cards(page).nth(3).getByRole("button", { name: /^Relevant: / }).click();
  await cards(page).nth(4).getByRole("button", { name: /^Not relevant: / }).click();
  await tally(page).filter({ hasText: "5 pictures judged: 2 relevant" }).waitFor();
  await lies(5);
  // Left in the middle of a task and come back to.
  await page.keyboard.press("u");
  await tally(page).filter({ hasText: "6 pictures judged" }).waitFor();
  await page.reload();
  await tally(page).filter({ hasText: "6 pictures judged: 2 relevant, 2 not relevant, 2 unsure." }).waitFor();
  const qrels = await saved(page, "Save as qrels");
  const wanted = [[first[0], 1], [first[1], 0], [first[3], 1], [first[4], 0]].map(([id, grade]) => `own-1 0 ${id} ${grade}`);
  assert.deepEqual(qrels.trim().split("\n").sort(), wanted.sort());
  const votes = JSON.parse(await saved(page, "Save as ConQA’s mturk.json"));
  assert.deepEqual(votes["own-1"][first[0]], [1, 0, 0]);
  assert.deepEqual(votes["own-1"][first[2]], [0, 0, 1]);
  const seeds = JSON.parse(await saved(page, "Save as ConQA’s seed.json"));
  assert.deepEqual(seeds, { "own-1": { Text: words, Conceptual: false, Seeds: [] } });
  // Closed, the list comes back with its marks.
  await page.getByRole("button", { name: "Close the desk" }).click();
  await page.getByRole("list", { name: "Results" }).locator(".mark-relevant").nth(1).waitFor();
  await page.getByRole("button", { name: "Judge these results yourself" }).click();
  await page.getByRole("button", { name: "Delete this query’s judgements" }).click();
  await page.getByRole("button", { name: "Really delete 6?" }).click();
  await tally(page).filter({ hasText: "0 pictures judged" }).waitFor();
});

test("controls with known answers are mixed in, and who fails 70 % of them is left out", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ q: "a zebra on Mars", judge: "five" }));
  const question = page.locator(".desk-question");
  await question.filter({ hasText: "zebra" }).waitFor();
  const grades = new Map(
    gunzipSync(readFileSync(join(benchmark, "relevance/exhaustive.qrels.gz"))).toString().trim().split("\n").map((line) => line.split(" ")).map(([query, , image]) => [`${query} ${image}`, true]),
  );
  /** Answers five pictures: one's own all "not relevant", controls rightly or wrongly. */
  const answerFive = async (rightly) => {
    const text = /“(.*)”/.exec(await question.textContent())[1];
    const query = queries.find((query) => query.text === text);
    // The question is there before its pictures.
    await cards(page).nth(4).waitFor();
    const images = await onDesk(page);
    for (const [place, image] of images.entries()) {
      const isRelevant = query !== undefined && grades.has(`${query.id} ${image}`) === rightly;
      await cards(page).nth(place).getByRole("button", { name: isRelevant ? /^Relevant: / : /^Not relevant: / }).click();
    }
    // The next five are there: nothing is answered on them.
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll("li.desk-card")];
      return all.length > 0 && all.every((card) => !card.querySelector('[aria-pressed="true"]'));
    });
    return query !== undefined;
  };
  const kinds = [];
  for (let task = 0; task < 3; task += 1) kinds.push(await answerFive(false));
  assert.deepEqual(kinds, [false, false, true], "the third task is one of controls");
  await tally(page).filter({ hasText: "Controls: 0 of 5" }).waitFor();
  await page.getByText("Your judgements do not count for now: you answered 5 of 5 controls").waitFor();
  assert.equal(await page.locator(".judged-by").count(), 0);
  for (let task = 0; task < 3; task += 1) kinds.push(await answerFive(true));
  assert.deepEqual(kinds.slice(3), [false, false, true]);
  await tally(page).filter({ hasText: "Controls: 5 of 10" }).waitFor();
  await page.locator(".judged-by").filter({ hasText: "Your judgements" }).waitFor();
});

test("in order, until a hundred in a row are not relevant", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ q: "a zebra on Mars" }));
  const hits = await results(page);
  await page.goto(address({ q: "a zebra on Mars", judge: "row", judged: "mine" }));
  await cards(page).first().waitFor();
  await eventually(async () => assert.deepEqual(await onDesk(page), hits.slice(0, 5).map((hit) => hit.id)));
  await cards(page).nth(0).getByRole("button", { name: /^Relevant: / }).click();
  for (let n = 0; n < 99; n += 1) await page.keyboard.press("n");
  await page.getByText("99 of 100 in a row").waitFor();
  assert.equal(await page.getByText("You can stop").count(), 0);
  await page.keyboard.press("n");
  await page.getByText("You can stop: the last 100 pictures in a row were not relevant").waitFor();
});

test("a stored query can be judged too, and the benchmark's judgements come back", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query: "q-001" }));
  await page.locator(".judged-by").filter({ hasText: "Exhaustive" }).waitFor();
  await page.getByRole("button", { name: "Judge these results yourself" }).click();
  await cards(page).nth(0).getByRole("button", { name: /^Relevant: / }).click();
  await page.locator(".judged-by").filter({ hasText: "Your judgements" }).waitFor();
  const by = page.getByRole("group", { name: "Judged by" });
  await by.getByRole("button", { name: "the benchmark" }).click();
  await page.locator(".judged-by").filter({ hasText: "Exhaustive" }).waitFor();
  assert.match(await saved(page, "Save as qrels"), /^q-001 0 fb1-\d+ 1\n$/);
});

test("judgements of stored queries are a definition of relevance on every page", async () => {
  const { page } = await newPage(browser);
  const judged = [["q-001", 3], ["q-003", 2], ["q-007", 4]];
  const qrels = [];
  for (const [query, n] of judged) {
    await page.goto(address({ query, judge: "five", judged: "mine" }));
    for (let place = 0; place < n; place += 1) {
      await cards(page).nth(place).waitFor();
      await cards(page).nth(place).getByRole("button", { name: place === 0 ? /^Not relevant: / : /^Relevant: / }).click();
    }
    await tally(page).filter({ hasText: `${n} pictures judged` }).waitFor();
  }
  qrels.push(await saved(page, "Save as qrels"));
  const file = join(temporary, "mine.qrels");
  writeFileSync(file, qrels.join(""));
  assert.equal(qrels.join("").trim().split("\n").length, 9);

  // The numbers of the program for these qrels, from its own rankings.
  const measure = "trec:P@10";
  const run = join(temporary, "base.run");
  const lines = judged.flatMap(([query]) =>
    rankscopeJson("search", benchmark, "--system", SYSTEM, "--query-id", query, "-k", "100").map((hit, index) => `${query} Q0 ${hit.id} ${index + 1} ${hit.score} x\n`),
  );
  writeFileSync(run, lines.join(""));
  const { runs } = rankscopeJson("eval", "--qrels", file, "--measures", measure, "--run", run);
  const expected = Object.values(runs)[0][measure].mean;

  await page.goto(`${server.url}leaderboard?${new URLSearchParams({ device: "cpu", relevance: "mine", measures: measure })}`);
  const relevance = page.getByRole("combobox", { name: "Relevance" });
  await page.waitForFunction(() => [...document.querySelectorAll("select")].some((own) => own.selectedOptions[0]?.textContent === "Your judgements"));
  assert.equal(await relevance.inputValue(), "_mine");
  const cell = page.locator(`[data-system="${SYSTEM}"] [data-value], [data-system="${SYSTEM}"][data-value]`).first();
  await cell.waitFor();
  assert.ok(near(await cell.getAttribute("data-value"), expected, 1e-12), `${await cell.getAttribute("data-value")}, not ${expected}`);
  for (const path of ["agreement", "compare"]) {
    await page.goto(`${server.url}${path}?${new URLSearchParams({ device: "cpu", relevance: "mine", columns: "mine" })}`);
    await page.locator('option[value="_mine"]').first().waitFor({ state: "attached" });
  }
});

test("a link to judgements that this browser does not have says so", async () => {
  const { page } = await newPage(browser);
  await page.goto(`${server.url}leaderboard?relevance=mine&device=cpu`);
  await page.getByText("this browser has none for this benchmark").waitFor();
});

test("what another query and similar pictures find is judged for a query, with its seeds", async () => {
  const { page } = await newPage(browser);
  const words = "a feeling of home";
  const proxy = queries.find((query) => query.id === "d-001");
  await page.goto(address({ q: words }));
  await results(page);
  await page.getByRole("button", { name: "Judge these results yourself" }).click();
  await page.getByText("The pictures on the desk are what the query itself finds.").waitFor();
  await page.getByRole("checkbox", { name: /^Keep judging for this query/ }).check();
  await page.waitForURL(/for=a(\+|%20)feeling/);
  await ask(page, proxy.text);
  await page.getByText(`The pictures on the desk are what “${proxy.text}” finds.`).waitFor();
  await page.getByText(`Is each picture relevant to “${words}”?`).waitFor();
  const found = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query-id", proxy.id, "-k", "5").map(({ id }) => id);
  await eventually(async () => assert.deepEqual((await onDesk(page)).toSorted(), found.toSorted()));
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ["r", "n"]) await page.keyboard.press(key);
  await tally(page).filter({ hasText: "2 pictures judged: 1 relevant" }).waitFor();
  // The neighbours of a picture make it a seed.
  const judged = await onDesk(page);
  const url = new URL(page.url());
  for (const key of ["q", "query"]) url.searchParams.delete(key);
  url.searchParams.set("like", judged[0]);
  await page.goto(url.href);
  await page.getByText(`The pictures on the desk are the neighbours of picture ${judged[0]}.`).waitFor();
  await eventually(async () => assert.equal((await onDesk(page)).length, 5));
  await page.keyboard.press("n");
  await page.getByRole("list", { name: "Seeds of this query" }).getByRole("button", { name: `Neighbours of ${judged[0]}` }).waitFor();
  const seeds = JSON.parse(await saved(page, "Save as ConQA’s seed.json"));
  assert.deepEqual(Object.values(seeds), [{ Text: words, Conceptual: false, Seeds: [/^\d+$/.test(judged[0]) ? Number(judged[0]) : judged[0]] }]);
  await assertAccessible(page, "a proxy");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("checkbox", { name: /^Keep judging for this query/ }).uncheck();
  await page.getByText("The pictures on the desk are what the query itself finds.").waitFor();
  await tally(page).filter({ hasText: "3 pictures judged" }).waitFor();
});
