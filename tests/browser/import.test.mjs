// Files of the visitor's own: runs, judgements and a whole benchmark, dropped or chosen.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { assertAccessible, cellValues, dragFiles, heldBack, holdFiles, near, newPage, newProfile, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "words-8";

const { temporary, benchmark, queries } = fixture();
const at = (name) => join(temporary, name);
const run = at("mine.run");
rankscope("export", "--benchmark", benchmark, "--system", SYSTEM, "--run", run, "-k", "432");
const qrels = at("strict.qrels.gz");
// Two of three judgements, so that it is a definition of its own.
const judged = readFileSync(join(benchmark, "relevance/exact.qrels"), "utf8").trim().split("\n").filter((_, line) => line % 3 > 0);
writeFileSync(qrels, gzipSync(judged.join("\n") + "\n"));
writeFileSync(at("strict.qrels"), judged.join("\n") + "\n");
// Another benchmark, by its title.
const other = at("other");
cpSync(benchmark, other, { recursive: true });
const manifest = join(other, "benchmark.json");
writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"title": ?"Shapes[^"]*"/, '"title":"Shapes of my own"'));
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const choose = (page, ...files) => page.getByLabel("Choose files").setInputFiles(files);
const imported = (page, file) => page.getByRole("list", { name: "Imported files" }).locator("> li").filter({ hasText: file });
const idOf = async (page, file) => {
  await imported(page, file).waitFor();
  return imported(page, file).getAttribute("data-import");
};

async function openBenchmark(page, parameters = {}) {
  await page.goto(address("about", parameters));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
}

/** The card that says what became of the files. */
const receipt = (page) => page.getByRole("region", { name: "Your files" });

async function board(page) {
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  return cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
}

test("a run that is chosen while the benchmark loads waits for it", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, /queries\.jsonl/);
  await page.goto(address("about", {}));
  await choose(page, run);
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  release();
  // The other systems are not computed here, so that it has a value and no rank.
  await receipt(page).filter({ hasText: /mine\.run: 40 of 40 queries, eccv:R@1 0\.\d+\./ }).waitFor();
  await imported(page, "mine.run").getByText("Rankings of 40 queries").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("a run is another system on every page, with the figures of the system that wrote it", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, run);
  await imported(page, "mine.run").getByText("Rankings of 40 queries, up to 432 images each.").waitFor();
  const id = await idOf(page, "mine.run");
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  const values = await board(page);
  const columns = Object.keys(values).filter((key) => key.startsWith(`${SYSTEM} `)).map((key) => key.slice(SYSTEM.length));
  assert.ok(columns.length >= 7);
  for (const column of columns) assert.equal(values[id + column], values[SYSTEM + column], column);
  await page.getByRole("table", { name: "Leaderboard" }).getByRole("rowheader", { name: "mine (imported)", exact: true }).waitFor();

  // Explore: the same list, and no words of one's own.
  await page.goto(address("", { system: SYSTEM, query: queries[4].id }));
  const expected = await results(page);
  await page.goto(address("", { system: id, query: queries[4].id }));
  assert.deepEqual(await results(page), expected);
  // Nothing was searched, and the page does not say so either.
  assert.match(await page.locator(".status-line").innerText(), /^Read from the imported run mine\.run: nothing was encoded or searched\. It ranks 432 images for this query\.$/);
  await page.goto(address("", { system: id, q: "own words" }));
  await page.getByText("This system cannot search for your own words").waitFor();
  await page.goto(address("", { system: id, like: expected[0].id }));
  await page.getByRole("alert").filter({ hasText: "contains only rankings" }).waitFor();

  // Compare: no difference anywhere. Agreement: one system more.
  await page.goto(address("compare", { a: id, b: SYSTEM, relevance: "exact" }));
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  const pairs = await cellValues(table, "measure", "of");
  for (const key of Object.keys(pairs).filter((key) => key.endsWith(" a"))) assert.equal(pairs[key], pairs[key.replace(/ a$/, " b")], key);
  await page.goto(address("agreement", {}));
  await page.getByRole("status").filter({ hasText: "40 queries of 6 systems" }).waitFor();
});

test("a drop on any page stays there, and a card says how good it is and takes it back", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", {}));
  const before = await board(page);
  const places = page.getByRole("table", { name: "Leaderboard" }).locator("tbody tr");
  await dragFiles(page, [run]);
  const mine = places.filter({ hasText: "mine (imported)" });
  await mine.waitFor();
  // As good as the system that wrote it, whose rank is the table's.
  const title = "Words, 8 dimensions";
  const rank = await places.filter({ hasText: title }).locator(".rank-column").innerText();
  const n = await places.count();
  await receipt(page).getByRole("status").filter({ hasText: `mine.run: 40 of 40 queries, rank ${rank} of ${n}, level with ${title} by eccv:R@1.` }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/leaderboard");
  assert.match(await mine.getAttribute("class"), /own-row/);
  await assertAccessible(page, "a receipt");
  // Other pages keep it, until it is dismissed or taken back.
  await receipt(page).getByRole("link", { name: "Compare with mine.run" }).click();
  await page.getByRole("table", { name: "Measures of both systems" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("b"), SYSTEM);
  await receipt(page).getByRole("button", { name: "Undo the import of mine.run" }).press("Enter");
  await receipt(page).getByText("mine.run was removed.").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("a"), null);
  await receipt(page).press("Escape");
  await receipt(page).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Leaderboard", exact: true }).click();
  assert.deepEqual(await board(page), before);
});

test("a run whose lines are not in the order of its scores is ranked by score, and says so", async () => {
  const { page } = await newPage(browser);
  const lines = readFileSync(run, "utf8").trim().split("\n");
  // Equal scores keep their order, so that the figures are those of the sorted run under every protocol.
  const score = (line) => Number(line.split(" ")[4]);
  const reversed = lines.map((line, place) => [line, place]).sort(([a, i], [b, j]) => score(a) - score(b) || i - j).map(([line]) => line);
  writeFileSync(at("reversed.run"), reversed.join("\n"));
  await openBenchmark(page);
  await choose(page, at("reversed.run"));
  await imported(page, "reversed.run").getByText(/^Its line \d+ \(query \S+\) has a higher score than the previous line of its query: documents are ranked by score/).waitFor();
  const id = await idOf(page, "reversed.run");
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  const values = await board(page);
  const columns = Object.keys(values).filter((key) => key.startsWith(`${SYSTEM} `)).map((key) => key.slice(SYSTEM.length));
  assert.ok(columns.length >= 7);
  for (const column of columns) assert.equal(values[id + column], values[SYSTEM + column], column);
});

test("JSON as ranx and pytrec_eval write it is a run and judgements, with the same figures", async () => {
  const { page } = await newPage(browser);
  rankscope("convert", run, "--to", "ranx", "--out", at("mine.json"));
  rankscope("convert", at("strict.qrels"), "--to", "ranx", "--out", at("strict.json"));
  await openBenchmark(page);
  await choose(page, at("mine.json"), at("strict.json"), run, qrels);
  await imported(page, "mine.json").getByText("Rankings of 40 queries, up to 432 images each.").waitFor();
  const [ofJson, ofLines] = [await idOf(page, "mine.json"), await idOf(page, "mine.run")];
  for (const file of ["strict.json", "strict.qrels.gz"]) {
    const definition = await idOf(page, file);
    await page.goto(address("compare", { a: ofJson, b: ofLines, relevance: definition }));
    const table = page.getByRole("table", { name: "Measures of both systems" });
    await table.waitFor();
    const pairs = await cellValues(table, "measure", "of");
    const measures = Object.keys(pairs).filter((key) => key.endsWith(" a"));
    assert.ok(measures.length > 5);
    for (const key of measures) assert.equal(pairs[key], pairs[key.replace(/ a$/, " b")], `${file} ${key}`);
    const { runs } = rankscopeJson("eval", "--qrels", at("strict.qrels"), "--run", `own=${run}`, "--measures", "trec:AP@50");
    assert.ok(near(pairs["trec:AP@50 a"], runs.own["trec:AP@50"].mean, 1e-9), file);
    await openBenchmark(page);
  }
});

test("judgements are another definition of relevance, with the figures of rankscope eval", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, qrels, run);
  const definition = await idOf(page, "strict.qrels.gz");
  const id = await idOf(page, "mine.run");
  await page.goto(address("compare", { a: id, b: "words-64", relevance: definition }));
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  const shown = await cellValues(table, "measure", "of");
  const measures = [...new Set(Object.keys(shown).map((key) => key.split(" ")[0]))];
  assert.ok(measures.length > 5);
  const { runs } = rankscopeJson("eval", "--qrels", at("strict.qrels"), "--run", `own=${run}`, "--measures", measures.join(","));
  for (const measure of measures) {
    assert.ok(near(shown[`${measure} a`], runs.own[measure].mean, 1e-9), `${measure}: ${shown[`${measure} a`]} and ${runs.own[measure].mean}`);
  }
  // Explore takes its marks from it.
  await page.goto(address("", { system: id, query: queries[4].id, relevance: definition }));
  await results(page);
  await page.getByText("Pictures judged relevant in the imported file strict.qrels.gz.").waitFor();
});

test("a table of facets groups the queries on every page, and is refused by line and reason", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  const [file, twice] = [at("moods.csv"), at("twice.csv")];
  const odd = queries.filter((_, place) => place % 2);
  writeFileSync(file, ["query,mood", ...queries.map((own) => `${own.id},${odd.includes(own) ? "odd" : "even"}`)].join("\n"));
  writeFileSync(twice, `query,mood\n${queries[0].id},a\n${queries[0].id},b\n`);
  await choose(page, file, twice);
  await imported(page, "moods.csv").getByText("mood of 40 queries").waitFor();
  await page.getByRole("alert").filter({ hasText: `twice.csv, line 3: ${queries[0].id} is there already, line 2` }).waitFor();
  await page.goto(address("leaderboard", { only: "mood=odd", measures: "trec:AP", relevance: "exact" }));
  const shown = await board(page);
  const { runs } = rankscopeJson("eval", benchmark, "--system", SYSTEM, "--measures", "trec:AP", "--relevance", "exact");
  const values = odd.map(({ id }) => runs[SYSTEM]["trec:AP"].per_query[id]).filter((value) => value !== undefined);
  assert.ok(near(shown[`${SYSTEM} trec:AP exact`], values.reduce((sum, value) => sum + value, 0) / values.length, 1e-12));
  await openBenchmark(page);
  await imported(page, "moods.csv").getByRole("button", { name: "Remove moods.csv" }).click();
  await page.goto(address("leaderboard", { measures: "trec:AP", relevance: "exact" }));
  await board(page);
  assert.equal(await page.getByText("mood").count(), 0);
});

test("what does not match is counted with an example; what is broken names file, line and reason and costs nothing", async () => {
  const { page } = await newPage(browser);
  const lines = readFileSync(run, "utf8").trim().split("\n");
  const first = lines[0].split(" ")[0];
  const odd = [...lines.filter((line) => !line.startsWith(`${first} `)), "nobody Q0 x 1 1 t", `${queries[5].id} Q0 elsewhere.jpg 999 -9 t`];
  writeFileSync(at("odd.txt"), odd.join("\n"));
  const broken = lines.slice(0, 20).map((line, row) => (row === 16 ? line.replace(/ \S+ \S+$/, " high t") : line));
  writeFileSync(at("broken.run"), broken.join("\n"));
  writeFileSync(at("cut.run.gz"), gzipSync(lines.join("\n")).subarray(0, 200));
  writeFileSync(at("notes.txt"), "what I did today\n");
  writeFileSync(at("strange.run"), "s1 Q0 a 1 1 t\n");
  await openBenchmark(page);
  await choose(page, at("broken.run"), at("odd.txt"), at("cut.run.gz"), at("notes.txt"), at("strange.run"));
  const row = imported(page, "odd.txt");
  await row.waitFor();
  for (const words of [
    `1 query of the benchmark is not in the file and counts as an empty list (${first}).`,
    "1 of its queries is not in the benchmark and is left out (nobody).",
    "1 of its images is not in the corpus: it keeps its ranks and is unjudged (elsewhere.jpg).",
  ]) await row.getByText(words).waitFor();
  for (const words of [
    'broken.run, line 17: the score "high" is not a number',
    "cut.run.gz: damaged or truncated gzip",
    // Four words are four fields: what fails is the grade.
    'notes.txt, line 1: the grade "today" is not a whole number',
    'strange.run: none of its 1 queries is in the benchmark: its first is "s1"',
  ]) await page.getByRole("alert").filter({ hasText: words }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 4);
  await assertAccessible(page, "imports that failed");
  await page.setViewportSize({ width: 1280, height: 900 });
  for (let n = 4; n > 0; n -= 1) await page.getByRole("button", { name: "Dismiss" }).first().click();
  assert.equal(await page.getByRole("alert").count(), 0);
  await row.waitFor();
});

test("imports outlive a reload, are removed one by one, and a link to one that is not here says so", async () => {
  const { page, context } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, run, qrels);
  const [id, definition] = [await idOf(page, "mine.run"), await idOf(page, "strict.qrels.gz")];
  await choose(page, run);
  await page.getByRole("status").filter({ hasText: "mine.run is already imported." }).waitFor();
  await page.reload();
  assert.equal(await idOf(page, "mine.run"), id);
  assert.equal(await idOf(page, "strict.qrels.gz"), definition);
  const link = address("", { system: id, query: queries[4].id, relevance: definition });
  await page.goto(link);
  const shown = await results(page);
  await openBenchmark(page);
  await page.getByRole("button", { name: "Remove mine.run" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "import-title");
  await page.getByRole("status").filter({ hasText: "mine.run was removed." }).waitFor();
  await page.reload();
  assert.equal(await idOf(page, "strict.qrels.gz"), definition);
  assert.equal(await imported(page, "mine.run").count(), 0);

  const elsewhere = await newPage(browser);
  await elsewhere.page.goto(link);
  await elsewhere.page.getByRole("status").filter({ hasText: "“mine”, “strict”, from a file that was imported on another device" }).waitFor();
  await assertAccessible(elsewhere.page, "a link to an import that is not here");
  await elsewhere.page.getByRole("link", { name: "Import the same file on the Benchmark page" }).click();
  await choose(elsewhere.page, run, qrels);
  await idOf(elsewhere.page, "strict.qrels.gz");
  await elsewhere.page.goto(link);
  assert.deepEqual(await results(elsewhere.page), shown);
  await elsewhere.page.close();
});

test("an import and its removal show in another tab", async () => {
  const { page, context } = await newPage(browser);
  await openBenchmark(page);
  const other = await context.newPage();
  await openBenchmark(other);
  await choose(page, run);
  await imported(page, "mine.run").waitFor();
  await imported(other, "mine.run").waitFor();
  await imported(other, "mine.run").getByRole("button", { name: /^Remove/ }).click();
  await imported(page, "mine.run").waitFor({ state: "detached" });
});

test("removing all that is stored asks first, names imported files, and takes them off the lists", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, run);
  await imported(page, "mine.run").waitFor();
  await page.getByRole("button", { name: "Remove stored files" }).click();
  const question = page.getByRole("group", { name: "Remove everything that is stored?" });
  await question.getByText("the files that you imported (mine.run").waitFor();
  await assertAccessible(page, "the question");
  await question.getByRole("button", { name: "Keep" }).click();
  await question.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.id === "cache-title");
  assert.equal(await imported(page, "mine.run").count(), 1);
  await page.getByRole("button", { name: "Remove stored files" }).click();
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await imported(page, "mine.run").waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  assert.equal(await imported(page, "mine.run").count(), 0);
});

test("judgements, votes and the theme are listed, and removed one by one after a question", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await page.evaluate(() => {
    localStorage.setItem("rankscope-class-votes", "AB AC");
    localStorage.setItem("rankscope-theme", "dark");
    localStorage.setItem("rankscope-pictures", "cropped");
    // Nothing is left of these: a class's votes were once emptied so.
    localStorage.setItem("rankscope-guides:emptied", "");
  });
  await page.reload();
  const list = page.getByRole("list", { name: "What you made or chose here" });
  await list.getByRole("listitem").nth(2).waitFor();
  assert.equal(await list.getByRole("listitem").count(), 3);
  await list.getByRole("button", { name: /^Remove … Votes of a class/ }).click();
  const question = page.getByRole("group", { name: /^Remove: Votes of a class/ });
  await assertAccessible(page, "a question about votes");
  await question.getByRole("button", { name: "Keep" }).click();
  await question.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.id === "stored-own-title");
  await list.getByRole("button", { name: /^Remove … Votes of a class/ }).click();
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await list.getByRole("listitem").nth(2).waitFor({ state: "detached" });
  await list.getByRole("button", { name: /The theme$/ }).waitFor();
  assert.deepEqual(await page.evaluate(() => [localStorage.getItem("rankscope-class-votes"), localStorage.getItem("rankscope-theme")]), [null, "dark"]);
});

test("what is shown is kept already, and what is no longer shown is no longer kept", async () => {
  const { page } = await newPage(browser);
  // A browser that takes its time.
  await page.addInitScript(() => {
    for (const name of ["put", "delete"]) {
      const method = Cache.prototype[name];
      Cache.prototype[name] = async function (...asked) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return method.apply(this, asked);
      };
    }
  });
  await openBenchmark(page);
  await choose(page, run);
  await imported(page, "mine.run").waitFor();
  await openBenchmark(page);
  await imported(page, "mine.run").getByRole("button", { name: /^Remove/ }).click();
  await imported(page, "mine.run").waitFor({ state: "detached" });
  await openBenchmark(page);
  assert.equal(await imported(page, "mine.run").count(), 0);
});

test("the leaderboard keeps what it has when a run comes or goes", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard", {}));
  const before = await board(page);
  await page.getByRole("link", { name: "Benchmark", exact: true }).click();
  await choose(page, run);
  const id = await idOf(page, "mine.run");
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  const all = await board(page);
  assert.deepEqual(Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith(`${id} `))), before);
  assert.ok(Object.keys(all).length > Object.keys(before).length);
  await page.getByRole("link", { name: "Benchmark", exact: true }).click();
  await page.getByRole("button", { name: "Remove mine.run" }).click();
  // Removed from the browser's storage first, then from the lists.
  await imported(page, "mine.run").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  assert.deepEqual(await board(page), before);
});

test("files are dropped anywhere on the page, which says that it takes them", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  const { cancel } = await holdFiles(page, [run]);
  await page.getByText("Drop to import").waitFor();
  await cancel();
  await page.getByText("Drop to import").waitFor({ state: "hidden" });
  await dragFiles(page, [run, qrels]);
  await idOf(page, "mine.run");
  await idOf(page, "strict.qrels.gz");
  await page.getByText("Drop to import").waitFor({ state: "hidden" });
  await assertAccessible(page, "imports");
});

test("a drop is taken although the page changes below it", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  const { drop } = await holdFiles(page, [run]);
  await page.evaluate(() => {
    const below = document.elementsFromPoint(200, 300).find((element) => !element.closest(".drop-veil"));
    below.replaceWith(below.cloneNode(true));
  });
  await drop();
  await idOf(page, "mine.run");
});

test("the buttons work by keyboard and are named", async () => {
  const { page } = await newPage(browser);
  // Takes file dialogues over from now on. Asked for with the press, it may come after it: while the
  // page starts, the press was then a click on the input, and its dialogue went to nobody.
  page.on("filechooser", () => {});
  await openBenchmark(page);
  for (const [name, isMultiple] of [["Choose files", true], ["Choose a folder", true]]) {
    const input = page.getByLabel(name);
    // Asked for early: the browser is told to hand the dialog over without an answer.
    const chosen = page.waitForEvent("filechooser");
    await input.focus();
    assert.notEqual(await input.evaluate((element) => getComputedStyle(element.nextElementSibling).outlineStyle), "none", name);
    await page.keyboard.press("Space");
    const chooser = await chosen;
    assert.equal(chooser.isMultiple(), isMultiple, name);
  }
});

/** The files of a benchmark's folder opened from this machine, seen on the page. */
async function assertOpened(page) {
  await page.getByRole("heading", { name: "Shapes of my own", level: 1 }).waitFor();
  assert.match(new URL(page.url()).searchParams.get("benchmark"), /^on-this-machine\/[\w-]+\/$/);
}

test("a folder opens as a benchmark, survives a reload and is removed again", async () => {
  const { page } = await newProfile(browser);
  const asked = [];
  page.on("request", (request) => request.url().includes("on-this-machine") && !request.isNavigationRequest() && asked.push(request.url()));
  await openBenchmark(page);
  await page.getByRole("status").filter({ hasText: "The page is stored on this device" }).waitFor();
  await page.getByLabel("Choose a folder").setInputFiles(other);
  await assertOpened(page);
  const name = new URL(page.url()).searchParams.get("benchmark");
  await page.reload();
  await assertOpened(page);
  await page.goto(address("", { benchmark: name, system: SYSTEM, query: queries[4].id }));
  await results(page);
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll(".results img")].slice(0, 4); // The rest waits to be scrolled to.
    return pictures.length > 0 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
  });
  await page.goto(address("leaderboard", { benchmark: name }));
  const own = await board(page);
  await page.goto(address("leaderboard", {}));
  assert.deepEqual(own, await board(page));
  // Every file came from the browser, none from a server; pictures are asked for by the browser itself.
  assert.deepEqual(asked.filter((url) => !/\.(svg|png|jpg)$/.test(url)), []);

  await page.goto(address("about", { benchmark: name }));
  await page.getByRole("list", { name: "Benchmarks from folders" }).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("heading", { name: /Shapes \(generated/, level: 1 }).waitFor();
  await page.goto(address("about", { benchmark: name }));
  await page.getByRole("alert").filter({ hasText: "This benchmark is not on this machine" }).waitFor();
  // And the same folder brings the same address back, here by dropping it.
  await dragFiles(page, [other]);
  await assertOpened(page);
  assert.equal(new URL(page.url()).searchParams.get("benchmark"), name);
  await assertAccessible(page, "a benchmark from a folder");
});

test("a folder with a damaged or missing file is refused by its name, and nothing of it is kept", async () => {
  const { page } = await newPage(browser);
  const bad = at("bad");
  await openBenchmark(page);
  const refused = async (spoil, words) => {
    rmSync(bad, { recursive: true, force: true });
    cpSync(other, bad, { recursive: true });
    spoil();
    await page.getByLabel("Choose a folder").setInputFiles(bad);
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
  };
  const gallery = join(bad, `systems/${SYSTEM}/queries.safetensors`);
  await refused(() => rmSync(gallery), `systems/${SYSTEM}/queries.safetensors is not in the folder`);
  await refused(() => writeFileSync(gallery, Buffer.alloc(statSync(gallery).size)), `systems/${SYSTEM}/queries.safetensors has SHA-256`);
  await refused(() => writeFileSync(gallery, ""), `systems/${SYSTEM}/queries.safetensors has 0 bytes`);
  await refused(() => writeFileSync(join(bad, "benchmark.json"), "{}"), "benchmark.json");
  const kept = await page.evaluate(async () => (await (await caches.open("rankscope-files-1")).keys()).map((request) => request.url));
  assert.deepEqual(kept.filter((url) => url.includes("on-this-machine")), []);
  // A folder of runs is no benchmark: its files are imported.
  const runs = at("runs");
  mkdirSync(runs);
  cpSync(run, join(runs, "mine.run"));
  await page.getByLabel("Choose a folder").setInputFiles(runs);
  await idOf(page, "mine.run");
});
