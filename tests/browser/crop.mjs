// The first scenes of Fieldbook, some of its queries and systems: its words and its encoders, without
// the time that all of it takes.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const SIZES = { F32: 4, F16: 2, I8: 1 };

/** A file of tensors with some rows of each. */
function rowsOf(file, rows) {
  const length = Number(file.readBigUInt64LE(0));
  const tensors = Object.entries(JSON.parse(file.subarray(8, 8 + length).toString())).filter(([name]) => name !== "__metadata__");
  const header = {};
  const parts = [];
  let at = 0;
  for (const [name, { dtype, shape: [, ...shape], data_offsets: [start] }] of tensors) {
    const width = SIZES[dtype] * shape.reduce((product, size) => product * size, 1);
    const begin = 8 + length + start;
    const bytes = Buffer.concat(rows.map((row) => file.subarray(begin + row * width, begin + (row + 1) * width)));
    header[name] = { dtype, shape: [rows.length, ...shape], data_offsets: [at, at + bytes.length] };
    at += bytes.length;
    parts.push(bytes);
  }
  const text = JSON.stringify(header);
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([size, padded, ...parts]);
}

const linesOf = (text) => text.toString().trim().split("\n");

/** Writes such a benchmark to a folder; `isQuery` says of a query's row whether it is in it. */
export function crop(from, to, { nImages, isQuery, systems, relevance }) {
  const read = (path) => readFileSync(join(from, path));
  const manifest = JSON.parse(read("benchmark.json"));
  const images = Array.from({ length: nImages }, (_, row) => row);
  const listed = manifest.files.filter(({ path, rows }) => path.startsWith("images/") && rows.start < nImages);
  const lines = listed.flatMap(({ path }) => linesOf(gunzipSync(read(path)))).slice(0, nImages);
  const queries = linesOf(read("queries.jsonl")).map((line, row) => ({ row, line, id: JSON.parse(line).id })).filter(({ row, id }) => isQuery(row, id));
  const [ids, queryIds] = [new Set(lines.map((line) => JSON.parse(line).id)), new Set(queries.map(({ id }) => id))];
  const own = manifest.systems.filter(({ id }) => systems.includes(id));
  const definitions = manifest.relevance.filter(({ id }) => relevance.includes(id));

  const files = { "queries.jsonl": Buffer.from(queries.map(({ line }) => `${line}\n`).join("")) };
  files["images/00000.jsonl.gz"] = gzipSync(lines.map((line) => `${line}\n`).join(""));
  for (const { path } of definitions) {
    const judged = linesOf(gunzipSync(read(path))).filter((line) => {
      const [query, , image] = line.split(" ");
      return queryIds.has(query) && ids.has(image);
    });
    files[path] = gzipSync(judged.map((line) => `${line}\n`).join(""));
  }
  for (const { gallery: [gallery], queries: stored } of own) {
    files[gallery] = rowsOf(read(gallery), images);
    files[stored] = rowsOf(read(stored), queries.map(({ row }) => row));
  }
  for (const { path } of manifest.files) {
    if (own.some(({ encoder }) => path.startsWith(`encoders/${encoder}/`))) files[path] = read(path);
  }

  const rows = { start: 0, end: nImages };
  const changed = {
    ...manifest,
    counts: { ...manifest.counts, queries: queries.length, images: nImages },
    systems: own,
    relevance: definitions,
    encoders: manifest.encoders.filter(({ id }) => own.some(({ encoder }) => encoder === id)),
    runs: [],
    files: Object.entries(files).map(([path, bytes]) => ({
      path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"),
      ...(/images|gallery/.test(path) ? { rows } : {}),
    })),
  };
  delete changed.welcome;
  for (const [path, bytes] of [...Object.entries(files), ["benchmark.json", JSON.stringify(changed)]]) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
  }
}
