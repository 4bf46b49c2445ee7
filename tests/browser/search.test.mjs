// The engine's search in a real browser, on the processor and on WebGPU, held to brute force in
// float64: rows, order, and scores to the last bit.

import assert from "node:assert/strict";
import { exactTopK, vectorsFromShard } from "../../benches/search/vectors.mjs";
import { askEngine, openEngine, writeVectors } from "./engine.mjs";
import { newPage } from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const browser = await launch();

/** Numbers between −1 and 1, the same each time. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const unit = (vector) => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

/** Vectors with equal and nearly equal ones, zeros, and one that points the other way. */
function rows(nRows, dim) {
  const next = numbers(7);
  const rows = [];
  for (let row = 0; row < nRows; row++) {
    if (row % 9 === 4) rows.push(rows[row - 1]);
    else if (row % 9 === 6) rows.push(rows[row - 1].map((value) => value + 1e-5 * next()));
    else if (row === 20) rows.push(new Array(dim).fill(0));
    else if (row === 21) rows.push(rows[0].map((value) => -value));
    else rows.push(unit(Array.from({ length: dim }, next)));
  }
  return rows;
}

// k below, at and beyond the number of rows; few rows and many; a dim that four does not divide.
const WORLDS = [
  { name: "many rows", nRows: 40_003, dim: 48, ks: [1, 100, 1000] },
  { name: "few rows", nRows: 700, dim: 30, ks: [1, 100, 700, 1000] },
  { name: "one row", nRows: 1, dim: 8, ks: [1, 10] },
  // More equal rows than there is room for candidates.
  { name: "equal rows", nRows: 20_000, dim: 8, ks: [10], vectors: () => Array(20_000).fill([1, 0, 0, 0, 0, 0, 0, 0]) },
];

for (const device of ["cpu", "webgpu"]) {
  for (const { name, nRows, dim, ks, vectors } of WORLDS) {
    test(`${device}: ${name} are found as brute force finds them`, async (t) => {
      const folder = temporaryFolder();
      const gallery = vectors?.() ?? rows(nRows, dim);
      const queries = [...gallery.slice(0, 3), new Array(dim).fill(0), unit(Array.from({ length: dim }, numbers(99)))];
      const bytes = writeVectors(folder, gallery, queries);
      const server = await serve(folder);
      const { page } = await newPage(browser);
      try {
        const report = await openEngine(page, server, device);
        if (!report.kind) return t.skip(`no WebGPU: ${JSON.stringify(report)}`);
        assert.equal(report.kind, device === "cpu" ? "Cpu" : "WebGpu");
        const exact = [vectorsFromShard(bytes.gallery), vectorsFromShard(bytes.queries)];
        for (const k of ks) {
          for (let query = 0; query < exact[1].nRows; query++) {
            const request = { Search: { system: "made", query: { Stored: query }, k } };
            const { hits } = (await askEngine(page, request)).Hits;
            const expected = exactTopK(exact[0], exact[1].row(query), k);
            const found = hits.map((hit) => ({ row: hit.row_in_corpus, score: Math.fround(hit.score) + 0 }));
            assert.deepEqual(found, expected.map(({ row, score }) => ({ row, score: score + 0 })), `k ${k}, query ${query}`);
          }
        }
        // All at once: the queries share a reading of the rows.
        const k = ks.at(-1);
        const depths = Array(exact[1].nRows).fill(k);
        const lists = (await askEngine(page, { RankQueries: { system: "made", depths } })).rows;
        assert.equal(lists.length, exact[1].nRows);
        for (const [query, list] of lists.entries()) {
          assert.deepEqual(list, exactTopK(exact[0], exact[1].row(query), k).map(({ row }) => row), `query ${query} of all`);
        }
      } finally {
        server.stop();
      }
    });
  }
}

test("cpu: rows out of all bounds hide no others", async () => {
  const [nRows, dim, k] = [700, 30, 100];
  const gallery = rows(nRows, dim);
  for (const [row, factor] of [[50, 1e14], [51, -1e14], [300, 1e-14]]) gallery[row] = gallery[row].map((value) => value * factor);
  const queries = [gallery[0], gallery[50], gallery[300]];
  const folder = temporaryFolder();
  const shards = writeVectors(folder, gallery, queries);
  const server = await serve(folder);
  const { page } = await newPage(browser);
  await openEngine(page, server, "cpu");
  const [stored, asked] = [vectorsFromShard(shards.gallery), vectorsFromShard(shards.queries)];
  for (let query = 0; query < queries.length; query++) {
    const { hits } = (await askEngine(page, { Search: { system: "made", query: { Stored: query }, k } })).Hits;
    const expected = exactTopK(stored, asked.row(query), k);
    assert.deepEqual(hits.map((hit) => hit.row_in_corpus), expected.map(({ row }) => row), `query ${query}`);
  }
  server.stop();
});

// In memory, and on disk, where rows are read while their signs are taken.
for (const [where, roomBytes] of [["in memory", null], ["on disk", 1_000]]) {
  test(`vectors that are no numbers are refused by file and row, ${where}, and the engine goes on`, async () => {
    const gallery = rows(700, 30);
    const queries = [gallery[0], gallery[1]];
    const damaged = gallery.map((values, row) => values.map((value, at) => (row === 101 && at === 3 ? NaN : value)));
    for (const [vectors, asked, place] of [
      [damaged, queries, /systems\/made\/gallery\.safetensors, row 101: value 3 is NaN/],
      [gallery, [gallery[0], gallery[1].map(() => Infinity)], /systems\/made\/queries\.safetensors, row 1: value 0 is inf/],
    ]) {
      const folder = temporaryFolder();
      const shards = writeVectors(folder, vectors, asked);
      const server = await serve(folder);
      const { page } = await newPage(browser);
      await openEngine(page, server, "cpu", { roomBytes });
      for (let turn = 0; turn < 2; turn++) {
        const { Failed } = await askEngine(page, { Search: { system: "made", query: { Stored: 0 }, k: 10 } });
        assert.equal(Failed?.title, "A file of the benchmark cannot be used");
        assert.match(Failed.detail, place);
      }
      assert.deepEqual((await askEngine(page, "Holdings")).Held.held.filter(({ kind }) => kind !== "Gallery"), []);
      if (vectors === gallery) {
        // What is sound is still searched.
        const { hits } = (await askEngine(page, { Search: { system: "made", query: { Image: 5 }, k: 10 } })).Hits;
        const stored = vectorsFromShard(shards.gallery);
        assert.deepEqual(hits.map((hit) => hit.row_in_corpus), exactTopK(stored, stored.row(5), 10).map(({ row }) => row));
      }
      server.stop();
    }
  });
}

test("webgpu: a lost device is told, and the worker goes on answering", async (t) => {
  const folder = temporaryFolder();
  const gallery = rows(5_000, 16);
  writeVectors(folder, gallery, gallery.slice(0, 2));
  const server = await serve(folder);
  const { page } = await newPage(browser);
  try {
    const report = await openEngine(page, server, "webgpu", { keepsDevice: true });
    if (!report.kind) return t.skip(`no WebGPU: ${JSON.stringify(report)}`);
    const request = { Search: { system: "made", query: { Stored: 0 }, k: 10 } };
    assert.equal((await askEngine(page, request)).Hits.hits.length, 10);
    await page.evaluate(() => window.loseDevice());
    for (let turn = 0; turn < 2; turn++) {
      const { Failed } = await askEngine(page, request);
      assert.equal(Failed?.title, "The GPU stopped responding");
      assert.match(Failed.advice, /The CPU takes over/);
    }
  } finally {
    server.stop();
  }
});
