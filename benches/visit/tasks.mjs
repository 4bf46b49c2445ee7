// Fourteen tasks through the visible page of Fieldbook: run by scripts/bench visit.
// tasks.mjs OUT   prints the actions and seconds of each; writes OUT/tasks.json. An action is a click, a
// key, a text typed at once, a choice in a list, or a turn of the wheel by four fifths of the window. The
// clock runs from the first action to what was looked for being in sight; nobody thinks in between.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rankscope, serve } from "../../tests/browser/harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/harness.mjs"))("playwright-core");
const [out] = process.argv.slice(2);
if (!out) throw new Error("tasks.mjs OUT: run scripts/bench visit");

const QUERY = "raptor or owl building a nest";
/** Where one system's list is open: the opening has three. */
const ONE_SYSTEM = "?query=q-201&system=large";
const WINDOW = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const fieldbook = join(here, "../../public/fieldbook");
const folder = mkdtempSync(join(tmpdir(), "rankscope-tasks-"));
const run = join(folder, "mine.run");
rankscope("export", fieldbook, "--system", "small", "--run", run, "-k", "100");
const site = await serve(fieldbook);
const browser = await chromium.launch({ executablePath: process.env.RANKSCOPE_CHROMIUM, headless: true, args: ["--no-sandbox"] });

/** A visitor who counts. */
class Visitor {
  actions = 0;
  constructor(page) {
    this.page = page;
  }
  async does(action) {
    this.actions += 1;
    await action;
  }
  click = (what) => this.does(what.click());
  type = (what, text) => this.does(what.fill(text));
  press = (key) => this.does(this.page.keyboard.press(key));
  choose = (what, option) => this.does(what.selectOption(option));
  async ask(text) {
    await this.type(this.page.getByRole("combobox", { name: "Query" }), text);
    await this.press("Enter");
    await this.page.waitForURL(/query=|q=/);
    await this.page.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
  }
  /** Turns the wheel until it is in sight. */
  async sees(what) {
    await what.waitFor({ state: "visible" });
    const { height } = this.page.viewportSize();
    for (let turn = 0; turn < 40; turn += 1) {
      const box = await what.boundingBox();
      if (box && box.y >= 0 && box.y + Math.min(box.height, 100) <= height) return;
      if (box) await this.does(this.page.mouse.wheel(0, Math.sign(box.y) * 0.8 * height));
      await this.page.waitForTimeout(150);
    }
    throw new Error("it does not come into sight");
  }
  toPage = (name) => this.click(this.page.getByRole("navigation").first().getByRole("link", { name, exact: true }));
}

const TASKS = [
  ["three systems on one query", WINDOW, (own) => own.sees(own.page.getByRole("list", { name: /^Results of/ }).nth(2).locator("li").first())],
  ["why a hit of the opening is wrong", WINDOW, async (own) => {
    await own.click(own.page.getByRole("button", { name: "Why is this wrong?" }));
    await own.sees(own.page.locator("#why .why-sentence"));
  }],
  ["why a hit counts", WINDOW, async (own) => {
    await own.ask(QUERY);
    await own.click(own.page.locator(".lane-card .why-mark").first());
    await own.sees(own.page.locator("#why .why-sentence"));
  }],
  ["one’s own words, and queries near them", WINDOW, async (own) => {
    await own.click(own.page.getByRole("button", { name: "Try your own words" }));
    await own.does(own.page.keyboard.insertText("a kite above a beach"));
    await own.press("Enter");
    await own.page.waitForURL(/q=/);
    await own.page.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
    await own.sees(own.page.getByRole("list", { name: /nearest queries/i }).getByRole("link").first());
  }],
  ["a submission dropped beside the results: its rank", WINDOW, async (own) => {
    await own.does(own.page.evaluate(([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      for (const kind of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, ["mine.run", readFileSync(run, "utf8")]));
    await own.sees(own.page.getByRole("region", { name: "Your files" }).getByText(/rank \d+ of \d+/));
  }],
  ["a class: ten pictures to count, on the wall", WINDOW, async (own) => {
    await own.toPage("Learn");
    await own.click(own.page.getByRole("list", { name: "Lessons" }).getByRole("link").first());
    await own.page.locator('[data-step="precision.1"]').waitFor();
    await own.press("p");
    await own.page.waitForURL(/present=1/);
    await own.sees(own.page.locator("li.card").nth(9));
  }],
  ["what one moved picture does to P@10", WINDOW, async (own) => {
    await own.click(own.page.getByRole("button", { name: "What if …?" }));
    const rank = own.page.getByRole("spinbutton", { name: "To rank: the image at rank 19" });
    await own.sees(rank);
    await own.type(rank, "1");
    await own.press("Enter");
    const measure = own.page.getByRole("region", { name: "What if" }).getByRole("combobox");
    await own.sees(measure);
    await own.choose(measure, "trec:P@10");
    await own.sees(own.page.locator(".what-if-change"));
  }, ONE_SYSTEM],
  ["the ranks of all relevant pictures", WINDOW, async (own) => {
    const summary = own.page.locator(".all-relevant summary");
    await own.sees(summary);
    await own.click(summary);
    await own.sees(own.page.locator(".relevant-pictures li").last());
  }, ONE_SYSTEM],
  ["which systems swap under two measures", WINDOW, async (own) => {
    await own.toPage("Agreement");
    await own.sees(own.page.getByRole("table", { name: /swap/i }).first());
  }],
  ["the best system, and its lead over the second", WINDOW, async (own) => {
    await own.toPage("Leaderboard");
    await own.click(own.page.getByRole("table", { name: "Leaderboard" }).getByRole("rowheader").first().getByRole("link"));
    await own.page.getByText(/Random swaps/).first().waitFor();
    await own.sees(own.page.locator(".verdict").first());
  }],
  ["the leaderboard of the test split", WINDOW, async (own) => {
    await own.toPage("Leaderboard");
    await own.click(own.page.locator('summary[aria-label^="Queries:"]'));
    await own.choose(own.page.getByRole("combobox", { name: "Split" }), "test");
    await own.page.getByRole("button", { name: "Remove Split: test" }).waitFor();
  }],
  ["an own run beside the others", WINDOW, async (own) => {
    await own.toPage("Benchmark");
    await own.does(own.page.getByLabel("Choose files").setInputFiles(run));
    await own.page.getByRole("region", { name: "Your files" }).getByText(/rank \d+ of \d+/).waitFor();
    await own.toPage("Leaderboard");
    await own.sees(own.page.getByRole("rowheader").filter({ hasText: "(imported)" }).first());
  }],
  ["phone: what a search finds", PHONE, async (own) => {
    await own.ask(QUERY);
    await own.sees(own.page.locator(".lane-card, li.card").first());
  }],
  ["phone: the precision curve of a search", PHONE, async (own) => {
    await own.click(own.page.getByRole("tab", { name: "Curves" }));
    await own.sees(own.page.getByRole("slider", { name: "Precision at rank" }));
  }, ONE_SYSTEM],
];

const measured = [];
for (const [name, viewport, body, path = ""] of TASKS) {
  const context = await browser.newContext({ viewport, hasTouch: viewport === PHONE });
  const page = await context.newPage();
  await page.goto(site.url + path);
  await page.locator(".lane-list li, li.card").first().waitFor();
  // What follows the first answer.
  await page.waitForTimeout(4_000);
  const own = new Visitor(page);
  const started = Date.now();
  await body(own);
  measured.push({ name, actions: own.actions, seconds: (Date.now() - started) / 1000 });
  console.log(`${name} | ${own.actions} | ${measured.at(-1).seconds.toFixed(1)} s`);
  await context.close();
}
writeFileSync(join(out, "tasks.json"), `${JSON.stringify(measured, null, 1)}\n`);
rmSync(folder, { recursive: true });
await browser.close();
process.exit(0);
