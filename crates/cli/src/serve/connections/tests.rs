//! Slow and silent clients, over real sockets.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{Limits, WriteTimeout, serve};
use crate::serve::{
    answer,
    hosts::Hosts,
    options::Others,
    site::{PageFiles, Site},
};
use std::{
    fs,
    io::{ErrorKind, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Far longer than anything here takes; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(100);
const LONG: Duration = Duration::from_secs(3600);

/// More than the buffers of both sides hold, in bytes.
const LARGE: usize = 32 << 20;

struct Server {
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

/// A server that runs until the tests end.
fn start(limits: Limits) -> Server {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("index.html"), "page").unwrap();
    fs::write(folder.path().join("large.bin"), vec![7; LARGE]).unwrap();
    let page = PageFiles::Folder(folder.path().to_owned());
    let site = Site { page, benchmark: folder.path().to_owned(), kept: None };
    let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), &[]).unwrap();
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(listener.local_addr().unwrap()).unwrap();
            serve(listener, answer::router(site, hosts, Others::default()), limits).await;
        });
    });
    Server { address: told.recv().unwrap(), _folder: folder }
}

impl Server {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    fn ask(&self, path: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        stream
    }
}

fn assert_answered(stream: &mut TcpStream) {
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
}

#[test]
fn one_connection_more_than_there_are_places_waits_for_one() {
    let server = start(Limits { connections: 2, head: LONG, write: LONG });
    let (mut first, mut second) = (server.ask("/"), server.ask("/"));
    assert_answered(&mut first);
    assert_answered(&mut second);
    let mut third = server.ask("/");
    third.set_read_timeout(Some(SHORT)).unwrap();
    let error = third.read(&mut [0; 1]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    drop(first);
    third.set_read_timeout(Some(PATIENCE)).unwrap();
    assert_answered(&mut third);
}

#[test]
fn a_client_that_sends_nothing_gives_up_its_place() {
    let server = start(Limits { connections: 1, head: SHORT, write: LONG });
    let mut silent = server.connect();
    assert_answered(&mut server.ask("/"));
    assert_eq!(silent.read(&mut [0; 1]).unwrap(), 0);
}

#[test]
fn a_head_that_comes_byte_by_byte_is_not_waited_for() {
    let server = start(Limits { connections: 1, head: SHORT, write: LONG });
    let mut slow = server.connect();
    slow.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ").unwrap();
    let began = Instant::now();
    // Until the server has closed the connection: then a read ends, or a write fails.
    while slow.write_all(b"x").is_ok() {
        match slow.read(&mut [0; 1]) {
            Ok(0) => break,
            Ok(_) => panic!("half a request was answered"),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(_) => assert!(began.elapsed() < PATIENCE, "it waits for more"),
        }
    }
    assert_answered(&mut server.ask("/"));
}

#[test]
fn a_client_that_stops_reading_gives_up_its_place() {
    let server = start(Limits { connections: 1, head: LONG, write: SHORT });
    let mut silent = server.ask("/large.bin");
    assert_answered(&mut silent);
    // There is no other place, so this is answered once the silent one is given up.
    assert_answered(&mut server.ask("/"));
    let mut rest = Vec::new();
    // An error or an early end, whichever the system reports.
    let _ = silent.read_to_end(&mut rest);
    assert!(rest.len() < LARGE, "it was sent whole");
}

#[test]
fn a_client_that_reads_gets_all() {
    let server = start(Limits::default());
    let mut stream = server.connect();
    stream
        .write_all(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.ends_with(&vec![7; LARGE]));
}

/// With a clock that moves on only when all wait, so that it takes no time and always the same.
#[test]
fn slow_is_not_silent() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let (mut client, server) = tokio::io::duplex(4);
        let writing = tokio::spawn(async move {
            let mut server = WriteTimeout::new(server, Duration::from_secs(60));
            for _ in 0..20 {
                server.write_all(b"four").await.unwrap();
            }
            // Takes what the buffer holds; then nobody reads.
            server.write_all(b"fourmore").await.unwrap_err().kind()
        });
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_secs(59)).await;
            client.read_exact(&mut [0; 4]).await.unwrap();
        }
        assert_eq!(writing.await.unwrap(), ErrorKind::TimedOut);
    });
}
