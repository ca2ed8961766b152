//! One JSON request to the driver on this machine.
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpStream},
    time::Duration,
};

use serde_json::Value;

/// Sends a request; gives the `value` of the answer, or what the driver said was wrong.
pub(crate) fn call(
    port: u16,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<Value, String> {
    let (status, answer) = exchange(port, method, path, body)
        .map_err(|e| format!("the browser's driver does not answer ({method} {path}): {e}"))?;
    let mut answer: Value = serde_json::from_slice(&answer)
        .map_err(|e| format!("the driver's answer to {path} is no JSON: {e}"))?;
    let value = answer["value"].take();
    if status == 200 {
        return Ok(value);
    }
    let message = value["message"].as_str().unwrap_or_default();
    Err(message.lines().next().unwrap_or_default().to_owned())
}

fn exchange(
    port: u16,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> std::io::Result<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\
         Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body.as_bytes()].concat())?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok())
        .unwrap_or(0);
    let mut length = 0;
    loop {
        line.clear();
        if reader.read_line(&mut line)? <= 2 {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer)?;
    Ok((status, answer))
}
