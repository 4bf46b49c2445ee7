// No accessibility faults in light and dark, and no sideways scrolling: every page and its usual states,
// by their addresses. States at the end of a longer story are looked at where the story is told.

import assert from "node:assert/strict";
import { assertAccessible, goInside, newPage, openOptions, results } from "./harness.mjs";
import { assertReadersSettings } from "./reader_settings.mjs";
import { fieldbook, fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, queries } = fixture();
const browser = await launch();
// The generated benchmark, the built-in one for what only its words and lessons show, and a part of it
// where all of it is computed.
const servers = { fixture: await serve(benchmark), fieldbook: await serve(fieldbook().benchmark), part: await serve(smallFieldbook(null).benchmark) };

const [A, B] = ["tiny-bert", "words-8"];
const MEASURES = "trec:nDCG@20,eccv:mAP@R,trec:bpref";
const heading = (name) => (page) => page.getByRole("heading", { name }).first().waitFor();
const table = (name) => (page) => page.getByRole("table", { name }).first().waitFor();
const list = (name) => (page) => page.getByRole("list", { name }).waitFor();
const computed = (page) => page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();

/** Opens the dialog of measures; it must not scroll sideways either. */
async function picks(page) {
  await page.getByRole("button", { name: /^Choose measures/ }).click();
  await page.getByRole("dialog", { name: "Choose measures" }).getByRole("searchbox").waitFor();
}
async function pickerFits(page) {
  const excess = await page.getByRole("dialog", { name: "Choose measures" }).evaluate((own) => own.scrollWidth - own.clientWidth);
  assert.equal(excess, 0, "the dialog scrolls sideways");
}

/** A step of a lesson, by the links of its lesson. */
const step = (name, place, isComplete) => [`lesson: ${name}`, "fieldbook", "learn", { lesson: `${place.split(".")[0]}.1` }, async (page) => {
  await page.getByRole("complementary", { name: "Lesson" }).getByRole("list", { name: "Steps" }).getByRole("link").nth(Number(place.split(".")[1]) - 1).click();
  await page.locator(`[data-step="${place}"]`).waitFor();
  await isComplete(page);
}, { isPresented: true }];

// What it is, of which benchmark, its path and parameters, and what is there once it is complete.
const STATES = [
  ["first run", "fixture", "", {}, heading(/See what/)],
  ["results", "fixture", "", { system: "words-64", query: queries[3].id }, results],
  ["no encoder", "fixture", "", { system: "words-64", q: "own words" }, (page) => page.getByText("This system cannot search").waitFor()],
  ["the options of Explore", "fixture", "", { system: "words-64", query: queries[3].id }, async (page) => {
    await results(page);
    await openOptions(page);
  }],
  ["what if", "fixture", "", { system: "words-64", query: queries[7].id, relevance: "exact", edit: "-" }, async (page) => {
    await results(page);
    await page.getByRole("button", { name: /the image at rank 1$/ }).click();
    await page.getByRole("button", { name: /how trec:nDCG@10 is computed/ }).first().click();
    await page.getByRole("button", { name: "First", exact: true }).click();
  }],
  ["compare", "fixture", "compare", { a: A, b: B, query: queries[5].id }, list("Results of A")],
  ["leaderboard", "fixture", "leaderboard", {}, computed],
  ["agreement with a pair", "fixture", "agreement", { cell: "eccv:R@1 pairs~eccv:mAP@R exact" }, async (page) => {
    await heading(/^eccv:R@1/)(page);
    await page.getByText("95% confidence interval, from 2,000 resamples of the queries").first().waitFor();
  }],
  ["four orders of a printed table, and an audit", "fixture", "agreement", { models: "coco_5k_r1~eccv_map_at_r~cxc_r1~pmrp", audit: "mean=.832;against=.818;n=1000" }, async (page) => {
    await page.getByText("τ-b of the first two over 25 models").waitFor();
    await table("What the printed mean allows")(page);
  }],
  ["benchmark", "fixture", "about", {}, heading("Systems")],
  ["judge", "fixture", "judge", {}, heading("Join what came back")],
  ["no topics", "fixture", "topics", {}, heading("This benchmark has neither topics nor tags")],
  ["a benchmark that is not there", "fixture", "", { benchmark: "nowhere/" }, (page) => page.getByRole("alert").first().waitFor(), { expects: /status of 404/ }],
  ["the picker on the leaderboard, with unknown names", "fixture", "leaderboard", { measures: "trec:nDGC@20,trec:P@3,whatever" }, picks, { more: pickerFits }],
  ["the picker on compare", "fixture", "compare", { measures: MEASURES }, picks, { more: pickerFits }],
  ["the picker on agreement", "fixture", "agreement", { measures: MEASURES }, picks, { more: pickerFits }],
  ["the picker on explore", "fixture", "", { query: queries[0].id, measures: MEASURES }, picks, { more: pickerFits }],
  ["guides without a query", "part", "guides", {}, heading(/./)],
  ["the list of lessons", "fieldbook", "learn", {}, (page) => page.locator(".lesson-cover > *").last().waitFor({ state: "attached" })],
  step("beside Explore", "precision.2", results),
  step("two lists", "denominators.1", table("Average precision of both lists")),
  step("the ballot", "preference.2", list("Left list")),
  step("the class", "preference.3", async (page) => {
    await page.evaluate(() => localStorage.setItem("rankscope-class-votes", "AB AC BA CD DE"));
    await page.reload();
    await table("Strengths of the lists")(page);
  }),
  step("the study", "preference.4", table("The five lists")),
  step("who looks", "annotators.4", table("Systems by the truth and by pooled judgements")),
];

const WINDOW = { width: 1280, height: 900 };

for (const [name, of, path, parameters, isComplete, { expects, more, isPresented } = {}] of STATES) {
  test(name, async () => {
    const { page } = await newPage(browser, { expects });
    await page.goto(`${servers[of].url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`);
    await isComplete(page);
    await assertAccessible(page, name);
    await assertReadersSettings(page, name);
    await page.setViewportSize(WINDOW);
    await more?.(page);
    if (!isPresented) return;
    await page.getByRole("button", { name: "Present" }).click();
    await page.waitForURL(/present=1/);
    // Until then its page is hidden.
    await page.locator('[data-slide=""]').waitFor();
    await assertAccessible(page, `${name}, presented`);
  });
}

test("guides, every study", async () => {
  const { page } = await newPage(browser);
  const address = (study) => `${servers.part.url}guides?${new URLSearchParams({ device: "cpu", query: "q-203", guides: "fast", study })}`;
  // The guides are made once, by the first.
  await page.goto(address("earlier"));
  await page.locator(".guide-timings[data-fuse-ms]").waitFor();
  for (const [place, study] of ["earlier", "hardness", "ablations", "spread", "pairing", "ballot", "published"].entries()) {
    await goInside(page, address(study));
    await page.locator(`.guide-studies li:nth-child(${place + 1}) [aria-current=true]`).waitFor();
    await assertAccessible(page, `the study “${study}”`);
    await page.setViewportSize(WINDOW);
  }
});
