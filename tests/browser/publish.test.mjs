// A published site on a plain host, in a folder of it: `rankscope publish` leaves nothing for a
// server to do.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ask, cellValues, dist, newProfile, rankscope, rankscopeJson, results } from "./harness.mjs";
import { host } from "./host.mjs";
import { fixture, launch } from "./setting.mjs";
import { test } from "./suite.mjs";

const KEPT = "The page is stored on this device";
const FIELDBOOK = fileURLToPath(new URL("../../public/fieldbook", import.meta.url));
// Less than its galleries have, and more than its largest list of judgements.
const MOST = 1_200_000;

const { temporary, benchmark, queries } = fixture();
const browser = await launch();

/** The files of a folder, by their paths. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
const largestIn = (folder) => Math.max(...filesIn(folder).map((path) => statSync(join(folder, path)).size));

// The page decides what the largest file is.
const site = join(temporary, "site");
const cap = largestIn(dist);
rankscope("publish", benchmark, "--dist", dist, "--out", site, "--max-file", String(cap));

/** Fieldbook as a stricter host takes it, published with a page that is none. */
function splitBenchmark() {
  const [page, out] = [join(temporary, "no-page"), join(temporary, "strict")];
  mkdirSync(page);
  for (const name of ["index.html", "404.html", "boot.js"]) writeFileSync(join(page, name), "");
  rankscope("publish", FIELDBOOK, "--dist", page, "--out", out, "--max-file", String(MOST));
  return join(out, "benchmark");
}

const address = (server, path, parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** A page that remembers every address that it asked for. */
async function watchedPage() {
  const opened = await newProfile(browser);
  const asked = [];
  opened.context.on("request", (request) => asked.push(request.url()));
  return { ...opened, asked };
}

/** Whatever was asked for lies below the site's folder. */
function assertInside(asked, server) {
  const outside = asked.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(server.url));
  assert.deepEqual(outside, []);
  const requests = server.asked.filter((path) => path !== "/favicon.ico");
  assert.deepEqual(requests.filter((path) => !path.startsWith("/a/b/")), []);
}

test("no file is larger than the host takes, and none is left for it to compress", () => {
  assert.ok(largestIn(site) <= cap);
  assert.deepEqual(filesIn(site).filter((path) => path.endsWith(".br")), []);
  for (const name of [".nojekyll", "_headers", "404.html"]) assert.ok(filesIn(site).includes(name), name);
});

test("the site works in a folder of a plain host, and without a network after the first visit", async () => {
  const server = await host({ "/a/b/": site });
  const { page, context, asked } = await watchedPage();
  const query = { system: "words-64", query: queries[3].id };
  await page.goto(address(server, "", query));
  const found = await results(page);
  const native = rankscopeJson("search", benchmark, "--system", "words-64", "--query-id", queries[3].id, "-k", "10");
  assert.deepEqual(found.slice(0, 10).map(({ id }) => id), native.map(({ id }) => id));
  await page.goto(address(server, "", { system: "tiny-bert" }));
  await ask(page, "two red hearts");
  const encoded = await results(page);
  await page.getByRole("link", { name: "Benchmark", exact: true }).click();
  await page.getByRole("status").filter({ hasText: KEPT }).waitFor();
  assertInside(asked, server);
  await server.stop();
  await context.setOffline(true);
  await page.goto(address(server, "", query));
  assert.deepEqual(await results(page), found);
  await page.goto(address(server, "", { system: "tiny-bert" }));
  await ask(page, "two red hearts");
  assert.deepEqual(await results(page), encoded);
});

test("a deep link that the host does not know is answered by 404.html, which opens the view", async () => {
  const server = await host({ "/a/b/": site });
  const { page, asked } = await watchedPage();
  const response = await page.goto(address(server, "leaderboard"));
  assert.equal(response.status(), 404);
  const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  const { runs } = rankscopeJson("eval", benchmark, "--relevance", "pairs");
  let n = 0;
  for (const [key, value] of Object.entries(shown)) {
    const [system, measure, relevance] = key.split(" ");
    const native = runs[system]?.[measure];
    if (relevance !== "pairs" || !native || value === "n/a") continue;
    n += 1;
    assert.ok(Math.abs(Number(value) - native.mean) <= 1e-12, `${key}: ${value} and ${native.mean}`);
  }
  assert.ok(n > 2, `${n} values were compared`);
  assertInside(asked, server);
});

test("a benchmark that was split for a strict host gives the same hits", async () => {
  const folder = splitBenchmark();
  assert.ok(largestIn(folder) <= MOST);
  const manifest = JSON.parse(readFileSync(join(folder, "benchmark.json"), "utf8"));
  const own = manifest.systems.find(({ id }) => id === "large");
  assert.ok(own.gallery.length > 1, "the gallery has several shards");
  const whole = await host({ "/a/b/": site, "/a/b/benchmark/": FIELDBOOK });
  const split = await host({ "/a/b/": site, "/a/b/benchmark/": folder });
  const found = [];
  for (const server of [whole, split]) {
    const { page, asked } = await watchedPage();
    const lists = [];
    for (const system of ["large", "base"]) {
      await page.goto(address(server, "", { system, query: "q-203" }));
      lists.push(await results(page));
    }
    found.push(lists);
    assertInside(asked, server);
  }
  assert.deepEqual(found[1], found[0]);
});
