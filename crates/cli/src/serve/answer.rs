//! A request → a response: its head as text, and which bytes of which file follow.

use super::{
    range::{Wanted, wanted},
    site::{Found, Site, content_type},
};
use std::{
    fmt::Write as _,
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

/// What matters of a request.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) method: String,
    /// Percent-encoded, without what follows a question mark.
    pub(super) path: String,
    pub(super) range: Option<String>,
    pub(super) if_range: Option<String>,
    pub(super) if_none_match: Option<String>,
    pub(super) takes_brotli: bool,
    /// Whether the connection goes on afterwards.
    pub(super) keeps_alive: bool,
}

/// A response to be sent.
pub(super) struct Answer {
    status: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Body,
    /// Bytes of the body; a response to HEAD says so much and sends none of them.
    len: u64,
}

enum Body {
    Text(String),
    /// From where the file is open at.
    File(File),
}

impl Answer {
    /// A response of one line.
    pub(super) fn words(status: &'static str, words: &str) -> Self {
        let body = format!("{words}\n");
        let headers = vec![("Content-Type", "text/plain; charset=utf-8".into())];
        Self { status, headers, len: body.len() as u64, body: Body::Text(body) }
    }

    /// The response to a request.
    pub(super) fn new(asked: &Asked, site: &Site) -> Self {
        if !matches!(asked.method.as_str(), "GET" | "HEAD") {
            let mut answer = Self::words("405 Method Not Allowed", "only GET and HEAD here");
            answer.headers.push(("Allow", "GET, HEAD".into()));
            return answer;
        }
        let (status, file) = match site.find(&asked.path) {
            Found::File(file) => ("200 OK", file),
            Found::Nothing(Some(file)) => ("404 Not Found", file),
            Found::Nothing(None) => return Self::words("404 Not Found", "not found"),
            Found::Folder => {
                let mut answer = Self::words("308 Permanent Redirect", "a folder: add a slash");
                // One slash at the beginning: two would name another host.
                let to = format!("/{}/", asked.path.trim_start_matches('/'));
                answer.headers.push(("Location", to));
                return answer;
            }
        };
        Self::of_file(status, &file, asked).unwrap_or_else(|error| {
            Self::words("500 Internal Server Error", &format!("{}: {error}", file.display()))
        })
    }

    fn of_file(status: &'static str, path: &Path, asked: &Asked) -> io::Result<Self> {
        let is_found = status.starts_with("200");
        // Ranges count in the file itself.
        let range = asked.range.as_deref().filter(|_| is_found && asked.method == "GET");
        let brotli = brotli_of(path);
        let has_brotli = brotli.is_file();
        let is_compressed = has_brotli && asked.takes_brotli && range.is_none();
        let mut file = File::open(if is_compressed { &brotli } else { path })?;
        let meta = file.metadata()?;
        let tag = tag(meta.len(), meta.modified()?, is_compressed);
        // Files change when they are built again: the browser asks each time, and is told where
        // nothing has changed.
        let mut headers = vec![
            ("Content-Type", content_type(path).to_string()),
            ("Cache-Control", "no-cache".into()),
            ("Accept-Ranges", "bytes".into()),
        ];
        if has_brotli {
            headers.push(("Vary", "Accept-Encoding".into()));
        }
        if is_compressed {
            headers.push(("Content-Encoding", "br".into()));
        }
        if !is_found {
            return Ok(Self { status, headers, len: meta.len(), body: Body::File(file) });
        }
        headers.push(("ETag", tag.clone()));
        let known = asked.if_none_match.as_deref().unwrap_or_default();
        if known.split(',').map(str::trim).any(|known| known == "*" || weak(known) == tag) {
            let body = Body::Text(String::new());
            return Ok(Self { status: "304 Not Modified", headers, len: 0, body });
        }
        let is_same = asked.if_range.as_ref().is_none_or(|known| *known == tag);
        match wanted(range.filter(|_| is_same), meta.len()) {
            Wanted::All => Ok(Self { status, headers, len: meta.len(), body: Body::File(file) }),
            Wanted::Part(part) => {
                file.seek(SeekFrom::Start(part.start))?;
                let of = format!("bytes {}-{}/{}", part.start, part.end - 1, meta.len());
                headers.push(("Content-Range", of));
                let status = "206 Partial Content";
                Ok(Self { status, headers, len: part.end - part.start, body: Body::File(file) })
            }
            Wanted::Nothing => {
                let words = format!("the file has {} bytes", meta.len());
                let mut answer = Self::words("416 Range Not Satisfiable", &words);
                answer.headers.push(("Content-Range", format!("bytes */{}", meta.len())));
                Ok(answer)
            }
        }
    }

    /// Sends it. A body that ends too early is an error: the connection cannot go on.
    pub(super) fn send(self, stream: &TcpStream, asked: &Asked) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {}\r\n", self.status);
        // Writing to a string cannot fail.
        let _ = write!(head, "Date: {}\r\n", httpdate::fmt_http_date(SystemTime::now()));
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let has_length = !self.status.starts_with("304");
        if has_length {
            let _ = write!(head, "Content-Length: {}\r\n", self.len);
        }
        let _ = write!(head, "Connection: {}\r\n\r\n", connection(asked.keeps_alive));
        let mut stream = stream;
        if asked.method == "HEAD" || !has_length {
            return stream.write_all(head.as_bytes());
        }
        match self.body {
            Body::Text(text) => {
                head.push_str(&text);
                stream.write_all(head.as_bytes())
            }
            Body::File(file) => {
                stream.write_all(head.as_bytes())?;
                let n_sent = io::copy(&mut file.take(self.len), &mut stream)?;
                if n_sent == self.len { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
            }
        }
    }
}

fn connection(keeps_alive: bool) -> &'static str {
    if keeps_alive { "keep-alive" } else { "close" }
}

/// Names a state of a file: another length or time is another one, and so is another coding.
fn tag(len: u64, modified: SystemTime, is_compressed: bool) -> String {
    let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    let coding = if is_compressed { "-br" } else { "" };
    format!("\"{len:x}-{:x}{coding}\"", since.as_nanos())
}

/// `If-None-Match` does not mind a weak tag.
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

fn brotli_of(path: &Path) -> PathBuf {
    let mut name = path.to_path_buf().into_os_string();
    name.push(".br");
    name.into()
}
