// A corpus that takes more memory than it may and comes with the signs of its rows: shards stay on the
// server, which is asked for the candidates' rows.

import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, eventually, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { largeGallery, launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const N_SHARDS = 3;
const DIM = 512;

const temporary = temporaryFolder();
const benchmark = largeGallery(DIM, { hasSigns: true });
const server = await serve(benchmark);

// The same corpus without signs: what the page does with it is what it always did.
const bare = join(temporary, "bare");
cpSync(benchmark, bare, { recursive: true });
const manifest = JSON.parse(readFileSync(join(bare, "benchmark.json"), "utf8"));
const signs = manifest.files.filter(({ path }) => path.endsWith(".signs"));
assert.equal(signs.length, N_SHARDS);
manifest.files = manifest.files.filter(({ path }) => !path.endsWith(".signs"));
writeFileSync(join(bare, "benchmark.json"), JSON.stringify(manifest));
signs.forEach(({ path }) => rmSync(join(bare, path)));
const bareServer = await serve(bare);

const browser = await launch();
const at = (more, of = server) => `${of.url}?device=cpu&memory=1&${more}`;
const pageHits = async (page) => (await results(page)).map(({ id, score }) => [id, score]);
const nativeHits = (query) =>
  rankscopeJson("search", benchmark, "--system", "facts", "--query-id", query, "-k", "20").map(({ id, score }) => [id, score]);
const bytesOf = (end) => manifest.files.concat(signs).filter(({ path }) => path.endsWith(end) && path.includes("gallery-"))
  .reduce((sum, { bytes }) => sum + bytes, 0);
const note = (page) => page.getByText("Whole files of vectors are fetched");

/** What the page fetches of shards and signs, by the page or its worker, with the bytes that came. */
function fetched(context) {
  const asked = [];
  context.on("requestfinished", async (request) => {
    const name = new URL(request.url()).pathname.split("/").at(-1);
    if (!name.startsWith("gallery-")) return;
    const of = { name, range: request.headers().range, bytes: 0 };
    asked.push(of);
    of.bytes = Number((await (await request.response())?.allHeaders())?.["content-length"] ?? 0);
  });
  return asked;
}
const ofSigns = (asked) => asked.filter(({ name }) => name.endsWith(".signs"));
const ofShards = (asked) => asked.filter(({ name }) => name.endsWith(".safetensors"));
const sum = (asked) => asked.reduce((sum, { bytes }) => sum + bytes, 0);

/** The hits of the page for queries where it has no signs but those that it takes itself. */
const expected = {};
{
  const { page } = await newPage(browser);
  for (const query of ["query=v-003", "query=v-150", "like=25000"]) {
    await page.goto(at(query, bareServer));
    expected[query] = await pageHits(page);
  }
  await page.close();
}

test("signs come first, of the vectors only the candidates', and the hits are the same", async () => {
  const { page, context } = await newPage(browser);
  const asked = fetched(context);
  for (const query of ["v-003", "v-150"]) {
    await page.goto(at(`query=${query}`));
    const hits = await pageHits(page);
    await page.getByText("30,000 rows by 1-bit codes, 4,000 of them exactly").waitFor();
    assert.deepEqual(hits, expected[`query=${query}`]);
    // By brute force, as far as candidates are found.
    const exact = nativeHits(query);
    const common = exact.filter(([id, score]) => hits.some((hit) => hit[0] === id && hit[1] === score));
    assert.ok(common.length >= 18, `${common.length} of 20`);
  }
  assert.equal(ofSigns(asked).length, N_SHARDS, "the second visit reads what is kept");
  assert.equal(sum(ofSigns(asked)), bytesOf(".signs"));
  assert.ok(ofShards(asked).every(({ range }) => range), "no shard is fetched as a whole");
  // Two visits fetch 8,000 rows together, of 30,000, in some dozens of requests.
  await eventually(async () => assert.ok(sum(ofShards(asked)) > 8_000 * DIM));
  assert.ok(sum(ofShards(asked)) < bytesOf(".safetensors") / 2, `${sum(ofShards(asked))} of ${bytesOf(".safetensors")} bytes`);
  assert.ok(ofShards(asked).length < 100, `${ofShards(asked).length} requests`);
  assert.equal(await note(page).count(), 0);
});

test("all rows are whole shards, with the hits of the native program", async () => {
  const { page, context } = await newPage(browser);
  const asked = fetched(context);
  await page.goto(at("query=v-003"));
  await results(page);
  await page.getByRole("button", { name: "Score all rows" }).click();
  await page.getByText("All rows were scored; none is missing.").waitFor();
  assert.deepEqual(await pageHits(page), nativeHits("v-003"));
  assert.equal(ofShards(asked).filter(({ range }) => !range).length, N_SHARDS);
  // From then on nothing is fetched: the candidates are here.
  const n = asked.length;
  await page.goto(at("query=v-150"));
  assert.deepEqual(await pageHits(page), expected["query=v-150"]);
  assert.equal(asked.length, n);
});

test("more like a picture, among some rows, and on the leaderboard", async () => {
  const { page } = await newPage(browser);
  await page.goto(at("like=25000"));
  const hits = await pageHits(page);
  assert.ok(hits.every(([id]) => id !== "25000"), "the picture itself");
  assert.deepEqual(hits, expected["like=25000"]);
  await page.getByRole("link", { name: "Leaderboard" }).click();
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
});

test("a server that sends whole files is noticed, said, and makes no difference to the hits", async () => {
  const { page, context } = await newPage(browser);
  let n = 0;
  await context.route(/gallery-\d+\.safetensors/, async (route) => {
    const { range: _, ...headers } = route.request().headers();
    n += 1;
    const response = await route.fetch({ headers }).catch(() => null);
    if (response) await route.fulfill({ response }).catch(() => {});
  });
  await page.goto(at("query=v-003"));
  assert.deepEqual(await pageHits(page), expected["query=v-003"]);
  await note(page).waitFor();
  assert.match(await note(page).innerText(), /whole file \(status 200\)/);
  await assertAccessible(page, "a server without parts");
  assert.ok(n <= 2 * N_SHARDS + 3, `${n} requests`);
});

test("a server that sends one part at a time is asked for one after the other", async () => {
  const { page, context } = await newPage(browser);
  let n = 0;
  await context.route(/gallery-\d+\.safetensors/, async (route) => {
    const { range, ...headers } = route.request().headers();
    if (!range?.includes(",")) {
      n += 1;
      return route.continue();
    }
    const response = await route.fetch({ headers }).catch(() => null);
    if (response) await route.fulfill({ response }).catch(() => {});
  });
  await page.goto(at("query=v-003"));
  assert.deepEqual(await pageHits(page), expected["query=v-003"]);
  assert.ok(n > 1_000, `${n} requests`);
  assert.equal(await note(page).count(), 0);
});

test("a row that differs from its signs is not believed, and the whole file is fetched", async () => {
  const { page, context } = await newPage(browser);
  let n_whole = 0;
  await context.route(/gallery-00001\.safetensors/, async (route) => {
    const { range } = route.request().headers();
    if (!range) n_whole += 1;
    if (!range?.includes(",")) return route.continue();
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    const body = Buffer.from(await response.body());
    // The lowest bit of a value in the last part.
    body[body.lastIndexOf("\r\n--", body.length - 5) - 100] ^= 1;
    await route.fulfill({ response, body });
  });
  await page.goto(at("query=v-003"));
  assert.deepEqual(await pageHits(page), expected["query=v-003"]);
  await note(page).waitFor();
  assert.match(await note(page).innerText(), /gallery-00001\.safetensors, row \d+/);
  assert.equal(n_whole, 1);
});

test("signs that were damaged on their way are named and not kept", async () => {
  const { page, context } = await newPage(browser);
  let isDamaged = true;
  await context.route(/gallery-00001\.signs/, async (route) => {
    if (!isDamaged) return route.continue();
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    const body = Buffer.from(await response.body());
    body[1_000] ^= 1;
    await route.fulfill({ response, body });
  });
  await page.goto(at("query=v-003"));
  const alert = page.getByRole("alert").filter({ hasText: "A file of the benchmark is damaged" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /gallery-00001\.signs has SHA-256/);
  isDamaged = false;
  await page.getByRole("button", { name: /Try again|Retry/ }).first().click();
  assert.deepEqual(await pageHits(page), expected["query=v-003"]);
});

test("kept signs are held to the manifest, and fetched again if they are damaged", async () => {
  const { page, context } = await newPage(browser);
  const asked = fetched(context);
  await page.goto(at("query=v-150"));
  await results(page);
  assert.equal(ofSigns(asked).length, N_SHARDS);
  // Leaves the engine, which holds files open.
  await page.goto(`${server.url}favicon.svg`);
  const size = statSync(join(benchmark, signs[1].path)).size;
  const n_changed = await page.evaluate(async ([hash, size]) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("rankscope");
    let n = 0;
    for await (const folder of root.values()) {
      const file = await folder.getFileHandle(`${hash}.shard`);
      const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
      if (bytes.length !== size) continue;
      bytes[777] ^= 1;
      const out = await file.createWritable();
      await out.write(bytes);
      await out.close();
      n += 1;
    }
    return n;
  }, [signs[1].sha256, size]);
  assert.equal(n_changed, 1);
  await page.goto(at("query=v-150"));
  assert.deepEqual(await pageHits(page), expected["query=v-150"]);
  assert.equal(ofSigns(asked).length, N_SHARDS + 1);
  assert.equal(ofSigns(asked).at(-1).name, "gallery-00001.signs");
});

test("the browser is asked once to keep a large gallery, and its answer is shown", async () => {
  for (const answer of [true, false]) {
    const { page, context } = await newPage(browser);
    await page.addInitScript((answer) => {
      const asked = () => Number(sessionStorage.asked ?? 0);
      StorageManager.prototype.persist = async () => {
        sessionStorage.asked = asked() + 1;
        return answer;
      };
      StorageManager.prototype.persisted = async () => answer && asked() > 0;
    }, answer);
    const asked = () => page.evaluate(() => Number(sessionStorage.asked ?? 0));
    await page.goto(`${server.url}?device=cpu&query=v-003`);
    await results(page);
    assert.equal(await asked(), 0, "a gallery in memory is not worth the question");
    await page.goto(at("query=v-003"));
    await results(page);
    await eventually(async () => assert.equal(await asked(), 1));
    await page.getByRole("link", { name: "Benchmark" }).first().click();
    const words = answer ? "The browser has agreed to keep it until you remove it." : "The browser has not agreed to keep it";
    await page.getByText(words).waitFor();
    assert.equal(await asked(), 1);
    await page.close();
  }
});
