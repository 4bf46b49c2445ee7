//! One connection: requests as they come, a response to each.

use super::{
    answer::{Answer, Asked},
    site::Site,
};
use std::{
    io::{self, ErrorKind, Read},
    net::{Shutdown, TcpStream},
    time::Duration,
};

/// A browser's heads take one or two KiB.
const MOST_HEAD_BYTES: usize = 32 << 10;
const MOST_HEADERS: usize = 100;
/// How long a connection may say nothing. Browsers open them again.
const IDLE: Duration = Duration::from_secs(300);

/// What came of reading a request.
enum Next {
    Asked(Asked),
    /// It cannot be read; said before the connection ends.
    Refused(Answer),
    /// The visitor has gone.
    End,
}

/// Answers requests until the visitor has had enough.
pub(super) fn serve(stream: &TcpStream, site: &Site) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(IDLE))?;
    // Bytes that came and were not yet read as a request.
    let mut bytes = Vec::new();
    loop {
        match next(stream, &mut bytes)? {
            Next::Asked(asked) => {
                Answer::new(&asked, site).send(stream, &asked)?;
                if !asked.keeps_alive {
                    return stream.shutdown(Shutdown::Write);
                }
            }
            Next::Refused(answer) => {
                answer.send(stream, &Asked::default())?;
                return stream.shutdown(Shutdown::Write);
            }
            Next::End => return Ok(()),
        }
    }
}

/// The next request; what follows it stays in `bytes`.
fn next(mut stream: &TcpStream, bytes: &mut Vec<u8>) -> io::Result<Next> {
    let mut more = [0; 4 << 10];
    loop {
        if !bytes.is_empty() {
            let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
            let mut request = httparse::Request::new(&mut headers);
            match request.parse(bytes) {
                Ok(httparse::Status::Complete(len)) => {
                    let asked = asked(&request);
                    bytes.drain(..len);
                    return Ok(Next::Asked(asked));
                }
                Ok(httparse::Status::Partial) if bytes.len() < MOST_HEAD_BYTES => {}
                Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                    let status = "431 Request Header Fields Too Large";
                    return Ok(Next::Refused(Answer::words(status, "too many headers")));
                }
                Err(error) => {
                    let words = format!("this is no request: {error}");
                    return Ok(Next::Refused(Answer::words("400 Bad Request", &words)));
                }
            }
        }
        let n_read = match stream.read(&mut more) {
            Ok(n_read) => n_read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Nothing was said for long.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => 0,
            Err(error) => return Err(error),
        };
        let Some(read) = more.get(..n_read).filter(|read| !read.is_empty()) else {
            return Ok(Next::End);
        };
        bytes.extend_from_slice(read);
    }
}

fn asked(request: &httparse::Request<'_, '_>) -> Asked {
    let all = |name| values(request, name);
    let header = |name| all(name).next().map(|value| value.trim().to_string());
    let has_word = |name, word| {
        all(name)
            .flat_map(|value| value.split(','))
            .any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    // A body is not read: what follows it could not be told from it.
    let has_body =
        all("content-length").any(|n| n.trim() != "0") || all("transfer-encoding").next().is_some();
    let is_new = request.version == Some(1);
    Asked {
        method: request.method.unwrap_or_default().to_string(),
        path: path(request.path.unwrap_or_default()).to_string(),
        range: header("range"),
        if_range: header("if-range"),
        if_none_match: header("if-none-match"),
        takes_brotli: all("accept-encoding").flat_map(|v| v.split(',')).any(takes_brotli),
        keeps_alive: is_new && !has_body && !has_word("connection", "close"),
    }
}

/// What a request says under a name, which may come several times.
fn values<'a>(
    request: &'a httparse::Request<'_, '_>,
    name: &'static str,
) -> impl Iterator<Item = &'a str> {
    let of_name = request.headers.iter().filter(move |h| h.name.eq_ignore_ascii_case(name));
    of_name.filter_map(|header| std::str::from_utf8(header.value).ok())
}

/// The path of a request's target, which a proxy gives with scheme and host.
fn path(target: &str) -> &str {
    let after_scheme = target.split_once("://").map(|(_, rest)| rest);
    let target = match after_scheme.filter(|_| !target.starts_with('/')) {
        Some(rest) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
        None => target,
    };
    target.split(['?', '#']).next().unwrap_or_default()
}

/// Whether a part of `Accept-Encoding` is brotli, with any weight but none.
fn takes_brotli(part: &str) -> bool {
    let mut words = part.split(';').map(str::trim);
    let is_brotli = words.next().is_some_and(|coding| coding.eq_ignore_ascii_case("br"));
    let weight = words.find_map(|word| word.strip_prefix("q=")).map(str::parse::<f32>);
    is_brotli && !matches!(weight, Some(Ok(0.0)))
}
