// How pictures are shown: whole or cropped, never blurred, larger, and what stands where one is missing.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertAccessible, eventually, newPage, rankscope, results } from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const temporary = temporaryFolder();
const browser = await launch();

/** Names, widths and heights. */
const PHOTOS = { "high.jpg": [300, 500], "wide.jpg": [640, 360], "small.jpg": [60, 40], "holes.png": [200, 100], "tiny.png": [24, 24] };

async function drawPhotos() {
  const { page } = await newPage(browser);
  const urls = await page.evaluate((photos) =>
    Object.entries(photos).map(([name, [width, height]]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext("2d");
      context.fillStyle = "#2b6";
      // Half of one is transparent.
      context.fillRect(0, 0, name.startsWith("holes") ? width / 2 : width, height);
      context.fillStyle = "#a3c";
      context.fillRect(0, 0, width / 4, height / 4);
      return [name, canvas.toDataURL(name.endsWith("png") ? "image/png" : "image/jpeg", 0.95)];
    }), PHOTOS);
  mkdirSync(join(temporary, "photos"));
  for (const [name, url] of urls) writeFileSync(join(temporary, "photos", name), Buffer.from(url.split(",")[1], "base64"));
}
await drawPhotos();

const recipe = join(temporary, "photos.toml");
writeFileSync(
  recipe,
  `id = "photos"\ntitle = "Photos"\n[images]\nfolder = "photos"\ncaption = "name"\noriginal = "./full/{file}"\n` +
    `[[systems]]\nid = "names"\ntitle = "Names"\nmade_from = "captions"\n`,
);
const benchmark = join(temporary, "built");
rankscope("build", recipe, "--out", benchmark);
cpSync(join(temporary, "photos"), join(benchmark, "full"), { recursive: true });
const server = await serve(benchmark);
const address = (parameters) => `${server.url}?${new URLSearchParams({ device: "cpu", q: "high", ...parameters })}`;

const card = (page, name) => page.getByRole("list", { name: "Results" }).locator(`li.card[data-image^="${name}"]`);

/** Sizes of a picture on the page, of its frame, and its own. */
const sizes = (page, name) =>
  card(page, name).locator("img").evaluate(async (image) => {
    await image.decode();
    const size = (element) => [element.getBoundingClientRect().width, element.getBoundingClientRect().height];
    const style = getComputedStyle(image);
    return { shown: size(image), frame: size(image.closest(".picture")), own: [image.naturalWidth, image.naturalHeight], fit: style.objectFit, ground: style.backgroundColor };
  });

test("pictures are shown whole and no larger than they are; the visitor may have them cropped", async () => {
  const { page } = await newPage(browser);
  await page.goto(address());
  await results(page);
  for (const [name, [width, height]] of Object.entries(PHOTOS)) {
    await card(page, name.split(".")[0]).scrollIntoViewIfNeeded();
    const { shown, frame } = await sizes(page, name.split(".")[0]);
    // The whole picture has its own proportions, inside the frame.
    assert.ok(Math.abs(shown[0] / shown[1] - width / height) < 0.03, `${name}: ${shown}`);
    assert.ok(shown[0] <= frame[0] + 0.5 && shown[1] <= frame[1] + 0.5, `${name}: ${shown} in ${frame}`);
    assert.ok(shown[0] <= width && shown[1] <= height, `${name} is enlarged to ${shown}`);
  }
  await page.locator('summary[aria-label^="Options:"]').click();
  await page.getByRole("combobox", { name: "Show pictures" }).selectOption("Cropped to fill");
  const isCropped = async () => {
    const { shown, frame, fit } = await sizes(page, "high");
    assert.deepEqual([shown.map(Math.round), fit], [frame.map(Math.round), "cover"]);
  };
  await eventually(isCropped);
  await page.reload();
  await results(page);
  await isCropped();
});

test("what is transparent has a light ground in the dark theme", async () => {
  const { page } = await newPage(browser, { colorScheme: "dark" });
  await page.goto(address());
  await results(page);
  const { ground } = await sizes(page, "holes");
  const lightness = ground.match(/\d+/g).slice(0, 3).map(Number);
  assert.ok(lightness.every((own) => own > 200), ground);
});

test("a click or Enter opens the original, arrows lead on, Escape leads back", async () => {
  const { page } = await newPage(browser);
  await page.goto(address());
  const found = await results(page);
  const button = card(page, "high").getByRole("button", { name: /^Larger view: / });
  await button.focus();
  await page.keyboard.press("Enter");
  const place = found.findIndex(({ id }) => id.startsWith("high")) + 1;
  const dialog = page.getByRole("dialog", { name: `Result ${place} of ${found.length}` });
  await dialog.getByText("300 × 500 pixels", { exact: true }).waitFor();
  const link = dialog.getByRole("link", { name: "Open the original" });
  assert.equal(await link.getAttribute("href"), `${server.url}benchmark/full/high.jpg`);
  // The original is what is seen, not the small copy.
  assert.equal(await dialog.locator("img:visible").getAttribute("src"), `${server.url}benchmark/full/high.jpg`);
  await assertAccessible(page, "the larger view");
  const next = found[place % found.length];
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: `Result ${place % found.length + 1} of ${found.length}` }).waitFor();
  const [width, height] = Object.entries(PHOTOS).find(([name]) => next.id.startsWith(name.split(".")[0]))[1];
  await page.getByText(`${width} × ${height} pixels`, { exact: true }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" }).catch(() => {});
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.ok(await button.evaluate((own) => own === document.activeElement), "the focus is back");
  await button.click();
  await dialog.waitFor();
});

test("an original that does not load leaves the small copy, and says so", async () => {
  const { page } = await newPage(browser);
  await page.route(/\/full\//, (route) => route.fulfill({ status: 404 }));
  await page.goto(address());
  await results(page);
  await card(page, "high").getByRole("button", { name: /^Larger view: / }).click();
  await page.getByText("154 × 256 pixels, a small copy: the original did not load").waitFor();
});

test("what stands for a missing picture does not lie under its rank", async () => {
  const { page } = await newPage(browser);
  await page.route(/\/images\/.*\.(jpg|png)$|pictures/, (route) => (route.request().resourceType() === "image" ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto(address());
  await results(page);
  const words = card(page, "high").locator(".picture-words");
  await words.waitFor();
  const overlap = await card(page, "high").evaluate((card) => {
    const rank = card.querySelector(".rank").getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(card.querySelector(".picture-words").lastChild);
    return [...range.getClientRects()].some((own) => own.left < rank.right && own.right > rank.left && own.top < rank.bottom && own.bottom > rank.top);
  });
  assert.equal(overlap, false);
});
