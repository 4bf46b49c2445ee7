// A picture as the query: dropped, pasted, chosen or taken from the results, held to the native
// program, on a small part of Fieldbook; in the release lane with systems that are trained for moments.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, eventually, goInside, heldBack, lacksWebGpu, near, newPage, rankscope, rankscopeJson, results } from "./harness.mjs";
import { launch, serve, smallFieldbook, temporaryFolder } from "./setting.mjs";
import { isRelease, test } from "./suite.mjs";

const temporary = temporaryFolder();
const at = (name) => join(temporary, name);

/** The benchmark, with two systems that have vision towers and one that has none. */
const { benchmark, names: [BROAD, NARROW, TAGS] } = isRelease ? trained() : { benchmark: smallFieldbook().benchmark, names: ["base", "small", "tags"] };

/** Fieldbook again, small, with systems that are trained for moments: towers of other forms than those that are shipped. */
function trained() {
  const towers = (id, width, patch) => `
[[systems]]
id = "${id}"
title = "${id}"
pairs = 100
[systems.towers]
width = ${width}
layers = 2
heads = 2
patch = ${patch}
dim = 16
loss = { kind = "contrastive", temperature = 0.1 }
batch = 25
pairs_seen = 1500
learning_rate = 2e-3
`;
  writeFileSync(at("recipe.toml"), `
vocabulary = 600
vocabulary_images = 100
max_tokens = 16
seed = 4
check_texts = ["a heron at dusk"]
${towers("broad", 24, 24)}
${towers("narrow", 16, 32)}
[[systems]]
id = "tags"
title = "tags"
pairs = 100
captions = "tags"
baseline = { kind = "tags", dim = 8, seed = 6 }
`);
  const train = (...args) => execFileSync(process.env.RANKSCOPE_TRAIN, args, { stdio: ["ignore", "ignore", "inherit"] });
  train("systems", at("recipe.toml"), "--out", at("systems"));
  train("fieldbook", at("systems"), "--n", "300", "--out", at("fieldbook"));
  return { benchmark: at("fieldbook"), names: ["broad", "narrow", "tags"] };
}
const { systems } = JSON.parse(readFileSync(join(benchmark, "benchmark.json"), "utf8"));
const titleOf = (system) => systems.find(({ id }) => id === system).title;
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** Draws pictures with the browser and keeps them as files: longer than high, higher than long, and one with holes. */
async function drawPictures() {
  const { page, context } = await newPage(browser);
  await page.goto(server.url);
  const urls = await page.evaluate(() => {
    const drawn = (width, height, type, isOpaque = true) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext("2d");
      const sky = context.createLinearGradient(0, 0, width, height);
      for (const [stop, colour] of [[0, "#2b6"], [0.5, "#fd8"], [1, "#a3c"]]) sky.addColorStop(stop, colour);
      context.fillStyle = sky;
      if (isOpaque) context.fillRect(0, 0, width, height);
      else context.fillRect(width / 4, 0, width / 2, height / 2);
      context.fillStyle = "#124";
      context.beginPath();
      context.ellipse(width / 2, height / 2, width / 5, height / 4, 0.4, 0, 7);
      context.fill();
      return canvas.toDataURL(type, 0.95);
    };
    return {
      "wide.png": drawn(301, 190, "image/png"), "high.png": drawn(64, 300, "image/png"), "small.png": drawn(40, 31, "image/png"),
      "photo.jpg": drawn(640, 480, "image/jpeg"), "holes.png": drawn(200, 200, "image/png", false),
    };
  });
  for (const [name, url] of Object.entries(urls)) writeFileSync(at(name), Buffer.from(url.split(",")[1], "base64"));
}
await drawPictures();

const choose = (page, name) => page.locator("#picture-file").setInputFiles(at(name));

async function open(page, parameters = {}) {
  await page.goto(address({ system: BROAD, ...parameters }));
  await page.locator("#picture-file").waitFor({ state: "attached" });
}

const native = (system, name, k = 20) =>
  rankscopeJson("search", benchmark, "--system", system, "--picture", at(name), "-k", String(k));

function assertSame(found, expected, tolerance = 1e-4) {
  assert.equal(found.length, expected.length);
  for (const [index, hit] of found.entries()) assert.ok(near(hit.score, expected[index].score, tolerance), `rank ${index + 1}`);
  const closest = Math.min(...expected.slice(1).map((hit, index) => expected[index].score - hit.score));
  // Neighbours that the tolerance cannot tell apart may stand either way round.
  if (closest > 2 * tolerance) assert.deepEqual(found.map((hit) => hit.id), expected.map((hit) => hit.id));
  else assert.deepEqual(found.map((hit) => hit.id).sort(), expected.map((hit) => hit.id).sort());
}

/** Drops files of this machine as the operating system does. */
async function dropFiles(page, ...names) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: names.map(at), dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: 200, y: 300, data });
  }
}

const asked = (page, name) => page.locator(".asked-picture").filter({ hasText: name }).waitFor();

test("a chosen picture finds what the native program finds, whatever its shape", async () => {
  const { page } = await newPage(browser);
  const requests = [];
  page.on("request", (request) => requests.push(request));
  for (const system of [BROAD, NARROW]) {
    await open(page, { system });
    for (const name of ["wide.png", "high.png", "small.png"]) {
      await choose(page, name);
      await asked(page, name);
      assertSame(await results(page), native(system, name, 20));
    }
    // Decoders of JPEG may differ by a step or two, and so may what lies under holes.
    for (const name of ["photo.jpg", "holes.png"]) {
      await choose(page, name);
      await asked(page, name);
      const [best] = await results(page);
      assert.ok(near(best.score, native(system, name)[0].score, 2e-3), name);
    }
  }
  assert.ok(requests.every((request) => request.method() === "GET" && !request.postData()), "nothing is uploaded");
});

test("on WebGPU a picture finds the same, and the GPU holds the towers", async (t) => {
  const { page } = await newPage(browser);
  for (const system of [BROAD, NARROW]) {
    await open(page, { system, device: "webgpu" });
    if (await lacksWebGpu(t, page)) return;
    for (const name of ["wide.png", "high.png"]) {
      await choose(page, name);
      await asked(page, name);
      assertSame(await results(page), native(system, name, 20), 1e-3);
    }
    await goInside(page, address({ device: "webgpu" }).replace("/?", "/about?"));
    const tower = page.getByRole("table", { name: "In memory" }).getByRole("row").filter({ hasText: "Vision tower" });
    await eventually(async () => {
      const [, , computed, here, onGpu] = await tower.getByRole("cell").allInnerTexts();
      assert.match(computed, /^float32.* on WebGPU$/);
      assert.deepEqual([here, onGpu !== "none"], ["0 B", true]);
    });
  }
});

test("the tower is fetched for a picture and not before", async () => {
  const { page } = await newPage(browser);
  const fetched = [];
  page.on("request", (request) => request.url().includes("/encoders/") && fetched.push(request.url().split("/").pop()));
  await page.goto(address({ system: BROAD, q: "a heron at dusk" }));
  await results(page);
  assert.ok(fetched.includes("weights.safetensors") && !fetched.includes("vision.safetensors"), String(fetched));
  fetched.length = 0;
  await choose(page, "wide.png");
  await asked(page, "wide.png");
  await results(page);
  assert.ok(fetched.includes("vision.safetensors"), String(fetched));
  await page.locator('.status-line[data-remembered="false"]').waitFor();
});

test("a picture is dropped or pasted anywhere on the page", async () => {
  const { page } = await newPage(browser);
  await open(page);
  await dropFiles(page, "wide.png");
  await asked(page, "wide.png");
  assertSame(await results(page), native(BROAD, "wide.png"));
  const bytes = readFileSync(at("high.png")).toString("base64");
  await page.evaluate((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], "pasted.png", { type: "image/png" }));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, bytes);
  await asked(page, "pasted.png");
  assertSame(await results(page), native(BROAD, "high.png"));
  // Back in the history, the first picture is asked again.
  await page.goBack();
  await asked(page, "wide.png");
  assertSame(await results(page), native(BROAD, "wide.png"));
  await page.getByRole("button", { name: "Remove the picture" }).click();
  await page.getByRole("list", { name: "Starting points" }).waitFor();
});

test("a drawing finds what the native program finds in its pixels", async () => {
  const { page } = await newPage(browser);
  await open(page);
  await page.getByRole("button", { name: "Draw one" }).click();
  const dialog = page.getByRole("dialog", { name: "Draw a picture" });
  const use = dialog.getByRole("button", { name: "Use the drawing" });
  await dialog.getByRole("img", { name: "Empty drawing" }).waitFor();
  assert.ok(await use.isDisabled());
  await assertAccessible(page, "an empty drawing");

  const canvas = dialog.locator("canvas");
  const pixels = () => canvas.evaluate((own) => own.toDataURL("image/png"));
  const empty = await pixels();
  await dialog.getByRole("radio", { name: "Blue" }).check();
  await dialog.getByRole("button", { name: "Fill the background" }).click();
  const filled = await pixels();
  assert.notEqual(filled, empty);
  await dialog.getByRole("radio", { name: "Red" }).check();
  await dialog.getByRole("radio", { name: "Broad" }).check();
  const { x, y, width, height } = await canvas.boundingBox();
  const line = async (...points) => {
    const [first, ...others] = points.map(([across, down]) => [x + across * width, y + down * height]);
    await page.mouse.move(...first);
    await page.mouse.down();
    for (const point of others) await page.mouse.move(...point, { steps: 4 });
    await page.mouse.up();
  };
  await line([0.2, 0.3], [0.7, 0.35], [0.4, 0.8]);
  await dialog.getByRole("img", { name: "Drawing of 2 marks" }).waitFor();
  const drawn = await pixels();
  // Where the pointer went, it is red; elsewhere it stays blue.
  const colourAt = (across, down) =>
    canvas.evaluate((own, at) => [...own.getContext("2d").getImageData(at[0] * own.width, at[1] * own.height, 1, 1).data.slice(0, 3)], [across, down]);
  assert.deepEqual(await colourAt(0.2, 0.3), [0xc2, 0x3b, 0x2c]);
  assert.deepEqual(await colourAt(0.9, 0.9), [0x3d, 0x78, 0xb4]);
  // A line that leaves the canvas ends there, and moving without the button draws nothing.
  await line([0.5, 0.5], [1.4, 0.5]);
  await page.mouse.move(x + width / 3, y + height / 3);
  await dialog.getByRole("img", { name: "Drawing of 3 marks" }).waitFor();
  await dialog.getByRole("button", { name: "Undo" }).click();
  assert.equal(await pixels(), drawn);
  // The ground lies below all lines, whenever it is filled.
  await dialog.getByRole("radio", { name: "Green" }).check();
  await dialog.getByRole("button", { name: "Fill the background" }).click();
  assert.deepEqual(await colourAt(0.2, 0.3), [0xc2, 0x3b, 0x2c]);
  assert.deepEqual(await colourAt(0.9, 0.9), [0x4f, 0x8a, 0x46]);
  await dialog.getByRole("button", { name: "Undo" }).click();
  assert.equal(await pixels(), drawn);
  await dialog.getByRole("button", { name: "Clear" }).click();
  assert.equal(await pixels(), empty);
  assert.ok(await use.isDisabled());

  await dialog.getByRole("button", { name: "Fill the background" }).click();
  await line([0.2, 0.3], [0.7, 0.35], [0.4, 0.8]);
  writeFileSync(at("drawn.png"), Buffer.from((await pixels()).split(",")[1], "base64"));
  await use.click();
  await asked(page, "Your drawing");
  await dialog.waitFor({ state: "hidden" });
  assertSame(await results(page), native(BROAD, "drawn.png"));
});

test("the drawing pad is left by Escape, and nothing is searched", async () => {
  const { page } = await newPage(browser);
  await open(page);
  const button = page.getByRole("button", { name: "Draw one" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Draw a picture" });
  await dialog.waitFor();
  await eventually(async () => assert.ok(await dialog.evaluate((own) => own.contains(document.activeElement))));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await eventually(async () => assert.ok(await button.evaluate((own) => own === document.activeElement)));
  assert.equal(await page.locator(".asked-picture").count(), 0);
});

test("a hit's picture, drawn and encoded anew, finds itself with the score of its stored row", async () => {
  const { page } = await newPage(browser);
  await open(page, { q: "a heron at dusk" });
  await results(page);
  const card = page.locator("li.card").nth(2);
  const id = await card.getAttribute("data-image");
  await card.getByText("About", { exact: false }).first().click();
  await card.getByRole("button", { name: /Search with this picture.*result 3\b/ }).click();
  await page.waitForURL(/picture=1/);
  await page.locator(".asked-picture").waitFor();
  const found = await results(page);
  const own = found.find((hit) => hit.id === id);
  assert.ok(own && own.score >= 0.999, JSON.stringify(found.slice(0, 3)));
});

test("side by side, each system encodes with its own tower, and one without says so", async () => {
  const { page } = await newPage(browser);
  await open(page, { also: `${NARROW},${TAGS}` });
  await page.getByRole("list", { name: `Results of ${titleOf(NARROW)}`, exact: true }).locator("li").nth(4).waitFor();
  await choose(page, "wide.png");
  await asked(page, "wide.png");
  // Hits of the search before stand there while the next one runs.
  await page.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
  for (const system of [BROAD, NARROW]) {
    const list = page.getByRole("list", { name: `Results of ${titleOf(system)}`, exact: true });
    await page.locator('section.lane[aria-busy="false"]', { has: list }).locator("li").nth(19).waitFor();
    const found = await list.locator("li").evaluateAll((items) => items.map((item) => Number(item.dataset.score)));
    const expected = native(system, "wide.png");
    for (const [index, score] of found.entries()) assert.ok(near(score, expected[index].score, 1e-4), `${system}, rank ${index + 1}`);
  }
  await page.getByText("This system’s encoder has no vision tower").waitFor();
  await assertAccessible(page, "a picture, side by side");
});

test("a system without a vision tower says what to do", async () => {
  const { page } = await newPage(browser);
  await open(page, { system: TAGS });
  await choose(page, "wide.png");
  await page.getByRole("heading", { name: "This system cannot search with a picture" }).waitFor();
  await assertAccessible(page, "no vision tower");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: titleOf(NARROW), exact: true }).click();
  assertSame(await results(page), native(NARROW, "wide.png"));
});

test("the address holds no pixels, and after a reload the picture is asked for again", async () => {
  const { page } = await newPage(browser);
  await open(page);
  await choose(page, "wide.png");
  await asked(page, "wide.png");
  const before = await results(page);
  assert.equal(new URL(page.url()).searchParams.get("picture"), "1");
  assert.ok(page.url().length < 200);
  await page.reload();
  await page.getByRole("heading", { name: "This picture is only on the visitor’s own machine" }).waitFor();
  await assertAccessible(page, "a lost picture");
  await page.setViewportSize({ width: 1280, height: 900 });
  const address = page.url();
  await page.getByLabel("Choose the picture").setInputFiles(at("wide.png"));
  await asked(page, "wide.png");
  assert.deepEqual(await results(page), before);
  assert.equal(page.url(), address);
});

test("files that are no pictures, damaged ones and several are answered in words", async () => {
  const { page } = await newPage(browser);
  await open(page);
  writeFileSync(at("broken.png"), readFileSync(at("wide.png")).subarray(0, 60));
  writeFileSync(at("drawing.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  writeFileSync(at("notes.txt"), "a heron");
  writeFileSync(at("empty.png"), "");
  for (const [name, words] of [
    ["broken.png", "This browser cannot decode it"], ["drawing.svg", "SVG is a drawing"],
    ["notes.txt", "It is not a picture (text/plain)"], ["empty.png", "The file is empty"],
  ]) {
    await choose(page, name);
    const alert = page.getByRole("alert").filter({ hasText: words });
    await alert.waitFor();
    assert.match(await alert.innerText(), new RegExp(`${name} cannot be used as a query`));
  }
  await dropFiles(page, "wide.png", "high.png");
  await page.getByRole("alert").filter({ hasText: "One picture at a time" }).waitFor();
  await assertAccessible(page, "a refused picture");
  // A sound one afterwards.
  await choose(page, "small.png");
  await asked(page, "small.png");
  await page.getByRole("alert").waitFor({ state: "detached" });
});

test("dropped runs are imports on every page, and a picture is a query", async () => {
  const { page } = await newPage(browser);
  rankscope("export", "--benchmark", benchmark, "--system", BROAD, "--run", at("mine.run"), "-k", "20");
  await open(page);
  await dropFiles(page, "mine.run");
  await page.getByRole("status").filter({ hasText: "mine.run: " }).waitFor();
  assert.doesNotMatch(page.url(), /about/, "the receipt comes where the file was dropped");
  await dropFiles(page, "small.png");
  await asked(page, "small.png");
  assertSame(await results(page), native(BROAD, "small.png"));
});

test("a search with a picture can be cancelled while its tower arrives", async () => {
  const { page } = await newPage(browser);
  await open(page);
  const release = await heldBack(page, /vision\.safetensors/);
  await choose(page, "wide.png");
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page.getByRole("alert").filter({ hasText: "The search was cancelled" }).waitFor();
  release();
  await page.getByRole("button", { name: "Search again" }).click();
  assertSame(await results(page), native(BROAD, "wide.png"));
});

test("a picture larger than what is sent is reduced, and found all the same", async () => {
  const { page, context } = await newPage(browser);
  await open(page);
  const bytes = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [4000, 3000];
    const context = canvas.getContext("2d");
    const sky = context.createLinearGradient(0, 0, 4000, 3000);
    for (const [stop, colour] of [[0, "#036"], [1, "#fc6"]]) sky.addColorStop(stop, colour);
    context.fillStyle = sky;
    context.fillRect(0, 0, 4000, 3000);
    return canvas.toDataURL("image/png").split(",")[1];
  });
  writeFileSync(at("large.png"), Buffer.from(bytes, "base64"));
  await choose(page, "large.png");
  await asked(page, "large.png");
  const [best] = await results(page);
  assert.ok(near(best.score, native(BROAD, "large.png")[0].score, 2e-3));
});

test("with a picture the page is accessible, and works by keyboard", async () => {
  const { page } = await newPage(browser);
  // Asked for before the page opens: the browser is told to hand the dialog over without an answer.
  const chosen = page.waitForEvent("filechooser");
  await open(page);
  await page.getByRole("combobox", { name: "Query" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "picture-file");
  await page.keyboard.press("Space");
  const chooser = await chosen;
  await chooser.setFiles(at("wide.png"));
  await asked(page, "wide.png");
  await results(page);
  const said = page.getByRole("status").filter({ hasText: "20 results for your picture wide.png" });
  await said.waitFor({ state: "attached" });
  await page.getByRole("img", { name: "Your picture: wide.png" }).first().waitFor();
  await assertAccessible(page, "Explore with a picture");
});
