// How a test of this suite runs: in which lane, with which pages, and what it must not leave behind.
//
// `test` is of the default lane, which proves what a change can break. `release` is of the release
// lane, which adds what is proven once before a release: RANKSCOPE_LANE=release runs both.

import { appendFileSync } from "node:fs";
import { test as nodeTest } from "node:test";

/** No test takes as long by far; one that hangs ends, and says so. */
const MOST_MS = 600_000;

/** Whether tests of the release lane run too. */
export const isRelease = process.env.RANKSCOPE_LANE === "release";
const leftOut = process.env.RANKSCOPE_LEFT_OUT;

/** What runs after each test: it gets whether the body of the test has passed. */
const endings = [];
export const atTestEnd = (end) => endings.push(end);

const whole = (body) => async (t) => {
  let failure;
  try {
    await body(t);
  } catch (error) {
    failure = { error };
  }
  for (const end of endings) {
    try {
      await end(!failure);
    } catch (error) {
      // The first failure is the cause.
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
};

/** Registers a test of the default lane: `test(name, body)` or `test(name, options, body)`. */
export function test(name, ...rest) {
  const body = rest.pop();
  nodeTest(name, { timeout: MOST_MS, ...rest[0] }, whole(body));
}

/** Registers a test of the release lane. */
export function release(name, ...rest) {
  if (isRelease) test(name, ...rest);
  else if (leftOut) appendFileSync(leftOut, `${name}\n`);
}
