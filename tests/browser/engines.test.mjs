// The engine is there twice, with relaxed SIMD and without: which one runs, and that both find the
// same. What a browser keeps of them is in offline.test.mjs, what they encode in golden.test.mjs.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { NO_ICON } from "./engine.mjs";
import { dist, newPage, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";

const ENGINES = [
  { simd: null, file: "engine_relaxed_bg.wasm", says: "WebAssembly with relaxed SIMD, one thread" },
  { simd: "plain", file: "engine_bg.wasm", says: "WebAssembly with SIMD, one thread" },
];
const { benchmark, queries } = fixture();
const query = queries[3].id;
const browser = await launch();
const server = await serve(benchmark);

for (const { simd, file, says } of ENGINES) {
  const parameters = (more) => new URLSearchParams({ device: "cpu", ...(simd && { simd }), ...more });

  test(`${file}: the page says that it runs, and finds what the native program finds`, async () => {
    const { page, context, problems } = await newPage(browser);
    const fetched = [];
    context.on("request", (request) => fetched.push(new URL(request.url()).pathname.slice(1)));
    await page.goto(`${server.url}?${parameters({ system: "words-64", query })}`);
    const found = await results(page);
    const native = rankscopeJson("search", benchmark, "--system", "words-64", "--query-id", query, "-k", "20");
    assert.deepEqual(found, native);
    assert.deepEqual([...new Set(fetched.filter((path) => /^engine.*wasm$/.test(path)))], [file]);
    // Its own link keeps the choice.
    await page.getByRole("link", { name: "Benchmark", exact: true }).click();
    await page.getByRole("region", { name: "Device", exact: true }).getByText(says).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("simd"), simd);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test(`${file}: its download is counted to its own size`, async () => {
    const { page, context } = await newPage(browser);
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
      `/engine_loader.js?${parameters({})}`,
    );
    const { size } = statSync(join(dist, file));
    assert.deepEqual(counts.at(-1), { received: size, total: size });
    assert.ok(counts.every(({ total }) => total === size));
    await context.close();
  });
}
