//! Formulas that carry their own working.
//!
//! A memory formula is written once, as ordinary arithmetic on [`Expr`]; the same object gives the value, the formula
//! in symbols (`tok × V × 14`) and the formula with its numbers (`8,192 × 128,256 × 14`). What the page explains can
//! therefore never differ from what it computed.
use crate::num::{finite, float, grouped, larger, smaller};
use core::ops::{Add, Div, Mul, Sub};

/// A formula together with its value. Behind one pointer: hundreds of formulas hand it from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr(Box<Working>);

#[derive(Clone, Debug, PartialEq)]
struct Working {
    node: Node,
    value: f64,
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

/// A plain number (bytes per element, a count of copies).
pub fn num(value: f64) -> Expr {
    Expr::new(Node::Number, finite(value))
}

/// A named quantity with its value; the names are those of the glossary in METHOD.md.
pub fn sym(name: &'static str, value: f64) -> Expr {
    Expr::new(Node::Symbol(name), finite(value))
}

/// A named count.
pub fn count(name: &'static str, value: u64) -> Expr {
    sym(name, float(value))
}

impl Expr {
    fn new(node: Node, value: f64) -> Self {
        Self(Box::new(Working { node, value }))
    }

    /// The result.
    pub const fn value(&self) -> f64 {
        self.0.value
    }

    /// Whether nothing would be added by it.
    pub fn is_zero(&self) -> bool {
        self.0.value == 0.0
    }

    /// The parts of a sum; anything else is one part.
    fn into_parts(self) -> Vec<Self> {
        match self.0.node {
            Node::Sum(parts) => parts,
            _ => vec![self],
        }
    }

    /// Coefficient and name of `c × symbol` or of a symbol alone.
    fn monomial(&self) -> Option<(f64, &'static str)> {
        match &self.0.node {
            Node::Symbol(name) => Some((1.0, name)),
            Node::Product(factors) => match factors.as_slice() {
                [coefficient, symbol] if matches!(coefficient.0.node, Node::Number) => symbol
                    .monomial()
                    .map(|(_, name)| (coefficient.0.value, name)),
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
        let value = finite(self.0.value + other.0.value);
        let coefficient = mine + theirs;
        let one = if coefficient == 0.0 {
            0.0
        } else {
            finite(value / coefficient)
        };
        let symbol = Self::new(Node::Symbol(name), one);
        *self = num(coefficient) * symbol;
        self.0.value = value;
    }

    /// Whether it is a plain number equal to `value`.
    fn is_number(&self, value: f64) -> bool {
        matches!(self.0.node, Node::Number) && (self.0.value - value).abs() == 0.0
    }

    /// Whether dividing by it changes nothing.
    fn is_one(&self) -> bool {
        (self.0.value - 1.0).abs() == 0.0
    }

    /// The larger of two formulas.
    #[must_use]
    pub fn at_least(self, other: Self) -> Self {
        let value = larger(self.0.value, other.0.value);
        Self::new(Node::Larger(self, other), value)
    }

    /// The smaller of two formulas.
    #[must_use]
    pub fn at_most(self, other: Self) -> Self {
        let value = smaller(self.0.value, other.0.value);
        Self::new(Node::Smaller(self, other), value)
    }

    /// In symbols: `L × 2 × h × tok ÷ t`.
    pub fn symbols(&self) -> String {
        self.write(&|expr, name| name.map_or_else(|| coefficient(expr.0.value), str::to_owned))
    }

    /// With the numbers put in: `32 × 2 × 4,096 × 8,192 ÷ 1`.
    pub fn numbers(&self) -> String {
        self.write(&|expr, _| coefficient(expr.0.value))
    }

    /// Every named quantity in it with its value, in order of appearance, each once.
    pub fn inputs(&self) -> Vec<(&'static str, f64)> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, found: &mut Vec<(&'static str, f64)>) {
        match &self.0.node {
            Node::Number => {}
            Node::Symbol(name) => {
                if !found.iter().any(|(known, _)| known == name) {
                    found.push((name, self.0.value));
                }
            }
            Node::Sum(parts) | Node::Product(parts) => {
                for part in parts {
                    part.collect(found);
                }
            }
            Node::Difference(a, b)
            | Node::Quotient(a, b)
            | Node::Larger(a, b)
            | Node::Smaller(a, b) => {
                a.collect(found);
                b.collect(found);
            }
        }
    }

    fn write(&self, leaf: &impl Fn(&Self, Option<&str>) -> String) -> String {
        let joined = |parts: &[Self], sign: &str, atoms: bool| {
            let texts: Vec<String> = parts
                .iter()
                .map(|part| {
                    if atoms {
                        part.atom(leaf)
                    } else {
                        part.write(leaf)
                    }
                })
                .collect();
            texts.join(sign)
        };
        match &self.0.node {
            Node::Number => leaf(self, None),
            Node::Symbol(name) => leaf(self, Some(name)),
            Node::Sum(parts) => joined(parts, " + ", false),
            Node::Difference(a, b) => format!("{} − {}", a.write(leaf), b.atom(leaf)),
            Node::Product(parts) => joined(parts, " × ", true),
            Node::Quotient(a, b) => format!("{} ÷ {}", a.factor(leaf), b.atom_of_quotient(leaf)),
            Node::Larger(a, b) => format!("max({}, {})", a.write(leaf), b.write(leaf)),
            Node::Smaller(a, b) => format!("min({}, {})", a.write(leaf), b.write(leaf)),
        }
    }

    fn bracketed(&self, bracket: bool, leaf: &impl Fn(&Self, Option<&str>) -> String) -> String {
        if bracket {
            format!("({})", self.write(leaf))
        } else {
            self.write(leaf)
        }
    }

    /// As a factor of a product.
    fn atom(&self, leaf: &impl Fn(&Self, Option<&str>) -> String) -> String {
        self.bracketed(
            matches!(
                self.0.node,
                Node::Sum(_) | Node::Difference(..) | Node::Quotient(..)
            ),
            leaf,
        )
    }

    /// As the left side of a quotient: products need no brackets there.
    fn factor(&self, leaf: &impl Fn(&Self, Option<&str>) -> String) -> String {
        self.bracketed(
            matches!(self.0.node, Node::Sum(_) | Node::Difference(..)),
            leaf,
        )
    }

    /// As the right side of a quotient.
    fn atom_of_quotient(&self, leaf: &impl Fn(&Self, Option<&str>) -> String) -> String {
        let loose = matches!(
            self.0.node,
            Node::Sum(_) | Node::Difference(..) | Node::Quotient(..) | Node::Product(_)
        );
        self.bracketed(loose, leaf)
    }
}

fn coefficient(value: f64) -> String {
    grouped(value, if value.abs() < 1000.0 { 6 } else { 0 })
}

impl Add for Expr {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let value = finite(self.0.value + other.0.value);
        // Nothing is gained by "+ 0": a part that is absent leaves no trace in the formula.
        if matches!(other.0.node, Node::Number) && other.0.value == 0.0 {
            return self;
        }
        if matches!(self.0.node, Node::Number) && self.0.value == 0.0 {
            return other;
        }
        let mut parts = self.into_parts();
        for part in other.into_parts() {
            let like = part.monomial().and_then(|(_, name)| {
                let same =
                    |known: &&mut Self| known.monomial().is_some_and(|(_, other)| other == name);
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
                Self::new(Node::Sum(parts), value)
            }
            None => num(value),
        }
    }
}

impl Sub for Expr {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let value = finite(self.0.value - other.0.value);
        Self::new(Node::Difference(self, other), value)
    }
}

impl Mul for Expr {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let value = finite(self.0.value * other.0.value);
        if (self.0.value == 0.0 && matches!(self.0.node, Node::Number))
            || (other.0.value == 0.0 && matches!(other.0.node, Node::Number))
        {
            return num(0.0);
        }
        if other.is_number(1.0) {
            return self;
        }
        if self.is_number(1.0) {
            return other;
        }
        let mut parts = match self.0.node {
            Node::Product(parts) => parts,
            _ => vec![self],
        };
        match other.0.node {
            Node::Product(more) => parts.extend(more),
            _ => parts.push(other),
        }
        Self::new(Node::Product(parts), value)
    }
}

impl Div for Expr {
    type Output = Self;
    /// Divisors are counts of GPUs or tokens, ≥ 1; dividing by 0 saturates.
    fn div(self, other: Self) -> Self {
        let value = finite(self.0.value / other.0.value);
        if other.is_one() {
            return self;
        }
        Self::new(Node::Quotient(self, other), value)
    }
}

impl Mul<Expr> for f64 {
    type Output = Expr;
    fn mul(self, other: Expr) -> Expr {
        num(self) * other
    }
}

impl Mul<f64> for Expr {
    type Output = Self;
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
