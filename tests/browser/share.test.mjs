// The dialog that shares a view: the link opens the same view, and the BibTeX holds what is in view.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, eventually, goInside, newPage, rankscope, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const [A, B] = ["words-8", "words-64"];

const { temporary, benchmark, manifest, queries } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters, url = server.url) => `${url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const button = (page) => page.getByRole("button", { name: "Share this view" });
const dialog = (page) => page.getByRole("dialog", { name: "Share this view" });
const link = (page) => dialog(page).getByLabel("Address");
const words = (page) => dialog(page).getByLabel("In words");
const bibtex = (page) => dialog(page).getByLabel("BibTeX");
const computed = (page) => page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
const title = (id) => manifest.systems.find((system) => system.id === id).title;
const relevance = (id) => manifest.relevance.find((definition) => definition.id === id);

async function opened(page) {
  await button(page).click();
  // Once the benchmark is loaded, it can be cited.
  await bibtex(page).waitFor();
}

/**
 * Entries of a BibTeX file by key, each with its kind and fields; throws on what is not BibTeX. Braces
 * count whatever precedes them, as BibTeX counts them. A value is in braces.
 */
function entriesOf(text) {
  const entries = new Map();
  let rest = text.trim();
  const take = (pattern, what) => {
    const found = pattern.exec(rest);
    assert.ok(found && found.index === 0, `${what} is missing before: ${rest.slice(0, 60)}`);
    rest = rest.slice(found[0].length);
    return found;
  };
  const value = () => {
    take(/\s*\{/, "a value in braces");
    let depth = 1;
    let end = 0;
    for (; depth > 0; end++) {
      assert.ok(end < rest.length, "a value does not end");
      depth += rest[end] === "{" ? 1 : rest[end] === "}" ? -1 : 0;
    }
    const inside = rest.slice(0, end - 1);
    rest = rest.slice(end);
    return inside;
  };
  while (rest) {
    const [, kind, key] = take(/@(\w+)\{([\w:.\-]+),\s*/, "the head of an entry");
    assert.ok(!entries.has(key.toLowerCase()), `the key ${key} is there twice`);
    const fields = {};
    while (!rest.startsWith("}")) {
      const [, name] = take(/(\w+)\s*=/, "a field");
      assert.ok(!(name in fields), `${key} has ${name} twice`);
      fields[name] = value();
      take(/,\s*/, "a comma");
    }
    take(/\}\s*/, "the end of an entry");
    entries.set(key.toLowerCase(), { kind, fields });
  }
  return entries;
}

test("by keyboard alone it opens, copies and closes, and the focus comes back", async () => {
  const { page, context } = await newPage(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const url = address("leaderboard", { measures: "trec:nDCG@10,trec:P@3", relevance: "exact", order: "-trec:P@3 exact" });
  await page.goto(url);
  await computed(page);
  await button(page).focus();
  await page.keyboard.press("Enter");
  await bibtex(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await eventually(async () => assert.ok(await dialog(page).evaluate((own) => own.contains(document.activeElement))));
  for (const [name, field] of [["Copy link", link], ["Copy text", words], ["Copy BibTeX", bibtex]]) {
    for (let n = 0; (await focused()) !== name; n++) {
      assert.ok(n < 12, `Tab does not reach ${name}`);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("status").filter({ hasText: "Copied." }).nth(["Copy link", "Copy text", "Copy BibTeX"].indexOf(name)).waitFor();
    assert.equal(await clipboard(), await field(page).inputValue());
  }
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await eventually(async () => assert.ok(await button(page).evaluate((own) => own === document.activeElement), "the focus is back on the button"));
  assert.equal(page.url(), url);
});

/** The dark and the light pixels of the square in which the card's code is, as shares of it. */
const codeOf = (canvas) =>
  canvas.evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(888, 168, 264, 264);
    let [dark, light] = [0, 0];
    for (let at = 0; at < data.length; at += 4) [dark, light] = [dark + (data[at] === 0), light + (data[at] === 255)];
    return [dark, light].map((n) => (4 * n) / data.length);
  });

// Headless Chromium has no reader of codes: that the code holds the address is tested natively (qr_code.rs).
test("the card is a picture of 1200 × 630 with a code, saved as PNG and copied", async () => {
  const { page, context } = await newPage(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(address("", { query: queries[0].id, system: A, also: B, k: "10" }));
  await page.getByRole("list", { name: /^Results of / }).first().waitFor();
  await opened(page);
  await dialog(page).getByRole("button", { name: "Draw the card" }).click();
  const card = dialog(page).getByRole("img", { name: new RegExp(`^“${queries[0].text}”`) });
  await dialog(page).locator(".share-card-drawn").waitFor();
  assert.match(await card.getAttribute("aria-label"), /of its first 5 results (is|are) relevant/);
  const [dark, light] = await codeOf(card);
  assert.ok(dark > 0.15 && light > 0.3, `${dark} dark, ${light} light`);
  const [download] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name: "Save as PNG" }).click()]);
  assert.equal(download.suggestedFilename(), "rankscope-card.png");
  const png = Buffer.concat(await (await download.createReadStream()).toArray());
  assert.deepEqual([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ["PNG", 1200, 630]);
  await dialog(page).getByRole("button", { name: "Copy picture" }).click();
  await dialog(page).getByRole("status").filter({ hasText: "Copied." }).waitFor();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  assert.deepEqual(types, ["image/png"]);

  await dialog(page).getByRole("button", { name: "Close" }).click();

  // An address that is too long has no code, and the card says so.
  await goInside(page, address("", { query: queries[0].id, system: A, also: B, find: "long ".repeat(200) }));
  await page.getByRole("list", { name: /^Results of / }).first().waitFor();
  await opened(page);
  await dialog(page).getByRole("button", { name: "Draw the card" }).click();
  await dialog(page).getByText("This address is too long for a QR code").waitFor();
});

test("the link opens the same view", async () => {
  for (const [path, parameters, isThere] of [
    ["", { query: queries[0].id, system: A, also: B, k: "10" }, (page) => page.getByRole("list", { name: /^Results of / }).first().waitFor()],
    ["compare", { a: A, b: B, measure: "trec:P@10", relevance: "exact" }, computed],
    ["leaderboard", { measures: "trec:P@3", relevance: "exact" }, computed],
  ]) {
    const { page } = await newPage(browser);
    await page.goto(address(path, parameters));
    await isThere(page);
    await opened(page);
    const copied = await link(page).inputValue();
    const [before, after] = [new URL(page.url()), new URL(copied)];
    assert.equal(after.origin + after.pathname, before.origin + before.pathname);
    assert.deepEqual(Object.fromEntries(after.searchParams), Object.fromEntries(before.searchParams));
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const shown = await page.getByRole("main").innerText();
    await page.goto(copied);
    await isThere(page);
    // Apart from times, and from the note that values stored by the first visit are confirmed.
    const still = (text) => text.replace(/[\d.,]+ m?s\b/g, "").replace(" The stored values are confirmed.", "");
    await eventually(async () => assert.equal(still(await page.getByRole("main").innerText()), still(shown)));
    await page.close();
  }
});

test("BibTeX and words hold benchmark, protocols, measures, relevance and systems in view", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("compare", { a: A, b: B, measures: "trec:nDCG@20,eccv:mAP@R,trec:P@5", relevance: "exact" }));
  await computed(page);
  await opened(page);
  const entries = entriesOf(await bibtex(page).inputValue());
  assert.deepEqual([...entries.keys()], [`${manifest.id}-compare`, "treceval", "chun2022eccvcaption", "jarvelin2002cumulated", "musgrave2020metric"]);
  const { kind, fields } = entries.get(`${manifest.id}-compare`);
  assert.equal(kind, "misc");
  assert.ok(fields.title.includes(manifest.title), fields.title);
  assert.equal(fields.url, await link(page).inputValue());
  assert.match(fields.urldate, /^\d{4}-\d\d-\d\d$/);
  const { path, title: named } = relevance("exact");
  const hash = manifest.files.find((file) => file.path === path).sha256.slice(0, 16);
  const text = await words(page).inputValue();
  for (const note of [fields.note, text]) {
    for (const expected of [title(A), title(B), named, hash, "trec:nDCG@20; eccv:mAP@R; trec:P@5", "ECCV Caption"]) {
      assert.ok(note.includes(expected), `${expected} is not in ${note}`);
    }
  }
  assert.ok(text.startsWith(manifest.title) && text.includes(fields.url) && text.includes(fields.urldate), text);
  await dialog(page).getByText("Without an entry: trec:P@5.").waitFor();
});

test("what is cited follows the page: a query on Explore, the headlines, the pages after papers", async () => {
  const { page } = await newPage(browser);
  const cited = async (path, parameters, isThere) => {
    await page.goto(address(path, parameters));
    await isThere(page);
    await opened(page);
    return { entries: entriesOf(await bibtex(page).inputValue()), text: await words(page).inputValue() };
  };
  // The search that Explore opens with is cited as any other.
  const start = await cited("", {}, results);
  const opening = queries[Math.floor(queries.length / 2)];
  assert.ok(start.text.includes(`Query: “${opening.text}”.`) && start.text.includes("Systems: "), start.text);
  assert.ok(start.entries.size > 1);
  const asked = await cited("", { query: queries[0].id, system: A }, results);
  assert.ok(asked.text.includes(`Query: “${queries[0].text}”.`) && asked.text.includes(`Systems: ${title(A)}.`), asked.text);
  assert.ok(asked.entries.size > 1);
  const encoding = manifest.systems.find((system) => system.encoder).id;
  const typed = await cited("", { q: "red square", system: encoding }, results);
  assert.deepEqual([...typed.entries.keys()], [`${manifest.id}-explore`]);
  const board = await cited("leaderboard", {}, computed);
  for (const { measure } of manifest.headlines) assert.ok(board.text.includes(measure), `${measure} is not in ${board.text}`);
  const topics = await cited("topics", {}, (page) => page.locator("#main h1").first().waitFor());
  assert.ok(topics.entries.has("huiskes2008mirflickr"));
  const guides = await cited("guides", {}, (page) => page.locator("#main h1").first().waitFor());
  assert.ok(guides.entries.has("erfanian2024needle"));
});

test("a benchmark's own BibTeX is among the entries; one that is not BibTeX is left out, and said", async () => {
  const { page } = await newPage(browser);
  const served = async (name, citation) => {
    const folder = join(temporary, name);
    cpSync(benchmark, folder, { recursive: true });
    const file = join(folder, "benchmark.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), citation, title: "100% {of} \\shapes & more_" }));
    return (await serve(folder)).url;
  };
  const own = "@inproceedings{someone2020shapes,\n  title = {Shapes},\n  year = {2020},\n}";
  await page.goto(address("leaderboard", { measures: "trec:P@3" }, await served("cited", own)));
  await opened(page);
  const entries = entriesOf(await bibtex(page).inputValue());
  assert.deepEqual([...entries.keys()], [`${manifest.id}-leaderboard`, "someone2020shapes", "treceval"]);
  assert.equal(entries.get("someone2020shapes").fields.year, "2020");
  assert.equal(entries.get(`${manifest.id}-leaderboard`).fields.key, "100\\% \\textbraceleft{}of\\textbraceright{} \\textbackslash{}shapes \\& more\\_");
  await page.goto(address("leaderboard", { measures: "trec:P@3" }, await served("miscited", "@misc{shapes,\n title = {Shapes}")));
  await opened(page);
  assert.deepEqual([...entriesOf(await bibtex(page).inputValue()).keys()], [`${manifest.id}-leaderboard`, "treceval"]);
  await dialog(page).getByText("The benchmark’s BibTeX cannot be read (line 2:").waitFor();
});

test("where the clipboard is refused, the text is selected and says what to do", async () => {
  const { page } = await newPage(browser);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  });
  await page.goto(address("", {}));
  await opened(page);
  await dialog(page).getByRole("button", { name: "Copy link" }).click();
  await dialog(page).getByRole("status").filter({ hasText: "The text is selected: press Ctrl+C" }).waitFor();
  assert.deepEqual(
    await link(page).evaluate((field) => [field === document.activeElement, field.value.slice(field.selectionStart, field.selectionEnd)]),
    [true, await link(page).inputValue()],
  );
});

test("it names what the link does not carry, and that this machine alone serves it", async () => {
  const { page } = await newPage(browser);
  const run = join(temporary, "mine.run");
  rankscope("export", "--benchmark", benchmark, "--system", B, "--run", run, "-k", "50");
  const missing = dialog(page).getByRole("listitem");
  await page.goto(address("about", {}));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  await page.getByLabel("Choose files").setInputFiles([run]);
  await page.getByRole("status").filter({ hasText: "mine.run: " }).waitFor();
  await opened(page);
  await dialog(page).getByText(/This page is served from this machine \(127\.0\.0\.1:\d+\), so the link works here alone/).waitFor();
  await dialog(page).getByText("rankscope publish").waitFor();
  // The Benchmark page shows no system's results.
  assert.equal(await missing.count(), 0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  await computed(page);
  await opened(page);
  assert.deepEqual(await missing.allInnerTexts(), ["the imported file mine.run"]);
  await page.goto(address("", { picture: "1" }));
  await opened(page);
  assert.deepEqual(await missing.allInnerTexts(), ["your picture"]);
});

test("no accessibility faults, no sideways scrolling, and a bar of the same height", async () => {
  for (const [path, parameters] of [["", { query: queries[0].id }], ["leaderboard", { measures: "trec:nDCG@10,trec:P@3" }]]) {
    const { page } = await newPage(browser);
    await page.goto(address(path, parameters));
    await opened(page);
    await assertAccessible(page, `the dialog on ${path || "explore"}`);
    for (const width of [380, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await dialog(page).evaluate((own) => own.scrollWidth - own.clientWidth);
      assert.equal(excess, 0, `the dialog scrolls sideways at ${width} px`);
    }
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 380, height: 800 });
    const height = () => page.locator(".top-bar").evaluate((bar) => bar.getBoundingClientRect().height);
    const withIt = await height();
    await button(page).evaluate((own) => (own.style.display = "none"));
    assert.equal(withIt, await height());
    await page.close();
  }
});
