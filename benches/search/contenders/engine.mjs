// Rankscope's engine: the page's worker, called as the page calls it.

export async function open({ benchmark, manifest, system, queries }, device) {
  const worker = new Worker(`/dist/engine_loader.js${device === "webgpu" ? "?engine=gpu" : ""}`, { type: "module" });
  let listener = () => {};
  // Rankings travel as bytes beside their JSON.
  worker.onmessage = ({ data }) => listener(JSON.parse(Array.isArray(data) ? data[0] : data));
  // Collects replies until `done` accepts one.
  const until = (done) =>
    new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      listener = (event) => {
        const failure = event.Failed ?? event.Crashed;
        if (failure) return reject(new Error(JSON.stringify(failure)));
        const value = done(event);
        if (value !== undefined) resolve(value);
      };
    });
  const tell = (command) => worker.postMessage(JSON.stringify(command));

  await until((event) => (event === "Started" ? true : undefined));
  tell({ Open: { base_url: benchmark, manifest, device } });
  const report = await until((event) => event.Device);

  let id = 0;
  const ask = (request, done) => {
    id += 1;
    const answer = until(done);
    tell({ Request: { id, request } });
    return answer;
  };
  const search = async (query, k) => {
    const request = { Search: { system: system.id, query: { Stored: query }, k } };
    const { hits, timings } = await ask(request, (event) => event.Response?.response.Hits);
    const rows = hits.map((hit) => hit.row_in_corpus);
    // In JSON a float32 is a decimal that reads back as the same float32.
    return { rows, scores: hits.map((hit) => Math.fround(hit.score)), own_ms: timings.search_ms };
  };
  // The first search loads the vectors.
  await search(0, 1);
  return {
    facts: { device: report.name },
    search,
    searchAll: (k) => {
      const request = { RankQueries: { system: system.id, depths: Array(queries.nRows).fill(k) } };
      return ask(request, (event) => event.Response?.response.Rankings?.last || undefined);
    },
    close: () => worker.terminate(),
  };
}
