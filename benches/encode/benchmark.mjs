// A benchmark for some encoders, with a single image, so that the search costs next to nothing.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PACK = ["encoder.json", "tokenizer.json", "weights.safetensors", "vision.safetensors"];

/** A shard of one vector, the first unit vector. */
function shard(dim) {
  const header = JSON.stringify({ vectors: { dtype: "F32", shape: [1, dim], data_offsets: [0, 4 * dim] } });
  const padded = header.padEnd(Math.ceil(header.length / 8) * 8);
  const file = Buffer.alloc(8 + padded.length + 4 * dim);
  file.writeBigUInt64LE(BigInt(padded.length));
  file.write(padded, 8);
  file.writeFloatLE(1, 8 + padded.length);
  return file;
}

/** Writes a benchmark into a folder, with a system for the encoder of each of these packs: by name, folders. */
export function makeBenchmark(folder, packs) {
  const names = Object.keys(packs);
  const { dim } = JSON.parse(readFileSync(join(packs[names[0]], PACK[0]), "utf8"));
  const files = { "gallery.safetensors": shard(dim) };
  for (const name of names) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const file of PACK.filter((file) => existsSync(join(packs[name], file)))) files[`${name}/${file}`] = readFileSync(join(packs[name], file));
  }
  for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folder, path), bytes);
  const manifest = {
    schema_version: 1,
    id: "encoder",
    title: "Encoders",
    description: "For the encoders' bench.",
    version: "1",
    license: "CC0-1.0",
    counts: { queries: 0, images: 1, captions: 0 },
    relevance: [],
    systems: names.map((name) => ({
      id: name, title: name, description: "", dim, metric: "cosine", source: "", license: "CC0-1.0",
      gallery: ["gallery.safetensors"], encoder: name,
    })),
    encoders: names.map((name) => ({ id: name, title: name, path: name })),
    facets: [],
    headlines: [],
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      ...(path.startsWith("gallery") ? { rows: { start: 0, end: 1 } } : {}),
    })),
  };
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
}
