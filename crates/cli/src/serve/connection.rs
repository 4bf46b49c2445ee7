//! One connection: reads requests and answers them in order.

use super::{request::Request, response::Response, site::Site};
use std::{
    io::{self, ErrorKind, Read},
    net::{Shutdown, TcpStream},
    time::Duration,
};

/// The largest head of a request. A browser's takes one or two KiB.
const MOST_HEAD_BYTES: usize = 32 << 10;
const MOST_HEADERS: usize = 100;
/// How long a connection may be idle. Browsers open a new one when they need it.
const IDLE: Duration = Duration::from_secs(300);

/// What was read from the connection.
enum Next {
    Request(Request),
    /// Not a request: the response to send before the connection ends.
    Invalid(Response),
    /// The client closed the connection, or was idle for too long.
    End,
}

/// Answers requests until the client closes the connection.
pub(super) fn serve(stream: &TcpStream, site: &Site) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(IDLE))?;
    // Bytes received that are not parsed yet.
    let mut bytes = Vec::new();
    loop {
        match next(stream, &mut bytes)? {
            Next::Request(request) => {
                Response::new(&request, site).send(stream, &request)?;
                if !request.keeps_alive {
                    return stream.shutdown(Shutdown::Write);
                }
            }
            Next::Invalid(response) => {
                response.send(stream, &Request::default())?;
                return stream.shutdown(Shutdown::Write);
            }
            Next::End => return Ok(()),
        }
    }
}

/// Reads the next request; bytes after it stay in `bytes`.
fn next(mut stream: &TcpStream, bytes: &mut Vec<u8>) -> io::Result<Next> {
    let mut more = [0; 4 << 10];
    loop {
        if !bytes.is_empty() {
            let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
            let mut head = httparse::Request::new(&mut headers);
            match head.parse(bytes) {
                Ok(httparse::Status::Complete(len)) => {
                    let request = Request::from_head(&head);
                    bytes.drain(..len);
                    return Ok(Next::Request(request));
                }
                Ok(httparse::Status::Partial) if bytes.len() < MOST_HEAD_BYTES => {}
                Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                    let status = "431 Request Header Fields Too Large";
                    return Ok(Next::Invalid(Response::line(status, "too many headers")));
                }
                Err(error) => {
                    let line = format!("this is not an HTTP request: {error}");
                    return Ok(Next::Invalid(Response::line("400 Bad Request", &line)));
                }
            }
        }
        let n_read = match stream.read(&mut more) {
            Ok(n_read) => n_read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Idle for too long.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => 0,
            Err(error) => return Err(error),
        };
        let Some(read) = more.get(..n_read).filter(|read| !read.is_empty()) else {
            return Ok(Next::End);
        };
        bytes.extend_from_slice(read);
    }
}
