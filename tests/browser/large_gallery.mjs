// Vectors of 30,000 pictures in three files, without pictures and lists. A picture has a dozen facts; its
// vector is the sum of a random direction for each of them, and noise, so that pictures that share
// facts are near each other, as in an encoder's space.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

export const N_ROWS = 30_000;
const SHARD_ROWS = 10_000;
const N_QUERIES = 200;
/** How many values each kind of fact has. */
const KINDS = [120, 12, 4, 3, 3, 9, 6, 4, 12, 9, 4, 6, 8];
/** Queries are noisier than pictures, as captions are. */
const NOISE = { gallery: 0.8, queries: 1.2 };

/** Numbers from −1 to 1, the same each time. */
function randomly(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

function shardOf(tensors, rows, dim) {
  const header = {};
  let at = 0;
  for (const [name, { dtype, bytes, isMatrix }] of Object.entries(tensors)) {
    header[name] = { dtype, shape: isMatrix ? [rows, dim] : [rows], data_offsets: [at, at + bytes.length] };
    at += bytes.length;
  }
  const text = JSON.stringify(header);
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

const bytesOf = (array) => Buffer.from(array.buffer);

export function writeLargeGallery(folder, dim) {
  const next = randomly(5);
  const directions = KINDS.map((n) => Array.from({ length: n }, () => Float32Array.from({ length: dim }, next)));
  const facts = Array.from({ length: N_ROWS }, () => KINDS.map((n) => Math.min(n - 1, Math.floor(((next() + 1) / 2) * n))));
  const vector = (row, noise) => {
    const sum = Float32Array.from({ length: dim }, () => noise * next());
    facts[row].forEach((value, kind) => {
      const direction = directions[kind][value];
      for (let i = 0; i < dim; i++) sum[i] += direction[i];
    });
    const size = Math.hypot(...sum);
    return sum.map((value) => value / size);
  };

  const files = {};
  const rowsIn = {};
  for (let start = 0; start < N_ROWS; start += SHARD_ROWS) {
    const [scales, codes] = [new Float32Array(SHARD_ROWS), new Int8Array(SHARD_ROWS * dim)];
    for (let row = 0; row < SHARD_ROWS; row++) {
      const own = vector(start + row, NOISE.gallery);
      scales[row] = own.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
      own.forEach((value, i) => (codes[row * dim + i] = Math.round(value / scales[row])));
    }
    const path = `systems/facts/gallery-0000${start / SHARD_ROWS}.safetensors`;
    files[path] = shardOf({ scales: { dtype: "F32", bytes: bytesOf(scales) }, codes: { dtype: "I8", bytes: bytesOf(codes), isMatrix: true } }, SHARD_ROWS, dim);
    rowsIn[path] = { start, end: start + SHARD_ROWS };
  }
  const gallery = Object.keys(files);
  const sources = Array.from({ length: N_QUERIES }, (_, query) => (query * N_ROWS) / N_QUERIES);
  const ids = sources.map((_, query) => `v-${String(query).padStart(3, "0")}`);
  const stored = new Float32Array(N_QUERIES * dim);
  sources.forEach((row, query) => stored.set(vector(row, NOISE.queries), query * dim));
  files["systems/facts/queries.safetensors"] = shardOf({ vectors: { dtype: "F32", bytes: bytesOf(stored), isMatrix: true } }, N_QUERIES, dim);
  files["queries.jsonl"] = Buffer.from(ids.map((id, query) => `${JSON.stringify({ id, text: `the facts of scene ${sources[query]}`, split: "test", facets: {} })}\n`).join(""));
  files["relevance/source.qrels.gz"] = gzipSync(ids.map((id, query) => `${id} 0 ${sources[query]} 1\n`).join(""));

  const license = "CC0-1.0";
  const manifest = {
    schema_version: 1, id: "large", title: "Large", description: "A corpus to search in: no pictures and no lists.", version: "1", license,
    counts: { queries: N_QUERIES, images: N_ROWS, captions: 0 },
    relevance: [{ id: "source", title: "Source", counts_as: "The scene that the query’s vector was made from.", default: true, path: "relevance/source.qrels.gz" }],
    systems: [{
      id: "facts", title: "Facts", description: "A random direction for each fact of a scene, and noise.", dim, metric: "cosine", source: "", license,
      gallery, queries: "systems/facts/queries.safetensors",
    }],
    encoders: [], facets: [], headlines: [],
    files: Object.entries(files).map(([path, bytes]) => ({
      path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"), ...(rowsIn[path] && { rows: rowsIn[path] }),
    })),
  };
  for (const [path, bytes] of [...Object.entries(files), ["benchmark.json", JSON.stringify(manifest)]]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}
