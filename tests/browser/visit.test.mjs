// A whole visit, saved as one file and opened by dropping it: imports, judgements, votes and the view.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, cellValues, dragFiles, eventually, newProfile, rankscope } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "words-8";

const { temporary, benchmark, manifest, queries } = fixture();
const at = (name) => join(temporary, name);
const run = at("mine.run");
rankscope("export", "--benchmark", benchmark, "--system", SYSTEM, "--run", run, "-k", "100");
const qrels = at("strict.qrels");
// Two of three judgements, so that it is a definition of its own.
const judged = readFileSync(join(benchmark, "relevance/exact.qrels"), "utf8").trim().split("\n").filter((_, line) => line % 3 > 0);
writeFileSync(qrels, judged.join("\n") + "\n");
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters = {}, url = server.url) => `${url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const dialog = (page) => page.getByRole("dialog", { name: "Share this view" });
const section = (page) => dialog(page).getByRole("region", { name: "Save this visit" });
const note = (page) => page.locator(".visit-note").getByRole("status");
const imported = (page) => page.getByRole("list", { name: "Imported files" }).locator("> li");
const cards = (page) => page.getByRole("list", { name: "Pictures to judge" }).locator("li.desk-card");
const ofDesk = `rankscope-judgements:${manifest.id}`;
const kept = (page) => page.evaluate(() => Object.fromEntries(Object.keys(localStorage).filter((key) => key !== "rankscope-imports-changed" && key !== "rankscope-theme").map((key) => [key, localStorage.getItem(key)])));

async function board(page) {
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  return cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
}

async function opened(page) {
  await page.getByRole("button", { name: "Share this view" }).click();
  await section(page).getByRole("button", { name: "Save visit" }).waitFor();
}

/** Saves the visit under a name; its path, and the name that the page suggests. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), section(page).getByRole("button", { name: "Save visit" }).click()]);
  await download.saveAs(at(name));
  await section(page).getByRole("status").filter({ hasText: `Saved ${download.suggestedFilename()}` }).waitFor();
  return [at(name), download.suggestedFilename()];
}

// The visit that most tests open: two imports, two judgements, votes, and a view that needs them.
const VOTES = "AB CA";
const BALLOT = [{ query: "red square", settings: "", preference: "text" }];
const view = { measures: "trec:P@10,trec:AP@100", relevance: "mine" };
const first = await newProfile(browser);
await first.page.goto(address("about"));
await first.page.getByRole("heading", { name: "Systems" }).waitFor();
await first.page.evaluate(
  ([votes, ballot, id]) => {
    localStorage.setItem("rankscope-class-votes", votes);
    localStorage.setItem(`rankscope-guide-ballot:${id}`, ballot);
  },
  [VOTES, JSON.stringify(BALLOT), manifest.id],
);
await first.page.getByLabel("Choose files").setInputFiles([run, qrels]);
await imported(first.page).nth(1).waitFor();
await first.page.goto(address("", { system: SYSTEM, query: queries[0].id, judge: "five", judged: "mine" }));
await cards(first.page).nth(0).getByRole("button", { name: /^Relevant: / }).click();
await cards(first.page).nth(1).getByRole("button", { name: /^Not relevant: / }).click();
await first.page.locator(".desk-tally").filter({ hasText: "2 pictures judged" }).waitFor();
await first.page.goto(address("leaderboard", view));
const before = await board(first.page);
const keptBefore = await kept(first.page);
await opened(first.page);
const inDialog = await section(first.page).innerText();
const missing = await dialog(first.page).getByRole("region", { name: "Copy link" }).innerText();
const [visit, suggested] = await saved(first.page, "all-visit.zip");
await assertAccessible(first.page, "the dialog with a visit to save");
for (const width of [380, 1280]) {
  await first.page.setViewportSize({ width, height: 800 });
  assert.equal(await dialog(first.page).evaluate((own) => own.scrollWidth - own.clientWidth), 0, `sideways at ${width} px`);
}
await first.context.close();

/** A page of its own profile, at an address of the benchmark. */
async function fresh(path, parameters = {}, url = server.url) {
  const opened = await newProfile(browser);
  await opened.page.goto(address(path, parameters, url));
  // Until the page has started, a dropped file is the browser's.
  await opened.page.locator("#loading").waitFor({ state: "detached" });
  await opened.page.getByRole("heading", { level: 1 }).first().waitFor();
  return opened;
}

/** Asserts that a file is refused with these words, and that nothing of it is kept. */
async function refused(page, file, title, ...words) {
  await dragFiles(page, [file]);
  const alert = page.getByRole("alert").filter({ hasText: title });
  await alert.waitFor();
  const said = await alert.innerText();
  for (const word of [...words, "Nothing"]) assert.ok(said.includes(word), `${said} does not say ${word}`);
  assert.equal(await imported(page).count(), 0);
  assert.deepEqual(await kept(page), {});
  assert.equal(await page.locator(".visit-note").count(), 0);
}

test("the dialog says what goes into the file, and where what the link lacks is", () => {
  assert.ok(inDialog.includes("It contains 1 run, 1 set of judgements, 2 judgements of your own, 2 votes of the class, 1 vote on guides and this view."), inDialog);
  assert.match(missing, /the imported file mine\.run[^]*“Save this visit”, below, includes/);
  assert.equal(suggested, `${manifest.id}-visit.zip`);
});

test("the program says the same of the file", () => {
  const said = JSON.parse(rankscope("info", visit, "--json"));
  assert.deepEqual(said.files.map(({ name }) => name).sort(), ["class-votes.txt", "guide-votes.json", "judgements.json", "mine.run", "strict.qrels"]);
  const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
  for (const [name, file] of [["mine.run", run], ["strict.qrels", qrels]]) {
    const entry = said.files.find((entry) => entry.name === name);
    assert.deepEqual([entry.bytes, entry.sha256], [readFileSync(file).length, sha256(file)]);
  }
  assert.deepEqual([said.benchmark.id, said.view.page], [manifest.id, "leaderboard"]);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(said.view.query)), { device: "cpu", ...view });
  assert.equal(said.counts.own_judgements, 2);
});

test("dropped in another browser it brings back imports, judgements, votes and the view, with the same figures", async () => {
  // A page that takes no files of its own.
  const { page } = await fresh("compare");
  await dragFiles(page, [visit]);
  await note(page).filter({ hasText: "Restored from all-visit.zip: 1 run, 1 set of judgements, 2 judgements of your own, 2 votes of the class and 1 vote on guides." }).waitFor();
  await eventually(() => {
    const url = new URL(page.url());
    assert.ok(url.pathname.endsWith("/leaderboard"), url.pathname);
    assert.deepEqual(Object.fromEntries(url.searchParams), { device: "cpu", ...view });
  });
  assert.deepEqual(await board(page), before);
  assert.deepEqual(await kept(page), keptBefore);
  await assertAccessible(page, "the note on a visit");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Dismiss the note on the visit" }).click();
  assert.equal(await page.locator(".visit-note").count(), 0);
  await page.goto(address("", { system: SYSTEM, query: queries[0].id, judge: "five", judged: "mine" }));
  await page.locator(".desk-tally").filter({ hasText: "2 pictures judged: 1 relevant, 1 not relevant, 0 unsure." }).waitFor();

  // Once more, by the button: nothing is doubled.
  await page.goto(address("about"));
  await imported(page).nth(1).waitFor();
  await page.getByLabel("Choose files").setInputFiles([visit]);
  await note(page).filter({ hasText: "Everything in all-visit.zip was here already." }).waitFor();
  assert.deepEqual(await kept(page), keptBefore);
  assert.deepEqual(await board(page), before);
  await page.goto(address("about"));
  await imported(page).nth(1).waitFor();
  assert.equal(await imported(page).count(), 2);
});

test("what a visitor judged or voted otherwise stays, and is counted", async () => {
  const { page } = await fresh("about");
  const desk = JSON.parse(keptBefore[ofDesk]);
  const [own] = desk.queries;
  const images = own.judgements.map(({ image }) => image);
  own.judgements = [{ image: images[0], answer: "u" }];
  await page.evaluate(([key, text]) => {
    localStorage.setItem(key, text);
    localStorage.setItem("rankscope-class-votes", "DE");
  }, [ofDesk, JSON.stringify(desk)]);
  await page.reload();
  await page.getByLabel("Choose files").setInputFiles([run]);
  await page.getByRole("status").filter({ hasText: "mine.run: " }).waitFor();
  await page.getByLabel("Choose files").setInputFiles([visit]);
  await note(page).filter({ hasText: "1 judgement of your own, 2 votes of the class and 1 vote on guides. Already here: 1 run. 1 picture is judged differently here; your judgements here stay." }).waitFor();
  const now = await kept(page);
  assert.deepEqual(JSON.parse(now[ofDesk]).queries[0].judgements, [{ image: images[0], answer: "u" }, { image: images[1], answer: "n" }]);
  assert.equal(now["rankscope-class-votes"], `DE ${VOTES}`);
});

test("a visit to another benchmark, or to another build of this one, is refused", async () => {
  const copied = (name, change) => {
    const folder = at(name);
    cpSync(benchmark, folder, { recursive: true });
    const file = join(folder, "benchmark.json");
    const own = JSON.parse(readFileSync(file, "utf8"));
    change(own, folder);
    writeFileSync(file, JSON.stringify(own));
    return serve(folder);
  };
  const other = await copied("other", (own) => Object.assign(own, { id: "others", title: "Other shapes" }));
  const { page } = await fresh("", {}, other.url);
  await refused(page, visit, "all-visit.zip is a visit to another benchmark", `It was saved on ${manifest.title} (${manifest.id}), and Other shapes (others) is open.`);
  const rebuilt = await copied("rebuilt", (own, folder) => {
    const path = join(folder, "queries.jsonl");
    const text = readFileSync(path, "utf8").replace(queries[0].text, `${queries[0].text} now`);
    writeFileSync(path, text);
    Object.assign(own.files.find((entry) => entry.path === "queries.jsonl"), { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") });
  });
  const again = await fresh("leaderboard", {}, rebuilt.url);
  await refused(again.page, visit, "all-visit.zip was saved on another build of this benchmark", "no longer the same");
});

test("a damaged visit is refused with the reason, and nothing of it is kept", async () => {
  const whole = readFileSync(visit);
  const { page } = await fresh("");
  const put = (name, bytes) => {
    writeFileSync(at(name), bytes);
    return at(name);
  };
  await refused(page, put("half.zip", whole.subarray(0, whole.length / 2)), "half.zip was not opened", "damaged");
  const flipped = Buffer.from(whole);
  const name = Buffer.from("imports/1-mine.run");
  flipped[whole.indexOf(name) + name.length + 40] ^= 0x10;
  await refused(page, put("flipped.zip", flipped), "flipped.zip was not opened", "imports/1-mine.run");
  // Whole, but with an import that no import would take.
  const run = "nobody Q0 a 1 0.5 x\n";
  const said = JSON.parse(rankscope("info", visit, "--json"));
  const listed = { ...said, files: [{ path: "a.run", kind: "run", name: "a.run", bytes: run.length, sha256: createHash("sha256").update(run).digest("hex") }] };
  await refused(page, put("strange.zip", storedZip([["visit.json", JSON.stringify(listed)], ["a.run", run]])), "strange.zip was not opened", "none of its 1 queries is in the benchmark");
  // An archive that is no visit is what it was.
  await refused(page, put("photos.zip", storedZip([["photos/a.txt", "x\n"]])), "photos.zip was not imported", "Unpack it");
});

test("a visit of the view alone says so and works", async () => {
  const { page } = await fresh("", { query: queries[1].id, system: SYSTEM, k: "10" });
  await opened(page);
  assert.match(await section(page).innerText(), /You have added nothing yet, so it holds this view only\./);
  const [file] = await saved(page, "view.zip");
  assert.deepEqual(JSON.parse(rankscope("info", file, "--json")).files, []);
  await page.keyboard.press("Escape");
  await page.goto(address("learn"));
  // Not that of index.html, which takes no files yet.
  await page.locator("#main h1").waitFor();
  await dragFiles(page, [file]);
  await note(page).filter({ hasText: "The view of view.zip is open. It holds nothing else." }).waitFor();
  await page.getByRole("list", { name: "Results" }).waitFor();
  await eventually(() => assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { device: "cpu", query: queries[1].id, system: SYSTEM, k: "10" }));
});

test("a table dropped on Agreement comes back with the visit", async () => {
  const { page } = await fresh("agreement");
  const table = at("models.csv");
  writeFileSync(table, "model,R@1,mAP\nA,55.1,2.5\nB,40.2,3.5\n");
  // By what it is, whatever page is open and whether that is loaded.
  await page.goto(address("compare"));
  await page.locator("#main h1").waitFor();
  await dragFiles(page, [table]);
  await page.waitForURL(/agreement/);
  await page.getByText("models.csv: 2 rows, 2 columns of figures.").waitFor();
  await opened(page);
  assert.match(await section(page).innerText(), /It contains a table of models and measures and this view\./);
  const [file] = await saved(page, "table.zip");
  await page.keyboard.press("Escape");
  // A reload forgets it.
  await page.goto(address("compare"));
  await page.locator("#main h1").waitFor();
  await dragFiles(page, [file]);
  await note(page).filter({ hasText: "Restored from table.zip: a table of models and measures." }).waitFor();
  await page.getByText("models.csv: 2 rows, 2 columns of figures.").waitFor();
  // A table that is here stays.
  await dragFiles(page, [file]);
  await note(page).filter({ hasText: "Everything in table.zip was here already." }).waitFor();
});

/** A zip archive of stored texts, byte by byte as PKWARE's APPNOTE has it. */
function storedZip(members) {
  const table = Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const crc32 = (bytes) => (bytes.reduce((crc, byte) => table[(crc ^ byte) & 255] ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
  const [local, central] = [[], []];
  let offset = 0;
  for (const [name, text] of members) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)];
    // Version, flags, method, time, date, checksum, both sizes, lengths of name and extra field.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(path.length, 22);
    local.push(Buffer.from("PK\x03\x04"), fields, path, bytes);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x00"), fields, rest, path);
    offset += 30 + path.length + bytes.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from("PK\x05\x06"), end]);
}
