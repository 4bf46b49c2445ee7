// A worker that reads one Parquet file: it gets [name, bytes], and answers with [json, values, …] or
// with the reason why it cannot. The page ends it.

import init, { read_parquet } from "./parquet_reader.js";

const loaded = init({ module_or_path: new URL("./parquet_reader_bg.wasm", import.meta.url) });
// Whoever asks learns of it.
loaded.catch(() => {});

self.addEventListener("message", async ({ data: [name, bytes] }) => {
  try {
    await loaded;
  } catch {
    return self.postMessage("A file of the page did not arrive: the network may be down. Reload the page and try again");
  }
  try {
    const answer = read_parquet(name, bytes);
    self.postMessage(answer, answer.slice(1).map(({ buffer }) => buffer));
  } catch (error) {
    // A reason in words, or the end of the module.
    self.postMessage(typeof error === "string" ? error : `${name} is damaged, or too large to be read here`);
  }
});
