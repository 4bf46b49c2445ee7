// hnswlib-wasm: a graph that is built once and finds most of the nearest rows.

import { loadHnswlib } from "/peers/hnswlib-wasm/dist/hnswlib.js";

const M = 16;
const EF_CONSTRUCTION = 200;
const ROWS_AT_ONCE = 1000;

export async function open({ gallery, queries }) {
  const memory = () => performance.memory?.usedJSHeapSize;
  const lib = await loadHnswlib();
  const index = new lib.HierarchicalNSW("ip", gallery.dim, "");
  index.initIndex(gallery.nRows, M, EF_CONSTRUCTION, 100);
  const started = performance.now();
  for (let first = 0; first < gallery.nRows; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, gallery.nRows - first) }, (_, i) => gallery.row(first + i));
    index.addPoints(rows, rows.map((_, i) => first + i), false);
  }
  const build_ms = performance.now() - started;
  return {
    facts: { m: M, ef_construction: EF_CONSTRUCTION, build_ms, heap_bytes: lib.HEAPU8?.length ?? lib.HEAP8?.length, js_heap: memory() },
    search(query, k, { ef = 200 } = {}) {
      index.setEfSearch(ef);
      const { neighbors, distances } = index.searchKnn(queries.row(query), k, undefined);
      return { rows: Array.from(neighbors), scores: Array.from(distances, (distance) => 1 - distance) };
    },
    close() {},
  };
}
