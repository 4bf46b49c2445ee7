// All contenders: each gets the same corpus and queries, is checked against the same hits, and is
// then timed in turn with the others. They run in a worker, as our engine does, since browsers
// schedule pages and workers differently.

import * as edgevec from "./contenders/edgevec.mjs";
import * as engine from "./contenders/engine.mjs";
import * as hnsw from "./contenders/hnsw.mjs";
import * as onnx from "./contenders/onnx.mjs";
import * as plain from "./contenders/plain.mjs";
import { PASS_MODULE } from "./pass.mjs";
import { exactTopK, vectorsFromShard } from "./vectors.mjs";

const MAKERS = {
  engine_cpu: (world) => engine.open(world, "cpu"),
  engine_webgpu: (world) => engine.open(world, "webgpu"),
  plain_javascript: plain.open,
  onnx_wasm: (world) => onnx.open(world, "wasm"),
  onnx_webgpu: (world) => onnx.open(world, "webgpu"),
  hnsw_wasm: (world) => hnsw.open(world),
  edgevec_binary: edgevec.open,
};

let world;
const contenders = {};

const timed = async (work) => {
  const started = performance.now();
  const value = await work();
  return [value, performance.now() - started];
};

const bench = {
  async load(benchmark) {
    const manifest = await (await fetch(`${benchmark}/benchmark.json`)).json();
    const [system] = manifest.systems;
    const read = async (path) => vectorsFromShard(await (await fetch(`${benchmark}/${path}`)).arrayBuffer());
    world = {
      benchmark: new URL(`${benchmark}/`, location.href).href,
      manifest,
      system,
      gallery: await read(system.gallery[0]),
      queries: await read(system.queries),
    };
  },

  /** Gets a contender ready; its own facts, and how long that took. */
  async open(name) {
    const [contender, ms] = await timed(() => MAKERS[name](world));
    contenders[name] = contender;
    return { ...contender.facts, ready_ms: ms };
  },

  close(name) {
    contenders[name]?.close();
    delete contenders[name];
  },

  /** Milliseconds of one search, and what the contender itself says of it. */
  async time(name, query, k, options) {
    const [{ own_ms }, ms] = await timed(() => contenders[name].search(query, k, options));
    return own_ms ?? ms;
  },

  /** All queries at once, as the leaderboard needs them. */
  async timeAll(name, k) {
    const [, ms] = await timed(() => contenders[name].searchAll(k));
    return ms;
  },

  /** The share of the exact first k that is found, and whether all hits are the exact ones. */
  async judge(name, query, k, options) {
    const exact = exactTopK(world.gallery, world.queries.row(query), k);
    const { rows, scores } = await contenders[name].search(query, k, options);
    const wanted = new Set(exact.map((hit) => hit.row));
    return {
      recall: rows.filter((row) => wanted.has(row)).length / exact.length,
      identical:
        rows.length === exact.length &&
        exact.every((hit, rank) => hit.row === rows[rank] && hit.score === scores[rank]),
    };
  },

  /** A plain pass over as many bytes as the engine's codes have: the limit of memory. */
  async timePass() {
    const bytes = world.gallery.nRows * world.gallery.dim;
    const { instance } = await (this.pass ??= WebAssembly.instantiate(PASS_MODULE));
    const pages = Math.ceil(bytes / 65536);
    const { memory, pass } = instance.exports;
    if (memory.buffer.byteLength < bytes) {
      memory.grow(pages);
      new Uint32Array(memory.buffer).fill(1);
    }
    const [, ms] = await timed(() => pass(pages * 65536));
    return ms;
  },
};

onmessage = async ({ data: { id, method, args } }) => {
  try {
    postMessage({ id, value: await bench[method](...args) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
