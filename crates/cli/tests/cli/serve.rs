//! What `rankscope serve` keeps to itself: files outside its folders, answers to other sites, and
//! places that a silent client holds.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::program::{fails, served::Served, shapes, with_files};
use flate2::read::GzDecoder;
use rankscope_core::content_policy;
use std::{
    fs,
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    time::Duration,
};

const SCRIPT: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";

/// A page with a script, and a benchmark with one in a picture.
fn page_and_benchmark() -> (tempfile::TempDir, tempfile::TempDir) {
    let dist = with_files(&[("index.html", "<p>page"), ("app.js", "1")]);
    (dist, with_files(&[("benchmark.json", "{}"), ("picture.svg", SCRIPT)]))
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// The answer to a request for `/`, with these `Host` headers.
fn asked_as(served: &Served, hosts: &[&str]) -> String {
    let hosts: String = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
    let (head, body) = served.ask(&format!("GET / HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"));
    head + "\n" + &String::from_utf8(body).unwrap()
}

#[cfg(unix)]
#[test]
fn symbolic_links_do_not_lead_out_of_the_folders() {
    use std::os::unix::fs::symlink;
    let (dist, benchmark) = page_and_benchmark();
    let outside = with_files(&[("secret.txt", "secret"), ("index.html", "secret")]);
    fs::create_dir(dist.path().join("own")).unwrap();
    fs::write(dist.path().join("own/file.txt"), "own").unwrap();
    for folder in [dist.path(), benchmark.path()] {
        symlink(outside.path().join("secret.txt"), folder.join("link.txt")).unwrap();
        symlink(outside.path(), folder.join("linked")).unwrap();
        symlink(outside.path().join("gone"), folder.join("dangling")).unwrap();
    }
    // A compressed form that leads out, of a file that does not.
    symlink(outside.path().join("secret.txt"), dist.path().join("app.js.br")).unwrap();
    // Links that stay inside.
    symlink("own/file.txt", dist.path().join("inside.txt")).unwrap();
    symlink(dist.path().join("own"), dist.path().join("inside")).unwrap();
    let served = Served::new(dist.path(), benchmark.path());
    for path in ["/link.txt", "/linked/secret.txt", "/linked/", "/linked/index.html"] {
        for folder in ["", "/benchmark"] {
            let (head, body) = served.get(&format!("{folder}{path}"), "");
            assert!(head.contains(" 403 "), "{folder}{path}: {head}");
            let body = String::from_utf8(body).unwrap();
            assert!(body.contains("leads out of") && body.contains("copy"), "{body}");
        }
    }
    assert!(served.get("/dangling", "").0.contains(" 404 "));
    assert_eq!(served.get("/app.js", "accept-encoding: br\r\n").1, b"1");
    assert_eq!(served.get("/inside.txt", "").1, b"own");
    assert_eq!(served.get("/inside/file.txt", "").1, b"own");
}

#[cfg(unix)]
#[test]
fn the_folders_themselves_may_be_symbolic_links() {
    use std::os::unix::fs::symlink;
    let (dist, benchmark) = page_and_benchmark();
    let links = tempfile::tempdir().unwrap();
    let (page, data) = (links.path().join("page"), links.path().join("data"));
    symlink(dist.path(), &page).unwrap();
    symlink(benchmark.path(), &data).unwrap();
    let served = Served::new(&page, &data);
    assert_eq!(served.get("/", "").1, b"<p>page");
    assert_eq!(served.get("/benchmark/benchmark.json", "").1, b"{}");
    // A new build behind the same link.
    let (next, _) = page_and_benchmark();
    fs::write(next.path().join("index.html"), "<p>next").unwrap();
    fs::remove_file(&page).unwrap();
    symlink(next.path(), &page).unwrap();
    assert_eq!(served.get("/", "").1, b"<p>next");
}

/// A named pipe has no end, and opening one waits for a writer.
#[cfg(unix)]
#[test]
fn only_files_are_served() {
    let (dist, benchmark) = page_and_benchmark();
    let pipe = benchmark.path().join("pipe.jsonl");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let served = Served::new(dist.path(), benchmark.path());
    assert!(served.get("/benchmark/pipe.jsonl", "").0.contains(" 404 "));
}

#[test]
fn only_names_of_this_machine_are_answered() {
    let (dist, benchmark) = page_and_benchmark();
    let served = Served::new(dist.path(), benchmark.path());
    let port = served.address.rsplit(':').next().unwrap();
    for host in ["localhost", "LocalHost", "127.0.0.1", "[::1]"] {
        for host in [host.to_owned(), format!("{host}:{port}"), format!("{host}:1")] {
            let answer = asked_as(&served, &[&host]);
            assert!(answer.contains(" 200 ") && answer.ends_with("<p>page"), "{host}: {answer}");
        }
    }
    let refused: [&[&str]; 12] = [
        &["attacker.example"],
        &["attacker.example:8080"],
        &["localhost.attacker.example"],
        &["127.0.0.1.attacker.example"],
        &["localhost@attacker.example"],
        &["attacker.example@localhost"],
        &["localhost:8080:x"],
        &["192.168.0.1"],
        &["[::2]"],
        &[""],
        &[],
        // The first and the last of two are taken by different programs.
        &["localhost", "attacker.example"],
    ];
    for hosts in refused {
        let answer = asked_as(&served, hosts);
        assert!(answer.contains(" 421 "), "{hosts:?}: {answer}");
        assert!(answer.contains("--host") && !answer.contains("<p>page"), "{hosts:?}: {answer}");
    }
    // The benchmark's files are refused as well, and a target with a host of its own.
    for request in [
        "GET /benchmark/benchmark.json HTTP/1.0\r\nHost: attacker.example\r\n\r\n",
        "GET http://attacker.example/ HTTP/1.0\r\nHost: localhost\r\n\r\n",
        "GET http://localhost/ HTTP/1.0\r\nHost: attacker.example\r\n\r\n",
    ] {
        assert!(served.ask(request).0.contains(" 421 "), "{request}");
    }
}

#[test]
fn host_adds_names() {
    let (dist, benchmark) = page_and_benchmark();
    let more = ["--host", "Bench.Example", "--host", "192.168.0.7", "--host", "fd00::7"];
    // An address is listened on, unless another is given.
    let more = [&more[..], &["--listen", "127.0.0.1"]].concat();
    let served = Served::with(dist.path(), benchmark.path(), &more);
    for host in ["bench.example", "bench.example:80", "192.168.0.7", "[fd00::7]:80", "localhost"] {
        assert!(asked_as(&served, &[host]).contains(" 200 "), "{host}");
    }
    assert!(asked_as(&served, &["other.example"]).contains(" 421 "));
    let dist = dist.path().to_str().unwrap();
    let serve = ["serve", "--port", "0", "--dist", dist, shapes()];
    for name in ["http://bench.example/", "bench.example:80", "", "a b", "*"] {
        fails(1, &[&serve[..], &["--host", name]].concat(), &["--host", "without"]);
    }
}

#[test]
fn other_machines_reach_it_only_if_asked() {
    let (dist, benchmark) = page_and_benchmark();
    let served = Served::new(dist.path(), benchmark.path());
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    // Under which name others ask cannot be known.
    let dist_path = dist.path().to_str().unwrap();
    let serve = ["serve", "--port", "0", "--dist", dist_path, shapes()];
    let all = [&serve[..], &["--listen", "0.0.0.0"]].concat();
    fails(1, &all, &["0.0.0.0", "--host"]);
    fails(2, &[&serve[..], &["--listen", "bench.example"]].concat(), &["--listen"]);
    // Another loopback address is a name of its own.
    if cfg!(target_os = "linux") {
        let served = Served::with(dist.path(), benchmark.path(), &["--listen", "127.0.0.2"]);
        assert!(served.address.starts_with("127.0.0.2:"), "{}", served.address);
        assert!(asked_as(&served, &[&served.address]).contains(" 200 "));
        assert!(asked_as(&served, &["127.0.0.3"]).contains(" 421 "));
    }
}

#[test]
fn the_page_has_its_policy_and_other_files_run_nothing() {
    let (dist, benchmark) = page_and_benchmark();
    fs::write(dist.path().join("favicon.svg"), SCRIPT).unwrap();
    // The built-in benchmark lies in the page's folder, and a file system may ignore case.
    fs::create_dir(dist.path().join("benchmark")).unwrap();
    fs::write(dist.path().join("benchmark/evil.html"), "<script>alert(1)</script>").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("benchmark", dist.path().join("Benchmark")).unwrap();
    fs::write(benchmark.path().join("evil.html"), "<script>alert(1)</script>").unwrap();
    let served = Served::new(dist.path(), benchmark.path());
    let page = content_policy::PAGE_HEADER.to_lowercase();
    let files = content_policy::BENCHMARK_FILE.to_lowercase();
    assert!(page.starts_with(&content_policy::PAGE.to_lowercase()));
    let mut expected = vec![
        ("/", &page),
        ("/leaderboard", &page),
        ("/index.html", &page),
        // A worker's policy is that of its script.
        ("/app.js", &page),
        ("/benchmark/benchmark.json", &files),
        ("/benchmark/picture.svg", &files),
        ("/benchmark/evil.html", &files),
        ("/%62enchmark/evil.html", &files),
        ("/benchmark//evil.html", &files),
        ("/nowhere", &files),
        ("/benchmark/nowhere.svg", &files),
    ];
    if cfg!(unix) {
        expected.push(("/Benchmark/evil.html", &files));
    }
    for (path, policy) in expected {
        let (head, _) = served.get(path, "");
        assert_eq!(header(&head, "x-content-type-options"), Some("nosniff"), "{path}: {head}");
        assert_eq!(header(&head, "content-security-policy"), Some(policy.as_str()), "{path}");
        // Several policies would all hold.
        assert_eq!(head.matches("content-security-policy").count(), 1, "{path}: {head}");
    }
    // What is not a file: a part, an unchanged file, a wrong method, a wrong host, a wrong range.
    let tag = header(&served.get("/app.js", "").0, "etag").unwrap().to_owned();
    for (status, request) in [
        (206, "GET /app.js HTTP/1.0\r\nhost: localhost\r\nrange: bytes=0-0\r\n\r\n".to_owned()),
        (304, format!("GET /app.js HTTP/1.0\r\nhost: localhost\r\nif-none-match: {tag}\r\n\r\n")),
        (405, "PUT /app.js HTTP/1.0\r\nhost: localhost\r\n\r\n".to_owned()),
        (416, "GET /app.js HTTP/1.0\r\nhost: localhost\r\nrange: bytes=9-\r\n\r\n".to_owned()),
        (421, "GET /app.js HTTP/1.0\r\nhost: x\r\n\r\n".to_owned()),
    ] {
        let (head, _) = served.ask(&request);
        assert!(head.contains(&format!(" {status} ")), "{request}: {head}");
        assert_eq!(header(&head, "x-content-type-options"), Some("nosniff"), "{request}: {head}");
        assert!(header(&head, "content-security-policy").is_some(), "{request}: {head}");
    }
    // Without scripts, `default-src` and `sandbox` say the same twice: either alone would do.
    assert!(files.contains("sandbox") && files.contains("default-src 'none'"), "{files}");
    assert!(!files.contains("allow-") && !files.contains("script-src"), "{files}");
    assert!(!page.contains("'unsafe-inline'") && !page.contains("'unsafe-eval'"), "{page}");
}

/// The limit is said in docs/hosting.md.
const CONNECTIONS: usize = 256;

#[test]
fn connections_are_limited_and_wait_for_a_place() {
    let (dist, benchmark) = page_and_benchmark();
    let served = Served::new(dist.path(), benchmark.path());
    let asking = || {
        let mut stream = TcpStream::connect(&served.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(b"GET /app.js HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        stream
    };
    let answered = |stream: &mut TcpStream| {
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 200");
    };
    let mut open: Vec<TcpStream> = (0..CONNECTIONS).map(|_| asking()).collect();
    open.iter_mut().for_each(answered);
    let mut waiting = asking();
    waiting.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let error = waiting.read(&mut [0; 1]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    waiting.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    drop(open.pop());
    answered(&mut waiting);
}

#[cfg(unix)]
#[test]
fn interrupts_end_it() {
    use std::os::unix::process::ExitStatusExt;
    let (dist, benchmark) = page_and_benchmark();
    fs::write(dist.path().join("large.bin"), vec![0; 32 << 20]).unwrap();
    for (name, signal) in [("-INT", 2), ("-TERM", 15)] {
        let mut served = Served::new(dist.path(), benchmark.path());
        // In the middle of an answer that nobody reads.
        let mut stream = TcpStream::connect(&served.address).unwrap();
        stream.write_all(b"GET /large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        stream.read_exact(&mut [0; 12]).unwrap();
        kill(name, served.child.id());
        assert_eq!(served.child.wait().unwrap().signal(), Some(signal));
    }
}

#[cfg(unix)]
fn kill(signal: &str, process: u32) {
    let mut kill = std::process::Command::new("kill");
    assert!(kill.args([signal, &process.to_string()]).status().unwrap().success());
}

#[test]
fn other_machines_get_text_and_programs_in_gzip() {
    let dist = with_files(&[
        ("index.html", "<p>page"),
        ("app.wasm", &"a program ".repeat(10_000)),
        ("font.woff2", &"a font ".repeat(1_000)),
    ]);
    let images = "{\"id\": 1}\n".repeat(1_000);
    let benchmark = with_files(&[("benchmark.json", "{}"), ("images.jsonl", &images)]);
    let accept = "accept-encoding: gzip, deflate\r\n";
    // On this machine itself it would cost more than it saves.
    let alone = Served::new(dist.path(), benchmark.path());
    assert!(!alone.get("/app.wasm", accept).0.contains("content-encoding"));

    let served = Served::with(dist.path(), benchmark.path(), &["--host", "bench.example"]);
    let plain = |gzip: &[u8]| {
        let mut plain = String::new();
        GzDecoder::new(gzip).read_to_string(&mut plain).unwrap();
        plain
    };
    for (path, whole) in
        [("/app.wasm", &"a program ".repeat(10_000)), ("/benchmark/images.jsonl", &images)]
    {
        let (head, body) = served.get(path, accept);
        assert_eq!(header(&head, "content-encoding"), Some("gzip"), "{head}");
        assert_eq!(header(&head, "content-length"), Some(body.len().to_string().as_str()));
        assert_eq!(header(&head, "vary"), Some("accept-encoding"), "{head}");
        assert!(body.len() * 10 < whole.len() && &plain(&body) == whole, "{path}");
        let known = format!("{accept}if-none-match: {}\r\n", header(&head, "etag").unwrap());
        assert!(served.get(path, &known).0.contains(" 304 "), "{path}");
        // Those who cannot read it get the file, and parts are parts of the file.
        for asked in ["", "accept-encoding: gzip;q=0\r\n"] {
            let (head, body) = served.get(path, asked);
            assert!(!head.contains("content-encoding") && body == whole.as_bytes(), "{head}");
        }
        let (head, body) = served.get(path, &format!("{accept}range: bytes=2-4\r\n"));
        assert!(head.contains(" 206 ") && body == whole.as_bytes()[2..5], "{head}");
    }
    assert!(!served.get("/font.woff2", accept).0.contains("content-encoding"));
    // A new build under the same name.
    fs::write(dist.path().join("app.wasm"), "another program").unwrap();
    assert_eq!(plain(&served.get("/app.wasm", accept).1), "another program");
}

/// The page's policy is written once, and the bundler copies it into the page.
#[test]
fn index_html_leaves_room_for_the_policy() {
    let index = fs::read_to_string(crate::here::root().join("index.html")).unwrap();
    let meta = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">",
        content_policy::PLACE
    );
    let (before, after) = index.split_once(&meta).unwrap();
    // It holds for what follows it.
    for loading in ["<link", "<script", "<style"] {
        assert!(!before.contains(loading), "{loading} is before the policy");
    }
    // Nothing in the page is what the policy forbids.
    assert!(!after.contains("style=") && !after.contains("<style") && !after.contains(" on"));
    let scripts: Vec<&str> = after.split("<script").skip(1).collect();
    assert!(
        scripts.iter().all(|script| script.contains("src=\"") && script.contains("></script>"))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn many_parts_that_are_taken_slowly_cost_little_memory() {
    let (dist, benchmark) = page_and_benchmark();
    fs::write(benchmark.path().join("shard.bin"), vec![7; 16 << 20]).unwrap();
    let served = Served::new(dist.path(), benchmark.path());
    // Nearly all of the file, in 160 parts.
    let parts: Vec<String> =
        (0..160).map(|part| format!("{}-{}", part * 100_000, part * 100_000 + 99_999)).collect();
    let request = format!(
        "GET /benchmark/shard.bin HTTP/1.1\r\nHost: localhost\r\nRange: bytes={}\r\n\r\n",
        parts.join(",")
    );
    let asked = (0..100).map(|_| {
        let mut client = TcpStream::connect(&served.address).unwrap();
        client.write_all(request.as_bytes()).unwrap();
        client
    });
    let mut asked: Vec<TcpStream> = asked.collect();
    for client in &mut asked {
        let mut head = [0; 12];
        client.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 206");
    }
    let status = fs::read_to_string(format!("/proc/{}/status", served.child.id())).unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let most_kb: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(most_kb < 250_000, "{most_kb} kB for 100 clients");
}
