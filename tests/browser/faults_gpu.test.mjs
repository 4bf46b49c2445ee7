// The GPU's device is lost, or fails with an error that nobody waits for. The page says so, opens it
// again, and answers as before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, lacksWebGpu, PATIENCE_MS, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";

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
await import("/engine_loader.js?whole");
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
  await page.route((url) => url.pathname === "/engine_loader.js" && url.search !== "?whole", (route) =>
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
  test(`a device that is broken by ${way} is told, opened again, and answers as before`, async (t) => {
    const fresh = await opened();
    if (await lacksWebGpu(t, fresh.page)) return fresh.context.close();
    const expected = [];
    for (const text of TEXTS) expected.push(await answer(fresh.page, text));
    await fresh.context.close();

    const { page, context } = await opened();
    assert.deepEqual(await answer(page, TEXTS[0]), expected[0]);
    for (const which of [1, 2]) {
      await page.evaluate(
        (way) =>
          new Promise((resolve) => {
            const channel = new BroadcastChannel("breaker");
            channel.onmessage = ({ data }) => data === "broken" && (channel.close(), resolve());
            channel.postMessage(way);
          }),
        way,
      );
      await ask(page, TEXTS[which]);
      const panel = page.getByRole("alert").filter({ hasText: "The device stopped responding" });
      await panel.waitFor();
      assert.match(await panel.innerText(), /It is being opened again\. Try again, or open the page with \?device=cpu/);
      await panel.getByRole("button", { name: "Try again" }).click();
      assert.deepEqual(await results(page), expected[which]);
      await page.getByText("GPU ·").waitFor();
    }
    await context.close();
  });
}
