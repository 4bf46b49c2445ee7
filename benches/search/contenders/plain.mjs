// The loop of public in-browser search demos: all scores, then a sort of all rows.

export function open({ gallery: { nRows, dim, values }, queries }) {
  return {
    facts: {},
    search(query, k) {
      const vector = queries.row(query);
      const scores = new Float32Array(nRows);
      for (let row = 0; row < nRows; row++) {
        let sum = 0;
        const start = row * dim;
        for (let i = 0; i < dim; i++) sum += vector[i] * values[start + i];
        scores[row] = sum;
      }
      const order = Uint32Array.from(scores, (_, row) => row).sort((a, b) => scores[b] - scores[a]);
      const rows = Array.from(order.subarray(0, k));
      return { rows, scores: rows.map((row) => scores[row]) };
    },
    close() {},
  };
}
