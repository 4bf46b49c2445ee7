// A query by guides in the page, stage by stage, for each preset, and until its lists are shown. There is
// no peer in a browser: the aim is 1.5 seconds for `balanced` on the processor, warm.
//   node run.mjs --dist DIR --benchmark DIR --bin RANKSCOPE --out FILE.json [--rounds N] [--device cpu|webgpu]
// RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/package.json"))("playwright-core");
const option = { type: "string" };
const { values: given } = parseArgs({
  options: { dist: option, benchmark: option, bin: option, out: option, rounds: { ...option, default: "3" }, device: { ...option, default: "cpu" } },
});
const PRESETS = ["fast", "balanced", "accurate"];
const STAGES = ["understand", "draw", "load", "encode", "search", "fuse"];
// The first of a visit also loads galleries, towers and the scenes to choose from.
const TEXTS = ["a kestrel in the rain", "a red fox in the snow", "two mallards swimming", "an owl at night", "a monarch butterfly on a flower", "mushrooms under a tree in autumn"];
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

const server = spawn(given.bin, ["serve", given.benchmark, "--dist", given.dist, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  let said = "";
  server.stdout.on("data", (data) => {
    said += data;
    const match = /Rankscope is at (\S+)/.exec(said);
    if (match) resolve(match[1]);
  });
  server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
});
const browser = await chromium.launch({
  executablePath: process.env.RANKSCOPE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--enable-unsafe-webgpu"],
});

/** Asks a text and waits for its line of timings: each stage in milliseconds, and the whole on the clock. */
const asked = (page, text) =>
  page.evaluate(async (text) => {
    const line = () => document.querySelector(".guide-timings[data-fuse-ms]:not([data-old])");
    const box = document.querySelector("input#query");
    line()?.setAttribute("data-old", "");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(box, text);
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const start = performance.now();
    box.form.requestSubmit();
    await new Promise((resolve) => {
      const look = () => (line() && new URL(location.href).searchParams.get("q") === text ? resolve() : requestAnimationFrame(look));
      look();
    });
    const shown = performance.now() - start;
    const ms = Object.fromEntries(Object.entries(line().dataset).filter(([name]) => name.endsWith("Ms")).map(([name, value]) => [name.slice(0, -2), Number(value)]));
    return { ...ms, shown };
  }, text);

const all = {};
try {
  for (let round = 0; round < Number(given.rounds); round++) {
    for (const preset of PRESETS) {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(300_000);
      await page.goto(`${url}guides?${new URLSearchParams({ device: given.device, guides: preset })}`);
      await page.locator("input#query:not(:disabled)").waitFor();
      const times = [];
      for (const text of TEXTS) times.push(await asked(page, text));
      (all[preset] ??= []).push(times);
      await context.close();
    }
  }
} finally {
  await browser.close();
  server.kill();
}

const table = Object.entries(all).map(([preset, visits]) => {
  const warm = visits.flatMap((times) => times.slice(1));
  const stages = [...STAGES, "shown"].map((name) => [name, median(warm.map((own) => own[name]))]);
  return { preset, ...Object.fromEntries(stages), fastest: Math.min(...warm.map((own) => own.shown)), first: median(visits.map((times) => times[0].shown)) };
});
console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(1)}; medians in milliseconds over ${given.rounds} visits with ${TEXTS.length} queries each`);
console.table(table.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "number" ? Number(value.toFixed(1)) : value]))));
mkdirSync(dirname(given.out), { recursive: true });
writeFileSync(given.out, JSON.stringify({ device: given.device, load: loadavg(), texts: TEXTS, visits: all, table }, null, 1));
