// The engine's worker dies again and again in mid-query, silently and with an error. Each time the page
// says so, and answers afterwards as if nothing had happened.

import assert from "node:assert/strict";
import { ask, newProfile, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { release, test } from "./suite.mjs";

const TEXTS = ["a red circle", "two blue squares", "three green stars", "a dark ground", "four orange circles"];

const { benchmark } = fixture();
const browser = await launch();
const server = await serve(benchmark);
const address = `${server.url}?device=cpu&system=tiny-bert`;

/** What an undisturbed page finds. */
async function undisturbed() {
  const { page } = await newProfile(browser);
  await page.goto(address);
  const found = [];
  for (const text of TEXTS) {
    await ask(page, text);
    await page.waitForURL((url) => url.searchParams.get("q") === text);
    found.push(await results(page));
  }
  return found;
}

// Each way of dying twice, or a campaign.
for (const [register, nKills] of [[test, 8], [release, 50]]) register(`a worker that dies ${nKills} times in mid-query costs no answer`, async () => {
  const expected = await undisturbed();
  const { page } = await newProfile(browser);
  await page.addInitScript(() => {
    window.nKilled = 0;
    window.Worker = class extends Worker {
      postMessage(...message) {
        super.postMessage(...message);
        const kill = window.nextKill;
        if (!kill || !String(message[0]).includes('"Search"')) return;
        window.nextKill = null;
        const end = () => {
          // The browser stops a worker without a word; its own errors it tells.
          if (kill.isSilent) this.terminate();
          else super.postMessage("no command");
          window.nKilled += 1;
        };
        if (kill.afterMs === 0) end();
        else setTimeout(end, kill.afterMs);
      }
    };
  });
  await page.goto(address);
  // What the opening asks by itself is over, or it would be what is killed.
  await ask(page, TEXTS.at(-1));
  await results(page);
  const again = page.getByRole("button", { name: "Try again" });
  for (let round = 0; round < nKills; round++) {
    const which = round % TEXTS.length;
    // Every other one before the worker can have answered, the rest at some point of its work.
    const kill = { isSilent: round % 4 < 2, afterMs: round % 2 === 0 ? 0 : (7 * round) % 40 };
    await page.evaluate((kill) => (window.nextKill = kill), kill);
    await ask(page, TEXTS[which]);
    await page.waitForFunction((n) => window.nKilled === n, round + 1);
    const answered = page.locator('section[aria-label="Search results"][aria-busy="false"] li.card').first();
    await (kill.afterMs === 0 ? again : again.or(answered)).first().waitFor();
    if (await again.count()) {
      const panel = await page.getByRole("alert").innerText();
      assert.match(panel, /The engine stopped\./);
      assert.match(panel, kill.isSilent ? /The browser ended it/ : /not a command/);
      assert.match(panel, /A new one is being started\. Try again\./);
      await again.click();
    }
    assert.deepEqual(await results(page), expected[which], `round ${round}`);
  }
});

test("a worker that dies at once, again and again, is not started for ever", async () => {
  const { page } = await newProfile(browser);
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      postMessage(...message) {
        super.postMessage(...message);
        if (String(message[0]).includes('"Search"')) this.terminate();
      }
    };
  });
  await page.goto(`${address}&q=a+red+circle`);
  for (let round = 0; round < 2; round++) {
    await page.getByText("A new one is being started. Try again.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
  }
  await page.getByRole("alert").filter({ hasText: "Reload the page, or choose another device on the Benchmark page." }).waitFor();
});
