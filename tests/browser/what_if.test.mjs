// The what-if mode of Explore: every measure after a change is what rankscope eval gives for a
// run and judgements with the same change.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellValues, eventually, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "words-64";

const { temporary, benchmark, queries } = fixture();
const query = queries[7].id;
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}?${new URLSearchParams({ device: "cpu", system: SYSTEM, query, relevance: "exact", ...parameters })}`;
const ids = async (page) => (await results(page)).map((hit) => hit.id);
const tableOf = (page) => page.getByRole("table", { name: "Measures of this query" });

/** The measures of a changed ranking and changed judgements, from the native program. */
function expected(order, changedGrades, measures) {
  const native = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query-id", query, "-k", "100");
  const rest = native.map((hit) => hit.id).filter((id) => !order.includes(id));
  const run = [...order, ...rest].map((id, index) => `${query} Q0 ${id} ${index + 1} ${native[index].score} changed`).join("\n");
  const grades = new Map(
    readFileSync(join(benchmark, "relevance/exact.qrels"), "utf8").trim().split("\n").map((line) => line.split(/\s+/)).filter(([q]) => q === query).map(([, , id, grade]) => [id, grade]),
  );
  for (const [id, grade] of Object.entries(changedGrades)) grades.set(id, grade);
  const [runFile, qrelsFile] = ["changed.run", "changed.qrels"].map((name) => join(temporary, name));
  writeFileSync(runFile, `${run}\n`);
  writeFileSync(qrelsFile, [...grades].map(([id, grade]) => `${query} 0 ${id} ${grade}\n`).join(""));
  const { runs } = rankscopeJson("eval", "--qrels", qrelsFile, "--measures", measures.join(","), "--run", runFile);
  const of = Object.values(runs)[0];
  return Object.fromEntries(measures.map((measure) => [measure, of[measure].per_query[query]]));
}

test("by keyboard: an image moves, keeps the focus, and every measure is that of the changed run", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  const before = await ids(page);
  await page.getByRole("button", { name: "What if …?" }).click();
  const handle = (rank) => page.getByRole("button", { name: `Move the image at rank ${rank} with the arrow keys` });
  await handle(4).focus();
  await page.keyboard.press("ArrowUp");
  await handle(3).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Home");
  await handle(1).and(page.locator(":focus")).waitFor();
  const order = [before[3], ...before.filter((id) => id !== before[3])];
  assert.deepEqual(await ids(page), order);
  // And the first of all is no longer, or now, relevant.
  const flip = page.getByRole("button", { name: /the image at rank 2$/ });
  const becomes = (await flip.getAttribute("aria-label")).startsWith("Flip to not") ? "0" : "1";
  await flip.click();
  await page.getByRole("status").filter({ hasText: "2 changes" }).waitFor();
  const shown = await cellValues(tableOf(page), "measure");
  const native = expected(order, { [order[1]]: becomes }, Object.keys(shown));
  for (const [measure, value] of Object.entries(native)) {
    if (value === null || value === undefined) assert.equal(shown[measure], "n/a", measure);
    else assert.ok(near(shown[measure], value, 1e-9), `${measure}: ${shown[measure]} and ${value}`);
  }
  // The original is beside it, and the difference is theirs.
  const rows = await tableOf(page).locator("> tbody > tr:has([data-before])").evaluateAll((rows) => rows.map((row) => ({
    now: row.querySelector("[data-value]").dataset.value,
    before: row.querySelector("[data-before]").dataset.before,
    difference: row.querySelector("[data-difference]").dataset.difference,
  })));
  for (const row of rows) if (row.difference !== "n/a") assert.ok(near(row.difference, Number(row.now) - Number(row.before), 1e-12));
  assert.ok(rows.some((row) => Math.abs(Number(row.difference)) > 1e-6), "no measure moved");
  // The address holds it all.
  await page.reload();
  assert.deepEqual(await ids(page), order);
  await eventually(async () => assert.deepEqual(await cellValues(tableOf(page), "measure"), shown));
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("status").filter({ hasText: "0 changes" }).waitFor();
  assert.deepEqual(await ids(page), before);
});

test("a written rank moves a picture; a measure stands large before and after; the old curve stays", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ edit: "-" }));
  const before = await ids(page);
  const curve = page.locator("figure", { hasText: "Precision at rank." });
  const rank = (n) => page.getByRole("spinbutton", { name: `To rank: the image at rank ${n}`, exact: true });
  // What is no rank of the list changes nothing.
  await rank(6).fill("400");
  await rank(6).press("Enter");
  await eventually(async () => assert.equal(await rank(6).inputValue(), "6"));
  assert.deepEqual(await ids(page), before);
  // Heights: the width of the chart is the page's.
  const heights = async (path) => (await path.getAttribute("d")).match(/,[\d.]+/g);
  const [ghost, now] = [curve.locator("path.curve-ghost"), curve.locator("path.curve:not(.curve-ghost)").last()];
  const original = await heights(ghost);
  assert.deepEqual(await heights(now), original);
  await rank(6).fill("1");
  await rank(6).press("Enter");
  await page.getByRole("status").filter({ hasText: "1 change" }).waitFor();
  assert.deepEqual(await ids(page), [before[5], ...before.filter((id) => id !== before[5])]);
  await page.getByRole("button", { name: /^Flip .*: the image at rank 1$/ }).click();
  await page.getByRole("status").filter({ hasText: "2 changes" }).waitFor();
  await eventually(async () => assert.notDeepEqual(await heights(now), original));
  assert.deepEqual(await heights(ghost), original);
  // Every measure can be the large one.
  const choice = page.getByRole("region", { name: "What if" }).getByRole("combobox", { name: "Measure" });
  for (const measure of await choice.locator("option").allTextContents()) {
    await choice.selectOption(measure);
    const row = tableOf(page).locator(`> tbody > tr:has([data-measure="${measure}"])`);
    const [old, now] = [await row.locator("[data-before]").innerText(), (await row.locator("[data-measure]").innerText()).split("\n")[0]];
    await page.locator(".what-if-old").filter({ hasText: old }).waitFor();
    await page.locator(".what-if-new").filter({ hasText: now }).waitFor();
  }
});

test("moved cards glide from their ranks and changed values flash, unless the visitor wants no motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const { page } = await newPage(browser);
    await page.emulateMedia({ reducedMotion });
    await page.goto(address({ edit: "-" }));
    await ids(page);
    // Animations that began, with what they were of.
    await page.evaluate(() => {
      window.began = [];
      document.addEventListener("animationstart", (event) => window.began.push([event.animationName, event.target.dataset.rank ?? event.target.dataset.measure]), true);
    });
    await page.getByRole("button", { name: "Move the image at rank 3 with the arrow keys" }).focus();
    await page.keyboard.press("Home");
    await page.getByRole("status").filter({ hasText: "1 change" }).waitFor();
    const began = (name) => page.evaluate((name) => window.began.filter((own) => own[0] === name).map((own) => own[1]), name);
    if (reducedMotion === "reduce") {
      await page.waitForTimeout(500);
      assert.deepEqual(await page.evaluate(() => window.began), []);
    } else {
      await eventually(async () => assert.deepEqual((await began("glide")).toSorted(), ["1", "2", "3"]));
      const changed = await tableOf(page).locator("[data-difference]").evaluateAll((cells) => cells.filter((cell) => Math.abs(Number(cell.dataset.difference)) > 1e-12).map((cell) => cell.parentElement.querySelector("[data-measure]").dataset.measure));
      const flashed = (await began("flash")).filter(Boolean);
      assert.deepEqual(flashed.toSorted(), changed.toSorted());
    }
  }
});

test("a picture is dragged to another rank", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ edit: "-" }));
  const before = await ids(page);
  await page.locator("li.card").nth(4).dragTo(page.locator("li.card").nth(1));
  await page.getByRole("status").filter({ hasText: "1 change" }).waitFor();
  const order = before.filter((id) => id !== before[4]);
  order.splice(1, 0, before[4]);
  assert.deepEqual(await ids(page), order);
});

test("a number opens how it came about, and stays open through a change", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ edit: "-" }));
  await results(page);
  await page.getByRole("button", { name: /how trec:nDCG@10 is computed/ }).first().click();
  await page.getByText("All terms, ties and what is judged").click();
  const terms = page.getByRole("table", { name: "Terms of trec:nDCG@10" });
  const ideal = page.getByRole("table", { name: "Ideal list of trec:nDCG@10" });
  await terms.waitFor();
  const sum = async (table, column) => (await table.locator(`tbody td:nth-child(${column})`).allInnerTexts()).reduce((total, words) => total + Number(words), 0);
  const value = Number((await cellValues(tableOf(page), "measure"))["trec:nDCG@10"]);
  await eventually(async () => {
    const ratio = (await sum(terms, 4)) / (await sum(ideal, 4));
    assert.ok(near(ratio, value, 1e-3), `${ratio} and ${value}`);
  });
  await page.getByRole("button", { name: /the image at rank 1$/ }).click();
  await page.getByRole("status").filter({ hasText: "1 change" }).waitFor();
  await ideal.waitFor();
});

test("another query begins without changes", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ edit: "-" }));
  await results(page);
  await page.getByRole("button", { name: /the image at rank 1$/ }).click();
  await page.waitForURL(/edit=\d+(yes|no)/);
  await page.getByRole("combobox", { name: "System" }).selectOption("words-8");
  await page.waitForURL((url) => !url.searchParams.has("edit"));
});
