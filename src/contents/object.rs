//! JSON objects read key by key, with the path of each key for the errors.

use serde_json::{Map, Value};

use super::Field;
use super::json::{Printed, read_field};
use crate::error::Error;

/// A JSON object whose keys are all known.
pub(super) struct Object<'a> {
    path: &'a str,
    map: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    pub(super) fn new(path: &'a str, value: &'a Value, keys: &[&str]) -> Result<Self, Error> {
        let wanted = || format!("give an object with the keys {}", keys.join(", "));
        let map = value.as_object().ok_or_else(|| wrong(path, kind(value), wanted()))?;
        refuse_unknown_keys(path, map, keys, None)?;
        Ok(Self { path, map })
    }

    pub(super) fn field<T: Printed>(&self, key: &str) -> Result<Field<T>, Error> {
        let path = join(self.path, key);
        let value = self.map.get(key).ok_or_else(|| wrong(&path, "is missing", "give null if it was not printed"))?;
        read_field(&path, value)
    }

    pub(super) fn field_or<T: Printed>(&self, key: &str, default: Field<T>) -> Result<Field<T>, Error> {
        if self.map.contains_key(key) { self.field(key) } else { Ok(default) }
    }
}

pub(super) fn refuse_unknown_keys(
    path: &str,
    map: &Map<String, Value>,
    keys: &[&str],
    marker: Option<&str>,
) -> Result<(), Error> {
    match map.keys().find(|key| !keys.contains(&key.as_str()) && marker != Some(key.as_str())) {
        None => Ok(()),
        Some(key) if keys.is_empty() => {
            Err(wrong(&join(path, key), "is no known key", "an object here is {\"unread\": …} or {\"incomplete\": …}"))
        }
        Some(key) => Err(wrong(&join(path, key), "is no known key", format!("the keys here are {}", keys.join(", ")))),
    }
}

pub(super) fn wrong(path: &str, found: impl Into<String>, wanted: impl Into<String>) -> Error {
    let path = if path.is_empty() { "contents" } else { path };
    Error::Contents { path: path.to_owned(), found: found.into(), wanted: wanted.into() }
}

/// What stands there, for a message.
pub(super) fn kind(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return format!("is {text}");
    }
    format!("is {}…", text.chars().take(LONGEST).collect::<String>())
}

pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

pub(super) fn nth(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}
