//! The files of a ticket design, from a folder or embedded in the binary, and their common hash.

use std::collections::BTreeMap;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::error::{DesignFault, Error, Result};

/// Largest design file that is read; a guard against a folder that is no design.
const MAX_FILE_BYTES: u64 = 32 << 20;

macro_rules! reference_files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../designs/reference/", $name)).as_slice())),*]
    };
}

/// The reference design; a test compares this list with the folder.
const REFERENCE: &[(&str, &[u8])] = reference_files![
    "design.toml",
    "artwork.svg",
    "fonts/IBMPlexSansCondensed-Bold.ttf",
    "fonts/IBMPlexSansCondensed-Medium.ttf",
    "fonts/IBMPlexSansCondensed-Regular.ttf",
    "fonts/IBMPlexSansCondensed-SemiBold.ttf",
    "symbols/arrow.svg",
    "symbols/bell.svg",
    "symbols/champagne.svg",
    "symbols/clover.svg",
    "symbols/daisy.svg",
    "symbols/diamond.svg",
    "symbols/gift.svg",
    "symbols/heart.svg",
    "symbols/moon.svg",
    "symbols/star.svg",
];

/// Where a design's files come from, and those read so far.
pub(super) struct DesignFiles {
    /// Shown in errors.
    pub(super) origin: String,
    source: Source,
    read: BTreeMap<String, Vec<u8>>,
}

enum Source {
    Embedded,
    Folder(std::path::PathBuf),
}

impl DesignFiles {
    /// The reference design's files, embedded in the binary.
    pub(super) fn reference() -> Self {
        Self { origin: "(embedded)".into(), source: Source::Embedded, read: BTreeMap::new() }
    }

    /// The files of a folder.
    pub(super) fn folder(dir: &Path) -> Self {
        Self { origin: dir.display().to_string(), source: Source::Folder(dir.into()), read: BTreeMap::new() }
    }

    /// The bytes of the file that `key` names.
    pub(super) fn get(&mut self, name: &str, key: &str) -> Result<Vec<u8>> {
        if let Some(bytes) = self.read.get(name) {
            return Ok(bytes.clone());
        }
        let bytes = match &self.source {
            Source::Embedded => REFERENCE
                .iter()
                .find(|(file, _)| *file == name)
                .map(|(_, bytes)| bytes.to_vec())
                .ok_or_else(|| self.fault(name, key, "the embedded design has no such file", None))?,
            Source::Folder(dir) => self.read_file(dir, name, key)?,
        };
        self.read.insert(name.into(), bytes.clone());
        Ok(bytes)
    }

    fn read_file(&self, dir: &Path, name: &str, key: &str) -> Result<Vec<u8>> {
        let inside = Path::new(name).components().all(|c| matches!(c, std::path::Component::Normal(_)));
        if name.is_empty() || !inside {
            return Err(self.fault(name, key, "not a path inside the design's folder", None));
        }
        let path = dir.join(name);
        let size = std::fs::metadata(&path).map_err(|e| self.fault(name, key, "cannot be read", Some(e.into())))?.len();
        if size > MAX_FILE_BYTES {
            let reason = format!("{size} bytes found, at most {MAX_FILE_BYTES} are read");
            return Err(self.fault(name, key, &reason, None));
        }
        std::fs::read(&path).map_err(|e| self.fault(name, key, "cannot be read", Some(e.into())))
    }

    /// Names of the font files in `fonts/`, sorted; the artwork's own text may use any of them.
    pub(super) fn font_names(&self) -> Vec<String> {
        let is_font = |name: &str| name.ends_with(".ttf") || name.ends_with(".otf");
        let mut names: Vec<String> = match &self.source {
            Source::Embedded => REFERENCE
                .iter()
                .map(|(name, _)| (*name).to_string())
                .filter(|n| n.starts_with("fonts/") && is_font(n))
                .collect(),
            Source::Folder(dir) => std::fs::read_dir(dir.join("fonts"))
                .into_iter()
                .flatten()
                .flatten()
                .filter_map(|entry| entry.file_name().into_string().ok())
                .filter(|n| is_font(n))
                .map(|n| format!("fonts/{n}"))
                .collect(),
        };
        names.sort();
        names
    }

    /// SHA-256 over name, length and bytes of every file read, in the order of their names; lower-case hex.
    pub(super) fn hash(&self) -> String {
        let mut sha = Sha256::new();
        for (name, bytes) in &self.read {
            sha.update(format!("{name}\0{}\0", bytes.len()));
            sha.update(bytes);
        }
        sha.finalize().iter().map(|b| format!("{b:02x}")).collect()
    }

    /// An error about `file`, which `key` names.
    pub(super) fn fault(
        &self,
        file: &str,
        key: &str,
        reason: &str,
        cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Error {
        DesignFault { design: self.origin.clone(), file: file.into(), key: key.into(), reason: reason.into(), cause }
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_list_is_the_folder() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("designs/reference");
        let mut on_disk = Vec::new();
        for folder in ["", "fonts", "symbols"] {
            for entry in std::fs::read_dir(root.join(folder)).unwrap() {
                let entry = entry.unwrap();
                let name = entry.file_name().into_string().unwrap();
                if entry.file_type().unwrap().is_file() && ["toml", "svg", "ttf"].iter().any(|e| name.ends_with(e)) {
                    on_disk.push(if folder.is_empty() { name } else { format!("{folder}/{name}") });
                }
            }
        }
        let mut embedded: Vec<_> = REFERENCE.iter().map(|(name, _)| name.to_string()).collect();
        on_disk.sort();
        embedded.sort();
        assert_eq!(embedded, on_disk);
    }
}
