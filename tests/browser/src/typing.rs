//! What a keystroke costs: the work of the page's thread from the input event until the frame that shows the numbers is drawn,
//! and until the one that shows the chart is.
//!
//! Read from the browser's own trace. Waiting for the display is no work and is left out; so is what other programs of the
//! machine take, since the trace has the time that the thread was on a core.
use std::{collections::BTreeMap, thread, time::Duration};

use serde_json::{Value, json};

use crate::Page;

/// Pause between two keys, in which everything that follows one comes to rest.
const PAUSE: Duration = Duration::from_millis(300);

/// Lengths that are typed, each over the one before: their first digits are lengths too, from a handful of tokens to many.
/// Enough of them for the 95th percentile to be more than the second slowest key.
const LENGTHS: [&str; 12] = [
    "4096", "1536", "16384", "2048", "32768", "8192", "1024", "6144", "24576", "512", "3072",
    "12288",
];

/// Sets a mark in the trace when the numbers, and when the chart, have changed.
const MARKS: &str = "
const mark = (css, name) => new MutationObserver(() => performance.mark(name))
    .observe(document.querySelector(css), {subtree: true, childList: true, characterData: true});
mark('#answer', 'numbers');
mark('#chart', 'chart');";

/// Selects what stands in the box.
const SELECT: &str = "const field = document.querySelector('#f-s');
field.focus({preventScroll: true});
field.select();";

/// Milliseconds of work after each key, sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typing {
    /// To the numbers.
    pub numbers: Vec<f64>,
    /// To the chart.
    pub charts: Vec<f64>,
}

/// Types lengths into a scenario whose chart is in view.
///
/// # Errors
/// No browser, or a trace that does not hold what was looked for.
pub fn measure(link: &str) -> Result<Typing, String> {
    let mut page = Page::with("/", true)?;
    page.viewport(1360, 900);
    page.open(link);
    page.wait_visible("#what-if .plot:not([aria-busy=true]) svg");
    page.js("document.querySelector('#what-if').scrollIntoView()");
    page.js(MARKS);
    for length in LENGTHS {
        page.js(SELECT);
        for digit in length.chars() {
            let code = u32::from(digit);
            let key = |kind| json!({ "type": kind, "key": digit, "text": digit, "windowsVirtualKeyCode": code });
            page.cdp("Input.dispatchKeyEvent", &key("keyDown"));
            page.cdp("Input.dispatchKeyEvent", &key("keyUp"));
            thread::sleep(PAUSE);
        }
    }
    let typing = Thread::of(&page.trace())?.typing();
    let keys: usize = LENGTHS.map(str::len).iter().sum();
    if typing.numbers.len() < keys * 9 / 10 || typing.charts.len() < keys / 2 {
        return Err(format!("a trace of {keys} keys holds only {typing:?}"));
    }
    Ok(typing)
}

/// The value that so many per cent of a sorted list do not exceed.
pub fn quantile(sorted: &[f64], per_cent: usize) -> f64 {
    let at = (sorted.len() * per_cent).div_ceil(100).max(1) - 1;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

/// Something that a thread did: microseconds on the clock, and on a core.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: f64,
    end: f64,
    work: f64,
}

impl Span {
    fn of(event: &Value) -> Self {
        let number = |name: &str| event[name].as_f64().unwrap_or(0.0);
        let (start, length) = (number("ts"), number("dur"));
        Self {
            start,
            end: start + length,
            work: event["tdur"].as_f64().unwrap_or(length),
        }
    }

    /// The part of its work that lies between two moments, spread evenly over it.
    fn within(self, from: f64, to: f64) -> f64 {
        let length = self.end - self.start;
        let part = self.end.min(to) - self.start.max(from);
        if length > 0.0 && part > 0.0 {
            self.work * part / length
        } else {
            0.0
        }
    }
}

/// The page's thread.
#[derive(Debug, Default)]
struct Thread {
    /// Where each input event starts.
    keys: Vec<f64>,
    /// Where something was marked, by name.
    marks: BTreeMap<String, Vec<f64>>,
    /// Everything it did, one after the other.
    tasks: Vec<Span>,
    /// Frames handed on to be drawn: all the page's own work for them is done.
    frames: Vec<f64>,
}

impl Thread {
    /// From the events of all threads.
    fn of(events: &[Value]) -> Result<Self, String> {
        let is_key = |event: &&Value| {
            event["name"] == "EventDispatch" && event["args"]["data"]["type"] == "input"
        };
        let key = events.iter().find(is_key).ok_or("no key in the trace")?;
        let mut thread = Self::default();
        let own = |event: &&Value| event["pid"] == key["pid"] && event["tid"] == key["tid"];
        for event in events.iter().filter(own) {
            let span = Span::of(event);
            match event["name"].as_str().unwrap_or_default() {
                "EventDispatch" if is_key(&event) => thread.keys.push(span.start),
                "RunTask" => thread.tasks.push(span),
                "Commit" => thread.frames.push(span.end),
                name @ ("numbers" | "chart") => {
                    let marks = thread.marks.entry(name.to_owned()).or_default();
                    marks.push(span.start);
                }
                _ => {}
            }
        }
        thread.keys.sort_by(f64::total_cmp);
        thread.frames.sort_by(f64::total_cmp);
        Ok(thread)
    }

    fn typing(&self) -> Typing {
        let sorted = |name| {
            let mut all = self.after_keys(name);
            all.sort_by(f64::total_cmp);
            all
        };
        Typing {
            numbers: sorted("numbers"),
            charts: sorted("chart"),
        }
    }

    /// Milliseconds of work after each key until a frame has what was marked; keys after which nothing changed are left out.
    fn after_keys(&self, name: &str) -> Vec<f64> {
        let ends = self.keys.iter().skip(1).chain([&f64::INFINITY]);
        let found = self.keys.iter().zip(ends).filter_map(|(key, end)| {
            let marks = self.marks.get(name)?.iter();
            let mark = marks.copied().find(|mark| mark > key && mark < end)?;
            let frame = self.frames.iter().copied().find(|frame| *frame > mark)?;
            let work: f64 = self.tasks.iter().map(|task| task.within(*key, frame)).sum();
            Some(work / 1000.0)
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, thread: u32, ts: f64, dur: f64, tdur: f64) -> Value {
        json!({ "name": name, "pid": 1, "tid": thread, "ts": ts, "dur": dur, "tdur": tdur })
    }

    #[test]
    fn work_is_counted_from_the_key_to_the_frame_that_shows_it() {
        let mut key = event("EventDispatch", 7, 1000.0, 500.0, 500.0);
        key["args"] = json!({ "data": { "type": "input" } });
        let events = [
            // Half of this task came before the key.
            event("RunTask", 7, 0.0, 2000.0, 2000.0),
            key,
            event("numbers", 7, 1500.0, 0.0, 0.0),
            // A frame that was under way, then the one that shows it: on a core for half of its time.
            event("Commit", 7, 1100.0, 10.0, 10.0),
            event("RunTask", 7, 10_000.0, 4000.0, 2000.0),
            event("Commit", 7, 13_900.0, 100.0, 100.0),
            // Other threads, and what follows the frame, are not counted.
            event("RunTask", 8, 1000.0, 9000.0, 9000.0),
            event("RunTask", 7, 20_000.0, 5000.0, 5000.0),
        ];
        let typing = Thread::of(&events).expect("a key").typing();
        assert_eq!(typing.numbers, [3.0]);
        assert!(typing.charts.is_empty());
        assert!(Thread::of(&events[2..]).is_err());
    }

    #[test]
    fn a_quantile_is_a_value_of_the_list() {
        let list: Vec<f64> = (1..=20).map(f64::from).collect();
        assert!((quantile(&list, 50) - 10.0).abs() < f64::EPSILON);
        assert!((quantile(&list, 95) - 19.0).abs() < f64::EPSILON);
        assert!(quantile(&[], 95).is_nan());
    }
}
