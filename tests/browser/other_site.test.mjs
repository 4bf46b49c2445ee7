// A benchmark from another site is named on every page until it is closed.

import assert from "node:assert/strict";
import { assertAccessible, dist, heldBack, newProfile, results } from "./harness.mjs";
import { host } from "./host.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const PAGES = ["", "compare", "leaderboard", "agreement", "topics", "judge", "about", "learn"];
const { benchmark, queries } = fixture();
const query = { system: "words-64", query: queries[3].id };
const browser = await launch();
const own = await serve(benchmark);
const other = await host({ "/far/": benchmark }, { headers: { "access-control-allow-origin": "*" } });
const { host: site } = new URL(other.url);

const address = (path, parameters, server = own) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const bar = (page) => page.getByRole("region", { name: "Where this benchmark comes from" });

test("every page names the site, and the way back is one key away", async () => {
  const { page } = await newProfile(browser);
  await page.goto(address("", query));
  const expected = await results(page);
  assert.equal(await bar(page).count(), 0);
  for (const path of PAGES) {
    await page.goto(address(path, { benchmark: other.url }));
    await bar(page).getByText(`This benchmark is read from ${site}. It did not come with this page.`).waitFor();
  }
  await page.goto(address("", { benchmark: other.url, ...query }));
  assert.deepEqual(await results(page), expected);
  await page.getByRole("link", { name: "Benchmark", exact: true }).click();
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  await bar(page).waitFor();
  await bar(page).getByRole("link", { name: "Close this benchmark" }).focus();
  await page.keyboard.press("Enter");
  await bar(page).waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).searchParams.get("benchmark"), null);
  assert.equal(new URL(page.url()).searchParams.get("device"), "cpu");
  await page.goBack();
  await bar(page).waitFor();
});

test("it is named before anything is read, where nothing can be read, and while presenting", async () => {
  const { page } = await newProfile(browser);
  const release = await heldBack(page, /\/far\/benchmark\.json/);
  await page.goto(address("about", { benchmark: other.url }));
  await bar(page).getByText(site).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Systems" }).count(), 0);
  const top = () => page.locator("main").evaluate((main) => main.getBoundingClientRect().top);
  const before = await top();
  release();
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  assert.ok(Math.abs((await top()) - before) < 2, "the page below stays where it is");
  await page.goto(address("about", { benchmark: `${other.url}nothing/` }));
  await page.getByRole("alert").first().waitFor();
  await bar(page).getByText(site).waitFor();
  await page.goto(address("", { benchmark: other.url, lesson: "precision.1", present: "1", ...query }));
  await page.locator(":root[data-present]").waitFor();
  assert.ok(await bar(page).isVisible());
});

test("another address of the same site and a folder of this machine are not from elsewhere", async () => {
  const server = await host({ "/": dist, "/near/": benchmark });
  const { page } = await newProfile(browser, { expects: /data:application\/json/ });
  for (const near of ["/near/", "near", `${server.url}near/`]) {
    await page.goto(address("about", { benchmark: near }, server));
    await page.getByRole("heading", { name: "Systems" }).waitFor();
    assert.equal(await bar(page).count(), 0, near);
  }
  await page.goto(address("about", { benchmark: "on-this-machine/none/" }));
  await page.getByRole("alert").filter({ hasText: "not on this machine" }).first().waitFor();
  assert.equal(await bar(page).count(), 0);
  // An address that holds the benchmark itself has no host to name.
  await page.goto(address("about", { benchmark: "data:application/json,{}#" }, server));
  await bar(page).getByText("read from a data: address").waitFor();
});

test("the bar has no accessibility faults, and fits phones and screens", async () => {
  const { page } = await newProfile(browser);
  await page.goto(address("", { benchmark: other.url }));
  await bar(page).waitFor();
  await assertAccessible(page, "a benchmark from another site");
  for (const [width, most] of [[380, 130], [1440, 60]]) {
    await page.setViewportSize({ width, height: 800 });
    const { height } = await bar(page).boundingBox();
    assert.ok(height <= most, `${height} px at ${width}`);
  }
});
