// Times a text encoder on WebGPU in a page: our engine's worker, called as the page calls it, with
// each type of weights, and ONNX Runtime Web, in turn.

import { openEngine } from "./engine.mjs";

const cosine = (a, b) => {
  let [ab, aa, bb] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    ab += value * b[index];
    aa += value * value;
    bb += b[index] * b[index];
  }
  return ab / Math.sqrt(aa * bb);
};

/**
 * Our engine on WebGPU with each encoder; the time, from text to vector, is the one that it reports.
 */
async function ours(encoders) {
  const { adapter, ask } = await openEngine("webgpu");
  const contenders = [];
  for (const [encoder, name] of Object.entries(encoders)) {
    const before = performance.now();
    const { checks } = await ask({ CheckEncoder: { encoder } }, (response) => response.EncoderChecked);
    const readyMs = performance.now() - before;
    const { held } = await ask("Holdings", (response) => response.Held);
    const { computed, bytes_on_gpu: onGpu } = held.find(({ kind, id }) => kind === "Encoder" && id === encoder);
    contenders.push({
      name: `rankscope, ${name}`,
      adapter,
      computed,
      onGpu,
      readyMs,
      cosines: checks.map((check) => check.cosine),
      async time({ words }) {
        const search = { system: encoder, query: { Text: words }, k: 1 };
        const { timings } = await ask({ Search: search }, (response) => response.Hits);
        if (timings.is_remembered) throw new Error(`${words} was asked before`);
        return timings.encode_ms;
      },
    });
  }
  return contenders;
}

/** ONNX Runtime Web on WebGPU; it is given token ids. */
async function theirs() {
  const ort = await import("/ort/ort.webgpu.min.mjs");
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = "/ort/";
  const model = new Uint8Array(await (await fetch("/onnx/f32.onnx")).arrayBuffer());
  const before = performance.now();
  const session = await ort.InferenceSession.create(model, { executionProviders: ["webgpu"], graphOptimizationLevel: "all" });
  const run = async (ids) => {
    const input = new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
    return (await session.run({ ids: input })).vector.data;
  };
  const { checks } = await (await fetch("/benchmark/f32/encoder.json")).json();
  const cosines = [];
  for (const { ids, vector } of checks) cosines.push(cosine(await run(ids), vector));
  return {
    name: "onnxruntime-web, float32",
    readyMs: performance.now() - before,
    cosines,
    async time({ ids }) {
      const before = performance.now();
      await run(ids);
      return performance.now() - before;
    },
  };
}

/** Burn's stock operations on WebGPU, with the same weights as float32. */
async function stockBurn() {
  const { default: init } = await import("/stock/stock_bench.js");
  await init({ module_or_path: "/stock/stock_bench_bg.wasm" });
  const fetched = (name) => fetch(`/benchmark/f32/${name}`);
  const manifest = await (await fetched("encoder.json")).text();
  const bytes = async (name) => new Uint8Array(await (await fetched(name)).arrayBuffer());
  const before = performance.now();
  const encode = await stockEncoder(manifest, await bytes("tokenizer.json"), await bytes("weights.safetensors"));
  const cosines = [];
  for (const { text, vector } of JSON.parse(manifest).checks.slice(0, 2)) cosines.push(cosine(await encode(text), vector));
  return {
    name: "stock Burn, float32",
    readyMs: performance.now() - before,
    cosines,
    async time({ words }) {
      const before = performance.now();
      await encode(words);
      return performance.now() - before;
    },
  };
}

window.measure = async ({ encoders, rounds, warmUp, texts }) => {
  const contenders = [...(await ours(encoders)), await stockBurn(), await theirs()];
  const times = contenders.map(() => texts.map(() => []));
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [who, contender] of contenders.entries()) {
      for (const [what, { variants }] of texts.entries()) {
        const ms = await contender.time(variants[round]);
        if (round >= warmUp) times[who][what].push(ms);
      }
    }
  }
  return contenders.map(({ name, adapter, computed, onGpu, readyMs, cosines }, who) => ({
    name, adapter, computed, bytes_on_gpu: onGpu, ready_ms: readyMs, lowest_cosine: Math.min(...cosines), all_ms: times[who],
  }));
};
