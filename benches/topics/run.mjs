// The three challenges for one system, in the page and by scikit-learn, in turn. Figures must agree first.
//   node run.mjs --dist DIR --benchmark DIR --bin RANKSCOPE --python PYTHON --out FILE.json [--system ID] [--rounds N]
// RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/package.json"))("playwright-core");
const option = { type: "string" };
const { values: given } = parseArgs({
  options: { dist: option, benchmark: option, bin: option, python: option, out: option, system: { ...option, default: "large" }, rounds: { ...option, default: "3" } },
});
const CHALLENGES = ["recognition", "propagation", "suggestion"];
// scikit-learn sums in its own order, and its cosines divide by lengths that are already near 1.
const TOLERANCE = 2e-3;

const title = JSON.parse(readFileSync(join(given.benchmark, "benchmark.json"))).systems.find(({ id }) => id === given.system).title;
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
  args: ["--no-sandbox", "--disable-background-networking"],
});

/** Seconds from the click to the figures, with engine and vectors in memory, and the first figure. */
async function inPage(challenge) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  const asked = new URLSearchParams({ challenge, system: given.system, device: "cpu" });
  await page.goto(`${url}topics?${asked}`);
  await page.getByRole("button", { name: "Any picture" }).click();
  await page.getByRole("list", { name: "Neighbours that voted" }).waitFor();
  const seconds = await page.evaluate(async (name) => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === name);
    const began = performance.now();
    button.click();
    while (!document.querySelector('section[aria-label="Finding"] table')) await new Promise(requestAnimationFrame);
    return (performance.now() - began) / 1000;
  }, `Compute for ${title}`);
  const figure = await page.locator('section[aria-label="Finding"] table').first().locator("[data-value]").first().getAttribute("data-value");
  await context.close();
  return { seconds, figure: Number(figure) };
}

const peer = (challenge) =>
  JSON.parse(execFileSync(given.python, [join(here, "../peers/topics_sklearn.py"), given.benchmark, given.system, challenge], { encoding: "utf8" }));

try {
  const load = loadavg()[0];
  const report = {};
  console.log(`${title}: seconds for a challenge, vectors in memory: median (fastest) of ${given.rounds}`);
  for (const challenge of CHALLENGES) {
    const page = [];
    const sklearn = [];
    for (let round = 0; round < Number(given.rounds); round += 1) {
      const ours = await inPage(challenge);
      const theirs = peer(challenge);
      if (!(Math.abs(ours.figure - theirs.figure) < TOLERANCE)) throw new Error(`${challenge}: ${ours.figure} in the page, ${theirs.figure} by scikit-learn`);
      page.push(ours.seconds);
      sklearn.push(theirs.seconds);
      report[challenge] = { figure: ours.figure, theirs: theirs.figure, page, sklearn };
    }
    const ratio = median(sklearn) / median(page);
    report[challenge].ratio = ratio;
    const words = (all) => `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)})`;
    console.log(`${challenge.padEnd(14)} page ${words(page).padStart(14)}  scikit-learn ${words(sklearn).padStart(14)}  scikit-learn takes ${ratio.toFixed(2)} times as long`);
  }
  const machine = { date: new Date().toISOString().slice(0, 10), browser: `Chromium ${browser.version()}`, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, load_before: load };
  console.log(`load before: ${load.toFixed(1)} on ${cpus().length} cores`);
  mkdirSync(dirname(given.out), { recursive: true });
  writeFileSync(given.out, `${JSON.stringify({ ...machine, system: given.system, challenges: report }, null, 1)}\n`);
} finally {
  await browser.close();
  server.kill();
}
