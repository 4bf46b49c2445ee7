// edgevec's flat index of signs, one bit a value, by Hamming distance. The binding of 0.9.0 takes
// nothing but bits into a flat index ("insert() not supported for Flat index"), and of floats it
// has only a graph.

import init, { EdgeVec, EdgeVecConfig, JsIndexType, MetricType, VectorType } from "/peers/edgevec/edgevec.js";

const signs = (vector) => {
  const bytes = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((value, i) => {
    if (value > 0) bytes[i >> 3] |= 1 << (i & 7);
  });
  return bytes;
};

export async function open({ gallery, queries }) {
  await init();
  const config = new EdgeVecConfig(gallery.dim);
  config.indexType = JsIndexType.Flat;
  config.setMetricType(MetricType.Hamming);
  config.vector_type = VectorType.Binary;
  const index = new EdgeVec(config);
  const rowOfId = new Map();
  for (let row = 0; row < gallery.nRows; row++) rowOfId.set(index.insertBinary(signs(gallery.row(row))), row);
  return {
    facts: { stored: "signs" },
    search(query, k) {
      const hits = index.searchBinary(signs(queries.row(query)), k);
      return { rows: hits.map(({ id }) => rowOfId.get(id)), scores: hits.map(({ score }) => -score) };
    },
    close: () => index.free(),
  };
}
