//! Ways into [`Contents`] to what is printed and legible.

use crate::contents::{Contents, CoupDeFoudre, Field, Rencontre, Sum, SumPlace, Symbol};

fn legible<T>(field: &mut Field<T>) -> Option<&mut T> {
    match field {
        Field::Legible(value) => Some(value),
        _ => None,
    }
}

/// The first surface, while it is legible; so on below.
pub fn rencontre_mut(contents: &mut Contents) -> Option<&mut Rencontre> {
    legible(&mut contents.rencontre)
}

/// The second surface.
pub fn coup_de_foudre_mut(contents: &mut Contents) -> Option<&mut CoupDeFoudre> {
    legible(&mut contents.coup_de_foudre)
}

/// The day words.
pub fn days_mut(contents: &mut Contents) -> Option<&mut Vec<Field<String>>> {
    legible(&mut rencontre_mut(contents)?.days)
}

/// The sums of the second surface.
pub fn sums_mut(contents: &mut Contents) -> Option<&mut Vec<Field<Sum>>> {
    legible(&mut coup_de_foudre_mut(contents)?.sums)
}

/// The sum at `place`.
pub fn sum_mut(contents: &mut Contents, place: SumPlace) -> Option<&mut Sum> {
    match place {
        SumPlace::Rencontre => legible(&mut rencontre_mut(contents)?.sum),
        SumPlace::CoupDeFoudre(i) => legible(sums_mut(contents)?.get_mut(usize::from(i))?),
    }
}

/// The sentence.
pub fn sentence_mut(contents: &mut Contents) -> Option<&mut Field<String>> {
    Some(&mut legible(&mut contents.declaration)?.sentence)
}

/// The symbols.
pub fn symbols_mut(contents: &mut Contents) -> Option<&mut Vec<Field<Symbol>>> {
    legible(&mut legible(&mut contents.vie_a_deux)?.symbols)
}
