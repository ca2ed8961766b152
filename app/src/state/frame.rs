//! What a frame tells the page around: that it is there, how tall it is, what became of its scenario.
use super::following::always;
use super::session::Session;
use super::{reach, what_if};
use crate::embed::{Embed, Height, Widget};
use crate::i18n;
use crate::platform::frame::{Said, tell};
use crate::platform::observe;
use estimator::memory::{MemoryReport, Metric, State};
use estimator::units::Bytes;
use leptos::prelude::*;
use std::cell::Cell;
use std::time::Duration;

/// Heights are told at most this often.
const PAUSE: Duration = Duration::from_millis(50);
/// What is said of a changed scenario waits until typing pauses.
const SETTLED: Duration = Duration::from_millis(400);

thread_local! {
    static HEIGHT: Cell<Height> = Cell::default();
    static PIXELS: Cell<f64> = const { Cell::new(0.0) };
    static WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Starts what a frame does when its state changes.
pub(super) fn follow(session: Session, embed: &'static Embed) {
    match embed.widget {
        Widget::Plan => reach::follow(session),
        Widget::Chart(_) => what_if::follow(session),
        _ => {}
    }
    for event in ["pointerdown", "keydown", "resize"] {
        let _ = window_event_listener_untyped(event, |_| touched());
    }
    observe::page_height(move |pixels| {
        PIXELS.set(pixels);
        if !WAITING.replace(true) {
            set_timeout(
                move || {
                    WAITING.set(false);
                    tell_height(&embed.host);
                },
                PAUSE,
            );
        }
    });
    if !embed.host.is_empty() {
        tell_changes(session, &embed.host);
    }
}

/// Somebody did something, so that the frame may grow again.
pub fn touched() {
    let mut height = HEIGHT.get();
    height.touched();
    HEIGHT.set(height);
}

/// Says that the frame is there, and how tall.
pub fn ready(session: Session) {
    let host = session.embed.as_ref().map_or("", |embed| &embed.host);
    let title = untrack(move || {
        let answer = session.answer()?;
        Some(i18n::embed_title(session.lang(), &answer.scenario))
    });
    let title = title.unwrap_or_default();
    let fields = [
        ("title", Said::Text(&title)),
        ("version", Said::Text(env!("CARGO_PKG_VERSION"))),
    ];
    tell(host, "ready", &fields);
    HEIGHT.set(Height::default());
    if PIXELS.get() > 0.0 {
        tell_height(host);
    }
}

fn tell_height(host: &str) {
    let mut height = HEIGHT.get();
    let next = height.next(PIXELS.get());
    HEIGHT.set(height);
    if let Some(pixels) = next {
        tell(host, "height", &[("height", Said::Number(pixels))]);
    }
}

/// The scenario with its figures: only to an origin that the address names, since sizes and prices are somebody's own.
fn tell_changes(session: Session, host: &'static str) {
    let mut waiting = None::<TimeoutHandle>;
    always(move || {
        if let Some(handle) = waiting.take() {
            handle.clear();
        }
        let scenario = session.fragment_now();
        let Some(answer) = session.answer().filter(|_| !session.stale()) else {
            return;
        };
        let hours = answer.run.as_ref().ok().map(|run| run.seconds / 3600.0);
        let said = move || {
            let [needed, usable] = headline(&answer.report);
            let interval = answer.interval(answer.report.peak.of(Metric::Needed));
            let [low, high] = [gib(interval.low), gib(interval.high)];
            let mut fields = vec![
                ("scenario", Said::Text(&scenario)),
                ("verdict", Said::Text(word(answer.report.verdict.state))),
                ("needed_gib", Said::Number(needed)),
                ("low_gib", Said::Number(low)),
                ("high_gib", Said::Number(high)),
                ("usable_gib", Said::Number(usable)),
            ];
            fields.extend(hours.map(|hours| ("hours", Said::Number(hours))));
            tell(host, "change", &fields);
        };
        waiting = set_timeout_with_handle(said, SETTLED).ok();
    });
}

fn headline(report: &MemoryReport) -> [f64; 2] {
    [report.peak.of(Metric::Needed), report.verdict.usable].map(gib)
}

fn gib(bytes: Bytes) -> f64 {
    bytes.as_unit(estimator::units::SizeUnit::Gib)
}

/// A verdict as programs read it.
const fn word(state: State) -> &'static str {
    match state {
        State::Fits => "fits",
        State::Borderline => "borderline",
        State::DoesNotFit => "does-not-fit",
    }
}
