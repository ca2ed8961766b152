//! The page under test.
use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use xtask::{
    exec,
    server::{Server, Site},
};

use crate::{driver::Driver, watch};

/// How long helpers wait for an element or a condition.
const LIMIT: Duration = Duration::from_secs(10);

/// One tab with the built page, and the server behind it.
pub struct Page {
    pub(crate) driver: Driver,
    server: Server,
    pub(crate) trouble_expected: bool,
    /// The page from disk that was opened: the one request that is not to the server.
    pub(crate) from_disk: Option<String>,
}

impl Page {
    /// Starts a browser and a server for `dist/` under a base path.
    pub fn start(base: &str) -> Result<Self, String> {
        Self::with(base, false)
    }

    /// The same; the log of performance holds a trace if `traced`.
    pub(crate) fn with(base: &str, traced: bool) -> Result<Self, String> {
        let dist = exec::root().join("dist");
        if !dist.join("index.html").is_file() {
            return Err("there is no built page: run `cargo xtask build` first".to_owned());
        }
        let server = Server::start(&Site::new(dist, base), "127.0.0.1", 0)?;
        let driver = Driver::start(traced)?;
        driver.cdp(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({ "source": watch::LISTENERS }),
        )?;
        Ok(Self {
            driver,
            server,
            trouble_expected: false,
            from_disk: None,
        })
    }

    /// Back to a new visitor's state: empty storage, wide window, default media, empty logs.
    pub fn reset(&mut self) -> Result<(), String> {
        self.trouble_expected = false;
        self.from_disk = None;
        self.driver.post("url", &json!({ "url": "about:blank" }))?;
        // A full history loses entries that no hand made, also those of the test that runs.
        self.driver.cdp("Page.resetNavigationHistory", &json!({}))?;
        let clear = json!({ "origin": self.origin(), "storageTypes": "all" });
        self.driver.cdp("Storage.clearDataForOrigin", &clear)?;
        self.driver.cdp(
            "Emulation.setEmulatedMedia",
            &json!({ "media": "", "features": [] }),
        )?;
        self.driver
            .cdp("Emulation.setCPUThrottlingRate", &json!({ "rate": 1 }))?;
        self.viewport(1360, 900);
        self.driver.post("se/log", &json!({ "type": "browser" }))?;
        self.driver
            .post("se/log", &json!({ "type": "performance" }))?;
        Ok(())
    }

    /// Serves the page under another base path from now on.
    #[track_caller]
    pub fn serve_under(&mut self, base: &str) {
        let site = Site::new(exec::root().join("dist"), base);
        self.server = Server::start(&site, "127.0.0.1", 0).expect("a second server");
    }

    /// `http://127.0.0.1:PORT`
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.server.port())
    }

    /// The page's address without query and fragment.
    pub fn base_url(&self) -> String {
        self.server.url()
    }

    /// Loads the page anew with a query and fragment (`"?lang=zh#m=7b"`), waits for its start.
    #[track_caller]
    pub fn open(&mut self, rest: &str) {
        self.load(rest);
        self.wait_for_start();
    }

    /// Waits until all of the page is made.
    #[track_caller]
    fn wait_for_start(&mut self) {
        self.wait_for("the page to start", |page| {
            page.js(
                "return document.readyState === 'complete' && !document.getElementById('loading')
                    && !document.querySelector('main[aria-busy=true]')",
            ) == true
        });
    }

    /// Like [`Page::open`], but does not wait for the start.
    #[track_caller]
    pub fn load(&mut self, rest: &str) {
        // A new fragment alone would not load the page again.
        must(self.driver.post("url", &json!({ "url": "about:blank" })));
        let url = format!("{}{rest}", self.base_url());
        must(self.driver.post("url", &json!({ "url": url })));
    }

    /// Opens a page of somebody else's, at its whole address.
    #[track_caller]
    pub fn visit(&mut self, url: &str) {
        must(self.driver.post("url", &json!({ "url": "about:blank" })));
        must(self.driver.post("url", &json!({ "url": url })));
    }

    /// Goes into a frame of the page, by its number; helpers then see what is in it.
    #[track_caller]
    pub fn enter_frame(&mut self, number: usize) {
        self.leave_frame();
        must(self.driver.post("frame", &json!({ "id": number })));
    }

    /// Back to the page around.
    #[track_caller]
    pub fn leave_frame(&mut self) {
        must(self.driver.post("frame", &json!({ "id": null })));
    }

    /// Opens a file from disk with a query and fragment, waits for its start.
    #[track_caller]
    pub fn open_file(&mut self, file: &str, rest: &str) {
        must(self.driver.post("url", &json!({ "url": "about:blank" })));
        let own = format!("file://{file}");
        must(
            self.driver
                .post("url", &json!({ "url": format!("{own}{rest}") })),
        );
        self.from_disk = Some(own);
        self.wait_for_start();
    }

    /// Reloads as the browser's button does, and waits for the start.
    #[track_caller]
    pub fn reload(&mut self) {
        must(self.driver.post("refresh", &json!({})));
        self.wait_for_start();
    }

    /// The address in the address bar.
    #[track_caller]
    pub fn url(&self) -> String {
        string(&must(self.driver.get("url")))
    }

    /// The title.
    #[track_caller]
    pub fn title(&self) -> String {
        string(&must(self.driver.get("title")))
    }

    /// Runs a script's text as a function body and gives what it returns.
    #[track_caller]
    pub fn js(&self, script: &str) -> Value {
        self.js_with(script, &json!([]))
    }

    /// Like [`Page::js`], with `arguments`. A promise is waited for.
    #[track_caller]
    pub fn js_with(&self, script: &str, arguments: &Value) -> Value {
        must(self.driver.post(
            "execute/sync",
            &json!({ "script": script, "args": arguments }),
        ))
    }

    /// A command of the browser's debugging protocol, for what has no helper.
    #[track_caller]
    pub fn cdp(&self, command: &str, parameters: &Value) -> Value {
        must(self.driver.cdp(command, parameters))
    }

    /// Waits up to ten seconds until the condition holds.
    #[track_caller]
    pub fn wait_for(&mut self, what: &str, condition: impl FnMut(&mut Self) -> bool) {
        self.wait_up_to(LIMIT, what, condition);
    }

    /// Waits until the condition holds, with a limit of your own.
    #[track_caller]
    pub fn wait_up_to(
        &mut self,
        limit: Duration,
        what: &str,
        mut condition: impl FnMut(&mut Self) -> bool,
    ) {
        let end = Instant::now() + limit;
        while !condition(self) {
            assert!(
                Instant::now() < end,
                "waited {} s in vain for {what}",
                limit.as_secs_f32()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sheets of A4 that the page prints on.
    #[track_caller]
    pub fn printed_pages(&self) -> usize {
        let sheet = json!({ "paperWidth": 210.0 / 25.4, "paperHeight": 297.0 / 25.4, "preferCSSPageSize": true });
        let printed = self.cdp("Page.printToPDF", &sheet);
        let bytes = watch::base64(printed["data"].as_str().unwrap_or_default());
        let kind: &[u8] = b"/Type /Page";
        let named = bytes.windows(kind.len() + 1);
        // Not `/Pages`, which names them all.
        named
            .filter(|at| at.starts_with(kind) && !at.ends_with(b"s"))
            .count()
    }

    /// Writes what the window shows to a PNG file.
    #[track_caller]
    pub fn screenshot(&self, file: &Path) {
        let shot = self.cdp("Page.captureScreenshot", &json!({ "format": "png" }));
        let bytes = watch::base64(shot["data"].as_str().unwrap_or_default());
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).expect("a folder for screenshots");
        }
        fs::write(file, bytes).expect("a screenshot file");
    }
}

/// What the driver answered; a panic with its message when it refused.
#[track_caller]
pub(crate) fn must(answer: Result<Value, String>) -> Value {
    answer.unwrap_or_else(|message| panic!("{message}"))
}

pub(crate) fn string(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
