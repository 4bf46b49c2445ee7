//! The device that the worker computes on: the wish, the choice, and what the browser offers.

use serde::{Deserialize, Serialize};

/// Which device to compute on (`?device=` in the address).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DevicePreference {
    /// A real GPU through WebGPU where there is one, otherwise the CPU.
    #[default]
    Auto,
    /// WebGPU even on a fallback adapter; an error where there is none.
    WebGpu,
    /// The CPU.
    Cpu,
}

/// The device that the worker computes on, and why this one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceReport {
    /// WebGPU or CPU.
    pub kind: DeviceKind,
    /// The adapter's name, or how the CPU is used.
    pub name: String,
    /// Why this device, in a sentence.
    pub reason: String,
    /// The browser's GPU, also where it is not used; `None` where it was not asked for, or there
    /// is none.
    #[serde(default)]
    pub adapter: Option<AdapterFacts>,
    /// What turned out not to be as it should, such as an encoder that disagrees here with its
    /// stored vectors; a sentence each.
    #[serde(default)]
    pub notices: Vec<String>,
}

/// What the browser says of its GPU: WebGPU's names and units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterFacts {
    /// Its name.
    pub name: String,
    /// Whether it computes on the processor.
    pub is_fallback: bool,
    /// Whether shaders may compute in float16 (`shader-f16`).
    pub has_shader_f16: bool,
    /// `maxBufferSize`, in bytes.
    pub max_buffer_bytes: u64,
    /// `maxStorageBufferBindingSize`, in bytes: the most that a shader sees of a buffer.
    pub max_storage_binding_bytes: u64,
    /// `maxComputeInvocationsPerWorkgroup`.
    pub max_workgroup_invocations: u32,
    /// `maxComputeWorkgroupSizeX`, `Y` and `Z`.
    pub max_workgroup_size: [u32; 3],
    /// `maxComputeWorkgroupStorageSize`, in bytes.
    pub max_workgroup_storage_bytes: u32,
}

/// The two kinds of device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceKind {
    /// A GPU, by WebGPU.
    WebGpu,
    /// WebAssembly with SIMD.
    Cpu,
}
