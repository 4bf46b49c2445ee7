// Several workers rank and judge side by side: the same values, to the last bit, whatever becomes of
// the workers.

import assert from "node:assert/strict";
import { cellValues, eventually, newPage, rankscopeJson, near } from "./harness.mjs";
import { fixture, launch, serve, storedFixture } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, manifest } = fixture();
const stored = storedFixture();
const browser = await launch();
const server = await serve(stored);

const address = (parameters = {}) => `${server.url}leaderboard?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const table = (page) => page.getByRole("table", { name: "Leaderboard" });
const cells = (page) => cellValues(table(page), "system", "measure", "relevance");
// Each value of each query is held to the native program's, bit for bit.
const confirmed = (page) => page.getByRole("status").filter({ hasText: "The stored values are confirmed." });

/** A page that believes in so many cores, and notes what its workers are asked. */
async function opened(nCores, spoil = "") {
  const { page } = await newPage(browser);
  await page.addInitScript(
    ([nCores, spoil]) => {
      Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => nCores });
      window.asked = [];
      let nWorkers = 0;
      window.Worker = class extends Worker {
        place = nWorkers++;
        postMessage(...message) {
          const { Request } = JSON.parse([message[0]].flat()[0]);
          super.postMessage(...message);
          if (!Request) return;
          const [kind] = Object.keys(Request.request);
          const { system, columns } = Request.request[kind];
          window.asked.push({ worker: this.place, kind, system, nColumns: columns?.length });
          // The engine is the first worker; the others help it.
          if (kind === "JudgeQueries" && this.place > 0 && spoil === "silent") this.terminate();
          if (kind === "JudgeQueries" && this.place > 0 && spoil === "loud") super.postMessage("no command");
        }
      };
    },
    [nCores, spoil],
  );
  return { page, asked: () => page.evaluate(() => window.asked) };
}

async function assertNative(page, relevance, measures) {
  const shown = await cells(page);
  const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--relevance", relevance, "--measures", measures.join(","));
  for (const system of Object.keys(runs)) {
    for (const measure of measures) {
      const cell = shown[`${system} ${measure} ${relevance}`];
      assert.ok(near(cell, runs[system][measure].mean, 1e-12), `${system} ${measure}: ${cell}`);
    }
  }
}

const HEADLINES = [...new Set(manifest.headlines.map(({ relevance }) => relevance))].map((id) => [
  id,
  manifest.headlines.filter(({ relevance }) => relevance === id).map(({ measure }) => measure),
]);

for (const nCores of [1, 2, 4]) {
  test(`with ${nCores} cores, ${nCores === 1 ? "one worker judges" : `${nCores} workers judge`} every system twice, the headlines first`, async () => {
    const { page, asked } = await opened(nCores);
    await page.goto(address());
    await confirmed(page).waitFor();
    const judged = (await asked()).filter(({ kind }) => kind === "JudgeQueries");
    const systems = manifest.systems.map(({ id }) => id).sort();
    const [first, then] = [judged.slice(0, systems.length), judged.slice(systems.length)];
    for (const stage of [first, then]) assert.deepEqual(stage.map(({ system }) => system).sort(), systems);
    assert.ok(first.every(({ nColumns }) => nColumns === manifest.headlines.length));
    assert.ok(then.every(({ nColumns }) => nColumns > manifest.headlines.length));
    assert.equal(new Set(judged.map(({ worker }) => worker)).size, Math.min(nCores, manifest.systems.length));
    for (const [relevance, measures] of HEADLINES) await assertNative(page, relevance, measures);
    // The workers that helped have ended.
    await eventually(() => assert.equal(page.workers().length, 1));
  });
}

for (const spoil of ["silent", "loud"]) {
  test(`helpers that end ${spoil === "silent" ? "without a word" : "with an error"} cost no value`, async () => {
    const { page, asked } = await opened(4, spoil);
    await page.goto(address());
    await confirmed(page).waitFor();
    const judged = (await asked()).filter(({ kind }) => kind === "JudgeQueries");
    assert.ok(judged.some(({ worker }) => worker > 0));
    // The engine took what they left.
    const own = new Set(judged.filter(({ worker }) => worker === 0).map(({ system }) => system));
    assert.deepEqual([...own].sort(), manifest.systems.map(({ id }) => id).sort());
    assert.equal(await page.getByRole("alert").count(), 0);
    for (const [relevance, measures] of HEADLINES) await assertNative(page, relevance, measures);
  });
}

test("other measures chosen meanwhile, and a cancel, leave nothing half-done", async () => {
  const { page } = await opened(4);
  // The first answer is held back, so that the choice comes in the middle.
  await page.goto(address());
  await table(page).locator("[data-value]").first().waitFor();
  const measures = ["trec:nDCG@10", "eccv:mAP@R"];
  await page.evaluate((href) => {
    history.pushState(null, "", href);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address({ measures: measures.join(","), relevance: "pairs" }));
  const done = page.getByRole("status").filter({ hasText: "Computed on this device" });
  await done.waitFor();
  await table(page).locator('[data-relevance="pairs"][data-value]').first().waitFor();
  await assertNative(page, "pairs", measures);

  const other = await opened(4);
  await other.page.goto(address());
  const cancel = other.page.getByRole("button", { name: "Cancel" });
  // It may be done before the button is pressed, or while it is.
  const cancelled = other.page.getByText("Cancelled. Results so far are shown.");
  await Promise.race([cancel.click().catch(() => {}), confirmed(other.page).waitFor()]);
  await cancelled.or(confirmed(other.page)).first().waitFor();
  if (await cancelled.count()) {
    await eventually(() => assert.equal(other.page.workers().length, 1));
    await other.page.getByRole("button", { name: "Compute" }).click();
  }
  await confirmed(other.page).waitFor();
  for (const [relevance, measures] of HEADLINES) await assertNative(other.page, relevance, measures);
});
