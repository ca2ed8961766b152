//! Somebody else's page, with Headroom in it.
use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
};

use xtask::{
    exec,
    server::{Server, Site},
};

/// A page at another origin; it is there as long as this is.
pub struct Host {
    server: Server,
}

impl Host {
    /// Serves a page with that body. `HEADROOM` in it becomes the address of the page under test, which ends with a slash.
    ///
    /// # Panics
    /// It cannot be written or served.
    pub fn of(headroom: &str, head: &str, body: &str) -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let dir = exec::target_dir().join(format!("browser-hosts/{number}"));
        fs::create_dir_all(&dir).expect("a folder for pages");
        let page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>A tutorial</title>\
             <link rel=\"icon\" href=\"data:,\">{head}</head><body>{body}</body></html>"
        );
        fs::write(dir.join("index.html"), page.replace("HEADROOM", headroom)).expect("a page");
        let site = Site::new(dir, "/").unguarded();
        let server = Server::start(&site, "127.0.0.1", 0).expect("a server for it");
        Self { server }
    }

    /// The page under test once more, at a host that lets other origins read nothing.
    ///
    /// # Panics
    /// It cannot be served.
    pub fn strict() -> Self {
        let site = Site::new(exec::root().join("dist"), "/").unshared();
        let server = Server::start(&site, "127.0.0.1", 0).expect("a server for it");
        Self { server }
    }

    /// Its address.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Its origin.
    pub fn origin(&self) -> String {
        self.server.url().trim_end_matches('/').to_owned()
    }
}
