@group(0) @binding(0) var<storage, read_write> numbers: array<f32>;

@compute @workgroup_size(1)
fn main() { numbers[0] = numbers[0] * numbers[2] + numbers[1] * numbers[3]; }
