//! Money in words.
use super::{Lang, figure, integer, number, t};
use estimator::cost::{Basis, CostLineId, CostReport, Decision, HourPrice, Instead, Kind, NoPrice, Price, Range};
use estimator::model;
use estimator::pool::TypeReport;
use estimator::scenario::{Currency, Money, Param};

/// "$263", "¥1,900": no more digits than the estimate has.
pub fn money(lang: Lang, currency: Currency, amount: f64) -> String {
    let decimals = if amount.abs() < 9.995 { 2 } else { usize::from(amount.abs() < 99.5) };
    let sign = match currency {
        Currency::Usd => "$",
        Currency::Cny => "¥",
    };
    [sign, &number(lang, amount, decimals)].concat()
}

/// "$263 ($210 to $350)", or one amount where it is known.
pub fn money_range(lang: Lang, currency: Currency, range: &Range) -> String {
    let [low, typical, high] =
        [range.low, range.typical, range.high].map(|amount| money(lang, currency, amount));
    if range.is_exact() || low == high {
        return typical;
    }
    lang.fill(t!("{0} ({1} to {2})", "{0}（{1}–{2}）"), &[&typical, &low, &high])
}

/// "Rented, $263 ($210 to $350)." for the headline.
pub fn costs(lang: Lang, currency: Currency, total: &Range) -> String {
    lang.fill(t!("Rent {0}.", "租金约 {0}。"), &[&money_range(lang, currency, total)])
}

/// The rent in a sentence, with what it rests on.
pub fn rent(lang: Lang, cost: &CostReport) -> Option<String> {
    let bill = cost.rent.as_ref()?;
    let price = cost.price.as_ref().ok()?;
    let total = money_range(lang, cost.currency, &bill.total);
    let hour = money_range(lang, cost.currency, &price.range);
    let rests = rests(lang, price);
    let words = lang.fill(t!("Rented: {0}, at {1} a GPU-hour{2}.", "租用：{0}，单价（每卡时）{1}{2}。"), &[&total, &hour, &rests]);
    // Whoever multiplies hours by the price shall find the rest.
    let failed = bill.lines.iter().find(|line| line.id == CostLineId::Failed && line.range.typical >= 0.005);
    let reserve = failed.map_or_else(String::new, |line| {
        let amount = money(lang, cost.currency, line.range.typical);
        lang.fill(t!(" {0} of it is for runs that fail.", "其中 {0} 留给失败重跑。"), &[&amount])
    });
    Some(words + &reserve)
}

/// What the jobs of a pool would cost rented; where it names no GPU, on that of the form (`own`), whose price a person may have
/// entered. None where no price is known.
pub fn jobs_rent(lang: Lang, found: &TypeReport, money: &Money, own: &str) -> Option<String> {
    let gpu = if found.pool.gpu.is_empty() { own } else { &found.pool.gpu };
    let mut asked = *money;
    if gpu != own {
        asked.gpu_hour = None;
    }
    let price = HourPrice::of(gpu, &asked).ok()?;
    let total = Range::of(|case| found.gpu_hours.at(case) * price.range.at(case));
    let [total, hour] = [&total, &price.range].map(|range| money_range(lang, money.currency, range));
    let name = super::calibration::value_label(lang, Param::Gpu, gpu);
    Some(lang.fill(
        t!("Rented: {0}, on {3} at {1} a GPU-hour{2}. Runs that fail come on top.", "租用：{0}，按 {3} 单价（每卡时）{1}{2}，不含失败重跑。"),
        &[&total, &hour, &rests(lang, &price), &name],
    ))
}

/// "; 7 offers, 2025-08 to 2026-10".
fn rests(lang: Lang, price: &HourPrice) -> String {
    let dates = price.rows.iter().map(|row| row.date);
    let (Some(first), Some(last)) = (dates.clone().min(), dates.max()) else {
        return lang.of(t!(", as you entered", "，按你填写的价格")).to_owned();
    };
    let count = price.rows.len().to_string();
    lang.fill(t!(": {0} offers between {1} and {2}", "，依据 {1} 至 {2} 的 {0} 条报价"), &[&count, first, last])
}

/// Why there is no price.
pub fn no_price(lang: Lang, why: NoPrice) -> &'static str {
    lang.of(match why {
        NoPrice::Unknown => t!("No rent: no price of this GPU is in the table. Enter one.", "无法算租金：价目表里没有这张卡，请填写价格。"),
        NoPrice::OtherCurrency(Currency::Usd) => t!("No rent: its prices are in US dollars only. Enter a price or an exchange rate.", "无法算租金：这张卡只有美元报价，请填写价格或汇率。"),
        NoPrice::OtherCurrency(Currency::Cny) => t!("No rent: its prices are in yuan only. Enter a price or an exchange rate.", "无法算租金：这张卡只有人民币报价，请填写价格或汇率。"),
        NoPrice::OtherTier => t!("No rent: its prices are known on other terms only. Change the terms or enter a price.", "无法算租金：这张卡只有另一种租用方式的报价，请改租用方式或填写价格。"),
    })
}

/// On machines of one's own, and from when owning pays; power, and a service.
pub fn beside(lang: Lang, cost: &CostReport) -> Vec<String> {
    let mut words = Vec::new();
    let in_money = |range: &Range| money_range(lang, cost.currency, range);
    if let Some(own) = &cost.own {
        words.push(lang.fill(t!("On machines of your own: {0}.", "用自有机器：{0}。"), &[&in_money(&own.total)]));
    }
    match &cost.break_even {
        Some(Decision::From(point)) => {
            let hours = |value: f64| number(lang, value, 0);
            let [low, typical, high] = [point.range.low, point.range.typical, point.range.high].map(hours);
            let pair = if point.open && point.beyond {
                t!("Buying pays from {0} hours a month ({1} at the dearest rent, never at the cheapest): more than a month has.", "每月用满 {0} 小时（按最贵租金 {1} 小时，按最便宜租金则永远不划算）买才划算，超过了一个月的小时数。")
            } else if point.open {
                t!("Buying pays from {0} hours a month ({1} at the dearest rent, never at the cheapest).", "每月用到 {0} 小时以上（按最贵租金 {1} 小时，按最便宜租金则永远不划算），买比租划算。")
            } else if point.beyond {
                t!("Buying pays from {0} hours a month ({1} to {2}): more than a month has.", "每月用满 {0} 小时（{1}–{2}）买才划算，超过了一个月的小时数。")
            } else if low == high {
                t!("Buying pays from {0} hours a month.", "每月用到 {0} 小时以上，买比租划算。")
            } else {
                t!("Buying pays from {0} hours a month ({1} to {2}).", "每月用到 {0} 小时（{1}–{2}）以上，买比租划算。")
            };
            words.push(lang.fill(pair, &[&typical, &low, &high]));
        }
        Some(Decision::Never) => words.push(lang.of(t!("Buying never pays: power alone costs as much as rent.", "买永远不划算：电费就抵得上租金。")).to_owned()),
        None => {}
    }
    // Less than a hundredth of a unit is not worth a sentence.
    if let Some(energy) = cost.energy.as_ref().filter(|energy| energy.typical >= 0.005) {
        words.push(lang.fill(t!("It draws {0} kWh.", "耗电约 {0} 度。"), &[&figure(lang, energy.typical)]));
    }
    if let Some(api) = &cost.api {
        words.push(lang.fill(t!("The training service would ask {0}.", "托管微调服务约需 {0}。"), &[&money(lang, cost.currency, api.value())]));
    }
    words
}

/// The name of a line of a bill.
pub fn cost_label(lang: Lang, line: CostLineId) -> &'static str {
    lang.of(match line {
        CostLineId::Rent => t!("GPU-hours", "GPU 租金"),
        CostLineId::Purchase => t!("Share of the purchase", "采购分摊"),
        CostLineId::Fixed => t!("Hosting and staff", "托管与人力"),
        CostLineId::Energy => t!("Power", "电费"),
        CostLineId::Failed => t!("Runs that fail", "失败重跑"),
        CostLineId::Storage => t!("Storage for a month", "一个月的存储"),
    })
}

/// What an amount rests on.
pub fn basis(lang: Lang, basis: Basis) -> String {
    match basis {
        Basis::Entered => lang.of(t!("as entered", "按填写值")).to_owned(),
        Basis::Listed => lang.of(t!("prices listed below", "见下方报价")).to_owned(),
        // The only source that is stated so far; a test holds the words against it.
        Basis::Stated(_) => lang
            .of(t!(
                "GPU's power limit and a quarter for its share of the machine; DGX H100: 10.2 kW at most with 8 × 700 W (2024)",
                "GPU 功耗上限，另加四分之一作为整机分摊；DGX H100 配 8 × 700 W，整机最高 10.2 kW（2024）"
            ))
            .to_owned(),
    }
}

/// An offer: provider, terms, price, date.
pub fn offer(lang: Lang, price: &Price) -> String {
    let amount = money(lang, price.currency, price.amount);
    let words = lang.fill(t!("{0}: {1} a GPU-hour, {2}", "{0}：每卡时 {1}，{2}"), &[price.provider, &amount, price.date]);
    if price.unstated {
        words + lang.of(t!(" (variant not stated)", "（未注明具体型号）"))
    } else {
        words
    }
}

/// "QLoRA does it on 1 GPU: 3.2 GPU-hours instead of 12."
pub fn instead(lang: Lang, other: &Instead, currency: Currency) -> String {
    let hours = |range: &Range| figure(lang, range.typical);
    let name = match &other.kind {
        Kind::Service => {
            let [asks, rent] = [&other.takes, &other.of].map(|range| money(lang, currency, range.typical));
            let pair = if other.else_nothing {
                t!("A training service would do it for {0}; this run does not fit.", "托管微调服务约需 {0}，而这次训练放不下。")
            } else {
                t!("A training service would do it for {0} instead of {1} of rent.", "托管微调服务约需 {0}，租卡要 {1}。")
            };
            return lang.fill(pair, &[&asks, &rent]);
        }
        Kind::Qlora => "QLoRA".to_owned(),
        Kind::Smaller(key) => model::find(key).map_or_else(|| key.clone(), |known| known.name.to_string()),
    };
    let pair = match (other.else_nothing, other.gpus) {
        (true, 1) => t!("{0} runs on one GPU: {2} GPU-hours. This run does not fit.", "{0}：1 张卡就能跑，共 {2} 卡时，而这次训练放不下。"),
        (true, _) => t!("{0} runs on {1} GPUs: {2} GPU-hours. This run does not fit.", "{0}：{1} 张卡就能跑，共 {2} 卡时，而这次训练放不下。"),
        (false, 1) => t!("{0} on one GPU: {2} GPU-hours instead of {3}.", "{0}：1 张卡，{2} 卡时，当前方案要 {3}。"),
        (false, _) => t!("{0} on {1} GPUs: {2} GPU-hours instead of {3}.", "{0}：{1} 张卡，{2} 卡时，当前方案要 {3}。"),
    };
    lang.fill(pair, &[&name, &integer(lang, other.gpus), &hours(&other.takes), &hours(&other.of)])
}
