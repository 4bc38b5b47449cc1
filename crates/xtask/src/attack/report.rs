//! The table of what held.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::Failure;
use crate::http::Reply;

/// Failures of a check that are printed; the others are counted.
const PRINTED_FAILURES: usize = 4;

/// Checks that fail and are known to, with the reason why they are not mended yet. They are printed,
/// and do not fail the run.
pub const KNOWN: &[(&str, &str)] = &[];

/// What a check sent and what came back.
#[derive(Debug, Default)]
pub struct Tally {
    requests: u64,
    answers: BTreeMap<String, u64>,
    failures: Vec<String>,
    notes: Vec<String>,
}

impl Tally {
    /// Counts an answer.
    pub fn count(&mut self, answer: impl ToString) {
        self.requests += 1;
        *self.answers.entry(answer.to_string()).or_default() += 1;
    }

    /// Counts a reply, which must have one of the statuses. `what` describes the request.
    pub fn expect(&mut self, reply: &Reply, statuses: &[u16], what: impl FnOnce() -> String) {
        self.count(reply.status_text());
        let is_expected = statuses.contains(&reply.status);
        self.require(is_expected, || format!("{}: {}", what(), reply.summary()));
    }

    /// Counts a reply, which must be a refusal of the client: 400 to 499, or the connection was
    /// closed.
    pub fn expect_refusal(&mut self, reply: &Reply, what: impl FnOnce() -> String) {
        self.count(reply.status_text());
        let is_refusal = matches!(reply.status, 400..=499) || reply.is_closed();
        self.require(is_refusal, || format!("{}: {}", what(), reply.summary()));
    }

    /// Records a failure unless something is as it must be.
    pub fn require(&mut self, is_held: bool, what: impl FnOnce() -> String) {
        if !is_held {
            self.failures.push(what());
        }
    }

    /// Adds a measurement to what is printed.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// Number of answers of a kind.
    pub fn number_of(&self, answer: &str) -> u64 {
        self.answers.get(answer).copied().unwrap_or(0)
    }

    /// Adds the counts and failures of another tally.
    pub fn merge(&mut self, other: Tally) {
        self.requests += other.requests;
        for (answer, count) in other.answers {
            *self.answers.entry(answer).or_default() += count;
        }
        self.failures.extend(other.failures);
        self.notes.extend(other.notes);
    }

    fn happened(&self) -> String {
        let answers = self.answers.iter().map(|(answer, count)| format!("{count}\u{d7} {answer}"));
        answers.chain(self.notes.iter().cloned()).collect::<Vec<_>>().join(", ")
    }
}

/// A row of the table.
struct Row {
    name: &'static str,
    expected: &'static str,
    tally: Tally,
    duration: Duration,
}

/// The verdict on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Held,
    /// It fails, for a known reason.
    Known(&'static str),
    Failed,
}

/// The rows so far.
pub struct Report {
    rows: Vec<Row>,
    known: &'static [(&'static str, &'static str)],
}

impl Report {
    /// A report without rows, with names of checks that may fail and the reasons.
    pub fn new(known: &'static [(&'static str, &'static str)]) -> Report {
        Report { rows: Vec::new(), known }
    }

    /// Runs a check for at most `limit` and adds its row.
    pub async fn run(
        &mut self,
        (name, expected): (&'static str, &'static str),
        limit: Duration,
        check: impl Future<Output = Result<Tally, Failure>>,
    ) {
        let begun = Instant::now();
        let tally = match tokio::time::timeout(limit, check).await {
            Ok(Ok(tally)) => tally,
            Ok(Err(error)) => failed(format!("the check could not be made: {error}")),
            Err(_) => failed(format!("not finished within {} s", limit.as_secs())),
        };
        let row = Row { name, expected, tally, duration: begun.elapsed() };
        println!("{}", self.line(&row));
        for failure in row.tally.failures.iter().take(PRINTED_FAILURES) {
            println!("    {failure}");
        }
        let more = row.tally.failures.len().saturating_sub(PRINTED_FAILURES);
        if more > 0 {
            println!("    and {more} more");
        }
        self.rows.push(row);
    }

    fn verdict(&self, row: &Row) -> Verdict {
        if row.tally.failures.is_empty() {
            return Verdict::Held;
        }
        let known = self.known.iter().find(|(name, _)| *name == row.name);
        known.map_or(Verdict::Failed, |(_, reason)| Verdict::Known(reason))
    }

    fn line(&self, row: &Row) -> String {
        let held = match self.verdict(row) {
            Verdict::Held => "held".to_owned(),
            Verdict::Known(reason) => format!("KNOWN ({reason})"),
            Verdict::Failed => "FAILED".to_owned(),
        };
        format!(
            "| {} | {} | {} | {} | {:.1} s | {held} |",
            row.name,
            row.tally.requests,
            row.expected,
            row.tally.happened(),
            row.duration.as_secs_f64()
        )
    }

    /// Prints the head of the table.
    pub fn print_head(&self) {
        println!("| attack | requests | expected | happened | time | held |");
        println!("|---|---|---|---|---|---|");
    }

    /// Prints the sums and the list of known failures.
    ///
    /// # Errors
    /// Something did not hold that is not known.
    pub fn finish(&self) -> Result<(), Failure> {
        let count =
            |wanted: fn(&Verdict) -> bool| self.rows.iter().filter(|row| wanted(&self.verdict(row))).count();
        let failed = count(|verdict| *verdict == Verdict::Failed);
        let known = count(|verdict| matches!(verdict, Verdict::Known(_)));
        let requests: u64 = self.rows.iter().map(|row| row.tally.requests).sum();
        let held = self.rows.len() - failed - known;
        println!("\n{requests} requests; {held} held, {known} known not to, {failed} failed");
        for (name, reason) in self.known {
            let row = self.rows.iter().find(|row| row.name == *name);
            let now = match row.map(|row| row.tally.failures.is_empty()) {
                None => "not run",
                Some(true) => "holds now: take it off the list",
                Some(false) => "does not hold",
            };
            println!("known: {name}: {reason}; {now}");
        }
        match failed {
            0 => Ok(()),
            _ => {
                let names = self.rows.iter().filter(|row| self.verdict(row) == Verdict::Failed);
                let names: Vec<&str> = names.map(|row| row.name).collect();
                Err(format!("did not hold: {}", names.join("; ")).into())
            }
        }
    }
}

fn failed(what: String) -> Tally {
    Tally { failures: vec![what], ..Tally::default() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Report, Tally, failed};

    async fn report(known: &'static [(&'static str, &'static str)], tally: Tally) -> Report {
        let mut report = Report::new(known);
        report.run(("seeks", "5"), Duration::from_secs(1), async { Ok(tally) }).await;
        report
    }

    #[tokio::test]
    async fn failure_fails_the_run_unless_it_is_known() {
        assert!(report(&[], Tally::default()).await.finish().is_ok());
        let error = report(&[], failed("6".to_owned())).await.finish().expect_err("a failure").to_string();
        assert!(error.contains("seeks"), "{error}");
        assert!(report(&[("games", "-")], failed("6".to_owned())).await.finish().is_err());
        let known = report(&[("seeks", "counted late")], failed("6".to_owned())).await;
        assert!(known.finish().is_ok() && known.line(&known.rows[0]).contains("KNOWN (counted late)"));
    }

    #[tokio::test]
    async fn check_that_does_not_end_fails() {
        let mut report = Report::new(&[]);
        report.run(("slow", ""), Duration::from_millis(10), std::future::pending()).await;
        assert!(report.finish().is_err());
    }
}
