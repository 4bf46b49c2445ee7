// Titles, addresses and the query field: what tells one view from another.

import assert from "node:assert/strict";
import { eventually, newPage, results } from "./harness.mjs";
import { fieldbook, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, queries } = fieldbook();
const browser = await launch();
const server = await serve(benchmark);
const address = (path, parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const box = (page) => page.getByRole("combobox", { name: "Query" });

test("the query is in the page's title; other pages have their name", async () => {
  const { page } = await newPage(browser);
  const query = queries.find((query) => query.id === "q-201");
  await page.goto(address("", { query: query.id }));
  await results(page);
  assert.ok((await page.title()).startsWith(`“${query.text}” · Explore · `), await page.title());
  await page.getByRole("link", { name: "Leaderboard", exact: true }).click();
  await page.waitForFunction(() => document.title.startsWith("Leaderboard · "));
});

test("the order of one page's table is not taken to another page", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("compare", { order: "overlap", find: "owl" }));
  const link = page.getByRole("navigation").getByRole("link", { name: "Leaderboard", exact: true });
  await link.waitFor();
  const href = new URL(await link.getAttribute("href"), page.url());
  assert.deepEqual([href.searchParams.get("order"), href.searchParams.get("find")], [null, null]);
  assert.equal(href.searchParams.get("device"), "cpu");
  await link.click();
  await page.waitForURL(/leaderboard/);
  assert.ok(!page.url().includes("order="), page.url());
  await page.goBack();
  await page.waitForURL(/order=overlap/);
});

test("queries are found by id, and by some of their words", async () => {
  const { page } = await newPage(browser);
  await page.goto(address(""));
  const options = page.getByRole("listbox", { name: "Benchmark queries" }).getByRole("option");
  await box(page).fill("q-20");
  await options.first().waitFor();
  await eventually(async () => {
    const shown = await options.allTextContents();
    assert.ok(shown.length > 0 && shown.every((text) => /q-20\d?$/.test(text.trim())), shown.join(" | "));
  });
  const query = queries.find((query) => query.id === "q-201");
  // A word that no query has keeps none of the others away.
  await box(page).fill(`${query.text} zzyzx`);
  await options.first().filter({ hasText: query.text }).waitFor();
  await box(page).fill("q-201");
  await box(page).press("Escape");
  await box(page).press("Enter");
  await page.waitForURL(/query=q-201/);
  // By the systems that the opening page compares.
  await page.getByRole("list", { name: /^Results of/ }).first().waitFor();
  assert.equal(await box(page).inputValue(), query.text);
});

test("forward brings back the query of its view, not what was half typed", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { query: "q-201" }));
  await results(page);
  const words = await box(page).inputValue();
  await page.getByRole("combobox", { name: "System" }).selectOption("small");
  await page.waitForURL(/system=small/);
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has("system"));
  await box(page).fill("half ty");
  await page.goForward();
  await page.waitForURL(/system=small/);
  await page.waitForFunction((words) => document.querySelector("#query").value === words, words);
});

test("pictures like one are announced by its caption, and not said to come from a query's vector", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { like: "fb1-3" }));
  await results(page);
  const status = page.getByRole("status").filter({ hasText: "pictures like “" });
  await status.first().waitFor({ state: "attached" });
  const line = await page.locator(".status-line").first().textContent();
  assert.match(line, /the picture’s stored vector/);
});

test("a host that answers // as / shows the same page and the same benchmark", async () => {
  const { page } = await newPage(browser);
  const isDoubled = ({ pathname }) => pathname.startsWith("//");
  await page.route(isDoubled, async (route) => {
    const url = route.request().url().replace(/([^:])\/+/g, "$1/");
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const query = queries.find((query) => query.id === "q-201");
  await page.goto(address("/", { query: query.id }));
  await results(page);
  assert.equal(new URL(page.url()).pathname, "/");
  assert.ok((await page.title()).includes(query.text));
  await page.getByRole("link", { name: "Leaderboard", exact: true }).click();
  await page.waitForFunction(() => document.title.startsWith("Leaderboard · "));
  assert.equal(new URL(page.url()).pathname, "/leaderboard");
});
