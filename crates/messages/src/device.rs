//! The device that the worker computes on: the preference, the choice, and the browser's GPU.

use serde::{Deserialize, Serialize};

/// Which device to compute on (`?device=` in the address).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DevicePreference {
    /// A hardware GPU through WebGPU if the browser has one, otherwise the CPU.
    #[default]
    Auto,
    /// WebGPU, even on a fallback adapter; an error if there is no adapter.
    WebGpu,
    Cpu,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceReport {
    pub kind: DeviceKind,
    /// The adapter's name, or how the CPU is used.
    pub name: String,
    /// Why this device, as a sentence.
    pub reason: String,
    /// The browser's GPU, even if unused; `None` if not queried or missing.
    #[serde(default)]
    pub adapter: Option<AdapterFacts>,
    /// Problems found later, such as an encoder that disagrees with its stored vectors on this
    /// device; a sentence each.
    #[serde(default)]
    pub notices: Vec<String>,
}

/// What the browser reports about its GPU, with WebGPU's names and units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterFacts {
    pub name: String,
    /// Whether it is software that runs on the CPU.
    pub is_fallback: bool,
    /// Whether shaders can compute in float16 (`shader-f16`).
    pub has_shader_f16: bool,
    /// `maxBufferSize`, in bytes.
    pub max_buffer_bytes: u64,
    /// `maxStorageBufferBindingSize`, in bytes: how much of a buffer a shader can access.
    pub max_storage_binding_bytes: u64,
    pub max_workgroup_invocations: u32,
    /// `maxComputeWorkgroupSizeX`, `Y` and `Z`.
    pub max_workgroup_size: [u32; 3],
    /// `maxComputeWorkgroupStorageSize`, in bytes.
    pub max_workgroup_storage_bytes: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceKind {
    WebGpu,
    /// WebAssembly with SIMD.
    Cpu,
}
