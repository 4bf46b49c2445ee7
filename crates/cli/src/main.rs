//! The program `rankscope`; its commands are in the library next to this file.

use std::process::ExitCode;

fn main() -> ExitCode {
    rankscope_cli::main()
}
