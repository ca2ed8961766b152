//! The command line.
use crate::exec::Result;

/// What follows the command's name. Take what is known, then call [`Args::done`].
pub struct Args(Vec<String>);

impl Args {
    /// All of them.
    pub fn new(args: impl IntoIterator<Item = String>) -> Self {
        Self(args.into_iter().collect())
    }

    /// Takes a flag.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|arg| arg != name);
        self.0.len() < before
    }

    /// Takes `--name VALUE` or `--name=VALUE`.
    pub fn value(&mut self, name: &str) -> Result<Option<String>> {
        let with_sign = format!("{name}=");
        let Some(at) = self
            .0
            .iter()
            .position(|a| a == name || a.starts_with(&with_sign))
        else {
            return Ok(None);
        };
        let first = self.0.remove(at);
        if let Some(value) = first.strip_prefix(&with_sign) {
            return Ok(Some(value.to_owned()));
        }
        if at < self.0.len() {
            Ok(Some(self.0.remove(at)))
        } else {
            Err(format!("{name} wants a value"))
        }
    }

    /// What is left: names; fails when an option is among them.
    pub fn rest(self) -> Result<Vec<String>> {
        if self.0.iter().any(|arg| arg.starts_with("--")) {
            return self.done().map(|()| Vec::new());
        }
        Ok(self.0)
    }

    /// Fails when something is left.
    pub fn done(self) -> Result<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(format!(
                "unknown: {} (try `cargo xtask help`)",
                self.0.join(" ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Args {
        Args::new(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn values_flags_and_leftovers() {
        let mut all = args("--port 1 --host=h --no-build");
        assert_eq!(all.value("--port"), Ok(Some("1".to_owned())));
        assert_eq!(all.value("--host"), Ok(Some("h".to_owned())));
        assert!(all.flag("--no-build") && !all.flag("--no-build"));
        assert_eq!(all.done(), Ok(()));
        assert!(args("--port").value("--port").is_err());
        assert!(args("--prot 1").done().unwrap_err().contains("--prot 1"));
    }
}
