//! Kernel launches, recorded and submitted in batches.

use crate::{buffer::Buffer, error_watch::ErrorWatch, kernel::Kernel};
use std::{collections::HashMap, sync::Arc};
use wgpu::ComputePipeline;

/// Launches per submission, unless something is read before.
const LAUNCHES_PER_SUBMISSION: usize = 64;

/// Compiled kernels, and the launches that are not yet submitted.
#[derive(Default)]
pub(crate) struct Launches {
    /// By the source of their kernels.
    pipelines: HashMap<Arc<str>, ComputePipeline>,
    commands: Option<Commands>,
    /// The buffers of the recorded launches, kept alive until submission.
    used: Vec<Buffer>,
    n_recorded: usize,
}

/// Launches in one pass: beginning a pass takes longer than a small kernel.
struct Commands {
    encoder: wgpu::CommandEncoder,
    pass: wgpu::ComputePass<'static>,
}

impl Commands {
    fn new(device: &wgpu::Device) -> Self {
        let mut encoder = device.create_command_encoder(&Default::default());
        let pass = encoder.begin_compute_pass(&Default::default()).forget_lifetime();
        Self { encoder, pass }
    }

    /// Ends the pass.
    fn finish(self) -> wgpu::CommandEncoder {
        drop(self.pass);
        self.encoder
    }
}

/// Where launches are submitted, and who learns of their errors.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) device: &'a wgpu::Device,
    pub(crate) queue: &'a wgpu::Queue,
    pub(crate) errors: &'a ErrorWatch,
}

impl Launches {
    /// Records a launch in `workgroups` workgroups; submits when a batch is full.
    pub(crate) fn record(
        &mut self,
        target: Target<'_>,
        kernel: &Kernel,
        workgroups: [usize; 2],
        buffers: &[&Buffer],
    ) {
        let device = target.device;
        let pipeline = self.pipeline(device, kernel);
        let entries: Vec<wgpu::BindGroupEntry<'_>> = (0u32..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.raw().as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(kernel.name()),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let Commands { pass, .. } = self.commands.get_or_insert_with(|| Commands::new(device));
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        let [x, y] = workgroups.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        pass.dispatch_workgroups(x, y, 1);
        self.used.extend(buffers.iter().map(|buffer| (*buffer).clone()));
        self.n_recorded += 1;
        if self.n_recorded == LAUNCHES_PER_SUBMISSION {
            let commands = self.commands.take().map(Commands::finish);
            self.submit(target, commands);
        }
    }

    /// Submits the recorded launches and then what `append` adds.
    pub(crate) fn submit_with(
        &mut self,
        target: Target<'_>,
        append: impl FnOnce(&mut wgpu::CommandEncoder),
    ) {
        let mut commands = match self.commands.take() {
            Some(commands) => commands.finish(),
            None => target.device.create_command_encoder(&Default::default()),
        };
        append(&mut commands);
        self.submit(target, Some(commands));
    }

    fn submit(&mut self, target: Target<'_>, commands: Option<wgpu::CommandEncoder>) {
        let commands = commands.map(wgpu::CommandEncoder::finish);
        target.errors.submit(target.device, target.queue, commands);
        self.used.clear();
        self.n_recorded = 0;
    }

    fn pipeline(&mut self, device: &wgpu::Device, kernel: &Kernel) -> ComputePipeline {
        let compile = || {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(kernel.name()),
                source: wgpu::ShaderSource::Wgsl(kernel.source().as_ref().into()),
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(kernel.name()),
                layout: None,
                module: &module,
                entry_point: Some("main"),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        self.pipelines.entry(kernel.source().clone()).or_insert_with(compile).clone()
    }
}
