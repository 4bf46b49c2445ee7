//! What `rankscope serve` and `view` share: the port, the address, other sites, and the browser.
#![allow(clippy::unwrap_used)]

use crate::program::{fails, served::Served, shapes, with_files};
use std::{fs, net::TcpListener, path::PathBuf, process::Command, thread, time::Duration};
use tempfile::TempDir;

fn page() -> TempDir {
    with_files(&[("index.html", "<p>page")])
}

/// `rankscope serve` with a page of one line.
fn serve(dist: &TempDir, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
    command.args(["serve", shapes(), "--dist"]).arg(dist.path()).args(options);
    command
}

#[test]
fn the_next_free_port_is_taken_where_none_is_asked_for() {
    // In use by this test, or by somebody else: then it is as good.
    let _taken = TcpListener::bind("127.0.0.1:8080");
    let dist = page();
    let served = Served::start(&mut serve(&dist, &[]));
    let port: u16 = served.address.strip_prefix("127.0.0.1:").unwrap().parse().unwrap();
    assert!((8081..=8180).contains(&port), "{port}");
    let said = served.says("in use");
    assert!(said.contains("8080") && said.contains(&port.to_string()), "{said}");
    assert_eq!(served.get("/", "").1, b"<p>page");
}

#[test]
fn host_takes_an_address_to_listen_on() {
    let dist = page();
    let served = Served::start(&mut serve(&dist, &["--host", "0.0.0.0", "--port", "0"]));
    assert!(served.address.starts_with("localhost:"), "{}", served.address);
    assert!(served.says("every machine").starts_with("warning: "));
    let asked = |host: &str| served.ask(&format!("GET / HTTP/1.0\r\nhost: {host}\r\n\r\n")).0;
    // Under any address, since no site can have one lead elsewhere, and under no other name.
    for host in ["localhost", "10.1.2.3", "10.1.2.3:8080", "[fd00::7]:1"] {
        assert!(asked(host).contains(" 200 "), "{host}");
    }
    for host in ["attacker.example", "10.1.2.3.attacker.example", "10.1.2"] {
        assert!(asked(host).contains(" 421 "), "{host}");
    }
    let named = Served::start(&mut serve(&dist, &["--host", "bench.example", "--port", "0"]));
    assert!(named.address.starts_with("127.0.0.1:"), "a name alone lets nobody in");
    let dist = dist.path().to_str().unwrap();
    let elsewhere = ["serve", shapes(), "--dist", dist, "--host", "192.0.2.1"];
    fails(1, &elsewhere, &["192.0.2.1", "not an address of this machine"]);
}

#[test]
fn other_sites_read_only_what_they_may() {
    let dist = page();
    let alone = Served::start(&mut serve(&dist, &["--port", "0"]));
    let shared = Served::start(&mut serve(&dist, &["--port", "0", "--cors"]));
    let origin = "origin: https://site.example\r\n";
    for path in ["/", "/benchmark/benchmark.json", "/nowhere"] {
        let allowed = "access-control-allow-origin: *";
        assert!(shared.get(path, origin).0.contains(allowed), "{path}");
        assert!(!alone.get(path, origin).0.contains("access-control"), "{path}");
    }
    let preflight = format!(
        "OPTIONS /benchmark/benchmark.json HTTP/1.0\r\nhost: localhost\r\n{origin}\
         access-control-request-method: GET\r\naccess-control-request-headers: range\r\n\r\n"
    );
    let (head, _) = shared.ask(&preflight);
    assert!(head.contains(" 200 ") && head.contains("access-control-allow-headers"), "{head}");
    assert!(alone.ask(&preflight).0.contains(" 405 "));
    // Names of other sites are still refused.
    let request = "GET / HTTP/1.0\r\nhost: attacker.example\r\n\r\n";
    assert!(shared.ask(request).0.contains(" 421 "));
}

#[test]
fn notebooks_may_frame_the_page_and_no_file_of_a_benchmark() {
    let dist = page();
    let framed = Served::start(&mut serve(&dist, &["--port", "0", "--framed"]));
    let plain = Served::start(&mut serve(&dist, &["--port", "0"]));
    let ancestors = |served: &Served, path: &str| {
        let (head, _) = served.get(path, "");
        head.split_once("frame-ancestors ").unwrap().1.lines().next().unwrap().to_owned()
    };
    assert_eq!(ancestors(&framed, "/"), "'self' http://localhost:* http://127.0.0.1:*");
    for (served, path) in [(&framed, "/benchmark/benchmark.json"), (&framed, "/no"), (&plain, "/")]
    {
        assert_eq!(ancestors(served, path), "'none'", "{path}");
    }
}

/// A browser that writes down what it opens.
#[cfg(unix)]
pub(crate) struct Browser(TempDir);

#[cfg(unix)]
impl Browser {
    pub(crate) fn new() -> Self {
        use std::os::unix::fs::PermissionsExt;
        let browser = Self(tempfile::tempdir().unwrap());
        let script = "#!/bin/sh\necho \"$1\" > \"$0.new\" && mv \"$0.new\" \"$0.opened\"\n";
        fs::write(browser.path(), script).unwrap();
        fs::set_permissions(browser.path(), fs::Permissions::from_mode(0o755)).unwrap();
        browser
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().join("browser")
    }

    pub(crate) fn has_opened(&self) -> bool {
        self.0.path().join("browser.opened").exists()
    }

    /// Waits until it opens an address.
    pub(crate) fn opens(&self) -> String {
        let opened = (0..600).find_map(|_| {
            thread::sleep(Duration::from_millis(50));
            fs::read_to_string(self.0.path().join("browser.opened")).ok()
        });
        opened.unwrap().trim().to_owned()
    }
}

#[cfg(unix)]
#[test]
fn the_browser_is_opened_if_it_should() {
    let (dist, browser) = (page(), Browser::new());
    let with_browser = |options: &[&str]| {
        Served::start(serve(&dist, &["--port", "0"]).args(options).env("BROWSER", browser.path()))
    };
    for options in [&[][..], &["--open", "--no-open"]] {
        let served = with_browser(options);
        assert_eq!(served.get("/", "").1, b"<p>page");
        assert!(!browser.has_opened(), "{options:?}");
    }
    let served = with_browser(&["--open"]);
    assert_eq!(browser.opens(), format!("http://{}/", served.address));
    // Without one, it says so and serves all the same.
    let mut command = serve(&dist, &["--port", "0", "--open"]);
    let none =
        Served::start(command.env("BROWSER", "/nonexistent/browser").env("PATH", "/nonexistent"));
    assert!(none.says("no browser").contains(&none.address));
    assert_eq!(none.get("/", "").1, b"<p>page");
}

#[test]
fn without_a_page_it_says_where_to_get_one() {
    if cfg!(feature = "page") {
        return;
    }
    fails(1, &["serve", shapes()], &["feature `page`", "--dist", "scripts/serve"]);
}

#[test]
fn several_parts_of_a_file_come_in_one_answer() {
    let dist = page();
    let served = Served::start(&mut serve(&dist, &["--port", "0"]));
    let name = "systems/words-8/gallery-00000.safetensors";
    let whole = fs::read(format!("{}/{name}", shapes())).unwrap();
    let path = format!("/benchmark/{name}");
    let len = whole.len();
    let (head, body) = served.get(&path, "range: bytes=0-7, 100-199,-16,90-110\r\n");
    assert!(head.contains(" 206 ") && head.contains("etag: "), "{head}");
    assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
    let (_, boundary) = head.split_once("multipart/byteranges; boundary=").unwrap();
    let boundary = boundary.lines().next().unwrap().trim();
    // RFC 9110, section 14.6.
    let mut expected: Vec<u8> = Vec::new();
    for part in [0..8, 100..200, len - 16..len, 90..111] {
        let (first, last) = (part.start, part.end - 1);
        let text = format!(
            "--{boundary}\r\nContent-Type: application/octet-stream\r\n\
             Content-Range: bytes {first}-{last}/{len}\r\n\r\n"
        );
        expected.extend(text.as_bytes());
        expected.extend(&whole[part]);
        expected.extend(b"\r\n");
    }
    expected.extend(format!("--{boundary}--\r\n").as_bytes());
    assert_eq!(body, expected);
    // A server may send the whole file where it is asked for a part that there is not, or for very many.
    let (head, body) = served.get(&path, "range: bytes=0-7,900000-900010\r\n");
    assert!(head.contains(" 200 ") && body == whole, "{head}");
    let many: Vec<String> = (0..201).map(|at| format!("{at}-{at}")).collect();
    let (head, body) = served.get(&path, &format!("range: bytes={}\r\n", many.join(",")));
    assert!(head.contains(" 200 ") && body == whole, "{head}");
}

#[test]
fn views_with_a_slash_after_them_and_doubled_slashes_lead_to_the_page() {
    let dist = page();
    let served = Served::start(&mut serve(&dist, &["--port", "0"]));
    for (asked, usual) in [
        ("/leaderboard/?device=cpu&q=a%20b", "/leaderboard?device=cpu&q=a%20b"),
        ("/about/", "/about"),
        ("/benchmark", "/about"),
        ("/benchmark/?device=cpu", "/about?device=cpu"),
        ("//", "/"),
        ("///?device=cpu", "/?device=cpu"),
        ("//compare//", "/compare"),
        // The page would read the built-in benchmark there, if its folder has it.
        ("//benchmark/benchmark.json", "/benchmark/benchmark.json"),
        // Never to another host, whatever browsers take for a slash.
        ("//attacker.example/x", "/attacker.example/x"),
        ("//\\attacker.example/x", "/attacker.example/x"),
    ] {
        let (head, _) = served.get(asked, "");
        assert!(head.contains(" 308 "), "{asked}: {head}");
        assert!(head.contains(&format!("location: {usual}\r\n")), "{asked}: {head}");
    }
    for path in ["/", "/leaderboard", "/leaderboard?find=a//b"] {
        assert_eq!(served.get(path, "").1, b"<p>page", "{path}");
    }
    assert!(served.get("/nowhere/", "").0.contains(" 404 "));
}
