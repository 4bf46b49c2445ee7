// The search against peers, all in one page of headless Chromium: run by scripts/bench search.
// Prints a table and writes every repetition to OUT/search.json.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCorpus } from "./corpus.mjs";
import { serve } from "./server.mjs";

const need = (name) => process.env[name] ?? fail(`${name} is not set: run scripts/bench search, which sets it`);
const fail = (message) => {
  throw new Error(message);
};
const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? fail("where to? run.mjs OUT"));
const dist = resolve(need("RANKSCOPE_DIST"));
const peers = resolve(need("BENCH_PEERS"));
const { chromium } = createRequire(join(here, "../../tests/browser/harness.mjs"))("playwright-core");

const K = 100;
const N_TIMES = Number(process.env.BENCH_TIMES ?? 31);
// A software GPU takes a second or more for a search, so it gets few turns.
const N_TIMES_SLOW = 5;
const N_JUDGED = 10;
const SLOW = new Set(["onnx_webgpu"]);
const EF = [100, 200, 400, 800];
const NAMES = process.env.BENCH_ONLY?.split(",") ?? [
  "engine_cpu", "plain_javascript", "onnx_wasm", "engine_webgpu", "onnx_webgpu", "hnsw_wasm", "edgevec_binary",
];

const worlds = [
  // Building such a large graph takes minutes: BENCH_HNSW=real builds it for the real vectors only.
  { name: "clustered", shape: { nRows: 100_000, nQueries: 64, dim: 384 }, hnsw: process.env.BENCH_HNSW !== "real" },
  { name: "random", shape: { nRows: 100_000, nQueries: 64, dim: 384 }, hnsw: false },
  ...(process.env.BENCH_REAL ? [{ name: "coco5k", folder: resolve(process.env.BENCH_REAL), hnsw: true }] : []),
].filter(({ name }) => !process.env.BENCH_WORLDS || process.env.BENCH_WORLDS.split(",").includes(name));

const median = (values) => {
  const ordered = values.toSorted((a, b) => a - b);
  const half = ordered.length / 2;
  return (ordered[Math.ceil(half) - 1] + ordered[Math.floor(half)]) / 2;
};
const summary = (values) => ({ median_ms: median(values), min_ms: Math.min(...values), all_ms: values });
const say = (text) => process.stderr.write(`${text}\n`);

/** A benchmark whose first system is the one to be searched, with its ONNX model. */
function prepared(world, folder) {
  if (world.folder) {
    // Real vectors stay where they are.
    const manifest = JSON.parse(readFileSync(join(world.folder, "benchmark.json"), "utf8"));
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(world.folder, "systems"), join(folder, "systems"));
    writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
    world.gallery = manifest.systems[0].gallery[0];
  } else {
    world.gallery = makeCorpus(folder, world.name, world.shape).systems[0].gallery[0];
  }
  const queries = world.gallery.replace(/[^/]*$/, "queries.safetensors");
  if (process.env.BENCH_CODES) {
    const files = [world.gallery, queries].map((file) => join(folder, file)).join(",");
    world.codes = JSON.parse(execFileSync(process.env.BENCH_CODES, [`${world.name}=${files}`], { encoding: "utf8" }))[world.name];
  }
  execFileSync(need("BENCH_PYTHON"), [join(here, "../peers/topk_model.py"), join(folder, world.gallery), join(folder, "model.onnx")]);
}

async function measured(page, world) {
  const call = (method, ...args) => page.evaluate(([method, args]) => window.bench(method, args), [method, args]);
  await call("load", `/corpora/${world.name}`);
  const result = { codes: world.codes, contenders: {} };
  const open = [];
  for (const name of NAMES) {
    if (name === "hnsw_wasm" && !world.hnsw) continue;
    say(`${world.name}: ${name} gets ready`);
    try {
      result.contenders[name] = { facts: await call("open", name) };
      open.push(name);
    } catch (error) {
      result.contenders[name] = { not_measured: String(error.message).split("\n")[0] };
      say(`  ${result.contenders[name].not_measured}`);
    }
  }
  // Correctness first, then speed.
  for (const name of open) {
    const judged = [];
    const options = { ef: EF[1] };
    for (let query = 0; query < (SLOW.has(name) ? 2 : N_JUDGED); query++) judged.push(await call("judge", name, query, K, options));
    const contender = result.contenders[name];
    contender.recall = judged.reduce((sum, { recall }) => sum + recall, 0) / judged.length;
    contender.identical = judged.every(({ identical }) => identical);
    if (name.startsWith("engine") && !contender.identical) fail(`${world.name}: ${name} has other hits than brute force`);
  }
  if (open.includes("hnsw_wasm")) {
    result.contenders.hnsw_wasm.by_ef = [];
    for (const ef of EF) {
      const judged = [], times = [];
      for (let query = 0; query < N_JUDGED; query++) {
        judged.push((await call("judge", "hnsw_wasm", query, K, { ef })).recall);
        times.push(await call("time", "hnsw_wasm", query, K, { ef }));
      }
      const recall = judged.reduce((sum, one) => sum + one, 0) / judged.length;
      result.contenders.hnsw_wasm.by_ef.push({ ef, recall, median_ms: median(times) });
    }
  }
  say(`${world.name}: one query at a time`);
  const times = Object.fromEntries(open.map((name) => [name, []]));
  const pass = [];
  for (let turn = 0; turn < N_TIMES; turn++) {
    pass.push(await call("timePass"));
    for (const name of open) {
      if (SLOW.has(name) && turn >= N_TIMES_SLOW) continue;
      times[name].push(await call("time", name, turn, K, { ef: EF[1] }));
    }
  }
  // Each contender's first call is timed apart.
  for (const name of open) result.contenders[name].one_query = { first_ms: times[name][0], ...summary(times[name].slice(1)) };
  result.pass = summary(pass.slice(1));
  say(`${world.name}: all queries at once`);
  for (const k of [100, 1000]) {
    for (const name of open.filter((name) => ["engine_cpu", "engine_webgpu", "onnx_wasm"].includes(name))) {
      const all = [];
      for (let turn = 0; turn < 3; turn++) all.push(await call("timeAll", name, k));
      (result.contenders[name].all_queries ??= {})[k] = summary(all);
    }
  }
  for (const name of open) await call("close", name);
  return result;
}

function print(name, { codes, contenders, pass }) {
  const ours = contenders.engine_cpu?.one_query?.median_ms;
  console.log(`\n${name}: top ${K}, one query; a pass over the bytes of the codes takes ${pass.median_ms.toFixed(2)} ms`);
  console.log("| | median ms | least ms | times engine_cpu | recall | identical | ready ms |\n|---|---|---|---|---|---|---|");
  for (const [contender, { one_query, recall, identical, facts, not_measured }] of Object.entries(contenders)) {
    if (not_measured) {
      console.log(`| ${contender} | not measured: ${not_measured} |`);
      continue;
    }
    const { median_ms, min_ms } = one_query;
    console.log(
      `| ${contender} | ${median_ms.toFixed(2)} | ${min_ms.toFixed(2)} | ${ours ? (median_ms / ours).toFixed(1) : "–"} | ${recall.toFixed(4)} | ${identical} | ${facts.ready_ms.toFixed(0)} |`,
    );
  }
  if (codes) {
    const { int8_alone, rows_scored, bytes_per_row } = codes;
    console.log(
      `int8 codes alone: recall ${int8_alone.mean_recall.toFixed(4)}, at least ${int8_alone.least_recall.toFixed(2)}; ` +
        `${rows_scored.median} rows scored again (median), ${rows_scored.most} at most; ${bytes_per_row.all_in_memory} bytes a row in memory`,
    );
    for (const { candidates, recall } of codes.signs_then_exact) {
      console.log(`signs, then ${candidates} candidates exactly: recall ${recall.toFixed(4)}; ${bytes_per_row.signs} bytes a row`);
    }
    for (const [task, everyone] of Object.entries(codes.native.times)) {
      for (const [who, { median_ms, min_ms, times_ours }] of Object.entries(everyone)) {
        const of = who === codes.native.ours ? "" : `, ${times_ours.median.toFixed(1)} (${times_ours.min.toFixed(1)}) times ours`;
        console.log(`natively, ${task}, ${who}: ${median_ms.toFixed(2)} (${min_ms.toFixed(2)}) ms${of}`);
      }
    }
  }
  for (const { ef, recall, median_ms } of contenders.hnsw_wasm?.by_ef ?? []) {
    console.log(`hnsw_wasm, ef ${ef}: recall ${recall.toFixed(4)} in ${median_ms.toFixed(2)} ms`);
  }
  for (const [contender, { all_queries }] of Object.entries(contenders)) {
    for (const [k, { median_ms }] of Object.entries(all_queries ?? {})) {
      console.log(`${contender}: all queries, ${k} hits each: ${median_ms.toFixed(0)} ms`);
    }
  }
}

const temporary = mkdtempSync(join(tmpdir(), "rankscope-bench-"));
const server = await serve({ "": here, dist, peers, corpora: temporary });
const browser = await chromium.launch({
  executablePath: need("RANKSCOPE_CHROMIUM"),
  headless: true,
  args: ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--disable-background-networking"],
});
const results = {
  date: new Date().toISOString().slice(0, 10),
  browser: browser.version(),
  processor: `${cpus().length} × ${cpus()[0].model}`,
  load_before: loadavg()[0],
  k: K,
  worlds: {},
};
try {
  for (const world of worlds) {
    say(`${world.name}: making the corpus`);
    prepared(world, join(temporary, world.name));
    // A page for each corpus, so that memory of one does not burden another.
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${server.url}/page.html`);
    await page.waitForFunction(() => window.ready);
    results.worlds[world.name] = await measured(page, world);
    await page.close();
    print(world.name, results.worlds[world.name]);
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "search.json"), JSON.stringify(results, null, 1));
  }
} finally {
  await browser.close();
  server.stop();
  rmSync(temporary, { recursive: true, force: true });
}
