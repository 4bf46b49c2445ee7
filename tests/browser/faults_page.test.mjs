// The page's own code stops: a library below it does not expect what the browser does. Safari, for one,
// refuses changes of the address that come too fast.

import assert from "node:assert/strict";
import { assertAccessible, newProfile, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, queries } = fixture();
const browser = await launch();
const server = await serve(benchmark);

test("a page that stops says so with the cause, and a link brings it back", async () => {
  const { page, problems } = await newProfile(browser, { viewport: { width: 390, height: 800 }, expects: /./ });
  await page.goto(`${server.url}?device=cpu&system=words-64&query=${queries[2].id}#results`);
  const found = await results(page);
  await page.evaluate(() => {
    history.pushState = () => {
      throw new Error("more than 100 times in 30 seconds");
    };
    window.scrollTo(0, document.body.scrollHeight);
  });
  const leave = () => page.getByRole("link", { name: "Learn", exact: true }).dispatchEvent("click");
  const notice = page.getByRole("alert").filter({ hasText: "The page has stopped." });
  await leave();
  await notice.waitFor();
  assert.match(await notice.innerText(), /more than 100 times in 30 seconds \(see the browser’s console for more\)\. Reload the page; what/);
  assert.doesNotMatch(await notice.innerText(), /\.rs\b|wasm/);
  assert.ok(await notice.evaluate((own) => own.getBoundingClientRect().top >= 0), "the notice is out of sight");
  await assertAccessible(page, "a stopped page");
  await leave();
  assert.equal(await notice.count(), 1);
  assert.ok(problems.some((problem) => problem.includes("panicked")), problems.join("; "));
  await page.getByRole("link", { name: "Reload the page" }).click();
  await notice.waitFor({ state: "detached" });
  assert.deepEqual(await results(page), found);
});
