// The page's figures on this machine, as JSON: sizes, time to first results, stage timings.
// Run by scripts/figures; nothing is judged here.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { ask, dist, launch, newPage, results, serve } from "./harness.mjs";

const [benchmark, system, ...texts] = process.argv.slice(2);
const N_RUNS = 5;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const sizes = {};
for (const name of ["app_bg.wasm", "engine_bg.wasm"]) {
  const bytes = readFileSync(join(dist, name));
  sizes[name] = { raw_bytes: bytes.length, brotli_bytes: brotliCompressSync(bytes).length };
}

const browser = await launch();
const server = await serve(benchmark);
const query = JSON.parse(readFileSync(join(benchmark, "queries.jsonl"), "utf8").split("\n")[0]).id;
const devices = {};
try {
  for (const device of ["cpu", "webgpu"]) {
    const firstResultsMs = [];
    for (let run = 0; run < N_RUNS; run++) {
      // A fresh profile each time: nothing is cached.
      const { page, context } = await newPage(browser);
      const started = performance.now();
      await page.goto(`${server.url}?${new URLSearchParams({ device, system, query })}`);
      const outcome = await Promise.race([
        results(page).then(() => "shown"),
        page.getByRole("alert").first().innerText(),
      ]);
      if (outcome !== "shown") {
        devices[device] = { not_measured: outcome };
        await context.close();
        break;
      }
      firstResultsMs.push(performance.now() - started);
      if (run === N_RUNS - 1) {
        const encodeMs = [], searchMs = [];
        for (const text of texts) {
          await ask(page, text);
          await page.waitForURL((url) => url.searchParams.get("q") === text);
          await results(page);
          const line = page.locator(".status-line");
          encodeMs.push(Number(await line.getAttribute("data-encode-ms")));
          searchMs.push(Number(await line.getAttribute("data-search-ms")));
        }
        // The first text pays for loading the encoder and warming it up.
        devices[device] = {
          first_results_ms: median(firstResultsMs),
          encode_ms: median(encodeMs.slice(1)),
          search_ms: median(searchMs.slice(1)),
          n_texts: texts.length - 1,
        };
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(JSON.stringify({ system, sizes, devices }, null, 2));
