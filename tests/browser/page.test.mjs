// What every page owes its visitors, beside what accessibility.test.mjs looks at.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, dist, eventually, heldBack, newPage, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, queries } = fixture();
const query = queries[3].id;
const browser = await launch();
const server = await serve(benchmark);

test("a query of the benchmark that is asked before its queries are there is that query", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, /queries\.jsonl/);
  // A system without an encoder, which finds nothing for words of one's own.
  await page.goto(`${server.url}?device=cpu&system=words-64`);
  await ask(page, queries[3].text);
  await page.waitForURL(/[?&]q=/);
  release();
  assert.ok((await results(page)).length > 0);
  assert.equal(new URL(page.url()).searchParams.get("query"), query);
});

test("the page in view is marked among the links", async () => {
  const { page } = await newPage(browser);
  for (const [path, name] of [["", "Explore"], ["compare", "Compare"], ["leaderboard", "Leaderboard"], ["agreement", "Agreement"], ["topics", "Topics"], ["judge", "Judge"], ["about", "Benchmark"], ["learn", "Learn"]]) {
    await page.goto(`${server.url}${path}?device=cpu`);
    const current = page.getByRole("navigation").locator("[aria-current=page]");
    await current.waitFor();
    await eventually(async () => assert.equal(await current.innerText(), name));
  }
});

test("a call into the engine does not run its static constructors", () => {
  // The linker's wrappers, which would, by their names (they once took milliseconds a message).
  for (const file of ["engine_bg.wasm", "engine_gpu_bg.wasm"]) {
    const module = readFileSync(join(dist, file));
    assert.ok(module.includes("__wbindgen_malloc"), "the module's functions have names");
    assert.ok(!module.includes(".command_export"));
  }
});
