//! The native program; its commands are in `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rankscope_cli::main()
}
