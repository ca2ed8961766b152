//! The last of a row of points that fits.

/// Where a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// Not even the first point fits.
    None,
    /// The last that fits, and whether all that was seen is consistent with a single step from fitting to not fitting.
    At {
        /// Its position.
        at: u64,
        /// See [`super::Found::monotone`].
        monotone: bool,
    },
}

/// Points below and above the answer that have to agree with it.
const NEAR: u64 = 3;
/// Points of a linear scan.
const WINDOW: u64 = 12;

/// The last of the points 1 to `most` that fits, looked for from `start`: doubling or halving, then bisection, then the
/// verification. `fits` fails when the budget is used up.
pub(super) fn last<E>(
    start: u64,
    most: u64,
    mut fits: impl FnMut(u64) -> Result<bool, E>,
) -> Result<Last, E> {
    let (low, high) = bracket(start.clamp(1, most.max(1)), most.max(1), &mut fits)?;
    let Some(low) = low else {
        return Ok(Last::None);
    };
    let at = bisect(low, high, &mut fits)?;
    verified(at, most, &mut fits)
}

/// A point that fits (none: not even the first does) and one above it that does not.
fn bracket<E>(
    start: u64,
    most: u64,
    fits: &mut impl FnMut(u64) -> Result<bool, E>,
) -> Result<(Option<u64>, u64), E> {
    let mut at = start;
    if fits(at)? {
        loop {
            if at == most {
                return Ok((Some(most), most.saturating_add(1)));
            }
            let next = at.saturating_mul(2).min(most);
            if !fits(next)? {
                return Ok((Some(at), next));
            }
            at = next;
        }
    }
    while at > 1 {
        let next = at / 2;
        if fits(next)? {
            return Ok((Some(next), at));
        }
        at = next;
    }
    Ok((None, 1))
}

/// Narrows down to neighbours: `low` fits, `high` does not.
fn bisect<E>(
    mut low: u64,
    mut high: u64,
    fits: &mut impl FnMut(u64) -> Result<bool, E>,
) -> Result<u64, E> {
    while high.saturating_sub(low) > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// Looks at points below, which must fit, and above, which must not. Where they disagree, a linear scan around the answer or,
/// for a contradiction farther below, another bisection finds the last point up to which everything seen fits.
fn verified<E>(
    at: u64,
    most: u64,
    fits: &mut impl FnMut(u64) -> Result<bool, E>,
) -> Result<Last, E> {
    for below in [at / 4, at / 2, at / 4 * 3] {
        if below >= 1 && below < at.saturating_sub(NEAR) && !fits(below)? {
            let at = if below > 1 && fits(1)? {
                bisect(1, below, fits)?
            } else {
                return Ok(Last::None);
            };
            return Ok(Last::At {
                at,
                monotone: false,
            });
        }
    }
    let mut agrees = true;
    for distance in 1..=NEAR {
        agrees = agrees && (at <= distance || fits(at - distance)?);
        let above = at.saturating_add(distance);
        agrees = agrees && (above > most || !fits(above)?);
    }
    if !agrees {
        return scan(at, most, fits);
    }
    let quarter = at / 4;
    let mut contradicted = false;
    for more in [quarter, quarter * 2, at] {
        let above = at.saturating_add(more);
        contradicted = contradicted || (more > NEAR && above <= most && fits(above)?);
    }
    Ok(Last::At {
        at,
        monotone: !contradicted,
    })
}

/// The last point of an unbroken row that begins at the lower end of a window around `at`.
fn scan<E>(at: u64, most: u64, fits: &mut impl FnMut(u64) -> Result<bool, E>) -> Result<Last, E> {
    let first = at.saturating_sub(WINDOW / 2).max(1);
    let mut last = None;
    for point in first..=at.saturating_add(WINDOW / 2).min(most) {
        if !fits(point)? {
            break;
        }
        last = Some(point);
    }
    Ok(Last::At {
        at: last.unwrap_or(at),
        monotone: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: u64, most: u64, fits: impl Fn(u64) -> bool) -> (Last, u32) {
        let mut calls = 0;
        let found = last(start, most, |at| {
            calls += 1;
            Ok::<_, ()>(fits(at))
        });
        (found.unwrap(), calls)
    }

    #[test]
    fn finds_the_last_point_from_anywhere() {
        for edge in [1, 2, 3, 7, 64, 1000, 99_999, 100_000] {
            for start in [1, 5, 2048, 100_000] {
                let (found, calls) = run(start, 100_000, |at| at <= edge);
                assert_eq!(
                    found,
                    Last::At {
                        at: edge,
                        monotone: true
                    },
                    "{edge} from {start}"
                );
                assert!(calls < 60, "{calls}");
            }
        }
        assert_eq!(run(2048, 100_000, |_| false).0, Last::None);
    }

    #[test]
    fn says_when_an_earlier_point_does_not_fit() {
        let (found, _) = run(2048, 100_000, |at| at <= 900 || (3000..5000).contains(&at));
        assert!(matches!(found, Last::At { at: 900, .. }), "{found:?}");
        let (found, _) = run(2048, 100_000, |at| at <= 4000 && at != 3999);
        assert_eq!(
            found,
            Last::At {
                at: 3998,
                monotone: false
            }
        );
    }
}
