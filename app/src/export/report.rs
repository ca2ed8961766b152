//! One page that a manager can read: what fits, on what it rests, where the memory goes, how long, how much.
use crate::budget::rank;
use crate::figures::{hundredths, shown};
use crate::i18n::export::{Label, assumed, label, made_by, sentence};
use crate::i18n::{self, Lang, export};
use crate::sheet::{Block, Cell, markdown};
use estimator::cost::Range;
use estimator::export::{Document, Estimate, origin};
use estimator::memory::{Divides, Metric, State, Term};
use estimator::num::ascending;
use estimator::run::RunReport;
use estimator::scenario::{Field, Origin};
use estimator::units::{Bytes, SizeUnit};

/// What reports are made with.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) lang: Lang,
    pub(super) unit: SizeUnit,
}

/// The heading of a document.
pub fn title(lang: Lang, document: &Document) -> String {
    match document.estimates.as_slice() {
        [only] => export::title(lang, only),
        _ => label(lang, Label::Compared).to_owned(),
    }
}

/// A document as Markdown.
pub fn report(lang: Lang, document: &Document, unit: SizeUnit) -> String {
    markdown(&title(lang, document), &blocks(lang, document, unit))
}

/// A document as a sheet of paper.
pub(super) fn blocks(lang: Lang, document: &Document, unit: SizeUnit) -> Vec<Block> {
    let words = Words { lang, unit };
    match document.estimates.as_slice() {
        [only] => words.one(only, &document.address),
        all => words.side_by_side(document, all),
    }
}

impl Words {
    pub(super) fn label(self, of: Label) -> &'static str {
        label(self.lang, of)
    }

    fn size(self, bytes: Bytes) -> String {
        i18n::size(self.lang, bytes, self.unit)
    }

    fn one(self, estimate: &Estimate, address: &str) -> Vec<Block> {
        let (lang, unit) = (self.lang, self.unit);
        let verdict = i18n::verdict(lang, &estimate.memory, &estimate.scenario, unit);
        let strong = [&verdict.state, " ", &verdict.headline].concat();
        let mut blocks = vec![
            Block::Heading(self.label(Label::Answer)),
            Block::Words(["**", strong.trim(), "** ", &verdict.detail].concat()),
        ];
        blocks.push(Block::Words(self.takes(estimate)));
        blocks.push(Block::Words(
            ["> ", &sentence(lang, estimate, unit, address)].concat(),
        ));
        blocks.push(Block::Heading(self.label(Label::Stated)));
        blocks.extend(self.stated(estimate));
        blocks.push(Block::Words(assumed(lang, estimate)));
        blocks.push(Block::Words(i18n::premises(lang, &estimate.scenario)));
        blocks.push(Block::Heading(self.label(Label::Memory)));
        blocks.push(self.memory(estimate));
        blocks.push(Block::Heading(self.label(Label::Around)));
        blocks.push(self.around(core::slice::from_ref(estimate)));
        blocks.push(Block::Words(made_by(lang, address)));
        blocks
    }

    fn takes(self, estimate: &Estimate) -> String {
        let lang = self.lang;
        if estimate.memory.verdict.state == State::DoesNotFit {
            return i18n::text(lang, i18n::Text::NotPriced).to_owned();
        }
        let run = match &estimate.run {
            Ok(run) => run,
            Err(why) => return i18n::no_time(lang, *why).to_owned(),
        };
        let [takes, detail] = i18n::takes(lang, run);
        let cost = estimate.cost.as_ref();
        let rent = cost.and_then(|cost| i18n::rent(lang, cost));
        let gap = if lang == Lang::Zh { "" } else { " " };
        let parts: Vec<String> = [takes, detail].into_iter().chain(rent).collect();
        parts.join(gap)
    }

    /// Inputs that somebody chose.
    fn stated(self, estimate: &Estimate) -> Option<Block> {
        let chosen = estimate
            .fields
            .iter()
            .filter(|field| field.applies && origin(field) == Origin::Chosen);
        let row = |field: &Field| {
            vec![
                Cell::Words(i18n::param_label(self.lang, field.param).to_owned()),
                Cell::Words(i18n::value(self.lang, field)),
            ]
        };
        let rows: Vec<Vec<Cell>> = chosen.map(row).collect();
        (!rows.is_empty()).then(|| {
            table(
                vec![self.label(Label::Input), self.label(Label::Value)],
                rows,
            )
        })
    }

    /// What has to fit at the worst moment, line by line, the sum last.
    fn memory(self, estimate: &Estimate) -> Block {
        let report = &estimate.memory;
        let terms = report
            .at(report.worst)
            .map_or(&[][..], |instant| &instant.terms);
        let needed = terms
            .iter()
            .filter(|term| Metric::Needed.sees(term.id) && !term.amount.is_zero());
        let ordered: Vec<&Term> = ascending(needed.collect(), |term| {
            f64::from(u8::try_from(rank(term.family())).unwrap_or(u8::MAX))
        });
        let sizes: Vec<f64> = ordered
            .iter()
            .map(|term| term.bytes().as_unit(self.unit))
            .collect();
        let printed = hundredths(&sizes);
        let total = printed.iter().sum();
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for (term, size) in ordered.into_iter().zip(printed) {
            let divided = match term.divides {
                Divides::Whole => String::new(),
                divides => i18n::divides_label(self.lang, divides),
            };
            rows.push(vec![
                Cell::Words(i18n::term_label(self.lang, term.id).to_owned()),
                Cell::Figure(shown(size)),
                Cell::Words(divided),
                Cell::Cited(*term.source),
            ]);
        }
        rows.push(vec![
            Cell::Words(self.label(Label::Needed).to_owned()),
            Cell::Figure(shown(total)),
            Cell::Words(String::new()),
            Cell::Words(String::new()),
        ]);
        let source = i18n::text(self.lang, i18n::Text::SheetSource);
        Block::Table {
            name: "",
            head: vec![
                self.label(Label::Line),
                self.unit.symbol(),
                self.label(Label::Divided),
                source,
            ],
            rows,
            summed: true,
        }
    }

    /// Figures around the memory of a GPU, a column an estimate.
    fn around(self, estimates: &[Estimate]) -> Block {
        let mut rows = Vec::new();
        for (name, of) in AROUND {
            let cells: Vec<Option<String>> = estimates
                .iter()
                .map(|estimate| of(self, estimate))
                .collect();
            if cells.iter().any(Option::is_some) {
                rows.push(self.row(name, cells.into_iter()));
            }
        }
        table(self.head(estimates.len(), Label::Figure), rows)
    }

    fn row(self, name: Label, cells: impl Iterator<Item = Option<String>>) -> Vec<Cell> {
        let cells = cells.map(|cell| Cell::Figure(cell.unwrap_or_else(|| "–".to_owned())));
        core::iter::once(Cell::Words(self.label(name).to_owned()))
            .chain(cells)
            .collect()
    }

    /// The name of the first column, and numbers or one word above the others.
    fn head(self, columns: usize, first: Label) -> Vec<&'static str> {
        let first = self.label(first);
        if columns == 1 {
            return vec![first, self.label(Label::Value)];
        }
        core::iter::once(first)
            .chain(["1", "2", "3", "4"].into_iter().take(columns))
            .collect()
    }

    fn side_by_side(self, document: &Document, all: &[Estimate]) -> Vec<Block> {
        let mut memory = Vec::new();
        for (name, of) in COMPARED {
            memory.push(self.row(name, all.iter().map(|estimate| of(self, estimate))));
        }
        let mut blocks = vec![
            table(self.head(all.len(), Label::Scenario), memory),
            Block::Heading(self.label(Label::Around)),
            self.around(all),
            Block::Heading(self.label(Label::Stated)),
        ];
        for (at, estimate) in all.iter().enumerate() {
            let number = (at + 1).to_string();
            let address = document.alone(estimate);
            let said = sentence(self.lang, estimate, self.unit, &address);
            blocks.push(Block::Words([&number, ". ", &said].concat()));
        }
        blocks.push(Block::Words(made_by(self.lang, &document.address)));
        blocks
    }
}

/// The time of an estimate where it may run: what does not fit has neither time nor price.
fn runs(estimate: &Estimate) -> Option<&RunReport> {
    let run = estimate.run.as_ref().ok();
    run.filter(|_| estimate.memory.verdict.state != State::DoesNotFit)
}

/// A table without a sum.
pub(super) fn table(head: Vec<&'static str>, rows: Vec<Vec<Cell>>) -> Block {
    Block::Table {
        name: "",
        head,
        rows,
        summed: false,
    }
}

/// What one estimate has in a row, if it has it.
type Of = fn(Words, &Estimate) -> Option<String>;

fn ranged(
    words: Words,
    estimate: &Estimate,
    of: impl Fn(&estimator::cost::CostReport) -> Option<Range>,
) -> Option<String> {
    runs(estimate)?;
    let cost = estimate.cost.as_ref()?;
    Some(i18n::money_range(words.lang, cost.currency, &of(cost)?))
}

const AROUND: [(Label, Of); 9] = [
    (Label::Step, |words, estimate| {
        Some(i18n::duration(words.lang, runs(estimate)?.time.pace.step))
    }),
    (Label::Rate, |words, estimate| {
        Some(i18n::number(
            words.lang,
            runs(estimate)?.time.pace.tokens_per_gpu,
            0,
        ))
    }),
    (Label::Run, |words, estimate| {
        let run = runs(estimate)?;
        Some(i18n::duration_range(
            words.lang,
            [run.low, run.seconds, run.high],
        ))
    }),
    (Label::GpuHours, |words, estimate| {
        Some(i18n::figure(words.lang, runs(estimate)?.gpu_hours()))
    }),
    (Label::Rent, |words, estimate| {
        ranged(words, estimate, |cost| Some(cost.rent.as_ref()?.total))
    }),
    (Label::Own, |words, estimate| {
        ranged(words, estimate, |cost| Some(cost.own.as_ref()?.total))
    }),
    (Label::Host, |words, estimate| {
        Some(words.size(estimate.host.peak))
    }),
    (Label::Checkpoint, |words, estimate| {
        Some(i18n::size(
            words.lang,
            estimate.disk.per_checkpoint,
            SizeUnit::Gb,
        ))
    }),
    (Label::Disk, |words, estimate| {
        Some(i18n::size(words.lang, estimate.disk.peak, SizeUnit::Gb))
    }),
];

const COMPARED: [(Label, Of); 6] = [
    (Label::Input, |words, estimate| {
        Some(export::title(words.lang, estimate))
    }),
    (Label::Verdict, |words, estimate| {
        Some(i18n::state_label(words.lang, estimate.memory.verdict.state).to_owned())
    }),
    (Label::Needed, |words, estimate| {
        Some(words.size(estimate.memory.peak.needed))
    }),
    (Label::Interval, |words, estimate| {
        let interval = estimate.memory.interval;
        Some(
            [
                &words.size(interval.low),
                " – ",
                &*words.size(interval.high),
            ]
            .concat(),
        )
    }),
    (Label::Usable, |words, estimate| {
        Some(words.size(estimate.memory.verdict.usable))
    }),
    (Label::Peak, |words, estimate| {
        Some(i18n::moment_label(words.lang, estimate.memory.worst).to_owned())
    }),
];
