//! Formulas that carry their own working.
//!
//! A memory formula is written once, as ordinary arithmetic on [`Expr`]; the same object gives the value, the formula
//! in symbols (`tok × V × 14`) and the formula with its numbers (`8,192 × 128,256 × 14`). What the page explains can
//! therefore never differ from what it computed.
//!
//! Where only the values are wanted, [`numbers_only`] computes the same arithmetic and keeps no formulas.
use crate::num::{finite, float, grouped, larger, smaller};
use core::cell::Cell;
use core::ops::{Add, Div, Mul, Sub};

/// A formula together with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    value: f64,
    /// How it came about; `None` where only numbers were wanted.
    node: Option<Box<Node>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number,
    Symbol(&'static str),
    Sum(Vec<Expr>),
    Difference(Expr, Expr),
    Product(Vec<Expr>),
    Quotient(Expr, Expr),
    Larger(Expr, Expr),
    Smaller(Expr, Expr),
}

thread_local! {
    /// Whether numbers and symbols remember that they are some. What is made of them does if they do.
    static RECORDING: Cell<bool> = const { Cell::new(true) };
}

/// Runs `compute` without keeping formulas: the values are the same, and nothing is allocated for them.
pub(crate) fn numbers_only<T>(compute: impl FnOnce() -> T) -> T {
    /// Puts the flag back, whatever happens.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            RECORDING.set(self.0);
        }
    }
    let _before = Before(RECORDING.replace(false));
    compute()
}

/// A plain number (bytes per element, a count of copies).
pub fn num(value: f64) -> Expr {
    Expr::leaf(None, value)
}

/// A named quantity with its value; the names are those of the glossary in METHOD.md.
pub fn sym(name: &'static str, value: f64) -> Expr {
    Expr::leaf(Some(name), value)
}

/// A named count.
pub fn count(name: &'static str, value: u64) -> Expr {
    sym(name, float(value))
}

impl Expr {
    #[inline]
    fn leaf(name: Option<&'static str>, value: f64) -> Self {
        let value = finite(value);
        if RECORDING.get() {
            Self::named(name, value)
        } else {
            Self::bare(value)
        }
    }

    #[inline(never)]
    fn named(name: Option<&'static str>, value: f64) -> Self {
        Self::new(name.map_or(Node::Number, Node::Symbol), value)
    }

    fn new(node: Node, value: f64) -> Self {
        Self {
            value,
            node: Some(Box::new(node)),
        }
    }

    /// A value without its formula.
    const fn bare(value: f64) -> Self {
        Self { value, node: None }
    }

    /// The result.
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// Whether it knows its formula.
    pub(crate) const fn recorded(&self) -> bool {
        self.node.is_some()
    }

    /// Whether nothing would be added by it.
    pub fn is_zero(&self) -> bool {
        self.value == 0.0
    }

    /// The parts of a sum; anything else is one part.
    fn into_parts(mut self) -> Vec<Self> {
        match self.node.as_deref_mut() {
            Some(Node::Sum(parts)) => core::mem::take(parts),
            _ => vec![self],
        }
    }

    /// The factors of a product; anything else is one factor.
    fn into_factors(mut self) -> Vec<Self> {
        match self.node.as_deref_mut() {
            Some(Node::Product(factors)) => core::mem::take(factors),
            _ => vec![self],
        }
    }

    /// Coefficient and name of `c × symbol` or of a symbol alone.
    fn monomial(&self) -> Option<(f64, &'static str)> {
        match self.node.as_deref() {
            Some(Node::Symbol(name)) => Some((1.0, name)),
            Some(Node::Product(factors)) => match factors.as_slice() {
                [coefficient, symbol] if coefficient.is_plain() => {
                    symbol.monomial().map(|(_, name)| (coefficient.value, name))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds another multiple of the same symbol: `8h + 9h` is `17h`.
    fn absorb(&mut self, other: &Self) {
        let (Some((mine, name)), Some((theirs, _))) = (self.monomial(), other.monomial()) else {
            return;
        };
        let value = finite(self.value + other.value);
        let coefficient = mine + theirs;
        let one = if coefficient == 0.0 {
            0.0
        } else {
            finite(value / coefficient)
        };
        let symbol = Self::new(Node::Symbol(name), one);
        *self = num(coefficient) * symbol;
        self.value = value;
    }

    /// Whether it is a plain number equal to `value`.
    fn is_number(&self, value: f64) -> bool {
        self.is_plain() && (self.value - value).abs() == 0.0
    }

    /// Whether it is a plain number, and known to be one.
    fn is_plain(&self) -> bool {
        matches!(self.node.as_deref(), Some(Node::Number))
    }

    /// Whether dividing by it changes nothing.
    fn is_one(&self) -> bool {
        (self.value - 1.0).abs() == 0.0
    }

    /// Two formulas joined, unless only the value is wanted: that case is made of so little that it is compiled into formulas.
    #[inline]
    fn join(self, other: Self, value: f64, recorded: fn(Self, Self, f64) -> Self) -> Self {
        if self.node.is_none() && other.node.is_none() {
            // Neither holds a node, so there is nothing to drop; said so, or the compiler looks.
            core::mem::forget((self, other));
            return Self::bare(value);
        }
        joined(self, other, value, recorded)
    }

    /// Two formulas joined by a sign, unless only the value is wanted.
    fn with(self, other: Self, value: f64, sign: fn(Self, Self) -> Node) -> Self {
        if self.recorded() && other.recorded() {
            Self::new(sign(self, other), value)
        } else {
            Self::bare(value)
        }
    }

    /// The larger of two formulas.
    #[must_use]
    pub fn at_least(self, other: Self) -> Self {
        let value = larger(self.value, other.value);
        self.with(other, value, Node::Larger)
    }

    /// The smaller of two formulas.
    #[must_use]
    pub fn at_most(self, other: Self) -> Self {
        let value = smaller(self.value, other.value);
        self.with(other, value, Node::Smaller)
    }

    /// In symbols: `L × 2 × h × tok ÷ t`.
    pub fn symbols(&self) -> String {
        self.write(true)
    }

    /// With the numbers put in: `32 × 2 × 4,096 × 8,192 ÷ 1`.
    pub fn numbers(&self) -> String {
        self.write(false)
    }

    /// Every named quantity in it with its value, in order of appearance, each once.
    pub fn inputs(&self) -> Vec<(&'static str, f64)> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, found: &mut Vec<(&'static str, f64)>) {
        match self.node.as_deref() {
            None | Some(Node::Number) => {}
            Some(Node::Symbol(name)) => {
                if !found.iter().any(|(known, _)| known == name) {
                    found.push((name, self.value));
                }
            }
            Some(Node::Sum(parts) | Node::Product(parts)) => {
                for part in parts {
                    part.collect(found);
                }
            }
            Some(
                Node::Difference(a, b)
                | Node::Quotient(a, b)
                | Node::Larger(a, b)
                | Node::Smaller(a, b),
            ) => {
                a.collect(found);
                b.collect(found);
            }
        }
    }

    /// In names where there are some and `named` asks for them, else in numbers.
    fn write(&self, named: bool) -> String {
        let joined = |parts: &[Self], sign: &str, atoms: bool| {
            let loose = |part: &Self| atoms && (part.is_sum() || part.is_quotient());
            let texts: Vec<String> = parts
                .iter()
                .map(|part| part.bracketed(loose(part), named))
                .collect();
            texts.join(sign)
        };
        let both = |[before, between, after]: [&str; 3], a: String, b: String| {
            [before, &a, between, &b, after].concat()
        };
        let choice =
            |name, a: &Self, b: &Self| both([name, ", ", ")"], a.write(named), b.write(named));
        match self.node.as_deref() {
            Some(Node::Symbol(name)) if named => (*name).to_owned(),
            None | Some(Node::Number | Node::Symbol(_)) => coefficient(self.value),
            Some(Node::Sum(parts)) => joined(parts, " + ", false),
            Some(Node::Product(parts)) => joined(parts, " × ", true),
            Some(Node::Difference(a, b)) => {
                let b = b.bracketed(b.is_sum() || b.is_quotient(), named);
                both(["", " − ", ""], a.write(named), b)
            }
            Some(Node::Quotient(a, b)) => {
                // On its left, products need no brackets.
                let a = a.bracketed(a.is_sum(), named);
                let product = matches!(b.node.as_deref(), Some(Node::Product(_)));
                let b = b.bracketed(b.is_sum() || b.is_quotient() || product, named);
                both(["", " ÷ ", ""], a, b)
            }
            Some(Node::Larger(a, b)) => choice("max(", a, b),
            Some(Node::Smaller(a, b)) => choice("min(", a, b),
        }
    }

    fn bracketed(&self, bracket: bool, named: bool) -> String {
        let text = self.write(named);
        if bracket {
            ["(", &text, ")"].concat()
        } else {
            text
        }
    }

    fn is_sum(&self) -> bool {
        matches!(
            self.node.as_deref(),
            Some(Node::Sum(_) | Node::Difference(..))
        )
    }

    fn is_quotient(&self) -> bool {
        matches!(self.node.as_deref(), Some(Node::Quotient(..)))
    }
}

fn coefficient(value: f64) -> String {
    grouped(value, if value.abs() < 1000.0 { 6 } else { 0 })
}

impl Add for Expr {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let value = finite(self.value + other.value);
        self.join(other, value, sum)
    }
}

/// Only where both know their formula does the result.
#[inline(never)]
fn joined(a: Expr, b: Expr, value: f64, recorded: fn(Expr, Expr, f64) -> Expr) -> Expr {
    if a.recorded() && b.recorded() {
        recorded(a, b, value)
    } else {
        Expr::bare(value)
    }
}

#[inline(never)]
fn sum(a: Expr, b: Expr, value: f64) -> Expr {
    // Nothing is gained by "+ 0": a part that is absent leaves no trace in the formula.
    if b.is_number(0.0) {
        return a;
    }
    if a.is_number(0.0) {
        return b;
    }
    let mut parts = a.into_parts();
    for part in b.into_parts() {
        let like = part.monomial().and_then(|(_, name)| {
            let same = |known: &&mut Expr| known.monomial().is_some_and(|(_, other)| other == name);
            parts.iter_mut().find(same)
        });
        match like {
            Some(known) => known.absorb(&part),
            None => parts.push(part),
        }
    }
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            Expr::new(Node::Sum(parts), value)
        }
        None => num(value),
    }
}

impl Sub for Expr {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        let value = finite(self.value - other.value);
        self.join(other, value, difference)
    }
}

fn difference(a: Expr, b: Expr, value: f64) -> Expr {
    Expr::new(Node::Difference(a, b), value)
}

impl Mul for Expr {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let value = finite(self.value * other.value);
        self.join(other, value, product)
    }
}

#[inline(never)]
fn product(a: Expr, b: Expr, value: f64) -> Expr {
    if a.is_number(0.0) || b.is_number(0.0) {
        return num(0.0);
    }
    if b.is_number(1.0) {
        return a;
    }
    if a.is_number(1.0) {
        return b;
    }
    let mut factors = a.into_factors();
    factors.extend(b.into_factors());
    Expr::new(Node::Product(factors), value)
}

impl Div for Expr {
    type Output = Self;
    /// Divisors are counts of GPUs or tokens, ≥ 1; dividing by 0 saturates.
    #[inline]
    fn div(self, other: Self) -> Self {
        let value = finite(self.value / other.value);
        if self.node.is_none() && other.node.is_none() {
            // A number divided by 1 is the same number.
            core::mem::forget((self, other));
            return Self::bare(value);
        }
        if other.is_one() {
            return self;
        }
        self.with(other, value, Node::Quotient)
    }
}

impl Mul<Expr> for f64 {
    type Output = Expr;
    #[inline]
    fn mul(self, other: Expr) -> Expr {
        num(self) * other
    }
}

impl Mul<f64> for Expr {
    type Output = Self;
    #[inline]
    fn mul(self, other: f64) -> Self {
        self * num(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_it_computes() {
        let tok = count("tok", 8192);
        let logits = tok * count("V", 128_256) * 14.0;
        assert_eq!(logits.symbols(), "tok × V × 14");
        assert_eq!(logits.numbers(), "8,192 × 128,256 × 14");
        assert_eq!(logits.value(), 8192.0 * 128_256.0 * 14.0);
        assert_eq!(logits.inputs(), vec![("tok", 8192.0), ("V", 128_256.0)]);
    }

    #[test]
    fn brackets_where_they_are_needed() {
        let (h, f, n) = (count("h", 2), count("f", 3), count("N", 4));
        let e = count("tok", 5) * (8.0 * h.clone() + 6.0 * f) / n.clone();
        assert_eq!(e.symbols(), "tok × (8 × h + 6 × f) ÷ N");
        assert_eq!(e.value(), 5.0 * 34.0 / 4.0);
        assert_eq!(
            (h.clone() / (n.clone() * h.clone())).symbols(),
            "h ÷ (N × h)"
        );
        assert_eq!((h.clone() - (n.clone() - h)).symbols(), "h − (N − h)");
    }

    #[test]
    fn collects_what_is_alike() {
        let (h, f) = (count("h", 4096), count("f", 14_336));
        let sum = (8.0 * h.clone() + 6.0 * f.clone()) + (9.0 * h.clone() + f);
        assert_eq!(sum.symbols(), "17 × h + 7 × f");
        assert_eq!(sum.numbers(), "17 × 4,096 + 7 × 14,336");
        assert_eq!(sum.value(), 17.0 * 4096.0 + 7.0 * 14_336.0);
        assert_eq!((h.clone() + h).symbols(), "2 × h");
    }

    #[test]
    fn leaves_out_what_is_absent() {
        let h = count("h", 2);
        assert_eq!(
            (num(0.0) + h.clone() * 1.0 + 0.0 * h.clone()).symbols(),
            "h"
        );
        assert_eq!((h / num(1.0)).symbols(), "h");
    }

    #[test]
    fn saturates() {
        assert!((num(1.0) / num(0.0)).value().is_finite());
        assert!((num(1e120) * num(1e120)).value().is_finite());
    }
}
