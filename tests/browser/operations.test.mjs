// Our operations on Burn, on WebGPU in the browser, against the same ones composed of stock operations.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { PATIENCE_MS, launch } from "./harness.mjs";

const module = process.env.RANKSCOPE_OPERATIONS;
const ORIGIN = "http://127.0.0.1:9";
const PAGE = `<!doctype html><title>Operations</title><script type="module">
  window.outcomes = [];
  window.report = (name, error) => outcomes.push([name, error ?? null]);
  window.finished = () => (window.areAll = true);
  const { default: start } = await import("./operations_test.js");
  await start({ module_or_path: "./operations_test_bg.wasm" });
</script>`;

test("every operation computes what its stock operations compute", { skip: !module && "the module is not built: run scripts/test" }, async (t) => {
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.route(`${ORIGIN}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === "") return route.fulfill({ contentType: "text/html", body: PAGE });
    const contentType = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    return route.fulfill({ contentType, body: readFileSync(join(module, name)) });
  });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(`${ORIGIN}/`);
  if (!(await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter())))) return t.skip("the browser has no adapter");
  const ended = () => window.areAll;
  await Promise.race([
    page.waitForFunction(ended),
    page.waitForEvent("pageerror").catch(() => {}),
  ]);
  const outcomes = await page.evaluate(() => window.outcomes);
  for (const [name, error] of outcomes) t.diagnostic(`${name}: ${error ?? "equal"}`);
  assert.deepEqual(errors, []);
  assert.deepEqual(outcomes.filter(([, error]) => error !== null), []);
  assert.equal(outcomes.length, 9);
});
