// Caches the page's files of one build, so that the page opens offline. The page caches the files
// of benchmarks itself; this worker serves only their pictures, which the browser requests, and keeps
// those that were seen last.
//
// Either all files of a build are cached or none: each is checked against its hash before this worker
// counts as installed, and a page stays on one build until it closes. Only the engine on WebGPU and
// other languages than English are cached when they are requested: many browsers never do. An earlier
// build's files are deleted once no page uses them. `bundle` fills in the names in capitals.

const VERSION = "__VERSION__";
const FILES = __FILES__;
const VIEWS = __VIEWS__;

const ON_REQUEST = (path) => path.startsWith("engine_gpu") || path.startsWith("languages/");

const scope = new URL(self.registration.scope);
// One site may host several builds in different folders.
const PREFIX = `rankscope-page ${scope.pathname} `;
const CACHE = PREFIX + VERSION;
// The page's cache of benchmark files.
const BENCHMARKS = "rankscope-files-1";
// Pictures that were seen, of benchmarks on this origin; the oldest give way.
const SEEN = "rankscope-seen-1";
const MOST_SEEN = 400;
const MOST_SEEN_BYTES = 1 << 20;

const key = (path) => `${new URL(path, scope).href}?sha256=${FILES[path]}`;

async function hashed(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function earlierCaches() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** The same file from an earlier build's cache. */
async function fromEarlier(path) {
  for (const name of await earlierCaches()) {
    const found = await (await caches.open(name)).match(key(path));
    if (found) return found;
  }
}

/** The file of this build, even if an HTTP cache still holds another build's version. */
async function fetched(path) {
  let status = "";
  // The page has just fetched most of them, so the HTTP cache comes first.
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

/** Adds a file to the cache. If the visitor removed the cache meanwhile, the file is dropped too. */
async function keep(cache, path) {
  if (await cache.match(key(path))) return;
  await cache.put(key(path), (await fromEarlier(path)) ?? (await fetched(path)));
}

async function install() {
  try {
    const cache = await caches.open(CACHE);
    const paths = Object.keys(FILES).filter((path) => !ON_REQUEST(path));
    for (const path of paths) await keep(cache, path);
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
 * A file of this build. Files that the browser evicted are fetched and checked again. If there is
 * no cache, the visitor removed it: this worker is no longer registered, serves the open pages
 * until they close, and must not create another cache.
 */
async function own(path, request) {
  if (!(await caches.has(CACHE))) return fetch(request);
  try {
    const cache = await caches.open(CACHE);
    await keep(cache, path);
    return (await cache.match(key(path))) ?? (await fetch(request));
  } catch (error) {
    // The server has another build, which the next visit loads. A TypeError means that there is no
    // network: the cached build is still the best there is.
    if (!(error instanceof TypeError)) await self.registration.unregister();
    return fetch(request);
  }
}

/** A view. A newer build that is waiting takes over here, unless another tab uses this one. */
async function view(request) {
  const { waiting } = self.registration;
  if (waiting && (await self.clients.matchAll({ type: "window" })).length < 2) {
    waiting.postMessage("take over");
    return new Response("", { headers: { "content-type": "text/html", refresh: "0" } });
  }
  // Only a registered worker gets requests for views: a missing cache was evicted by the browser.
  await caches.open(CACHE);
  return own("index.html", request);
}

/** Either another page of the same site or a view; offline, it is treated as a view. */
async function perhapsView(request) {
  try {
    return await fetch(request);
  } catch {
    return view(request);
  }
}

/** A benchmark's picture; offline, the one that the page stored with the benchmark, or that was seen. */
async function picture(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok) {
      event.waitUntil(keepSeen(request.url, response.clone()));
      return response;
    }
    return (await keptPicture(request.url)) ?? response;
  } catch {
    return (await keptPicture(request.url)) ?? Response.error();
  }
}

/** Keeps a picture as the latest, unless it is large. One after another, so that the limit holds. */
let keeping = Promise.resolve();
function keepSeen(url, response) {
  keeping = keeping.then(async () => {
    // Without the page's own files, the visitor has removed them: then nothing is kept.
    if (response.status !== 200 || !(await caches.has(CACHE))) return;
    const bytes = await response.blob();
    if (bytes.size > MOST_SEEN_BYTES) return;
    const cache = await caches.open(SEEN);
    // Their order is that in which they were put.
    await cache.delete(url);
    await cache.put(url, new Response(bytes, { headers: { "content-type": bytes.type } }));
    const all = await cache.keys();
    for (const oldest of all.slice(0, Math.max(0, all.length - MOST_SEEN))) await cache.delete(oldest);
  }).catch(() => {}); // The browser has no space left: what it has stays.
  return keeping;
}

/** Keeps pictures that a page showed before this worker served it: the browser has just fetched them. */
async function keepAllSeen(urls) {
  for (const url of urls.filter((url) => new URL(url).origin === scope.origin && !isOwn(url))) {
    const response = await fetch(url, { cache: "force-cache" }).catch(() => null);
    if (response) await keepSeen(url, response);
  }
}

/** Whether it is a file of the page. */
const isOwn = (url) => url.startsWith(scope.href) && Object.hasOwn(FILES, new URL(url).pathname.slice(scope.pathname.length));

async function keptPicture(url) {
  const seen = await caches.match(url, { cacheName: SEEN });
  if (seen) return seen;
  const kept = await (await caches.open(BENCHMARKS)).match(url, { ignoreSearch: true });
  // Browsers detect the type of all pictures but SVG from their bytes.
  const type = new URL(url).pathname.endsWith(".svg") ? { "content-type": "image/svg+xml" } : {};
  return kept && new Response(kept.body, { headers: type });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(dropEarlier()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data?.seen) event.waitUntil(keepAllSeen(event.data.seen));
  // The page had it before this worker served it.
  const { file } = event.data ?? {};
  if (Object.hasOwn(FILES, file)) event.waitUntil(own(file, new URL(file, scope)).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin) return;
  // A benchmark may lie beside the page's folder.
  const isImage = request.destination === "image";
  if (isImage && !url.pathname.startsWith(scope.pathname)) return event.respondWith(picture(event));
  if (!url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (request.mode === "navigate") {
    const usual = path.replace(/\/+$/, "");
    if (VIEWS.includes(path)) event.respondWith(view(request));
    // From an address with a slash after it, a view would not find the page's files.
    else if (VIEWS.includes(usual)) event.respondWith(Response.redirect(new URL(usual + url.search, scope)));
    else if (!/[/.]/.test(path)) event.respondWith(perhapsView(request));
  } else if (Object.hasOwn(FILES, path)) {
    event.respondWith(own(path, request));
  } else if (isImage) {
    event.respondWith(picture(event));
  }
});
