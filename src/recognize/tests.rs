//! Both sides of the limits.

use super::*;

fn sound() -> Inspection {
    Inspection { strength: 1.0, weakest_glyph: 1.0, ..Inspection::default() }
}

fn letters() -> Element {
    Element::Letters(SumPlace::Rencontre)
}

#[test]
fn ink_is_whole_doubtful_or_broken_by_what_is_missing() {
    let missing = |missing_mm2| ink_state(letters(), &Inspection { missing_mm2, ..sound() });
    assert_eq!(missing(0.08), InkState::Whole);
    assert_eq!(missing(0.081), InkState::Doubtful);
    assert_eq!(missing(0.159), InkState::Doubtful);
    assert_eq!(missing(0.16), InkState::Broken);
}

#[test]
fn a_speck_of_dust_is_no_fault_of_the_print() {
    let extra = |extra_mm2| ink_state(letters(), &Inspection { extra_mm2, ..sound() });
    assert_eq!(extra(0.12), InkState::Whole);
    assert_eq!(extra(0.121), InkState::Doubtful);
    assert_eq!(extra(0.25), InkState::Broken);
}

#[test]
fn a_little_missing_and_a_little_too_much_is_doubtful_together() {
    let both = Inspection { missing_mm2: 0.065, extra_mm2: 0.085, ..sound() };
    assert_eq!(ink_state(letters(), &both), InkState::Doubtful);
}

#[test]
fn a_pale_glyph_is_doubtful_and_a_faded_one_broken() {
    let weakest = |weakest_glyph| ink_state(letters(), &Inspection { weakest_glyph, ..sound() });
    assert_eq!(weakest(0.85), InkState::Whole);
    assert_eq!(weakest(0.84), InkState::Doubtful);
    assert_eq!(weakest(0.79), InkState::Broken);
}

#[test]
fn large_symbols_may_lack_more_than_letters() {
    let missing = Inspection { missing_mm2: 0.25, ..sound() };
    assert_eq!(ink_state(Element::Symbol(0), &missing), InkState::Whole);
    assert_eq!(ink_state(letters(), &missing), InkState::Broken);
}

#[test]
fn scratch_layer_is_grey_and_wide_and_smudged_print_is_not_that() {
    let cover = |grey_mm2, ink_mm2| Cover { peak: 0.5, grey_mm2, ink_mm2, cut_off: false };
    assert!(is_covered(&cover(20.0, 0.0)));
    assert!(is_covered(&cover(20.0, 8.0)));
    assert!(!is_covered(&cover(6.0, 8.0)));
    assert!(!is_covered(&cover(1.0, 0.0)));
}

#[test]
fn a_space_in_the_place_of_a_glyph_hides_a_winning_word() {
    for sentence in ["Je t'a me, mon ange", "Mon c ur bat", "Mille ba sers", "Ma pass on", "ai me"] {
        assert!(hides_winning_word(sentence), "{sentence}");
    }
    for sentence in ["Je t'aime, mon cœur", "Tu es là", "La magie de Noël", "Des baisers", "Je pense à toi"] {
        assert!(!hides_winning_word(sentence), "{sentence}");
    }
}
