// What a newcomer does with data of their own, from a fresh virtual environment to the first results in
// a browser: commands, seconds, and whether the page has pictures, search and measures in the end.
//   node run.mjs --data DIR --wheel FILE --out FILE.json [--rounds N] [--only CASE,…]
// DIR is what data.py made. RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, tmpdir } from "node:os";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/package.json"))("playwright-core");
const option = { type: "string" };
const { values: given } = parseArgs({
  options: { data: option, wheel: option, out: option, rounds: { ...option, default: "3" }, only: option },
});
const wheel = resolve(given.wheel);
const shown = JSON.parse(readFileSync(join(given.data, "shown.json"), "utf8"));
const MOST_COMMANDS = 3;

// Each case: what is typed after `pip install`, the query that is then asked in the page, and whether
// judgements are there to measure by.
const CASES = {
  arrays: { commands: ["rankscope view ."], asks: "a red circle", isJudged: true },
  python: { commands: ["python own.py", "rankscope view mine"], asks: "a red circle", isJudged: true },
  karpathy: { commands: ["rankscope view dataset_shapes.json photos"], asks: "a red circle", isJudged: true },
  runs: {
    commands: ["rankscope view colours.run layout.run judged.qrels queries.jsonl photos"],
    asks: "a red circle",
    isJudged: true,
    // The command measures a benchmark's systems with vectors, and runs as files.
    evaluates: "rankscope eval --qrels judged.qrels --run colours.run layout.run",
  },
  parquet: {
    commands: ["rankscope view images.parquet queries.parquet judged.qrels photos"],
    asks: "a red circle",
    isJudged: true,
  },
  photos: { commands: ["rankscope view photos"], isJudged: false },
};
const chosen = given.only ? given.only.split(",") : Object.keys(CASES);
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const seconds = (since) => (performance.now() - since) / 1000;

/** A case's files, and a virtual environment with nothing in it. */
function prepared(name, folder) {
  cpSync(join(given.data, name), join(folder, "data"), { recursive: true });
  execFileSync(process.env.PYTHON ?? "python3", ["-m", "venv", join(folder, "venv")]);
  const env = { ...process.env, RANKSCOPE_CACHE: join(folder, "cache") };
  for (const ours of ["RANKSCOPE_BIN", "RANKSCOPE_DIST", "PYTHONPATH", "VIRTUAL_ENV"]) delete env[ours];
  env.PATH = [join(folder, "venv/bin"), "/usr/bin", "/bin"].join(delimiter);
  return { cwd: join(folder, "data"), env };
}

/** Runs a command that ends. */
const run = (command, where) => execFileSync("sh", ["-c", command], { ...where, stdio: ["ignore", "ignore", "inherit"] });

/** Starts the command that serves. This script is the browser that it would open. */
async function served(command, where) {
  const program = spawn("sh", ["-c", `exec ${command} --no-open --port 0`], { ...where, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  program.stderr.on("data", (data) => (said += data));
  const url = await new Promise((found, failed) => {
    let printed = "";
    program.stdout.on("data", (data) => {
      printed += data;
      const match = /Rankscope is at (\S+)/.exec(printed);
      if (match) found(match[1]);
    });
    program.on("exit", (code) => failed(new Error(`${command} ended with ${code}: ${said}`)));
  });
  return { url, stop: () => new Promise((ended) => program.once("exit", ended) && program.kill()) };
}

/** The ids of the results, once they are there and those in sight show their pictures. */
async function results(page) {
  const cards = page.getByRole("list", { name: "Results" }).locator("li.card");
  await cards.first().waitFor();
  await page.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
  const ids = await cards.evaluateAll((all) => all.map((card) => card.dataset.image));
  await loaded(cards.first().locator("img"));
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-label="Results"] img')]
      .filter((img) => img.getBoundingClientRect().top < innerHeight)
      .every((img) => img.complete && img.naturalWidth > 0),
  );
  return ids;
}

/** Waits until a picture is there. */
async function loaded(img) {
  await img.waitFor();
  await img.evaluate((img) => img.decode());
}

/** Types a query, or asks by a picture where there is nothing to type, and waits for the results. */
async function firstResults(page, { asks }) {
  if (asks) {
    const box = page.getByRole("combobox", { name: "Query", exact: true });
    await box.fill(asks);
    await box.press("Enter");
  } else {
    const samples = page.getByRole("list", { name: "Sample pictures" });
    await loaded(samples.getByRole("img").first());
    await samples.getByRole("link").first().click();
  }
  return results(page);
}

/** What a picture shows, by its id or, in a Karpathy split, by its number. */
const facts = (id) => shown.find((one) => one.id === id) ?? shown[Number(id)];

/** The page does what it should: hits that fit, pictures like a picture, figures that are the program's. */
async function check(page, ids, { url, benchmark, where, asks, isJudged, evaluates }) {
  if (asks) {
    // The vectors are of colours; shapes they do not know.
    const { colour, shape } = facts(ids[0]);
    assert.ok(asks.split(" ").includes(colour), `${asks}: the first is a ${colour} ${shape}`);
  }
  const { systems } = JSON.parse(readFileSync(join(benchmark, "benchmark.json"), "utf8"));
  if (systems.length > 0) {
    await page.goto(`${url}?${new URLSearchParams({ like: ids[0], system: systems.at(-1).id })}`);
    const alike = await results(page);
    assert.equal(alike[0], ids[0], "a picture is most like itself");
    assert.ok(alike.length >= 10, `${alike.length} pictures like it`);
  }
  if (!isJudged) return;
  await page.goto(`${url}leaderboard`);
  const cells = page.getByRole("table", { name: "Leaderboard" }).locator("[data-value]");
  await cells.first().waitFor();
  const { runs } = JSON.parse(execFileSync("sh", ["-c", `${evaluates ?? `rankscope eval '${benchmark}'`} --json`], { ...where, maxBuffer: 1 << 28 }));
  const values = await cells.evaluateAll((all) => all.map((cell) => ({ ...cell.dataset })));
  const both = values.flatMap(({ system, measure, value }) => {
    const native = runs[system]?.[measure]?.mean;
    return native === undefined || value === "n/a" ? [] : [[Number(value), native]];
  });
  assert.ok(both.length > 0, "the leaderboard has figures that the program has too");
  for (const [own, native] of both) assert.ok(Math.abs(own - native) <= 1e-12, `${own} and ${native}`);
}

/** The benchmark that is served: what the script wrote, or what `view` built and keeps. */
function benchmarkOf(name, folder) {
  if (name === "python") return join(folder, "data/mine");
  const views = join(folder, "cache/views");
  return join(views, readdirSync(views)[0], "benchmark");
}

/** One newcomer; seconds from the first command to the end of each step. */
async function once(name, browser) {
  const own = CASES[name];
  const folder = mkdtempSync(join(tmpdir(), "rankscope-newcomer-"));
  const where = prepared(name, folder);
  let server, context;
  try {
    const began = performance.now();
    run(`pip install --quiet --disable-pip-version-check '${wheel}'`, where);
    const installed = seconds(began);
    for (const command of own.commands.slice(0, -1)) run(command, where);
    server = await served(own.commands.at(-1), where);
    const address = seconds(began);
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(server.url);
    const ids = await firstResults(page, own);
    const results = seconds(began);
    assert.ok(ids.length >= 10, `${name}: ${ids.length} results`);
    await check(page, ids, { ...own, url: server.url, benchmark: benchmarkOf(name, folder), where });
    assert.deepEqual(problems, []);
    return { installed, address, results };
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  } finally {
    await context?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const browser = await chromium.launch({
  executablePath: process.env.RANKSCOPE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
const all = Object.fromEntries(chosen.map((name) => [name, []]));
try {
  for (let round = 0; round < Number(given.rounds); round++) {
    for (const name of chosen) all[name].push(await once(name, browser));
  }
} finally {
  await browser.close();
}

const table = chosen.map((name) => {
  const commands = [`pip install ${basename(wheel)}`, ...CASES[name].commands];
  assert.ok(commands.length <= MOST_COMMANDS, `${name} takes ${commands.length} commands`);
  const of = (value) => median(all[name].map(value));
  return {
    name,
    commands,
    install: of((it) => it.installed),
    address: of((it) => it.address - it.installed),
    results: of((it) => it.results - it.installed),
    whole: of((it) => it.results),
  };
});
console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(1)}; seconds, medians of ${given.rounds}; address and first results after pip install`);
console.table(
  table.map(({ name, commands, install, address, results, whole }) => {
    const [i, a, r, w] = [install, address, results, whole].map((value) => Number(value.toFixed(2)));
    return { case: name, commands: commands.length, "pip install": i, address: a, "first results": r, "in all": w };
  }),
);
for (const { name, commands } of table) console.log(`${name}:\n${commands.map((command) => `    ${command}`).join("\n")}`);
mkdirSync(dirname(given.out), { recursive: true });
writeFileSync(given.out, JSON.stringify({ wheel: basename(wheel), load: loadavg(), rounds: all, table }, null, 1));
