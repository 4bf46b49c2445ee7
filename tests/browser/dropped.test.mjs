// Vectors and archives that a visitor drops on the page, against a benchmark that `rankscope build` makes of
// the same files.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { vectorsFromShard } from "../../benches/search/vectors.mjs";
import { assertAccessible, cellValues, eventually, goInside, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SOURCE = "words-64";

const { temporary, benchmark, manifest, queries } = fixture();
const at = (name) => join(temporary, name);
const linesOf = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const images = manifest.files.filter(({ path }) => /^images\/.*\.jsonl$/.test(path)).flatMap(({ path }) => linesOf(join(benchmark, path)));

/** A matrix as numpy writes it. */
function npy(rows, Type = Float32Array, descr = "<f4", shape = `(${rows.length}, ${rows[0].length})`) {
  return array(descr, shape, new Type(rows.flat()).buffer);
}

function array(descr, shape, values) {
  let header = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const head = Buffer.from("\x93NUMPY\x01\x00..", "latin1");
  head.writeUInt16LE(header.length, 8);
  return Buffer.concat([head, Buffer.from(header), Buffer.from(values)]);
}

/** A zip archive of deflated files, as Python's zipfile writes it. */
function zip(files) {
  const locals = [], central = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed);
    central.push(Buffer.from("PK\x01\x02\x14\x00"), fields, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// The vectors of one of the fixture's systems, disturbed and of any length, as a model would give them.
const { gallery: [shard], queries: ofQueries } = manifest.systems.find(({ id }) => id === SOURCE);
let seed = 7;
const noise = () => ((seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31 - 0.5) * 0.2;
const disturbed = (path) => {
  return matrix(path).map((row) => row.map((value) => Math.fround(3 * (value + noise()))));
};
/** The rows of a shard. */
function matrix(path) {
  const bytes = readFileSync(join(benchmark, path));
  const { nRows, row } = vectorsFromShard(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return Array.from({ length: nRows }, (_, place) => Array.from(row(place)));
}
const gallery = disturbed(shard), asked = disturbed(ofQueries);
writeFileSync(at("gallery.npy"), npy(gallery));
writeFileSync(at("queries.npy"), npy(asked));
writeFileSync(at("clip-gallery.npy"), npy(gallery, Float64Array, "<f8"));
writeFileSync(at("clip-queries.npy"), npy(asked, Float64Array, "<f8"));

// The lists, for the same files by a recipe.
writeFileSync(at("images.txt"), images.map(({ id }) => id).join("\n"));
writeFileSync(at("queries.txt"), queries.map(({ id }) => id).join("\n"));
writeFileSync(at("texts.jsonl"), queries.map(({ id, text }) => JSON.stringify({ id, text })).join("\n"));
copyFileSync(join(benchmark, "relevance/exact.qrels"), at("exact.qrels"));
const built = builtOf("built", "queries.txt", 'gallery = "gallery.npy"\nqueries = "queries.npy"');
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const choose = (page, ...files) => page.getByLabel("Choose files").setInputFiles(files.map(at));
const imported = (page, file) => page.getByRole("list", { name: "Imported files" }).locator("> li").filter({ hasText: file });
const idOf = async (page, file) => {
  await imported(page, file).waitFor();
  return imported(page, file).getAttribute("data-import");
};

async function openBenchmark(page, parameters = {}) {
  await page.goto(address("about", parameters));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
}

async function board(page) {
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  return cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
}

/** The values of the built benchmark's system, by the program. */
function evaluated(measures, folder) {
  const { runs } = rankscopeJson("eval", folder, "--system", "own", "--relevance", "exact", "--measures", measures.join(","));
  return Object.fromEntries(measures.map((measure) => [measure, runs.own[measure].mean]));
}

/** Asserts that a system's values on the leaderboard are the program's, but for the last digits of its logarithms. */
async function assertSameAsBuilt(page, id, folder = built, within = 1e-12) {
  const values = await board(page);
  const measures = Object.keys(values).filter((key) => key.startsWith(`${id} `) && key.endsWith(" exact")).map((key) => key.split(" ")[1]);
  assert.ok(measures.length >= 3, JSON.stringify(values));
  const expected = evaluated(measures, folder);
  for (const measure of measures) {
    const value = values[`${id} ${measure} exact`];
    assert.ok(near(value, expected[measure], within), `${measure}: ${value} and ${expected[measure]}`);
  }
}

/** What the page keeps of a visitor's vectors: records and shards. */
const keptVectors = (page) =>
  page.evaluate(async () => {
    const urls = async (name) => ((await caches.has(name)) ? (await (await caches.open(name)).keys()).map(({ url }) => url) : []);
    return [...(await urls("rankscope-vectors-1")), ...(await urls("rankscope-files-1")).filter((url) => url.includes("imported-vectors/"))];
  });

test("two matrices become a system, with the values of a benchmark built of the same files", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, "gallery.npy", "queries.npy");
  const item = imported(page, "gallery.npy and queries.npy");
  await item.getByText(`Vectors of ${images.length} images and 40 queries, 64 values each, compared by cosine.`).waitFor();
  await page.getByRole("status").filter({ hasText: "gallery.npy and queries.npy became the system “gallery and queries (imported)”" }).waitFor();
  const id = await idOf(page, "gallery.npy");
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  await assertSameAsBuilt(page, id);

  // After a reload the engine has it from the start.
  await page.reload();
  await assertSameAsBuilt(page, id);

  // Explore: the same list as the built system's, for a query and for a picture.
  const other = await serve(built);
  for (const what of [{ query: queries[4].id }, { like: images[9].id }]) {
    await page.goto(`${other.url}?${new URLSearchParams({ device: "cpu", system: "own", ...what })}`);
    const expected = (await results(page)).map((card) => card.id);
    await page.goto(address("", { system: id, ...what }));
    assert.deepEqual((await results(page)).map((card) => card.id), expected);
  }
  await page.goto(address("", { system: id, q: "own words" }));
  await page.getByText("This system cannot search for your own words").waitFor();
  // Where no system has an encoder, the page says where one comes from.
  assert.equal(await page.getByText("rankscope encoder import").count(), 0);
  await page.goto(`${other.url}?${new URLSearchParams({ device: "cpu", q: "own words" })}`);
  await page.getByText("rankscope encoder import HF_DIR -o pack").waitFor();

  // Removed: from the page and from storage.
  await openBenchmark(page);
  writeFileSync(at("uneven.npy"), npy(gallery.map((row, place) => row.map((value) => value * (1 + place)))));
  await choose(page, "uneven.npy");
  await imported(page, "uneven.npy").getByText("the lengths of its vectors range from").waitFor();
  await page.getByRole("button", { name: "Remove uneven.npy" }).click();
  await imported(page, "uneven.npy").waitFor({ state: "detached" });
  assert.equal((await keptVectors(page)).length, 3);
  await page.getByRole("button", { name: "Remove gallery.npy and queries.npy" }).click();
  await item.waitFor({ state: "detached" });
  assert.deepEqual(await keptVectors(page), []);
  await page.goto(address("", { system: id, query: queries[4].id }));
  await page.getByRole("status").filter({ hasText: "“gallery_and_queries”, from a file that was imported on another device or removed" }).waitFor();
});

test("a matrix of scores, by rows or by columns, has the values that the program gives it", async () => {
  const { page } = await newPage(browser);
  const scores = asked.map((query) => gallery.map((image) => query.reduce((sum, value, place) => sum + value * image[place], 0)));
  writeFileSync(at("own-sims.npy"), npy(scores, Float64Array, "<f8"));
  writeFileSync(at("turned-sims.npy"), npy(images.map((_, image) => scores.map((row) => row[image])), Float64Array, "<f8"));
  const measures = ["inquire:AP@50", "trec:nDCG@10", "eccv:mAP@R"];
  await openBenchmark(page);
  const ids = {};
  for (const name of ["own-sims", "turned-sims"]) {
    await choose(page, `${name}.npy`);
    await page.getByRole("status").filter({ hasText: `${name}.npy: all images of each query are kept as the run ${name}.run.gz` }).waitFor();
    ids[name] = await idOf(page, `${name}.run.gz`);
  }
  // A row or a column is missing, and a score is.
  writeFileSync(at("short-sims.npy"), npy(scores.slice(1)));
  await choose(page, "short-sims.npy");
  await page.getByText(`short-sims.npy has ${queries.length - 1} rows and ${images.length} columns: scores need a row for each of ${queries.length} queries`).waitFor();
  writeFileSync(at("nan-sims.npy"), npy(scores.map((row, query) => (query === 3 ? [NaN, ...row.slice(1)] : row))));
  await choose(page, "nan-sims.npy");
  await page.getByText("nan-sims.npy, row 3: column 0: the score is NaN").waitFor();
  await page.goto(address("leaderboard", { measures: measures.join(","), relevance: "exact" }));
  const values = await board(page);
  const { runs } = rankscopeJson("eval", "--qrels", at("exact.qrels"), "--sims", at("own-sims.npy"), "--query-ids", at("queries.txt"), "--image-ids", at("images.txt"), "--measures", measures.join(","));
  for (const measure of measures) {
    const { mean } = runs["own-sims"][measure];
    for (const id of Object.values(ids)) assert.ok(near(values[`${id} ${measure} exact`], mean, 1e-12), `${id} ${measure}: ${values[`${id} ${measure} exact`]} and ${mean}`);
  }
});

test("a matrix of another benchmark opens with its judgements, and has both directions as eval --sims", async () => {
  const { page } = await newPage(browser);
  const scores = Array.from({ length: 5 }, (_, query) => Array.from({ length: 7 }, (_, image) => ((query * 5 + image * 3) % 11) / 8));
  writeFileSync(at("far-sims.npy"), npy(scores));
  writeFileSync(at("far-other.npy"), npy(scores.map((row) => row.map((score, image) => score + image / 16))));
  writeFileSync(at("far.qrels"), [[0, 1], [0, 6], [1, 3], [2, 2], [3, 0], [3, 9], [4, 6]].map(([query, image]) => `${query} 0 ${image} 1\n`).join(""));
  writeFileSync(at("named.qrels"), "dog 0 dog.jpg 1\n");
  await openBenchmark(page);
  await choose(page, "far-sims.npy", "named.qrels");
  await page.getByText('named.qrels: none of its judged queries (1) is among the rows of far-sims.npy: its first is "dog", that of the rows "0"').waitFor();
  await page.getByText("Rows and columns have their numbers for ids, from 0").waitFor();
  await choose(page, "far-sims.npy", "far-other.npy", "far.qrels");
  await page.waitForURL(/leaderboard\?benchmark=on-this-machine/);
  const measures = ["eccv:R@1", "eccv:mAP@R", "inquire:AP@50"];
  const report = rankscopeJson("eval", "--qrels", at("far.qrels"), "--sims", at("far-sims.npy"), "--sims", at("far-other.npy"), "--direction", "mean", "--measures", measures.join());
  for (const [direction, part] of [["t2i", "runs"], ["i2t", "reverse"], ["mean", "both"]]) {
    const url = new URL(page.url());
    url.search = new URLSearchParams({ benchmark: url.searchParams.get("benchmark"), device: "cpu", measures: measures.join(), direction });
    await goInside(page, url.href);
    await eventually(async () => {
      const values = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
      for (const name of ["far-sims", "far-other"]) for (const measure of measures) assert.ok(near(values[`${name} ${measure} far`], report[part][name][measure].mean, 1e-12), `${direction}: ${name} ${measure}`);
    });
  }
});

test("an archive, gzip, other types and other orders are the same system", async () => {
  const { page } = await newPage(browser);
  const turned = images.map((_, row) => (row * 7 + 3) % images.length);
  assert.equal(new Set(turned).size, images.length);
  const width = Math.max(...images.map(({ id }) => id.length));
  const ids = Buffer.from(new Uint32Array(turned.flatMap((row) => Array.from({ length: width }, (_, i) => images[row].id.codePointAt(i) ?? 0))).buffer);
  writeFileSync(
    at("mine.npz"),
    zip({
      "ids.npy": array(`<U${width}`, `(${images.length},)`, ids),
      "gallery.npy": npy(turned.map((row) => gallery[row])),
      "queries.npy": npy(asked),
      "scale.npy": array("<f8", "()", new Float64Array([1]).buffer),
    }),
  );
  writeFileSync(at("gz-gallery.npy.gz"), gzipSync(npy(gallery)));
  const fbin = (rows) => Buffer.concat([Buffer.from(new Uint32Array([rows.length, rows[0].length]).buffer), Buffer.from(new Float32Array(rows.flat()).buffer)]);
  writeFileSync(at("gz-queries.fbin"), fbin(asked));
  const header = Buffer.from(JSON.stringify({
    text_embeds: { dtype: "F32", shape: [asked.length, 64], data_offsets: [0, asked.length * 256] },
    image_embeds: { dtype: "F64", shape: [gallery.length, 64], data_offsets: [asked.length * 256, asked.length * 256 + gallery.length * 512] },
  }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  writeFileSync(at("st.safetensors"), Buffer.concat([length, header, Buffer.from(new Float32Array(asked.flat()).buffer), Buffer.from(new Float64Array(gallery.flat()).buffer)]));

  await openBenchmark(page);
  await choose(page, "mine.npz", "clip-gallery.npy", "clip-queries.npy", "gz-gallery.npy.gz", "gz-queries.fbin", "st.safetensors");
  const names = ["mine.npz", "clip-gallery.npy and clip-queries.npy", "gz-gallery.npy and gz-queries.fbin", "st.safetensors"];
  const found = [];
  for (const name of names) found.push(await idOf(page, name));
  assert.equal(await page.getByRole("alert").count(), 0);
  await imported(page, "mine.npz").getByText("Rows were matched by the ids in the file.").waitFor();
  assert.equal(new Set(found).size, 4);
  // All four have the same vectors, which are stored once.
  assert.equal((await keptVectors(page)).length, 4 + 2);
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  for (const id of found) await assertSameAsBuilt(page, id);
  // Those that stay keep them.
  await openBenchmark(page);
  await page.getByRole("button", { name: "Remove mine.npz" }).click();
  await imported(page, "mine.npz").waitFor({ state: "detached" });
  assert.equal((await keptVectors(page)).length, 3 + 2);
  await choose(page, "st.safetensors");
  await page.getByRole("status").filter({ hasText: "st.safetensors is already imported." }).waitFor();
});

/** A benchmark of the fixture's lists with one system, by a recipe with these lines. */
function builtOf(name, queryIds, system, more = "") {
  writeFileSync(
    at(`${name}.toml`),
    `id = "same"\ntitle = "Same"\n[images]\nids = "images.txt"\n[queries]\nids = "${queryIds}"\ntexts = "texts.jsonl"\n${more}[[relevance]]\nid = "exact"\ntitle = "Exact"\ncounts_as = "x"\ndefault = true\nqrels = "exact.qrels"\n[[systems]]\nid = "own"\ntitle = "Own"\n${system}\n`,
  );
  rankscope("build", at(`${name}.toml`), "--out", at(name));
  return at(name);
}

test("Parquet is read by a worker of its own, and is the system of a benchmark built of it", async () => {
  for (const name of ["pair-gallery.parquet", "pair-queries.parquet"]) copyFileSync(new URL(`../fixtures/own_vectors/${name}`, import.meta.url), at(name));
  // The queries are in another order than the fixture's, which the page learns from their ids.
  const folder = builtOf("parquet", "pair-queries.parquet#query_id", 'gallery = "pair-gallery.parquet#vector"\nqueries = "pair-queries.parquet#vector"');
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, "pair-gallery.parquet", "pair-queries.parquet");
  const id = await idOf(page, "pair-gallery.parquet and pair-queries.parquet");
  await imported(page, "pair-gallery.parquet").getByText("Rows were matched by the ids in the file.").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  await assertSameAsBuilt(page, id, folder);
});

test("captions become the system that a build makes of them", async () => {
  const rows = images.map(({ id, caption }) => `photos/${id}.jpg,"${caption}"`);
  writeFileSync(at("said.csv"), `image,caption\n${rows.join("\n")}\nphotos/elsewhere.jpg,a fish\n`);
  writeFileSync(at("said.jsonl"), images.map(({ id, caption }) => JSON.stringify({ id, image: id, text: caption })).join("\n"));
  const folder = builtOf("said", "queries.txt", 'made_from = "captions"', '[captions]\npath = "said.jsonl"\nid = "id"\nimage = "image"\ntext = "text"\n');
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, "said.csv");
  const id = await idOf(page, "said.csv");
  const item = imported(page, "said.csv");
  await item.getByText(`Made of the words in ${images.length} captions, rare ones with more weight: no network, and no look at the pixels.`).waitFor();
  await item.getByText("1 caption is of an image that is not in the benchmark (photos/elsewhere.jpg).").waitFor();
  await assertAccessible(page, "imported captions");
  await page.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  // The build's encoder has its weights in float16, which moves pictures that are as good as equal.
  await assertSameAsBuilt(page, id, folder, 0.02);
  await openBenchmark(page);
  await choose(page, "said.csv");
  await page.getByRole("status").filter({ hasText: "said.csv is already imported. " }).waitFor();
});

test("a gallery alone finds similar pictures, and says that it ranks no queries", async () => {
  const { page } = await newPage(browser);
  await openBenchmark(page);
  await choose(page, "gallery.npy");
  const item = imported(page, "gallery.npy");
  await item.getByText("It has no vectors of the queries: it finds similar pictures on Explore, and ranks no queries.").waitFor();
  const id = await idOf(page, "gallery.npy");
  await assertAccessible(page, "imported vectors");
  await page.setViewportSize({ width: 1280, height: 900 });
  await item.getByRole("link", { name: "Find similar pictures" }).click();
  await page.waitForURL(new RegExp(`system=${id}`));
  await page.goto(address("", { system: id, like: images[3].id }));
  assert.ok((await results(page)).length > 10);
});

test("what does not fit or is damaged is refused with what would fit, and nothing is kept", async () => {
  const { page } = await newPage(browser);
  const n = images.length;
  const bad = gallery.map((row) => [...row]);
  bad[17][5] = NaN;
  const zero = asked.map((row) => [...row]);
  zero[3].fill(0);
  writeFileSync(at("fewer.npy"), npy(gallery.slice(1)));
  writeFileSync(at("narrow-queries.npy"), npy(asked.map((row) => row.slice(0, 32))));
  writeFileSync(at("narrow-gallery.npy"), npy(gallery));
  writeFileSync(at("nan.npy"), npy(bad));
  writeFileSync(at("zero-queries.npy"), npy(zero));
  writeFileSync(at("zero-gallery.npy"), npy(gallery));
  writeFileSync(at("cut.npy"), npy(gallery).subarray(0, 5000));
  writeFileSync(at("whole.npy"), array("<i8", `(${n}, 2)`, Buffer.alloc(16 * n)));
  writeFileSync(at("cut.npz"), zip({ "gallery.npy": npy(gallery) }).subarray(0, 3000));
  writeFileSync(at("strange.npz"), zip({ "ids.npy": array("<i8", `(${n},)`, new BigInt64Array(images.map((_, row) => BigInt(row))).buffer), "gallery.npy": npy(gallery) }));
  writeFileSync(at("cut.fbin"), Buffer.concat([Buffer.from(new Uint32Array([n, 64]).buffer), Buffer.from(new Float32Array(gallery.flat()).buffer)]).subarray(0, 4000));
  writeFileSync(at("open.csv"), 'image,caption\na.jpg,"a red\nsquare\n');
  copyFileSync(new URL("../fixtures/own_vectors/pandas_zstd.parquet", import.meta.url), at("packed.parquet"));
  copyFileSync(new URL("../fixtures/own_vectors/pandas.parquet", import.meta.url), at("five.parquet"));
  writeFileSync(at("x.parquet"), Buffer.from("PAR1xxxxPAR1"));
  writeFileSync(at("captions.csv"), "image,caption\na.jpg,a red square\nb.jpg,two blue circles\n");
  writeFileSync(at("photos.zip"), zip({ "photos/a.txt": Buffer.from("x") }));
  const refusals = [
    [["fewer.npy"], `fewer.npy has ${n - 1} rows; ${manifest.title} has ${n} images and 40 queries.`],
    [["narrow-gallery.npy", "narrow-queries.npy"], "narrow-queries.npy has rows of 32 values, but narrow-gallery.npy of 64: both must be of the same model."],
    [["queries.npy"], `queries.npy has a row for each of the 40 queries, but the vectors of the ${n} images are missing.`],
    [["nan.npy"], "nan.npy, row 17: value 5 is NaN"],
    [["zero-gallery.npy", "zero-queries.npy"], "zero-queries.npy, row 3: all its values are 0, so it has no direction"],
    [["cut.npy"], `cut.npy: cut short or damaged: its header says [${n}, 64]`],
    [["whole.npy"], "whole.npy: its type is '<i8' (whole numbers), but float16"],
    [["cut.fbin"], `cut.fbin: not an .fbin matrix, or damaged: its header says ${n} rows of 64 float32`],
    [["cut.npz"], "cut.npz: damaged, or not a zip archive"],
    [["strange.npz"], "strange.npz#gallery: by its ids, "],
    [["x.parquet"], "x.parquet: not a Parquet file"],
    [["packed.parquet"], "by `rankscope convert FILE.parquet --to npy`"],
    [["five.parquet"], `five.parquet has 5 rows; ${manifest.title} has ${n} images and 40 queries.`],
    [["captions.csv"], "captions.csv: none of its 2 captions is of an image in the benchmark: its first is of \"a.jpg\""],
    [["open.csv"], "open.csv, line 2: a quote is opened here or above and not closed"],
    [["photos.zip"], "photos.zip is a zip archive without qrels/<split>.tsv"],
  ];
  await openBenchmark(page);
  for (const [files, words] of refusals) {
    await choose(page, ...files);
    const alert = page.getByRole("alert").filter({ hasText: words });
    await alert.waitFor();
    assert.equal(await page.getByRole("alert").count(), 1, words);
    await alert.getByRole("button", { name: "Dismiss" }).click();
    assert.equal(await page.getByRole("list", { name: "Imported files" }).count(), 0, words);
  }
  assert.deepEqual(await keptVectors(page), []);
  await choose(page, "nan.npy");
  await page.getByRole("alert").waitFor();
  await assertAccessible(page, "vectors that were refused");
});

test("an import that is stopped, or that a browser has no room for, leaves nothing behind", async () => {
  const { page } = await newPage(browser);
  await page.addInitScript(() => {
    const { put } = Cache.prototype;
    const shards = (globalThis.shards = { begun: 0, stored: 0 });
    Cache.prototype.put = async function (request, response) {
      if (!String(request.url ?? request).includes("imported-vectors/")) return put.call(this, request, response);
      if (globalThis.mode === "full" && shards.stored > 0) throw new DOMException("full", "QuotaExceededError");
      shards.begun += 1;
      if (globalThis.mode === "slow") await new Promise((resolve) => setTimeout(resolve, 3000));
      await put.call(this, request, response);
      shards.stored += 1;
    };
  });
  await openBenchmark(page);
  await page.evaluate(() => (globalThis.mode = "full"));
  await choose(page, "gallery.npy", "queries.npy");
  await page.getByRole("alert").filter({ hasText: "Free some disk space" }).waitFor();
  assert.deepEqual(await keptVectors(page), []);
  await page.evaluate(() => (globalThis.mode = "slow"));
  await choose(page, "gallery.npy", "queries.npy");
  await eventually(async () => assert.equal(await page.evaluate(() => shards.begun), 2));
  await page.getByRole("button", { name: "Cancel" }).click();
  await eventually(async () => assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0));
  // What was on its way is stored, and then deleted.
  await eventually(async () => assert.ok(await page.evaluate(() => shards.begun > 1 && shards.stored === shards.begun)));
  await eventually(async () => assert.deepEqual(await keptVectors(page), []));
  assert.equal(await page.getByRole("list", { name: "Imported files" }).count(), 0);
});

test("a BEIR archive gives its judgements, one definition for each split", async () => {
  const { page } = await newPage(browser);
  const lines = readFileSync(at("exact.qrels"), "utf8").trim().split("\n").map((line) => line.split(/\s+/));
  const tsv = (keep) => "query-id\tcorpus-id\tscore\n" + lines.filter((_, row) => keep(row)).map(([query, , image, grade]) => `${query}\t${image}\t${grade}`).join("\n") + "\n";
  writeFileSync(
    at("own.zip"),
    zip({
      "own/corpus.jsonl": Buffer.from('{"_id": "a", "text": "x"}\n'),
      "own/qrels/dev.tsv": Buffer.from(tsv((row) => row % 2)),
      "own/qrels/test.tsv": Buffer.from(tsv(() => true)),
    }),
  );
  await openBenchmark(page);
  await choose(page, "own.zip");
  await imported(page, "own-dev.tsv").waitFor();
  const definition = await idOf(page, "own-test.tsv");
  await page.goto(address("compare", { a: SOURCE, b: "words-8", relevance: definition }));
  const table = page.getByRole("table", { name: "Measures of both systems" });
  await table.waitFor();
  // The tests' p-values come later.
  const values = async () => Object.fromEntries(Object.entries(await cellValues(table, "measure", "of")).filter(([key]) => !key.endsWith(" p")));
  const own = await values();
  assert.ok(Object.keys(own).length > 10);
  await page.goto(address("compare", { a: SOURCE, b: "words-8", relevance: "exact" }));
  await table.waitFor();
  assert.deepEqual(own, await values());
});

test("vectors are dropped again if the benchmark was built anew, and another tab sees them come and go", async () => {
  const { page, context } = await newPage(browser);
  await openBenchmark(page);
  const other = await context.newPage();
  await openBenchmark(other);
  await choose(page, "gallery.npy", "queries.npy");
  const id = await idOf(page, "gallery.npy");
  await imported(other, "gallery.npy").waitFor();
  // The other tab's engine learns of it too.
  await other.getByRole("link", { name: "Leaderboard", exact: true }).first().click();
  await assertSameAsBuilt(other, id);
  // As if the lists had other hashes than the record says.
  await page.evaluate(async () => {
    const cache = await caches.open("rankscope-vectors-1");
    const [request] = await cache.keys();
    const record = await (await cache.match(request)).json();
    record.lists = ["other"];
    await cache.put(request, new Response(JSON.stringify(record)));
  });
  await page.reload();
  await page.getByText("gallery.npy and queries.npy: the benchmark has been rebuilt since").waitFor();
  assert.equal(await imported(page, "gallery.npy").count(), 0);
  assert.deepEqual(await keptVectors(page), []);
});
