// What pictures carry: shown on cards, filtered by, and counted. Filters are held to whole lists of
// the native program of which the rest is struck out.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { assertAccessible, goInside, lacksWebGpu, newPage, openOptions, rankscopeJson, results } from "./harness.mjs";
import { launch, ownFixture, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "words-64";
const LICENCES = ["CC-BY-4.0", "CC-BY-NC-2.0", "a word of mouth"];

/** What the picture of a row carries. */
const carries = (row) => ({
  tags: ["dog", "night sky"].filter((_, place) => row % (place + 2) === 0),
  creator: row % 5 === 0 ? null : ["Ada", "mossy boots", "Cy"][row % 3],
  licence: row % 7 === 0 ? null : LICENCES[row % 3],
  taken: `20${String(5 + (row % 9)).padStart(2, "0")}-${String(1 + (row % 12)).padStart(2, "0")}-03 10:22:00`,
  iso: 100 * 2 ** (row % 4),
  flash: row % 6 === 0 ? "Flash fired" : null,
});

/** Gives the fixture's pictures tags and fields; two dates are not understood. */
function withFields(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "benchmark.json"), "utf8"));
  const put = (path, bytes, rows) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    manifest.files = manifest.files.filter((file) => file.path !== path);
    manifest.files.push({ path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"), rows });
  };
  const path = "images/00000.jsonl";
  const listed = readFileSync(join(folder, path), "utf8").trim().split("\n").map(JSON.parse);
  const images = listed.map((image, row) => ({ ...image, ...carries(row), exif: undefined }));
  const lines = listed.map((image, row) => ({ ...image, tags: carries(row).tags, license: "", attribution: "" }));
  put(path, Buffer.from(lines.map((image) => `${JSON.stringify(image)}\n`).join("")), { start: 0, end: lines.length });
  // Two files, so that rows of the second are not those of the first.
  const half = 200;
  for (const [number, [start, end]] of [[0, half], [half, lines.length]].entries()) {
    const part = images.slice(start, end);
    const creators = ["Cy", "Ada", "mossy boots"];
    const flashes = part.map(({ flash }, row) => [row, flash]).filter(([, flash]) => flash);
    const columns = [
      { field: "creator", texts: creators, of: part.map(({ creator }) => (creator ? creators.indexOf(creator) : null)) },
      { field: "licence", values: part.map(({ licence }) => licence) },
      { field: "taken", rows: [1, 2], values: ["once", "a while ago"] },
      { field: "lat", rows: [0], values: [-48.5] },
      { field: "lon", rows: [0], values: ["12.25"] },
      { field: "exif", name: "ISO Speed", values: part.map(({ iso }) => iso) },
      { field: "exif", name: "Date and Time (Original)", values: part.map(({ taken }) => taken) },
      { field: "exif", name: "Flash", rows: flashes.map(([row]) => row), values: flashes.map(([, flash]) => flash) },
    ];
    const text = columns.map((column) => `${JSON.stringify(column)}\n`).join("");
    put(`fields/0000${number}.jsonl.gz`, gzipSync(text), { start, end });
  }
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
  return images;
}

const { benchmark, queries } = ownFixture();
const images = withFields(benchmark);
const browser = await launch();
const server = await serve(benchmark);
const query = queries[0].id;

const address = (parameters, path = "") => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** The whole list of the native program, of which only pictures that fit are left. */
function listAmong(fits) {
  const all = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query-id", query, "-k", String(images.length));
  const own = new Map(images.map((image) => [image.id, image]));
  return all.filter(({ id }) => fits(own.get(id))).map(({ id, score }, index) => ({ rank: index + 1, id, score }));
}

const KINDS = {
  "tag:dog tag:\"night sky\"": ({ tags }) => tags.length === 2,
  "creator:\"mossy boots\"": ({ creator }) => creator === "mossy boots",
  "licence:cc-by-nc-2.0": ({ licence }) => licence === "CC-BY-NC-2.0",
  "taken:2009..2012-06": ({ taken }) => taken >= "2009" && taken < "2012-07",
  "exif:iso>=400": ({ iso }) => iso >= 400,
  "exif:flash exif:iso=100..200 creator:ada": ({ flash, iso, creator }) => flash && iso <= 200 && creator === "Ada",
};

for (const [name, parameters] of Object.entries({ cpu: {}, webgpu: { device: "webgpu" }, "in files": { memory: "0" } })) {
  test(`${name}: under each kind of condition the hits are those of the whole list without the rest`, async (t) => {
    const { page } = await newPage(browser);
    await page.goto(address(parameters));
    if (name === "webgpu" && (await lacksWebGpu(t, page))) return;
    for (const [carried, fits] of Object.entries(KINDS)) {
      const expected = listAmong(fits);
      assert.ok(expected.length > 0 && expected.length < images.length, carried);
      await goInside(page, address({ ...parameters, query, system: SYSTEM, carries: carried, k: "100" }));
      await page.getByText(`Searching only ${expected.length} of ${images.length} pictures`).waitFor();
      assert.deepEqual(await results(page), expected.slice(0, 100), carried);
    }
  });
}

test("conditions are typed with suggestions, go into the address, and hold with facets of it", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query, system: SYSTEM }));
  await results(page);
  await openOptions(page);
  await page.getByLabel(`Pictures searched: all ${images.length}`).click();
  const field = page.getByRole("textbox", { name: "Tag, creator, licence, date, EXIF, place" });
  const next = page.getByRole("list", { name: "Suggestions" });
  const n = (fits) => images.filter(fits).length;
  await next.getByRole("button", { name: `creator: (${n(({ creator }) => creator)})` }).click();
  assert.equal(await field.inputValue(), "creator:");
  const ada = n(({ creator }) => creator === "Ada");
  await next.getByRole("button", { name: `creator:Ada (${ada})` }).waitFor();
  await assertAccessible(page, "suggested conditions");
  await next.getByRole("button", { name: `creator:Ada (${ada})` }).click();
  await page.waitForURL(/carries=creator/);
  await page.getByText(`Searching only ${ada} of ${images.length} pictures: creator:Ada.`).waitFor();
  // Counts are of what the other conditions leave.
  await field.fill("creator:Ada exif:iso");
  const both = n(({ creator, iso }) => creator === "Ada" && iso > 400);
  await next.getByRole("button", { name: `exif:"ISO Speed" (${ada})` }).waitFor();
  await field.fill("creator:Ada exif:iso>400");
  await field.press("Enter");
  await page.getByText(`Searching only ${both} of ${images.length} pictures`).waitFor();
  await page.reload();
  assert.deepEqual(await results(page), listAmong(({ creator, iso }) => creator === "Ada" && iso > 400).slice(0, 20));
  await page.getByRole("button", { name: "Search all pictures" }).click();
  await page.getByLabel(`Pictures searched: all ${images.length}`).waitFor({ state: "attached" });
  assert.equal(new URL(page.url()).searchParams.get("carries"), null);
});

test("what is not known is said, with what is, and left out", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ query, system: SYSTEM, carries: "tag:cat exif:lens creator:Cy" }));
  const list = listAmong(({ creator }) => creator === "Cy");
  assert.deepEqual(await results(page), list.slice(0, 20));
  await page.getByText(/A condition on pictures is left out. tag:cat: no picture has the tag “cat”; known are dog \(216\)/).waitFor();
  await page.getByText(/left out. exif:lens: no picture has an EXIF field “lens”; known are .*ISO Speed/).waitFor();
  await assertAccessible(page, "conditions that are left out");
  await goInside(page, address({ query, system: SYSTEM, carries: "exif:iso=100 exif:iso=200" }));
  await page.getByRole("heading", { name: "No picture matches the filter" }).waitFor();
});

test("a card says whose a picture is and what it carries, from a file that is fetched then", async () => {
  const { page } = await newPage(browser);
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(address({ query, system: SYSTEM }));
  const shown = await results(page);
  const isField = (path) => path.includes("/fields/");
  assert.equal(fetched.filter(isField).length, 0);
  for (const { id, rank } of shown.slice(0, 12)) {
    const row = images.findIndex((image) => image.id === id);
    const own = images[row];
    const card = page.locator(`.card[data-rank="${rank}"]`);
    await card.getByText("About", { exact: false }).first().click();
    const value = (term) => card.locator(`dt:text-is("${term}") + dd`);
    await value("Creator").waitFor();
    assert.equal(await value("Creator").innerText(), own.creator ?? "not stated");
    const names = { "CC-BY-4.0": "CC BY 4.0", "CC-BY-NC-2.0": "CC BY-NC 2.0" };
    assert.equal(await value("Licence").innerText(), own.licence ? names[own.licence] ?? own.licence : "not stated");
    assert.equal(await value("Taken").innerText(), own.taken.slice(0, 16));
    assert.equal(await value("ISO Speed").innerText(), String(own.iso));
    assert.equal(await value("Flash").count(), own.flash ? 1 : 0);
  }
  const files = fetched.filter(isField);
  assert.ok(files.length >= 1 && files.length <= 2, files.join(" "));
  await assertAccessible(page, "opened cards");
});

test("the Benchmark page counts what they carry", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({}, "about"));
  const section = page.getByRole("region", { name: "What the pictures carry" });
  await section.getByRole("button", { name: "Count what they carry" }).click();
  const table = (name) => section.getByRole("table", { name, exact: true });
  const lines = async (name) => {
    await table(name).waitFor();
    return table(name).locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.innerText.replaceAll("\u00a0", " ").trim())));
  };
  const n = (fits) => images.filter(fits).length;
  const share = (count) => `${((100 * count) / images.length).toFixed(1)} %`;
  const counted = (of, order) => {
    const values = [...new Set(images.map(of))].filter((value) => value != null);
    const all = values.map((value) => [value, n((image) => of(image) === value)]);
    return all.toSorted(order ?? ((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))).map(([value, count]) => [value, String(count), share(count)]);
  };
  const exif = await lines("EXIF fields of the pictures");
  assert.deepEqual(exif.map(([name, count]) => [name, count]), [
    ["Date and Time (Original)", String(images.length)],
    ["ISO Speed", String(images.length)],
    ["Flash", String(n(({ flash }) => flash))],
  ]);
  assert.deepEqual(exif[1].slice(2), ["100.0 %", "4", "100", String(n(({ iso }) => iso === 100))]);
  assert.deepEqual(await lines("Creators of the pictures"), counted(({ creator }) => creator));
  const names = { "CC-BY-4.0": "CC BY 4.0", "CC-BY-NC-2.0": "CC BY-NC 2.0" };
  const licences = counted(({ licence }) => licence).map(([licence, ...rest]) => [names[licence] ?? licence, ...rest]);
  assert.deepEqual((await lines("Licences of the pictures")).toSorted(), licences.toSorted());
  const byYear = (a, b) => (a[0] < b[0] ? -1 : 1);
  assert.deepEqual(await lines("Years in which the pictures were taken"), counted(({ taken }) => taken.slice(0, 4), byYear));
  await section.getByText("Values that are not understood, and left out: taken (4, such as “once”).").waitFor();
  // The map's fields, of which each leads to a search among its pictures: the first row of both files.
  const places = section.getByRole("table", { name: "Data for where the pictures were taken", includeHidden: true });
  await places.locator("tbody tr").first().waitFor({ state: "attached" });
  assert.deepEqual(await places.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim()))), [["50°–45° S, 10°–15° E", "2"]]);
  await assertAccessible(page, "what the pictures carry");
  // By keyboard, on the map itself.
  await section.getByRole("slider", { name: "Where the pictures were taken" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("carries") === "lat:-50..-45 lon:10..15");
  assert.deepEqual((await results(page)).map(({ id }) => id).toSorted(), [images[0].id, images[200].id].toSorted());
});
