// Times text encoders in a page: ours, as a separate module, and ONNX Runtime Web. They take turns,
// so that other load on the machine affects both alike.

const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
const text = async (path) => (await fetch(path)).text();

const cosine = (a, b) => {
  let [ab, aa, bb] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    ab += value * b[index];
    aa += value * value;
    bb += b[index] * b[index];
  }
  return ab / Math.sqrt(aa * bb);
};

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length % 2 ? sorted[sorted.length >> 1] : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
};

/** Ours: a pack → { name, bytes, loadMs, encode }. Encoding cuts the text into tokens too. */
async function ours(encoder, name, dtype) {
  const pack = `/packs/${dtype}`;
  const [manifest, tokenizer, weights] = [
    await text(`${pack}/encoder.json`), await bytes(`${pack}/tokenizer.json`), await bytes(`${pack}/weights.safetensors`),
  ];
  const before = performance.now();
  const encode = encoder(manifest, tokenizer, weights);
  const loadMs = performance.now() - before;
  return { name, dtype, bytes: weights.length, loadMs, encode: async (words) => encode(words), tokens: (words) => encode(words).ids };
}

/** ONNX Runtime Web on WebAssembly with one thread; it is given the token ids. */
async function theirs(ort, name, path) {
  const model = await bytes(path);
  const before = performance.now();
  const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"], graphOptimizationLevel: "all" });
  const loadMs = performance.now() - before;
  const run = async (ids) => {
    const input = new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
    return { vector: (await session.run({ ids: input })).vector.data };
  };
  return { name, bytes: model.length, loadMs, run };
}

window.measure = async ({ rounds, warmUp, texts }) => {
  const { default: init } = await import("/module/encode_bench.js");
  await init({ module_or_path: "/module/encode_bench_bg.wasm" });
  const ort = await import("/ort/ort.wasm.min.mjs");
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = "/ort/";
  const mine = [];
  for (const dtype of ["f32", "f16", "i8"]) mine.push(await ours(rankscopeEncoder, `rankscope ${dtype}`, dtype));
  const tokens = mine[0].tokens;
  const peers = [await theirs(ort, "onnxruntime-web f32", "/onnx/f32.onnx"), await theirs(ort, "onnxruntime-web int8", "/onnx/int8.onnx")];
  for (const peer of peers) peer.encode = (words, ids) => peer.run(ids);
  const contenders = [...mine, ...peers];

  const checks = JSON.parse(await text("/packs/f32/encoder.json")).checks;
  for (const contender of contenders) {
    const cosines = [];
    for (const check of checks) cosines.push(cosine((await contender.encode(check.text, check.ids)).vector, check.vector));
    contender.cosines = cosines;
  }

  const wanted = texts.map(({ words }) => ({ words, ids: tokens(words) }));
  const times = contenders.map(() => wanted.map(() => []));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [who, contender] of contenders.entries()) {
      for (const [what, { words, ids }] of wanted.entries()) {
        const before = performance.now();
        await contender.encode(words, ids);
        if (round >= 0) times[who][what].push(performance.now() - before);
      }
    }
  }
  return contenders.map(({ name, dtype, bytes: size, loadMs, cosines }, who) => ({
    name,
    dtype,
    bytes: size,
    load_ms: loadMs,
    lowest_cosine: Math.min(...cosines),
    mean_cosine: cosines.reduce((sum, value) => sum + value, 0) / cosines.length,
    n_cosines: cosines.length,
    texts: wanted.map(({ ids }, what) => ({
      n_tokens: ids.length,
      median_ms: median(times[who][what]),
      fastest_ms: Math.min(...times[who][what]),
      all_ms: times[who][what],
    })),
  }));
};
