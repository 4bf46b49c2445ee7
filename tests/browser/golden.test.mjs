// Text encoders in the browser against vectors computed elsewhere: every type of weights, on the
// processor by both engines and on WebGPU. The gallery holds the wanted vectors, so that a score is a cosine.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goInside, lacksWebGpu, newPage, rankscope, results } from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

// What a type of weights may cost. float32 loses the last digits of its sums, float16 those of
// its weights too; int8 is held to what a pack must reach to be trusted.
const LOWEST = { f32: 0.999999, f16: 0.9999, i8: 0.999 };
const PACK = ["encoder.json", "tokenizer.json", "weights.safetensors"];
const root = fileURLToPath(new URL("../..", import.meta.url));
const clip = join(root, "tests/fixtures/clip-tiny-quickgelu");
const MODELS = [{ name: "clip-tiny-quickgelu", model: clip, expected: join(clip, "expected.json") }];


const temporary = temporaryFolder();
const browser = await launch();

/** A shard of the wanted vectors. */
function shard(rows) {
  const header = JSON.stringify({ vectors: { dtype: "F32", shape: [rows.length, rows[0].length], data_offsets: [0, 4 * rows.length * rows[0].length] } });
  const padded = header.padEnd(Math.ceil(header.length / 8) * 8);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, Buffer.from(padded), Buffer.from(Float32Array.from(rows.flat()).buffer)]);
}

/** A benchmark of one model: a system for each type of weights, over the same gallery. */
function made({ name, model, expected }, cases) {
  const folder = join(temporary, name);
  const rows = cases.map((wanted) => wanted.embedding);
  const lines = (records) => Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const files = {
    "queries.jsonl": lines(cases.map(({ text }, row) => ({ id: `q${row}`, text, split: "test", facets: {} }))),
    "images/00000.jsonl": lines(cases.map(({ text }, row) => ({ id: String(row), caption: text }))),
    "own.qrels": Buffer.from(cases.map((_, row) => `q${row} 0 ${row} 1\n`).join("")),
  };
  const types = Object.keys(LOWEST);
  for (const type of types) {
    const pack = join(temporary, `${name}-${type}`);
    rankscope("encoder", "import", model, "--out", pack, "--dtype", type, "--check", expected);
    files[`${type}/gallery.safetensors`] = shard(rows);
    for (const file of PACK) files[`${type}/encoder/${file}`] = readFileSync(join(pack, file));
  }
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const manifest = {
    schema_version: 1, id: "golden", title: "Golden", description: "Made for a test.", version: "1", license: "CC0-1.0",
    counts: { queries: rows.length, images: rows.length, captions: 0 },
    relevance: [{ id: "own", title: "Its own", counts_as: "The vector wanted.", default: true, path: "own.qrels" }],
    systems: types.map((type) => ({
      id: type, title: type, description: "", dim: rows[0].length, metric: "cosine", source: "", license: "CC0-1.0",
      gallery: [`${type}/gallery.safetensors`], encoder: type,
    })),
    encoders: types.map((type) => ({ id: type, title: type, path: `${type}/encoder` })),
    facets: [], headlines: [],
    files: Object.entries(files).map(([path, bytes]) => ({
      path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"),
      ...(/gallery|images/.test(path) ? { rows: { start: 0, end: rows.length } } : {}),
    })),
  };
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
  return folder;
}

for (const model of MODELS) {
  test(`${model.name} gives the wanted vectors in every type, on every device`, async (t) => {
    const read = JSON.parse(readFileSync(model.expected, "utf8"));
    const cases = read.cases.filter(({ text }) => /^[a-z][a-z .]{8,60}$/i.test(text)).slice(0, 2);
    assert.ok(cases.length > 0);
    const server = await serve(made(model, cases));
    try {
      for (const device of ["cpu", "webgpu"]) {
        await t.test(device, async (t) => {
          for (const system of Object.keys(LOWEST)) {
            const { page } = await newPage(browser);
            // A page on software WebGPU takes seconds to begin; one text must do there.
            for (const [row, { text }] of cases.slice(0, device === "cpu" ? 2 : 1).entries()) {
              const address = (parameters) => `${server.url}?${new URLSearchParams({ device, system, ...parameters })}`;
              await page.goto(address(device === "cpu" ? { q: text } : {}));
              if (device === "webgpu") {
                if (await lacksWebGpu(t, page)) return;
                await goInside(page, address({ q: text }));
              }
              const found = await results(page);
              const highest = Math.max(...found.map((hit) => hit.score));
              const own = found.find((hit) => hit.score === highest);
              assert.ok(own.score > LOWEST[system], `${system}, ${text}: ${own.score}`);
              assert.equal(Number(own.id), row, `${system}, ${text}`);
              // A way of computing that is not to be trusted is given up, and said so.
              assert.equal(await page.locator("p.notice").count(), 0, await page.locator("p.notice").allInnerTexts().then(String));
            }
            await page.close();
          }
        });
      }
    } finally {
      server.stop();
    }
  });
}
