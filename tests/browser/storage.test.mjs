// Who says how long the browser keeps what is stored: it is asked when a visitor stores something,
// and its answer is on the Benchmark page.

import assert from "node:assert/strict";
import { join } from "node:path";
import { assertAccessible, eventually, newProfile, rankscope } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { temporary, benchmark } = fixture();
const run = join(temporary, "mine.run");
rankscope("export", "--benchmark", benchmark, "--system", "words-8", "--run", run, "-k", "20");
const browser = await launch();
const server = await serve(benchmark);
const AGREED = "The browser has agreed to keep it until you remove it.";
const REFUSED = "The browser has not agreed to keep it and may delete it when the disk is nearly full";
const SILENT = "The browser does not say how long it keeps it";

/** The Benchmark page of a browser that counts how often it is asked; `answer` is what it says. */
async function opened(answer) {
  const { page, context } = await newProfile(browser);
  await page.addInitScript((answer) => {
    window.asked = 0;
    const { persist } = StorageManager.prototype;
    let isKept = false;
    StorageManager.prototype.persist = function () {
      window.asked += 1;
      isKept = answer === true;
      return answer === "its own" ? persist.call(this) : Promise.resolve(isKept);
    };
    if (answer !== "its own") StorageManager.prototype.persisted = async () => isKept;
    if (answer === null) for (const name of ["persist", "persisted"]) StorageManager.prototype[name] = () => Promise.reject(new TypeError("no"));
  }, answer);
  await page.goto(`${server.url}about?device=cpu`);
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  return { page, context, asked: () => page.evaluate(() => window.asked) };
}

const says = (page, words) => page.getByRole("region", { name: "Stored on this device" }).getByText(words).waitFor();

test("it is asked when a file is imported or the benchmark downloaded, and not before", async () => {
  const { page, asked } = await opened("its own");
  await says(page, "This site stores");
  assert.equal(await asked(), 0);
  await page.getByLabel("Choose files").setInputFiles([run]);
  await page.getByRole("status").filter({ hasText: "mine.run: " }).waitFor();
  await eventually(async () => assert.equal(await asked(), 1));
  await page.getByRole("button", { name: "Keep all for offline" }).click();
  await page.getByText("The whole benchmark").waitFor();
  await eventually(async () => assert.equal(await asked(), 2));
  // What this browser itself says of it.
  await says(page, (await page.evaluate(() => navigator.storage.persisted())) ? AGREED : REFUSED);
});

test("until the browser says which files it has, the page counts none and offers no download", async () => {
  const { page } = await newProfile(browser);
  // Only once the page is shown: loading it lists the cache too.
  await page.addInitScript(() => {
    const { keys } = Cache.prototype;
    const answer = new Promise((resolve) => (window.answer = resolve));
    const isThere = () => [...document.querySelectorAll("h2")].some((heading) => heading.textContent === "Systems");
    Cache.prototype.keys = async function () {
      if (isThere()) await answer;
      return keys.call(this);
    };
  });
  await page.goto(`${server.url}about?device=cpu`);
  await says(page, "Looking up which files of the benchmark are stored");
  assert.equal(await page.getByRole("button", { name: "Keep all for offline" }).count(), 0);
  await page.evaluate(() => window.answer());
  await page.getByRole("button", { name: "Keep all for offline" }).waitFor();
});

for (const [name, answer, before, after] of [
  ["agrees", true, REFUSED, AGREED],
  ["refuses", false, REFUSED, REFUSED],
  ["cannot be asked", null, SILENT, SILENT],
]) {
  test(`a browser that ${name}: the page says so, and imports all the same`, async () => {
    const { page } = await opened(answer);
    await says(page, before);
    await page.getByLabel("Choose files").setInputFiles([run]);
    await page.getByRole("status").filter({ hasText: "mine.run: " }).waitFor();
    await says(page, after);
    await assertAccessible(page, `a browser that ${name}`);
  });
}
