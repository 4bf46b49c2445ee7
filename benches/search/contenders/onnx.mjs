// ONNX Runtime Web: MatMul and TopK. The gallery is part of the model, so that the runtime keeps it
// where it likes.

import * as ort from "/peers/onnxruntime-web/dist/ort.webgpu.min.mjs";

ort.env.wasm.wasmPaths = new URL("/peers/onnxruntime-web/dist/", location.href).href;
ort.env.wasm.numThreads = 1;

export async function open({ benchmark, queries, gallery }, provider) {
  const session = await ort.InferenceSession.create(`${benchmark}model.onnx`, {
    executionProviders: [provider],
    graphOptimizationLevel: "all",
  });
  const searchFrom = async (first, n, k) => {
    const vectors = queries.values.slice(first * gallery.dim, (first + n) * gallery.dim);
    const { rows, scores } = await session.run({
      query: new ort.Tensor("float32", vectors, [n, gallery.dim]),
      k: new ort.Tensor("int64", BigInt64Array.of(BigInt(k)), [1]),
    });
    return { rows: Array.from(rows.data, Number), scores: scores.data };
  };
  const search = (query, k) => searchFrom(query, 1, k);
  await search(0, 1);
  return {
    facts: { provider, n_threads: ort.env.wasm.numThreads },
    search,
    async searchAll(k) {
      for (let first = 0; first < queries.nRows; first += 32) {
        await searchFrom(first, Math.min(32, queries.nRows - first), k);
      }
    },
    close: () => session.release(),
  };
}
