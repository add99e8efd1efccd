//! Articles 1 and 2: the block and its prize table.

use super::game::PRIZE_TABLE;
use super::{Article, ArticleText};
use crate::language::Bilingual;

/// Whether article 2 knows these prizes of the four surfaces (euros, 0 for a losing one, in any order): their sum is an
/// amount of its table, and the prizes that are not 0 make it as one of the table's decompositions does.
pub fn is_decomposition(prizes: [u32; 4]) -> bool {
    let mut won: Vec<u32> = prizes.into_iter().filter(|&prize| prize > 0).collect();
    won.sort_unstable();
    PRIZE_TABLE.iter().any(|tier| tier.decompositions.contains(&&won[..]))
}

pub(super) const ISSUES: ArticleText = ArticleText {
    article: Article::Issues,
    title: Bilingual { fr: "Émissions, blocs, prix", en: "Issues, blocks, price" },
    text: "\
Le présent règlement particulier est pris en complément du règlement général des jeux de loterie instantanée de La \
Française des jeux publié au Journal officiel, dont les dispositions s'appliquent au présent jeu.
Chaque émission de tickets est répartie en blocs de 750 000 tickets. Le prix de vente du ticket est fixé à 3 euros.",
    reading: Bilingual {
        fr: "Un bloc rapporte 2 250 000 € de mises. Le règlement général n'est pas jugé ici.",
        en: "A block brings in stakes of 2 250 000 €. The general rule is not judged here.",
    },
    doubts: &[],
    example: Bilingual {
        fr: "Lots du bloc 1 462 500 € sur 2 250 000 € de mises : 65 %.",
        en: "A block's prizes, 1 462 500 € of 2 250 000 € staked: 65 %.",
    },
};

pub(super) const PRIZES: ArticleText = ArticleText {
    article: Article::Prizes,
    title: Bilingual { fr: "Tableau de lots", en: "Prize table" },
    text: "\
Pour chaque bloc, le tableau de lots est le suivant :

  NOMBRE DE LOTS  | MONTANT DU LOT | TOTAL
  1 lot de        | (5 000 € + 5 000 € + 10 000 € + 10 000 € ) soit 30 000 € | 30 000 €
  3 lots de       | 1 000 € ou (500 € + 500 € ) soit 1 000 € | 3 000 €
  500 lots de     | 120 ou (20 + 100 ) soit 120 | 60 000 €
  3 000 lots de   | 30 € ou (10 € + 20 €) ou (5 € + 5 € + 20 € ) ou (5 € + 10 € + 15 € ) ou (10 € + 10 € + 10 € ) \
soit 30 € | 90 000 €
  15 500 lots de  | 18 € ou (3 € + 15 € ) ou (3 € + 5 € + 10 € ) ou (3 € + 6 € + 9 € ) ou (3 € + 3 € + 3 € + 9 €) ou \
(5 € + 5 € + 8 € ) soit 18 € | 279 000 €
  22 000 lots de  | 12 € ou (3 € + 9 € ) ou (6 € + 6 € ) ou (3 € + 3 € + 6 € ) ou (3 € + 3 € + 3 € + 3 € ) soit 12 € | \
264 000 €
  65 000 lots de  | 6 € ou (3 € + 3 €) soit 6 € | 390 000 €
  115 500 lots de | 3 € | 346 500 €
  221 504 lots    | Formant un total de | 1 462 500 €

Le détail du montant d'un lot figurant entre parenthèses dans le tableau ci-dessus correspond à la somme des lots \
éventuels de chacune des 4 surfaces de jeu du ticket.",
    reading: Bilingual {
        fr: "Un ticket gagnant paie un montant du tableau, et les lots de ses surfaces en sont une des décompositions, dans \
             n'importe quel ordre. Le lot d'une surface est sa somme entière : « cœur » et « aime » ensemble font 8 €, un seul \
             terme.",
        en: "A winning ticket pays an amount of the table, and its surfaces' prizes are one of its decompositions, in any \
             order. A surface's prize is its whole sum: “cœur” and “aime” together are 8 €, a single term.",
    },
    doubts: &[Bilingual {
        fr: "Les articles 3.2 à 3.5 paieraient aussi d'autres combinaisons (5 € + 5 € = 10 €). Le bloc n'en contient pas : un \
             tel ticket a été mal lu, mal imprimé ou falsifié, et est à examiner (not_in_prize_table). Ce n'est regardé que \
             lorsque rien d'autre ne décide.",
        en: "Articles 3.2 to 3.5 would pay other combinations too (5 € + 5 € = 10 €). The block holds none: such a ticket was \
             misread, misprinted or forged, and is for review (not_in_prize_table). This is looked at only when nothing else \
             decides.",
    }],
    example: Bilingual {
        fr: "3 € + 15 € : 18 €, au tableau. 3 € + 3 € + 12 € : 18 € aussi, mais pas ainsi : à examiner.",
        en: "3 € + 15 €: 18 €, in the table. 3 € + 3 € + 12 €: 18 € as well, but not that way: review.",
    },
};
