// A system of a benchmark on Chroma, beside its exact search: recall, measures over all queries, and
// milliseconds a query, by the command and in the page's worker.
//   node run.mjs --dist DIR --benchmark DIR --bin RANKSCOPE --python PYTHON --out FILE.json [--system ID]
// RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/package.json"))("playwright-core");
const option = { type: "string" };
const { values: given } = parseArgs({
  options: { dist: option, benchmark: option, bin: option, python: option, out: option, system: { ...option, default: "large" } },
});
const N_SEARCHES = 200;
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const folder = mkdtempSync(join(tmpdir(), "rankscope-remote-"));
const children = [];
process.on("exit", () => {
  children.forEach((child) => child.kill());
  rmSync(folder, { recursive: true, force: true });
});

const timed = (work) => {
  const began = performance.now();
  const result = work();
  return { result, seconds: (performance.now() - began) / 1000 };
};
const run = (...args) => execFileSync(given.bin, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });

// Chroma, which lets the page's origin ask, and the benchmark in a folder of its own.
const [chromaPort, pagePort] = [await freePort(), await freePort()];
const config = join(folder, "chroma.yaml");
writeFileSync(config, `persist_path: ${JSON.stringify(join(folder, "data"))}\nlisten_address: 127.0.0.1\nport: ${chromaPort}\ncors_allow_origins: ["http://localhost:${pagePort}", "http://127.0.0.1:${pagePort}"]\n`);
children.push(spawn(join(dirname(given.python), "chroma"), ["run", config], { stdio: "ignore" }));
const chromaUrl = `http://127.0.0.1:${chromaPort}`;
while (!(await fetch(`${chromaUrl}/api/v2/heartbeat`).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 200));
const version = execFileSync(given.python, ["-c", "import importlib.metadata as m; print(m.version('chromadb'))"], { encoding: "utf8" }).trim();
const benchmark = join(folder, "benchmark");
cpSync(given.benchmark, benchmark, { recursive: true, dereference: true });
const [exact, remote] = [given.system, `${given.system}-chroma`];
// The other systems would take most of the time.
const manifestFile = join(benchmark, "benchmark.json");
const whole = JSON.parse(readFileSync(manifestFile, "utf8"));
const systems = whole.systems.filter(({ id }) => id === exact);
const isOfOthers = ({ path }) => /^(values|runs|guides)\/|^complexity\.json$/.test(path) || (path.startsWith("systems/") && !path.startsWith(`systems/${exact}/`));
writeFileSync(manifestFile, JSON.stringify({ ...whole, systems, runs: [], guides: [], files: whole.files.filter((file) => !isOfOthers(file)) }));
const filled = timed(() => JSON.parse(run("index", benchmark, "--system", exact, "--to", chromaUrl, "--json")));

// The command.
const evaluated = (system) => timed(() => JSON.parse(run("eval", benchmark, "--system", system, "--format", "json")));
const [ofExact, ofRemote] = [evaluated(exact), evaluated(remote)];
const means = (report, system) => Object.fromEntries(Object.entries(report.runs[system]).map(([name, { mean, n }]) => [name, { mean, n }]));
const command = {
  exact: means(ofExact.result, exact),
  remote: means(ofRemote.result, remote),
  recall: ofRemote.result.indexes[remote].recall,
  seconds: { exact: ofExact.seconds, remote: ofRemote.seconds },
};

// The page's worker, asked as the page asks it.
const server = spawn(given.bin, ["serve", benchmark, "--dist", given.dist, "--port", String(pagePort)], { stdio: ["ignore", "pipe", "inherit"] });
children.push(server);
const url = await new Promise((resolve) => {
  let said = "";
  server.stdout.on("data", (data) => {
    said += data;
    const match = /Rankscope is at (\S+)/.exec(said);
    if (match) resolve(match[1]);
  });
});
const browser = await chromium.launch({ executablePath: process.env.RANKSCOPE_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await (await browser.newContext()).newPage();
await page.goto(`${url}leaderboard?device=cpu`);
const cells = page.getByRole("table", { name: "Leaderboard" });
// The leaderboard's own values of both systems, once all are computed here.
const computed = page.getByRole("status").filter({ hasText: "Computed on this device" });
for (let second = 0; !(await computed.count()); second++) {
  const alert = page.getByRole("alert");
  if (await alert.count()) throw new Error(await alert.first().innerText());
  if (second === 600) throw new Error("the leaderboard is not computed");
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
await page.locator(".remote-note").filter({ hasText: /recall@\d+ \d/ }).waitFor({ timeout: 600_000 });
const note = await page.locator(".remote-note").first().innerText();
const shown = await cells.locator("[data-value]").evaluateAll((all) => all.map(({ dataset: { system, measure, relevance, value } }) => ({ system, measure, relevance, value: Number(value) })));
const inPage = shown.filter(({ system }) => system === remote).map((own) => ({ ...own, exact: shown.find((of) => of.system === exact && of.measure === own.measure && of.relevance === own.relevance)?.value }));
const worker = await page.evaluate(
  async ([systems, n, k]) => {
    const base_url = new URL("benchmark/", location.href).href;
    const manifest = await (await fetch(`${base_url}benchmark.json`)).json();
    const worker = new Worker("/engine_loader.js", { type: "module" });
    let listener = () => {};
    worker.onmessage = ({ data }) => listener(JSON.parse(Array.isArray(data) ? data[0] : data));
    const until = (done) => new Promise((resolve) => (listener = (event) => { const value = done(event); if (value !== undefined) resolve(value); }));
    const tell = (command) => worker.postMessage(JSON.stringify(command));
    await until((event) => (event === "Started" ? true : undefined));
    tell({ Open: { base_url, manifest, device: "cpu", max_gallery_bytes: null } });
    await until((event) => event.Device);
    let id = 0;
    const ask = (request) => {
      id += 1;
      const own = id;
      const answer = until(({ Failed, Response }) => {
        if (Failed?.id === own) throw new Error(Failed.failure.detail);
        const response = Response?.id === own ? Response.response : undefined;
        if (response?.Hits) return response.Hits.last ? response.Hits : undefined;
        return response?.Rankings?.last ? response.Rankings : undefined;
      });
      tell({ Request: { id, request } });
      return answer;
    };
    const outcome = {};
    for (const system of systems) {
      const search = (query) => ask({ Search: { system, query: { Stored: query }, k, rerank: null } });
      await search(0);
      const searches = [];
      for (let query = 0; query < n; query++) searches.push((await search(query)).timings.search_ms);
      const began = performance.now();
      await ask({ RankQueries: { system, depths: Array(manifest.counts.queries).fill(100) } });
      outcome[system] = { search_ms: searches, all_queries_ms: performance.now() - began, queries: manifest.counts.queries };
    }
    return outcome;
  },
  [[exact, remote], N_SEARCHES, 100],
);
await browser.close();

const result = {
  date: new Date().toISOString().slice(0, 10), cpus: cpus().length, load: loadavg(), chroma: version,
  points: filled.result.points, fill_seconds: filled.seconds, command, page: { note, values: inPage, worker },
};
mkdirSync(dirname(given.out), { recursive: true });
writeFileSync(given.out, JSON.stringify(result, null, 1));
const ms = (system) => `${median(worker[system].search_ms).toFixed(2)} ms a search, ${(worker[system].all_queries_ms / worker[system].queries).toFixed(2)} ms a query of all`;
console.log(`Chroma ${version}, ${filled.result.points} points in ${filled.seconds.toFixed(1)} s, ${exact}`);
console.log(`command: recall@${command.recall.k} ${command.recall.mean.toFixed(4)} (lowest ${command.recall.lowest.toFixed(4)}, ${command.recall.n} queries); eval ${ofExact.seconds.toFixed(1)} s exact, ${ofRemote.seconds.toFixed(1)} s remote`);
for (const [name, { mean, n }] of Object.entries(command.remote)) console.log(`  ${name}: exact ${command.exact[name].mean.toFixed(6)}, Chroma ${mean.toFixed(6)}, n ${n}`);
console.log(`page: ${note}`);
for (const { measure, relevance, value, exact } of inPage) console.log(`  ${measure} ${relevance}: exact ${exact?.toFixed(6)}, Chroma ${value.toFixed(6)}`);
console.log(`worker, exact: ${ms(exact)}; Chroma: ${ms(remote)}`);
process.exit(0);
