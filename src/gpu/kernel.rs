//! A kernel: WGSL with a name.

use cubecl::ir::{
    ElemType, UIntKind,
    metadata::Info,
    settings::{Dim3, ExecutionMode, KernelSettings},
};
use cubecl::prelude::{
    AddressType, CubeKernel, KernelDefinition, KernelId, KernelMetadata, PrecompiledSource, Scope,
};
use std::sync::Arc;

/// WGSL whose entry point is `main`. Its buffers are `read_write` in group 0, in the order in which
/// they are given at a launch: several may lie in one allocation, where WebGPU forbids a buffer to
/// be both read only and written. It reads or writes each of them: their layout is made of what it uses.
#[derive(Debug, Clone)]
pub struct Kernel {
    name: &'static str,
    source: Arc<str>,
}

impl Kernel {
    /// A kernel by this name, which errors show.
    #[must_use]
    pub fn new(name: &'static str, source: &str) -> Self {
        Self { name, source: source.into() }
    }
}

impl KernelMetadata for Kernel {
    fn name(&self) -> &'static str {
        self.name
    }

    /// Pipelines are kept by it, so it has the whole text.
    fn id(&self) -> KernelId {
        KernelId::new::<Self>().info(self.source.clone())
    }

    fn address_type(&self) -> ElemType {
        ElemType::UInt(UIntKind::U32)
    }
}

impl CubeKernel for Kernel {
    /// Nothing to compile: there is a source.
    fn define(&self) -> KernelDefinition {
        let settings =
            KernelSettings::new(Dim3::new_single(), ExecutionMode::Checked, AddressType::U32);
        KernelDefinition { body: Scope::root(settings.clone()), settings, info: Info::default() }
    }

    fn source(&self) -> Option<PrecompiledSource> {
        Some(PrecompiledSource {
            source: self.source.to_string(),
            entrypoint_name: "main".into(),
            lang: "wgsl",
        })
    }
}
