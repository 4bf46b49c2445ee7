// Several systems side by side, and a second stage, on the built-in benchmark.

import assert from "node:assert/strict";
import { assertAccessible, eventually, goInside, near, newPage, rankscopeJson, results } from "./harness.mjs";
import { launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark } = smallFieldbook(null);
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** Opens a view, without a new visit where there was one before. */
const go = (page, parameters) => (page.url().startsWith(server.url) ? goInside : (page, url) => page.goto(url))(page, address(parameters));

/** The list of a system once it is there: `[{ row, score }]`. */
async function lane(page, title, n = 20) {
  const list = page.getByRole("list", { name: `Results of ${title}`, exact: true });
  await page.locator('section.lane[aria-busy="false"]', { has: list }).locator("li").nth(n - 1).waitFor();
  return list.locator("li").evaluateAll((items) =>
    items.map((item) => ({ row: Number(item.dataset.row), score: Number(item.dataset.score) })),
  );
}

/** What the page shows of one system alone. */
async function alone(page, parameters) {
  await go(page, parameters);
  await results(page);
  return page.getByRole("list", { name: "Results" }).locator("li.card").evaluateAll((cards) =>
    cards.map((card) => ({
      row: Number(card.dataset.row),
      score: Number(card.querySelector("[data-score]").dataset.score),
    })),
  );
}

test("each column is what its system finds alone, for own words and for a query", async () => {
  const { page } = await newPage(browser);
  for (const asked of [{ q: "a heron in the rain" }, { query: "q-082" }]) {
    await go(page, { system: "large", also: "base,tiny", ...asked });
    const shown = { large: await lane(page, "Large"), base: await lane(page, "Base"), tiny: await lane(page, "Tiny") };
    for (const system of Object.keys(shown)) {
      assert.deepEqual(shown[system], await alone(page, { system, ...asked }), system);
    }
  }
});

test("the measures side by side are those of rankscope eval", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ system: "large", also: "base,tiny", query: "q-082" }));
  await lane(page, "Tiny");
  const table = page.getByRole("table", { name: "Measures side by side" });
  await table.getByRole("row").nth(3).waitFor();
  const [head, ...rows] = await table.getByRole("row").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.dataset.value ?? cell.textContent.trim())),
  );
  const measures = head.slice(1);
  const { runs } = rankscopeJson(
    "eval", "--benchmark", benchmark, "--system", "large", "--system", "base", "--system", "tiny",
    "--measures", measures.join(","),
  );
  for (const [title, ...values] of rows) {
    const run = runs[title.toLowerCase()];
    for (const [index, measure] of measures.entries()) {
      assert.ok(near(values[index], run[measure].per_query["q-082"], 1e-9), `${title} ${measure}`);
    }
  }
});

test("a phone shows the edge of a third lane; forced colours mark one page, and keep the colours of keys", async () => {
  const { page } = await newPage(browser);
  await go(page, { system: "large", also: "base,tiny", query: "q-082" });
  await lane(page, "Tiny");
  await page.setViewportSize({ width: 380, height: 800 });
  const shares = await page.locator(".lanes").evaluate((own) => {
    const end = own.getBoundingClientRect().right;
    return [...own.children].map((lane) => lane.getBoundingClientRect()).map(({ left, right, width }) => (Math.min(right, end) - left) / width);
  });
  assert.ok(shares[1] === 1 && shares[2] > 0.15 && shares[2] < 0.5, `shown of each lane: ${shares}`);
  const gaps = await page.locator(".lane-head h3").evaluateAll((all) =>
    all.map((own) => {
      const inside = document.createRange();
      inside.selectNodeContents(own);
      const [key, name] = inside.getClientRects();
      return name.left - key.right;
    }),
  );
  assert.ok(gaps.every((gap) => gap >= 4), `between key and name: ${gaps}`);

  await page.emulateMedia({ forcedColors: "active" });
  const { marked, keys } = await page.evaluate(() => {
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    const links = [...document.querySelectorAll(".top-bar nav a")];
    const keys = [...document.querySelectorAll(".lane-head .key-line")];
    return {
      marked: links.filter((own) => getComputedStyle(own).borderBottomColor !== paper).map((own) => own.textContent.trim()),
      keys: new Set(keys.map((own) => getComputedStyle(own).borderTopColor)).size,
    };
  });
  assert.deepEqual({ marked, keys }, { marked: ["Explore"], keys: 3 });
});

test("systems are chosen from a list, by keyboard, and the address keeps them", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ system: "large", query: "q-082" }));
  await results(page);
  await page.locator("summary", { hasText: "none" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Tiny" }).check();
  await lane(page, "Tiny");
  assert.equal(new URL(page.url()).searchParams.get("also"), "tiny");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.waitForURL(/also=_all/);
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Tiny" }).waitFor({ state: "hidden" });
  await lane(page, "Tags of users");
  await page.reload();
  const before = await lane(page, "Tags of users");
  await page.getByRole("link", { name: "Make main (Tags of users)" }).click();
  await page.waitForURL(/system=tags/);
  assert.deepEqual(await lane(page, "Tags of users"), before);
  await lane(page, "Large");
  await assertAccessible(page, "all systems side by side");
});

test("a reranker orders the first hundred by its own scores, and finds nothing new", async () => {
  const { page } = await newPage(browser);
  const query = "q-082";
  const first = await alone(page, { system: "tiny", query, k: "100" });
  const second = await alone(page, { system: "large", query, k: "100" });
  const both = await alone(page, { system: "tiny", rerank: "large", query, k: "100" });
  const rows = (hits) => hits.map((hit) => hit.row).sort((a, b) => a - b);
  assert.deepEqual(rows(both), rows(first));
  assert.notDeepEqual(both.map((hit) => hit.row), first.map((hit) => hit.row));
  for (const [index, hit] of both.entries()) {
    if (index > 0) assert.ok(both[index - 1].score >= hit.score, `rank ${index + 1}`);
  }
  const scores = new Map(second.map((hit) => [hit.row, hit.score]));
  const common = both.filter((hit) => scores.has(hit.row));
  assert.ok(common.length > 0, "the two systems share an image");
  for (const hit of common) assert.equal(hit.score, scores.get(hit.row));
  await page.getByText("Two stages: ").waitFor();
});

test("a picture that only another definition calls relevant is marked so", async () => {
  const { page } = await newPage(browser);
  // A caption's own picture is no answer to a question; the truth knows many.
  await page.goto(address({ system: "large", query: "q-082", relevance: "pairs", k: "100" }));
  await results(page);
  const exhaustive = rankscopeJson(
    "eval", "--benchmark", benchmark, "--system", "large", "--relevance", "exhaustive", "--measures", "trec:P@100",
  ).runs.large["trec:P@100"].per_query["q-082"];
  assert.ok(exhaustive > 0, "some are relevant");
  const marked = page.getByRole("list", { name: "Results" }).getByText("relevant by another definition");
  await eventually(async () => assert.ok((await marked.count()) >= Math.round(100 * exhaustive)));
});
