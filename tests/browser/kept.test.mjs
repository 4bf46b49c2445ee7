// What the browser keeps of one benchmark is its own: no other that is opened removes it, whatever
// the addresses, and no attempt that fails costs what was there before.

import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist, newProfile, results } from "./harness.mjs";
import { host } from "./host.mjs";
import { fixture, launch } from "./setting.mjs";
import { test } from "./suite.mjs";

const KEPT = "The page is stored on this device";
const SYSTEM = "words-64";

const { temporary, benchmark, queries } = fixture();
const query = queries[3].id;
const browser = await launch();

/** A copy of the benchmark under another title. */
function titled(name) {
  const folder = join(temporary, name);
  cpSync(benchmark, folder, { recursive: true });
  const manifest = join(folder, "benchmark.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"title": ?"Shapes[^"]*"/, `"title":"Shapes of ${name}"`));
  return folder;
}

const address = (server, path, parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const keptFiles = (page) => page.evaluate(async () => (await (await caches.open("rankscope-files-1")).keys()).map(({ url }) => url));
const opened = (page, name) => page.getByRole("heading", { name: `Shapes of ${name}`, level: 1 }).waitFor();
const failed = (page, words) => page.getByRole("alert").filter({ hasText: words }).first().waitFor();

/** Opens a benchmark and searches in it; what it finds. */
async function search(page, server, benchmark) {
  await page.goto(address(server, "", { ...(benchmark && { benchmark }), system: SYSTEM, query }));
  return results(page);
}

/** Opens a folder of this machine; its address. */
async function importFolder(page, server, folder, name) {
  await page.goto(address(server, "about"));
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await opened(page, name);
  return new URL(page.url()).searchParams.get("benchmark");
}

test("opening a benchmark removes no other's files, whatever their addresses, and no imported folder", async () => {
  const [a, ab, below, own] = ["a", "ab", "below", "mine"].map(titled);
  // At the root of the host lies one that fails: its lists are not there.
  const root = readFileSync(join(titled("root"), "benchmark.json"));
  const answer = (path, response) => path === "/benchmark.json" && (response.writeHead(200).end(root), true);
  const server = await host({ "/": dist, "/benchmark/": benchmark, "/a/": a, "/ab/": ab, "/a/b/": below }, { answer });
  const { page, context } = await newProfile(browser);
  const imported = await importFolder(page, server, own, "mine");
  const expected = await search(page, server, null);
  for (const each of ["/ab/", "/a/b/", "/a"]) assert.deepEqual(await search(page, server, each), expected, each);
  const before = await keptFiles(page);
  assert.ok(before.filter((url) => url.includes("/on-this-machine/")).length > 10);
  for (const each of ["/a/b/", "/ab", "/a/", "/a/b"]) await search(page, server, each);
  for (const each of ["/", "/on-this-machine", "/a/b/benchmark.json/", "."]) {
    await page.goto(address(server, "about", { benchmark: each }));
    await failed(page, /./);
  }
  const after = await keptFiles(page);
  assert.deepEqual(before.filter((url) => !after.includes(url)).slice(0, 3), []);
  // All of it works without the host.
  await server.stop();
  await context.setOffline(true);
  for (const each of [null, "/a/b/", "/ab/", "/a/", imported]) assert.deepEqual(await search(page, server, each), expected, each);
});

test("a folder that is dropped again, damaged or stopped, leaves the one that was imported", async () => {
  const folder = titled("twice");
  const server = await host({ "/": dist, "/benchmark/": benchmark });
  const { page } = await newProfile(browser);
  const imported = await importFolder(page, server, folder, "twice");
  const expected = await search(page, server, imported);
  writeFileSync(join(folder, "queries.jsonl"), "{}\n");
  await page.goto(address(server, "about"));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await failed(page, "The folder could not be opened");
  assert.deepEqual(await search(page, server, imported), expected);
  await server.stop();
});

test("an imported folder of an earlier version of the page still opens, and is removed whole", async () => {
  const folder = titled("earlier");
  const server = await host({ "/": dist, "/benchmark/": benchmark });
  const { page } = await newProfile(browser);
  const imported = await importFolder(page, server, folder, "earlier");
  const expected = await search(page, server, imported);
  // Its keys had a hash only.
  await page.evaluate(async () => {
    const cache = await caches.open("rankscope-files-1");
    for (const request of await cache.keys()) {
      const earlier = request.url.replace(/&benchmark=\w+$/, "");
      if (earlier === request.url) continue;
      await cache.put(earlier, await cache.match(request));
      await cache.delete(request);
    }
  });
  assert.deepEqual(await search(page, server, imported), expected);
  await page.goto(address(server, "about", { benchmark: imported }));
  await page.getByRole("list", { name: "Benchmarks from folders" }).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("heading", { name: /Shapes \(generated/, level: 1 }).waitFor();
  assert.deepEqual((await keptFiles(page)).filter((url) => url.includes("/on-this-machine/")), []);
  await server.stop();
});

test("a build that fails to load leaves the one before it, which opens without a network", async () => {
  const folder = titled("rebuilt");
  // The browser keeps nothing itself: what it finds is what the page kept.
  const server = await host({ "/": dist, "/benchmark/": folder }, { headers: { "cache-control": "no-store" } });
  const { page, context } = await newProfile(browser);
  const expected = await search(page, server, null);
  await page.goto(address(server, "about"));
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  const before = await keptFiles(page);
  const manifest = JSON.parse(readFileSync(join(folder, "benchmark.json"), "utf8"));
  // Half of a new build: its manifest, and one list that is not there yet.
  const entry = manifest.files.find(({ path }) => path === "queries.jsonl");
  entry.sha256 = "0".repeat(64);
  rmSync(join(folder, "queries.jsonl"));
  for (const text of [JSON.stringify(manifest), "<!doctype html>Sign in to this network"]) {
    writeFileSync(join(folder, "benchmark.json"), text);
    await page.goto(address(server, "about"));
    await failed(page, /./);
    const after = await keptFiles(page);
    assert.deepEqual(before.filter((url) => !after.includes(url)).slice(0, 3), []);
  }
  await server.stop();
  await context.setOffline(true);
  assert.deepEqual(await search(page, server, null), expected);
});
