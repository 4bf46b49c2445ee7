// Servers that stall, cut and lie, and a network that goes away in mid-download. Nothing wrong is
// shown or kept: the page says what happened, and finds the right hits once the server behaves.

import assert from "node:assert/strict";
import { dist, newPage, rankscopeJson, results } from "./harness.mjs";
import { host } from "./host.mjs";
import { fixture, launch } from "./setting.mjs";
import { release, test } from "./suite.mjs";

const SYSTEM = "words-64";
const GALLERY = /^\/benchmark\/systems\/words-64\/gallery/;
const { benchmark, queries } = fixture();
const query = queries[3].id;
const expected = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query-id", query, "-k", "20");
const browser = await launch();

const address = (server, path, parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const half = (bytes) => bytes.subarray(0, bytes.length >> 1);
/** The bytes with one of them changed. */
function changed(bytes) {
  const other = Buffer.from(bytes);
  other[other.length - 5] ^= 1;
  return other;
}

const DAMAGED = "A file of the benchmark is damaged";
const UNREACHABLE = "The server cannot be reached";
// How a server answers for the gallery, and what the page says of it.
const FAULTS = {
  "cuts the connection in mid-file": [UNREACHABLE, (response, bytes, headers) => {
    response.writeHead(200, { ...headers, "content-length": bytes.length });
    response.write(half(bytes), () => response.destroy());
  }],
  "cuts it before the first byte": [UNREACHABLE, (response) => response.destroy()],
  "ends half-way as if that were all": [DAMAGED, (response, bytes, headers) => response.writeHead(200, headers).end(half(bytes))],
  "claims fewer bytes than the file has": [DAMAGED, (response, bytes, headers) =>
    response.writeHead(200, { ...headers, "content-length": bytes.length >> 1 }).end(half(bytes))],
  "claims far more bytes than it sends": [UNREACHABLE, (response, bytes, headers) => {
    response.writeHead(200, { ...headers, "content-length": 2 ** 40 });
    response.write(half(bytes), () => response.destroy());
  }],
  "sends more than the file has": [DAMAGED, (response, bytes, headers) => response.writeHead(200, headers).end(Buffer.concat([bytes, bytes]))],
  "sends without end": [DAMAGED, (response, bytes, headers) => {
    response.writeHead(200, headers);
    const more = () => { while (!response.destroyed && response.write(bytes)); };
    response.on("drain", more);
    more();
  }],
  "changes one bit": [DAMAGED, (response, bytes, headers) => response.writeHead(200, headers).end(changed(bytes))],
  "sends a page in place of the file": [DAMAGED, (response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>Sign in")],
  "says that it is broken": ["The server refused a file of the benchmark", (response) => response.writeHead(503).end("later")],
  "has lost the file": ["A file of the benchmark is missing", (response) => response.writeHead(404).end()],
};

// Nothing of it comes from the browser's own cache.
const honest = (response, bytes, headers) => response.writeHead(200, { ...headers, "cache-control": "no-store" }).end(bytes);

for (const memory of [null, "0"]) {
  const where = memory ? "a gallery in files" : "a gallery in memory";
  test(`${where}: a server that cuts and lies is found out each time`, async (t) => {
    let fault = null;
    const answer = (path, response, bytes, headers) => GALLERY.test(path) && ((fault ?? honest)(response, bytes, headers), true);
    const server = await host({ "/": dist, "/benchmark/": benchmark }, { answer });
    for (const [name, [says, fails]] of Object.entries(FAULTS)) {
      await t.test(`one that ${name}`, async () => {
        // A first visit each time: what the one before stored is gone with its page.
        const { page } = await newPage(browser);
        fault = fails;
        try {
          await page.goto(address(server, "", { system: SYSTEM, query, ...(memory && { memory }) }));
          const panel = page.getByRole("alert").filter({ hasText: says }).first();
          await panel.waitFor();
          assert.match(await panel.innerText(), /gallery/, "names the file");
          assert.equal(await page.locator("li.card").count(), 0);
          const kept = await page.evaluate(async () => (await (await caches.open("rankscope-files-1")).keys()).map(({ url }) => url));
          assert.deepEqual(kept.filter((url) => /words-64\/gallery/.test(url)), []);
          fault = null;
          await page.getByRole("button", { name: "Try again" }).click();
          assert.deepEqual(await results(page), expected);
        } finally {
          await page.close();
        }
      });
    }
  });
}

test("a server that stalls in mid-file: the search and its download are cancelled, and answered once it goes on", async () => {
  let isHonest = false;
  let began, ended;
  const hasBegun = new Promise((resolve) => (began = resolve));
  const hasEnded = new Promise((resolve) => (ended = resolve));
  const answer = (path, response, bytes, headers) => {
    if (isHonest || !GALLERY.test(path)) return false;
    response.writeHead(200, { ...headers, "content-length": bytes.length });
    response.on("close", () => ended("ended"));
    response.write(half(bytes), began);
    return true;
  };
  const server = await host({ "/": dist, "/benchmark/": benchmark }, { answer });
  const { page } = await newPage(browser);
  await page.goto(address(server, "", { system: SYSTEM, query }));
  await hasBegun;
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The search was cancelled").waitFor();
  // Long before the page gives up on a server that sends nothing for a minute.
  assert.equal(await Promise.race([hasEnded, new Promise((resolve) => setTimeout(resolve, 30_000, "goes on"))]), "ended");
  isHonest = true;
  await page.getByRole("button", { name: "Search again" }).click();
  assert.deepEqual(await results(page), expected);
});

test("a network that goes away in mid-download is told, and the rest is fetched when it is back", async () => {
  let isHonest = false;
  let began;
  const hasBegun = new Promise((resolve) => (began = resolve));
  const answer = (path, response, bytes, headers) => {
    if (isHonest || !GALLERY.test(path)) return false;
    response.writeHead(200, { ...headers, "content-length": bytes.length });
    response.write(half(bytes), () => began(response));
    return true;
  };
  const server = await host({ "/": dist, "/benchmark/": benchmark }, { answer });
  const { page, context } = await newPage(browser);
  await page.goto(address(server, "about"));
  await page.getByRole("button", { name: "Keep all for offline" }).click();
  const response = await hasBegun;
  await context.setOffline(true);
  response.destroy();
  await page.getByText("The server cannot be reached").first().waitFor();
  await page.getByText("Check the connection").first().waitFor();
  isHonest = true;
  await context.setOffline(false);
  await page.getByRole("button", { name: "Keep all for offline" }).click();
  await page.getByText("The whole benchmark").waitFor();
  await page.goto(address(server, "", { system: SYSTEM, query }));
  assert.deepEqual(await results(page), expected);
});

release("a server that sends nothing for a minute is told, and asked again on demand", async () => {
  let isHonest = false;
  const answer = (path, response, bytes, headers) => {
    if (isHonest || path !== "/benchmark/benchmark.json") return false;
    response.writeHead(200, { ...headers, "content-length": bytes.length });
    response.write(half(bytes));
    return true;
  };
  const server = await host({ "/": dist, "/benchmark/": benchmark }, { answer });
  const { page } = await newPage(browser);
  await page.goto(address(server, "", { system: SYSTEM, query }));
  const panel = page.getByRole("alert").filter({ hasText: UNREACHABLE }).first();
  await panel.waitFor();
  assert.match(await panel.innerText(), /benchmark\.json: the server has sent nothing for 60 seconds/);
  isHonest = true;
  await page.getByRole("button", { name: "Try again" }).click();
  assert.deepEqual(await results(page), expected);
});
