// Trunk makes the folder that scripts/serve makes, and `trunk serve` reloads the page. The builds find
// what scripts/test has compiled.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist, newProfile, results } from "./harness.mjs";
import { atEnd, launch, temporaryFolder } from "./setting.mjs";
import { release } from "./suite.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const skip = spawnSync("trunk", ["--version"]).error ? "Trunk is not installed: docs/development.md" : false;

/** The hashes of all files below a folder, by path. */
const hashes = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), createHash("sha256").update(readFileSync(path)).digest("hex")])
      .sort(),
  );

const policy = (index) => /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(index)[1];

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Where `trunk serve` serves the release build, once it listens. */
async function trunkServe() {
  const port = await freePort();
  const folder = join(temporaryFolder(), "page");
  const server = spawn("trunk", ["serve", "--release", "--dist", folder, "--port", port], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  atEnd(() => server.kill());
  await new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (data) => (said += data).includes("server listening") && resolve());
    server.on("exit", (code) => reject(new Error(`trunk serve ended with ${code}: ${said}`)));
  });
  return `http://127.0.0.1:${port}/`;
}

release("trunk build --release makes the folder that scripts/serve makes", { skip }, () => {
  const folder = join(temporaryFolder(), "page");
  execFileSync("trunk", ["build", "--release", "--dist", folder], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  assert.deepEqual(hashes(folder), hashes(dist));
});

release("the built page has none of Trunk's lines", () => {
  assert.doesNotMatch(readFileSync(join(dist, "index.html"), "utf8"), /trunk/i);
});

release("trunk serve shows the small benchmark under the page's policy, and reloads it after a change", { skip }, async () => {
  const url = await trunkServe();
  const served = await (await fetch(url)).text();
  assert.equal(policy(served), policy(readFileSync(join(dist, "index.html"), "utf8")));
  const { page } = await newProfile(await launch());
  await page.goto(`${url}?device=cpu&system=words-64&query=q01`);
  await results(page);
  await page.evaluate(() => (window.isBefore = true));
  // The same text, written again.
  const sheet = join(root, "style/index.css");
  writeFileSync(sheet, readFileSync(sheet));
  await page.waitForFunction(() => !window.isBefore);
  await results(page);
  // Nothing is stored, which would show the build before.
  await page.getByRole("link", { name: "Benchmark", exact: true }).click();
  await page.getByText("The page is not stored on this device").waitFor();
  assert.deepEqual(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.deepEqual(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("rankscope-page"))), []);
});
