// First visits to Fieldbook's pages on localhost: run by scripts/bench visit.
// first_view.mjs OUT   prints, for three widths, how far each page's contents move while they come (the sum of
// the browser's layout shifts, until nothing is awaited), and of Explore when pictures and results are seen
// and how far the first result lies from the top; writes OUT/first_view.json. Each page is opened in a context
// of its own, on the CPU, with nothing cached.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../../tests/browser/harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/harness.mjs"))("playwright-core");
const [out] = process.argv.slice(2);

const SIZES = [[1440, 900], [1024, 900], [390, 844]];
const PATIENCE_MS = 120_000;
/** How long a page must have time to move, before and after nothing is awaited any more. */
const SETTLED_MS = 1_500;
/** Addresses by what they show. */
const PAGES = {
  Explore: "",
  "Explore, a query": "?query=q-203&system=large",
  "What if": "?query=q-203&system=large&edit=-",
  Compare: "compare",
  Leaderboard: "leaderboard",
  Agreement: "agreement",
  Topics: "topics",
  Guides: "guides",
  Benchmark: "about",
  Learn: "learn",
  "A lesson": "?lesson=precision.1",
};
/** What is seen of Explore: its dozen pictures, its first results and the first picture of one. */
const SEEN = {
  dozen: "img.opening:not([hidden])",
  results: "ol[aria-label^='Results'] > li",
  picture: "ol[aria-label^='Results'] img",
};

const site = await serve(join(here, "../../public/fieldbook"));
const browser = await chromium.launch({ executablePath: process.env.RANKSCOPE_CHROMIUM, headless: true, args: ["--no-sandbox"] });

/** Runs in the page before anything else: sums the shifts, and notes when each stage is first seen. */
function watch(seen) {
  window.moved = 0;
  window.seen = {};
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.moved += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    for (const [stage, selector] of Object.entries(seen)) {
      const element = document.querySelector(selector);
      const isThere = element && (element.tagName !== "IMG" || (element.complete && element.naturalWidth > 0));
      if (isThere) window.seen[stage] ??= performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** One page at one size. */
async function visited(path, [width, height]) {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: width < 600 });
  const page = await context.newPage();
  await page.addInitScript(watch, SEEN);
  await page.goto(site.url + path);
  await page.locator("#main h1").first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(SETTLED_MS);
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], progress'), null, { timeout: PATIENCE_MS });
  await page.waitForTimeout(SETTLED_MS);
  const found = await page.evaluate(() => {
    const card = document.querySelector("ol[aria-label^='Results'] > li");
    const top = card && Math.round(card.getBoundingClientRect().top + window.scrollY);
    return { moved: window.moved, seen: window.seen, top };
  });
  await context.close();
  return found;
}

const rows = [];
for (const [name, path] of Object.entries(PAGES)) {
  for (const size of SIZES) {
    const row = { name, width: size[0], ...(await visited(path, size)) };
    rows.push(row);
    const seconds = (stage) => (row.seen[stage] ? ` ${stage} ${(row.seen[stage] / 1000).toFixed(2)} s` : "");
    const top = row.top ? ` first card ${row.top} px` : "";
    console.log(`${name.padEnd(17)} ${String(row.width).padStart(4)} px  moved ${row.moved.toFixed(3)}${top}${Object.keys(SEEN).map(seconds).join("")}`);
  }
}
writeFileSync(join(out, "first_view.json"), `${JSON.stringify(rows, null, 1)}\n`);
await browser.close();
process.exit(0);
