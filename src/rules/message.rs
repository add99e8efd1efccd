//! Messages of findings in French and English: where, what was seen, what the article wants.

use super::article::Article;
use super::game::{figures, sum_table};
use super::names::{element_name, reason_name, symbol_name};
use crate::contents::{Element, Surface, Symbol};
use crate::language::Language;
use crate::verdict::{Evidence, Finding, FindingCode};

impl Finding {
    /// The article that this rests on; `None` for what no article speaks of.
    pub fn article(&self) -> Option<Article> {
        self.code.article(self.element.map(Element::surface))
    }

    /// Says where it is, what was seen and what the article wants, as one sentence.
    pub fn message(&self, language: Language) -> String {
        let name = self.element.map_or_else(|| "Ticket".to_owned(), |element| element_name(element, language));
        format!("{name}{}{}", language.pick(" : ", ": "), sentence(self, language))
    }
}

impl FindingCode {
    /// The article that a finding of this kind rests on when it is on that surface.
    pub fn article(self, surface: Option<Surface>) -> Option<Article> {
        match self {
            FindingCode::NotInPrizeTable => Some(Article::Prizes),
            FindingCode::CompoundWord => Some(Article::DeclarationWin),
            FindingCode::FourIdentical => Some(Article::VieADeuxWin),
            FindingCode::NotAWeekday | FindingCode::DayAbsent => Some(Article::RencontrePrint),
            FindingCode::SentenceAbsent | FindingCode::SentenceIncomplete => Some(Article::DeclarationPrint),
            FindingCode::EuroSignMissing | FindingCode::Unread => surface.map(Article::print_of),
            code => code.decides().map(|_| Article::PrintAnomaly),
        }
    }
}

/// Per code the sentence in French and in English. `{seen}`: the evidence quoted; `{rest}`: the same in brackets, or
/// nothing; `{wanted}`: what the table gives; `{article}`: the sub-article that says what the surface shows.
const SENTENCES: [(FindingCode, &str, &str); 28] = [
    (
        FindingCode::SumAbsent,
        "aucune somme imprimée ; le {article} veut une somme en chiffres et sa transcription",
        "no sum is printed; {article} wants one in figures with its transcription",
    ),
    (
        FindingCode::FiguresAbsent,
        "la somme en chiffres n'est pas imprimée ; le {article} la veut",
        "the sum in figures is not printed; {article} wants it",
    ),
    (
        FindingCode::FiguresIncomplete,
        "chiffres incomplets{rest} ; le {article} veut la somme entière",
        "incomplete figures{rest}; {article} wants the whole sum",
    ),
    (
        FindingCode::FiguresNotInTable,
        "{seen} n'est pas au tableau du {article} ; il y faut {wanted}",
        "{seen} is not in the table of {article}; it should be {wanted}",
    ),
    (
        FindingCode::LettersAbsent,
        "la transcription n'est pas imprimée ; le {article} la veut",
        "the transcription is not printed; {article} wants it",
    ),
    (
        FindingCode::LettersIncomplete,
        "transcription incomplète{rest} ; le {article} la veut entière",
        "incomplete transcription{rest}; {article} wants all of it",
    ),
    (
        FindingCode::LettersNotInTable,
        "{seen} n'est pas au tableau du {article} ; il y faut {wanted}",
        "{seen} is not in the table of {article}; it should be {wanted}",
    ),
    (
        FindingCode::SumLettersMismatch,
        "{seen} ; le tableau du {article} veut {wanted}",
        "{seen}; the table of {article} wants {wanted}",
    ),
    (
        FindingCode::SumsMissing,
        "il manque des sommes{rest} ; le {article} en veut 3",
        "sums are missing{rest}; {article} wants 3",
    ),
    (
        FindingCode::StarIncomplete,
        "étoile incomplète ; le {article} la veut entière ou pas du tout",
        "incomplete star; {article} wants a whole one or none",
    ),
    (
        FindingCode::ArrowAbsent,
        "aucune flèche imprimée ; le {article} en veut une",
        "no arrow is printed; {article} wants one",
    ),
    (
        FindingCode::ArrowIncomplete,
        "flèche incomplète ; le {article} en veut une entière",
        "incomplete arrow; {article} wants a whole one",
    ),
    (
        FindingCode::SeveralArrows,
        "plusieurs flèches{rest} ; le {article} en veut une seule",
        "more than one arrow{rest}; {article} wants a single one",
    ),
    (
        FindingCode::SymbolAbsent,
        "il manque un symbole{rest} ; le {article} en veut 4",
        "a symbol is missing{rest}; {article} wants 4",
    ),
    (
        FindingCode::SymbolIncomplete,
        "symbole incomplet ; le {article} veut des symboles entiers",
        "incomplete symbol; {article} wants whole symbols",
    ),
    (
        FindingCode::SymbolUnknown,
        "le symbole {seen} est étranger au {article} ; il y faut {wanted}",
        "the symbol {seen} is foreign to {article}; it should be {wanted}",
    ),
    (
        FindingCode::Unread,
        "non lu ({seen}) ; cette image ne permet pas de juger selon le {article}",
        "unread ({seen}); this picture does not let it be judged by {article}",
    ),
    (
        FindingCode::NotAWeekday,
        "{seen} n'est pas un jour de la semaine en capitales ; le {article} en veut un",
        "{seen} is no day of the week in capitals; {article} wants one",
    ),
    (
        FindingCode::DayAbsent,
        "jour non imprimé ; le {article} veut deux jours de la semaine",
        "day not printed; {article} wants two days of the week",
    ),
    (
        FindingCode::SentenceAbsent,
        "aucune phrase imprimée ; le {article} en veut une",
        "no sentence is printed; {article} wants one",
    ),
    (
        FindingCode::SentenceIncomplete,
        "phrase incomplète{rest} ; le {article} en veut une entière",
        "incomplete sentence{rest}; {article} wants a whole one",
    ),
    (
        FindingCode::CompoundWord,
        "le composé {seen} contient un mot gagnant ; le 3.4.2 ne dit pas s'il gagne",
        "the compound {seen} holds a winning word; 3.4.2 does not say whether it wins",
    ),
    (
        FindingCode::FourIdentical,
        "quatre fois {seen} ; le 3.5.2 ne dit pas si c'est une combinaison ou deux",
        "four times {seen}; 3.5.2 does not say whether that is one combination or two",
    ),
    (
        FindingCode::EuroSignMissing,
        "{seen} sans signe € ; le {article} veut {wanted}",
        "{seen} without a € sign; {article} wants {wanted}",
    ),
    (
        FindingCode::NotInPrizeTable,
        "{seen} : le tableau de l'article 2 ne connaît pas ces lots ensemble",
        "{seen}: article 2's table does not know these prizes together",
    ),
    (
        FindingCode::PrintShifted,
        "impression décalée de {seen} par rapport au fond",
        "print shifted by {seen} against the artwork",
    ),
    (
        FindingCode::MissingInkLine,
        "ligne sans encre de {seen} (buse bouchée ?)",
        "line of {seen} without ink (clogged jet?)",
    ),
    (
        FindingCode::FadedInk,
        "encre pâle : {seen} de la densité attendue",
        "faded ink: {seen} of the density it should have",
    ),
];

fn sentence(finding: &Finding, language: Language) -> String {
    let template = SENTENCES.iter().find(|(code, ..)| *code == finding.code);
    let template = template.map_or("{seen}", |(_, fr, en)| language.pick(fr, en));
    // Literals and names in turn; filled in one pass, so that braces that were printed stay as they are.
    let pieces = template.split(['{', '}']).map(|piece| match piece {
        "article" => {
            let surface = finding.element.map_or(Surface::Rencontre, Element::surface);
            Article::print_of(surface).number().to_owned()
        }
        "seen" => seen(finding, language),
        "rest" => in_brackets(&finding.evidence, language),
        "wanted" => wanted(finding, language),
        literal => literal.to_owned(),
    });
    pieces.collect()
}

/// The evidence as the sentence quotes it.
fn seen(finding: &Finding, language: Language) -> String {
    let comma = language.pick(',', '.');
    match &finding.evidence {
        Evidence::Nothing => String::new(),
        Evidence::Text { seen, .. } if finding.code == FindingCode::FourIdentical => {
            quoted(&symbol_name(&Symbol::from_name(seen), language), language)
        }
        Evidence::Text { seen, .. } => quoted(seen, language),
        Evidence::Sum { figures, letters, .. } => {
            let with = language.pick("avec", "with");
            format!("{} {with} {}", quoted(figures, language), quoted(letters, language))
        }
        Evidence::Rest(Some(text)) if !text.is_empty() => {
            let incomplete = language.pick("incomplet", "incomplete");
            format!("{}, {incomplete},", quoted(text, language))
        }
        Evidence::Rest(_) => language.pick("un mot incomplet", "an incomplete word").to_owned(),
        Evidence::Reason(reason) => reason_name(*reason, language).to_owned(),
        Evidence::Count(count) => count.to_string(),
        Evidence::Prizes(prizes) => prizes.map(figures).join(" + "),
        Evidence::Length { um } => format!("{}{comma}{:02} mm", um / 1_000, um % 1_000 / 10),
        Evidence::Share { per_mille } => format!("{}{comma}{} %", per_mille / 10, per_mille % 10),
    }
}

/// What there is nevertheless, in brackets.
fn in_brackets(evidence: &Evidence, language: Language) -> String {
    match evidence {
        Evidence::Rest(Some(text)) if !text.is_empty() => {
            format!(" ({} {})", language.pick("on y lit", "what is left reads"), quoted(text, language))
        }
        Evidence::Count(count) => format!(" ({} {count})", language.pick("sur le ticket :", "on the ticket:")),
        _ => String::new(),
    }
}

/// What the article's table gives: the very text where it is known, else all there is to choose from.
fn wanted(finding: &Finding, language: Language) -> String {
    let choice = match (&finding.evidence, finding.element) {
        (Evidence::Text { wanted: Some(wanted), .. }, _) => return quoted(wanted, language),
        (Evidence::Sum { wanted, .. }, _) => return quoted(wanted, language),
        (_, Some(Element::Figures(place))) => sum_table(place).iter().map(|line| figures(line.euros)).collect(),
        (_, Some(Element::Letters(place))) => sum_table(place).iter().map(|line| line.letters.to_owned()).collect(),
        _ => Symbol::KNOWN.map(|symbol| symbol_name(&symbol, language)).to_vec(),
    };
    format!("{} {}", language.pick("l'un de :", "one of:"), choice.join(", "))
}

fn quoted(text: &str, language: Language) -> String {
    language.pick(format!("« {text} »"), format!("“{text}”"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_sentence() {
        for &code in FindingCode::ALL {
            assert_eq!(SENTENCES.iter().filter(|(named, ..)| *named == code).count(), 1, "{code}");
        }
    }

    #[test]
    fn braces_that_were_printed_stay() {
        let evidence = Evidence::Text { seen: "{wanted}{seen}".to_owned(), wanted: None };
        let finding = Finding::new(FindingCode::CompoundWord, Element::Sentence, evidence);
        assert!(finding.message(Language::En).contains("“{wanted}{seen}”"));
    }
}
