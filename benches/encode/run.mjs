// Opens the bench's page in headless Chromium, prints its table and writes its numbers.
//   node run.mjs --module DIR --packs DIR --onnx DIR --ort DIR --out FILE.json
// RANKSCOPE_CHROMIUM names the browser; Playwright comes from tests/browser.

import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/package.json"))("playwright-core");
const option = { type: "string" };
const { values } = parseArgs({
  options: { module: option, packs: option, onnx: option, ort: option, out: option, rounds: { ...option, default: "60" } },
});

// Lengths in tokens, including the first and last special tokens.
const TEXTS = [
  { n_tokens: 9, words: "a heron standing in the shallow water" },
  {
    n_tokens: 32,
    words:
      "two children in yellow coats are running along the beach after a small brown dog while their mother sits on a red blanket and reads a very thick old book",
  },
];
const WARM_UP = 10;
const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm" };
// Ours are compared with ORT's encoder of the same type.
const PEERS = { f32: "onnxruntime-web f32", f16: "onnxruntime-web f32", i8: "onnxruntime-web int8" };

const folders = { module: values.module, packs: values.packs, onnx: values.onnx, ort: values.ort, page: here };
const server = createServer((request, response) => {
  const [, folder, ...rest] = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).split("/");
  // Only cross-origin isolated pages get a clock of microseconds.
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-embedder-policy", "require-corp");
  if (folder === "") {
    response.setHeader("content-type", "text/html");
    return response.end('<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/page/page.mjs"></script>');
  }
  try {
    const path = join(folders[folder], ...rest);
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    response.end(readFileSync(path));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.RANKSCOPE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(String(error)));
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => window.measure);
  const started = Date.now();
  const rounds = Number(values.rounds);
  const contenders = await page.evaluate((asked) => window.measure(asked), { rounds, warmUp: WARM_UP, texts: TEXTS });
  for (const { name, texts } of contenders) {
    for (const [index, text] of texts.entries()) {
      if (text.n_tokens !== TEXTS[index].n_tokens) throw new Error(`${name}: ${text.n_tokens} tokens, not ${TEXTS[index].n_tokens}`);
    }
  }
  const rows = contenders.map((contender) => {
    const peer = contenders.find(({ name }) => name === PEERS[contender.dtype]);
    const ratios = contender.texts.map((text, index) => peer && text.median_ms / peer.texts[index].median_ms);
    return { ...contender, peer: peer?.name, ratios };
  });
  const size = (path) => statSync(path).size;
  const report = {
    date: new Date().toISOString().slice(0, 10),
    browser: `Chromium ${browser.version()}`,
    cpu: cpus()[0]?.model ?? "unknown",
    rounds,
    seconds: (Date.now() - started) / 1000,
    module_bytes: {
      rankscope: size(join(values.module, "encode_bench_bg.wasm")),
      "onnxruntime-web": size(join(values.ort, "ort-wasm-simd-threaded.wasm")),
    },
    contenders: rows,
  };
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(report, null, 1)}\n`);
  const line = (cells) => console.log(cells.map((cell, index) => (index ? cell.padStart(17) : cell.padEnd(24))).join(""));
  line(["", ...TEXTS.map(({ n_tokens }) => `${n_tokens} tokens, ms`), "ratios to peer", "lowest cosine", "weights, MB", "load, ms"]);
  for (const row of rows) {
    line([
      row.name,
      ...row.texts.map(({ median_ms, fastest_ms }) => `${median_ms.toFixed(1)} (${fastest_ms.toFixed(1)})`),
      row.peer ? row.ratios.map((ratio) => ratio.toFixed(2)).join("  ") : "",
      row.lowest_cosine.toFixed(6),
      (row.bytes / 1e6).toFixed(1),
      row.load_ms.toFixed(0),
    ]);
  }
  console.log(JSON.stringify({ ratios: Object.fromEntries(rows.filter((row) => row.peer).map((row) => [row.name, row.ratios])) }));
} finally {
  await browser.close();
  server.close();
}
