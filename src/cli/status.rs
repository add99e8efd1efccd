//! Exit statuses, which scripts rely on.

use std::process::ExitCode;

use ticketproof::report::Answer;
use ticketproof::verdict::Outcome;

/// What the program tells its caller; among several, the greatest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Status {
    /// 0: every ticket decided `winning` or `losing`.
    #[default]
    Decided,
    /// 3: no print anomaly, but at least one ticket to review.
    Review,
    /// 1: at least one print anomaly.
    PrintAnomaly,
    /// 2: at least one file could not be processed, or wrong usage.
    Failed,
    /// 141, what a shell reports of a program that SIGPIPE ended: the reader of the answers went away before their end,
    /// so that no other status would be true.
    BrokenPipe,
}

impl Status {
    /// What one answer alone would make the status.
    pub fn of(answer: &Answer) -> Self {
        match answer.result.as_ref().map(|ticket| ticket.verdict.outcome) {
            Ok(Outcome::Winning | Outcome::Losing) => Status::Decided,
            Ok(Outcome::Review) => Status::Review,
            Ok(Outcome::PrintAnomaly) => Status::PrintAnomaly,
            Err(_) => Status::Failed,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(match status {
            Status::Decided => 0,
            Status::Review => 3,
            Status::PrintAnomaly => 1,
            Status::Failed => 2,
            Status::BrokenPipe => 141,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Status::*;

    #[test]
    fn the_graver_status_wins() {
        assert!(Failed > PrintAnomaly && PrintAnomaly > Review && Review > Decided);
    }
}
