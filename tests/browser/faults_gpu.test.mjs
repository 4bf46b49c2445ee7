// The GPU's device is lost, or fails with an error that nobody waits for. The page says so, and the CPU
// answers as the GPU did.

import assert from "node:assert/strict";
import { ask, lacksWebGpu, near, PATIENCE_MS, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

// Runs before the engine in its worker, and breaks its device on demand.
const BREAKER = `
const request = GPUAdapter.prototype.requestDevice;
let device;
GPUAdapter.prototype.requestDevice = async function (...asked) {
  device = await request.apply(this, asked);
  return device;
};
const channel = new BroadcastChannel("breaker");
channel.onmessage = async ({ data }) => {
  if (data === "destroy") {
    device.destroy();
    await device.lost;
  }
  if (data === "uncaptured") {
    const told = new Promise((resolve) => device.addEventListener("uncapturederror", resolve));
    // No buffer may have both uses: the error reaches no scope.
    device.createBuffer({ size: 4, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.MAP_READ });
    // Else it may wait for the next commands.
    device.queue.submit([]);
    await told;
  }
  if (["destroy", "uncaptured"].includes(data)) channel.postMessage("broken");
};
await import("/engine_loader.js?engine=gpu&whole");
`;
const TEXTS = ["a red circle", "two blue squares", "three green stars"];

const { benchmark } = fixture();
const browser = await launch();
const server = await serve(benchmark);

async function opened() {
  // Else the service worker would answer for the engine's script on later visits.
  const context = await browser.newContext({ serviceWorkers: "block" });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.route((url) => url.pathname === "/engine_loader.js" && url.search === "?engine=gpu", (route) =>
    route.fulfill({ contentType: "text/javascript", body: BREAKER }));
  await page.goto(`${server.url}?device=webgpu&system=tiny-bert`);
  return { page, context };
}

async function answer(page, text) {
  await ask(page, text);
  await page.waitForURL((url) => url.searchParams.get("q") === text);
  return results(page);
}

for (const way of ["destroy", "uncaptured"]) {
  test(`a device that is broken by ${way} is told, and the CPU answers as the GPU did`, async (t) => {
    const { page, context } = await opened();
    if (await lacksWebGpu(t, page)) return context.close();
    const expected = [];
    for (const text of TEXTS) expected.push(await answer(page, text));
    await page.evaluate(
      (way) =>
        new Promise((resolve) => {
          const channel = new BroadcastChannel("breaker");
          channel.onmessage = ({ data }) => data === "broken" && (channel.close(), resolve());
          channel.postMessage(way);
        }),
      way,
    );
    await ask(page, "four orange circles");
    const panel = page.getByRole("alert").filter({ hasText: "The GPU stopped responding" });
    await panel.waitFor();
    assert.match(await panel.innerText(), /The CPU takes over\. Try again\./);
    await panel.getByRole("button", { name: "Try again" }).click();
    assert.equal((await results(page)).length, 20);
    for (const [which, text] of TEXTS.entries()) {
      const found = await answer(page, text);
      // The encoders differ in the last digits of their vectors.
      assert.deepEqual(found.map(({ id }) => id), expected[which].map(({ id }) => id));
      for (const [place, { score }] of found.entries()) assert.ok(near(score, expected[which][place].score, 1e-4));
    }
    // The chip says why.
    await page.getByText(/The GPU failed \(.*\), so the CPU answers\. Reload the page to try the GPU again\./).first().waitFor({ state: "attached" });
    await context.close();
  });
}

test("while the engine on WebGPU is still being built, the page says so and the CPU answers", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  // As `bundle --partial` writes it.
  await page.route((url) => url.pathname === "/engine_loader.js", async (route) => {
    const body = await (await route.fetch()).text();
    assert.match(body, /"engine_gpu":\d+/);
    await route.fulfill({ contentType: "text/javascript", body: body.replace(/"engine_gpu":\d+,?/, "") });
  });
  await page.goto(`${server.url}?device=webgpu&system=tiny-bert`);
  const alert = page.getByRole("alert").filter({ hasText: "WebGPU is not available" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /still being built: reload the page once it is\. The CPU answers instead/s);
  assert.equal((await answer(page, TEXTS[0])).length, 20);
  await context.close();
});
