//! Lengths of a data set, measured where it lies: a few milliseconds at a time, so that no file freezes the page.
use super::session::Session;
use crate::platform::clock;
use crate::platform::files::Picked;
use estimator::data::lengths::{Ratios, Reader, Summary};
use leptos::prelude::*;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

/// Milliseconds of work before the browser may do something else.
const SLICE: f64 = 4.0;
/// Bytes between two looks at the clock.
const BITE: usize = 4 * 1024;
/// Bytes that are fetched from a file at once.
const PIECE: f64 = 512.0 * 1024.0;

/// How far measuring is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing was given.
    #[default]
    Idle,
    /// Under way.
    Reading,
    /// All of it was read.
    Done,
    /// Stopped by the person: what was read counts.
    Stopped,
    /// The file could not be read to its end.
    Lost,
}

/// A data set and what was read of it.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// How far it is.
    pub stage: Stage,
    /// The file's name; empty for a pasted text.
    pub name: String,
    /// Its bytes.
    pub size: f64,
    /// Bytes that were read.
    pub read: f64,
    /// What they hold.
    pub summary: Arc<Summary>,
    /// Which measuring this is: a later one ends it.
    ticket: u32,
}

enum From {
    File(Picked),
    Text,
}

struct Job {
    session: Session,
    ticket: u32,
    from: From,
    /// Bytes that were fetched.
    held: Vec<u8>,
    /// How many of them were measured.
    fed: usize,
    /// Bytes before those.
    before: f64,
    size: f64,
    reader: Reader,
}

/// Measures a file.
pub fn measure_file(session: Session, file: Picked) {
    let (name, size) = (file.name(), file.size());
    start(session, From::File(file), name, Vec::new(), size);
}

/// Measures a pasted text.
pub fn measure_text(session: Session, text: &str) {
    #[expect(clippy::cast_precision_loss, reason = "a pasted text is no petabyte")]
    let size = text.len() as f64;
    let bytes = text.as_bytes().to_vec();
    start(session, From::Text, String::new(), bytes, size);
}

fn start(session: Session, from: From, name: String, held: Vec<u8>, size: f64) {
    let ticket = session.measured.with_untracked(|now| now.ticket) + 1;
    session.measured.set(Measured {
        stage: Stage::Reading,
        name,
        size,
        ticket,
        ..Measured::default()
    });
    work(Box::new(Job {
        session,
        ticket,
        from,
        held,
        fed: 0,
        before: 0.0,
        size,
        reader: Reader::new(Ratios::default()),
    }));
}

fn work(mut job: Box<Job>) {
    let wanted = |now: &Measured| now.ticket == job.ticket && now.stage == Stage::Reading;
    if !job.session.measured.with_untracked(wanted) {
        return;
    }
    let end = clock::now() + SLICE;
    while let Some(left) = job.held.get(job.fed..).filter(|left| !left.is_empty()) {
        if clock::now() >= end {
            job.show(Stage::Reading);
            set_timeout(move || work(job), Duration::ZERO);
            return;
        }
        let bite = left.get(..BITE).unwrap_or(left);
        job.reader.feed(bite);
        job.fed += bite.len();
    }
    next(job);
}

/// Fetches the next piece, or ends.
fn next(mut job: Box<Job>) {
    job.before = job.read();
    job.fed = 0;
    job.held = Vec::new();
    let file = match &job.from {
        From::File(file) if job.before < job.size => file.clone(),
        _ => return job.end(Stage::Done),
    };
    job.show(Stage::Reading);
    let (from, to) = (job.before, job.before + PIECE);
    let waiting = Cell::new(Some(job));
    file.read(from, to, move |bytes| {
        let Some(mut job) = waiting.take() else {
            return;
        };
        match bytes.filter(|bytes| !bytes.is_empty()) {
            Some(bytes) => {
                job.held = bytes;
                work(job);
            }
            None => job.end(Stage::Lost),
        }
    });
}

impl Job {
    /// Bytes that were measured.
    #[expect(clippy::cast_precision_loss, reason = "a piece of a file")]
    fn read(&self) -> f64 {
        self.before + self.fed as f64
    }

    fn show(&self, stage: Stage) {
        self.tell(stage, self.reader.so_far().clone());
    }

    fn end(self: Box<Self>, stage: Stage) {
        let reader = self.reader.clone();
        self.tell(stage, reader.finish());
    }

    fn tell(&self, stage: Stage, summary: Summary) {
        self.session.measured.update(|now| {
            if now.ticket == self.ticket {
                now.stage = stage;
                now.read = self.read();
                now.summary = Arc::new(summary);
            }
        });
    }
}

impl Session {
    /// Stops measuring; what was read stays.
    pub fn stop_measuring(self) {
        self.measured.update(|now| now.stage = Stage::Stopped);
    }
}
