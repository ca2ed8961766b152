//! The command line: `--name value`, `--name=value`, and what stands alone.

/// Arguments that are still to be read.
pub(crate) struct Args(Vec<String>);

impl Args {
    pub(crate) fn new(args: impl Iterator<Item = String>) -> Self {
        Self(args.collect())
    }

    /// The next that is no option.
    pub(crate) fn word(&mut self) -> Option<String> {
        let at = self
            .0
            .iter()
            .position(|arg| arg == "-" || !arg.starts_with("--"))?;
        Some(self.0.remove(at))
    }

    /// Whether an option without a value stands there.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let at = self.0.iter().position(|arg| arg == name);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// The value of an option.
    pub(crate) fn value(&mut self, name: &str) -> Result<Option<String>, String> {
        let joined = [name, "="].concat();
        let Some(at) = self
            .0
            .iter()
            .position(|arg| arg == name || arg.starts_with(&joined))
        else {
            return Ok(None);
        };
        let arg = self.0.remove(at);
        if let Some(value) = arg.strip_prefix(&joined) {
            return Ok(Some(value.to_owned()));
        }
        if at < self.0.len() {
            return Ok(Some(self.0.remove(at)));
        }
        Err(format!("{name} needs a value"))
    }

    /// A number ≥ 0 of an option.
    pub(crate) fn number(&mut self, name: &str) -> Result<Option<f64>, String> {
        let Some(text) = self.value(name)? else {
            return Ok(None);
        };
        let number = estimator::num::decimal(&text).filter(|number| *number >= 0.0);
        number
            .map(Some)
            .ok_or_else(|| format!("{name}: {text} is no number"))
    }

    /// One of some words.
    pub(crate) fn choice<T>(
        &mut self,
        name: &str,
        known: &[&str],
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.value(name)? else {
            return Ok(None);
        };
        let found = read(&text);
        found
            .map(Some)
            .ok_or_else(|| format!("{name}: {text} is none of {}", known.join(", ")))
    }

    /// Nothing may be left.
    pub(crate) fn done(self) -> Result<(), String> {
        match self.0.first() {
            None => Ok(()),
            Some(arg) => Err(format!(
                "there is no use for {arg} here; see headroom --help"
            )),
        }
    }
}
