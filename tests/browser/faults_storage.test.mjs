// The browser's storage is full, or two tabs want the same files: the page answers as always, and
// says what it could not store.

import assert from "node:assert/strict";
import { join } from "node:path";
import { dist, eventually, newProfile, rankscope, rankscopeJson, results } from "./harness.mjs";
import { host } from "./host.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "words-64";
const { temporary, benchmark, queries } = fixture();
const query = queries[3].id;
const run = join(temporary, "mine.run");
rankscope("export", "--benchmark", benchmark, "--system", SYSTEM, "--run", run, "-k", "20");
const expected = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query-id", query, "-k", "20");
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters = {}) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;
const failed = (page, words) => page.getByRole("alert").filter({ hasText: words }).first();

/** A page whose site may store so many bytes; `free` lifts the limit. */
async function limited(quotaSize) {
  const { page, context } = await newProfile(browser);
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(server.url);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  return { page, context, free: () => devtools.send("Storage.overrideQuotaForOrigin", { origin }) };
}

test("a full storage: searches answer, and each refusal says what to do", async () => {
  const { page, free } = await limited(1);
  await page.goto(address("", { system: SYSTEM, query }));
  assert.deepEqual(await results(page), expected);
  await page.goto(address("about"));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  await page.getByLabel("Choose files").setInputFiles([run]);
  await page.getByText("This browser could not store the file: it is lost when you close the page.").waitFor();
  await page.getByLabel("Choose a folder").setInputFiles(benchmark);
  const folder = failed(page, "The browser has no space left for files");
  await folder.waitFor();
  assert.match(await folder.innerText(), /Free some disk space, or remove stored files on the Benchmark page/);
  await page.getByRole("button", { name: "Keep all for offline" }).click();
  await page.getByText(/The browser stored only \d+ of \d+ files: it has no space left\. Free some disk space/).waitFor();
  // With space again the same steps work.
  await free();
  await page.getByRole("button", { name: "Keep all for offline" }).click();
  await page.getByText("The whole benchmark").waitFor();
  await page.getByLabel("Choose a folder").setInputFiles(benchmark);
  await page.waitForURL(/benchmark=on-this-machine/);
  await page.goto(address("", { system: SYSTEM, query }));
  assert.deepEqual(await results(page), expected);
});

test("a gallery that must be stored and cannot be: said, and found once there is space", async () => {
  const { page, free } = await limited(1);
  await page.goto(address("", { system: SYSTEM, query, memory: "0" }));
  await failed(page, "The browser has no space left for files").waitFor();
  await free();
  await page.getByRole("button", { name: "Try again" }).click();
  assert.deepEqual(await results(page), expected);
});

test("tabs that store the same gallery at once all find what it holds", async () => {
  const N_TABS = 3;
  // The file stays half-way in the first tab until all of them want it.
  let isReleased = false;
  const held = [];
  const answer = (path, response, bytes, headers) => {
    if (isReleased || !/words-64\/gallery/.test(path)) return false;
    response.writeHead(200, { ...headers, "content-length": bytes.length });
    response.write(bytes.subarray(0, 1000));
    held.push(() => response.end(bytes.subarray(1000)));
    return true;
  };
  const server = await host({ "/": dist, "/benchmark/": benchmark }, { answer, headers: { "cache-control": "no-store" } });
  const { page, context } = await newProfile(browser);
  const tabs = [page, ...(await Promise.all(Array.from({ length: N_TABS - 1 }, () => context.newPage())))];
  const link = `${server.url}?${new URLSearchParams({ device: "cpu", system: SYSTEM, query, memory: "0" })}`;
  await Promise.all(tabs.map((tab) => tab.goto(link)));
  // The search runs, or has failed.
  for (const tab of tabs) await tab.getByRole("button", { name: /Cancel|Try again/ }).first().waitFor();
  await eventually(() => assert.ok(held.length > 0));
  isReleased = true;
  for (const finish of held) finish();
  for (const tab of tabs) assert.deepEqual(await results(tab), expected);
  // One removes what is stored while the others go on.
  await page.goto(`${server.url}about?device=cpu`);
  await page.getByRole("button", { name: "Remove stored files" }).click();
  await page.getByRole("group", { name: "Remove everything that is stored?" }).getByRole("button", { name: "Remove", exact: true }).click();
  await page.locator("main").getByText(/no longer stored|could not be removed/).first().waitFor();
  for (const tab of tabs) {
    await tab.goto(link);
    assert.deepEqual(await results(tab), expected);
  }
});
