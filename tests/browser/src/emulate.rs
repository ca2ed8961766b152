//! Other screens, themes and machines.
use serde_json::json;

use crate::page::Page;

impl Page {
    /// A desktop window of that size.
    #[track_caller]
    pub fn viewport(&mut self, width: u32, height: u32) {
        self.screen(width, height, 1.0, false);
    }

    /// A phone: 360 pixels wide, with touch.
    #[track_caller]
    pub fn phone(&mut self) {
        self.screen(360, 760, 2.0, true);
    }

    /// A width at which 1280 pixels look as with 200% zoom.
    #[track_caller]
    pub fn zoom_200(&mut self) {
        self.screen(640, 450, 2.0, false);
    }

    #[track_caller]
    fn screen(&mut self, width: u32, height: u32, scale: f32, mobile: bool) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile,
        });
        self.cdp("Emulation.setDeviceMetricsOverride", &size);
        self.cdp(
            "Emulation.setTouchEmulationEnabled",
            &json!({ "enabled": mobile }),
        );
    }

    /// Sets media features: `&[("prefers-color-scheme", "dark"), ("forced-colors", "active")]`.
    #[track_caller]
    pub fn media(&mut self, features: &[(&str, &str)]) {
        let list: Vec<_> = features
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        self.cdp("Emulation.setEmulatedMedia", &json!({ "features": list }));
    }

    /// Dark theme by the system's setting.
    #[track_caller]
    pub fn dark(&mut self) {
        self.media(&[("prefers-color-scheme", "dark")]);
    }

    /// As on paper.
    #[track_caller]
    pub fn paper(&mut self) {
        self.cdp("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    }

    /// A processor that many times slower.
    #[track_caller]
    pub fn slow_cpu(&mut self, times: u32) {
        self.cdp("Emulation.setCPUThrottlingRate", &json!({ "rate": times }));
    }

    /// Whether the page is wider than the window, which phones answer with a sideways scroll.
    #[track_caller]
    pub fn overflows(&self) -> bool {
        let script = "const d = document.documentElement; return d.scrollWidth > d.clientWidth";
        self.js(script) == true
    }

    /// Fails when the page is wider than the window, and names what sticks out.
    #[track_caller]
    pub fn assert_fits(&self) {
        let script = "
            const edge = document.documentElement.clientWidth;
            return [...document.body.querySelectorAll('*')]
                .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > edge + 0.5)
                .map(e => `<${e.localName} class=\"${e.className}\" id=\"${e.id}\"> ends at ${
                    Math.round(e.getBoundingClientRect().right)} of ${edge}`)
                .slice(0, 8)";
        assert!(
            !self.overflows(),
            "wider than the window: {:#}",
            self.js(script)
        );
    }
}
