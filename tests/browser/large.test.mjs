// A corpus that takes more memory than it may, in a page that is told so: memory=1.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { askEngine, cancelEngine, engineAt, openEngine } from "./engine.mjs";
import { assertAccessible, cellValues, eventually, heldBack, near, newPage, PATIENCE_MS, rankscope, rankscopeJson, results } from "./harness.mjs";
import { largeGallery, launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const N_SHARDS = 3;

const temporary = temporaryFolder();
const benchmark = largeGallery(64);
const server = await serve(benchmark);
const browser = await launch();

const at = (more) => `${server.url}?device=cpu&memory=1&${more}`;

/** Remembers which shards are asked of the server, in the page and its worker. */
async function shardsAsked(context) {
  const asked = [];
  await context.route(/gallery-\d+\.safetensors/, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.continue();
  });
  return asked;
}

test("all rows give the hits of the native program, and candidates nearly all", async () => {
  const { page, context } = await newPage(browser);
  const asked = await shardsAsked(context);
  for (const query of ["v-003", "v-150"]) {
    const exact = rankscopeJson("search", benchmark, "--system", "facts", "--query-id", query, "-k", "20");
    await page.goto(at(`query=${query}&rows=all`));
    const all = await results(page);
    assert.deepEqual(all.map(({ id, score }) => [id, score]), exact.map(({ id, score }) => [id, score]));
    await page.getByText("All rows were scored; none is missing.").waitFor();

    await page.getByRole("button", { name: "Score candidates only" }).click();
    await page.getByText("30,000 rows by 1-bit codes, 4,000 of them exactly").waitFor();
    assert.ok(!page.url().includes("rows=all"));
    const some = await results(page);
    const common = some.filter(({ id, score }) => all.some((hit) => hit.id === id && hit.score === score));
    assert.ok(common.length >= 18, `${common.length} of 20`);
  }
  assert.equal(asked.length, N_SHARDS, "each shard comes once and is kept");
  await page.getByRole("link", { name: "Leaderboard" }).click();
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  assert.equal(asked.length, N_SHARDS);
});

test("pages about all queries say who was ranked by candidates, where anyone was", async () => {
  // Two systems: the same vectors under two names, of which a page can compare both.
  const pair = join(temporary, "pair");
  cpSync(benchmark, pair, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(pair, "benchmark.json"), "utf8"));
  const [facts] = manifest.systems;
  manifest.systems.push({ ...facts, id: "again", title: "Facts again" });
  writeFileSync(join(pair, "benchmark.json"), JSON.stringify(manifest));
  const server = await serve(pair);
  const { page } = await newPage(browser);
  const computed = page.getByRole("status").filter({ hasText: "Computed on this device" });
  const note = page.getByText("Ranked from candidates:");
  for (const path of ["leaderboard", "compare", "agreement"]) {
    await page.goto(`${server.url}${path}?device=cpu&memory=1`);
    await computed.waitFor();
    const words = await note.innerText();
    assert.match(words, new RegExp(`^Ranked from candidates: “${facts.title}” and “Facts again”\\.`));
    assert.match(words, /4,000 candidates out of 30,000 pictures, and only those are scored exactly/);
    if (path === "leaderboard") await assertAccessible(page, "the note on candidates");
    await page.goto(`${server.url}${path}?device=cpu`);
    await computed.waitFor();
    assert.equal(await note.count(), 0, `${path} in memory`);
  }
  server.stop();
});

test("candidates are held to all rows for a sample of the queries", async () => {
  const { page, context } = await newPage(browser);
  await page.goto(`${server.url}about?device=cpu&memory=1`);
  await page.getByRole("button", { name: "Compare Facts" }).click();
  await page.getByRole("status").filter({ hasText: "Computed on this device: 32 queries of 1 system." }).waitFor();
  const table = page.getByRole("table", { name: "Codes alone" });
  const row = table.getByRole("row", { name: /^Facts/ });
  await eventually(async () => assert.deepEqual((await row.getByRole("cell").allInnerTexts()).slice(0, 2), ["4,000 candidates", "32"]));
  const shown = await cellValues(table, "system", "measure");

  // The same from the native program's whole rankings and the engine's candidates.
  const ids = readFileSync(join(benchmark, "queries.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line).id);
  const qrels = gunzipSync(readFileSync(join(benchmark, "relevance/source.qrels.gz"))).toString().trim().split("\n").map((line) => line.split(/\s+/));
  const relevant = new Map(qrels.map(([query, , image]) => [query, Number(image)]));
  const sample = Array.from({ length: 32 }, (_, place) => Math.floor((place * ids.length) / 32));
  const other = await newPage(browser);
  await openEngine(other.page, server, "cpu", { roomBytes: 1 << 20 });
  const { rows } = await askEngine(other.page, { RankQueries: { system: "facts", depths: Array(ids.length).fill(100) } });
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const run = join(temporary, "facts.run");
  rankscope("export", "--benchmark", benchmark, "--system", "facts", "--run", run, "-k", "100");
  const exact = new Map(ids.map((id) => [id, []]));
  for (const line of readFileSync(run, "utf8").trim().split("\n")) {
    const [query, , image] = line.split(" ");
    exact.get(query).push(Number(image));
  }
  const lists = sample.map((row) => [
    exact.get(ids[row]),
    rows[row],
    relevant.get(ids[row]),
  ]);
  for (const k of [10, 100]) {
    const share = ([exact, some]) => exact.slice(0, k).filter((image) => some.slice(0, k).includes(image)).length / k;
    assert.ok(near(shown[`facts overlap@${k}`], mean(lists.map(share)), 1e-9), `overlap@${k}`);
  }
  const hit = (list, image) => Number(list.slice(0, 10).includes(image)) / 10;
  const delta = mean(lists.map(([exact, some, image]) => hit(some, image) - hit(exact, image)));
  assert.ok(near(shown["facts trec:P@10"], delta, 1e-9), `${shown["facts trec:P@10"]} and ${delta}`);
  await assertAccessible(page, "candidates held to all rows");
  await other.page.close();
});

test("a reading of all rows is cancelled between shards, and can be asked for again", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, /gallery-00001\.safetensors/);
  await openEngine(page, server, "cpu", { roomBytes: 1 << 20 });
  const request = { RankWhole: { system: "facts", queries: [3, 150], depths: [20, 20] } };
  const answer = askEngine(page, request);
  await engineAt(page, "Rows", 10_000);
  await cancelEngine(page);
  release();
  assert.deepEqual(await answer, { Cancelled: true });
  const { rows } = await askEngine(page, request);
  for (const [place, query] of ["v-003", "v-150"].entries()) {
    const exact = rankscopeJson("search", benchmark, "--system", "facts", "--query-id", query, "-k", "20");
    assert.deepEqual(rows[place], exact.map(({ id }) => Number(id)));
  }
  // No queries are answered too: by no rankings.
  assert.deepEqual(await askEngine(page, { RankWhole: { system: "facts", queries: [], depths: [] } }), { rows: [] });
});

test("hits come while shards are still on their way, and stopping leaves them", async () => {
  const { page, context } = await newPage(browser);
  const release = await heldBack(context, /gallery-00002\.safetensors/);
  await page.goto(at("query=v-003"));
  const words = page.getByRole("status").filter({ hasText: "Results change as more rows are searched." });
  await words.waitFor();
  assert.match(await words.innerText(), /Best of the first [12]0,000 rows out of 30,000\./);
  await page.getByRole("list", { name: "Results" }).locator("li.card").first().waitFor();
  await assertAccessible(page, "a search on its way");
  release();
  await page.getByText("30,000 rows by 1-bit codes").waitFor();
});

test("more like a picture, and back after a reload without the network", async () => {
  const { page, context } = await newPage(browser);
  const asked = await shardsAsked(context);
  await page.goto(at("like=25000"));
  const found = await results(page);
  assert.ok(found.every((hit) => hit.id !== "25000"), "the picture itself");
  assert.ok(found[0].score > 0 && found[0].score < 1.01, String(found[0].score));
  assert.equal(asked.length, N_SHARDS);
  await page.reload();
  assert.deepEqual(await results(page), found);
  assert.equal(asked.length, N_SHARDS, "what was kept is not asked for again");
});

test("removing stored files removes shards, open or not", async () => {
  const { page, context } = await newPage(browser);
  const asked = await shardsAsked(context);
  await page.goto(at("query=v-003"));
  await results(page);
  const kept = () => page.evaluate(async () => {
    const names = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
  });
  await eventually(async () => assert.deepEqual(await kept(), ["rankscope"]));
  await page.goto(`${server.url}about?device=cpu&memory=1`);
  await page.getByRole("button", { name: "Remove stored files" }).click();
  await page.getByRole("group", { name: "Remove everything that is stored?" }).getByRole("button", { name: "Remove", exact: true }).click();
  await page.waitForFunction(async () => {
    for await (const _ of (await navigator.storage.getDirectory()).keys()) return false;
    return true;
  });
  await page.goto(at("query=v-003"));
  await results(page);
  assert.equal(asked.length, 2 * N_SHARDS);
});

test("a shard that was damaged on its way is named and not kept", async () => {
  const { page, context } = await newPage(browser);
  let isDamaged = true;
  await context.route(/gallery-00001\.safetensors/, async (route) => {
    if (!isDamaged) return route.continue();
    // The test may be over.
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    const body = Buffer.from(await response.body());
    body[body.length - 1] ^= 1;
    await route.fulfill({ response, body });
  });
  await page.goto(at("query=v-003"));
  const alert = page.getByRole("alert").filter({ hasText: "A file of the benchmark is damaged" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /gallery-00001\.safetensors has SHA-256/);
  isDamaged = false;
  await page.getByRole("button", { name: /Try again|Retry/ }).first().click();
  await page.getByText("30,000 rows by 1-bit codes").waitFor();
});

/** Leaves the page and its engine, which holds files open, for a document of the same site. */
const withoutEngine = (page) => page.goto(`${server.url}favicon.svg`);

/** The files of the only benchmark whose names end so, as text to compare; afterwards they are `halved`, `emptied` or `zeroed`. */
const keptFiles = (page, end, change = null) => page.evaluate(async ([end, change]) => {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("rankscope");
  const found = {};
  for await (const folder of root.values()) {
    for await (const file of folder.values()) {
      if (!file.name.endsWith(end)) continue;
      const before = new Uint8Array(await (await file.getFile()).arrayBuffer());
      if (change) {
        const bytes = before.slice(0, { halved: before.length / 2, emptied: 0, zeroed: before.length }[change]);
        if (change === "zeroed") bytes.fill(0, 0, bytes.length - 40);
        const out = await file.createWritable();
        await out.write(bytes);
        await out.close();
      }
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", before));
      found[file.name] = `${before.length} ${hash.toHex?.() ?? hash.join()}`;
    }
  }
  return found;
}, [end, change]);

const nativeHits = (query) =>
  rankscopeJson("search", benchmark, "--system", "facts", "--query-id", query, "-k", "20").map(({ id, score }) => [id, score]);
const pageHits = async (page) => (await results(page)).map(({ id, score }) => [id, score]);

for (const what of ["damaged", "cut short"]) {
  test(`a ${what} copy of a large file is forgotten, and the file fetched once more`, async () => {
    const { page, context } = await newPage(browser);
    const asked = await shardsAsked(context);
    // A visit that has room for the gallery keeps its files whole.
    await page.goto(`${server.url}?device=cpu&query=v-003`);
    await results(page);
    assert.equal(asked.length, N_SHARDS);
    const damaged = () => page.evaluate(async (what) => {
      const cache = await caches.open("rankscope-files-1");
      const key = (await cache.keys()).find(({ url }) => url.includes("gallery-00001.safetensors?sha256="));
      const bytes = new Uint8Array(await (await cache.match(key))?.arrayBuffer() ?? 0);
      if (what === "damaged") bytes[bytes.length - 9] ^= 1;
      if (key) await cache.put(key, new Response(what === "damaged" ? bytes : bytes.slice(0, 1000)));
      return bytes.length;
    }, what);
    assert.ok((await damaged()) > 100_000);
    await page.goto(at("query=v-003&rows=all"));
    assert.deepEqual(await pageHits(page), nativeHits("v-003"));
    assert.equal(asked.length, N_SHARDS + 1);
    assert.match(asked.at(-1), /gallery-00001/);
    await page.reload();
    assert.deepEqual(await pageHits(page), nativeHits("v-003"));
    assert.equal(asked.length, N_SHARDS + 1, "it was kept again");
  });
}

test("a large file that was cut short or lost where it lies is fetched once more", async () => {
  for (const change of ["halved", "emptied"]) {
    const { page, context } = await newPage(browser);
    const asked = await shardsAsked(context);
    await page.goto(at("query=v-150&rows=all"));
    await results(page);
    assert.equal(asked.length, N_SHARDS);
    await withoutEngine(page);
    const whole = await keptFiles(page, ".shard", change);
    assert.equal(Object.keys(whole).length, N_SHARDS);
    await page.goto(at("query=v-150&rows=all"));
    assert.deepEqual(await pageHits(page), nativeHits("v-150"));
    assert.equal(asked.length, 2 * N_SHARDS);
    await withoutEngine(page);
    assert.deepEqual(await keptFiles(page, ".shard"), whole);
    await page.close();
  }
});

test("damaged signs are taken again, and nobody is troubled with it", async () => {
  const { page, context } = await newPage(browser);
  const asked = await shardsAsked(context);
  await page.goto(at("query=v-150"));
  const expected = await pageHits(page);
  await withoutEngine(page);
  // Of the right length, and with what it says of itself at its end: all rows would look alike.
  const whole = await keptFiles(page, ".signs", "zeroed");
  assert.equal(Object.keys(whole).length, N_SHARDS);
  await page.goto(at("query=v-150"));
  assert.deepEqual(await pageHits(page), expected);
  assert.equal(await page.getByRole("alert").count(), 0);
  await withoutEngine(page);
  assert.deepEqual(await keptFiles(page, ".signs"), whole);
  assert.equal(asked.length, N_SHARDS, "the files themselves are not asked for again");
});

test("where the browser has no room left it says so, and goes on once there is", async () => {
  const { page, context } = await newPage(browser);
  const session = await context.newCDPSession(page);
  const origin = new URL(server.url).origin;
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_000_000 });
  await page.goto(at("query=v-003"));
  const alert = page.getByRole("alert").filter({ hasText: "The browser has no space left for files" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /gallery-0000\d\.safetensors, /);
  assert.match(await alert.innerText(), /Free some disk space/);
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await page.getByRole("button", { name: /Try again|Retry/ }).first().click();
  await page.getByText("30,000 rows by 1-bit codes").waitFor();
});

test("where there is no file system the page says what to do", async () => {
  // Another name for this machine, which the browser does not take for it: such pages keep no files.
  const plain = await launch(["--host-resolver-rules=MAP large.test 127.0.0.1"]);
  try {
    const page = await plain.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const named = await serve(benchmark, "--host", "large.test");
    const address = new URL(at("query=v-003"));
    address.host = `large.test:${new URL(named.url).port}`;
    await page.goto(address.href);
    const alert = page.getByRole("alert").filter({ hasText: "This browser does not store files for the page" });
    await alert.waitFor();
    assert.match(await alert.innerText(), /Open the page over https/);
    address.searchParams.set("memory", "64");
    await page.goto(address.href);
    assert.equal((await results(page)).length, 20);
  } finally {
    await plain.close();
  }
});

test("a browser whose streams take no buffer streams as well", async () => {
  // As Safari has them: the page and its worker are told that there is no such reader.
  const refuse = `
    const getReader = ReadableStream.prototype.getReader;
    ReadableStream.prototype.getReader = function (options) {
      if (options?.mode) { globalThis.nRefused = (globalThis.nRefused ?? 0) + 1; throw new TypeError("not a byte stream"); }
      return getReader.call(this);
    };
  `;
  const { page, context } = await newPage(browser);
  await page.addInitScript(refuse);
  await context.route(/engine_loader\.js/, async (route) => {
    // The test may be over.
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    await route.fulfill({ response, body: refuse + (await response.text()) });
  });
  await page.goto(at("query=v-003&rows=all"));
  assert.deepEqual(await pageHits(page), nativeHits("v-003"));
  const refused = await Promise.all(page.workers().map((worker) => worker.evaluate(() => globalThis.nRefused)));
  assert.ok(refused.some((n) => n >= N_SHARDS), `refused ${refused}`);
});
