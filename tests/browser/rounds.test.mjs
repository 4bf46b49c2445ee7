// A round of judging: made by the program and on the page, answered by three people at once on two phones
// and a desk, joined by both, and the systems ranked by what they said.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { assertAccessible, cellValues, dragFiles, eventually, near, newPage, newProfile, rankscope, rankscopeJson } from "./harness.mjs";
import { fixture, launch, ownFixture, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { temporary, benchmark, manifest } = fixture();
const browser = await launch();
const server = await serve(benchmark);
const address = (parameters = {}, { url } = server) => `${url}judge?${new URLSearchParams({ device: "cpu", ...parameters })}`;

const GROUP = "four properties";
const SYSTEMS = ["words-64", "tiny-bert"];
const CHOICE = ["--queries", `"asks for" = "${GROUP}"`, "--systems", SYSTEMS.join(","), "--depth", "3", "--per-picture", "2", "--sheets", "3", "--controls", "4", "--seed", "5"];
const round = (name, ...more) => {
  const folder = join(temporary, name);
  rankscope("round", benchmark, ...CHOICE, ...more, "-o", folder);
  return folder;
};
const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));

/** Presses a button that saves a file; its content. */
async function saved(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const path = join(temporary, `${Math.random()}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return { path, name: download.suggestedFilename(), bytes: readFileSync(path) };
}

const inView = (page) => page.locator(".sheet-picture");
const count = (page) => page.locator(".sheet-count");

/** Waits until an item is in view, then answers it by its key or by a tap. */
async function answer(page, item, given, byTap) {
  await page.locator(`.sheet-picture[data-image="${item.image}"]`).waitFor();
  await page.locator(".sheet-question").getByText(`“${item.text}”`, { exact: true }).waitFor();
  if (byTap) await page.locator(`.sheet-answer[data-answer="${given}"]`).tap();
  else await page.keyboard.press(given[0]);
}

test("a round of the program is judged by three people at once, and joined alike by program and page", async () => {
  const folder = round("round");
  const key = readJson(folder, "key.json");
  const truth = new Map(key.controls.map(([query, image, is]) => [`${query} ${image}`, is]));
  const PEOPLE = [
    { name: "Ada", size: { width: 360, height: 740 }, byTap: true },
    { name: "Bo", size: { width: 390, height: 844 }, byTap: true },
    { name: "Cy", size: { width: 1440, height: 900 }, byTap: false },
  ];
  // Cy is wrong about every control; of the rest they see more and more.
  const said = (place, { query, image }) => {
    const known = truth.get(`${query} ${image}`);
    if (known !== undefined) return known !== (place === 2) ? "r" : "n";
    const sum = [...`${query}${image}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    return ["r", "n", "r", "u"][(sum + place * (sum % 3)) % 4];
  };
  const judge = async ({ name, size, byTap }, place) => {
    const { page } = await newProfile(browser, { viewport: size, hasTouch: byTap });
    const file = join(folder, `sheet-${place + 1}.json`);
    const sheet = readJson(file);
    await page.goto(address());
    await page.locator("#choose-sheet").setInputFiles(file);
    await page.getByRole("heading", { name: `Sheet ${place + 1} of 3` }).waitFor();
    await page.waitForURL(new RegExp(`sheet=${key.round}\\.${place + 1}$`));
    // Question, picture and answers are in view together, without scrolling.
    await inView(page).locator("img").waitFor();
    const [excess, bottom] = await page.evaluate(() => [
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      document.querySelector(".sheet-answers").getBoundingClientRect().bottom,
    ]);
    assert.equal(excess, 0, `${size.width} px: it scrolls sideways`);
    assert.ok(bottom <= size.height, `${size.width} px: the answers end at ${bottom}`);
    for (const [nth, item] of sheet.items.entries()) {
      if (nth === 3) {
        // Taken back, and answered again after a reload.
        await count(page).getByText("3 answered").waitFor();
        if (byTap) await page.getByRole("button", { name: "Undo" }).tap();
        else await page.keyboard.press("Backspace");
        await count(page).getByText("2 answered").waitFor();
        await page.reload();
        await count(page).getByText("2 answered").waitFor();
        await answer(page, sheet.items[2], said(place, sheet.items[2]), byTap);
      }
      await answer(page, item, said(place, item), byTap);
    }
    await page.getByText(`All ${sheet.items.length} pictures are answered.`).first().waitFor();
    // Not without a name.
    await page.getByRole("button", { name: "Save your answers" }).click();
    await page.getByRole("status").filter({ hasText: "Write your name first" }).waitFor();
    await page.getByRole("textbox", { name: /^Your name/ }).fill(name);
    const file2 = await saved(page, "Save your answers");
    assert.equal(file2.name, `sheet-${place + 1}-${name.toLowerCase()}.json`);
    const back = JSON.parse(file2.bytes);
    assert.ok(back.items.every((item) => Number.isInteger(item.ms)), "the time of each answer");
    const bare = { ...back, person: "", items: back.items.map(({ ms, ...item }) => ({ ...item, answer: null })) };
    assert.deepEqual(bare, sheet, "nothing else has changed");
    assert.equal(back.person, name);
    assert.deepEqual(back.items.map((item) => item.answer), sheet.items.map((item) => said(place, item)));
    return file2.path;
  };
  const files = await Promise.all(PEOPLE.map(judge));

  const joined = (name, ...more) => {
    const out = join(temporary, name);
    rankscope("round", "--join", ...files, join(folder, "key.json"), ...more, "-o", out);
    return readFileSync(out);
  };
  const all = joined("votes.jsonl");
  const { page } = await newPage(browser);
  await page.goto(address());
  // The key alone, then the sheets, one of which comes twice.
  await page.locator("#choose-returned").setInputFiles(join(folder, "key.json"));
  await page.getByText(`The key of round ${key.round}, and no sheets yet.`).waitFor();
  await dragFiles(page, files);
  await page.getByText(`3 sheets for the 3 of round ${key.round}, and its key.`).waitFor();
  await page.locator("#choose-returned").setInputFiles(files.slice(0, 2));
  await page.getByText("2 were here already.").waitFor();
  await page.getByText("Cy answered more than 30 % of the controls wrongly.").waitFor();
  const row = page.getByRole("table", { name: "Who judged" }).getByRole("row").filter({ hasText: "Cy" });
  assert.match(await row.innerText(), /4 of 4\s+failed/);
  assert.deepEqual((await saved(page, "Save the votes")).bytes, all, "the bytes of the program");
  await page.getByRole("checkbox", { name: "Leave their votes out" }).check();
  await row.filter({ hasText: "left out" }).waitFor();
  const without = joined("without.jsonl", "--leave-out");
  assert.notDeepEqual(without, all);
  assert.deepEqual((await saved(page, "Save the votes")).bytes, without);
  await page.getByRole("checkbox", { name: "Leave their votes out" }).uncheck();
  await assertAccessible(page, "joined");

  // Judgements by a rule rank the systems as the program's do.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("combobox", { name: "A picture is relevant if" }).selectOption("sure");
  await page.getByRole("button", { name: "Make judgements" }).click();
  const link = page.getByRole("link", { name: "Systems ranked by them" });
  const href = new URL(await link.getAttribute("href"), page.url());
  const id = href.searchParams.get("relevance");
  const measures = ["trec:P@5", "trec:AP"];
  href.searchParams.set("measures", measures.join(","));
  await page.goto(href.href);
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const table = page.getByRole("table", { name: "Leaderboard" });
  await table.locator(`[data-relevance="${id}"]`).first().waitFor();
  const cells = await cellValues(table, "system", "measure", "relevance");
  const qrels = join(temporary, "joined.qrels");
  rankscope("convert", join(temporary, "votes.jsonl"), "--from", "votes", "--rule", "sure", "--to", "trec", "--out", qrels);
  const runs = manifest.systems.flatMap(({ id: system }) => {
    const run = join(temporary, `${system}.run`);
    rankscope("export", "--benchmark", benchmark, "--system", system, "--run", run, "-k", String(manifest.counts.images));
    return ["--run", `${system}=${run}`];
  });
  const native = rankscopeJson("eval", "--qrels", qrels, ...runs, "--measures", measures.join(",")).runs;
  for (const measure of measures) {
    const means = manifest.systems.map(({ id: system }) => [system, Number(cells[`${system} ${measure} ${id}`]), native[system][measure].mean]);
    for (const [system, shown, expected] of means) assert.ok(near(shown, expected, 1e-12), `${measure} of ${system}: ${shown} and ${expected}`);
    const order = (by) => means.toSorted((a, b) => b[by] - a[by] || (a[0] < b[0] ? -1 : 1)).map(([system]) => system);
    assert.deepEqual(order(1), order(2));
  }
  assert.ok(new Set(manifest.systems.map(({ id: system }) => native[system]["trec:AP"].mean)).size > 1, "the judgements tell systems apart");
});

/** The files of a zip archive, by name. */
function unzipped(bytes) {
  const files = {};
  let at = bytes.readUInt32LE(bytes.length - 22 + 16);
  for (let n = bytes.readUInt16LE(bytes.length - 22 + 10); n > 0; n--) {
    const [method, size, name, extra, comment, local] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32), bytes.readUInt32LE(at + 42)];
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(begin, begin + size);
    files[bytes.toString("utf8", at + 46, at + 46 + name)] = method === 8 ? inflateRawSync(content) : content;
    at += 46 + name + extra + comment;
  }
  return files;
}

test("a round made on the page has the files of the program", async () => {
  const guidelines = join(temporary, "guidelines.txt");
  writeFileSync(guidelines, "Count what is there.\nColours matter.\n");
  const folder = round("same", "--answers", "eccv", "--guidelines", guidelines);
  const { page } = await newPage(browser);
  await page.goto(address({ only: `asks for=${GROUP}`, round: "systems=words-64;depth=3;sheets=3;controls=4" }));
  await page.getByRole("button", { name: "Make the round" }).waitFor();
  await page.locator('summary[aria-label^="Systems whose results are pooled"]').click();
  await page.getByRole("checkbox", { name: manifest.systems.find(({ id }) => id === "tiny-bert").title }).check();
  await page.keyboard.press("Escape");
  for (const [label, value] of [["People a picture", "2"], ["Seed", "5"]]) {
    await page.getByRole("spinbutton", { name: label }).fill(value);
    await page.getByRole("spinbutton", { name: label }).press("Enter");
  }
  await page.getByRole("combobox", { name: "Answers" }).selectOption("eccv");
  await page.getByRole("textbox", { name: /^Guidelines/ }).fill(readFileSync(guidelines, "utf8"));
  // A link makes the same round.
  await page.waitForURL(/round=.*eccv/);
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams.get("round").split(";").map((pair) => pair.split("="))), { systems: "tiny-bert,words-64", depth: "3", people: "2", sheets: "3", controls: "4", answers: "eccv", seed: "5" });
  await page.getByRole("button", { name: "Make the round" }).click();
  const key = readJson(folder, "key.json");
  const file = await saved(page, "Save the round (.zip)");
  // Systems are pooled in the benchmark's order here, and as they were named by the program.
  const again = join(temporary, "again");
  rankscope("round", benchmark, ...CHOICE.map((own) => (own === SYSTEMS.join(",") ? "tiny-bert,words-64" : own)), "--answers", "eccv", "--guidelines", guidelines, "-o", again);
  const files = unzipped(file.bytes);
  assert.deepEqual(Object.keys(files), ["sheet-1.json", "sheet-2.json", "sheet-3.json", "key.json"]);
  for (const [name, bytes] of Object.entries(files)) assert.equal(bytes.toString(), readFileSync(join(again, name), "utf8"), name);
  assert.equal(file.name, `round-${readJson(again, "key.json").round}.zip`);
  assert.equal(key.answers, "eccv");
  // The archive comes back whole: its key and its sheets, which nobody has answered.
  await page.locator("#choose-returned").setInputFiles({ name: file.name, mimeType: "application/zip", buffer: file.bytes });
  await page.getByText("4 files were added to what came back.").waitFor();
  await page.getByText(`3 sheets for the 3 of round ${readJson(again, "key.json").round}, and its key.`).waitFor();
  await assertAccessible(page, "a round to make");
  // What cannot be is said.
  await page.goto(address({ round: "people=9;sheets=3" }));
  await page.getByRole("button", { name: "Make the round" }).click();
  await page.getByRole("alert").filter({ hasText: "9 people a picture need as many sheets, and there are 3" }).waitFor();
});

test("a sheet beside the benchmark opens by its address, asks for reasons, and goes on without the network", async () => {
  const { temporary: place, benchmark: own } = ownFixture();
  const folder = join(place, "out");
  rankscope("round", own, ...CHOICE, "--answers", "eccv", "-o", folder);
  mkdirSync(join(own, "round"));
  cpSync(join(folder, "sheet-1.json"), join(own, "round/sheet-1.json"));
  const sheet = readJson(folder, "sheet-1.json");
  const damaged = (name, change) => {
    const other = structuredClone(sheet);
    change(other);
    writeFileSync(join(own, `round/${name}.json`), JSON.stringify(other));
  };
  damaged("elsewhere", (other) => (other.benchmark = "fieldbook"));
  damaged("image", (other) => (other.items[1].image = "nowhere"));
  damaged("twice", (other) => other.items.push(other.items[0]));
  const there = await serve(own);
  const { page } = await newPage(browser, { expects: /status of 404/ });
  const refused = { elsewhere: /of the benchmark fieldbook, and shapes is open/, image: /no image nowhere/, twice: /twice/, missing: /not found/ };
  for (const [name, words] of Object.entries(refused)) {
    await page.goto(address({ sheet: `round/${name}.json` }, there));
    const alert = page.getByRole("alert").filter({ hasText: "The sheet was not opened" });
    await alert.waitFor();
    assert.match(await alert.innerText(), words);
  }
  await page.goto(address({ sheet: "https://example.org/sheet-1.json" }, there));
  await page.getByRole("alert").filter({ hasText: "is on another site" }).waitFor();

  await page.goto(address({ sheet: "round/sheet-1.json" }, there));
  await answer(page, sheet.items[0], "yes", false);
  await answer(page, sheet.items[1], "partially", false);
  // It stays, and the reason has the focus.
  const reason = page.getByRole("textbox", { name: "Why?" });
  await page.locator(":focus").and(reason).waitFor();
  await reason.pressSequentially("only y of n");
  await reason.press("Enter");
  await answer(page, sheet.items[2], "no", false);
  await count(page).getByText("3 answered").waitFor();
  await assertAccessible(page, "a sheet");
  await page.route("**/round/sheet-1.json", (route) => route.abort());
  await page.reload();
  await count(page).getByText("3 answered").waitFor();
  await page.getByRole("button", { name: "← Previous" }).click();
  await page.getByRole("button", { name: "← Previous" }).click();
  await eventually(async () => assert.equal(await page.getByRole("textbox", { name: "Why?" }).inputValue(), "only y of n"));
  await page.getByRole("textbox", { name: /^Your name/ }).fill("Di");
  const back = JSON.parse((await saved(page, "Save what is answered so far")).bytes);
  assert.deepEqual(back.items.slice(0, 3).map((item) => [item.answer, item.note ?? ""]), [["yes", ""], ["partially", "only y of n"], ["no", ""]]);
  // It is in the list, from which it can be deleted.
  await page.getByRole("button", { name: "Close the sheet" }).click();
  const kept = page.getByRole("list", { name: "Sheets on this device" });
  await kept.getByText(/3 of \d+ answered, Di/).waitFor();
  for (let click = 0; click < 2; click++) await kept.getByRole("button", { name: /delete/i }).click();
  await kept.waitFor({ state: "detached" });
});

test("after a first visit a sheet is judged without a network, pictures and all", async () => {
  const { temporary: place, benchmark: own } = ownFixture();
  const folder = join(place, "out");
  rankscope("round", own, ...CHOICE, "-o", folder);
  cpSync(folder, join(own, "round"), { recursive: true });
  const sheet = readJson(folder, "sheet-2.json");
  const there = await serve(own);
  const { page, context } = await newProfile(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const url = address({ sheet: "round/sheet-2.json" }, there);
  await page.goto(url);
  await inView(page).locator("img").waitFor();
  await page.goto(`${there.url}about?device=cpu`);
  await page.getByRole("status").filter({ hasText: "The page is stored on this device" }).waitFor();
  // From now on the service worker serves the page, and keeps the pictures of the whole sheet.
  await page.goto(url);
  const images = new Set(sheet.items.map(({ image }) => image));
  await eventually(async () => {
    const seen = await page.evaluate(async () => (await (await caches.open("rankscope-seen-1")).keys()).length);
    assert.ok(seen >= images.size, `${seen} of ${images.size} pictures`);
  });
  await context.setOffline(true);
  await page.reload();
  for (const item of sheet.items) {
    await page.waitForFunction(() => document.querySelector(".sheet-picture img")?.naturalWidth > 0);
    await answer(page, item, "n", true);
  }
  await page.getByText(`All ${sheet.items.length} pictures are answered.`).first().waitFor();
  await page.reload();
  await page.getByText(`All ${sheet.items.length} pictures are answered.`).first().waitFor();
  await context.close();
});
