// Systems that ask a search engine, in a real browser: Chroma's own server, held to the program's exact
// search, and everything that can go wrong between.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askEngine, openEngine } from "./engine.mjs";
import { assertAccessible, cellValues, eventually, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { CORS, chroma, noEngines, proxy, qdrant } from "./search_engines.mjs";
import { launch, ownFixture, serve, temporaryFolder } from "./setting.mjs";
import { release, test } from "./suite.mjs";

const EXACT = "words-64";
const REMOTE = "words-64-chroma";
const skip = { skip: noEngines };

/** Changes the remote system's entry in a manifest. */
function change(benchmark, changed) {
  const file = join(benchmark, "benchmark.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  changed(manifest.systems.find(({ id }) => id === REMOTE));
  // The system's own file would say something else.
  manifest.files = manifest.files.filter(({ path }) => path !== `systems/${REMOTE}/system.json`);
  writeFileSync(file, JSON.stringify(manifest));
}

/** The generated benchmark with a system that asks Chroma through a proxy. */
async function filled() {
  const { benchmark, queries, manifest } = ownFixture();
  const engine = await chroma();
  const between = await proxy(engine.url);
  // The program is waited for, and the proxy lives in this process: the one asks past the other.
  rankscope("index", benchmark, "--system", EXACT, "--to", engine.url);
  change(benchmark, (system) => (system.remote.url = between.url));
  return { benchmark, queries, manifest, engine, between, server: await serve(benchmark) };
}

const world = noEngines ? null : await filled();
const browser = await launch();
const address = (path, parameters = {}) => `${world.server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** The benchmark again, with a change to the remote system's entry; served. */
async function served(changed) {
  const folder = join(temporaryFolder(), "changed");
  cpSync(world.benchmark, folder, { recursive: true });
  change(folder, changed);
  return serve(folder);
}

/** The same pictures, up to those of the same score. */
function assertSameHits(found, expected) {
  assert.equal(found.length, expected.length);
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  found.forEach(({ id, score }, place) => {
    assert.ok(near(score, expected[place].score, 1e-5), `${score} and ${expected[place].score} at ${place + 1}`);
    if (scores.has(id)) assert.ok(near(score, scores.get(id), 1e-5), id);
  });
}

test("a search finds what the exact search finds, and says by what and how well", skip, async () => {
  const { page } = await newPage(browser);
  for (const { id } of world.queries.slice(0, 4)) {
    await page.goto(address("", { system: REMOTE, query: id }));
    assertSameHits(await results(page), rankscopeJson("search", world.benchmark, "--system", EXACT, "--query-id", id, "-k", "20"));
  }
  const note = page.locator(".remote-note");
  await note.filter({ hasText: /recall@\d+ (0\.9\d+|1\.0000) over \d+ queries/ }).waitFor();
  assert.match(await note.innerText(), /approximate index \(Chroma at http:\/\/127\.0\.0\.1:\d+, collection/);
  assert.match(await page.locator(".status-line").first().innerText(), /asked Chroma for/);
});

test("a picture of the corpus finds its like", skip, async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: EXACT, query: world.queries[1].id }));
  const [{ id }] = await results(page);
  await page.goto(address("", { system: EXACT, like: id }));
  const expected = await results(page);
  await page.goto(address("", { system: REMOTE, like: id }));
  assertSameHits(await results(page), expected);
});

test("only pictures that a filter admits are found, and they are the exact ones", skip, async () => {
  const { page } = await newPage(browser);
  await openEngine(page, world.server, "cpu");
  const n_rows = world.manifest.counts.images;
  // A digit for every four rows: all of the first fifth, and one of four after that.
  const digits = Array.from({ length: Math.ceil(n_rows / 4) }, (_, place) => (place < n_rows / 20 ? "f" : place === 0 ? "f" : "1")).join("");
  const ask = (system) => askEngine(page, { Search: { system, query: { Stored: 2 }, k: 30, rerank: null, among: { n_rows, digits } } });
  const [exact, found] = [(await ask(EXACT)).Hits.hits, (await ask(REMOTE)).Hits.hits];
  const named = (hits) => hits.map(({ row_in_corpus, score }) => ({ id: String(row_in_corpus), score }));
  assertSameHits(named(found), named(exact));
  const { ids } = JSON.parse(world.between.bodies.findLast((body) => body.includes("query_embeddings")));
  assert.ok(ids.length < n_rows && found.every(({ row_in_corpus }) => ids.includes(String(row_in_corpus))));
});

test("measures over all queries are those of the exact search, with the recall beside them", skip, async () => {
  const { page } = await newPage(browser);
  await page.goto(address("leaderboard"));
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const note = page.locator(".remote-note").filter({ hasText: /recall@\d+ / });
  await note.first().waitFor();
  const shown = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  const recall = Number(/recall@\d+ ([\d.]+)/.exec(await note.first().innerText())[1]);
  let n = 0;
  for (const [key, value] of Object.entries(shown)) {
    const [system, ...column] = key.split(" ");
    if (system !== REMOTE) continue;
    n += 1;
    // The order of ties may differ, as the engine rounds in another way.
    assert.ok(near(value, shown[`${EXACT} ${column.join(" ")}`], 1 - recall + 5e-3), `${key}: ${value}`);
  }
  assert.ok(n > 3);
});

test("without a gallery the recall is measured against the vectors, read back", skip, async () => {
  const server = await served((system) => (system.gallery = []));
  const { page } = await newPage(browser);
  await page.goto(`${server.url}about?device=cpu`);
  const section = page.getByRole("region", { name: "Remote search" });
  await section.getByRole("button", { name: /^Measure / }).click();
  await section.getByText(/recall@\d+ .* read back/).waitFor();
  await assertAccessible(page, "the Benchmark page with remote search");
});

test("Chroma itself lets the page ask, if its configuration names the page's origin", skip, async () => {
  const direct = await served((system) => (system.remote.url = "http://127.0.0.1:1"));
  const engine = await chroma({ origins: [new URL(direct.url).origin] });
  // Two origins: this one may ask, the other may not.
  const folder = join(temporaryFolder(), "direct");
  cpSync(world.benchmark, folder, { recursive: true });
  rankscope("index", folder, "--system", EXACT, "--to", engine.url, "--collection", "direct");
  const other = await serve(folder);
  const remote = JSON.parse(readFileSync(join(folder, "benchmark.json"), "utf8")).systems.find(({ id }) => id === REMOTE).remote;
  const { page } = await newPage(browser);
  await page.route("**/benchmark/benchmark.json", async (route) => {
    const response = await route.fetch();
    const manifest = await response.json();
    manifest.systems.find(({ id }) => id === REMOTE).remote = remote;
    await route.fulfill({ response, json: manifest });
  });
  const parameters = new URLSearchParams({ device: "cpu", system: REMOTE, query: world.queries[2].id });
  await page.goto(`${direct.url}?${parameters}`);
  await results(page);
  await page.goto(`${other.url}?${parameters}`);
  const panel = page.getByRole("alert").filter({ hasText: "does not allow requests from this page" });
  await panel.waitFor();
  assert.match(await panel.innerText(), /CORS/);
  assert.ok((await panel.innerText()).includes(`cors_allow_origins: ["${new URL(other.url).origin}"]`));
});

// How what answers misbehaves, and what the page says of it.
const json = (response, status, body) => response.writeHead(status, { "content-type": "application/json", ...CORS }).end(JSON.stringify(body));
const asks = (request, what) => request.method !== "OPTIONS" && request.url.includes(what);
const FAULTS = {
  "is stopped before it answers": ["cannot be reached", (request, response) => (response.destroy(), true)],
  "is stopped in mid-answer": ["cannot be reached", (request, response) => {
    if (!asks(request, "/query")) return false;
    response.writeHead(200, { "content-type": "application/json", "content-length": 4000, ...CORS });
    response.write('{"ids":[["1",', () => response.destroy());
    return true;
  }],
  "asks for a key": ["asks for a key", (request, response) => request.method !== "OPTIONS" && (json(response, 401, { error: "AuthError" }), true)],
  "does not let pages ask it": ["does not allow requests from this page", (request, response) => (response.writeHead(200, { "content-type": "application/json" }).end("{}"), true)],
  "is another program": ["not the search engine that was expected", (request, response) =>
    request.method !== "OPTIONS" && (response.writeHead(200, { "content-type": "text/html", ...CORS }).end("<!doctype html>"), true)],
  "has lost the collection": ["does not have this collection", (request, response) =>
    request.method !== "OPTIONS" && (json(response, 404, { error: "NotFoundError", message: "no" }), true)],
  "is overloaded": ["reports an error", (request, response) => request.method !== "OPTIONS" && (json(response, 503, { error: "Busy", message: "later" }), true)],
  "names a picture that there is not": ["answer cannot be used", (request, response) =>
    asks(request, "/query") && (json(response, 200, { ids: [["987654321"]], distances: [[0.5]] }), true)],
  "names a picture twice": ["answer cannot be used", (request, response) =>
    asks(request, "/query") && (json(response, 200, { ids: [["1", "1"]], distances: [[0.5, 0.5]] }), true)],
  "is half filled": ["does not fit the benchmark", (request, response) => asks(request, "/count") && (json(response, 200, 3), true)],
};

test("whatever goes wrong is said in plain words, and tried again", skip, async (t) => {
  for (const [name, [says, fault]] of Object.entries(FAULTS)) {
    await t.test(`a search engine that ${name}`, async () => {
      const { id } = world.queries[3];
      world.between.fault = fault;
      const { page } = await newPage(browser);
      try {
        await page.goto(address("", { system: REMOTE, query: id }));
        const panel = page.getByRole("alert").filter({ hasText: says }).first();
        await panel.waitFor();
        assert.equal(await page.locator("li.card").count(), 0);
        world.between.fault = null;
        await page.getByRole("button", { name: "Try again" }).first().click();
        assertSameHits(await results(page), rankscopeJson("search", world.benchmark, "--system", EXACT, "--query-id", id, "-k", "20"));
      } finally {
        world.between.fault = null;
      }
    });
  }
});

test("a collection of another dimension or metric is refused", skip, async () => {
  for (const [changed, says] of [
    [(system) => (system.remote.metric = "cosine"), "compares by ip, but the manifest says cosine"],
    [(system) => (system.remote.collection = "another"), "has no collection another"],
  ]) {
    const server = await served(changed);
    const { page } = await newPage(browser);
    await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", system: REMOTE, query: world.queries[0].id })}`);
    await page.getByRole("alert").filter({ hasText: says }).waitFor();
  }
  const { id } = world.queries[0];
  world.between.fault = (request, response) => {
    if (request.method !== "GET" || asks(request, "/count")) return false;
    json(response, 200, { id: "a-b", configuration_json: { hnsw: { space: "cosine" } }, dimension: 7 });
    return true;
  };
  const { page } = await newPage(browser);
  await page.goto(address("", { system: REMOTE, query: id }));
  await page.getByRole("alert").filter({ hasText: "have 7 dimensions, those of the system 64" }).waitFor();
  world.between.fault = null;
});

test("a search engine that gives fewer hits than it was asked for is said to", skip, async () => {
  world.between.fault = (request, response) => {
    if (!asks(request, "/query")) return false;
    json(response, 200, { ids: [["0", "1", "2"]], distances: [[0.1, 0.2, 0.3]] });
    return true;
  };
  const { page } = await newPage(browser);
  await page.goto(address("", { system: REMOTE, query: world.queries[5].id }));
  assert.equal((await results(page)).length, 3);
  assert.match(await page.locator(".status-line").first().innerText(), /returned only 3 of the \d+ hits requested/);
  world.between.fault = null;
});

test("a slow search engine is cancelled by the visitor", skip, async () => {
  const { id } = world.queries[4];
  world.between.fault = (request) => asks(request, "/query");
  const { page } = await newPage(browser);
  await page.goto(address("", { system: REMOTE, query: id }));
  await eventually(() => assert.ok(world.between.asked.some(({ url }) => url.includes("/query"))));
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page.getByText("Cancelled").first().waitFor();
  world.between.fault = null;
});

release("a search engine that does not answer is given up in time", skip, async () => {
  const { id } = world.queries[4];
  world.between.fault = (request) => asks(request, "/query");
  const { page } = await newPage(browser);
  await page.goto(address("", { system: REMOTE, query: id }));
  await page.getByRole("alert").filter({ hasText: "does not answer in time" }).first().waitFor();
  world.between.fault = null;
  await page.getByRole("button", { name: "Try again" }).first().click();
  await results(page);
});

test("a key is sent to the search engine that asks for it, and kept nowhere", skip, async () => {
  const KEY = "s3cret-key";
  world.between.fault = (request, response) => {
    if (request.method === "OPTIONS" || request.headers["x-chroma-token"] === KEY) return false;
    json(response, request.headers["x-chroma-token"] ? 403 : 401, { error: "AuthError" });
    return true;
  };
  const { page } = await newPage(browser);
  await page.goto(address("about"));
  const section = page.getByRole("region", { name: "Remote search" });
  const measure = section.getByRole("button", { name: /^Measure / });
  await measure.click();
  await section.getByRole("alert").filter({ hasText: "asks for a key" }).waitFor();
  const field = section.getByLabel(/^Key for http:\/\/127/);
  const use = async (key) => {
    await field.fill(key);
    await section.getByRole("button", { name: "Use this key" }).click();
    await measure.click();
  };
  await use("another");
  await section.getByRole("alert").filter({ hasText: "refuses this key" }).waitFor();
  await use(KEY);
  await section.getByText(/recall@\d+ /).waitFor();
  assert.ok(!page.url().includes(KEY));
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => Promise.all((await (await caches.open(name)).keys()).map(({ url }) => url))));
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, kept, document.cookie, history.state]);
  });
  assert.ok(!stored.includes(KEY));
  await section.getByRole("button", { name: "Forget it" }).click();
  await measure.click();
  await section.getByRole("alert").filter({ hasText: "asks for a key" }).waitFor();
  world.between.fault = null;
});

test("Qdrant answers too, and ranks exactly by itself for its recall", skip, async () => {
  const engine = await qdrant("--origin", "*");
  const folder = join(temporaryFolder(), "qdrant");
  cpSync(world.benchmark, folder, { recursive: true });
  rankscope("index", folder, "--system", EXACT, "--to", engine.url, "--alone");
  const server = await serve(folder);
  const { page } = await newPage(browser);
  const { id } = world.queries[5];
  await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", system: "words-64-qdrant", query: id })}`);
  assertSameHits(await results(page), rankscopeJson("search", folder, "--system", EXACT, "--query-id", id, "-k", "20"));
  await page.locator(".remote-note").filter({ hasText: /recall@\d+ 1\.0000 .* own exact search/ }).waitFor();
});

test("stopped and started again, Chroma is asked again", skip, async () => {
  const { engine } = world;
  const { id } = world.queries[6];
  const { page } = await newPage(browser);
  await page.goto(address("", { system: REMOTE, query: id }));
  const before = await results(page);
  await engine.stop();
  await page.goto(address("", { system: REMOTE, query: world.queries[7].id }));
  await page.getByRole("alert").filter({ hasText: "cannot be reached" }).first().waitFor();
  await chroma({ data: engine.data, port: engine.port });
  await page.getByRole("button", { name: "Try again" }).first().click();
  await results(page);
  await page.goto(address("", { system: REMOTE, query: id }));
  assert.deepEqual(await results(page), before);
});
