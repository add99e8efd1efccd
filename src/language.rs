//! The two languages of messages and reports.

use std::str::FromStr;

/// Language of messages and reports; the JSON's keys and codes are the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// French.
    Fr,
    /// English.
    #[default]
    En,
}

impl Language {
    /// The language of a POSIX locale name such as `fr_FR.UTF-8`: French for any French locale, else English.
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("fr") { Self::Fr } else { Self::En }
    }

    /// The language that the environment asks for: the first of `LC_ALL`, `LC_MESSAGES`, `LANG` that is set and not
    /// empty decides, as POSIX has it.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
        Self::of_locale(&locale.unwrap_or_default())
    }

    /// The text in this language.
    pub fn pick<T>(self, fr: T, en: T) -> T {
        match self {
            Self::Fr => fr,
            Self::En => en,
        }
    }
}

/// A text in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bilingual {
    /// In French.
    pub fr: &'static str,
    /// In English.
    pub en: &'static str,
}

impl Bilingual {
    /// The text in one language.
    pub fn text(self, language: Language) -> &'static str {
        language.pick(self.fr, self.en)
    }
}

impl FromStr for Language {
    type Err = String;

    /// Reads `fr` or `en`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "fr" => Ok(Self::Fr),
            "en" => Ok(Self::En),
            other => Err(format!("no messages in `{other}`; there are `fr` and `en`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales() {
        for french in ["fr_FR.UTF-8", "fr", "fr_CA", "FR_be@euro"] {
            assert_eq!(Language::of_locale(french), Language::Fr, "{french}");
        }
        for other in ["", "C", "C.UTF-8", "POSIX", "en_GB.UTF-8", "fry_NL", "frp_IT"] {
            assert_eq!(Language::of_locale(other), Language::En, "{other}");
        }
    }

    #[test]
    fn the_first_variable_set_decides() {
        let environment = |name: &str| match name {
            "LC_ALL" => Some(String::new()),
            "LC_MESSAGES" => Some("fr_FR".to_owned()),
            "LANG" => Some("en_GB".to_owned()),
            _ => None,
        };
        assert_eq!(Language::of_environment(environment), Language::Fr);
        assert_eq!(Language::of_environment(|_| None), Language::En);
    }
}
