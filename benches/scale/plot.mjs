// Plots growth with the size of the corpus. Both axes are logarithmic, so linear growth is a line of
// slope one.

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = { left: 64, right: 150, top: 24, bottom: 48 };
const SERIES = [
  { name: "ms, all rows", colour: "#7a5195", dash: "6 4", value: (one) => one.all_rows.median_ms },
  { name: "MB resident", colour: "#b45f06", dash: "2 3", value: (one) => one.memory.resident_mb },
  { name: "ms a query", colour: "#00617f", dash: "none", value: (one) => one.query.median_ms },
];

const powers = (low, high) => {
  const all = [];
  for (let power = low; power <= high; power += 1) all.push(10 ** power);
  return all;
};

/** The plot of what was measured at several sizes, as SVG. */
export function plot(results) {
  const values = results.flatMap((one) => SERIES.map(({ value }) => value(one)));
  const range = (all) => [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const rows = results.map((one) => one.rows);
  const [xLow, xHigh] = [Math.log10(Math.min(...rows)) - 0.1, Math.log10(Math.max(...rows)) + 0.1];
  const [yLow, yHigh] = range(values);
  const x = (value) => MARGIN.left + ((Math.log10(value) - xLow) / (xHigh - xLow)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value) => HEIGHT - MARGIN.bottom - ((Math.log10(value) - yLow) / (yHigh - yLow)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const at = (value) => value.toFixed(1);
  const words = (value) => value.toLocaleString("en");
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Time of a query and memory against the rows of the corpus">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
  ];
  for (const tick of powers(yLow, yHigh)) {
    lines.push(
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at(y(tick))}" y2="${at(y(tick))}" stroke="#dddddd"/>`,
      `<text x="${MARGIN.left - 8}" y="${at(y(tick) + 4)}" text-anchor="end" fill="#333333">${words(tick)}</text>`,
    );
  }
  for (const tick of rows) {
    lines.push(
      `<line x1="${at(x(tick))}" x2="${at(x(tick))}" y1="${HEIGHT - MARGIN.bottom}" y2="${HEIGHT - MARGIN.bottom + 5}" stroke="#333333"/>`,
      `<text x="${at(x(tick))}" y="${HEIGHT - MARGIN.bottom + 19}" text-anchor="middle" fill="#333333">${words(tick)}</text>`,
    );
  }
  lines.push(`<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle" fill="#333333">rows of ${results[0].dim} values</text>`);
  // Labels are beside the last points, in their order, without overlap.
  const last = results.at(-1);
  let below = -Infinity;
  const places = new Map();
  for (const series of SERIES.toSorted((a, b) => b.value(last) - a.value(last))) {
    below = Math.max(below + 15, y(series.value(last)) + 4);
    places.set(series.name, below);
  }
  for (const { name, colour, dash, value } of SERIES) {
    const points = results.map((one) => `${at(x(one.rows))},${at(y(value(one)))}`);
    lines.push(
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`,
      ...results.map((one) => `<circle cx="${at(x(one.rows))}" cy="${at(y(value(one)))}" r="3" fill="${colour}"/>`),
      `<text x="${at(x(last.rows) + 8)}" y="${at(places.get(name))}" fill="${colour}">${name}: ${words(Math.round(value(last)))}</text>`,
    );
  }
  lines.push("</svg>");
  return `${lines.join("\n")}\n`;
}
