// A first visit to Fieldbook on a slow line: run by scripts/bench visit.
// slow_line.mjs OUT MEGABITS   prints when what is seen; writes OUT/slow_line.json. A proxy sends at that
// rate in all, shares it among what is under way, adds 50 ms to each request, and packs what publish and
// the packed program pack. The program, the page and the browser are those of the browser tests.

import { writeFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { serve } from "../../tests/browser/harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../tests/browser/harness.mjs"))("playwright-core");
const [out, megabits] = process.argv.slice(2);
if (!(Number(megabits) > 0)) throw new Error("slow_line.mjs OUT MEGABITS: run scripts/bench visit");

const LATENCY_MS = 50;
const PIECE = 1_400;
const PATIENCE_MS = 180_000;
/** What a visitor waits for, by what the page then has. */
const STAGES = {
  headline: "h1",
  dozen: "img.opening:not([hidden])",
  form: "[role=combobox]",
  results: "ol[aria-label^='Results'] > li",
  pictures: "ol[aria-label^='Results'] img",
};

const site = await serve(join(here, "../../public/fieldbook"));
const line = { bytesASecond: (Number(megabits) * 1e6) / 8, isSlow: false, allowed: 0, last: Date.now(), sent: 0, queue: [], open: 0 };
const packed = new Map();

/** The packed form of a file, made once. */
function packedOf(url, data) {
  if (!packed.has(url)) packed.set(url, brotliCompressSync(data));
  return packed.get(url);
}

/** Sends what the line allows by now, a piece of each answer in turn. */
function send() {
  const now = Date.now();
  line.allowed = line.isSlow ? Math.min(line.allowed + ((now - line.last) / 1000) * line.bytesASecond, line.bytesASecond / 10) : Infinity;
  line.last = now;
  while (line.allowed > 0 && line.queue.length > 0) {
    const own = line.queue.shift();
    const piece = own.data.subarray(own.at, own.at + PIECE);
    own.at += piece.length;
    line.allowed -= piece.length;
    line.sent += piece.length;
    own.response.write(piece);
    if (own.at < own.data.length) line.queue.push(own);
    else own.response.end();
  }
}
setInterval(send, 5);

const proxy = http.createServer((request, response) => {
  line.open += 1;
  response.on("close", () => (line.open -= 1));
  http.get(new URL(request.url, site.url), { headers: { ...request.headers, host: new URL(site.url).host } }, async (from) => {
    const parts = [];
    for await (const part of from) parts.push(part);
    let data = Buffer.concat(parts);
    const isPacked = from.statusCode === 200 && /wasm|javascript|css|html|json|svg/.test(from.headers["content-type"] ?? "") && !from.headers["content-encoding"] && !request.url.includes(".gz");
    if (isPacked) {
      data = packedOf(request.url, data);
      Object.assign(from.headers, { "content-encoding": "br", "content-length": String(data.length) });
    }
    setTimeout(() => {
      if (response.destroyed) return;
      response.writeHead(from.statusCode, from.headers);
      if (data.length === 0) response.end();
      else line.queue.push({ response, data, at: 0 });
    }, LATENCY_MS);
  });
});
await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${proxy.address().port}/`;

const browser = await chromium.launch({ executablePath: process.env.RANKSCOPE_CHROMIUM, headless: true, args: ["--no-sandbox"] });
const visit = async () => (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

// A visit on a fast line first, so that packing takes no time in the slow one.
const fast = await visit();
await fast.goto(address);
await fast.locator(STAGES.pictures).first().waitFor({ timeout: PATIENCE_MS });
await fast.waitForTimeout(5_000);
await fast.context().close();
// What it asked for last may still be packed, and would share the slow line.
while (line.open > 0) await new Promise((resolve) => setTimeout(resolve, 100));

Object.assign(line, { isSlow: true, allowed: 0, sent: 0 });
const page = await visit();
const started = Date.now();
page.goto(address).catch(() => {});
const seen = {};
while (Object.keys(seen).length < Object.keys(STAGES).length && Date.now() - started < PATIENCE_MS) {
  const there = await page
    .evaluate((stages) => Object.keys(stages).filter((stage) => {
      const element = document.querySelector(stages[stage]);
      return element && (element.tagName !== "IMG" || (element.complete && element.naturalWidth > 0));
    }), STAGES)
    .catch(() => []);
  for (const stage of there) seen[stage] ??= { seconds: (Date.now() - started) / 1000, kilobytes: Math.round(line.sent / 1000) };
  await page.waitForTimeout(100);
}
for (const stage of Object.keys(STAGES)) {
  const at = seen[stage];
  console.log(`${stage.padEnd(10)} ${at ? `${at.seconds.toFixed(1)} s, ${at.kilobytes} kB` : "not seen"}`);
}
writeFileSync(join(out, "slow_line.json"), `${JSON.stringify({ megabits: Number(megabits), seen }, null, 1)}\n`);
await browser.close();
process.exit(Object.keys(seen).length === Object.keys(STAGES).length ? 0 : 1);
