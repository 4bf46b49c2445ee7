// Opens the bench of vision towers in headless Chromium, prints its table and writes its numbers.
//   node picture_run.mjs --dist DIR --packs DIR --onnx DIR --ort DIR --out FILE.json [--devices cpu,webgpu] [--rounds N]
// PACKS has a folder for each type of weights: f32, f16 and i8. RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serve } from "../search/server.mjs";
import { makeBenchmark } from "./benchmark.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/package.json"))("playwright-core");
const option = { type: "string" };
const { values } = parseArgs({
  options: { dist: option, packs: option, onnx: option, ort: option, out: option, devices: { ...option, default: "cpu,webgpu" }, rounds: { ...option, default: "9" } },
});
const ENCODERS = { f32: "float32", f16: "float16", i8: "int8" };
const packs = Object.fromEntries(Object.keys(ENCODERS).map((type) => [type, join(values.packs, type)]));
const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length / 2) - 1] + sorted[Math.floor(sorted.length / 2)]) / 2;
};

const folder = mkdtempSync(join(tmpdir(), "rankscope-bench-"));
makeBenchmark(folder, packs);
writeFileSync(join(folder, "page.html"), '<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/page/picture_page.mjs"></script>');
const server = await serve({ "": folder, benchmark: folder, page: here, dist: values.dist, onnx: values.onnx, ort: values.ort });
const browser = await chromium.launch({
  executablePath: process.env.RANKSCOPE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--disable-background-networking"],
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on("pageerror", (error) => console.error(String(error)));
  await page.goto(`${server.url}/page.html`);
  await page.waitForFunction(() => window.measure);
  const load = loadavg()[0];
  const asked = { encoders: ENCODERS, devices: values.devices.split(","), rounds: Number(values.rounds), warmUp: 2 };
  const measured = await page.evaluate((asked) => window.measure(asked), asked);
  const rows = measured.map((row) => ({ ...row, median_ms: median(row.all_ms), fastest_ms: Math.min(...row.all_ms) }));
  const peers = rows.filter(({ name }) => name.startsWith("onnx"));
  for (const row of rows) {
    if (Math.abs(row.first - peers[0].first) > 0.01) throw new Error(`${row.name} gives another vector: ${row.first}, not ${peers[0].first}`);
  }
  const isOnGpu = ({ name }) => name.endsWith("webgpu");
  const peerOf = (row) => peers.find((peer) => isOnGpu(peer) === isOnGpu(row));
  const ratios = Object.fromEntries(rows.map((row) => [row.name, row.median_ms / peerOf(row).median_ms]));
  const report = {
    date: new Date().toISOString().slice(0, 10), browser: `Chromium ${browser.version()}`, cpu: cpus()[0]?.model ?? "unknown",
    load_before: load, ratios, contenders: rows,
  };
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(report, null, 1)}\n`);
  const line = (cells) => console.log(cells.map((cell, index) => (index ? cell.padStart(16) : cell.padEnd(36))).join(""));
  line(["", "a picture, ms", "of the peer's", "first one, ms"]);
  for (const row of rows) {
    line([row.name, `${row.median_ms.toFixed(0)} (${row.fastest_ms.toFixed(0)})`, ratios[row.name].toFixed(2), row.ready_ms.toFixed(0)]);
  }
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
