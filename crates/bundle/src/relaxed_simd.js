/** Whether this browser supports relaxed SIMD: validates the smallest module that needs it. */
const hasRelaxedSimd = () => {
  const zeros = [0x41, 0, 0xfd, 0x0f]; // i32.const 0, i8x16.splat
  return WebAssembly.validate(
    Uint8Array.of(
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // a module, version 1
      ...[1, 5, 1, 0x60, 0, 1, 0x7b], // types: one, from nothing to a vector
      ...[3, 2, 1, 0], // functions: one, of that type
      ...[10, 19, 1, 17, 0], // code: one body, of 17 bytes, without locals
      ...zeros, ...zeros, ...zeros,
      ...[0xfd, 0x85, 2], // f32x4.relaxed_madd
      0x0b, // end
    ),
  );
};
