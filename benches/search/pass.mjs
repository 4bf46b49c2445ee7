// A WebAssembly module that reads memory from end to end and does nothing with it: the lower bound
// of a search that reads each byte of its codes once.
//
// (func (export "pass") (param $end i32) (result i32)
//   loop: four times v128.xor of an accumulator and 16 bytes; 64 bytes on; until $end)

const section = (id, bytes) => [id, bytes.length, ...bytes];
const name = (text) => [text.length, ...new TextEncoder().encode(text)];
const [I32, V128, END] = [0x7f, 0x7b, 0x0b];
const [PARAM_END, AT, FIRST] = [0, 1, 2];
const get = (local) => [0x20, local];
const set = (local) => [0x21, local];
const XOR = [0xfd, 0x51];

const reads = [0, 1, 2, 3].flatMap((lane) => [
  ...get(FIRST + lane), ...get(AT), 0xfd, 0x00, 4, 16 * lane, ...XOR, ...set(FIRST + lane),
]);
const body = [
  2, 1, I32, 4, V128,
  0x03, 0x40, ...reads,
  ...get(AT), 0x41, 0xc0, 0x00, 0x6a, 0x22, AT, ...get(PARAM_END), 0x49, 0x0d, 0, END,
  ...get(FIRST), ...get(FIRST + 1), ...XOR, ...get(FIRST + 2), ...XOR, ...get(FIRST + 3), ...XOR,
  0xfd, 0x1b, 0, END,
];

export const PASS_MODULE = Uint8Array.from([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, [1, 0x60, 1, I32, 1, I32]),
  ...section(3, [1, 0]),
  ...section(5, [1, 0, 1]),
  ...section(7, [2, ...name("memory"), 2, 0, ...name("pass"), 0, 0]),
  ...section(10, [1, body.length, ...body]),
]);
