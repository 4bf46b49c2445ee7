// The page's figures on this machine, as JSON: sizes, what a visit waits for, stage timings, and
// tasks that keep the page from answering. Run by scripts/figures; nothing is judged here.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { BROWSERS, waitFor } from "./every_browser.mjs";
import { ask, dist, launch, newProfile, PATIENCE_MS, results, serve } from "./harness.mjs";

const [benchmark, system, ...texts] = process.argv.slice(2);
const N_RUNS = 5;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const sizes = {};
for (const name of readdirSync(dist).filter((name) => name.endsWith(".wasm"))) {
  // The parts of the page have their hashes in their names: they count together.
  const module = ["app_bg.wasm", "engine_bg.wasm", "engine_gpu_bg.wasm"].includes(name) ? name : "app_*.wasm";
  const bytes = readFileSync(join(dist, name));
  sizes[module] ??= { n_files: 0, raw_bytes: 0, brotli_bytes: 0 };
  sizes[module].n_files += 1;
  sizes[module].raw_bytes += bytes.length;
  sizes[module].brotli_bytes += brotliCompressSync(bytes).length;
}

/** Watches a page from inside: its long tasks, and when what is waited for is there. */
function watch() {
  const seen = (window.seen = { long: [], at: {} });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.long.push({ startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  const there = {
    interactive: () => document.querySelector("input[role=combobox]:not(:disabled)"),
    results: () => document.querySelector('section[aria-label="Search results"][aria-busy="false"] [aria-label="Results"] li.card'),
    // Every system with a value of every column that it will have.
    board: () => {
      const rows = [...document.querySelectorAll("table[aria-label=Leaderboard] tbody tr")];
      return rows.length > 0 && rows.every((row) => row.querySelector("[data-value]"));
    },
    matrix: () => {
      const cells = [...document.querySelectorAll("table.matrix td")];
      return cells.length > 0 && cells.every((cell) => /\d/.test(cell.textContent));
    },
    computing: () => /^Computing|Confirming them/.test(document.querySelector(".progress-label")?.textContent ?? ""),
    confirmed: () => [...document.querySelectorAll("[role=status], .progress-label")].some((status) => /stored values are confirmed/.test(status.textContent)),
    leaderboard: () => [...document.querySelectorAll("[role=status]")].some((status) => /^Computed on this device/.test(status.textContent)),
  };
  const look = () => {
    for (const [name, isThere] of Object.entries(there)) {
      if (!(name in seen.at) && isThere()) seen.at[name] = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** What a page saw, times in milliseconds from navigation. */
const seen = async (page) => {
  // Long tasks are told of a little later.
  await page.waitForTimeout(300);
  return page.evaluate(() => ({
    ...window.seen,
    paint: Object.fromEntries(performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime])),
  }));
};

/** Long tasks that began within a time, of one visit. */
const within = (long, from, to) => long.filter(({ startTime }) => startTime >= from && startTime < to).map(({ duration }) => duration);
/** Those of several visits: how many in each, and the longest of all. */
const longTasks = (visits) => ({
  n_in_each_visit: visits.map((durations) => durations.length),
  longest_ms: Math.max(0, ...visits.flat()),
});

const open = async (browser, url, parameters) => {
  // A fresh profile each time: nothing is cached.
  const { page, context } = await newProfile(browser);
  await page.addInitScript(watch);
  await page.goto(`${url}?${new URLSearchParams(parameters)}`);
  return { page, context };
};

/** Milliseconds to encode and to search typed texts, on the CPU: the first text and the median of the others. */
async function inBrowser(start, url) {
  const page = await start();
  try {
    await page.goto(`${url}?${new URLSearchParams({ device: "cpu", system })}`);
    const times = [];
    for (const text of texts) times.push(await waitFor(page, "the search box", enter).then(() => answered(page, text)));
    const [first, ...others] = times;
    return {
      version: page.version,
      first: { encode_ms: first[0], search_ms: first[1] },
      others: { encode_ms: median(others.map(([encode]) => encode)), search_ms: median(others.map(([, search]) => search)), n_texts: others.length },
    };
  } finally {
    await page.close();
  }
}

/** Runs in the page: selects what the search box holds; false while it cannot be used. */
const enter = () => {
  const box = document.querySelector("input#query:not(:disabled)");
  box?.focus();
  box?.select();
  return !!box && document.activeElement === box;
};

/** Types a text over what is selected and waits for its results. */
async function answered(page, text) {
  await page.type(text);
  await page.press("Enter");
  const timings = (text) => {
    const line = document.querySelector(".status-line[data-search-ms]");
    const isDone = document.querySelector('section[aria-label="Search results"][aria-busy="false"]');
    const isAsked = new URL(location.href).searchParams.get("q") === text;
    return line && isDone && isAsked ? [Number(line.dataset.encodeMs), Number(line.dataset.searchMs)] : null;
  };
  return waitFor(page, `results for “${text}”`, timings, text);
}

const browser = await launch();
const server = await serve(benchmark);
const query = JSON.parse(readFileSync(join(benchmark, "queries.jsonl"), "utf8").split("\n")[0]).id;
const devices = {};
const browsers = {};
let leaderboard;
try {
  for (const device of ["cpu", "webgpu"]) {
    const visits = [];
    let timings;
    for (let run = 0; run < N_RUNS; run++) {
      const { page, context } = await open(browser, server.url, { device, system, query });
      const outcome = await Promise.race([
        results(page).then(() => "shown"),
        page.getByRole("alert").first().innerText(),
      ]);
      if (outcome !== "shown") {
        devices[device] = { not_measured: outcome };
        await context.close();
        break;
      }
      const { paint, at } = await seen(page);
      // The CPU answers until the GPU is ready.
      if (device === "webgpu") await page.locator(".device-words", { hasText: "GPU ·" }).waitFor();
      const searchesFrom = await page.evaluate(() => performance.now());
      const isLast = run === N_RUNS - 1;
      const encodeMs = [], searchMs = [];
      for (const text of texts) {
        await ask(page, text);
        await page.waitForURL((url) => url.searchParams.get("q") === text);
        await results(page);
        const line = page.locator(".status-line[data-search-ms]");
        encodeMs.push(Number(await line.getAttribute("data-encode-ms")));
        searchMs.push(Number(await line.getAttribute("data-search-ms")));
        if (!isLast && encodeMs.length > 1) break;
      }
      const { long } = await seen(page);
      visits.push({ paint, at, loading: within(long, 0, searchesFrom), searching: within(long, searchesFrom, Infinity) });
      // The first text pays for loading the encoder and warming it up.
      timings = { encode_ms: median(encodeMs.slice(1)), search_ms: median(searchMs.slice(1)), n_texts: encodeMs.length - 1 };
      await context.close();
    }
    if (visits.length < N_RUNS) continue;
    const of = (value) => median(visits.map(value));
    devices[device] = {
      n_visits: N_RUNS,
      first_paint_ms: of(({ paint }) => paint["first-paint"]),
      first_contentful_paint_ms: of(({ paint }) => paint["first-contentful-paint"]),
      interactive_ms: of(({ at }) => at.interactive),
      first_results_ms: of(({ at }) => at.results),
      ...timings,
      long_tasks_while_loading: longTasks(visits.map(({ loading }) => loading)),
      long_tasks_while_searching: longTasks(visits.map(({ searching }) => searching)),
    };
  }
  // On the CPU alone: a GPU in software takes minutes for it. Each visit twice: with nothing cached, and
  // again in the same profile once the first has ended.
  const firsts = [], seconds = [], matrices = { first: [], second: [] };
  const confirmed = (page) => page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor({ timeout: 5 * PATIENCE_MS });
  const again = async (context, view) => {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(`${server.url}${view}?device=cpu`);
    return page;
  };
  for (let run = 0; run < N_RUNS; run++) {
    const { page, context } = await open(browser, `${server.url}leaderboard`, { device: "cpu" });
    await confirmed(page);
    firsts.push(await seen(page));
    await page.close();
    const second = await again(context, "leaderboard");
    await confirmed(second);
    seconds.push(await seen(second));
    await context.close();
    const other = await open(browser, `${server.url}agreement`, { device: "cpu" });
    const matrix = (page) => page.waitForFunction(() => window.seen.at.matrix, undefined, { timeout: 5 * PATIENCE_MS });
    await matrix(other.page);
    matrices.first.push((await seen(other.page)).at.matrix);
    await confirmed(other.page);
    await other.page.close();
    const otherAgain = await again(other.context, "agreement");
    await matrix(otherAgain);
    matrices.second.push((await seen(otherAgain)).at.matrix);
    await other.context.close();
  }
  const board = (visits) => ({
    shown_ms: median(visits.map(({ at }) => at.board)),
    confirmed_ms: median(visits.map(({ at }) => at.confirmed)),
    computed_ms: median(visits.map(({ at }) => at.leaderboard)),
    computing_begins_ms: median(visits.map(({ at }) => at.computing)),
    long_tasks_while_loading: longTasks(visits.map(({ at, long }) => within(long, 0, at.computing))),
    long_tasks_while_computing: longTasks(visits.map(({ at, long }) => within(long, at.computing, at.leaderboard))),
    long_tasks_afterwards: longTasks(visits.map(({ at, long }) => within(long, at.leaderboard, Infinity))),
  });
  leaderboard = {
    device: "cpu",
    n_visits: N_RUNS,
    first_visit: board(firsts),
    second_visit: board(seconds),
    tau_b_matrix_shown_ms: { first_visit: median(matrices.first), second_visit: median(matrices.second) },
  };
  for (const [name, start] of Object.entries(BROWSERS)) {
    browsers[name] = start ? await inBrowser(start, server.url) : { not_measured: "not installed" };
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(JSON.stringify({ system, sizes, devices, leaderboard, browsers }, null, 2));
