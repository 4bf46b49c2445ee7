//! A program that computes measures: Rankscope or a peer, each in its own process.

use super::{Result, files, timing::seconds};
use serde_json::{Map, Value};
use std::{
    env,
    io::{BufRead, BufReader, Lines, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A program that understands `values`, `serve` and `whole`.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    program: PathBuf,
    script: Option<PathBuf>,
    folder: PathBuf,
}

impl Contender {
    pub(crate) fn ourselves(folder: &Path) -> Result<Self> {
        let (program, folder) = (env::current_exe()?, folder.into());
        Ok(Self { name: "rankscope", program, script: None, folder })
    }

    pub(crate) fn peer(name: &'static str, python: &Path, folder: &Path) -> Self {
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers");
        let script = peers.join(format!("{name}_peer.py"));
        Self { name, program: python.into(), script: Some(script), folder: folder.into() }
    }

    /// `compiled` is numba's cache folder.
    fn command(&self, task: &str, compiled: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.script).arg(task).arg(&self.folder);
        command.env("NUMBA_CACHE_DIR", compiled).stdout(Stdio::piped());
        command
    }

    /// Runs a task; returns its output and the process's duration.
    pub(crate) fn run(&self, task: &str, word: &[&str], compiled: &Path) -> Result<(String, f64)> {
        self.finish(self.command(task, compiled), task, word)
    }

    /// Reads the files, evaluates and prints the means, as a user would. For Rankscope that is the
    /// command `rankscope eval`, at `$RANKSCOPE_BIN`.
    pub(crate) fn whole(&self, compiled: &Path) -> Result<(String, f64)> {
        if self.script.is_some() {
            return self.run("whole", &[], compiled);
        }
        let program = env::var_os("RANKSCOPE_BIN").ok_or("RANKSCOPE_BIN does not say where")?;
        let mut command = Command::new(program);
        command.args(files::eval_arguments(&self.folder)).stdout(Stdio::piped());
        let (printed, seconds) = self.finish(command, "whole", &[])?;
        Ok((files::json_from_csv(&printed)?, seconds))
    }

    fn finish(&self, mut command: Command, task: &str, word: &[&str]) -> Result<(String, f64)> {
        let mut output = None;
        let seconds = seconds(|| {
            output = Some(command.args(word).stderr(Stdio::inherit()).output());
        });
        let output = output.ok_or("not started")??;
        if !output.status.success() {
            return Err(format!("{} {task}: {}", self.name, output.status).into());
        }
        Ok((String::from_utf8(output.stdout)?, seconds))
    }

    /// Starts a process that keeps the rankings in memory.
    pub(crate) fn serve(&self, compiled: &Path) -> Result<Server> {
        let mut child = self.command("serve", compiled).stdin(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().ok_or("no standard input")?;
        let lines = BufReader::new(child.stdout.take().ok_or("no standard output")?).lines();
        let mut server = Server { child, stdin, lines, versions: Map::new() };
        server.versions = server.answer()?;
        Ok(server)
    }
}

/// A process that evaluates once for every line it receives.
pub(crate) struct Server {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    pub(crate) versions: Map<String, Value>,
}

impl Server {
    /// The seconds of one repetition, on the process's own clock.
    pub(crate) fn repeat(&mut self) -> Result<f64> {
        writeln!(self.stdin)?;
        let answer = self.answer()?;
        Ok(answer.get("seconds").and_then(Value::as_f64).ok_or("an answer without seconds")?)
    }

    pub(crate) fn end(self) -> Result<()> {
        let Self { mut child, stdin, .. } = self;
        drop(stdin);
        child.wait()?;
        Ok(())
    }

    fn answer(&mut self) -> Result<Map<String, Value>> {
        let line = self.lines.next().ok_or("the process ended without an answer")??;
        Ok(serde_json::from_str(&line)?)
    }
}
