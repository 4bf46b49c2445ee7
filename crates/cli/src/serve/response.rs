//! The response to a request: its head as text, and the bytes of a file that follow.

use super::{
    range::{Requested, requested},
    request::Request,
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

/// A response, ready to be sent.
pub(super) struct Response {
    status: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Body,
    /// Bytes of the body. A response to HEAD has this length in its head and no body.
    len: u64,
}

enum Body {
    Text(String),
    /// From the file's present position.
    File(File),
}

impl Response {
    /// A response of one line of text.
    pub(super) fn line(status: &'static str, line: &str) -> Self {
        let body = format!("{line}\n");
        let headers = vec![("Content-Type", "text/plain; charset=utf-8".into())];
        Self { status, headers, len: body.len() as u64, body: Body::Text(body) }
    }

    /// The response to a request.
    pub(super) fn new(request: &Request, site: &Site) -> Self {
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            let mut response =
                Self::line("405 Method Not Allowed", "only GET and HEAD are allowed");
            response.headers.push(("Allow", "GET, HEAD".into()));
            return response;
        }
        let (status, file) = match site.find(&request.path) {
            Found::File(file) => ("200 OK", file),
            Found::Nothing(Some(file)) => ("404 Not Found", file),
            Found::Nothing(None) => return Self::line("404 Not Found", "not found"),
            Found::Folder => {
                let mut response =
                    Self::line("308 Permanent Redirect", "this is a folder: add a slash");
                // With two slashes at the beginning, it would name another host.
                let to = format!("/{}/", request.path.trim_start_matches('/'));
                response.headers.push(("Location", to));
                return response;
            }
        };
        Self::of_file(status, &file, request).unwrap_or_else(|error| {
            Self::line("500 Internal Server Error", &format!("{}: {error}", file.display()))
        })
    }

    fn of_file(status: &'static str, path: &Path, request: &Request) -> io::Result<Self> {
        let is_found = status.starts_with("200");
        // A range is one of the file itself, never of its compressed form.
        let range = request.range.as_deref().filter(|_| is_found && request.method == "GET");
        let brotli = brotli_of(path);
        let has_brotli = brotli.is_file();
        let is_compressed = has_brotli && request.accepts_brotli && range.is_none();
        let mut file = File::open(if is_compressed { &brotli } else { path })?;
        let meta = file.metadata()?;
        let tag = tag(meta.len(), meta.modified()?, is_compressed);
        // A new build changes files under the same names: the browser asks each time, and gets a
        // 304 for files that have not changed.
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
        let known = request.if_none_match.as_deref().unwrap_or_default();
        if known.split(',').map(str::trim).any(|known| known == "*" || weak(known) == tag) {
            let body = Body::Text(String::new());
            return Ok(Self { status: "304 Not Modified", headers, len: 0, body });
        }
        let is_same = request.if_range.as_ref().is_none_or(|known| *known == tag);
        match requested(range.filter(|_| is_same), meta.len()) {
            Requested::Whole => {
                Ok(Self { status, headers, len: meta.len(), body: Body::File(file) })
            }
            Requested::Part(part) => {
                file.seek(SeekFrom::Start(part.start))?;
                let of = format!("bytes {}-{}/{}", part.start, part.end - 1, meta.len());
                headers.push(("Content-Range", of));
                let status = "206 Partial Content";
                Ok(Self { status, headers, len: part.end - part.start, body: Body::File(file) })
            }
            Requested::Unsatisfiable => {
                let line = format!("the file has {} bytes", meta.len());
                let mut response = Self::line("416 Range Not Satisfiable", &line);
                response.headers.push(("Content-Range", format!("bytes */{}", meta.len())));
                Ok(response)
            }
        }
    }

    /// Sends the response.
    ///
    /// # Errors
    /// A closed connection, or a file that became shorter: the connection must end.
    pub(super) fn send(self, stream: &TcpStream, request: &Request) -> io::Result<()> {
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
        let _ = write!(head, "Connection: {}\r\n\r\n", connection(request.keeps_alive));
        let mut stream = stream;
        if request.method == "HEAD" || !has_length {
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

/// The entity tag of a file: length, time of the last change, and content coding.
fn tag(len: u64, modified: SystemTime, is_compressed: bool) -> String {
    let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    let coding = if is_compressed { "-br" } else { "" };
    format!("\"{len:x}-{:x}{coding}\"", since.as_nanos())
}

/// A tag without its mark as weak, which `If-None-Match` ignores.
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Where the brotli form of a file is, if it has one.
fn brotli_of(path: &Path) -> PathBuf {
    let mut name = path.to_path_buf().into_os_string();
    name.push(".br");
    name.into()
}
