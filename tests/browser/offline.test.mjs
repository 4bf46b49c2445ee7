// The page without a network: after the first visit, from a sub-folder, over a new build, and
// where the browser keeps nothing.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, ask, dist, eventually, lacksWebGpu, newProfile, PATIENCE_MS, rankscope, results } from "./harness.mjs";
import { host as hostOf } from "./host.mjs";
import { fixture, launch } from "./setting.mjs";
import { test } from "./suite.mjs";

const KEPT = "The page is stored on this device";

const { temporary, benchmark, queries } = fixture();
const browser = await launch();

/** The page in a folder of a plain host, with a benchmark. */
const host = (page, bench, folder = "/") => hostOf({ [folder]: page, [`${folder}benchmark/`]: bench });

const address = (server, path, parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** A visit to its end: the page, the engine and one system are kept. */
async function firstVisit(page, server, parameters) {
  await page.goto(address(server, "", parameters));
  const found = await results(page);
  await page.getByRole("link", { name: "Benchmark", exact: true }).click();
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  return found;
}

test("after the first visit the page searches without a server, stored queries and own words", async () => {
  const server = await host(dist, benchmark);
  const { page, context } = await newProfile(browser);
  const byQuery = { system: "words-64", query: queries[3].id };
  const byWords = { system: "tiny-bert", q: "a red circle" };
  const [stored, encoded] = [await firstVisit(page, server, byQuery), await firstVisit(page, server, byWords)];
  await server.stop();
  await context.setOffline(true);
  await page.goto(address(server, "", byQuery));
  assert.deepEqual(await results(page), stored);
  await page.goto(address(server, "", { system: "tiny-bert" }));
  await ask(page, "a red circle");
  assert.deepEqual(await results(page), encoded);
  // A view by its own address; of the other systems nothing was kept, and the page says so.
  await page.goto(address(server, "leaderboard"));
  await page.getByRole("alert").filter({ hasText: "The server cannot be reached" }).waitFor();
  await context.close();
});

/** Whether the first pictures of the results are there; the rest waits to be scrolled to. */
const arePicturesThere = (page) =>
  page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll(".results img")].slice(0, 4);
    return pictures.length === 4 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
  });
const seen = (page) => page.evaluate(async () => (await (await caches.open("rankscope-seen-1")).keys()).map(({ url }) => url));

test("pictures that were seen are there without a network, on the first visit too; the oldest give way", async () => {
  const server = await host(dist, benchmark);
  const { page, context } = await newProfile(browser);
  const [first, second] = [3, 5].map((place) => ({ system: "words-64", query: queries[place].id }));
  await firstVisit(page, server, first);
  await eventually(async () => assert.ok((await seen(page)).length >= 4));
  // From now on the service worker serves the page.
  await page.goto(address(server, "", second));
  await arePicturesThere(page);
  await context.setOffline(true);
  for (const parameters of [first, second]) {
    await page.goto(address(server, "", parameters));
    await results(page);
    await arePicturesThere(page);
  }
  await context.setOffline(false);
  const before = await seen(page);
  const files = readdirSync(join(benchmark, "images")).filter((name) => name.endsWith(".svg"));
  assert.ok(files.length > 400, `${files.length}`);
  const urls = files.map((name) => `${server.url}benchmark/images/${name}`).filter((url) => !before.includes(url));
  await page.evaluate((urls) => Promise.all(urls.map((src) => Object.assign(new Image(), { src }).decode())), urls);
  await eventually(async () => {
    const now = await seen(page);
    assert.equal(now.length, 400);
    const n = before.length + urls.length - 400;
    assert.ok(n > 0 && before.slice(0, n).every((url) => !now.includes(url)), "the oldest are still there");
  });
  await context.close();
});

test("the whole benchmark is kept on demand, pictures included", async () => {
  const server = await host(dist, benchmark);
  const { page, context } = await newProfile(browser);
  await firstVisit(page, server, { system: "words-64", query: queries[3].id });
  await page.getByRole("button", { name: "Keep all for offline" }).click();
  await page.getByText("The whole benchmark").waitFor();
  await server.stop();
  await context.setOffline(true);
  await page.goto(address(server, "leaderboard"));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  await page.goto(address(server, "", { system: "letters-32", query: queries[5].id }));
  await results(page);
  await arePicturesThere(page);
  await page.goto(address(server, "about"));
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  await page.getByText("The whole benchmark").waitFor();
  await assertAccessible(page, "the Benchmark page without a network");
  await context.close();
});

/** What the browser keeps: files, and service workers. */
const left = (page) => page.evaluate(async () => {
  const names = await caches.keys();
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [keys.flat().length, (await navigator.serviceWorker.getRegistrations()).length];
});

test("what is kept is gone when the page says so, and stays away", async () => {
  const server = await host(dist, benchmark);
  const { page, context } = await newProfile(browser);
  // A browser that takes its time: until it is told to go on.
  await page.addInitScript(() => {
    const remove = CacheStorage.prototype.delete;
    const told = new Promise((resolve) => (globalThis.goOn = resolve));
    CacheStorage.prototype.delete = async function (name) {
      await told;
      return remove.call(this, name);
    };
  });
  await firstVisit(page, server, { system: "words-64", query: queries[3].id });
  // The worker serves the page from its second visit on.
  await page.goto(address(server, "about"));
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  await page.getByRole("button", { name: "Remove stored files" }).click();
  await page.getByRole("group", { name: "Remove everything that is stored?" }).getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "Removing stored files" }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Remove stored files" }).isDisabled());
  await page.evaluate(() => goOn());
  await page.getByRole("status").filter({ hasText: "no longer stored" }).waitFor();
  assert.deepEqual(await left(page), [0, 0]);
  // The worker that serves the page to its end keeps nothing, also when the browser has begun it anew.
  const devtools = await context.newCDPSession(page);
  await devtools.send("ServiceWorker.enable");
  for (const prepare of [() => {}, () => devtools.send("ServiceWorker.stopAllWorkers")]) {
    await prepare();
    await page.evaluate(async () => (await fetch("style/app.css", { cache: "no-store" })).text());
    assert.deepEqual(await left(page), [0, 0]);
  }
  await context.close();
  await server.stop();
});

test("what the browser drops of the page is kept again at the next visit", async () => {
  const server = await host(dist, benchmark);
  const { page, context } = await newProfile(browser);
  await page.goto(address(server, "about"));
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  const [name] = await pageCaches(page);
  await page.evaluate((name) => caches.delete(name), name);
  await page.reload();
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  // The worker stores it beside the visit.
  await eventually(async () => {
    assert.deepEqual(await pageCaches(page), [name]);
    const kept = await page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname), name);
    for (const file of ["/index.html", "/style/app.css"]) assert.ok(kept.includes(file), `${kept}`);
  });
  await context.close();
  await server.stop();
});

test("it lies in a sub-folder of a plain host, deep links included, and keeps to it", async () => {
  const server = await host(dist, benchmark, "/some/folder/");
  const { page, context } = await newProfile(browser);
  await page.goto(address(server, "about"));
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  const scopes = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map((registration) => registration.scope));
  assert.deepEqual(scopes, [server.url]);
  await firstVisit(page, server, { system: "words-64", query: queries[3].id });
  await server.stop();
  await context.setOffline(true);
  await page.goto(address(server, "about"));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  await page.getByRole("link", { name: "Explore" }).click();
  await page.goto(address(server, "", { system: "words-64", query: queries[3].id }));
  await results(page);
  await context.close();
});

/** Changes a built page as another build would: a file, and the hashes in its service worker. */
function rebuild(folder, change, isWhole = true) {
  for (const [file, text] of Object.entries(change)) writeFileSync(join(folder, file), text(readFileSync(join(folder, file), "utf8")));
  const worker = join(folder, "service_worker.js");
  const text = readFileSync(worker, "utf8").replace(/const FILES = (\{[^}]*\});/, (_, json) => {
    const files = JSON.parse(json);
    for (const file of Object.keys(change)) {
      const hash = createHash("sha256").update(readFileSync(join(folder, file))).digest("hex");
      files[file] = isWhole ? hash : hash.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    }
    return `const FILES = ${JSON.stringify(files)};`;
  });
  const version = createHash("sha256").update(text).digest("hex").slice(0, 16);
  writeFileSync(worker, text.replace(/const VERSION = "[^"]*"/, `const VERSION = "${version}"`));
  return version;
}

const pageCaches = (page) => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("rankscope-page")));
const markOf = (page) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--build").trim() + (globalThis.build ?? ""));
/** Waits for a build, of which none on the way may be half another. */
async function becomes(page, name) {
  const seen = new Set();
  await eventually(async () => {
    const mark = await markOf(page);
    seen.add(mark);
    assert.equal(mark, name + name);
  });
  // Before its script has run, a page has its style alone.
  for (const mark of seen) assert.match(mark, /^(|one|three|four)$|^(one|three|four)\2$/);
}
const build = (name) => ({
  "style/app.css": (text) => text.replace(/:root \{ --build: \w+; \}\n|$/, `:root { --build: ${name}; }\n`),
  "boot.js": (text) => text.replace(/globalThis\.build = "\w+";\n|$/, `globalThis.build = "${name}";\n`),
});

test("a new build takes the place of the old one whole, and a broken one does not", async () => {
  const folder = join(temporary, "dist");
  cpSync(dist, folder, { recursive: true, filter: (from) => !from.startsWith(join(dist, "benchmark")) });
  rebuild(folder, build("one"));
  const server = await host(folder, benchmark);
  const { page, context } = await newProfile(browser);
  await page.goto(address(server, "about"));
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  const [first] = await pageCaches(page);
  await page.reload();
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  assert.equal(await markOf(page), "oneone");

  // Half of a build is on the server: the page goes on with the one that it has.
  rebuild(folder, build("two"), false);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => {}));
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return !registration.installing && !registration.waiting;
  });
  await page.reload();
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  assert.equal(await markOf(page), "oneone");
  // The reload asks for the half once more, which is there until that fails.
  await eventually(async () => assert.deepEqual(await pageCaches(page), [first]));

  // The whole of another: said, taken into use on demand in every tab, the old one dropped.
  rebuild(folder, build("three"));
  const other = await context.newPage();
  await other.goto(address(server, "about"));
  await other.getByText("A newer version of this page is ready").waitFor();
  assert.equal(await markOf(other), "oneone");
  await assertAccessible(other, "a newer build");
  await Promise.all([page.waitForEvent("load"), other.waitForEvent("load"), other.getByRole("button", { name: "Use it now" }).click()]);
  for (const tab of [page, other]) {
    await tab.getByRole("heading", { name: "Systems" }).waitFor();
    await becomes(tab, "three");
  }
  await eventually(async () => {
    const [second, ...more] = await pageCaches(page);
    assert.ok(second !== first && more.length === 0, `${first} ${second} ${more}`);
  });
  await other.close();

  // In a single tab a reload is enough.
  rebuild(folder, build("four"));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.getByText("A newer version of this page is ready").waitFor();
  // The tab that was closed may count as open for a while. Once it does not, the page loads itself
  // anew, and that may come in the middle of this reload and end it.
  let isFour = false;
  for (let turn = 0; turn < 12 && !isFour; turn++) {
    await page.reload().catch((error) => assert.match(error.message, /ERR_ABORTED/));
    isFour = await page.waitForFunction(() => globalThis.build === "four", null, { timeout: 10_000 }).then(() => true, () => false);
  }
  await becomes(page, "four");
  await server.stop();
  await context.close();
});

test("the engine on the CPU is kept at once, the one on WebGPU once it was asked for", async (t) => {
  const server = await host(dist, benchmark);
  const { page, context } = await newProfile(browser);
  const parameters = { system: "tiny-bert", q: "a red circle" };
  const found = await firstVisit(page, server, parameters);
  const ofEngines = (paths) => [...new Set(paths.map((path) => path.slice(1)))].filter((path) => /^engine(_gpu)?[._](js|bg)/.test(path)).sort();
  const onCpu = ["engine.js", "engine_bg.wasm"], onGpu = ["engine_gpu.js", "engine_gpu_bg.wasm"];
  const kept = async () => {
    const [name] = await pageCaches(page);
    return ofEngines(await page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname), name));
  };
  assert.deepEqual(ofEngines(server.asked), onCpu);
  await eventually(async () => assert.deepEqual(await kept(), onCpu));
  await page.goto(address(server, "", { ...parameters, device: "webgpu" }));
  const isWithout = await lacksWebGpu(t, page);
  if (!isWithout) await eventually(async () => assert.deepEqual(await kept(), [...onCpu, ...onGpu].sort()));
  await server.stop();
  await context.setOffline(true);
  if (!isWithout) {
    await page.goto(address(server, "", { ...parameters, device: "webgpu" }));
    await page.locator(".device-words", { hasText: "GPU ·" }).waitFor();
    assert.deepEqual((await results(page)).map(({ id }) => id), found.map(({ id }) => id));
  }
  await page.goto(address(server, "", parameters));
  assert.deepEqual(await results(page), found);
  await context.close();
});

test("a rebuilt benchmark is taken whole, and what was kept of the old one goes", async () => {
  const folder = join(temporary, "changing");
  cpSync(benchmark, folder, { recursive: true });
  const server = await host(dist, folder);
  const { page, context } = await newProfile(browser);
  await firstVisit(page, server, { system: "words-64", query: queries[3].id });
  const keptFiles = () => page.evaluate(async () => (await (await caches.open("rankscope-files-1")).keys()).map((request) => request.url));
  const before = await keptFiles();
  const lines = readFileSync(join(folder, "queries.jsonl"), "utf8").replace(queries[3].text, "something else entirely");
  writeFileSync(join(folder, "queries.jsonl"), lines);
  const manifest = JSON.parse(readFileSync(join(folder, "benchmark.json"), "utf8"));
  const entry = manifest.files.find((file) => file.path === "queries.jsonl");
  entry.bytes = Buffer.byteLength(lines);
  entry.sha256 = createHash("sha256").update(lines).digest("hex");
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
  // The host lets the browser answer from its own cache for ten minutes: it must ask all the same.
  await page.goto(address(server, "", { system: "words-64", query: queries[3].id }));
  await results(page);
  assert.equal(await page.getByRole("combobox", { name: "Query" }).inputValue(), "something else entirely");
  await eventually(async () => {
    const after = await keptFiles();
    assert.equal(after.filter((url) => url.includes("queries.jsonl")).length, 1);
    assert.deepEqual(before.filter((url) => !after.includes(url)).map((url) => url.split("?")[0]), [`${server.url}benchmark/queries.jsonl`]);
  });
  await server.stop();
  await context.close();
});

test("where nothing can be kept the page works all the same, and says why", async (t) => {
  const server = await host(dist, benchmark);
  // Plain http that is not this machine: no secure context, hence neither workers nor caches.
  const insecure = server.url.replace("127.0.0.1", "rankscope.test");
  const elsewhere = await launch(["--host-resolver-rules=MAP rankscope.test 127.0.0.1"]);
  t.after(() => elsewhere.close());
  const visits = [
    [await elsewhere.newContext(), insecure, "only for pages served over https"],
    [await browser.newContext({ serviceWorkers: "block" }), server.url, "does not allow it here"],
  ];
  for (const [context, url, why] of visits) {
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(`${url}?${new URLSearchParams({ device: "cpu", system: "words-64", query: queries[3].id })}`);
    assert.equal((await results(page)).length, 20);
    await page.getByRole("link", { name: "Benchmark", exact: true }).click();
    await page.getByRole("status").filter({ hasText: why }).waitFor();
    await context.close();
  }
  await server.stop();
});
