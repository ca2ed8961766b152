//! A small static server for `dist/`: `cargo xtask serve` and the browser tests use it.
//!
//! Loopback tool, not a web server for the world: one thread a connection, one answer a connection.
mod answer;
mod request;

use std::{
    io::{self, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs},
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::exec::Result;

/// What is served, and under which path.
#[derive(Clone, Debug)]
pub struct Site {
    /// The folder.
    pub dir: PathBuf,
    /// `/` or `/some/path/`.
    pub base: String,
    /// Whether the page's policy goes with every answer: not with somebody else's page, which has the page in a frame.
    pub guarded: bool,
    /// Whether pages of other origins may read the files.
    pub shared: bool,
}

impl Site {
    /// A folder under a base path; slashes at the ends of the base are added when missing.
    pub fn new(dir: PathBuf, base: &str) -> Self {
        let inner = base.trim_matches('/');
        let base = if inner.is_empty() {
            "/".to_owned()
        } else {
            format!("/{inner}/")
        };
        Self {
            dir,
            base,
            guarded: true,
            shared: true,
        }
    }

    /// The same without the page's policy.
    #[must_use]
    pub fn unguarded(self) -> Self {
        Self {
            guarded: false,
            ..self
        }
    }

    /// The same as hosts serve it that allow other origins nothing.
    #[must_use]
    pub fn unshared(self) -> Self {
        Self {
            shared: false,
            ..self
        }
    }
}

/// A running server; it stops when dropped.
pub struct Server {
    addresses: Vec<SocketAddr>,
    base: String,
    stop: Arc<AtomicBool>,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Serves on every address that `host` has; port 0 takes a free one.
    pub fn start(site: &Site, host: &str, port: u16) -> Result<Self> {
        let listeners = bind(host, port)?;
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let mut addresses = Vec::new();
        for listener in listeners {
            addresses.push(listener.local_addr().map_err(|e| e.to_string())?);
            let (site, stop, seen) = (site.clone(), Arc::clone(&stop), Arc::clone(&seen));
            thread::spawn(move || accept(&listener, &site, &stop, &seen));
        }
        Ok(Self {
            addresses,
            base: site.base.clone(),
            stop,
            seen,
        })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.addresses[0].port()
    }

    /// `http://127.0.0.1:PORT/base/`
    pub fn url(&self) -> String {
        format!("http://{}{}", self.addresses[0], self.base)
    }

    /// Paths that were asked for since the last call.
    pub fn take_requests(&self) -> Vec<String> {
        self.seen
            .lock()
            .map(|mut seen| std::mem::take(&mut *seen))
            .unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        for address in &self.addresses {
            // Wakes the thread that waits for the next connection.
            let _ = TcpStream::connect_timeout(address, Duration::from_millis(200));
        }
    }
}

fn bind(host: &str, port: u16) -> Result<Vec<TcpListener>> {
    let named = |e: io::Error| format!("cannot serve on {host}:{port}: {e}");
    let mut bound: Vec<TcpListener> = Vec::new();
    let mut failure = format!("{host} has no address");
    for mut address in (host, port).to_socket_addrs().map_err(named)? {
        // With port 0 the second address takes the port that the first one got.
        if let Some(first) = bound.first().and_then(|l| l.local_addr().ok()) {
            address.set_port(first.port());
        }
        match TcpListener::bind(address) {
            Ok(listener) => bound.push(listener),
            Err(error) => {
                let busy = error.kind() == io::ErrorKind::AddrInUse;
                failure = if busy {
                    format!("port {port} is in use; choose another one with --port")
                } else {
                    named(error)
                };
                if busy && port != 0 {
                    return Err(failure);
                }
            }
        }
    }
    if bound.is_empty() {
        Err(failure)
    } else {
        Ok(bound)
    }
}

fn accept(listener: &TcpListener, site: &Site, stop: &AtomicBool, seen: &Arc<Mutex<Vec<String>>>) {
    for stream in listener.incoming().flatten() {
        if stop.load(Ordering::SeqCst) {
            return;
        }
        let (site, seen) = (site.clone(), Arc::clone(seen));
        thread::spawn(move || {
            // A visitor who hangs up is no event.
            let _ = converse(stream, &site, &seen);
        });
    }
}

fn converse(mut stream: TcpStream, site: &Site, seen: &Mutex<Vec<String>>) -> io::Result<()> {
    // Browsers open connections ahead and leave them silent.
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let Some(request) = request::read(&mut BufReader::new(&stream))? else {
        return Ok(());
    };
    if let Ok(mut seen) = seen.lock() {
        seen.push(request.path.clone());
    }
    stream.write_all(&answer::to(&request, site))
}

#[cfg(test)]
mod tests;
