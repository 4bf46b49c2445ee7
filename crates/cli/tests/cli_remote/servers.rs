//! Search engines, and servers that pretend to be one, for as long as a test runs.

use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// The Python with Chroma's server and Qdrant's client; set by scripts/test.
pub(crate) fn python() -> Option<PathBuf> {
    env::var_os("RANKSCOPE_SEARCH_ENGINES").map(PathBuf::from)
}

/// A server in another process.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Chroma with its data in a folder, on a port or on any.
    pub(crate) fn chroma(data: &Path, port: Option<u16>) -> Self {
        let program = python().unwrap().with_file_name("chroma");
        let port = port.unwrap_or_else(free_port);
        let mut command = Command::new(program);
        command.arg("run").arg("--path").arg(data);
        command.args(["--host", "127.0.0.1", "--port", &port.to_string()]);
        Self::started(command, port)
    }

    /// Qdrant's client in local mode, behind its REST API.
    pub(crate) fn qdrant(script: &Path, key: Option<&str>) -> Self {
        let port = free_port();
        let mut command = Command::new(python().unwrap());
        command.arg(script).arg(port.to_string());
        command.args(key.map(|key| ["--key", key]).into_iter().flatten());
        Self::started(command, port)
    }

    fn started(mut command: Command, port: u16) -> Self {
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let server = Self { child, port };
        let deadline = Instant::now() + Duration::from_secs(120);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "the search engine does not answer");
            thread::sleep(Duration::from_millis(100));
        }
        server
    }
}

/// A port without a listener.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// Answers each request, given by its first line and its headers, with a whole response; its address.
pub(crate) fn answering(answer: impl Fn(&str) -> String + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for connection in listener.incoming().map_while(Result::ok) {
            let answer = answer.clone();
            thread::spawn(move || respond(connection, &*answer));
        }
    });
    url
}

fn respond(mut connection: TcpStream, answer: &dyn Fn(&str) -> String) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let (mut head, mut n_body) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            n_body = value.trim().parse().unwrap();
        }
        head.push_str(&line);
    }
    let mut body = vec![0; n_body];
    let _ = reader.read_exact(&mut body);
    let _ = connection.write_all(answer(&head).as_bytes());
}

/// A response with JSON.
pub(crate) fn json(status: u16, body: &str) -> String {
    let n = body.len();
    format!(
        "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\ncontent-length: {n}\r\n\
         connection: close\r\n\r\n{body}"
    )
}
