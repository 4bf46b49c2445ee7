// Runs the browser tests: two files at a time, in one browser, longest first.
//
//   node tests/browser/run.mjs [options] [part of a file's name, or of a test's]…
//
//   --release         the release lane too: what is proven once before a release
//   --last-failed     only the tests that failed the last time
//   --shard 1/3       the first of three parts that take about as long
//   --repeat 10       the same ten times over
//   --workers 2       so many files at a time
//   --results FILE    times and results as JSON
//   --keep-times      writes times.json anew, which says what to begin with
//
// Ends with `N passed, N failed, N skipped`, after a line `FAILED: file: test` for each failure; exits
// non-zero on any.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { changedBenchmarks } from "./built.mjs";
import { launchServer } from "./harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const TIMES = join(here, "times.json");
/** What the last run left, for --last-failed. */
const LAST = join(tmpdir(), `rankscope-browser-tests-${createHash("sha256").update(here).digest("hex").slice(0, 12)}.json`);
/** A file that takes as long hangs. */
const MOST_MS = 1_800_000;
const SLOWEST = 25;

const { values: options, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    release: { type: "boolean", default: false },
    "last-failed": { type: "boolean", default: false },
    shard: { type: "string", default: "1/1" },
    repeat: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
    results: { type: "string" },
    "keep-times": { type: "boolean", default: false },
  },
});

const readJson = (path, otherwise) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return otherwise;
    throw error;
  }
};
const times = readJson(TIMES, {});
/** A file that nobody has timed may be long. */
const secondsOf = (file) => times[file] ?? Infinity;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The files to run, longest first, and patterns of the names of their tests. */
function chosen() {
  const all = readdirSync(here).filter((name) => name.endsWith(".test.mjs")).toSorted();
  if (options["last-failed"]) {
    const { failed = [] } = readJson(LAST, {});
    const names = failed.map(({ name }) => name);
    return { files: all.filter((file) => failed.some((own) => own.file === file)), names: names.map((name) => `^${escaped(name)}$`) };
  }
  // A path is the file at its end.
  const parts = patterns.map((pattern) => pattern.split("/").at(-1));
  const isFile = (part) => all.some((file) => file.includes(part));
  const wanted = parts.filter(isFile);
  const names = patterns.filter((_, index) => !isFile(parts[index])).map(escaped);
  return { files: wanted.length ? all.filter((file) => wanted.some((part) => file.includes(part))) : all, names };
}

/** A part of the files: each goes to the part that has the least to do so far. */
function shard(files) {
  const [place, n] = options.shard.split("/").map(Number);
  if (!(place >= 1 && place <= n)) throw new Error(`--shard ${options.shard} is not such as 1/3`);
  const parts = Array.from({ length: n }, () => ({ seconds: 0, files: [] }));
  for (const file of files) {
    const least = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += Math.min(secondsOf(file), 60);
  }
  return parts[place - 1].files;
}

/** Runs a file; its tests, and what it wrote. */
async function runFile(file, names, env, folder) {
  const report = join(folder, `${file}.jsonl`);
  const args = ["--test-reporter", join(here, "reporter.mjs"), "--test-reporter-destination", report];
  for (const name of names) args.push("--test-name-pattern", name);
  const begin = performance.now();
  const child = spawn(process.execPath, [...args, join(here, file)], { env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const late = setTimeout(() => child.kill("SIGKILL"), MOST_MS);
  const code = await new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  clearTimeout(late);
  running.delete(child);
  const lines = (() => {
    try {
      return readFileSync(report, "utf8");
    } catch {
      return "";
    }
  })();
  // A killed file may leave half a line.
  const tests = lines.split("\n").flatMap((line) => (line.endsWith("}") ? [JSON.parse(line)] : []));
  if (code !== 0 && !tests.some(({ result }) => result === "failed"))
    tests.push({ name: "the file", result: "failed", ms: 0, error: `ended with ${code}` });
  return { file, seconds: (performance.now() - begin) / 1000, tests, said };
}

function tell({ file, seconds, tests, said }) {
  const failed = tests.filter(({ result }) => result === "failed");
  console.log(`${failed.length ? "not ok" : "ok"} ${file}: ${tests.length} tests, ${seconds.toFixed(1)} s`);
  if (said.trim()) console.log(said.trim().replace(/^/gm, "    "));
  for (const { name, error } of failed) console.log(`  FAILED ${name}\n${String(error).replace(/^/gm, "    ")}`);
}

/** The browser of the run. One that ended is replaced for the files that come. */
async function sharedBrowser() {
  let server = null;
  const endpoint = async () => {
    if (!server) {
      server = launchServer().then((own) => {
        own.on("close", () => (server = null));
        return own;
      });
    }
    return (await server).wsEndpoint();
  };
  return { endpoint, close: async () => (await server)?.close() };
}

const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    for (const child of running) child.kill();
    process.exit(1);
  });
}

const { files: all, names } = chosen();
const files = shard(all.toSorted((a, b) => secondsOf(b) - secondsOf(a)));
const folder = mkdtempSync(join(tmpdir(), "rankscope-tests-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const kept = join(folder, "built");
mkdirSync(kept);
const leftOut = join(folder, "left-out");
const browser = await sharedBrowser();
const begin = performance.now();
const outcomes = [];
for (let run = 0; run < Number(options.repeat); run++) {
  const waiting = [...files];
  const worker = async () => {
    for (let file; (file = waiting.shift()); ) {
      const env = {
        ...process.env,
        RANKSCOPE_BROWSER: await browser.endpoint(),
        RANKSCOPE_BUILT: kept,
        RANKSCOPE_LEFT_OUT: leftOut,
        RANKSCOPE_LANE: options.release ? "release" : process.env.RANKSCOPE_LANE ?? "",
      };
      const outcome = await runFile(file, names, env, folder);
      outcomes.push(outcome);
      tell(outcome);
    }
  };
  await Promise.all(Array.from({ length: Number(options.workers) }, worker));
}
await browser.close();

const tests = outcomes.flatMap(({ file, tests }) => tests.map((test) => ({ file, ...test })));
const changed = changedBenchmarks(kept);
for (const what of changed) tests.push({ file: "run.mjs", name: `${what} is as it was built`, result: "failed", ms: 0, error: "a test changed a benchmark that others use" });
const of = (result) => tests.filter((test) => test.result === result);
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(7);

console.log("\nSeconds by file:");
for (const { file, seconds: s } of outcomes.toSorted((a, b) => b.seconds - a.seconds)) console.log(`${s.toFixed(1).padStart(7)}  ${file}`);
console.log("\nThe slowest tests, in seconds:");
for (const { file, name, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) console.log(`${seconds(ms)}  ${file}: ${name}`);
const nLeftOut = (() => {
  try {
    return new Set(readFileSync(leftOut, "utf8").trim().split("\n")).size;
  } catch {
    return 0;
  }
})();
console.log(`\n${((performance.now() - begin) / 1000).toFixed(0)} s in all.${nLeftOut ? ` ${nLeftOut} tests of the release lane were left out: --release runs them too.` : ""}`);

const failed = of("failed").map(({ file, name }) => ({ file, name }));
writeFileSync(LAST, JSON.stringify({ failed }));
if (options.results) {
  const byFile = Object.fromEntries(outcomes.map(({ file, seconds, tests }) => [file, { seconds, tests }]));
  writeFileSync(options.results, JSON.stringify({ lane: options.release ? "release" : "default", failed, files: byFile }, null, 1));
}
if (options["keep-times"]) {
  const measured = Object.fromEntries(outcomes.map(({ file, seconds }) => [file, Math.round(seconds)]));
  const sorted = Object.entries({ ...times, ...measured }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
for (const { file, name, error } of of("failed")) if (error && file === "run.mjs") console.log(`${name}: ${error}`);
for (const { file, name } of failed) console.log(`FAILED: ${file}: ${name}`);
console.log(`${of("passed").length} passed, ${failed.length} failed, ${of("skipped").length} skipped`);
process.exit(failed.length || !tests.length ? 1 : 0);
