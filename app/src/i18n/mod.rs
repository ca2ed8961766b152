//! Every word the page shows, in English and Chinese, side by side.
//!
//! Each lookup is an exhaustive match that yields both languages at once, `t!("English", "中文")`, so a missing translation does
//! not compile. What is compiled is the number of the text; [`words`] says where the texts are.
//! Sentences that hold figures are assembled from a [`MemoryReport`](estimator::memory::MemoryReport); no figure is
//! typed in. Terms follow the usage of the field in each language: what Chinese engineers say in English stays English.
mod accuracy;
#[rustfmt::skip]
mod advice;
pub mod calibration;
#[rustfmt::skip]
mod choices;
#[rustfmt::skip]
mod claims;
#[rustfmt::skip]
pub mod clock;
#[cfg(feature = "page")]
#[rustfmt::skip]
mod columns;
#[cfg(feature = "page")]
#[rustfmt::skip]
mod compare;
#[rustfmt::skip]
pub mod dataset;
#[rustfmt::skip]
pub mod derivation;
#[cfg(feature = "page")]
#[rustfmt::skip]
mod embed;
mod errors;
#[rustfmt::skip]
pub mod export;
mod facts;
#[rustfmt::skip]
mod fields;
mod gpus;
#[rustfmt::skip]
pub mod guide;
mod hash;
#[rustfmt::skip]
mod hints;
#[rustfmt::skip]
mod helps;
mod host;
#[rustfmt::skip]
mod money;
mod jobs;
pub mod launch;
mod notices;
mod numbers;
pub mod oom;
#[rustfmt::skip]
mod plan;
mod premises;
mod reach;
#[rustfmt::skip]
mod presets;
mod remedies;
mod sentences;
#[rustfmt::skip]
mod serving;
mod shapes;
#[rustfmt::skip]
mod symbols;
#[rustfmt::skip]
mod terms;
#[rustfmt::skip]
mod time;
#[cfg(test)]
mod tests;
#[rustfmt::skip]
mod ui;
#[rustfmt::skip]
mod values;
mod verdict;
#[cfg(feature = "page")]
#[rustfmt::skip]
mod what_if;
pub mod words;
#[rustfmt::skip]
mod why;

pub use accuracy::{
    accuracy_detail, accuracy_headline, dominated, figure_label, group_title, measured_run,
    percent, printed_figure, shown_of, signed_percent, speeds_headline, stack_name, within_band,
};
pub use advice::advised;
pub use choices::choice_label;
pub use claims::{case_premises, case_verdict, claim, claim_verdict, claims_headline, computed};
#[cfg(feature = "page")]
pub use columns::column_names;
#[cfg(feature = "page")]
pub use compare::{
    Cell, Group, Row, SAME, compare_count, compare_finding, compare_headline, compared, inputs,
    kind_label, memory_axis, set_label, shared,
};
#[cfg(feature = "page")]
pub use embed::{cited, embed_title, widget_label};
pub use errors::{issue_text, issue_text_on, lack_text, quantity_label, typed_name};
pub use facts::{fact_label, fact_text};
pub use fields::{group_label, param_label, unit_label};
pub use gpus::{feature_label, gpu_note, source_kind, vendor_label};
pub use helps::{change_label, effects, host_need};
pub use hints::param_hint;
pub use host::{
    HostVerdict, disk_line_label, disk_remedy, disk_seconds, disk_verdict, host_line_label,
    host_moment_label, lacking, ram_remedy, ram_verdict,
};
pub use jobs::{
    bad_job, beyond_pool, deadline, homeless, job_field, jobs_found, never_run, pool_title,
    schedule_words, slip,
};
pub use money::{
    basis, beside as cost_beside, cost_label, costs, instead, jobs_rent, money, money_range,
    no_price, offer, rent,
};
pub use notices::{config_error_text, notice_text};
pub use numbers::figure;
pub use numbers::{integer, number, size, size_number};
pub use plan::{
    changed, choice, host_share, missed, plan_progress, plan_scope, point, recommended, rejected,
};
pub use premises::premises;
pub use presets::{preset_answer, preset_label, preset_question};
pub use reach::{batch_change, reach, with_batch};
pub use remedies::remedy;
pub use sentences::{
    all_gpus, assumed_by, assumed_count, budget_of, default_is, issues_count, link_partly_read,
    measured_or_not, nearest_is, with_unit,
};
pub use serving::{cache_words, format_label, serving_cells};
pub use shapes::dimension_label;
pub use symbols::{MONEY_SYMBOLS, SYMBOLS, money_symbol, symbol_meaning};
pub use terms::{
    divides_label, family_label, metric_hint, metric_label, moment_label, moment_why, state_label,
    tag_label, term_label,
};
pub use time::{
    doubts, duration, duration_range, no_time, rate, run_label, takes, time_label, truncated,
};
pub use ui::{Text, VIEWS, text};
pub use values::{input_words, value};
pub use verdict::{VerdictText, verdict, verdict_sentence};
#[cfg(feature = "page")]
pub use what_if::{
    chart_axes, chart_head, chart_label, chart_rows, due, end_words, finding, length, lever_label,
    longest_row, outcome,
};
pub use why::term_why;
pub use words::Pair;
use words::t;

/// A language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// Its key in links and storage.
    pub const fn key(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The value of `<html lang>`.
    pub const fn html_lang(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh-CN",
        }
    }

    /// The language that a tag such as `zh`, `zh-CN`, `zh_Hans` or `en-GB` asks for; none if it asks for another one.
    ///
    /// ```
    /// use app::i18n::Lang;
    /// assert_eq!(Lang::from_key("zh-Hans-CN"), Some(Lang::Zh));
    /// assert_eq!(Lang::from_key("fr"), None);
    /// ```
    pub fn from_key(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("zh") {
            Some(Self::Zh)
        } else if primary.eq_ignore_ascii_case("en") {
            Some(Self::En)
        } else {
            None
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::En => Self::Zh,
            Self::Zh => Self::En,
        }
    }
}
