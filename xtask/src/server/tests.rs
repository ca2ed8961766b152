use std::{env, fs, io::Read, process};

use super::*;

/// A folder with a page, a module and a secret beside it.
fn folder(name: &str) -> PathBuf {
    let top = env::temp_dir().join(format!("headroom-server-{name}-{}", process::id()));
    let dir = top.join("dist");
    fs::create_dir_all(dir.join("sub")).unwrap();
    fs::write(dir.join("index.html"), "<p>page</p>").unwrap();
    fs::write(dir.join("a b.wasm"), "wasm").unwrap();
    fs::write(dir.join("sub/index.html"), "<p>sub</p>").unwrap();
    fs::write(top.join("secret.txt"), "secret").unwrap();
    dir
}

fn ask(server: &Server, head: &str) -> String {
    let mut stream = TcpStream::connect(server.addresses[0]).unwrap();
    stream
        .write_all(format!("{head}\r\nHost: x\r\n\r\n").as_bytes())
        .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn get(server: &Server, path: &str) -> String {
    ask(server, &format!("GET {path} HTTP/1.1"))
}

#[test]
fn files_come_with_type_policy_and_tag() {
    let dir = folder("files");
    let server = Server::start(&Site::new(dir.clone(), "/"), "127.0.0.1", 0).unwrap();
    let page = get(&server, "/?lang=zh");
    assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>page</p>"));
    assert!(page.contains("Content-Type: text/html; charset=utf-8\r\n"));
    assert!(page.contains(&format!(
        "Content-Security-Policy: {}\r\n",
        crate::policy::header()
    )));
    assert!(page.contains("nosniff") && page.contains("Access-Control-Allow-Origin: *\r\n"));
    let tag = page
        .split("ETag: ")
        .nth(1)
        .unwrap()
        .split('\r')
        .next()
        .unwrap();
    let again = ask(&server, &format!("GET / HTTP/1.1\r\nIf-None-Match: {tag}"));
    assert!(again.starts_with("HTTP/1.1 304") && again.ends_with("\r\n\r\n"));
    assert!(get(&server, "/a%20b.wasm").contains("Content-Type: application/wasm\r\n"));
    assert!(ask(&server, "HEAD / HTTP/1.1").ends_with("\r\n\r\n"));
    assert!(ask(&server, "POST / HTTP/1.1").starts_with("HTTP/1.1 405"));
    assert_eq!(server.take_requests().len(), 5);
    fs::remove_dir_all(dir.parent().unwrap()).unwrap();
}

#[test]
fn nobody_climbs_out() {
    let dir = folder("climb");
    let server = Server::start(&Site::new(dir.clone(), "/"), "127.0.0.1", 0).unwrap();
    for path in [
        "/../secret.txt",
        "/sub/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/%00",
        "/%ff",
        "secret.txt",
    ] {
        assert!(get(&server, path).starts_with("HTTP/1.1 404"), "{path}");
    }
    fs::remove_dir_all(dir.parent().unwrap()).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out() {
    let dir = folder("link");
    std::os::unix::fs::symlink(dir.parent().unwrap().join("secret.txt"), dir.join("s.txt"))
        .unwrap();
    let server = Server::start(&Site::new(dir.clone(), "/"), "127.0.0.1", 0).unwrap();
    assert!(get(&server, "/s.txt").starts_with("HTTP/1.1 404"));
    fs::remove_dir_all(dir.parent().unwrap()).unwrap();
}

#[test]
fn a_base_path_is_kept() {
    let dir = folder("base");
    let server = Server::start(&Site::new(dir.clone(), "some/path"), "127.0.0.1", 0).unwrap();
    assert!(server.url().ends_with("/some/path/"));
    assert!(get(&server, "/some/path/").ends_with("<p>page</p>"));
    assert!(get(&server, "/some/path?x=1").contains("Location: /some/path/?x=1\r\n"));
    assert!(get(&server, "/some/path/sub").contains("Location: /some/path/sub/\r\n"));
    assert!(get(&server, "/some/path/sub/").ends_with("<p>sub</p>"));
    assert!(get(&server, "/").starts_with("HTTP/1.1 404"));
    assert!(get(&server, "/some/pathology").starts_with("HTTP/1.1 404"));
    fs::remove_dir_all(dir.parent().unwrap()).unwrap();
}

#[test]
fn a_busy_port_is_named() {
    let site = Site::new(env::temp_dir(), "/");
    let first = Server::start(&site, "127.0.0.1", 0).unwrap();
    let error = Server::start(&site, "127.0.0.1", first.port())
        .err()
        .unwrap();
    assert!(
        error.contains("in use") && error.contains("--port"),
        "{error}"
    );
}

#[test]
fn packed_files_go_to_browsers_that_read_them() {
    let dir = folder("packed");
    fs::write(dir.join("index.html.br"), "packed").unwrap();
    let server = Server::start(&Site::new(dir.clone(), "/"), "127.0.0.1", 0).unwrap();
    let plain = get(&server, "/");
    assert!(plain.ends_with("<p>page</p>") && !plain.contains("Content-Encoding"));
    let packed = ask(&server, "GET / HTTP/1.1\r\nAccept-Encoding: gzip, br");
    assert!(packed.contains("Content-Encoding: br\r\n") && packed.ends_with("\r\n\r\npacked"));
    assert!(packed.contains("Content-Type: text/html"));
    fs::remove_dir_all(dir.parent().unwrap()).unwrap();
}
