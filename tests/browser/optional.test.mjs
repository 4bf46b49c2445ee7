// Benchmarks that lack judgements, vectors of queries, queries or systems: Explore is whole, and the
// other pages say what they need.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, assertAccessible, cellValues, eventually, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const temporary = temporaryFolder();
const browser = await launch();

// Pictures of two colours each, drawn by the browser itself.
const PICTURES = { "red fox": ["#c83c1e", "#fff"], "red hare": ["#cd4623", "#fff"], "grey heron": ["#5a5a6e", "#9ab"], "boats at dusk": ["#1428a0", "#222"] };
mkdirSync(join(temporary, "photos"));
const artist = await browser.newPage({ viewport: { width: 600, height: 400 } });
for (const [name, [one, other]] of Object.entries(PICTURES)) {
  await artist.setContent(`<style>html { block-size: 100%; background: linear-gradient(90deg, ${one} 50%, ${other} 50%) }</style>`);
  writeFileSync(join(temporary, "photos", `${name.replaceAll(" ", "-")}.jpg`), await artist.screenshot({ type: "jpeg" }));
}
await artist.close();
writeFileSync(join(temporary, "queries.txt"), "fox\na heron\nboats\n");

const IMAGES = '[images]\nfolder = "photos"\ncaption = "name"\noriginal = "https://example.org/full/{file}"\n';
const PIXELS = '[[systems]]\nid = "pixels"\ntitle = "Colours and edges"\nmade_from = "pixels"\n';
const WORDS = '[[systems]]\nid = "words"\ntitle = "Names"\nmade_from = "captions"\n';
const QUERIES = '[queries]\nlines = "queries.txt"\n';

/** Builds a benchmark of the pictures and serves it. */
async function served(name, sections) {
  const recipe = join(temporary, `${name}.toml`);
  writeFileSync(recipe, `id = "${name}"\ntitle = "Own ${name}"\n${IMAGES}${sections}`);
  const benchmark = join(temporary, `${name}-built`);
  rankscope("build", recipe, "--out", benchmark);
  const { url } = await serve(benchmark);
  const address = (path = "", parameters = {}) => `${url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
  return { benchmark, address };
}

const needs = (page) => page.getByRole("region", { name: "Nothing can be measured yet" });

/** Asserts accessibility, and that nothing is wider than a phone's or a desk's screen. */
async function assertFits(page, name) {
  await assertAccessible(page, name);
  await page.setViewportSize({ width: 1440, height: 900 });
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(excess, 0, `${name} at 1440 px is ${excess} px too wide`);
}

test("photos alone: like-this search, typed names, and pages that say what they need", async () => {
  const { benchmark, address } = await served("photos", PIXELS + WORDS);
  const { page } = await newPage(browser);
  await page.goto(address());
  await page.getByText("4 images, 2 systems.").waitFor();
  await page.getByText("Type what a picture shows into the field above.").waitFor();
  const samples = page.getByRole("list", { name: "Sample pictures" });
  await eventually(async () => assert.equal(await samples.getByRole("img").count(), 4));
  assert.equal(await page.getByRole("button", { name: /^Browse/ }).count(), 0);
  assert.equal(await page.getByRole("combobox", { name: "Relevance" }).count(), 0);
  await assertFits(page, "Explore before a query");

  // Typed words have the same hits as in the native program.
  await ask(page, "heron");
  const native = rankscopeJson("search", benchmark, "--system", "words", "--query", "heron");
  await eventually(async () => assert.deepEqual((await results(page)).map((hit) => hit.id), native.map((hit) => hit.id)));
  assert.equal(native[0].id, "grey-heron");
  await page.getByRole("heading", { name: "No judgements yet" }).waitFor();
  const first = page.getByRole("list", { name: "Results" }).locator("li.card").first();
  await eventually(async () => assert.equal(await first.locator("img").evaluate((img) => img.naturalWidth), 256));
  await first.locator("details.credit summary").click();
  const original = first.getByRole("link", { name: "https://example.org/full/grey-heron.jpg" });
  assert.equal(await original.getAttribute("href"), "https://example.org/full/grey-heron.jpg");
  await assertFits(page, "Explore with results and no judgements");

  // A picture finds those that look like it, and words are refused with the way out.
  await page.goto(address("", { system: "pixels", like: "red-fox" }));
  await eventually(async () => assert.equal((await results(page))[0].id, "red-hare"));
  await ask(page, "heron");
  const panel = page.getByRole("status").filter({ hasText: "This system cannot search for words" });
  await panel.getByRole("button", { name: "Names" }).click();
  await eventually(async () => assert.equal((await results(page))[0].id, "grey-heron"));

  for (const [path, heading] of [["leaderboard", "Leaderboard"], ["compare", "Compare"], ["agreement", "Agreement"]]) {
    await page.goto(address(path));
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    for (const words of ["Measures are means over queries", "No system has vectors of queries", "names a file of them and says what counts as relevant"]) {
      await needs(page).getByText(words).waitFor();
    }
    await assertFits(page, heading);
  }
  await page.goto(address("topics"));
  await page.getByRole("heading", { name: "This benchmark has neither topics nor tags" }).waitFor();
  await assertFits(page, "Topics");
  await page.goto(address("guides"));
  await page.getByText("Type a query above.").waitFor();
  await assertFits(page, "Guides");
  await page.goto(address("about"));
  await page.getByText("none (search by a picture only)").waitFor();
  await page.getByRole("heading", { name: "Files", level: 2, exact: true }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Definitions of relevance" }).count(), 0);
  await assertFits(page, "Benchmark");
});

test("pictures alone: no system to search with", async () => {
  const { address } = await served("bare", "");
  const { page } = await newPage(browser);
  await page.goto(address());
  await page.getByRole("heading", { name: "There is nothing to search with yet" }).waitFor();
  assert.equal(await page.getByRole("combobox", { name: "System", exact: true }).count(), 0);
  await assertFits(page, "Explore without systems");
  for (const path of ["leaderboard", "compare", "agreement"]) {
    await page.goto(address(path));
    await needs(page).getByText("Measures are means over queries").waitFor();
  }
  await page.goto(address("topics"));
  await page.getByRole("heading", { name: "This benchmark has no systems" }).waitFor();
  await page.goto(address("guides"));
  await page.getByText("no system with vectors").waitFor();
  await page.goto(address("about"));
  await page.getByRole("heading", { name: "Own bare", level: 1 }).waitFor();
  await assertFits(page, "Benchmark without systems");
});

test("runs alone are the leaderboard's rows, with the figures of rankscope eval", async () => {
  const ids = Object.keys(PICTURES).map((name) => name.replaceAll(" ", "-"));
  const run = (order) => [1, 2, 3].flatMap((query) => order(query).map((id, rank) => `${query} Q0 ${id} ${rank + 1} ${10 - rank} r`)).join("\n") + "\n";
  writeFileSync(join(temporary, "forth.run"), run(() => ids));
  writeFileSync(join(temporary, "back.run"), run(() => ids.toReversed()));
  writeFileSync(join(temporary, "own.qrels"), `1 0 ${ids[0]} 1\n2 0 ${ids[2]} 1\n3 0 ${ids[3]} 1\n`);
  const runs = ["forth", "back"].map((id) => `[[runs]]\nid = "${id}"\ntitle = "${id}"\nfile = "${id}.run"\n`).join("");
  const judged = '[[relevance]]\nid = "own"\ntitle = "Own"\ncounts_as = "Own."\ndefault = true\nqrels = "own.qrels"\n';
  const { address } = await served("runs", QUERIES + judged + runs);
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard"));
  const table = page.getByRole("table", { name: "Leaderboard" });
  const keys = ["forth", "back"].flatMap((id) => [`${id} trec:AP@50`, `${id} eccv:R@1`]);
  let shown;
  // Values come system by system.
  await eventually(async () => {
    shown = await cellValues(table, "system", "measure");
    for (const key of keys) assert.ok(key in shown, key);
  });
  const files = ["--run", `forth=${join(temporary, "forth.run")}`, "--run", `back=${join(temporary, "back.run")}`];
  const native = rankscopeJson("eval", "--qrels", join(temporary, "own.qrels"), ...files, "--measures", "trec:AP@50,eccv:R@1");
  for (const id of ["forth", "back"]) {
    for (const measure of ["trec:AP@50", "eccv:R@1"]) {
      assert.ok(near(shown[`${id} ${measure}`], native.runs[id][measure].mean, 1e-12), `${id} ${measure}: ${shown[`${id} ${measure}`]}`);
    }
  }
});

test("without judgements, one's own make every page work", async () => {
  const { benchmark, address } = await served("unjudged", QUERIES + PIXELS + WORDS);
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard"));
  await needs(page).getByText("Judge pictures yourself").waitFor();
  assert.equal(await needs(page).getByText("Measures are means over queries").count(), 0);
  await needs(page).getByRole("link", { name: "Explore" }).first().click();
  // Explore opens with the middle query, “a heron”.
  await results(page);
  await page.getByRole("heading", { name: "No judgements yet" }).waitFor();
  await page.getByRole("button", { name: "Judge these results yourself" }).click();
  const cards = page.getByRole("list", { name: "Pictures to judge" }).locator("li.desk-card");
  await cards.nth(3).waitFor();
  const judged = await cards.evaluateAll((all) => all.map((card) => card.dataset.image));
  for (const [place, id] of judged.entries()) {
    await cards.nth(place).getByRole("button", { name: id === "red-hare" ? /^Relevant: / : /^Not relevant: / }).click();
    await page.locator(".desk-tally").filter({ hasText: new RegExp(`^${place + 1} picture`) }).waitFor();
  }
  await page.locator(".judged-by").filter({ hasText: "Your judgements" }).waitFor();
  // The value that the native program finds for these judgements.
  const [qrels, run] = ["own.qrels", "own.run"].map((name) => join(temporary, name));
  writeFileSync(qrels, judged.map((id) => `2 0 ${id} ${Number(id === "red-hare")}\n`).join(""));
  rankscope("export", "--benchmark", benchmark, "--system", "words", "--run", run);
  const { runs } = rankscopeJson("eval", "--qrels", qrels, "--measures", "trec:RR", "--run", run);
  const expected = Object.values(runs)[0]["trec:RR"].mean;
  await page.goto(address("leaderboard", { measures: "trec:RR" }));
  const table = page.getByRole("table", { name: "Leaderboard" });
  await eventually(async () => {
    const shown = await cellValues(table, "system", "measure", "relevance");
    assert.ok(near(shown["words trec:RR _mine"], expected, 1e-9), `${JSON.stringify(shown)}, and ${expected}`);
  });
  assert.equal(await needs(page).count(), 0);
  await page.goto(address("compare"));
  await page.getByText("fewer than two systems with stored query vectors").waitFor();
});
