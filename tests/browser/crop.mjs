// The first scenes of Fieldbook and some of its systems: its words, its encoders and its stored run,
// without the time that all of it takes.

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

const listed = (path, bytes) => ({ path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });

/** Writes such a benchmark to a folder. */
export function crop(from, to, { nImages, systems = null, relevance }) {
  const read = (path) => readFileSync(join(from, path));
  const manifest = JSON.parse(read("benchmark.json"));
  const images = Array.from({ length: nImages }, (_, row) => row);
  const pictures = manifest.files.filter(({ path, rows }) => path.startsWith("images/") && rows.start < nImages);
  const lines = pictures.flatMap(({ path }) => linesOf(gunzipSync(read(path)))).slice(0, nImages);
  const ids = new Set(lines.map((line) => JSON.parse(line).id));
  const own = manifest.systems.filter(({ id }) => systems?.includes(id) ?? true);
  const definitions = manifest.relevance.filter(({ id }) => relevance.includes(id));

  const files = { "queries.jsonl": read("queries.jsonl") };
  files["images/00000.jsonl.gz"] = gzipSync(lines.map((line) => `${line}\n`).join(""));
  for (const { path } of definitions) {
    const judged = linesOf(gunzipSync(read(path))).filter((line) => ids.has(line.split(" ")[2]));
    files[path] = gzipSync(judged.map((line) => `${line}\n`).join(""));
  }
  for (const { gallery: [gallery], queries: stored } of own) {
    files[gallery] = rowsOf(read(gallery), images);
    files[stored] = read(stored);
  }
  for (const { path } of manifest.files) {
    if (["topics.json", "complexity.json"].includes(path)) files[path] = read(path);
    if (own.some(({ encoder }) => path.startsWith(`encoders/${encoder}/`))) files[path] = read(path);
  }

  const rows = { start: 0, end: nImages };
  const changed = {
    ...manifest,
    counts: { ...manifest.counts, images: nImages },
    systems: own,
    relevance: definitions,
    encoders: manifest.encoders.filter(({ id }) => own.some(({ encoder }) => encoder === id)),
    runs: [],
    headlines: manifest.headlines.filter((column) => definitions.some(({ id }) => id === column.relevance)),
    files: Object.entries(files).map(([path, bytes]) => ({
      ...listed(path, bytes),
      ...(/images|gallery/.test(path) ? { rows } : {}),
    })),
  };
  delete changed.welcome;
  for (const [path, bytes] of [...Object.entries(files), ["benchmark.json", JSON.stringify(changed)]]) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
  }
}

const RUN_QUERIES = 200;

/**
 * Adds what Fieldbook has and pictures left out have no part in: `from`'s stored run, re-ranking the first
 * pictures of `lists` (a run of its first stage in TREC's format, as text), and its definition with these
 * as the only candidates. `from` is the folder of Fieldbook, `to` that of a part of it.
 */
export function addRun(from, to, lists) {
  const whole = JSON.parse(readFileSync(join(from, "benchmark.json")));
  const manifest = JSON.parse(readFileSync(join(to, "benchmark.json")));
  const [run] = whole.runs;
  const definition = whole.relevance.find(({ only_judged: isOnlyJudged }) => isOnlyJudged);
  const exhaustive = manifest.relevance.find(({ id }) => id === "exhaustive");
  const grades = new Map(linesOf(gunzipSync(readFileSync(join(to, exhaustive.path)))).map((line) => {
    const [query, , image, grade] = line.split(" ");
    return [`${query} ${image}`, Number(grade)];
  }));
  const candidates = new Map();
  for (const line of linesOf(lists)) {
    const [query, , image] = line.split(/\s+/);
    candidates.set(query, [...(candidates.get(query) ?? []), image]);
  }
  const isRelevant = (query, image) => (grades.get(`${query} ${image}`) ?? 0) > 0;
  const chosen = [...candidates].filter(([query, images]) => {
    const n = images.filter((image) => isRelevant(query, image)).length;
    return n >= 1 && n <= 50;
  }).slice(0, RUN_QUERIES);
  const runLines = [];
  const judged = [];
  for (const [query, images] of chosen) {
    // Right more often than not.
    const scored = images.map((image) => {
      const noise = createHash("sha256").update(`${query} ${image}`).digest().readUInt16LE() / 0xffff;
      return { image, score: 0.4 * isRelevant(query, image) + 0.6 * noise };
    });
    scored.sort((a, b) => b.score - a.score);
    for (const [index, { image, score }] of scored.entries()) runLines.push(`${query} Q0 ${image} ${index + 1} ${score} ${run.id}\n`);
    for (const image of images) judged.push(`${query} 0 ${image} ${grades.get(`${query} ${image}`) ?? 0}\n`);
  }
  const files = { [`runs/${run.id}.run.gz`]: gzipSync(runLines.join("")), [definition.path]: gzipSync(judged.join("")) };
  manifest.runs = [run];
  manifest.relevance.push(definition);
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
    manifest.files.push(listed(path, bytes));
  }
  writeFileSync(join(to, "benchmark.json"), JSON.stringify(manifest));
}
