// Tells of each finished test as a line of JSON, for run.mjs.

import { inspect } from "node:util";

/** What Node says of a test that was not asked for. */
const NOT_ASKED_FOR = /does not match pattern/;

export default async function* (events) {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { name, nesting, skip, details } = data;
    // A group is told of by its tests.
    if (details.type === "suite" || NOT_ASKED_FOR.test(skip)) continue;
    const result = type === "test:fail" ? "failed" : skip === undefined ? "passed" : "skipped";
    const error = result === "failed" ? inspect(details.error?.cause ?? details.error, { depth: 4 }) : undefined;
    yield `${JSON.stringify({ name, nesting, result, ms: details.duration_ms, why: skip, error })}\n`;
  }
}
