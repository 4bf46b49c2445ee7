// The lessons: every step is a link, what it says holds on the benchmark that is shipped, votes
// and choices do what they should, and a room can be shown it all by keyboard.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { cellValues, drawn, eventually, goInside, near, newPage, openOptions, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fieldbook, fixture, launch, serve, temporaryFolder } from "./setting.mjs";
import { release, test } from "./suite.mjs";

const LESSONS = { precision: 5, denominators: 6, preference: 5, annotators: 5, concepts: 5, neighbours: 5, guides: 5 };
/** They wait for computations over all queries: their slides are looked at in the release lane. */
const LONG = ["neighbours", "guides"];

const { benchmark, queries } = fieldbook();
const browser = await launch();
const server = await serve(benchmark);

const learn = (parameters = {}) => `${server.url}learn?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const lesson = (page) => page.getByRole("complementary", { name: "Lesson" });
const heading = (page) => lesson(page).getByRole("heading", { level: 2 });
/** Goes to a step by the links of its lesson, as a visitor does. */
async function open(page, place) {
  const [id, step] = place.split(".");
  if (!page.url().includes(`lesson=${id}.`)) await page.goto(learn({ lesson: `${id}.1` }));
  await lesson(page).getByRole("list", { name: "Steps" }).getByRole("link").nth(Number(step) - 1).click();
  await page.locator(`[data-step="${place}"]`).waitFor();
  // The results of the step before are stale from now on.
  await drawn(page);
}
/** The step's sentences, once none waits for a number. */
async function sentences(page) {
  await lesson(page).locator(".lesson-text > p").first().waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll(".lesson-text [aria-busy]")].every((line) => line.getAttribute("aria-busy") === "false"));
  return (await lesson(page).locator(".lesson-text > p").allInnerTexts()).join("\n");
}
/** The numbers that a pattern finds in the step's sentences. */
async function numbers(page, pattern) {
  const text = await sentences(page);
  const found = pattern.exec(text);
  assert.ok(found, `${pattern} is not in: ${text}`);
  return found.slice(1).map((words) => Number(words.replaceAll(",", "").replace("−", "-")));
}
const judgements = (definition) => {
  const all = new Map();
  for (const line of gunzipSync(readFileSync(join(benchmark, `relevance/${definition}.qrels.gz`))).toString().trim().split("\n")) {
    const [query, , id, grade] = line.split(" ");
    if (!all.has(query)) all.set(query, new Map());
    all.get(query).set(id, Number(grade));
  }
  return all;
};
const relevantTo = (all, query) => [...(all.get(query) ?? new Map())].filter(([, grade]) => grade >= 1).map(([id]) => id);
const measures = (page) => page.getByRole("table", { name: "Measures of this query" });
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What is wrong on the slide, in words; nothing while its numbers are on their way. */
const slideFaults = (page) => page.evaluate(() => {
  const lesson = document.querySelector(".lesson");
  const busy = lesson.querySelector(".lesson-text [aria-busy=true]");
  if (busy) return ["numbers are on their way"];
  const [strip, target] = [lesson.getBoundingClientRect(), document.querySelector(`[data-slide=""]`)];
  if (!target) return ["nothing is fitted"];
  const faults = [];
  const within = (name, { left, top, right, bottom }, room) => {
    if (left < room.left - 1 || top < room.top - 1 || right > room.right + 1 || bottom > room.bottom + 1) faults.push(`${name} (${[left, top, right, bottom].map(Math.round)}) is not in ${[room.left, room.top, room.right, room.bottom].map(Math.round)}`);
  };
  const { clientWidth: right } = document.documentElement;
  within("the strip", strip, { left: 0, top: 0, right, bottom: innerHeight });
  const others = [...lesson.querySelectorAll(".lesson-heading, .lesson-ways, .lesson-tools, .lesson-steps")];
  const words = [...lesson.querySelectorAll(".line")];
  for (const part of [...words, ...others]) within(part.className, part.getBoundingClientRect(), strip);
  for (const line of words) if (line.innerText.split(/\s+/).length > 40) faults.push(`more than 40 words: ${line.innerText}`);
  const box = target.getBoundingClientRect();
  if (box.width < 0.4 * right || box.height < 40) faults.push(`what is shown is small: ${box.width} × ${box.height}`);
  within("what is shown", box, { left: 0, top: strip.bottom, right, bottom: innerHeight });
  for (const area of target.querySelectorAll(".scroller")) if (area.scrollWidth > area.clientWidth + 1 || area.scrollHeight > area.clientHeight + 1) faults.push("a table is cut");
  for (const card of target.querySelectorAll(".card")) for (const part of card.querySelectorAll("button, input, .mark, .caption")) if (part.getClientRects().length > 0) within(`${part.className || part.tagName} of a card`, part.getBoundingClientRect(), card.getBoundingClientRect());
  return faults;
});
/** The words and what they are about are whole in view at three sizes. */
async function assertSlide(page, place) {
  for (const [width, height] of [[1024, 768], [1280, 720], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await eventually(async () => assert.deepEqual(await slideFaults(page), [], `${place} at ${width} × ${height}`));
  }
}

/** Adds up the layout shifts of each document that is opened from here on. */
const watchShifts = (page) => page.addInitScript(() => {
  globalThis.shifted = 0;
  const add = (list) => list.getEntries().forEach((entry) => (globalThis.shifted += entry.hadRecentInput ? 0 : entry.value));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
});
/** Nothing moves until a slide is shown. */
async function assertStill(page, place) {
  await page.locator(`[data-slide=""]`).waitFor();
  const shifted = await page.evaluate(() => globalThis.shifted);
  assert.ok(shifted <= 0.05, `${place} moves by ${shifted} before its slide is shown`);
}

test("the list leads into every lesson, Next through all of its steps, and each address to a step and its slide", async () => {
  const { page } = await newPage(browser);
  await page.goto(learn());
  const cards = page.getByRole("list", { name: "Lessons" }).getByRole("listitem");
  await cards.first().waitFor();
  await eventually(async () => assert.equal(await cards.count(), Object.keys(LESSONS).length));
  await watchShifts(page);
  const seen = [];
  for (const [index, [id, nSteps]] of Object.entries(LESSONS).entries()) {
    await page.goto(learn());
    await cards.nth(index).getByRole("link").click();
    for (let step = 1; step <= nSteps; step += 1) {
      await page.locator(`[data-step="${id}.${step}"]`).waitFor();
      // The focus is where the step begins to be read.
      if (step > 1) await page.waitForFunction(() => document.activeElement?.classList.contains("lesson-heading"));
      assert.equal(new URL(page.url()).searchParams.get("lesson"), `${id}.${step}`);
      assert.equal(await lesson(page).getByText("You changed the view").count(), 0, `${id}.${step}`);
      const length = (await lesson(page).locator(".lesson-text").innerText()).length;
      assert.ok(length > 100 && length < 1000, `${id}.${step} has ${length} letters`);
      seen.push([page.url(), await heading(page).innerText()]);
      if (step < nSteps) await lesson(page).getByRole("link", { name: "Next →" }).click();
    }
  }
  // The address alone brings each of them back, the last of a lesson in a new visit.
  for (const [url, title] of seen) {
    const address = new URL(url);
    const place = address.searchParams.get("lesson");
    const [id, step] = place.split(".");
    const isSlide = !LONG.includes(id);
    if (isSlide) address.searchParams.set("present", "1");
    const isNew = Number(step) === LESSONS[id];
    if (isNew) await page.goto(address.href);
    else await goInside(page, address.href);
    if (isNew && isSlide) await assertStill(page, place);
    await page.locator(`[data-step="${place}"]`).waitFor();
    await eventually(async () => assert.equal(await heading(page).innerText(), title));
    assert.equal(await lesson(page).getByText("You changed the view").count(), 0, url);
    if (isSlide) await assertSlide(page, place);
  }
});

test("who looks around finds back, and who leaves is out", async () => {
  const { page } = await newPage(browser);
  await open(page, "precision.1");
  await results(page);
  await openOptions(page);
  await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("5");
  await lesson(page).getByRole("link", { name: "Go back to this step’s view" }).click();
  await lesson(page).getByText("You changed the view").waitFor({ state: "detached" });
  assert.equal((await results(page)).length, 10);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Benchmark" }).click();
  await page.getByRole("heading", { level: 1, name: "Fieldbook" }).or(page.getByRole("heading", { level: 1 })).first().waitFor();
  await heading(page).waitFor();
  await lesson(page).getByRole("link", { name: "Leave the lesson" }).click();
  await page.getByRole("list", { name: "Lessons" }).waitFor();
  assert.equal(await lesson(page).count(), 0);
  assert.deepEqual([...new URL(page.url()).searchParams.keys()], ["device"]);
  await page.goto(learn({ lesson: "precision.99" }));
  await page.getByRole("heading", { name: "Step not found" }).waitFor();
});

test("precision: P@10 is the count of ticks, and does not see order, depth or how much there is", async () => {
  const { page } = await newPage(browser);
  const truth = judgements("exhaustive");
  await open(page, "precision.1");
  const found = await results(page);
  const query = new URL(page.url()).searchParams.get("query");
  const relevant = new Set(relevantTo(truth, query));
  const ticks = found.filter((hit) => relevant.has(hit.id)).length;
  assert.deepEqual(await numbers(page, /Count the filled discs: (\d+) of 10.*: (\d+\.\d+)\./), [ticks, ticks / 10]);
  assert.ok(ticks > 2 && ticks < 9, `${ticks} ticks do not show much`);
  assert.equal((await cellValues(measures(page), "measure"))["trec:P@10"], String(ticks / 10));

  await open(page, "precision.2");
  await results(page);
  // The measure shown large is the one that the lesson is about.
  assert.equal(await page.getByRole("region", { name: "What if" }).getByRole("combobox", { name: "Measure" }).inputValue(), "trec:P@10");
  await lesson(page).getByRole("button", { name: "Move relevant pictures last" }).click();
  await page.waitForURL(/edit=\d/);
  const last = await results(page);
  assert.deepEqual(last.map((hit) => relevant.has(hit.id)), found.map((_, index) => index >= 10 - ticks));
  const [p, before, now] = await numbers(page, /P@10 stays at (\d+\.\d+)\. nDCG@10.* from (\d+\.\d+) to (\d+\.\d+)/);
  assert.equal(p, ticks / 10);
  assert.ok(now < before);
  await lesson(page).getByRole("button", { name: "Move relevant pictures first" }).click();
  await page.waitForFunction((before) => !document.querySelector(".lesson-text").innerText.includes(before), `to ${now.toFixed(2)}`);
  const [, , best] = await numbers(page, /P@10 stays at (\d+\.\d+)\. nDCG@10.* from (\d+\.\d+) to (\d+\.\d+)/);
  assert.ok(best >= before && best > now);

  await open(page, "precision.3");
  const twenty = await results(page);
  assert.deepEqual(await numbers(page, /second ten contain (\d+)/), [twenty.slice(10).filter((hit) => relevant.has(hit.id)).length]);

  await open(page, "precision.4");
  await results(page);
  const rare = relevantTo(truth, new URL(page.url()).searchParams.get("query"));
  assert.ok(rare.length < 10);
  assert.deepEqual(await numbers(page, /only (\d+) match.* P@10 of (\d+)\/10/), [rare.length, rare.length]);
  await lesson(page).getByRole("button", { name: "Make the list perfect" }).click();
  await lesson(page).getByText("This list is perfect").waitFor();
  assert.deepEqual(await numbers(page, /nDCG@10 is (\d+\.\d+), but P@10 is still (\d+\.\d+)/), [1, rare.length / 10]);
  const top = await results(page);
  assert.deepEqual(top.slice(0, rare.length).map((hit) => hit.id).toSorted(), rare.toSorted());

  await open(page, "precision.5");
  const shown = await numbers(page, /On ([\d,]+) of ([\d,]+) queries, both have the same P@10\. On ([\d,]+) of those/);
  const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--system", "large", "--system", "base", "--measures", "trec:P@10,trec:nDCG@10");
  const of = (system, measure, id) => runs[system][measure].per_query[id];
  const valued = queries.filter(({ id }) => typeof of("large", "trec:P@10", id) === "number");
  const tied = valued.filter(({ id }) => of("large", "trec:P@10", id) === of("base", "trec:P@10", id));
  const told = tied.filter(({ id }) => !near(of("large", "trec:nDCG@10", id), of("base", "trec:nDCG@10", id), 1e-12));
  assert.deepEqual(shown, [tied.length, valued.length, told.length]);
});

test("denominators: INQUIRE’s example by every rule, and ticks that the address keeps", async () => {
  const { page } = await newPage(browser);
  await open(page, "denominators.2");
  const table = page.getByRole("table", { name: "Average precision of both lists" });
  const values = async () => Object.fromEntries(Object.entries(await cellValues(table, "way", "list")).map(([key, value]) => [key, Number(value)]));
  // By hand: A = (1/1), B = (1/1 + 2/5), two relevant, five places.
  const expected = { "by what was found A": 1, "by what was found B": 0.7, "trec:AP@5 A": 0.5, "trec:AP@5 B": 0.7, "inquire:AP@5 A": 0.5, "inquire:AP@5 B": 0.7, "needle:AP A": 0.5, "needle:AP B": 0.7, "eccv:mAP@R A": 0.5, "eccv:mAP@R B": 0.5 };
  const shown = await values();
  for (const [way, value] of Object.entries(expected)) assert.ok(near(shown[way], value, 1e-12), `${way}: ${shown[way]}`);
  assert.deepEqual(await numbers(page, /A has (\d+) and B has (\d\.\d)/), [1, 0.7]);
  const wrong = table.getByRole("row").filter({ hasText: "the worse list" });
  await eventually(async () => assert.equal(await wrong.count(), 1));
  assert.match(await wrong.innerText(), /^by what was found/);

  // By keyboard; and the address has it.
  const place = page.getByRole("button", { name: /^5 (relevant|not): list A$/ });
  assert.equal(await place.getAttribute("aria-pressed"), "false");
  await place.focus();
  await page.keyboard.press("Space");
  await page.waitForURL(/pick=10001\.10001/);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^5 .*: list A$/);
  await eventually(async () => assert.equal(await wrong.count(), 0));
  await page.getByRole("spinbutton", { name: /^R, relevant/ }).fill("8");
  await page.keyboard.press("Enter");
  await page.waitForURL(/%2F8/);
  await page.reload();
  await table.waitFor();
  assert.ok(near((await values())["trec:AP@5 A"], 1.4 / 8, 1e-12));
  assert.ok(near((await values())["inquire:AP@5 A"], 1.4 / 5, 1e-12));

  await open(page, "denominators.3");
  assert.deepEqual(await numbers(page, /list B: (\d+) pictures are relevant, (\d+) are shown.*trec:AP@5 is (\d+\.\d+), not 1/), [8, 5, 0.625]);
  await open(page, "denominators.4");
  assert.deepEqual(await numbers(page, /min\((\d+), (\d+)\) = (\d+)\. The perfect list B has (\d)/), [8, 5, 5, 1]);

  await open(page, "denominators.5");
  await results(page);
  const [n, by] = await numbers(page, /has ([\d,]+) relevant pictures, and (\d+) of the first 50/);
  const query = new URL(page.url()).searchParams.get("query");
  assert.equal(n, relevantTo(judgements("exhaustive"), query).length);
  assert.ok(n > 100 && by > 25, "the example must pull the rules apart");
  const cells = await cellValues(measures(page), "measure");
  assert.ok(near(cells["inquire:AP@50"] * 50, cells["trec:AP@50"] * n, 1e-9));
  assert.ok(Number(cells["inquire:AP@50"]) > 2 * Number(cells["trec:AP@50"]));

  await open(page, "denominators.6");
  const [tau] = await numbers(page, /τ-b between them is (−?\d+\.\d+) over 14 systems/);
  const cell = page.locator('td[data-row="trec:AP@50 exhaustive"][data-column="inquire:AP@50 exhaustive"]');
  assert.ok(near(await cell.getAttribute("data-value"), tau, 0.005));
});

test("preference: the five lists are the paper’s, and its study is taken at its figures", async () => {
  const { page } = await newPage(browser);
  await open(page, "preference.1");
  const values = await cellValues(page.getByRole("table", { name: "The five lists" }), "list", "measure");
  // Section 4.1 of ECCV Caption prints these per cent.
  const printed = { A: [0, 100, 66.0], B: [100, 100, 12.5], C: [0, 0, 10.3], D: [0, 100, 2.5], E: [0, 0, 0] };
  for (const [list, [r1, r5, map]] of Object.entries(printed)) {
    assert.equal(100 * values[`${list} eccv:R@1`], r1);
    assert.equal(100 * values[`${list} eccv:R@5`], r5);
    assert.ok(near(100 * values[`${list} eccv:mAP@R`], map, 0.051), `${list}: ${values[`${list} eccv:mAP@R`]}`);
  }
  await open(page, "preference.4");
  // By hand from 70.85, 10.66, 13.15, 4.89, 0.44: 9 of 10 pairs alike, one not; for R@5 4 and 2 of 6; for R@1 2 and 2.
  const agreement = await cellValues(page.getByRole("table", { name: "Agreement with the published preferences" }), "measure");
  assert.ok(near(agreement["eccv:mAP@R"], 0.8, 1e-12));
  assert.ok(near(agreement["eccv:R@5"], 2 / Math.sqrt(60), 1e-12));
  assert.ok(near(agreement["eccv:R@1"], 0, 1e-12));
  assert.match(await sentences(page), /B and C swap places/);
  // Lesson’s last claim, from the published table: another model is best by another measure.
  const rows = readFileSync(join(benchmark, "../published/eccv_table4.csv"), "utf8").trim().split("\n").map((line) => line.match(/("[^"]*"|[^,]+)/g));
  const best = (name) => rows.slice(1).toSorted((a, b) => Number(b[rows[0].indexOf(name)]) - Number(a[rows[0].indexOf(name)]))[0][1];
  assert.notEqual(best("eccv_map_at_r"), best("coco_1k_r1"));
});

test("preference: votes are counted, kept, fitted and forgotten", async () => {
  const { page } = await newPage(browser);
  await open(page, "preference.3");
  await page.getByText("There are no votes yet. Go back").waitFor();
  await open(page, "preference.2");
  await page.getByRole("status").filter({ hasText: "0 votes so far. Round 1, pair 1 of 10." }).waitFor();
  const pictures = page.getByRole("list", { name: /^(Left|Right) list$/ }).getByRole("img");
  await page.waitForFunction(() => document.querySelectorAll(".vote-pictures img").length === 16);
  await eventually(async () => assert.equal(await pictures.count(), 16));
  // No letter gives a list away.
  assert.doesNotMatch(await page.getByRole("main").innerText(), /List [A-E]\b/);
  for (let vote = 1; vote <= 9; vote += 1) {
    await page.getByRole("button", { name: `I prefer the ${vote % 3 ? "left" : "right"} list` }).click();
    await page.getByRole("status").filter({ hasText: `${vote} vote${vote > 1 ? "s" : ""} so far` }).waitFor();
  }
  await page.getByRole("spinbutton", { name: "Hands for left" }).fill("7");
  await page.getByRole("spinbutton", { name: "Hands for right" }).fill("4");
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "20 votes so far. Round 2, pair 1 of 10." }).waitFor();
  await page.getByRole("button", { name: "I prefer the left list" }).click();
  await page.getByRole("button", { name: "Undo the last vote" }).click();
  await page.getByRole("status").filter({ hasText: "20 votes so far. Round 2, pair 1 of 10." }).waitFor();

  await lesson(page).getByRole("link", { name: "Next →" }).click();
  const read = async () => {
    await page.getByRole("table", { name: "Strengths of the lists" }).waitFor();
    await page.getByRole("table", { name: "Votes by pair" }).waitFor();
    const counts = await cellValues(page.getByRole("table", { name: "Votes by pair" }), "winner", "loser");
    const shares = await cellValues(page.getByRole("table", { name: "Strengths of the lists" }), "list");
    return [counts, shares];
  };
  const letters = ["A", "B", "C", "D", "E"];
  // At the greatest likelihood every list wins as often as its strengths expect, a tie added to each pair.
  const isFitted = (counts, shares) => {
    const wins = (i, j) => Number(counts[`${i} ${j}`]) + 0.5;
    for (const i of letters) {
      const others = letters.filter((j) => j !== i);
      const won = others.reduce((sum, j) => sum + wins(i, j), 0);
      const expected = others.reduce((sum, j) => sum + ((wins(i, j) + wins(j, i)) * shares[i]) / (Number(shares[i]) + Number(shares[j])), 0);
      assert.ok(near(won, expected, 1e-6), `${i} won ${won}, expected ${expected}`);
    }
    assert.ok(near(letters.reduce((sum, i) => sum + Number(shares[i]), 0), 100, 1e-6));
  };
  const [counts, shares] = await read();
  const total = letters.flatMap((i) => letters.filter((j) => j !== i).map((j) => Number(counts[`${i} ${j}`]))).reduce((a, b) => a + b);
  assert.equal(total, 20);
  isFitted(counts, shares);
  await page.getByRole("row", { name: /^A only.* … / }).waitFor();
  await page.reload();
  assert.deepEqual(await read(), [counts, shares]);

  // More votes move the fit: forty hands for the left list of the next pair.
  await open(page, "preference.2");
  await page.getByRole("spinbutton", { name: "Hands for left" }).fill("40");
  await page.getByRole("button", { name: "Count these hands" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "hands-left");
  await page.getByRole("status").filter({ hasText: "60 votes so far" }).waitFor();
  await lesson(page).getByRole("link", { name: "Next →" }).click();
  const [moreCounts, moreShares] = await read();
  isFitted(moreCounts, moreShares);
  const grown = Object.keys(moreCounts).filter((key) => Number(moreCounts[key]) - Number(counts[key]) === 40);
  assert.equal(grown.length, 1);
  const [winner, loser] = grown[0].split(" ");
  assert.ok(moreShares[winner] / moreShares[loser] > shares[winner] / shares[loser]);
  assert.match(await sentences(page), /After 60 votes, the order is/);

  await page.getByRole("button", { name: "Clear all votes" }).click();
  await page.getByText("There are no votes yet. Go back").waitFor();
  await page.waitForFunction(() => document.activeElement?.classList.contains("lesson-heading"));
  await page.reload();
  await page.getByText("There are no votes yet. Go back").waitFor();
});

test("annotators: the caption’s numbers are those of the judgements", async () => {
  const { page } = await newPage(browser);
  await open(page, "annotators.1");
  const found = (await results(page)).map((hit) => hit.id);
  const query = new URL(page.url()).searchParams.get("query");
  const [own] = relevantTo(judgements("pairs"), query);
  const [rank] = await numbers(page, /is at rank (\d+), so R@1 is 0/);
  assert.equal(found.indexOf(own) + 1, rank);
  assert.ok(rank <= 10, "its own picture is to be seen");

  await open(page, "annotators.2");
  assert.deepEqual((await results(page)).map((hit) => hit.id), found);
  const truth = relevantTo(judgements("exhaustive"), query);
  const top = found.filter((id) => truth.includes(id)).length;
  assert.deepEqual(await numbers(page, /and (\d+) pictures match this caption, including (\d+) of these ten/), [truth.length, top]);
  assert.ok(top > 5);
  assert.match(await sentences(page), /R@1 is 1/);
  assert.deepEqual(await numbers(page, /own picture, (\d+) correct answers/), [truth.length - 1]);

  await open(page, "annotators.3");
  await results(page);
  const looked = judgements("verified").get(query);
  const unjudged = found.filter((id) => !looked.has(id)).length;
  const text = await sentences(page);
  assert.match(text, /Large is not one of them/);
  assert.match(text, unjudged === 10 ? /None of its first ten pictures was ever checked/ : new RegExp(`${unjudged} were never checked`));
  assert.ok(unjudged > 5, `${unjudged} unseen pictures do not show much`);
  assert.deepEqual(await numbers(page, /By the truth, (\d+) of those are relevant/), [found.filter((id) => !looked.has(id) && truth.includes(id)).length]);
});

test("annotators: five give the shipped judgements, another choice another ranking", async () => {
  const { page } = await newPage(browser);
  await open(page, "annotators.4");
  const table = page.getByRole("table", { name: "Systems by the truth and by pooled judgements" });
  await table.waitFor();
  const read = async () => Object.fromEntries(await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [row.dataset.system, Object.fromEntries([["looks", row.querySelector(".tag") ? 1 : 0], ...[...row.querySelectorAll("[data-measure]")].map((cell) => [cell.dataset.measure, Number(cell.dataset.value)])])])));
  const five = await read();
  assert.equal(Object.keys(five).length, 14);
  // The pool by hand, from what the native program ranks with the same vectors.
  const temporary = temporaryFolder();
  const truth = judgements("exhaustive");
  const run = (id, k) => {
    const file = join(temporary, `${id}-${k}.run`);
    rankscope("export", "--benchmark", benchmark, "--system", id, "--run", file, "-k", String(k));
    return file;
  };
  const pool = new Map(queries.map(({ id }) => [id, new Set()]));
  for (const id of Object.keys(five).filter((id) => five[id].looks)) {
    for (const line of readFileSync(run(id, 5), "utf8").trim().split("\n")) {
      const [query, , image] = line.split(" ");
      pool.get(query).add(image);
    }
  }
  const qrels = join(temporary, "seen.qrels");
  writeFileSync(qrels, [...pool].flatMap(([query, images]) => [...images].map((image) => `${query} 0 ${image} ${truth.get(query)?.get(image) ?? 0}\n`)).join(""));
  const some = ["large", "small", "tags"];
  const seen = rankscopeJson("eval", "--qrels", qrels, ...some.flatMap((id) => ["--run", `${id}=${run(id, 30)}`]), "--measures", "eccv:mAP@R").runs;
  const inManifest = (relevance) => rankscopeJson("eval", "--benchmark", benchmark, ...some.flatMap((id) => ["--system", id]), "--relevance", relevance, "--measures", "eccv:mAP@R").runs;
  const [verified, exhaustive] = ["verified", "exhaustive"].map(inManifest);
  const meanOf = (runs, id) => mean(Object.values(runs[id]["eccv:mAP@R"].per_query).filter((value) => typeof value === "number"));
  for (const id of some) {
    assert.ok(near(five[id].seen, meanOf(seen, id), 1e-9), `${id}: ${five[id].seen} and ${meanOf(seen, id)}`);
    assert.ok(near(five[id].truth, meanOf(exhaustive, id), 1e-9), id);
    // The shipped definition is of the same five; its vectors were not yet rounded to bytes.
    assert.ok(near(five[id].seen, meanOf(verified, id), 1e-3), `${id}: ${five[id].seen} and ${meanOf(verified, id)} as shipped`);
  }
  // The rows stand in the order of what was seen.
  const ranking = (rows) => Object.keys(rows).join();
  // A box, and the ranking moves.
  await page.getByRole("checkbox", { name: "Large" }).check();
  await page.waitForURL(/pick=[^&]*large/);
  await page.locator('tr[data-system="large"]').filter({ hasText: "annotator" }).waitFor();
  const six = await eventually(async () => {
    const six = await read();
    assert.ok(six.large["place-seen"] < five.large["place-seen"], `Large went from ${five.large["place-seen"]} to ${six.large["place-seen"]}`);
    assert.notEqual(ranking(six), ranking(five));
    return six;
  });
  assert.equal(six.large["place-truth"], five.large["place-truth"]);
  await page.reload();
  await page.locator('tr[data-system="large"]').filter({ hasText: "annotator" }).waitFor();
  await eventually(async () => assert.deepEqual(await read(), six));
  // No annotators.
  await page.goto(learn({ lesson: "annotators.4", pick: "-" }));
  await page.getByText("There are no annotators, so nothing is relevant").waitFor();

  await open(page, "annotators.5");
  await table.waitFor();
  const alone = await numbers(page, /By the truth, .* ranks (\d+) of (\d+)\. As the only annotator, it ranks (\d+)\./);
  const rows = await read();
  assert.deepEqual(alone, [rows.pairs1k["place-truth"], 14, rows.pairs1k["place-seen"]]);
  // What the heading says, and what the lesson wants to show.
  assert.equal(alone[0], 14);
  assert.equal(alone[2], 1);
});

test("concepts: means, counts and the test are those of the values per query", async () => {
  const { page } = await newPage(browser);
  const truth = judgements("exhaustive");
  for (const [place, pattern] of [["concepts.1", /finds (\d+) relevant pictures in its top ten/], ["concepts.2", /top ten, (\d+|none)/]]) {
    await open(page, place);
    const found = await results(page);
    const relevant = relevantTo(truth, new URL(page.url()).searchParams.get("query"));
    const n = found.filter((hit) => relevant.includes(hit.id)).length;
    assert.equal(pattern.exec(await sentences(page))[1].replace("none", "0"), String(n));
    // One is easy and the other hard, or the lesson shows nothing.
    assert.ok(place === "concepts.1" ? n >= 8 : n <= 2, `${place}: ${n}`);
  }
  const { runs } = rankscopeJson("eval", "--benchmark", benchmark, "--system", "large", "--measures", "inquire:AP@50");
  const of = (kind) => queries.filter((query) => query.facets.kind === kind).map(({ id }) => runs.large["inquire:AP@50"].per_query[id]).filter((value) => typeof value === "number");
  const [conceptual, descriptive] = [of("conceptual"), of("descriptive")];
  await open(page, "concepts.3");
  const first = await sentences(page);
  assert.match(first, new RegExp(`only the ${descriptive.length} descriptive queries`));
  assert.match(first, new RegExp(`best system is Large with ${mean(descriptive).toFixed(2)}`));
  await lesson(page).getByRole("link", { name: "Next →" }).click();
  await page.locator('[data-step="concepts.4"]').waitFor();
  const second = await sentences(page);
  assert.match(second, new RegExp(`only the ${conceptual.length} conceptual queries.*On the descriptive queries, it has [\\d.]+\\.`));
  await lesson(page).getByRole("link", { name: "Next →" }).click();
  await page.locator('[data-step="concepts.5"]').waitFor();
  // U by counting pairs.
  const u = conceptual.flatMap((x) => descriptive.map((y) => (x > y ? 1 : x === y ? 0.5 : 0))).reduce((a, b) => a + b);
  const [shown, nFirst, nSecond] = await numbers(page, /U is ([\d,.]+) on (\d+) and (\d+) queries/);
  assert.ok(near(shown, u, 0.51), `${shown} and ${u}`);
  assert.deepEqual([nFirst, nSecond], [conceptual.length, descriptive.length]);
  const median = (kind) => queries.filter((query) => query.facets.kind === kind).map(({ id }) => relevantTo(truth, id).length).toSorted((a, b) => a - b).at(queries.filter((query) => query.facets.kind === kind).length / 2);
  assert.deepEqual(await numbers(page, /relevant pictures is ([\d,]+) for conceptual queries and ([\d,]+) for descriptive ones/), [median("conceptual"), median("descriptive")]);
});

test("presenting: by keys alone, without the frame, as large as the wall", async () => {
  const { page } = await newPage(browser);
  await open(page, "preference.1");
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector(".lesson-text p")).fontSize));
  const small = await size();
  await heading(page).focus();
  await page.keyboard.press("p");
  await page.waitForURL(/present=1/);
  await page.getByRole("navigation", { name: "Pages" }).waitFor({ state: "hidden" });
  await lesson(page).getByRole("button", { name: "Leave presentation" }).waitFor();
  const large = await size();
  assert.ok(large > 1.25 * small, `${small} and ${large} px`);
  for (const [key, step] of [["ArrowRight", 2], ["ArrowRight", 3], ["ArrowLeft", 2], ["PageDown", 3], ["PageUp", 2]]) {
    await page.keyboard.press(key);
    await page.locator(`[data-step="preference.${step}"]`).waitFor();
    assert.match(page.url(), /present=1/);
  }
  // In a field the arrows and letters are the field's.
  await page.getByRole("spinbutton", { name: "Hands for left" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("p");
  assert.match(page.url(), /lesson=preference\.2.*present=1/);
  for (const width of [1440, 2560]) {
    await page.setViewportSize({ width, height: Math.round((width * 9) / 16) });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(excess, 0, `${width} px`);
  }
  assert.ok((await size()) > 1.3 * large, "a wall has larger letters");
  await page.reload();
  await heading(page).waitFor();
  await page.getByRole("navigation", { name: "Pages" }).waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.searchParams.has("present"));
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  // Without presenting the arrows belong to the page.
  await heading(page).focus();
  await page.keyboard.press("ArrowRight");
  assert.match(page.url(), /lesson=preference\.2/);
});

test("presenting: keys go on after a value was opened", async () => {
  const { page } = await newPage(browser);
  await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", query: "q-201", lesson: "denominators.1", present: "1" })}`);
  const value = page.getByRole("table", { name: "Measures of this query" }).locator("button").first();
  await value.click();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/lesson=denominators\.2.*present=1/);
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.searchParams.has("present"));
  await page.keyboard.press("p");
  await page.waitForURL(/present=1/);
});

test("presenting: the form is gone, ten pictures are in view, and a button leads out", async () => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, "precision.1");
  await results(page);
  await lesson(page).getByRole("button", { name: "Present" }).click();
  await page.waitForURL(/present=1/);
  await page.getByRole("combobox", { name: "System" }).waitFor({ state: "hidden" });
  await page.getByRole("textbox", { name: /query|search/i }).or(page.getByRole("combobox", { name: /query|search for/i })).first().waitFor({ state: "hidden" });
  await eventually(async () => {
    const cards = await page.getByRole("list", { name: "Results" }).locator("li.card").evaluateAll((cards) => cards.map((card) => ({ mark: card.querySelector(".mark").getBoundingClientRect(), picture: card.querySelector(".picture").getBoundingClientRect() })));
    assert.equal(cards.length, 10);
    // Ten discs to count: every picture's mark is in the window.
    for (const { mark, picture } of cards) assert.ok(mark.top >= 0 && mark.bottom <= 720 && picture.top >= -1, `${mark.top} to ${mark.bottom}`);
  });
  const out = lesson(page).getByRole("button", { name: "Leave presentation" });
  const box = await out.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 720, "the way out is in view");
  await out.click();
  await page.waitForURL((url) => !url.searchParams.has("present"));
  await page.getByRole("combobox", { name: "System", exact: true }).waitFor();
});

release("presenting: they are in the steps that compute for long too", async () => {
  const { page } = await newPage(browser);
  await watchShifts(page);
  for (const id of LONG) {
    await page.goto(learn({ lesson: `${id}.1`, present: "1" }));
    await assertStill(page, `${id}.1`);
    for (let step = 1; step <= LESSONS[id]; step += 1) {
      if (step > 1) await page.keyboard.press("PageDown");
      await page.locator(`[data-step="${id}.${step}"]`).waitFor();
      // What these are about is computed when asked for.
      if (["neighbours.2", "neighbours.4", "neighbours.5"].includes(`${id}.${step}`)) await page.getByRole("button", { name: /^Compute for/ }).click();
      await assertSlide(page, `${id}.${step}`);
    }
  }
});

test("presenting: Space shows the next line of a step, and goes back with Shift", async () => {
  const { page } = await newPage(browser);
  await page.goto(learn({ lesson: "denominators.1", present: "1" }));
  const shown = lesson(page).locator(".line-shown");
  const hasLine = (words) => eventually(async () => assert.match(await shown.innerText(), words));
  await hasLine(/^This example is from the INQUIRE paper/);
  await page.keyboard.press("Space");
  await hasLine(/^List B has the same one/);
  await page.keyboard.press("Shift+Space");
  await hasLine(/^This example/);
  // After a click, Space is still the presenter's.
  await lesson(page).getByRole("button", { name: "More" }).click();
  await hasLine(/^List B/);
  await page.keyboard.press("Space");
  await hasLine(/^B found everything/);
  await page.keyboard.press("PageDown");
  await hasLine(/^Average precision adds up/);
});

test("a bare address of a lesson shows its step's view, and scrolls to what it names", async () => {
  const { page } = await newPage(browser);
  await page.goto(learn({ lesson: "precision" }));
  await page.waitForURL(/query=d-013/);
  assert.equal((await results(page)).length, 10);
  assert.equal(await lesson(page).getByText("You changed the view").count(), 0);
  // In place of the bare address, not after it.
  await page.goBack();
  assert.ok(!/lesson=/.test(page.url()), page.url());
  await page.setViewportSize({ width: 1280, height: 720 });
  const aimedAt = (what) => eventually(async () => {
    const { top } = await what.evaluate((own) => own.getBoundingClientRect());
    assert.ok(top >= -1 && top < 0.31 * 720, `${what} begins at ${top}`);
  });
  await open(page, "precision.3");
  await aimedAt(page.locator(`[data-block="curve"] figure`));
  // The table, not the words above the curves that are about it as well.
  await open(page, "precision.4");
  await aimedAt(page.getByRole("heading", { name: "Measures", exact: true }));
  // A chart in a mark that has no box of its own.
  await open(page, "precision.5");
  await aimedAt(page.locator('[data-block="scatter"] figure'));
});

test("another benchmark: the lesson says what it lacks, and leads to the built-in one", async () => {
  const other = fixture().benchmark;
  const { page } = await newPage(browser);
  await page.route(/\/other\//, (route) => {
    const file = join(other, new URL(route.request().url()).pathname.replace("/other/", ""));
    return route.fulfill({ body: readFileSync(file), contentType: extname(file) === ".json" ? "application/json" : "application/octet-stream" });
  });
  await page.goto(learn({ benchmark: "other/" }));
  await page.getByText("Needs Fieldbook, the built-in benchmark").first().waitFor();
  await page.goto(learn({ benchmark: "other/", lesson: "annotators.1" }));
  const alert = page.getByRole("alert").filter({ hasText: "This lesson is written for Fieldbook" });
  await alert.waitFor();
  // What it would say of results never comes.
  assert.equal(await lesson(page).getByText("Waiting for results").count(), 0);
  await alert.getByRole("link", { name: "Open the built-in benchmark" }).click();
  await page.waitForURL((url) => !url.searchParams.has("benchmark"));
  await alert.waitFor({ state: "detached" });
  await results(page);
});

test("neighbours: popularity and a simpler system stand beside every share", async () => {
  const { page } = await newPage(browser);
  const native = (challenge, system, ...more) =>
    JSON.parse(rankscope("topics", benchmark, "--challenge", challenge, "--system", system, "--format", "json", ...more));
  const { systems } = JSON.parse(readFileSync(join(benchmark, "benchmark.json")));
  const titleOf = (id) => systems.find((system) => system.id === id).title;
  const compute = (id) => page.getByRole("button", { name: `Compute for ${titleOf(id)}`, exact: true }).click();
  const one = (share) => Number((100 * share).toFixed(1));
  await open(page, "neighbours.1");
  const [voters, right] = await numbers(page, /(\d+) neighbours vote for .* Of these five, (\d) are among/);
  assert.equal(voters, 50);
  const suggested = page.getByRole("list", { name: "Suggested tags" });
  await eventually(async () => assert.equal(await suggested.getByText("one of its own tags").count(), right));

  await open(page, "neighbours.2");
  await lesson(page).getByText("Not computed yet").waitFor();
  await compute("large");
  await lesson(page).getByText("at least one tag is right").waitFor();
  const large = native("suggestion", "large");
  const [n, of, share] = await numbers(page, /For ([\d,]+) of the ([\d,]+) pictures .*: (\d+\.\d)%/);
  assert.deepEqual([n, of, share], [Math.round(large.share * large.n), large.n, one(large.share)]);

  await lesson(page).getByRole("link", { name: "Next →" }).click();
  await page.locator('[data-step="neighbours.3"]').waitFor();
  const few = native("suggestion", "large", "--tags", "30");
  assert.deepEqual(
    await numbers(page, /right for (\d+\.\d)%, the neighbours for (\d+\.\d)%\. .*popularity gets (\d+\.\d)% and the neighbours (\d+\.\d)%/),
    [large.popularity, large.share, few.popularity, few.share].map(one),
  );

  await lesson(page).getByRole("link", { name: "Next →" }).click();
  await page.locator('[data-step="neighbours.4"]').waitFor();
  await compute("colours");
  await lesson(page).getByText("Over popularity, the trained system").waitFor();
  const colours = native("suggestion", "colours");
  assert.deepEqual(await numbers(page, /Popularity: (\d+\.\d)%\. Colours: (\d+\.\d)%\. The trained system: (\d+\.\d)%/), [colours.popularity, colours.share, large.share].map(one));

  await lesson(page).getByRole("link", { name: "Next →" }).click();
  await page.locator('[data-step="neighbours.5"]').waitFor();
  await compute("colours");
  await lesson(page).getByText("A random order would have").waitFor();
  const { wide } = native("propagation", "colours");
  const [topics, map, accuracy, prevalence] = await numbers(page, /Over (\d+) topics, .* MAP of (\d+\.\d+), and (\d+\.\d)% .* have (\d+\.\d+)/);
  assert.deepEqual([topics, map, accuracy, prevalence], [Object.keys(wide.topics).length, Number(wide.map.toFixed(2)), one(wide["acc@50"]), Number(wide.prevalence.toFixed(2))]);
});

test("a closed menu beside a lesson does not widen the page", async () => {
  const { page } = await newPage(browser, { viewport: { width: 1024, height: 900 } });
  await open(page, "precision.2");
  await results(page);
  await page.locator('summary[aria-label^="Options:"]').waitFor();
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(excess, 0);
});
