// Starts the worker: the engine with relaxed SIMD where the browser has that, otherwise the plain
// one, as also with `?simd=plain`. It counts the module's bytes as they come, so that the page can
// say how far the download is. `bundle` fills in the lines in capitals; it knows the sizes, which
// a server that compresses does not say.

const SIZES = __SIZES__;
const LEAST_MS_BETWEEN_POSTS = 100;

__HAS_RELAXED_SIMD__
const post = (event) => self.postMessage(JSON.stringify(event));

function counted(body, total) {
  let received = 0;
  let posted = 0;
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        received += chunk.byteLength;
        const now = performance.now();
        if (now - posted >= LEAST_MS_BETWEEN_POSTS) {
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

try {
  const isPlain = new URL(import.meta.url).searchParams.get("simd") === "plain" || !hasRelaxedSimd();
  const name = isPlain ? "engine" : "engine_relaxed";
  const { default: init } = await import(`./${name}.js`);
  const response = await fetch(new URL(`./${name}_bg.wasm`, import.meta.url));
  if (!response.ok || !response.body) {
    throw new Error(`${name}_bg.wasm: the server answered ${response.status}`);
  }
  const headers = { "content-type": "application/wasm" };
  const body = counted(response.body, SIZES[name]);
  await init({ module_or_path: new Response(body, { headers }) });
} catch (error) {
  post({ Crashed: { message: String(error?.message ?? error) } });
}
