// Votes on cards, and definitions of relevance by rules over them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, cellValues, eventually, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { temporary, benchmark, manifest, queries } = fixture();
const [system] = manifest.systems.map(({ id }) => id);
const [query] = queries;
const browser = await launch();

/** A copy of the benchmark whose first definition has these votes. */
function withVotes(name, text) {
  const folder = join(temporary, name);
  cpSync(benchmark, folder, { recursive: true });
  mkdirSync(join(folder, "votes"));
  const path = `votes/${manifest.relevance[0].id}.jsonl`;
  writeFileSync(join(folder, path), text);
  const entry = { path, bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
  const [first, ...others] = manifest.relevance;
  const own = { ...manifest, relevance: [{ ...first, votes: path }, ...others], files: [...manifest.files, entry] };
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(own));
  return folder;
}

const run = join(temporary, "own.run");
const rankings = (() => {
  rankscope("export", "--benchmark", benchmark, "--system", system, "--run", run, "-k", String(manifest.counts.images));
  const lines = readFileSync(run, "utf8").trim().split("\n").map((line) => line.split(/\s+/));
  return lines.filter(([id]) => id === query.id).map(([, , image]) => image);
})();
const cast = [[3, 1, 1], [1, 2, 0], [5, 0, 0], [0, 4, 1], [2, 2, 1]];
const voted = rankings.slice(0, cast.length).map((image, place) => ({ query: query.id, image, votes: cast[place] }));
const text = voted.map((line) => `${JSON.stringify(line)}\n`).join("");

test("votes are on the cards, and a rule over them judges at once and from a link", async () => {
  const folder = withVotes("voted", text);
  const server = await serve(folder);
  const { page } = await newPage(browser);
  await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", system, query: query.id })}`);
  const found = await results(page);
  assert.deepEqual(found.slice(0, cast.length).map(({ id }) => id), voted.map(({ image }) => image));
  const card = (rank) => page.locator(`li.card[data-rank="${rank}"]`);
  await card(1).getByText("3 relevant, 1 not, 1 unsure").waitFor();
  await card(3).getByText("5 relevant", { exact: true }).waitFor();
  assert.equal(await card(6).locator(".votes").count(), 0, "nobody voted on it");

  const rule = page.getByRole("combobox", { name: "Votes that make a picture relevant" });
  const rules = { at_least_3: ([relevant]) => relevant >= 3, sure: ([relevant, not]) => relevant > not, share_50: (own) => own[0] > 0 && 2 * own[0] >= own[0] + own[1] + own[2] };
  for (const [name, isRelevant] of Object.entries(rules)) {
    await rule.selectOption(name);
    await page.waitForURL(new RegExp(`relevance=_votes-by-${name}-of-`));
    await page.locator(".judged-by strong").filter({ hasText: /^Votes: / }).waitFor();
    const marks = voted.map(({ votes }) => (isRelevant(votes) ? "relevant" : "not relevant"));
    for (const [place, mark] of marks.entries()) {
      await card(place + 1).locator(".mark").filter({ hasText: new RegExp(`^${mark}|^relevant by another`) }).waitFor();
    }
    const n = marks.filter((mark) => mark === "relevant").length;
    await page.getByText(new RegExp(`\\b${n} images? (is|are) relevant`)).waitFor();
  }
  await assertAccessible(page, "votes");
  await page.setViewportSize({ width: 1280, height: 900 });
  // The link opens the same rule, here and on the leaderboard, with the command's figures.
  await page.reload();
  await page.getByText("50 % of the votes or more say relevant.").waitFor();
  await eventually(async () => assert.equal(await rule.inputValue(), "share_50"));
  const id = new URL(page.url()).searchParams.get("relevance");
  await page.goto(`${server.url}leaderboard?${new URLSearchParams({ device: "cpu", relevance: id, measures: "trec:P@5,trec:AP" })}`);
  const table = page.getByRole("table", { name: "Leaderboard" });
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  await table.locator(`[data-relevance="${id}"]`).first().waitFor();
  const cells = await cellValues(table, "system", "measure", "relevance");
  const qrels = join(temporary, "by_votes.qrels");
  rankscope("convert", join(folder, `votes/${manifest.relevance[0].id}.jsonl`), "--from", "votes", "--rule", "share_50", "--to", "trec", "--out", qrels);
  const native = rankscopeJson("eval", "--qrels", qrels, "--run", `own=${run}`, "--measures", "trec:P@5,trec:AP");
  for (const measure of ["trec:P@5", "trec:AP"]) {
    const cell = cells[`${system} ${measure} ${id}`];
    assert.ok(near(cell, native.runs.own[measure].mean, 1e-12), `${measure}: ${cell} and ${native.runs.own[measure].mean}`);
  }
});

test("a file of votes that cannot be read is told with its line, and the rest goes on", async () => {
  const server = await serve(withVotes("damaged", text + text.split("\n")[0]));
  const { page } = await newPage(browser);
  await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", system, query: query.id })}`);
  const alert = page.getByRole("alert").filter({ hasText: "The votes cannot be read" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /\.jsonl, line 6: image .* has votes for query .* already/);
  assert.ok((await results(page)).length > 0);
});
