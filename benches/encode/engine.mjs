// Our engine's worker, called as the page calls it.

/**
 * Opens the served benchmark on a device; the adapter's name, and `ask(request, done, pixels)`, which
 * sends a request, with pixels beside it if there are some, and waits for what `done` takes from a response.
 */
export async function openEngine(device) {
  const base_url = new URL("/benchmark/", location.href).href;
  const manifest = await (await fetch(`${base_url}benchmark.json`)).json();
  const worker = new Worker(`/dist/engine_loader.js${device === "webgpu" ? "?engine=gpu" : ""}`, { type: "module" });
  let listener = () => {};
  worker.onmessage = ({ data }) => listener(JSON.parse(data));
  const until = (done) =>
    new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      listener = (event) => {
        const failure = event.Failed ?? event.Crashed;
        if (failure) return reject(new Error(JSON.stringify(failure)));
        // A notice: an encoder or a tower disagreed and fell back.
        if (event.Device?.notices.length) return reject(new Error(event.Device.notices.join()));
        const value = done(event);
        if (value !== undefined) resolve(value);
      };
    });
  await until((event) => (event === "Started" ? true : undefined));
  worker.postMessage(JSON.stringify({ Open: { base_url, manifest, device } }));
  const { name: adapter } = await until((event) => event.Device);
  let id = 0;
  const ask = (request, done, pixels) => {
    id += 1;
    const answer = until((event) => event.Response && done(event.Response.response));
    const json = JSON.stringify({ Request: { id, request } });
    if (pixels) worker.postMessage([json, pixels], [pixels.buffer]);
    else worker.postMessage(json);
    return answer;
  };
  return { adapter, ask };
}
