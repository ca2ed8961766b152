//! Choosing the file and writing the answer.
use std::{
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hasher},
    path::{Path, PathBuf},
};

use super::{
    Site,
    request::{self, Request},
};
use crate::policy;

enum Found {
    File(PathBuf),
    /// Where the file really is: a folder without its last slash, or the base.
    Moved(String),
    Nothing,
}

/// The whole answer, head and body.
pub(super) fn to(request: &Request, site: &Site) -> Vec<u8> {
    let answer = |status: &str, extra: &[&str], media: &str, body: &[u8], head_only: bool| {
        answer(site, status, extra, media, body, head_only)
    };
    let head_only = request.method == "HEAD";
    if request.method != "GET" && !head_only {
        return answer(
            "405 Method Not Allowed",
            &["Allow: GET, HEAD"],
            "text/plain",
            b"",
            head_only,
        );
    }
    match find(request, site) {
        Found::Moved(to) => {
            let location = format!("Location: {to}{}", request.query);
            answer(
                "301 Moved Permanently",
                &[&location],
                "text/plain",
                b"",
                head_only,
            )
        }
        Found::Nothing => {
            let body = b"There is no such file here.\n";
            answer(
                "404 Not Found",
                &[],
                "text/plain; charset=utf-8",
                body,
                head_only,
            )
        }
        Found::File(path) => match body(request, &path) {
            Ok((body, packed)) => file(request, site, &path, &body, packed),
            Err(_) => answer(
                "500 Internal Server Error",
                &[],
                "text/plain",
                b"",
                head_only,
            ),
        },
    }
}

fn find(request: &Request, site: &Site) -> Found {
    let Some(path) = request::decode(&request.path) else {
        return Found::Nothing;
    };
    if format!("{path}/") == site.base {
        return Found::Moved(site.base.clone());
    }
    let Some(inside) = path.strip_prefix(&site.base) else {
        return Found::Nothing;
    };
    // No climbing, and no second spelling of a separator.
    if inside.contains(['\\', '\0', ':']) || inside.split('/').any(|part| part.starts_with("..")) {
        return Found::Nothing;
    }
    let wanted = site.dir.join(inside.trim_start_matches('/'));
    let (Ok(top), Ok(real)) = (site.dir.canonicalize(), wanted.canonicalize()) else {
        return Found::Nothing;
    };
    if !real.starts_with(top) {
        return Found::Nothing;
    }
    if real.is_file() {
        return Found::File(real);
    }
    if !request.path.ends_with('/') {
        return Found::Moved(format!("{}/", request.path));
    }
    Some(real.join("index.html"))
        .filter(|index| index.is_file())
        .map_or(Found::Nothing, Found::File)
}

/// The bytes of a file, and whether they are packed: where there is a packed one beside it and the browser reads that.
fn body(request: &Request, path: &Path) -> std::io::Result<(Vec<u8>, bool)> {
    if request.brotli {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".br");
        if let Ok(packed) = fs::read(beside) {
            return Ok((packed, true));
        }
    }
    Ok((fs::read(path)?, false))
}

fn file(request: &Request, site: &Site, path: &Path, body: &[u8], packed: bool) -> Vec<u8> {
    let head_only = request.method == "HEAD";
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let header = format!("ETag: {tag}");
    let known = request.if_none_match.as_deref();
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return answer(
            site,
            "304 Not Modified",
            &[&header],
            media_type(path),
            b"",
            head_only,
        );
    }
    let mut extra = vec![header.as_str()];
    if packed {
        extra.extend(["Content-Encoding: br", "Vary: Accept-Encoding"]);
    }
    answer(site, "200 OK", &extra, media_type(path), body, head_only)
}

fn answer(
    site: &Site,
    status: &str,
    extra: &[&str],
    media: &str,
    body: &[u8],
    head_only: bool,
) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status}\r\n");
    let length = format!("Content-Length: {}", body.len());
    let media = format!("Content-Type: {media}");
    let policy = format!("Content-Security-Policy: {}", policy::header());
    let fixed = [
        media.as_str(),
        &length,
        "Cache-Control: no-cache",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Connection: close",
    ];
    let guard = site.guarded.then_some(policy.as_str());
    // A frame in a sandbox without an origin has to read the page's files all the same.
    let sharing = site.shared.then_some("Access-Control-Allow-Origin: *");
    let chosen: Vec<&str> = guard.into_iter().chain(sharing).collect();
    for line in fixed.iter().chain(&chosen).chain(extra) {
        let _ = write!(head, "{line}\r\n");
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    if !head_only {
        bytes.extend_from_slice(body);
    }
    bytes
}

fn media_type(path: &Path) -> &'static str {
    match path
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default()
    {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "xml" => "application/xml",
        "txt" | "md" | "csv" | "tsv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
