// Three browser engines behind one small interface: Chromium by Playwright, Firefox by WebDriver
// BiDi, WebKitGTK by WebDriver. A browser that is not installed is `undefined` in BROWSERS.
//
// A page has goto(address), evaluate(function, argument), type(text) and press(key), the last two
// with real key events for what has the focus.

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import puppeteer from "puppeteer-core";
import { Builder, Capabilities, Key } from "selenium-webdriver";
import { launch as launchChromium, PATIENCE_MS } from "./harness.mjs";

const { RANKSCOPE_FIREFOX: firefoxPath } = process.env;
const LIBRARIES = "/usr/lib";

/** WebKitGTK's own small browser, which its driver starts; Debian puts it beside the library. */
function miniBrowser() {
  const folders = readdirSync(LIBRARIES).flatMap((architecture) =>
    ["4.1", "4.0"].map((version) => `${LIBRARIES}/${architecture}/webkit2gtk-${version}/MiniBrowser`),
  );
  return folders.find((path) => existsSync(path));
}

async function chromium() {
  const browser = await launchChromium();
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return {
    version: `Chromium ${browser.version()}`,
    goto: (address) => page.goto(address),
    evaluate: (run, argument) => page.evaluate(run, argument),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}

async function firefox() {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefoxPath, headless: true, timeout: PATIENCE_MS, protocolTimeout: PATIENCE_MS });
  const page = await browser.newPage();
  return {
    version: (await browser.version()).replace("firefox/", "Firefox "),
    goto: (address) => page.goto(address, { timeout: PATIENCE_MS }),
    evaluate: (run, argument) => page.evaluate(run, argument),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}

/** A port that is free now. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Ends a program that was started here, and waits until it has ended. */
const ended = (program) =>
  new Promise((resolve) => {
    if (program.exitCode !== null || program.signalCode !== null) return resolve();
    program.once("exit", resolve);
    program.kill();
  });

async function webkit() {
  // A display without a screen; it says which number it took.
  const display = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve, reject) => {
    display.stdio[3].once("data", (data) => resolve(String(data).trim()));
    display.once("error", reject);
    display.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    // WebKit's sandbox does not start as root, as tests in a container run.
    env: { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
    stdio: "ignore",
  });
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: miniBrowser(), args: ["--automation"] },
  });
  const session = await connected(port, capabilities);
  await session.manage().setTimeouts({ script: PATIENCE_MS, pageLoad: PATIENCE_MS });
  const focused = () => session.switchTo().activeElement();
  return {
    version: `WebKitGTK ${(await session.getCapabilities()).get("browserVersion")}`,
    goto: (address) => session.get(address),
    async evaluate(run, argument) {
      const [value, error] = await session.executeAsyncScript(
        `const done = arguments[1];
         Promise.resolve(arguments[0]).then(${run}).then((value) => done([value, null]), (error) => done([null, String(error)]));`,
        argument,
      );
      if (error) throw new Error(error);
      return value;
    },
    type: async (text) => (await focused()).sendKeys(text),
    press: (key) => session.actions().sendKeys(Key[KEYS[key]]).perform(),
    async close() {
      await session.quit().catch(() => {});
      await ended(driver);
      await ended(display);
    },
  };
}

/** WebDriver's names of keys. */
const KEYS = { Enter: "ENTER", Tab: "TAB", Escape: "ESCAPE", ArrowDown: "ARROW_DOWN", ArrowUp: "ARROW_UP", ArrowRight: "ARROW_RIGHT" };

/** A session with a driver that has only just been started. */
async function connected(port, capabilities) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    } catch (error) {
      if (!/ECONNREFUSED/.test(String(error)) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const hasWebKit = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"].every((path) => existsSync(path)) && miniBrowser();

/** How to start each browser. */
export const BROWSERS = {
  chromium,
  firefox: firefoxPath ? firefox : undefined,
  webkit: hasWebKit ? webkit : undefined,
};

/** Evaluates in the page, again and again, until it gives something that is not false. */
export async function waitFor(page, what, run, argument) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    // Between two documents there is nothing to evaluate in.
    const value = await page.evaluate(run, argument).catch(() => undefined);
    if (value) return value;
    if (Date.now() > deadline) {
      const shown = await page.evaluate(() => document.body.innerText).catch(String);
      throw new Error(`not there in time: ${what}. The page shows:\n${shown.slice(0, 1500)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
