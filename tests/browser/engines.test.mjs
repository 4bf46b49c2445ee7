// There are two engines, on the CPU and on WebGPU: the CPU answers first, the GPU takes over once it is
// ready, and both find the same. What a browser keeps of them is in offline.test.mjs, what they encode
// in golden.test.mjs, what happens when the GPU fails in faults_gpu.test.mjs.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { NO_ICON } from "./engine.mjs";
import { dist, eventually, goInside, heldBack, lacksWebGpu, newProfile, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const ENGINES = { cpu: ["engine_loader.js", "engine_bg.wasm"], webgpu: ["engine_loader.js?engine=gpu", "engine_gpu_bg.wasm"] };

const { benchmark, queries } = fixture();
const [query, other] = [queries[3].id, queries[4].id];
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}?${new URLSearchParams({ system: "words-64", ...parameters })}`;
const native = (query) => rankscopeJson("search", benchmark, "--system", "words-64", "--query-id", query, "-k", "20");
const modules = (context) => {
  const fetched = [];
  context.on("request", (request) => fetched.push(new URL(request.url()).pathname.slice(1)));
  return () => [...new Set(fetched.filter((path) => /^engine.*wasm$/.test(path)))];
};

test("on the CPU the other engine is not fetched", async () => {
  const { page, context } = await newProfile(browser);
  const fetched = modules(context);
  await page.goto(address({ device: "cpu", query }));
  assert.deepEqual(await results(page), native(query));
  await page.getByRole("link", { name: "Benchmark", exact: true }).click();
  await page.getByRole("region", { name: "Device", exact: true }).getByText("WebAssembly with SIMD, one thread").waitFor();
  assert.deepEqual(fetched(), ["engine_bg.wasm"]);
});

test("the CPU answers until the GPU is ready, which then answers the same, and the CPU's worker ends", async (t) => {
  const { page, context } = await newProfile(browser);
  const fetched = modules(context);
  const release = await heldBack(context, /engine_gpu_bg\.wasm/);
  await page.goto(address({ device: "webgpu", query }));
  assert.deepEqual(await results(page), native(query));
  const starting = page.locator(".device-words", { hasText: "CPU, GPU starting" });
  const none = page.getByRole("alert").filter({ hasText: "WebGPU is not available" });
  await starting.or(none).first().waitFor();
  release();
  if (await lacksWebGpu(t, page)) return;
  assert.deepEqual(fetched(), ["engine_bg.wasm", "engine_gpu_bg.wasm"]);
  await eventually(() => assert.equal(page.workers().length, 1));
  assert.deepEqual(await results(page), native(query));
  await goInside(page, address({ device: "webgpu", query: other }));
  assert.deepEqual(await results(page), native(other));
});

test("an engine on WebGPU that cannot be loaded is told, and the CPU goes on", async (t) => {
  const { page, context } = await newProfile(browser);
  await context.route(/engine_gpu_bg\.wasm/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(address({ device: "webgpu", query }));
  const told = page.getByRole("alert").filter({ hasText: "WebGPU is not available" });
  await told.waitFor();
  const words = await told.innerText();
  if (/no adapter|does not support/.test(words)) t.skip(words);
  else assert.match(words, /engine_gpu_bg\.wasm: the server answered 404\..*The CPU answers instead, with the same results\./s);
  assert.deepEqual(await results(page), native(query));
  await goInside(page, address({ device: "webgpu", query: other }));
  assert.deepEqual(await results(page), native(other));
});

test("where there is no adapter, WebGPU that was asked for is told to be missing", async () => {
  const { page, context } = await newProfile(browser);
  // A worker cannot be given scripts from outside: its script begins by hiding the browser's GPU.
  await context.route(/engine_loader\.js/, async (route) => {
    // The test may be over.
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    await route.fulfill({ response, body: `Object.defineProperty(navigator, "gpu", { value: undefined });\n${await response.text()}` });
  });
  await page.goto(address({ device: "webgpu", query }));
  const told = page.getByRole("alert").filter({ hasText: "WebGPU is not available" });
  await told.waitFor();
  assert.match(await told.innerText(), /the browser does not support WebGPU/);
  assert.deepEqual(await results(page), native(query));
});

for (const [device, [script, file]] of Object.entries(ENGINES)) {
  test(`${device}: its download is counted to its own size`, async () => {
    const { page } = await newProfile(browser);
    await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html>${NO_ICON}<title>blank</title>` }));
    await page.goto(`${server.url.replace(/\/$/, "")}/blank`);
    const counts = await page.evaluate(
      (script) =>
        new Promise((resolve, reject) => {
          const counts = [];
          new Worker(script, { type: "module" }).onmessage = ({ data }) => {
            const event = JSON.parse(data);
            if (event.Module) counts.push(event.Module);
            if (event.Crashed) reject(new Error(event.Crashed.message));
            if (event === "Started") resolve(counts);
          };
        }),
      `/${script}`,
    );
    const { size } = statSync(join(dist, file));
    assert.deepEqual(counts.at(-1), { received: size, total: size });
    assert.ok(counts.every(({ total }) => total === size));
  });
}
