// Starts the page.

import { fetched } from "./modules.js";

/** Shows the pictures of index.html, which are the built-in benchmark's, where the page opens with it and is
    asked for nothing else. */
async function showOpening() {
  const pictures = document.getElementById("opening");
  const isExplore = /\/(index\.html)?$/.test(location.pathname);
  if (!pictures || !isExplore || location.search) return;
  const response = await fetch(new URL("./benchmark/benchmark.json", import.meta.url));
  if (response.ok && (await response.json()).id === "fieldbook") pictures.hidden = false;
}

/** A page that no service worker serves yet tells it what pictures it shows and the table of its language, to
    be kept as later ones are. */
async function tellSeen() {
  const worker = navigator.serviceWorker;
  const { active } = await worker.ready;
  if (worker.controller) return;
  const { lang } = document.documentElement;
  if (lang !== "en") active.postMessage({ file: `languages/${lang}.json` });
  const tell = (entries) => {
    const seen = entries.getEntries().filter(({ initiatorType }) => initiatorType === "img").map(({ name }) => name);
    if (seen.length > 0) active.postMessage({ seen });
  };
  new PerformanceObserver(tell).observe({ type: "resource", buffered: true });
}

// Without them the page works as well.
showOpening().catch(() => {});
if (navigator.serviceWorker) tellSeen().catch(() => {});
const { default: init } = await import("./app.js");
await init({ module_or_path: fetched("app_bg.wasm") });
