// The core of the page in three browser engines: what it loads, ranks, computes, imports and keeps,
// and whether keys reach it. Every other file of tests runs in Chromium alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { BROWSERS, waitFor } from "./every_browser.mjs";
import { near, rankscope, rankscopeJson } from "./harness.mjs";
import { fixture, serve } from "./setting.mjs";
import * as suite from "./suite.mjs";

const SYSTEM = "tiny-bert";
const WORDS = "three green stars at night";

const { temporary, benchmark, queries } = fixture();
const run = join(temporary, "mine.run");
rankscope("export", "--benchmark", benchmark, "--system", "words-8", "--run", run, "-k", "432");
const native = (system, ...query) => rankscopeJson("search", benchmark, "--system", system, ...query, "-k", "20");

// These run in the page: the results of a finished search, or null.
const listed = () => {
  const section = document.querySelector('section[aria-label="Search results"][aria-busy="false"]');
  const cards = [...(section?.querySelectorAll('[aria-label="Results"] li.card') ?? [])];
  const hit = (card) => ({
    rank: Number(card.dataset.rank),
    id: card.dataset.image,
    score: Number(card.querySelector("[data-score]").dataset.score),
  });
  return cards.length ? cards.map(hit) : null;
};
/** The leaderboard's values by system, measure and definition of relevance, or null. */
const computed = () => {
  const statuses = [...document.querySelectorAll("[role=status]")];
  if (!statuses.some((status) => /Computed on this device/.test(status.textContent))) return null;
  const cells = [...document.querySelectorAll('table[aria-label="Leaderboard"] [data-value]')];
  const key = ({ dataset }) => `${dataset.system} ${dataset.measure} ${dataset.relevance}`;
  return Object.fromEntries(cells.map((cell) => [key(cell), cell.dataset.value]));
};
const says = (words) => document.body.innerText.includes(words);
const isThere = (selector) => !!document.querySelector(selector);
/** Puts the focus into the search box; false while it cannot be used. */
const focusesQuery = () => {
  const box = document.querySelector("input#query:not(:disabled)");
  box?.focus();
  return !!box && document.activeElement === box;
};
/** Chooses a file in the page's own input, as its dialog does. */
const choose = ({ name, content }) => {
  const input = document.querySelector("input[type=file]");
  const chosen = new DataTransfer();
  chosen.items.add(new File([content], name));
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
};

/** Waits until nobody answers at an address. */
async function goneFrom(url) {
  while (await fetch(url).then(() => true, () => false)) await new Promise((resolve) => setTimeout(resolve, 20));
}

const results = (page) => waitFor(page, "results", listed);

for (const [name, start] of Object.entries(BROWSERS)) {
  // Chromium is where every other test runs as well; the others are of the release lane.
  const test = name === "chromium" ? suite.test : suite.release;
  if (test === suite.release && !suite.isRelease) continue;
  const skip = start ? false : `${name} is not installed`;
  describe(name, () => {
    let page, server;
    const open = (path, parameters = {}) => page.goto(`${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`);

    before(async () => {
      if (!start) return;
      server = await serve(benchmark);
      page = await start();
      console.log(`# ${name} is ${page.version}`);
    });
    after(() => page?.close());

    test(`${name}: typed words and stored queries give the native program's top 20`, { skip }, async () => {
      await open("", { system: SYSTEM });
      await waitFor(page, "the search box", focusesQuery);
      await page.type(WORDS);
      await page.press("Enter");
      const typed = await results(page);
      const expected = native(SYSTEM, "--query", WORDS);
      assert.deepEqual(typed.map((hit) => hit.id), expected.map((hit) => hit.id));
      for (const [index, hit] of typed.entries()) assert.ok(near(hit.score, expected[index].score, 1e-4));
      for (const system of [SYSTEM, "words-8"]) {
        await open("", { system, query: queries[3].id });
        // Ties by corpus row, and the same scores to the last bit.
        assert.deepEqual(await results(page), native(system, "--query-id", queries[3].id));
      }
    });

    test(`${name}: the keyboard alone chooses a query`, { skip }, async () => {
      await open("", { system: "words-8" });
      await waitFor(page, "the search box", focusesQuery);
      const { id, text } = queries[5];
      await page.type(text.split(" ")[0]);
      await waitFor(page, "suggestions", isThere, "#suggestion-0");
      // Down to the query, however many suggestions come before it.
      const nth = await page.evaluate((text) => [...document.querySelectorAll("[role=option]")].findIndex((option) => option.textContent === text), `${text} ${id}`);
      assert.ok(nth >= 0, `“${text}” is suggested`);
      for (let n = 0; n <= nth; n++) await page.press("ArrowDown");
      await page.press("Enter");
      assert.deepEqual(await results(page), native("words-8", "--query-id", id));
      // Tab leaves the box for the next control, and nothing is chosen on the way.
      await waitFor(page, "the search box", focusesQuery);
      await page.press("Tab");
      const next = await page.evaluate(() => document.activeElement.tagName);
      assert.ok(["BUTTON", "SELECT", "A", "SUMMARY", "INPUT"].includes(next), next);
      assert.ok(!(await page.evaluate(() => document.activeElement.id === "query")));
    });

    test(`${name}: the leaderboard's numbers are those of rankscope agree`, { skip }, async () => {
      await open("leaderboard");
      const means = await waitFor(page, "the leaderboard", computed);
      const expected = rankscopeJson("agree", "--benchmark", benchmark);
      assert.ok(expected.systems.length >= 5 && expected.measures.length >= 5);
      for (const [s, system] of expected.systems.entries()) {
        for (const [m, measure] of expected.measures.entries()) {
          const key = `${system} ${measure} ${expected.relevance[m]}`;
          assert.ok(near(means[key], expected.means[s][m], 1e-9), `${key}: ${means[key]} and ${expected.means[s][m]}`);
        }
      }
    });

    test(`${name}: an imported run has the figures of the system that wrote it, and outlives a reload`, { skip }, async () => {
      await open("about");
      // An import needs the benchmark that it is for.
      await waitFor(page, "the benchmark", isThere, 'table[aria-label="Systems"]');
      await waitFor(page, "the import", isThere, "input[type=file]");
      await page.evaluate(choose, { name: "mine.run", content: readFileSync(run, "utf8") });
      await waitFor(page, "the imported run", says, "mine.run: ");
      await open("leaderboard");
      const means = await waitFor(page, "the leaderboard", computed);
      const id = Object.keys(means).map((key) => key.split(" ")[0]).find((system) => system.startsWith("imported"));
      const columns = Object.keys(means).filter((key) => key.startsWith("words-8 ")).map((key) => key.slice("words-8".length));
      assert.ok(id && columns.length >= 7, Object.keys(means).join(", "));
      for (const column of columns) assert.equal(means[id + column], means[`words-8${column}`], column);
    });

    test(`${name}: after a visit the page searches without a server`, { skip }, async () => {
      await open("", { system: "words-64", query: queries[3].id });
      const found = await results(page);
      await open("about");
      await waitFor(page, "the page's files on this device", says, "The page is stored on this device");
      server.stop();
      await goneFrom(server.url);
      await open("", { system: "words-64", query: queries[3].id });
      assert.deepEqual(await results(page), found);
    });
  });
}
