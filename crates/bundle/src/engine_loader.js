// Starts the worker: the engine on the CPU or, with `?engine=gpu`, on WebGPU. Counts the module's
// bytes as they arrive, so that the page can show download progress. `bundle` fills in the sizes: a
// server that compresses does not report them.

const SIZES = __SIZES__;
const MIN_POST_INTERVAL_MS = 100;

// What the page is told where `bundle` has left out the engine on WebGPU.
const NOT_BUILT = {
  title: "WebGPU is not available",
  detail: "The engine on WebGPU is still being built: reload the page once it is",
  advice: "The CPU answers instead.",
};

const post = (event) => self.postMessage(JSON.stringify(event));

function counted(body, total) {
  let received = 0;
  let posted = 0;
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        received += chunk.byteLength;
        const now = performance.now();
        if (now - posted >= MIN_POST_INTERVAL_MS) {
          posted = now;
          post({ Module: { received, total } });
        }
        controller.enqueue(chunk);
      },
      flush() {
        post({ Module: { received, total } });
      },
    }),
  );
}

// Held until the worker ends, however it ends. The page waits for it to learn that the browser ended
// the worker, of which no event tells. Without https there are no locks.
const held = new Promise((resolve) => {
  if (!self.name || !navigator.locks) return resolve();
  const hold = () => (resolve(), new Promise(() => {}));
  navigator.locks.request(self.name, hold).catch(resolve);
});

async function start(name) {
  const [{ default: init }] = await Promise.all([import(`./${name}.js`), held]);
  const response = await fetch(new URL(`./${name}_bg.wasm`, import.meta.url));
  if (!response.ok || !response.body) {
    throw new Error(`${name}_bg.wasm: the server answered ${response.status}`);
  }
  const headers = { "content-type": "application/wasm" };
  const body = counted(response.body, SIZES[name]);
  await init({ module_or_path: new Response(body, { headers }) });
}

try {
  const isOnGpu = new URL(import.meta.url).searchParams.get("engine") === "gpu";
  const name = isOnGpu ? "engine_gpu" : "engine";
  if (SIZES[name]) await start(name);
  else post({ Failed: { id: null, failure: NOT_BUILT } });
} catch (error) {
  post({ Crashed: { message: String(error?.message ?? error) } });
}
