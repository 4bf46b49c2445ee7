// Other languages: by browser and by address, from right to left, with numbers that read as there, and
// files that do not change. The tables themselves are checked natively.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newPage } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { temporary, benchmark } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const attributes = (page, selector) => page.locator(selector).evaluate((element) => [element.getAttribute("lang"), element.getAttribute("dir")]);
/** The tables of messages that a page fetches from now on. */
function tables(page) {
  const fetched = [];
  page.on("request", (request) => fetched.push(...(/languages\/(\w+)\.json/.exec(request.url())?.slice(1) ?? [])));
  return fetched;
}
const excess = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("the browser's language, and another by choice, each with its own table only", async () => {
  const { page } = await newPage(browser, { locale: "de-AT" });
  const fetched = tables(page);
  await page.goto(address("learn"));
  await page.getByRole("heading", { level: 1, name: "Lernen" }).waitFor();
  await page.getByRole("navigation", { name: "Seiten" }).getByRole("link", { name: "Rangliste" }).waitFor();
  assert.deepEqual(await attributes(page, "html"), ["de", "ltr"]);
  assert.deepEqual(fetched, ["de"]);
  // The choice lasts, also where the address does not name it.
  await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Español" });
  await page.getByRole("heading", { level: 1, name: "Aprender" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("lang"), "es");
  await page.goto(address("learn"));
  await page.getByRole("heading", { level: 1, name: "Aprender" }).waitFor();
  assert.deepEqual(fetched, ["de", "es", "es"]);
  await page.goto(address("learn", { lang: "en" }));
  await page.getByRole("heading", { level: 1, name: "Learn" }).waitFor();
  assert.equal(fetched.length, 3, "English needs no table");
});

test("a table that is missing or damaged leaves the page in English, and says so", async () => {
  const { page } = await newPage(browser, { expects: /status of 404/ });
  for (const [answer, words] of [[{ status: 404, body: "" }, /404/], [{ status: 200, body: '{"Learn": "Lernen {n}"}' }, /placeholders/]]) {
    await page.route(/languages\/de\.json/, (route) => route.fulfill(answer), { times: 1 });
    await page.goto(address("learn", { lang: "de" }));
    await page.getByRole("heading", { level: 1, name: "Learn" }).waitFor();
    assert.match(await page.getByText("The page is in English, since").innerText(), words);
  }
});

test("Arabic runs from right to left and fits a phone; a page without Arabic words does not", async () => {
  const { page } = await newPage(browser, { viewport: { width: 380, height: 800 } });
  for (const [path, parameters] of [["learn"], ["learn", { lesson: "denominators.2" }], ["learn", { lesson: "preference.1" }]]) {
    await page.goto(address(path, { lang: "ar", ...parameters }));
    await page.getByRole("navigation", { name: "الصفحات" }).waitFor();
    await page.locator("#main h1").waitFor({ state: "attached" });
    assert.deepEqual(await attributes(page, "html"), ["ar", "rtl"]);
    assert.deepEqual(await attributes(page, "#main"), [null, null]);
    assert.equal(await excess(page), 0, `${path} ${JSON.stringify(parameters)}`);
  }
  await page.goto(address("compare", { lang: "ar" }));
  await page.locator("#main h1").waitFor();
  assert.deepEqual(await attributes(page, "#main"), ["en", "ltr"]);
  assert.equal(await excess(page), 0);
});

test("numbers have a comma on the German page, and a point in its files and attributes", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("learn", { lang: "de" }));
  await page.evaluate(() => localStorage.setItem("rankscope-class-votes", "AB AB CA BD EA"));
  await page.goto(address("learn", { lang: "de", lesson: "preference.3" }));
  const cell = page.locator('.strengths-table [data-list="A"][data-value]');
  await cell.waitFor();
  const [shown, exact] = await cell.evaluate((cell) => [cell.innerText, Number(cell.dataset.value)]);
  assert.equal(shown.trim(), exact.toFixed(1).replace(".", ","));
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /CSV/ }).first().click()]);
  const file = join(temporary, download.suggestedFilename());
  await download.saveAs(file);
  const [heads, first] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  assert.ok(heads.includes("Strength"), heads.join());
  assert.ok(Math.abs(Number(first[heads.indexOf("Strength")]) - exact) < 1e-9, first.join());
});
