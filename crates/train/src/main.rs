//! The program `rankscope-train`.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    program::main()
}
