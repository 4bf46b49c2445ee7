// What every page owes its visitors: no accessibility faults, and no sideways scrolling.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, assertAccessible, dist, eventually, heldBack, newPage, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, queries } = fixture();
const query = queries[3].id;
const browser = await launch();
const server = await serve(benchmark);

/** The page's states: where they are, and what is there once they are complete. */
const states = {
  "first run": [() => "?device=cpu", (page) => page.getByRole("heading", { name: /See what/ }).waitFor()],
  results: [() => `?device=cpu&system=words-64&query=${query}`, (page) => results(page)],
  "no encoder": [() => "?device=cpu&system=words-64&q=own+words", (page) => page.getByText("This system cannot search").waitFor()],
  leaderboard: [() => "leaderboard?device=cpu", (page) => page.getByText("Computed on this device").waitFor()],
  benchmark: [() => "about?device=cpu", (page) => page.getByRole("heading", { name: "Systems" }).waitFor()],
  failed: [() => "?benchmark=nowhere/", (page) => page.getByRole("alert").first().waitFor()],
};

for (const [name, [path, isComplete]] of Object.entries(states)) {
  test(`${name}: no accessibility faults in light and dark, no sideways scrolling`, async () => {
    const { page } = await newPage(browser);
    await page.goto(server.url + path());
    await isComplete(page);
    await assertAccessible(page, name);
  });
}

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
  for (const [path, name] of [["", "Explore"], ["compare", "Compare"], ["leaderboard", "Leaderboard"], ["agreement", "Agreement"], ["topics", "Topics"], ["about", "Benchmark"], ["learn", "Learn"]]) {
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
