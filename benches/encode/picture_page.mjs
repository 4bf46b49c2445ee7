// Times a vision tower in a page: our engines' workers, called as the page calls them, on the CPU and
// on WebGPU, and ONNX Runtime Web on the same devices, in turn.

import { openEngine } from "./engine.mjs";

const SIZE = 224;
const MEAN = [0.48145466, 0.4578275, 0.40821073];
const DEVIATION = [0.26862954, 0.26130258, 0.27577711];

/** Noise, another for each number: engines keep the last picture's vector. */
function pixelsOf(number) {
  const rgba = new Uint8Array(4 * SIZE * SIZE);
  let state = number + 1;
  for (let at = 0; at < rgba.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    rgba[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  return rgba;
}

/** Our engine with each of the encoders on a device; the time, from pixels to vector, is the one that it reports. */
async function ours(device, encoders) {
  const { ask } = await openEngine(device);
  const search = (system, number) => {
    const query = { Picture: { width: SIZE, height: SIZE } };
    return ask({ Search: { system, query, k: 1 } }, (response) => response.Hits, pixelsOf(number));
  };
  const contenders = [];
  for (const [encoder, name] of Object.entries(encoders)) {
    const before = performance.now();
    const { hits } = await search(encoder, 0);
    contenders.push({
      name: `rankscope, ${name}, ${device}`,
      readyMs: performance.now() - before,
      // The gallery's only row is the first unit vector.
      first: hits[0].score,
      time: async (number) => (await search(encoder, number)).timings.encode_ms,
    });
  }
  return contenders;
}

/** ONNX Runtime Web on a device; its time includes the standardising of pixels, as ours does. */
async function theirs(device) {
  const ort = await import("/ort/ort.webgpu.min.mjs");
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = "/ort/";
  const model = new Uint8Array(await (await fetch("/onnx/vision.onnx")).arrayBuffer());
  const before = performance.now();
  const session = await ort.InferenceSession.create(model, { executionProviders: [device], graphOptimizationLevel: "all" });
  const run = async (number) => {
    const rgba = pixelsOf(number);
    const before = performance.now();
    const values = new Float32Array(3 * SIZE * SIZE);
    for (let colour = 0; colour < 3; colour += 1) {
      for (let at = 0; at < SIZE * SIZE; at += 1) {
        values[colour * SIZE * SIZE + at] = (rgba[4 * at + colour] / 255 - MEAN[colour]) / DEVIATION[colour];
      }
    }
    const { vector } = await session.run({ pixels: new ort.Tensor("float32", values, [1, 3, SIZE, SIZE]) });
    return { first: vector.data[0], ms: performance.now() - before };
  };
  const { first } = await run(0);
  return { name: `onnxruntime-web, float32, ${device}`, readyMs: performance.now() - before, first, time: async (number) => (await run(number)).ms };
}

window.measure = async ({ encoders, devices, rounds, warmUp }) => {
  const contenders = [];
  for (const device of devices) {
    contenders.push(...(await ours(device, encoders)));
    contenders.push(await theirs(device === "cpu" ? "wasm" : device));
  }
  const times = contenders.map(() => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [who, contender] of contenders.entries()) {
      const ms = await contender.time(round + 1);
      if (round >= warmUp) times[who].push(ms);
    }
  }
  return contenders.map(({ name, readyMs, first }, who) => ({ name, ready_ms: readyMs, first, all_ms: times[who] }));
};
