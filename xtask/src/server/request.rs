//! Reading one request.
use std::io::{self, BufRead, Read};

/// More than any browser sends for a static file.
const LIMIT: u64 = 64 * 1024;

/// The parts of a request that matter for a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// As sent, without the query.
    pub(super) path: String,
    /// The query with its question mark, or nothing.
    pub(super) query: String,
    pub(super) if_none_match: Option<String>,
    /// Whether the browser reads brotli.
    pub(super) brotli: bool,
}

/// Reads one request; nothing when the other side closed or sent no HTTP.
pub(super) fn read(stream: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut lines = stream.take(LIMIT).lines();
    let Some(first) = lines.next().transpose()? else {
        return Ok(None);
    };
    let mut words = first.split(' ');
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Ok(None);
    };
    let (path, query) = target
        .find('?')
        .map_or((target, ""), |at| target.split_at(at));
    let mut request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        if_none_match: None,
        brotli: false,
    };
    for line in lines {
        let line = line?;
        if line.is_empty() {
            return Ok(Some(request));
        }
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        if name.eq_ignore_ascii_case("if-none-match") {
            request.if_none_match = Some(value.trim().to_owned());
        } else if name.eq_ignore_ascii_case("accept-encoding") {
            // `br;q=0` would refuse it; no browser sends that.
            request.brotli = value.split(',').any(|one| one.trim() == "br");
        }
    }
    Ok(None)
}

/// Undoes percent-encoding; nothing for what is no valid path.
pub(super) fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            bytes.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let mut text: &[u8] = b"GET /a/b?c=1 HTTP/1.1\r\nHost: x\r\nIF-None-Match: \"7\"\r\n\r\n";
        let request = read(&mut text).unwrap().unwrap();
        assert_eq!(
            (request.path.as_str(), request.query.as_str()),
            ("/a/b", "?c=1")
        );
        assert_eq!(request.if_none_match.as_deref(), Some("\"7\""));
        assert!(!request.brotli);
        let mut text: &[u8] = b"GET / HTTP/1.1\r\naccept-encoding: gzip, br\r\n\r\n";
        assert!(read(&mut text).unwrap().unwrap().brotli);
        for broken in ["", "\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n"] {
            assert_eq!(read(&mut broken.as_bytes()).unwrap(), None);
        }
    }

    #[test]
    fn percent_signs_are_undone() {
        assert_eq!(decode("/a%20b/%E4%B8%AD").as_deref(), Some("/a b/中"));
        assert_eq!(decode("/%zz"), None);
        assert_eq!(decode("/%f"), None);
        assert_eq!(decode("/%ff"), None);
    }
}
