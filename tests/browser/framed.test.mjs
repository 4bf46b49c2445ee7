// The page in a frame: only where `--framed` allows it, and only of pages of this machine, as notebooks are.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, newPage, results } from "./harness.mjs";
import { host } from "./host.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { temporary, benchmark, queries } = fixture();
const browser = await launch();
const [framed, plain] = [await serve(benchmark, "--framed"), await serve(benchmark)];

const address = (server) => `${server.url}?${new URLSearchParams({ device: "cpu", system: "words-64", query: queries[3].id })}`;
const withFrame = (server) => `<!doctype html><title>Notebook</title><iframe src="${address(server).replaceAll("&", "&amp;")}"></iframe>`;

/** A notebook on another port of this machine, which shows both servers. */
const folder = join(temporary, "notebook");
mkdirSync(folder);
writeFileSync(join(folder, "framed.html"), withFrame(framed));
writeFileSync(join(folder, "plain.html"), withFrame(plain));
const notebook = await host({ "/": folder });

const opened = async (context) => {
  const page = await context.newPage();
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  /** Whether the frame was refused for its ancestors. */
  const isRefused = () => eventually(() => assert.ok(said.some((text) => text.includes("frame-ancestors")), said.join("\n")));
  return { page, said, isRefused };
};

test("a notebook of this machine shows the page, which searches as ever", async () => {
  const { context } = await newPage(browser);
  const { page, said } = await opened(context);
  await page.goto(`${notebook.url}framed.html`);
  const inside = page.frameLocator("iframe");
  await inside.getByRole("list", { name: "Results" }).locator("li.card").first().waitFor();
  await inside.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
  const ids = await inside.locator("li.card").evaluateAll((cards) => cards.map((card) => card.dataset.image));
  assert.deepEqual(said.filter((text) => text.includes("frame-ancestors")), []);
  const alone = await context.newPage();
  await alone.goto(address(plain));
  assert.deepEqual(ids, (await results(alone)).map((hit) => hit.id));
});

test("without the option nobody frames it", async () => {
  const { context } = await newPage(browser);
  const { page, isRefused } = await opened(context);
  await page.goto(`${notebook.url}plain.html`);
  await isRefused();
});

test("with it no other site does, and nobody a benchmark's file", async () => {
  // By another name, which the pages of other tests may not ask for.
  const context = await browser.newContext();
  const { page, isRefused } = await opened(context);
  const answer = await page.request.get(address(framed));
  assert.match(answer.headers()["content-security-policy"], /frame-ancestors 'self' http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*$/);
  const file = await page.request.get(`${framed.url}benchmark/benchmark.json`);
  assert.match(file.headers()["content-security-policy"], /frame-ancestors 'none'/);
  await page.goto(`${notebook.url.replace("127.0.0.1", "notebook.localhost")}framed.html`);
  await isRefused();
});
