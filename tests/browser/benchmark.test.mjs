// The Benchmark page on what computes: the device and its limits, what is in memory, all encoders
// at once.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, lacksWebGpu, launch, near, newPage, rankscope, serve, temporaryFolder } from "./harness.mjs";

const fieldbook = fileURLToPath(new URL("../../public/fieldbook", import.meta.url));
let browser, server, temporary, benchmark;

before(async () => {
  temporary = temporaryFolder();
  benchmark = join(temporary.folder, "fixture");
  rankscope("fixture", "--out", benchmark);
  browser = await launch();
  server = await serve(benchmark);
});

after(async () => {
  await browser?.close();
  server?.stop();
  temporary?.remove();
});

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams(parameters)}`;

test("all encoders are checked at once, and what is in memory is told", async () => {
  const { page, context, problems } = await newPage(browser);
  const { encoders } = JSON.parse(readFileSync(join(fieldbook, "benchmark.json"), "utf8"));
  const own = await serve(fieldbook);
  try {
    await page.goto(`${own.url}about?device=cpu`);
    await page.getByText(/The engine has taken [\d.]+ MB of WebAssembly memory/).waitFor();
    await page.getByRole("button", { name: "Check all encoders" }).click();
    const n = encoders.length;
    await page.getByRole("status").filter({ hasText: `${n} of ${n} checked encoders agree with their stored vectors on this device. The lowest cosine is` }).waitFor();
    const memory = page.getByRole("table", { name: "In memory" });
    await memory.getByRole("row").nth(n).waitFor();
    assert.equal(await memory.getByRole("row").filter({ hasText: "Encoder" }).count(), n);
    assert.match(await memory.getByRole("row").nth(1).innerText(), /float16\s+.*on this processor/);
    assert.deepEqual(problems, []);
    await assertAccessible(page, "all encoders checked");
  } finally {
    own.stop();
    await context.close();
  }
});

test("the adapter's limits are those that the browser names", async (t) => {
  const { page, context } = await newPage(browser);
  await page.goto(address("about", { device: "webgpu" }));
  if (await lacksWebGpu(t, page)) return context.close();
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
  await context.close();
});
