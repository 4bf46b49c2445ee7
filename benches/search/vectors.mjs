// Vectors as the page's contenders read them, and the reference search.

/** All float16 by their bits. */
const HALVES = Float32Array.from({ length: 65536 }, (_, half) => {
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  const magnitude = exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : (fraction / 1024) * 2 ** -14;
  return half >> 15 ? -magnitude : magnitude;
});

/** The tensor `vectors` of a safetensors file, float16 or with codes and scales, as float32. */
export function vectorsFromShard(buffer) {
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const data = (tensor, View) => {
    const [start, end] = tensor.data_offsets;
    return new View(buffer.slice(8 + length + start, 8 + length + end));
  };
  const [nRows, dim] = (header.vectors ?? header.codes).shape;
  let values;
  if (header.vectors?.dtype === "F16") {
    values = Float32Array.from(data(header.vectors, Uint16Array), (half) => HALVES[half]);
  } else if (header.vectors) {
    values = data(header.vectors, Float32Array);
  } else {
    const scales = data(header.scales, Float32Array);
    values = Float32Array.from(data(header.codes, Int8Array), (code, i) => code * scales[Math.floor(i / dim)]);
  }
  return { nRows, dim, values, row: (row) => values.subarray(row * dim, (row + 1) * dim) };
}

/** Every row scored in float64 in order of the dimensions, rounded to float32; ties by row. */
export function exactTopK({ nRows, dim, values }, query, k) {
  const hits = Array.from({ length: nRows }, (_, row) => {
    let sum = 0;
    for (let i = 0; i < dim; i++) sum += query[i] * values[row * dim + i];
    return { row, score: Math.fround(sum) };
  });
  return hits.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, k);
}
