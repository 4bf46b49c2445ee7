// The Benchmark page on what computes: the device and its limits, what is in memory, all encoders
// at once, and what the codes that a search begins with would find by themselves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, cellValues, eventually, heldBack, lacksWebGpu, near, newPage } from "./harness.mjs";
import { fixture, launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, manifest } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams(parameters)}`;

/** Vectors of a float16 shard, widened. */
function vectors(path) {
  const bytes = readFileSync(join(benchmark, path));
  const end = 8 + Number(bytes.readBigUInt64LE(0));
  const { dtype, shape, data_offsets } = JSON.parse(bytes.subarray(8, end)).vectors;
  assert.equal(dtype, "F16");
  const [rows, dim] = shape;
  const value = (at) => {
    const half = bytes.readUInt16LE(end + data_offsets[0] + 2 * at);
    const sign = half & 0x8000 ? -1 : 1, exponent = (half >> 10) & 31, rest = half & 1023;
    return sign * (exponent ? 2 ** (exponent - 15) * (1 + rest / 1024) : 2 ** -14 * (rest / 1024));
  };
  return Array.from({ length: rows }, (_, row) => Array.from({ length: dim }, (_, column) => value(row * dim + column)));
}

/** A vector in 255 steps, as an int8 code with a scale says it. */
function coded(vector) {
  const largest = Math.max(...vector.map(Math.abs));
  const even = (x) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));
  return vector.map((value) => (even((value * 127) / largest) * largest) / 127);
}

const first = (query, gallery, k) => {
  const scores = gallery.map((row, index) => [row.reduce((sum, value, i) => sum + value * query[i], 0), index]);
  return scores.sort(([a, i], [b, j]) => b - a || i - j).slice(0, k).map(([, index]) => index);
};

test("codes alone: overlap and differences are those of codes made here", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("about", { device: "cpu" }));
  const name = `Compare all ${manifest.systems.length} systems`;
  await page.getByRole("button", { name }).click();
  await page.getByRole("button", { name, disabled: false }).waitFor();
  const table = page.getByRole("table", { name: "Codes alone" });
  await table.locator(`tbody tr:nth-child(${manifest.systems.length})`).waitFor();
  const shown = await cellValues(table, "system", "measure");

  const definition = manifest.relevance.find((definition) => definition.default);
  const queries = readFileSync(join(benchmark, "queries.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line).id);
  const images = manifest.files.filter((file) => /^images\/.*jsonl$/.test(file.path)).flatMap((file) => readFileSync(join(benchmark, file.path), "utf8").trim().split("\n").map((line) => JSON.parse(line).id));
  const relevant = new Set();
  for (const line of readFileSync(join(benchmark, definition.path), "utf8").trim().split("\n")) {
    const [query, , image, grade] = line.split(/\s+/);
    if (Number(grade) > 0) relevant.add(`${query} ${image}`);
  }
  const isAsked = (query) => images.some((image) => relevant.has(`${query} ${image}`));
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const differs = [];
  for (const system of manifest.systems) {
    const gallery = system.gallery.flatMap(vectors), asked = vectors(system.queries);
    const codes = gallery.map(coded);
    const lists = asked.map((query) => [first(query, gallery, 100), first(query, codes, 100)]);
    for (const k of [10, 100]) {
      const share = ([exact, coded]) => exact.slice(0, k).filter((row) => coded.slice(0, k).includes(row)).length / k;
      const overlap = mean(lists.map(share));
      differs.push(overlap);
      // Ties and a query's own rounding may fall the other way.
      assert.ok(near(shown[`${system.id} overlap@${k}`], overlap, 0.01), `${system.id} overlap@${k}: ${shown[`${system.id} overlap@${k}`]} and ${overlap}`);
    }
    const precision = (list, query) => list.slice(0, 10).filter((row) => relevant.has(`${queries[query]} ${images[row]}`)).length / 10;
    const deltas = lists.flatMap(([exact, coded], query) => (isAsked(queries[query]) ? [precision(coded, query) - precision(exact, query)] : []));
    assert.ok(near(shown[`${system.id} trec:P@10`], mean(deltas), 0.006), `${system.id}: ${shown[`${system.id} trec:P@10`]} and ${mean(deltas)}`);
  }
  assert.ok(Math.min(...differs) < 0.99, `codes of the fixture find what they should not: ${differs}`);
  await assertAccessible(page, "codes alone");
});

test("comparing can be cancelled, and goes on where it was left", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("about", { device: "cpu", benchmark: "benchmark/" }));
  // Slow enough to be stopped: the first shard waits.
  const release = await heldBack(page, /gallery-00000/);
  await page.getByRole("button", { name: /^Compare all/ }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled. Results so far are shown.").waitFor();
  release();
  await page.getByRole("button", { name: "Compute", exact: true }).click();
  await page.getByRole("table", { name: "Codes alone" }).locator(`tbody tr:nth-child(${manifest.systems.length})`).waitFor();
});

test("the contents lead to the sections, and definitions have their counts", async () => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(address("about", { device: "cpu" }));
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Codes alone" }).waitFor();
  // Some sections come after their links.
  await eventually(async () => {
    const links = await contents.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href").slice(1)));
    const headings = await page.locator("main h2[id]").evaluateAll((all) => all.map((own) => own.id));
    assert.deepEqual(links, headings.filter((id) => links.includes(id)));
  });
  await contents.getByRole("link", { name: "Systems" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "systems-title");
  const { top } = await page.locator("#systems-title").evaluate((own) => own.getBoundingClientRect());
  assert.ok(top >= 0 && top < 450, `${top}`);
  // Beside the sections, and still in view.
  const box = await contents.boundingBox();
  assert.ok(box.y >= 0 && box.y < 100 && box.x + box.width <= (await page.locator("#systems-title").boundingBox()).x, JSON.stringify(box));
  const table = page.getByRole("table", { name: "Definitions of relevance" });
  for (const { title, path } of manifest.relevance) {
    const pairs = readFileSync(join(benchmark, path), "utf8").trim().split("\n").map((line) => line.split(/\s+/)).filter(([, , , grade]) => Number(grade) > 0);
    const cells = await table.getByRole("row").filter({ hasText: title }).first().locator("td").allInnerTexts();
    assert.deepEqual(cells.slice(0, 2).map((own) => Number(own.replaceAll(",", ""))), [new Set(pairs.map(([query]) => query)).size, pairs.length], title);
  }
  await assertAccessible(page, "the contents");
});

test("all encoders are checked at once, and what is in memory is told", async () => {
  const { page } = await newPage(browser);
  const { benchmark, manifest: { encoders } } = smallFieldbook();
  const own = await serve(benchmark);
  try {
    await page.goto(`${own.url}about?device=cpu`);
    await page.getByText(/The engine uses [\d.]+ MB of WebAssembly memory/).waitFor();
    // One of the list, or all.
    assert.equal(await page.getByRole("region", { name: "Encoder self-check" }).getByRole("button").count(), 2);
    await page.getByRole("button", { name: "Check all encoders" }).click();
    const n = encoders.length;
    await page.getByRole("status").filter({ hasText: `${n} of ${n} checked encoders agree with their stored vectors on this device. The lowest cosine is` }).waitFor();
    const memory = page.getByRole("table", { name: "In memory" });
    await memory.getByRole("row").nth(n).waitFor();
    assert.equal(await memory.getByRole("row").filter({ hasText: "Encoder" }).count(), n);
    assert.match(await memory.getByRole("row").nth(1).innerText(), /float16\s+.*on this processor/);
    await assertAccessible(page, "all encoders checked");
  } finally {
    own.stop();
  }
});

test("what lies in the GPU's memory is told, and in which numbers", async (t) => {
  const { page } = await newPage(browser);
  const { benchmark, manifest: { encoders } } = smallFieldbook();
  const own = await serve(benchmark);
  try {
    await page.goto(`${own.url}about?device=webgpu`);
    if (await lacksWebGpu(t, page)) return;
    await page.getByRole("button", { name: "Check all encoders" }).click();
    await page.getByRole("status").filter({ hasText: `${encoders.length} of ${encoders.length} checked encoders agree` }).waitFor();
    const memory = page.getByRole("table", { name: "In memory" });
    await memory.getByRole("row").nth(encoders.length).waitFor();
    for (const { title, path } of encoders) {
      const cells = await memory.getByRole("row").filter({ has: page.getByRole("rowheader", { name: title, exact: true }) }).getByRole("cell").allInnerTexts();
      const [, stored, computed, , onGpu] = cells;
      assert.equal(stored, "float16", title);
      const file = readFileSync(join(benchmark, path, "weights.safetensors"));
      const header = JSON.parse(file.subarray(8, 8 + Number(file.readBigUInt64LE(0))));
      const layers = Object.entries(header).filter(([name]) => name.includes(".encoder.layers."));
      // Two bytes for each weight of a layer; biases and norms are float32.
      const bytes = layers.reduce((sum, [, { shape }]) => sum + shape.reduce((n, size) => n * size, shape.length === 2 ? 2 : 4), 0);
      if (bytes === 0) {
        // A bag of tokens: nothing to multiply.
        assert.deepEqual([computed, onGpu], ["float32 on this processor", "none"], title);
      } else {
        assert.equal(computed, "float32, from weights kept in float16 on WebGPU", title);
        const [number, unit] = onGpu.split(/\s/);
        assert.ok(near(parseFloat(number) * { kB: 1e3, MB: 1e6 }[unit], bytes, { kB: 51, MB: 5.1e4 }[unit]), `${title}: ${onGpu}, and ${bytes} are right`);
      }
    }
    await assertAccessible(page, "what the GPU holds");
  } finally {
    own.stop();
  }
});

test("the adapter's limits are those that the browser names", async (t) => {
  const { page } = await newPage(browser);
  await page.goto(address("about", { device: "webgpu" }));
  if (await lacksWebGpu(t, page)) return;
  const facts = page.locator("dl[aria-label=Adapter]");
  await facts.waitFor();
  const told = await page.evaluate(async () => {
    const { limits, features, info } = await navigator.gpu.requestAdapter();
    return { buffer: limits.maxBufferSize, binding: limits.maxStorageBufferBindingSize, invocations: limits.maxComputeInvocationsPerWorkgroup, f16: features.has("shader-f16"), isFallback: info.isFallbackAdapter };
  });
  const text = (await facts.innerText()).replaceAll(",", "");
  const after = (term) => new RegExp(`${term}\\s+(.*)`).exec(text)[1];
  assert.ok(near(parseFloat(after("Largest buffer")) * 2 ** { MiB: 20, GiB: 30 }[after("Largest buffer").split(" ")[1]], told.buffer, told.buffer / 100));
  assert.ok(near(parseFloat(after("Largest binding")) * 2 ** { MiB: 20, GiB: 30 }[after("Largest binding").split(" ")[1]], told.binding, told.binding / 100));
  assert.match(after("Workgroup"), new RegExp(`at most ${told.invocations} invocations`));
  assert.match(after("float16 in shaders"), told.f16 ? /^yes/ : /^no/);
  assert.match(after("Kind"), told.isFallback ? /^fallback/ : /^hardware/);
});
