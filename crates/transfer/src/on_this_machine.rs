//! The addresses of benchmarks from folders on this machine, which no server has.

/// The folder of these addresses, relative to the app.
pub const ON_THIS_MACHINE: &str = "on-this-machine/";

/// Whether a benchmark has such an address.
#[must_use]
pub fn is_on_this_machine(base_url: &str) -> bool {
    base_url.contains(&format!("/{ON_THIS_MACHINE}"))
}
