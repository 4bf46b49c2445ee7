// Corpora for the search bench: generated, the same on every machine, in the engine's layout.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Numbers from 0 to 1 (mulberry32): 32 bits of state are enough for vectors. */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

const unit = (vector) => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
};

/**
 * How vectors are generated. `random` has no structure: neighbours are hardly nearer than other
 * rows. `clustered` resembles the output of encoders: topics, a few directions of variation, and a
 * little noise.
 */
const MAKERS = {
  random(dim, next) {
    const normal = () => next() + next() + next() + next() - 2;
    return () => unit(Float64Array.from({ length: dim }, normal));
  },
  clustered(dim, next) {
    const normal = () => next() + next() + next() + next() - 2;
    const [nTopics, nDirections] = [2000, 32];
    const topics = Array.from({ length: nTopics }, () => Float64Array.from({ length: nDirections }, normal));
    const directions = Array.from({ length: nDirections }, () => Float64Array.from({ length: dim }, normal));
    return () => {
      const topic = topics[Math.floor(next() * nTopics)];
      const vector = Float64Array.from({ length: dim }, () => 0.8 * normal());
      for (let d = 0; d < nDirections; d++) {
        const along = topic[d] + 0.7 * normal();
        for (let i = 0; i < dim; i++) vector[i] += along * directions[d][i];
      }
      return unit(vector);
    };
  },
};

const bits = new DataView(new ArrayBuffer(4));

/** The float16 nearest to a number, for magnitudes below 65504; ties to even. */
function halfFromNumber(value) {
  bits.setFloat32(0, value);
  const word = bits.getUint32(0);
  const sign = (word >>> 16) & 0x8000;
  const exponent = ((word >>> 23) & 0xff) - 112;
  if (exponent <= 0) {
    const steps = Math.abs(value) * 2 ** 24;
    const floor = Math.floor(steps);
    const rest = steps - floor;
    return sign | (floor + (rest > 0.5 || (rest === 0.5 && floor % 2) ? 1 : 0));
  }
  const kept = (exponent << 10) | ((word >>> 13) & 0x3ff);
  const rest = word & 0x1fff;
  return sign | (kept + (rest > 0x1000 || (rest === 0x1000 && kept & 1) ? 1 : 0));
}

function shard(nRows, dim, vector) {
  const header = JSON.stringify({
    vectors: { dtype: "F16", shape: [nRows, dim], data_offsets: [0, nRows * dim * 2] },
  });
  const padded = header.padEnd(Math.ceil((header.length + 8) / 8) * 8 - 8);
  const file = Buffer.alloc(8 + padded.length + nRows * dim * 2);
  file.writeBigUInt64LE(BigInt(padded.length));
  file.write(padded, 8);
  let at = 8 + padded.length;
  for (let row = 0; row < nRows; row++) {
    for (const value of vector()) at = file.writeUInt16LE(halfFromNumber(value), at);
  }
  return file;
}

/** Writes a benchmark of one system `made` into a folder and returns its manifest. */
export function makeCorpus(folder, kind, { nRows, nQueries, dim }) {
  const vector = MAKERS[kind](dim, numbers(1));
  const files = {
    "systems/made/gallery-00000.safetensors": shard(nRows, dim, vector),
    "systems/made/queries.safetensors": shard(nQueries, dim, vector),
  };
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const [gallery, queries] = Object.keys(files);
  const manifest = {
    schema_version: 1,
    id: `made-${kind}`,
    title: `Made vectors, ${kind}`,
    description: "For the search bench.",
    version: "1",
    license: "CC0-1.0",
    counts: { queries: nQueries, images: nRows, captions: 0 },
    relevance: [],
    systems: [{ id: "made", title: "Made", description: "", dim, metric: "cosine", source: "", license: "CC0-1.0", gallery: [gallery], queries }],
    encoders: [],
    facets: [],
    headlines: [],
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      ...(path === gallery ? { rows: { start: 0, end: nRows } } : {}),
    })),
  };
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
  return manifest;
}
