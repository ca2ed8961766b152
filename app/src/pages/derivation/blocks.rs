//! What stands on the sheet.
use crate::figures;
use crate::i18n::derivation as words;
use crate::i18n::{self, Lang, Text};
use crate::pages::planner::rows::{ordered, rows};
use crate::sheet::{Block, Cell};
use crate::state::{Answer, Session};
use estimator::analysis::derivation::{
    self, Line, SMALLER, WITNESS, contrasts, exact, first_pass, gaps, ladder, quiz, said,
};
use estimator::calibration::Calibration;
use estimator::memory::{Instant, Metric};
use estimator::scenario::Draft;
use estimator::units::SizeUnit;
use leptos::prelude::Read;

/// The language, the unit, and what both are for.
struct Sheet<'a> {
    lang: Lang,
    unit: SizeUnit,
    draft: &'a Draft,
    answer: &'a Answer,
    calibration: &'a Calibration,
}

/// The whole sheet; nothing while there is no answer.
pub(super) fn blocks(session: Session) -> Option<Vec<Block>> {
    let answer = session.answer()?;
    let none = Calibration::default();
    let learnt = answer.learnt.as_ref();
    let sheet = Sheet {
        lang: session.lang(),
        unit: session.unit(),
        draft: &session.draft.read(),
        calibration: learnt.map_or(&none, |learnt| &learnt.calibration),
        answer: &answer,
    };
    let worst = answer.report.at(answer.report.worst)?;
    let lines = first_pass(&answer.scenario);
    let mut blocks = sheet.first(&lines);
    blocks.extend(sheet.lines(worst));
    blocks.extend(sheet.gaps(&lines, worst));
    blocks.extend(sheet.ladder());
    blocks.extend(sheet.contrasts());
    blocks.extend(sheet.quiz());
    Some(blocks)
}

fn figure(text: impl Into<String>) -> Cell {
    Cell::Figure(text.into())
}

fn text(words: impl Into<String>) -> Cell {
    Cell::Words(words.into())
}

impl Sheet<'_> {
    fn say(&self, which: Text) -> &'static str {
        i18n::text(self.lang, which)
    }

    /// Two digits after the point, in the unit.
    fn size(&self, bytes: f64) -> Cell {
        figure(i18n::number(self.lang, bytes / self.unit.bytes(), 2))
    }

    fn table(&self, name: Text, head: &[Text], rows: Vec<Vec<Cell>>, summed: bool) -> Block {
        Block::Table {
            name: self.say(name),
            head: head.iter().map(|name| self.say(*name)).collect(),
            rows,
            summed,
        }
    }

    fn first(&self, lines: &[Line]) -> Vec<Block> {
        let lang = self.lang;
        let mut rows: Vec<Vec<Cell>> = lines
            .iter()
            .map(|line| {
                vec![
                    text(words::part(lang, line.part)),
                    Cell::Formula(line.symbols()),
                    Cell::Formula(line.written(|factor| words::factor(lang, factor))),
                    figure(words::said(lang, line.said)),
                    Cell::Cited(line.source),
                ]
            })
            .collect();
        let said = said(lines);
        let parts: Vec<String> = lines
            .iter()
            .map(|line| words::said(lang, line.said))
            .collect();
        let sum = derivation::rounded(said);
        rows.push(vec![
            text(self.say(Text::SheetSum)),
            text(""),
            Cell::Formula(parts.join(" + ")),
            figure(words::said(lang, sum)),
            text(""),
        ]);
        let mut table = self.table(
            Text::SheetFirst,
            &[
                Text::SheetPart,
                Text::SheetFormula,
                Text::SheetNumbers,
                Text::SheetSum,
                Text::SheetSource,
            ],
            rows,
            true,
        );
        if let Block::Table { head, .. } = &mut table {
            head[3] = SizeUnit::Gb.symbol();
        }
        vec![
            Block::Heading(self.say(Text::SheetFirst)),
            Block::Words(self.say(Text::SheetFirstHint).to_owned()),
            table,
            Block::Words(words::first_sum(lang, sum, self.unit)),
        ]
    }

    /// The lines of the worst moment up to what is needed: the figures of the planner's table.
    fn lines(&self, worst: &Instant) -> [Block; 3] {
        let lang = self.lang;
        let mut terms = ordered(&worst.terms).into_iter();
        let mut table = Vec::new();
        for row in rows(self.unit, &worst.terms) {
            let shown = figure(figures::shown(row.hundredths));
            let Some(id) = row.line else {
                let name = match row.metric {
                    Metric::Needed => Text::SheetNeeded,
                    _ => Text::SheetAllocated,
                };
                table.push(vec![
                    text(self.say(name)),
                    text(""),
                    text(""),
                    shown,
                    text(""),
                ]);
                if row.metric == Metric::Needed {
                    break;
                }
                continue;
            };
            let Some(term) = terms.next() else { break };
            table.push(vec![
                text(i18n::term_label(lang, id)),
                Cell::Formula(term.amount.symbols()),
                Cell::Formula(term.amount.numbers()),
                shown,
                Cell::Cited(*term.source),
            ]);
        }
        let mut table = self.table(
            Text::SheetReally,
            &[
                Text::SheetLine,
                Text::SheetFormula,
                Text::SheetNumbers,
                Text::SheetSum,
                Text::SheetSource,
            ],
            table,
            true,
        );
        if let Block::Table { head, .. } = &mut table {
            head[3] = self.unit.symbol();
        }
        let moment = i18n::budget_of(lang, worst.moment);
        let stop = if lang == Lang::Zh { "：" } else { ". " };
        let why = [&*moment, stop, i18n::moment_why(lang, worst.moment)];
        [
            Block::Heading(self.say(Text::SheetReally)),
            Block::Words(why.concat()),
            table,
        ]
    }

    fn gaps(&self, lines: &[Line], worst: &Instant) -> [Block; 3] {
        let scenario = &self.answer.scenario;
        let found = gaps(scenario, lines, worst);
        let mut rows: Vec<Vec<Cell>> = found
            .iter()
            .map(|gap| {
                vec![
                    text(words::part(self.lang, gap.part)),
                    self.size(gap.textbook),
                    self.size(gap.estimate),
                    self.size(gap.estimate - gap.textbook),
                    text(words::gap(self.lang, gap, scenario)),
                ]
            })
            .collect();
        let (textbook, needed) = (exact(lines), worst.total(Metric::Needed).get());
        rows.push(vec![
            text(self.say(Text::SheetSum)),
            self.size(textbook),
            self.size(needed),
            self.size(needed - textbook),
            text(""),
        ]);
        let head = [
            Text::SheetPart,
            Text::SheetTextbook,
            Text::SheetEstimate,
            Text::SheetDifference,
            Text::SheetWhy,
        ];
        let mut table = self.table(Text::SheetGap, &head, rows, true);
        if let Block::Table { head, .. } = &mut table {
            head[0] = self.unit.symbol();
        }
        [
            Block::Heading(self.say(Text::SheetGap)),
            Block::Words(self.say(Text::SheetGapHint).to_owned()),
            table,
        ]
    }

    fn ladder(&self) -> [Block; 4] {
        let lang = self.lang;
        let ladder = ladder(self.draft, &self.answer.scenario);
        let gpus = i18n::integer(lang, ladder.gpus);
        let gb = |bytes: f64| figure([&*i18n::number(lang, bytes / 1e9, 1), " GB"].concat());
        let each = |bytes: f64| i18n::number(lang, bytes, 0);
        let rows = ladder.rungs.iter().map(|rung| {
            let whole = if rung.whole < 0.05 {
                String::new()
            } else {
                [&*each(rung.whole), "P + "].concat()
            };
            vec![
                text(["ZeRO-", &i18n::integer(lang, rung.stage)].concat()),
                Cell::Formula([rung.formula, &gpus].concat()),
                gb(rung.textbook),
                Cell::Formula([&*whole, &each(rung.divided), "P/", &gpus].concat()),
                gb(rung.held),
                gb(rung.temporary),
            ]
        });
        let head = [
            Text::SheetStage,
            Text::SheetTextbook,
            Text::SheetSum,
            Text::SheetHolds,
            Text::SheetSum,
            Text::SheetTemporary,
        ];
        let parameters = [
            "P = ",
            &i18n::number(lang, ladder.parameters, 0),
            ", N = ",
            &gpus,
            ". ",
            self.say(Text::SheetLadderHint),
        ];
        [
            Block::Heading(self.say(Text::SheetLadder)),
            Block::Words(parameters.concat()),
            self.table(Text::SheetLadder, &head, rows.collect(), false),
            Block::Cited(words::witness(lang), WITNESS.source),
        ]
    }

    fn contrasts(&self) -> [Block; 4] {
        let lang = self.lang;
        let mut rows = Vec::new();
        for (contrast, sides) in contrasts(self.draft, &self.answer.scenario, self.calibration) {
            let [mut name, mut why] = words::contrast(lang, contrast);
            let first = sides.first().map_or(0.0, |side| side.needed.get());
            for (place, side) in sides.iter().enumerate() {
                let difference = if place == 0 {
                    figure("")
                } else {
                    self.size(side.needed.get() - first)
                };
                rows.push(vec![
                    text(name),
                    text(words::side(lang, side.name, side.logits, self.unit)),
                    self.size(side.needed.get()),
                    difference,
                    text(why),
                ]);
                (name, why) = ("", "");
            }
        }
        let head = [
            Text::SheetContrasts,
            Text::SheetCase,
            Text::SheetPeak,
            Text::SheetDifference,
            Text::SheetWhy,
        ];
        let mut table = self.table(Text::SheetContrasts, &head, rows, false);
        if let Block::Table { head, .. } = &mut table {
            head[0] = "";
            head[2] = self.unit.symbol();
        }
        let [_, why] = words::contrast(lang, derivation::Contrast::Smaller);
        [
            Block::Heading(self.say(Text::SheetContrasts)),
            Block::Words(self.say(Text::SheetContrastsHint).to_owned()),
            table,
            Block::Cited(why.to_owned(), SMALLER),
        ]
    }

    fn quiz(&self) -> Vec<Block> {
        let found = quiz(self.draft, &self.answer.scenario, self.calibration);
        let questions = found.iter().map(|quiz| {
            Block::Question(
                words::question(self.lang, quiz.question),
                words::answer(self.lang, quiz, self.unit),
            )
        });
        [Block::Heading(self.say(Text::SheetQuiz))]
            .into_iter()
            .chain(questions)
            .collect()
    }
}
