//! Reads the bytes of a picture file, or of standard input, within a limit.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use ticketproof::language::Language;
use ticketproof::report::Failure;

/// A picture file takes no more than this for each pixel, whatever its format: 16 bits for each of four channels.
const MOST_BYTES_PER_PIXEL: u64 = 8;
/// Room for what is no pixels: profiles, previews, metadata.
const MOST_OTHER_BYTES: u64 = 32 << 20;

/// The whole file at `path`, or standard input for `-`.
///
/// # Errors
/// A [`Failure`] with the code `unreadable`, or `too_large` for a file that no picture of `max_mpixels` needs.
pub fn read(path: &Path, max_mpixels: u32, language: Language) -> Result<Vec<u8>, Failure> {
    let most = u64::from(max_mpixels) * 1_000_000 * MOST_BYTES_PER_PIXEL + MOST_OTHER_BYTES;
    let bytes = read_at_most(path, most).map_err(|error| unreadable(&error, language))?;
    if bytes.len() as u64 > most {
        let (fr, en) = (
            format!("plus de {} Mo ; donnez une image plus petite ou relevez la limite (--max-mpixels)", most >> 20),
            format!("more than {} MB; give a smaller picture or raise the limit (--max-mpixels)", most >> 20),
        );
        return Err(Failure::new("too_large", language.pick(fr, en)));
    }
    Ok(bytes)
}

/// The file's bytes, or one more than `most` of them.
fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn unreadable(error: &io::Error, language: Language) -> Failure {
    let message = match error.kind() {
        ErrorKind::NotFound => language.pick("fichier introuvable ; vérifiez son nom", "no such file; check its name"),
        ErrorKind::PermissionDenied => language
            .pick("lecture interdite ; vérifiez les droits du fichier", "may not be read; check its permissions"),
        ErrorKind::IsADirectory => language.pick(
            "un dossier, pas une image ; donnez les fichiers qu'il contient",
            "a folder, not a picture; give the files in it",
        ),
        _ => {
            let sentence = language.pick("ne se lit pas ; copiez-le à nouveau", "cannot be read; copy it again");
            return Failure::new("unreadable", format!("{sentence}{}{error}", language.pick(" : ", ": ")));
        }
    };
    Failure::new("unreadable", message)
}
