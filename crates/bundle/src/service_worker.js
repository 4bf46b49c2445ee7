// Keeps the page's own files of one build in the browser, so that the page opens without a
// network. The files of benchmarks are the page's own business, but for their pictures, which the
// browser asks for itself.
//
// All files of a build that this browser uses are kept or none: each is checked against its hash
// before this worker counts as installed, and a page runs on one build to its end. An earlier
// build's files go when no page runs on them any more. `bundle` fills in the lines in capitals.

const VERSION = "__VERSION__";
const FILES = __FILES__;
const VIEWS = __VIEWS__;

__HAS_RELAXED_SIMD__
// There are two engines, and a browser runs one. The other is kept when it is asked for.
const unusedEngine = () => (hasRelaxedSimd() ? "engine" : "engine_relaxed");

const scope = new URL(self.registration.scope);
// Several builds may lie in folders of one site.
const PREFIX = `rankscope-page ${scope.pathname} `;
const CACHE = PREFIX + VERSION;
// Where the page keeps the files of benchmarks.
const BENCHMARKS = "rankscope-files-1";

const key = (path) => `${new URL(path, scope).href}?sha256=${FILES[path]}`;

async function hashed(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function earlierCaches() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** A file that an earlier build has as well. */
async function fromEarlier(path) {
  for (const name of await earlierCaches()) {
    const found = await (await caches.open(name)).match(key(path));
    if (found) return found;
  }
}

/** The file of this build, whatever a cache on the way may still have of another. */
async function fetched(path) {
  let status = "";
  // The page has just fetched most of them.
  for (const cache of ["force-cache", "reload"]) {
    const response = await fetch(new URL(path, scope), { cache });
    status = ` (status ${response.status})`;
    const bytes = await response.arrayBuffer();
    if (response.ok && (await hashed(bytes)) === FILES[path]) {
      const type = response.headers.get("content-type") ?? "application/octet-stream";
      return new Response(bytes, { headers: { "content-type": type } });
    }
  }
  throw new Error(`${path} on the server is not the file of this build${status}`);
}

/** What is put into a cache that the visitor has had removed meanwhile goes with it. */
async function keep(cache, path) {
  if (await cache.match(key(path))) return;
  await cache.put(key(path), (await fromEarlier(path)) ?? (await fetched(path)));
}

async function install() {
  try {
    const cache = await caches.open(CACHE);
    const unused = [`${unusedEngine()}.js`, `${unusedEngine()}_bg.wasm`];
    const used = Object.keys(FILES).filter((path) => !unused.includes(path));
    for (const path of used) await keep(cache, path);
  } catch (error) {
    await caches.delete(CACHE);
    for (const client of await self.clients.matchAll({ includeUncontrolled: true })) {
      client.postMessage({ notKept: String(error?.message ?? error) });
    }
    throw error;
  }
}

async function dropEarlier() {
  for (const name of await earlierCaches()) await caches.delete(name);
}

/**
 * A file of this build. What the browser has dropped of the cache is fetched and checked again.
 * Where there is no cache the visitor has had all of it removed: this worker is no longer
 * registered, serves the pages that it has, and must not begin another.
 */
async function own(path, request) {
  if (!(await caches.has(CACHE))) return fetch(request);
  try {
    const cache = await caches.open(CACHE);
    await keep(cache, path);
    return (await cache.match(key(path))) ?? (await fetch(request));
  } catch (error) {
    // The server has another build: from the next visit on everything comes from there. Without a
    // network, which is a TypeError, what is kept is still the best there is.
    if (!(error instanceof TypeError)) await self.registration.unregister();
    return fetch(request);
  }
}

/** A view. A later build that waits takes over here, unless another tab still runs on this one. */
async function view(request) {
  const { waiting } = self.registration;
  if (waiting && (await self.clients.matchAll({ type: "window" })).length < 2) {
    waiting.postMessage("take over");
    return new Response("", { headers: { "content-type": "text/html", refresh: "0" } });
  }
  // Only a registered worker is asked for views: if there is no cache, the browser has dropped it.
  await caches.open(CACHE);
  return own("index.html", request);
}

/** What may be a page of somebody else at the same site, or a view; a view without a network. */
async function perhapsView(request) {
  try {
    return await fetch(request);
  } catch {
    return view(request);
  }
}

/** A benchmark's picture: without a network the one that the page has kept with the benchmark. */
async function picture(request) {
  try {
    const response = await fetch(request);
    if (response.ok) return response;
    return (await keptPicture(request.url)) ?? response;
  } catch {
    return (await keptPicture(request.url)) ?? Response.error();
  }
}

async function keptPicture(url) {
  const kept = await (await caches.open(BENCHMARKS)).match(url, { ignoreSearch: true });
  // Browsers tell pictures by their bytes, all but this kind.
  const type = new URL(url).pathname.endsWith(".svg") ? { "content-type": "image/svg+xml" } : {};
  return kept && new Response(kept.body, { headers: type });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(dropEarlier()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin) return;
  if (!url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (request.mode === "navigate") {
    if (VIEWS.includes(path)) event.respondWith(view(request));
    else if (!/[/.]/.test(path)) event.respondWith(perhapsView(request));
  } else if (Object.hasOwn(FILES, path)) {
    event.respondWith(own(path, request));
  } else if (request.destination === "image") {
    event.respondWith(picture(request));
  }
});
