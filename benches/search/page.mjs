// The bench's page: passes requests from run.mjs on to the worker with the contenders.

const worker = new Worker("world.mjs", { type: "module" });
const waiting = new Map();
let asked = 0;

worker.onmessage = ({ data: { id, value, error } }) => {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) resolve(value);
  else reject(new Error(error));
};
worker.onerror = (event) => waiting.forEach(({ reject }) => reject(new Error(event.message)));

window.bench = (method, args) =>
  new Promise((resolve, reject) => {
    asked += 1;
    waiting.set(asked, { resolve, reject });
    worker.postMessage({ id: asked, method, args });
  });
window.ready = true;
