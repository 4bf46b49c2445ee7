// Fetches the page's modules, and counts the bytes of those that the first answer on Explore needs: one bar
// shows them, and what else it needs, from the first byte on. `bundle` fills in the sizes: a server that
// compresses does not report them.

const SIZES = __SIZES__;
/** The engine's, which its own worker fetches and counts. */
const ENGINE_SIZE = __ENGINE_SIZE__;
const MIN_SHOW_INTERVAL_MS = 100;

const total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
const received = {};

document.documentElement.dataset.engineSize = ENGINE_SIZE;

/** Shows the bar of index.html, and tells the page, whose own bar takes its place. */
function show() {
  const done = Object.values(received).reduce((sum, size) => sum + size, 0);
  document.documentElement.dataset.modules = `${done}/${total}`;
  window.dispatchEvent(new Event("modules"));
  const place = document.getElementById("loading-bar");
  if (!place) return;
  const bar = place.querySelector("progress");
  [bar.max, bar.value] = [total + ENGINE_SIZE, done];
  place.querySelector("p").textContent = `${(done / 1e6).toFixed(1)} of ${(bar.max / 1e6).toFixed(1)} MB`;
  place.hidden = false;
}

function counted(name) {
  let shown = 0;
  received[name] = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received[name] = Math.min(received[name] + chunk.byteLength, SIZES[name]);
      const now = performance.now();
      if (now - shown >= MIN_SHOW_INTERVAL_MS) {
        shown = now;
        show();
      }
      controller.enqueue(chunk);
    },
    flush: show,
  });
}

/** A module of the page, as the server answers. */
export async function fetched(name) {
  const isKept = navigator.serviceWorker?.controller;
  if (!isKept) show();
  const response = await fetch(new URL(`./${name}`, import.meta.url));
  if (!(name in SIZES) || !response.ok || !response.body) return response;
  // What the service worker has is there at once, and stays a response of which the browser keeps the
  // compiled code.
  if (isKept) {
    received[name] = SIZES[name];
    show();
    return response;
  }
  return new Response(response.body.pipeThrough(counted(name)), { headers: response.headers });
}
