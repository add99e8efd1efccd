//! The last resort: a panic while one file is processed becomes that file's failure, and the other files go on.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use ticketproof::language::Language;
use ticketproof::report::Failure;

thread_local! {
    /// What the last panic of this thread said.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`; a panic in it is a [`Failure`] with the code `internal`, and nothing is written to standard error.
///
/// What `work` was changing when it panicked is in an unknown state: throw it away.
pub fn caught<T>(language: Language, work: impl FnOnce() -> T) -> Result<T, Failure> {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|info| LAST.with_borrow_mut(|last| *last = info.to_string().replace('\n', " "))));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(usual);
    result.map_err(|_| {
        let sentence = language.pick(
            "erreur interne ; signalez-la avec cette image : ",
            "internal error; please report it with this picture: ",
        );
        Failure::new("internal", format!("{sentence}{}", LAST.take()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_and_the_next_file_is_processed() {
        let failure = caught(Language::En, || panic!("out of {}", "range")).unwrap_err();
        assert_eq!(failure.code, "internal");
        assert!(failure.message.starts_with("internal error; please report it with this picture: "), "{failure:?}");
        assert!(failure.message.contains("out of range") && failure.message.contains("panics.rs"), "{failure:?}");
        assert_eq!(caught(Language::En, || 7), Ok(7));
    }
}
