// Opens the WebGPU bench's page in headless Chromium, prints its table and writes its numbers.
//   node webgpu_run.mjs --dist DIR --stock DIR --packs DIR --onnx DIR --ort DIR --out FILE.json
// PACKS has a folder for each type of weights: f32, f16 and i8. RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  options: { dist: option, stock: option, packs: option, onnx: option, ort: option, out: option, rounds: { ...option, default: "9" } },
});

// Whole words of the vocabulary: one token each. Our engine caches texts, so each is encoded once.
const SUBJECTS = "bird dog cat horse man woman child boy girl fox bear deer cow sheep duck fish wolf lion tiger snake".split(" ");
const TEXTS = [
  { n_tokens: 9, words: (subject) => `a ${subject} standing in the shallow water` },
  {
    n_tokens: 32,
    words: (subject) =>
      `two children in yellow coats are running along the beach after a small brown ${subject} while their mother sits on a red blanket and reads a very thick old book`,
  },
];
const WARM_UP = 2;
const ENCODERS = { f32: "float32", f16: "float16", i8: "int8" };
const packs = Object.fromEntries(Object.keys(ENCODERS).map((type) => [type, join(values.packs, type)]));

const { model } = JSON.parse(readFileSync(join(packs.f32, "tokenizer.json"), "utf8"));
/** The token ids of words that are all in the vocabulary, with the two at the ends. */
function ids(words) {
  const found = ["[CLS]", ...words.split(" "), "[SEP]"].map((word) => model.vocab[word]);
  if (found.includes(undefined)) throw new Error(`not one token a word: ${words}`);
  return found;
}

const rounds = Math.min(Number(values.rounds), SUBJECTS.length - WARM_UP);
const texts = TEXTS.map(({ n_tokens, words }) => {
  const variants = SUBJECTS.map((subject) => ({ words: words(subject), ids: ids(words(subject)) }));
  if (variants.some(({ ids }) => ids.length !== n_tokens)) throw new Error(`not ${n_tokens} tokens`);
  return { variants };
});

const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length / 2) - 1] + sorted[Math.floor(sorted.length / 2)]) / 2;
};

const folder = mkdtempSync(join(tmpdir(), "rankscope-bench-"));
makeBenchmark(folder, packs);
writeFileSync(join(folder, "page.html"), '<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/page/webgpu_page.mjs"></script>');
const server = await serve({ "": folder, benchmark: folder, page: here, dist: values.dist, stock: values.stock, onnx: values.onnx, ort: values.ort });
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
  const contenders = await page.evaluate((asked) => window.measure(asked), { encoders: ENCODERS, rounds, warmUp: WARM_UP, texts });
  const rows = contenders.map((contender) => ({
    ...contender,
    texts: TEXTS.map(({ n_tokens }, what) => ({ n_tokens, median_ms: median(contender.all_ms[what]), fastest_ms: Math.min(...contender.all_ms[what]) })),
  }));
  const peer = rows.at(-1);
  const stock = rows.at(-2);
  const mine = rows.slice(0, -2);
  const ratiosTo = (other) => ({ name, texts }) => [name, texts.map((text, what) => text.median_ms / other.texts[what].median_ms)];
  const ratios = Object.fromEntries(mine.map(ratiosTo(peer)));
  const ratios_to_stock = Object.fromEntries(mine.map(ratiosTo(stock)));
  const ratios_to_float32 = Object.fromEntries(mine.slice(1).map(ratiosTo(mine[0])));
  const report = {
    date: new Date().toISOString().slice(0, 10),
    browser: `Chromium ${browser.version()}`,
    cpu: cpus()[0]?.model ?? "unknown",
    load_before: load,
    rounds,
    ratios,
    ratios_to_stock,
    ratios_to_float32,
    contenders: rows,
  };
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(report, null, 1)}\n`);
  const line = (cells) => console.log(cells.map((cell, index) => (index ? cell.padStart(20) : cell.padEnd(24))).join(""));
  line(["", ...TEXTS.map(({ n_tokens }) => `${n_tokens} tokens, ms`), "lowest cosine", "ready, ms", "on the GPU, MB"]);
  for (const { name, texts, lowest_cosine, ready_ms, bytes_on_gpu } of rows) {
    const times = texts.map(({ median_ms, fastest_ms }) => `${median_ms.toFixed(0)} (${fastest_ms.toFixed(0)})`);
    line([name, ...times, lowest_cosine.toFixed(6), ready_ms.toFixed(0), bytes_on_gpu === undefined ? "" : (bytes_on_gpu / 1e6).toFixed(1)]);
  }
  console.log(JSON.stringify({ adapter: mine[0].adapter, ratios, ratios_to_stock, ratios_to_float32 }));
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
