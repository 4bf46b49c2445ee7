// The Topics page against rankscope topics: the three challenges on a part of Fieldbook, on both devices,
// all systems one after another, cancelling, one picture with its neighbours, and a benchmark that has
// neither topics nor tags.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openEngine } from "./engine.mjs";
import { assertAccessible, cellValues, eventually, heldBack, near, newPage, rankscope } from "./harness.mjs";
import { fieldbook, fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark } = smallFieldbook(null);
const browser = await launch();
const server = await serve(benchmark);
// All of Fieldbook, for its votes and for work that takes long.
const shipped = fieldbook().benchmark;
const whole = await serve(shipped);

const address = (parameters, at = server) => `${at.url}topics?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const native = (challenge, system, ...more) =>
  JSON.parse(rankscope("topics", benchmark, "--challenge", challenge, "--system", system, "--format", "json", ...more));
const titleOf = (id) => systems.find((system) => system.id === id).title;
const compute = (page, title) => page.getByRole("button", { name: `Compute for ${title}`, exact: true }).click();
const finding = (page) => page.getByRole("region", { name: "Finding" });
/** What a table's cell says, to the last digit. */
const same = (cell, value, what) => assert.equal(Number(cell), value, what);

/** The pictures, their tags, and how many pictures have each. */
const { files, systems } = JSON.parse(readFileSync(join(benchmark, "benchmark.json")));
const lists = files.filter(({ path }) => /^images\/.*jsonl/.test(path)).map(({ path }) => path).toSorted();
const lines = (path, of = benchmark) => (path.endsWith(".gz") ? gunzipSync : String)(readFileSync(join(of, path))).toString().split("\n").filter((line) => line.trim());
const images = lists.flatMap((path) => lines(path)).map((line) => JSON.parse(line));
const tagsOf = (image) => new Set((image.tags ?? []).map((tag) => tag.toLowerCase()));
const frequency = new Map();
for (const image of images) for (const tag of tagsOf(image)) frequency.set(tag, (frequency.get(tag) ?? 0) + 1);

async function assertTopics(page, challenge, system, report) {
  const title = titleOf(system);
  await page.goto(address({ challenge, system }));
  await compute(page, title);
  const means = finding(page).getByRole("table", { name: "Means over topics" });
  await means.waitFor();
  const values = await cellValues(means, "relevance", "measure");
  for (const [sense, own] of Object.entries(report)) {
    for (const measure of ["map", "acc@50", "prevalence"]) same(values[`${sense} ${measure}`], own[measure], `${sense} ${measure}`);
  }
  const topics = await cellValues(finding(page).getByRole("table", { name: `Topics of ${title}` }), "relevance", "topic", "measure");
  for (const [sense, own] of Object.entries(report)) {
    for (const [topic, { ap, inside }] of Object.entries(own.topics)) {
      same(topics[`${sense} ${topic} ap`], ap, `${sense} ${topic}`);
      if (inside) same(topics[`${sense} ${topic} inside`], inside.ap, `${sense} ${topic} inside ${inside.topic}`);
    }
  }
}

test("recognition is that of rankscope topics, on the CPU", async () => {
  const { page } = await newPage(browser);
  await assertTopics(page, "recognition", "large", native("recognition", "large", "--inside"));
  for (const sense of ["Wide", "Narrow"]) {
    await page.getByRole("figure", { name: `Precision and recall, ${sense}` }).or(page.getByText(`Precision and recall, ${sense}`)).first().waitFor();
    await page.getByText(`Accuracy against rank, ${sense}`).first().waitFor();
  }
  await assertAccessible(page, "Topics");
});

test("propagation is that of rankscope topics, also with fewer neighbours", async () => {
  const { page } = await newPage(browser);
  await assertTopics(page, "propagation", "colours", native("propagation", "colours"));
  await page.getByRole("combobox", { name: "Neighbours" }).selectOption("10");
  await page.waitForURL(/neighbours=10/);
  await compute(page, titleOf("colours"));
  const means = finding(page).getByRole("table", { name: "Means over topics" });
  await means.waitFor();
  const values = await cellValues(means, "relevance", "measure");
  same(values["wide map"], native("propagation", "colours", "--k", "10").wide.map, "MAP of 10 neighbours");
});

test("suggestion is that of rankscope topics, and the systems stand side by side", async () => {
  const { page, context } = await newPage(browser);
  // The last system waits, so that there is something to cancel.
  const release = await heldBack(context, new RegExp(`/systems/${systems.at(-1).id}/gallery`));
  await page.goto(address({ challenge: "suggestion", system: "colours" }));
  await compute(page, titleOf("colours"));
  const table = finding(page).getByRole("table", { name: `Suggestions of ${titleOf("colours")}` });
  await table.waitFor();
  const values = await cellValues(table, "variant", "measure");
  for (const [variant, more] of [["all", []], ["few", ["--tags", "30"]]]) {
    const own = native("suggestion", "colours", ...more);
    same(values[`${variant} share`], own.share, variant);
    same(values[`${variant} popularity`], own.popularity, variant);
  }
  assert.equal(await page.getByRole("table", { name: "All systems" }).count(), 0);
  await page.getByRole("button", { name: "Compute all systems" }).click();
  const all = page.getByRole("table", { name: "All systems" });
  await all.locator("[data-system]").nth(3).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled. What was computed before stays.").waitFor();
  release();
  const shown = await cellValues(all, "system", "measure");
  const other = Object.keys(shown).find((key) => key.endsWith(" share all") && !key.startsWith("colours "));
  const id = other.split(" ")[0];
  same(shown[`${id} share all`], native("suggestion", id).share, id);
});

test("one picture: the five tags, and the neighbours that voted", async () => {
  const { page } = await newPage(browser);
  // All of Fieldbook votes here.
  const { files } = JSON.parse(readFileSync(join(shipped, "benchmark.json")));
  const lists = files.filter(({ path }) => /^images\/.*jsonl/.test(path)).map(({ path }) => path).toSorted();
  const images = lists.flatMap((path) => lines(path, shipped)).map((line) => JSON.parse(line));
  const frequency = new Map();
  for (const image of images) for (const tag of tagsOf(image)) frequency.set(tag, (frequency.get(tag) ?? 0) + 1);
  const asked = images[7];
  await page.goto(address({ challenge: "suggestion", system: "colours" }, whole));
  await page.getByRole("textbox", { name: "Picture id" }).fill(asked.id);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const neighbours = page.getByRole("list", { name: "Neighbours that voted" });
  await neighbours.waitFor();
  await page.getByRole("button", { name: "Show all 50 that voted" }).click();
  await neighbours.locator("li").nth(49).waitFor();
  const cards = await neighbours.locator("li").evaluateAll((cards) =>
    cards.map((card) => ({ row: Number(card.dataset.row), score: Number(card.querySelector("[data-score]").dataset.score) })),
  );
  assert.equal(cards.length, 50);
  assert.ok(cards.every(({ row, score }, place) => row !== 7 && (place === 0 || score <= cards[place - 1].score)));
  // The votes, counted here.
  const content = new Set(JSON.parse(readFileSync(join(shipped, "topics.json"))).content_tags);
  const votes = new Map();
  const total = cards.reduce((sum, { score }) => sum + Math.abs(score), 0);
  for (const { row, score } of cards) {
    for (const tag of tagsOf(images[row])) {
      if (content.has(tag) && frequency.get(tag) >= 20) votes.set(tag, (votes.get(tag) ?? 0) + score);
    }
  }
  const best = [...votes].toSorted(([a, x], [b, y]) => y - x || frequency.get(b) - frequency.get(a) || (a < b ? -1 : 1)).slice(0, 5);
  const suggested = await page.getByRole("list", { name: "Suggested tags" }).locator("li").evaluateAll((items) =>
    items.map(({ dataset }) => [dataset.tag, Number(dataset.value)]),
  );
  assert.deepEqual(suggested.map(([tag]) => tag), best.map(([tag]) => tag));
  for (const [place, [, score]] of suggested.entries()) assert.ok(near(score, best[place][1] / total, 1e-9));
  // A neighbour leads on, and back.
  await neighbours.getByRole("link", { name: /Its tags/ }).first().click();
  await page.waitForFunction((id) => !location.search.includes(id), asked.id);
  await neighbours.waitFor();
  await page.goto(address({ like: "no-such-picture" }, whole));
  await page.getByText("This benchmark has no picture no-such-picture.").waitFor();
  await assertAccessible(page, "one picture");
});

test("a picture of the visitor's gets tags too, and the page stays", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ challenge: "suggestion", system: "large" }));
  const chooser = page.getByLabel("Choose a picture");
  await chooser.waitFor({ state: "attached" });
  const png = Buffer.from(await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 64);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "rgb(40, 120, 40)";
    pen.fillRect(0, 0, 64, 64);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  }));
  await chooser.setInputFiles({ name: "meadow.png", mimeType: "image/png", buffer: png });
  await page.getByRole("list", { name: "Suggested tags" }).locator("li").first().waitFor();
  assert.equal(new URL(page.url()).pathname, "/topics");
  await eventually(async () => assert.equal(await page.getByRole("list", { name: "Suggested tags" }).locator("li").count(), 5));
});

test("tag frequencies and the topic tree are those of the files", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}));
  const frequencies = page.getByRole("table", { name: "Tag frequencies" });
  await frequencies.waitFor();
  const [first] = await frequencies.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const [tag, n] = [...frequency].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0];
  assert.deepEqual([first[0], Number(first[1].replaceAll(",", ""))], [tag, n]);
  await eventually(async () => assert.equal(await page.getByRole("table", { name: "Topic tree" }).locator("tbody tr").count(), 24));
});

test("where there are neither topics nor tags, the page says what is missing", async () => {
  const { page } = await newPage(browser);
  const plain = await serve(fixture().benchmark);
  await page.goto(`${plain.url}topics?device=cpu`);
  await page.getByRole("heading", { name: "This benchmark has neither topics nor tags" }).waitFor();
  await page.getByText("[[topics]]").waitFor();
  await assertAccessible(page, "no topics");
});

test("WebGPU finds the same neighbours and classifiers as the CPU", async (t) => {
  const answers = {};
  for (const device of ["cpu", "webgpu"]) {
    const { page } = await newPage(browser);
    const opened = await openEngine(page, server, device).catch((error) => error);
    if (opened instanceof Error || opened?.Failed) {
      return t.skip(`no ${device}: ${opened.message ?? JSON.stringify(opened.Failed)}`);
    }
    const rows = Array.from({ length: 100 }, (_, place) => place * 19);
    const topics = [[0, 1, 2, 5, 6, 7, 10], [11, 12, 15, 16, 20]];
    answers[device] = await page.evaluate(
      async ([rows, topics]) => [
        await window.askEngine({ Neighbours: { system: "colours", rows, k: 10 } }),
        await window.askEngine({ ClassifyTopics: { system: "colours", topics } }),
      ],
      [rows, topics],
    );
    const [neighbours, classified] = answers[device];
    assert.ok(neighbours.rows.every((hits, place) => hits.length === 10 && !hits.includes(rows[place])), device);
    assert.ok(classified.rows.every((hits) => hits.length === 800 && hits.every((row) => row % 5 >= 3)), device);
  }
  assert.deepEqual(answers.cpu, answers.webgpu);
});

test("cancelling ends the engine's work at once", async () => {
  const { page } = await newPage(browser);
  await openEngine(page, whole, "cpu");
  const rows = Array.from({ length: 20_000 }, (_, row) => row);
  for (const request of [
    { Neighbours: { system: "large", rows, k: 50 } },
    { ClassifyTopics: { system: "large", topics: Array.from({ length: 48 }, () => rows.filter((row) => row % 5 < 3)) } },
  ]) {
    const answer = page.evaluate((request) => window.askEngine(request), request);
    await page.waitForFunction(() => (window.engineProgress?.Rows ?? 0) > 0);
    await page.evaluate(() => window.cancelEngine());
    assert.deepEqual(await answer, { Cancelled: true });
  }
});

test("Cohen's kappa of every two annotators, counted again from the votes", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}, whole));
  await page.getByRole("button", { name: "Compare the annotators" }).click();
  const table = page.getByRole("table", { name: "Cohen’s κ of annotators" });
  await table.waitFor();
  const shown = await cellValues(table, "pair");
  const voted = lines("votes/votes-full.jsonl.gz", shipped).map((line) => JSON.parse(line).by);
  const names = [...new Set(voted.flatMap((by) => Object.keys(by)))].toSorted();
  assert.equal(names.length, 7);
  assert.equal(Object.keys(shown).length, 42);
  for (const a of names) {
    for (const b of names.filter((name) => name !== a)) {
      const both = voted.filter((by) => a in by && b in by).map((by) => [by[a], by[b]]);
      const share = (is) => both.filter(is).length / both.length;
      const observed = share(([x, y]) => x === y);
      const chance = [0, 1, 2].reduce((sum, answer) => sum + share(([x]) => x === answer) * share(([, y]) => y === answer), 0);
      assert.ok(near(shown[`${a} ${b}`], (observed - chance) / (1 - chance), 1e-12), `${a} ${b}: ${shown[`${a} ${b}`]}`);
    }
  }
});
