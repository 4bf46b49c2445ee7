//! The program as a server, which ends with its test.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
};

/// A server that ends with the test.
pub(crate) struct Served {
    pub(crate) child: Child,
    /// Host and port.
    pub(crate) address: String,
    /// The view that it begins with, below the page's folder.
    pub(crate) start: String,
    /// What it said on standard error until it printed its address, and after.
    pub(crate) said: Receiver<String>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    pub(crate) fn new(dist: &Path, benchmark: &Path) -> Self {
        Self::with(dist, benchmark, &[])
    }

    pub(crate) fn with(dist: &Path, benchmark: &Path, options: &[&str]) -> Self {
        let paths = [dist, benchmark].map(|path| path.to_str().unwrap());
        let serve = ["serve", "--port", "0", "--dist", paths[0], paths[1]];
        Self::start(Command::new(env!("CARGO_BIN_EXE_rankscope")).args(serve).args(options))
    }

    /// Starts a command that serves, and waits for its address.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (to, said) = channel();
        let errors = BufReader::new(child.stderr.take().unwrap());
        // Read to the end, so that it never waits for a reader.
        thread::spawn(move || {
            errors.lines().map_while(Result::ok).try_for_each(|line| to.send(line))
        });
        let mut printed = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = printed
            .find_map(|line| Some(line.ok()?.strip_prefix("Rankscope is at http://")?.to_owned()));
        let Some(url) = url else {
            let said: Vec<String> = said.iter().collect();
            panic!("no address: {said:?}");
        };
        let (address, start) = url.split_once('/').unwrap();
        Self { child, address: address.to_owned(), start: start.to_owned(), said }
    }

    /// The next line on standard error that has these words.
    pub(crate) fn says(&self, words: &str) -> String {
        self.said.iter().find(|line| line.contains(words)).unwrap()
    }

    /// Status line and headers in lower case, and the body.
    pub(crate) fn get(&self, path: &str, header: &str) -> (String, Vec<u8>) {
        self.ask(&format!("GET {path} HTTP/1.0\r\nhost: localhost\r\n{header}\r\n"))
    }

    /// The answer to a request that leaves nothing to say afterwards.
    pub(crate) fn ask(&self, request: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        (head, answer[end + 4..].to_vec())
    }
}
