// The annotator lab on Agreement, against rankscope annotators on a part of the built-in benchmark.

import assert from "node:assert/strict";
import { assertAccessible, cellValues, goInside, holdTurns, near, newPage, PATIENCE_MS, rankscopeJson, unfold } from "./harness.mjs";
import { fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark } = smallFieldbook(null);
const browser = await launch();
const server = await serve(benchmark);

const address = (lab) => `${server.url}agreement?${new URLSearchParams({ device: "cpu", ...(lab && { lab }) })}`;
const means = (page) => page.getByRole("table", { name: "Systems under the truth and under what was seen" });
const verdict = (page) => page.getByRole("status").filter({ hasText: /^τ-b with the truth/ });
const found = (page) => verdict(page).waitFor({ timeout: 3 * PATIENCE_MS });
const native = (...more) =>
  rankscopeJson("annotators", benchmark, "--depth", "5", "--measure", "eccv:mAP@R", ...more);

/** Every figure of the table is the command's. */
async function same(page, wanted, unit = "queries") {
  const cells = await cellValues(means(page), "system", "measure");
  for (const [key, of] of Object.entries({ truth: wanted.truth, seen: wanted.seen, places: wanted.places })) {
    for (const [system, value] of Object.entries(of)) {
      assert.ok(near(cells[`${system} ${key}`], value, 1e-12), `${system} ${key}: ${cells[`${system} ${key}`]} and ${value}`);
    }
  }
  const words = await verdict(page).innerText();
  assert.ok(words.includes(`τ-b with the truth ${wanted.tau_b.toFixed(2)}`), words);
  const leftOut = wanted.n_truth - wanted.n_seen;
  assert.ok(words.includes(`For ${leftOut} of ${wanted.n_truth.toLocaleString("en")} ${unit}`), words);
}

test("opened, chosen and swept, it has the figures of rankscope annotators", async () => {
  const { page } = await newPage(browser);
  await page.goto(address());
  await unfold(page, "Annotator lab");
  await page.waitForURL(/lab=/);
  await found(page);
  const five = ["large", "base", "noisy", "pairs10k", "pairs1k"];
  await same(page, native("--systems", five.join(",")));

  // Others propose, chosen by keyboard, and the link reopens the choice.
  await page.locator("summary", { hasText: "5 of 14 systems" }).click();
  for (const name of ["Large", "Base, 1,000 pairs"]) {
    await page.getByRole("checkbox", { name, exact: true }).uncheck();
  }
  await page.getByRole("checkbox", { name: "Small", exact: true }).check();
  await page.waitForURL(/systems%3Dbase%2Cnoisy%2Cpairs10k%2Csmall/);
  await page.getByText("4 systems proposed their first 5 results").waitFor();
  const four = native("--systems", "base,noisy,pairs10k,small", "--sweep");
  await same(page, four);
  const singles = await cellValues(page.getByRole("table", { name: "Places gained under a single annotator" }), "annotator", "system");
  for (const [annotator, row] of Object.entries(four.matrix)) {
    for (const [system, gained] of Object.entries(row)) {
      assert.equal(Number(singles[`${annotator} ${system}`]), gained, `${annotator} ${system}`);
    }
  }
  await page.getByRole("button", { name: "Try fewer annotators" }).click();
  await page.waitForURL(/sweep%3Dyes/);
  await page.reload();
  const curve = page.getByRole("table", { name: "Sweep over the number of annotators" });
  await curve.waitFor({ timeout: 3 * PATIENCE_MS });
  const points = await cellValues(curve, "annotators", "measure");
  for (const point of four.sweep) {
    for (const key of ["tau_b_mean", "tau_b_min", "tau_b_max", "gained_mean"]) {
      const cell = points[`${point.annotators} ${key}`];
      assert.ok(near(cell, point[key], 1e-12), `${point.annotators} ${key}: ${cell} and ${point[key]}`);
    }
  }
  for (const name of ["Agreement with the truth", "Places gained by those who propose"]) {
    const chart = page.getByRole("slider", { name });
    await chart.focus();
    await page.keyboard.press("End");
    assert.match(await chart.getAttribute("aria-valuetext"), /^4 annotators: .*all 1 group/);
  }
  await assertAccessible(page, "the annotator lab");
});

test("wrong judgements are those of the command's seed, and deeper proposals are ranked deeper", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("systems=base;depth=5;error=0.1;seed=7"));
  await found(page);
  await same(page, native("--systems", "base", "--error", "0.1", "--seed", "7"));
  await page.getByRole("button", { name: "Other errors (seed 7)" }).click();
  await page.getByText("drawn at random with seed 8").waitFor();
  await same(page, native("--systems", "base", "--error", "0.1", "--seed", "8"));
  // 14 systems with 20 results each may see more than the 100 hits that the page keeps.
  const all = rankscopeJson("annotators", benchmark, "--depth", "20", "--measure", "eccv:mAP@R");
  await goInside(page, address(`systems=${all.annotators.join(",")};depth=20`));
  await page.getByText("14 systems proposed their first 20 results").waitFor({ timeout: 3 * PATIENCE_MS });
  await same(page, all);
});

test("incomplete truth is allowed with a warning, the original pairs are kept, and both directions are the command's", async () => {
  const shapes = fixture().benchmark;
  const own = await serve(shapes);
  const { page } = await newPage(browser);
  const [one, other] = ["words-8", "words-64"];
  const lab = `systems=${one},${other};depth=3;measure=eccv:mAP@R;truth=exact`;
  const at = (lab, direction) => `${own.url}agreement?${new URLSearchParams({ device: "cpu", lab, ...(direction && { direction }) })}`;
  const command = (...more) => rankscopeJson("annotators", shapes, "--systems", `${one},${other}`, "--depth", "3", "--measure", "eccv:mAP@R", "--relevance", "exact", ...more);
  await page.goto(at(lab));
  await page.getByText("does not claim to be complete").waitFor();
  await found(page);
  await same(page, command());
  // What another definition calls relevant is seen in any case.
  await page.locator("summary", { hasText: "nothing" }).click();
  const { title } = fixture().manifest.relevance.find(({ id }) => id === "pairs");
  await page.getByRole("checkbox", { name: title, exact: true }).check();
  await page.waitForURL(/keep%3Dpairs/);
  await page.locator('.lab-found[aria-busy="false"]').waitFor();
  const kept = command("--keep", "pairs");
  await page.getByText(`For ${kept.n_truth - kept.n_seen} of ${kept.n_truth} queries`).waitFor();
  await same(page, kept);
  for (const direction of ["i2t", "mean"]) {
    await goInside(page, at(`${lab};keep=pairs`, direction));
    const wanted = command("--keep", "pairs", "--direction", direction);
    const unit = direction === "i2t" ? "images" : "queries and images";
    await page.getByText(`For ${wanted.n_truth - wanted.n_seen} of ${wanted.n_truth} ${unit}`).waitFor({ timeout: 3 * PATIENCE_MS });
    await same(page, wanted, unit);
  }
});

test("it can be cancelled, and nobody proposes nothing", async () => {
  const { page } = await newPage(browser);
  // The work takes turns by a timer, which waits here until the button is pressed.
  await holdTurns(page, 'progress[aria-label="Judging again"]');
  await page.goto(address("systems=-"));
  await page.getByText("Nobody proposes, so nothing is seen").waitFor();
  await goInside(page, address("depth=5;sweep=yes"));
  await page.getByRole("progressbar", { name: "Judging again" }).waitFor({ timeout: 3 * PATIENCE_MS });
  await page.locator("section", { has: page.getByRole("heading", { name: "Annotator lab" }) }).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("status").filter({ hasText: "Cancelled." }).waitFor();
  assert.equal(await means(page).count(), 0);
  await page.evaluate(() => goOn());
  await page.getByRole("button", { name: "Judge again" }).click();
  await found(page);
  await means(page).waitFor();
});
