// Opens the WebGPU bench's page in headless Chromium, prints its table and keeps its numbers.
//   node webgpu_run.mjs --dist DIR --pack DIR --onnx DIR --ort DIR --out FILE.json
// RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

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
  options: { dist: option, pack: option, onnx: option, ort: option, out: option, rounds: { ...option, default: "9" } },
});

// Whole words of the vocabulary: one token each. Our engine remembers texts, so each is asked once.
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

const { model } = JSON.parse(readFileSync(join(values.pack, "tokenizer.json"), "utf8"));
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
makeBenchmark(folder, values.pack);
writeFileSync(join(folder, "page.html"), '<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/page/webgpu_page.mjs"></script>');
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
  const contenders = await page.evaluate((asked) => window.measure(asked), { rounds, warmUp: WARM_UP, texts });
  const rows = contenders.map((contender) => ({
    ...contender,
    texts: TEXTS.map(({ n_tokens }, what) => ({ n_tokens, median_ms: median(contender.all_ms[what]), fastest_ms: Math.min(...contender.all_ms[what]) })),
  }));
  const [mine, peer] = rows;
  const ratios = mine.texts.map((text, what) => text.median_ms / peer.texts[what].median_ms);
  const report = {
    date: new Date().toISOString().slice(0, 10),
    browser: `Chromium ${browser.version()}`,
    cpu: cpus()[0]?.model ?? "unknown",
    load_before: load,
    rounds,
    ratios,
    contenders: rows,
  };
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(report, null, 1)}\n`);
  const line = (cells) => console.log(cells.map((cell, index) => (index ? cell.padStart(20) : cell.padEnd(24))).join(""));
  line(["", ...TEXTS.map(({ n_tokens }) => `${n_tokens} tokens, ms`), "lowest cosine", "ready, ms"]);
  for (const { name, texts, lowest_cosine, ready_ms } of rows) {
    const times = texts.map(({ median_ms, fastest_ms }) => `${median_ms.toFixed(0)} (${fastest_ms.toFixed(0)})`);
    line([name, ...times, lowest_cosine.toFixed(6), ready_ms.toFixed(0)]);
  }
  console.log(JSON.stringify({ adapter: mine.adapter, ratios }));
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
