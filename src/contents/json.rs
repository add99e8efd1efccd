//! The contract's JSON for [`Contents`].
//!
//! Read strictly: a key that has no meaning where it stands is an error with its path. `star` may be left out (no
//! star) and so may `letters_position` (`below`); every other key must be there, `null` if it was not printed, so that
//! a forgotten key is not taken for a misprint. More than two days, three sums or four symbols are an error: no
//! ticket has room for them. Beside `"unread"` or `"incomplete"` the keys of the value itself may stand, as some
//! simulators leave them there; they are checked by name and otherwise passed over.
//!
//! `{"incomplete": TEXT}`: on a text TEXT is what reads; on any other value TEXT is kept where it can be that value
//! (`"heart"`, `"3 € TROIS"`, `"1"`), and the value's own JSON may stand in TEXT's place.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::object::{Object, join, kind, nth, refuse_unknown_keys, wrong};
use super::{
    Contents, CoupDeFoudre, Declaration, Field, LettersPosition, Reason, Rencontre, Sum, Surface, Symbol, VieADeux,
};
use crate::error::Error;

impl Contents {
    /// Reads contents from JSON text.
    ///
    /// # Errors
    /// [`Error::ContentsJson`] for text that is no JSON, [`Error::Contents`] with the key's path for anything else.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let value = serde_json::from_str(text).map_err(|source| Error::ContentsJson { source })?;
        Self::from_value(&value)
    }

    /// Reads contents from a JSON value.
    ///
    /// # Errors
    /// [`Error::Contents`] with the key's path.
    pub fn from_value(value: &Value) -> Result<Self, Error> {
        let object = Object::new("", value, &["rencontre", "coup_de_foudre", "declaration", "vie_a_deux"])?;
        Ok(Contents {
            rencontre: object.field(Surface::Rencontre.key())?,
            coup_de_foudre: object.field(Surface::CoupDeFoudre.key())?,
            declaration: object.field(Surface::Declaration.key())?,
            vie_a_deux: object.field(Surface::VieADeux.key())?,
        })
    }

    /// The JSON value, keys in the contract's order, plain spaces.
    pub fn to_value(&self) -> Value {
        json!({
            "rencontre": write_field(&self.rencontre),
            "coup_de_foudre": write_field(&self.coup_de_foudre),
            "declaration": write_field(&self.declaration),
            "vie_a_deux": write_field(&self.vie_a_deux),
        })
    }
}

impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Contents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::from_value(&value).map_err(D::Error::custom)
    }
}

/// A value that may stand in a [`Field`].
pub(super) trait Printed: Sized + PartialEq {
    /// Keys of its JSON object, where it is one.
    const KEYS: &'static [&'static str] = &[];

    /// Reads the value that stands at `path`.
    fn read(path: &str, value: &Value) -> Result<Self, Error>;

    /// Its JSON.
    fn write(&self) -> Value;

    /// Whether nothing at all is printed, which is the same as [`Field::Absent`].
    fn is_blank(&self) -> bool {
        false
    }

    /// The value that incomplete ink reading `text` still shows.
    fn from_text(_text: &str) -> Option<Self> {
        None
    }

    /// The text that [`Self::from_text`] would make this value of.
    fn to_text(&self) -> Option<String> {
        None
    }
}

pub(super) fn read_field<T: Printed>(path: &str, value: &Value) -> Result<Field<T>, Error> {
    if value.is_null() {
        return Ok(Field::Absent);
    }
    if let Some(object) = value.as_object() {
        if object.contains_key("unread") && object.contains_key("incomplete") {
            return Err(wrong(path, "is both unread and incomplete", "keep one of the two"));
        }
        if let Some(reason) = object.get("unread") {
            refuse_unknown_keys(path, object, T::KEYS, Some("unread"))?;
            return Ok(Field::Unread(read_reason(&join(path, "unread"), reason)?));
        }
        if let Some(rest) = object.get("incomplete") {
            refuse_unknown_keys(path, object, T::KEYS, Some("incomplete"))?;
            return Ok(Field::Incomplete(read_rest(&join(path, "incomplete"), rest)?));
        }
    }
    let read = T::read(path, value)?;
    Ok(if read.is_blank() { Field::Absent } else { Field::Legible(read) })
}

fn read_rest<T: Printed>(path: &str, rest: &Value) -> Result<Option<T>, Error> {
    let read = match rest {
        Value::Null => None,
        Value::String(text) => T::from_text(&plain_spaces(text)),
        other => Some(T::read(path, other)?),
    };
    Ok(read.filter(|value| !value.is_blank()))
}

fn read_reason(path: &str, value: &Value) -> Result<Reason, Error> {
    let reason = Reason::ALL.into_iter().find(|reason| value.as_str() == Some(reason.name()));
    reason.ok_or_else(|| {
        let names = Reason::ALL.map(Reason::name).join(", ");
        wrong(path, kind(value), format!("the reasons are {names}"))
    })
}

fn write_field<T: Printed>(field: &Field<T>) -> Value {
    match field {
        Field::Legible(value) => value.write(),
        Field::Absent => Value::Null,
        Field::Incomplete(None) => json!({ "incomplete": null }),
        Field::Incomplete(Some(value)) => {
            let text = value.to_text().filter(|text| T::from_text(text).as_ref() == Some(value));
            json!({ "incomplete": text.map_or_else(|| value.write(), Value::from) })
        }
        Field::Unread(reason) => json!({ "unread": reason }),
    }
}

impl Printed for String {
    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        value.as_str().map(plain_spaces).ok_or_else(|| wrong(path, kind(value), "give the printed text, or null"))
    }
    fn write(&self) -> Value {
        Value::from(plain_spaces(self))
    }
    fn is_blank(&self) -> bool {
        self.trim().is_empty()
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
    fn to_text(&self) -> Option<String> {
        Some(plain_spaces(self))
    }
}

impl Printed for bool {
    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        value.as_bool().ok_or_else(|| wrong(path, kind(value), "give true or false"))
    }
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Printed for LettersPosition {
    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let text = value.as_str().unwrap_or_default();
        Self::from_text(text).ok_or_else(|| wrong(path, kind(value), "give \"above\" or \"below\""))
    }
    fn write(&self) -> Value {
        json!(self)
    }
    fn from_text(text: &str) -> Option<Self> {
        match text {
            "above" => Some(Self::Above),
            "below" => Some(Self::Below),
            _ => None,
        }
    }
    fn to_text(&self) -> Option<String> {
        Some(
            match self {
                Self::Above => "above",
                Self::Below => "below",
            }
            .to_owned(),
        )
    }
}

impl Printed for Symbol {
    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let text = value.as_str().ok_or_else(|| wrong(path, kind(value), "give the name of a symbol, or null"))?;
        Ok(Symbol::from_name(&plain_spaces(text)))
    }
    fn write(&self) -> Value {
        Value::from(self.name())
    }
    fn is_blank(&self) -> bool {
        self.name().trim().is_empty()
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(Symbol::from_name(text))
    }
    fn to_text(&self) -> Option<String> {
        Some(self.name().to_owned())
    }
}

/// The arrow: indices of the sums it stands at.
impl Printed for Vec<usize> {
    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let index = |path: &str, value: &Value| {
            let index = value.as_u64().filter(|&index| index < <Sum as Item>::MOST as u64);
            index.map(|index| index as usize).ok_or_else(|| wrong(path, kind(value), "give the sum's index: 0, 1 or 2"))
        };
        match value {
            Value::Array(list) => list.iter().enumerate().map(|(i, value)| index(&nth(path, i), value)).collect(),
            one => Ok(vec![index(path, one)?]),
        }
    }
    fn write(&self) -> Value {
        if let [index] = self[..] { Value::from(index) } else { json!(self) }
    }
    fn is_blank(&self) -> bool {
        self.is_empty()
    }
    fn from_text(text: &str) -> Option<Self> {
        text.trim().parse().ok().filter(|&index| index < <Sum as Item>::MOST).map(|index| vec![index])
    }
}

/// A value that stands in a list.
trait Item: Printed {
    /// How many of them a ticket has room for.
    const MOST: usize;
}

impl Item for String {
    const MOST: usize = 2;
}
impl Item for Sum {
    const MOST: usize = 3;
}
impl Item for Symbol {
    const MOST: usize = 4;
}

impl<T: Item> Printed for Vec<Field<T>> {
    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let most = T::MOST;
        let list = value.as_array().ok_or_else(|| wrong(path, kind(value), "give a list, or null"))?;
        if list.len() > most {
            return Err(wrong(path, format!("holds {} values", list.len()), format!("a ticket has {most}")));
        }
        list.iter().enumerate().map(|(i, value)| read_field(&nth(path, i), value)).collect()
    }
    fn write(&self) -> Value {
        self.iter().map(write_field).collect()
    }
}

impl Printed for Sum {
    const KEYS: &'static [&'static str] = &["figures", "letters", "star", "letters_position"];

    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let object = Object::new(path, value, Self::KEYS)?;
        Ok(Sum {
            figures: object.field("figures")?,
            letters: object.field("letters")?,
            star: object.field_or("star", Field::Legible(false))?,
            letters_position: object.field_or("letters_position", Field::Legible(LettersPosition::Below))?,
        })
    }
    fn write(&self) -> Value {
        json!({
            "figures": write_field(&self.figures),
            "letters": write_field(&self.letters),
            "star": write_field(&self.star),
            "letters_position": write_field(&self.letters_position),
        })
    }
    /// `3 € TROIS`: figures up to the euro sign, then letters.
    fn from_text(text: &str) -> Option<Self> {
        let (figures, letters) = text.split_once('€')?;
        let field = |text: &str| if text.trim().is_empty() { Field::Absent } else { Field::Legible(text.to_owned()) };
        Some(Sum {
            figures: field(&format!("{figures}€")),
            letters: field(letters.trim()),
            star: Field::Legible(false),
            letters_position: Field::Legible(LettersPosition::Below),
        })
    }
    fn to_text(&self) -> Option<String> {
        match (&self.figures, &self.letters) {
            (Field::Legible(figures), Field::Legible(letters)) => Some(format!("{figures} {letters}")),
            (Field::Legible(figures), Field::Absent) => Some(figures.clone()),
            _ => None,
        }
    }
}

impl Printed for Rencontre {
    const KEYS: &'static [&'static str] = &["days", "sum"];

    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let object = Object::new(path, value, Self::KEYS)?;
        Ok(Rencontre { days: object.field("days")?, sum: object.field("sum")? })
    }
    fn write(&self) -> Value {
        json!({ "days": write_field(&self.days), "sum": write_field(&self.sum) })
    }
}

impl Printed for CoupDeFoudre {
    const KEYS: &'static [&'static str] = &["sums", "arrow"];

    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let object = Object::new(path, value, Self::KEYS)?;
        Ok(CoupDeFoudre { sums: object.field("sums")?, arrow: object.field("arrow")? })
    }
    fn write(&self) -> Value {
        json!({ "sums": write_field(&self.sums), "arrow": write_field(&self.arrow) })
    }
}

impl Printed for Declaration {
    const KEYS: &'static [&'static str] = &["sentence"];

    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let object = Object::new(path, value, Self::KEYS)?;
        Ok(Declaration { sentence: object.field("sentence")? })
    }
    fn write(&self) -> Value {
        json!({ "sentence": write_field(&self.sentence) })
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned()).filter(|text| !text.is_blank()).map(|text| Declaration { sentence: Field::Legible(text) })
    }
    fn to_text(&self) -> Option<String> {
        if let Field::Legible(sentence) = &self.sentence { Some(sentence.clone()) } else { None }
    }
}

impl Printed for VieADeux {
    const KEYS: &'static [&'static str] = &["symbols"];

    fn read(path: &str, value: &Value) -> Result<Self, Error> {
        let object = Object::new(path, value, Self::KEYS)?;
        Ok(VieADeux { symbols: object.field("symbols")? })
    }
    fn write(&self) -> Value {
        json!({ "symbols": write_field(&self.symbols) })
    }
}

/// Figures are set with no-break spaces in good French typography; here a space is a space.
fn plain_spaces(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
}
