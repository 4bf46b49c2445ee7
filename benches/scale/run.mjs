// Corpora of growing size in the page, as visitors use them: run by scripts/bench scale.
// run.mjs OUT CODES CORPUS …   prints a table; writes OUT/scale.json and scale.svg. CODES is the native
// bench, or - to leave it out. BENCH_ALL_ROWS=0 leaves out searches of all rows. The program, the page and
// the browser are those of the browser tests: RANKSCOPE_BIN, _DIST and _CHROMIUM.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rankscope, serve } from "../../tests/browser/harness.mjs";
import { plot } from "./plot.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/harness.mjs"))("playwright-core");
const [out, codes, ...corpora] = process.argv.slice(2);
if (corpora.length === 0) throw new Error("run.mjs OUT CODES CORPUS …: run scripts/bench scale");

const K = 100;
const N_QUERIES = Number(process.env.BENCH_QUERIES ?? 31);
// These read every row, which takes seconds each.
const N_ALL_ROWS = 5;
const PATIENCE_MS = 1_800_000;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const say = (text) => process.stderr.write(`${text}\n`);

/** Kilobytes that the largest renderer of a browser has in memory; the page and its worker share one. */
function memoryOf(profile) {
  const status = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      status.set(pid, { text: readFileSync(`/proc/${pid}/status`, "utf8"), line: readFileSync(`/proc/${pid}/cmdline`, "utf8") });
    } catch {
      // It has ended.
    }
  }
  const field = (text, name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0);
  const isOurs = (pid) => {
    for (let at = status.get(pid); at; at = status.get(String(field(at.text, "PPid")))) {
      if (at.line.includes(profile)) return true;
    }
    return false;
  };
  const renderers = [...status].filter(([pid, { line }]) => line.includes("--type=renderer") && isOurs(pid));
  const memory = renderers.map(([, { text }]) => ({
    resident_mb: field(text, "VmRSS") / 1024,
    resident_peak_mb: field(text, "VmHWM") / 1024,
    anonymous_mb: field(text, "RssAnon") / 1024,
  }));
  return memory.toSorted((a, b) => b.resident_mb - a.resident_mb)[0];
}

/** Counts the bytes of the benchmark that a page and its worker fetch, as they came over the network. */
function counted(context) {
  const count = { bytes: 0, requests: 0 };
  context.on("requestfinished", async (request) => {
    if (!new URL(request.url()).pathname.startsWith("/benchmark/")) return;
    const { responseBodySize } = await request.sizes();
    count.requests += 1;
    count.bytes += responseBodySize;
  });
  return count;
}

const statusLine = (page) => page.locator(".status-line[data-search-ms]");

/** Opens an address and waits until its search is over; what the page says of it. */
async function searched(page, address) {
  const started = Date.now();
  let first_hits_ms;
  await page.goto(address);
  for (;;) {
    const { line, n } = await page.evaluate(() => ({
      line: { ...document.querySelector(".status-line[data-search-ms]")?.dataset },
      n: document.querySelectorAll("ol[aria-label=Results] > li").length,
    }));
    if (n > 0) first_hits_ms ??= Date.now() - started;
    if (line.searchMs) {
      return { first_hits_ms, all_ms: Date.now() - started, load_ms: Number(line.loadMs), search_ms: Number(line.searchMs) };
    }
    const alert = page.getByRole("alert");
    if (await alert.count()) throw new Error(await alert.first().innerText());
    if (Date.now() - started > PATIENCE_MS) throw new Error("the search does not end");
    await page.waitForTimeout(50);
  }
}

const idsShown = (page) => page.locator("ol[aria-label=Results] > li").evaluateAll((cards) => cards.map((card) => card.dataset.image));

async function measured(corpus) {
  const manifest = JSON.parse(readFileSync(join(corpus, "benchmark.json"), "utf8"));
  const [system] = manifest.systems;
  const bytes = manifest.files.filter((file) => system.gallery.includes(file.path)).reduce((sum, file) => sum + file.bytes, 0);
  const queries = readFileSync(join(corpus, "queries.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line).id);
  const asked = queries.filter((_, row) => row % Math.ceil(queries.length / N_QUERIES) === 0);
  say(`${manifest.counts.images} rows: exact lists by the native program`);
  const run = join(tmpdir(), `rankscope-scale-${process.pid}.run`);
  rankscope("export", corpus, "--system", system.id, "--out", run, "-k", String(K), "--force");
  const exact = new Map();
  for (const line of readFileSync(run, "utf8").split("\n")) {
    const [query, , id] = line.split(/\s+/);
    if (id) exact.set(query, [...(exact.get(query) ?? []), id]);
  }
  rmSync(run);
  say(`${manifest.counts.images} rows: recall by the number of candidates`);
  const byCandidates = codes === "-" ? null : JSON.parse(execFileSync(codes, [join(corpus, "systems", system.id)], { encoding: "utf8" }));

  const profile = mkdtempSync(join(tmpdir(), "rankscope-scale-"));
  const server = await serve(corpus);
  // A profile on disk, as visitors have: a private window keeps its files in memory.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.RANKSCOPE_CHROMIUM,
    headless: true,
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // Allows a little less memory than the gallery takes, so that galleries of all sizes stay on disk.
    // One of a gigabyte does so by itself.
    const megabytes = Math.min(1_024, Math.floor(bytes / 2 ** 20) - 1);
    const address = (query, more = "") => `${server.url}?device=cpu&memory=${megabytes}&k=${K}&query=${query}${more}`;
    const fetched = counted(context);
    const visited = async (address) => {
      const before = { ...fetched };
      const times = await searched(page, address);
      // The last answers are counted a moment later.
      await page.waitForTimeout(2_000);
      return { ...times, fetched_bytes: fetched.bytes - before.bytes, requests: fetched.requests - before.requests };
    };
    say(`${manifest.counts.images} rows: first visit`);
    const first_visit = { ...(await visited(address(asked[0]))), ...memoryOf(profile) };
    say(`${manifest.counts.images} rows: second visit`);
    const second_visit = await visited(address(asked[0]));
    const times = [];
    let found = 0;
    let wanted = 0;
    for (const query of asked) {
      // Uses the search box, so that the page and its engine stay.
      const text = JSON.parse(readFileSync(join(corpus, "queries.jsonl"), "utf8").split("\n")[queries.indexOf(query)]).text;
      const box = page.getByRole("combobox", { name: "Query" });
      await box.fill(text);
      await box.press("Enter");
      await page.waitForURL((url) => url.searchParams.get("query") === query);
      await page.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
      const { loadMs, searchMs } = await statusLine(page).evaluate((line) => ({ ...line.dataset }));
      times.push(Number(loadMs) + Number(searchMs));
      const shown = new Set(await idsShown(page));
      const list = exact.get(query).slice(0, K);
      found += list.filter((id) => shown.has(id)).length;
      wanted += list.length;
    }
    const memory = memoryOf(profile);
    const all_rows = [];
    // Without it, a corpus with signs stays one of which no shard was fetched as a whole.
    const n_all_rows = process.env.BENCH_ALL_ROWS === "0" ? 0 : N_ALL_ROWS;
    for (const query of asked.slice(0, n_all_rows)) {
      const { load_ms, search_ms } = await searched(page, address(query, "&rows=all"));
      const shown = await idsShown(page);
      if (shown.join() !== exact.get(query).slice(0, K).join()) throw new Error(`${query}: all rows differ from the native program`);
      all_rows.push(load_ms + search_ms);
    }
    return {
      rows: manifest.counts.images, dim: system.dim, queries: asked.length, k: K,
      bytes, first_visit, second_visit, recall: found / wanted, candidates: byCandidates,
      query: { median_ms: median(times), min_ms: Math.min(...times), max_ms: Math.max(...times), all_ms: times },
      all_rows: { median_ms: median(all_rows) ?? null, all_ms: all_rows },
      memory,
    };
  } finally {
    await context.close();
    server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

const results = [];
for (const corpus of corpora) results.push(await measured(corpus));
const report = {
  date: new Date().toISOString().slice(0, 10), cores: cpus().length, load: loadavg(), k: K, corpora: results,
};
writeFileSync(join(out, "scale.json"), JSON.stringify(report, null, 1));
if (results.every((one) => one.all_rows.median_ms !== null)) writeFileSync(join(out, "scale.svg"), plot(results));
const round = (value, digits = 0) => value?.toFixed(digits) ?? "–";
console.log("rows        recall@100  ms a query  ms all rows  resident MB (peak)  first hits s  first visit s (MB)  second visit s (MB)");
for (const one of results) {
  console.log([
    String(one.rows).padEnd(11), one.recall.toFixed(3).padEnd(11), round(one.query.median_ms).padEnd(11),
    round(one.all_rows.median_ms).padEnd(12), `${round(one.memory.resident_mb)} (${round(one.memory.resident_peak_mb)})`.padEnd(19),
    round(one.first_visit.first_hits_ms / 1000, 1).padEnd(13),
    `${round(one.first_visit.all_ms / 1000, 1)} (${round(one.first_visit.fetched_bytes / 1e6)})`.padEnd(19),
    `${round(one.second_visit.all_ms / 1000, 1)} (${round(one.second_visit.fetched_bytes / 1e6)})`,
  ].join(" "));
}
