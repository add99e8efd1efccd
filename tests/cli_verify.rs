//! `ticketproof verify` as a command: exit statuses, formats, errors, and that a picture may come as it likes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, ImageFormat, Luma, Rgb, RgbImage, imageops};
use predicates::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;
use ticketproof::design::Design;
use ticketproof::simulate::tickets::Tiers;
use ticketproof::simulate::{Printer, Run};

const WINNING: &str = "winning-18.jpg";
const LOSING: &str = "losing-passionne.jpg";
const ANOMALY: &str = "anomaly-sum-letters-mismatch.jpg";
const REVIEW: &str = "review-compound-word.jpg";

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn winning() -> DynamicImage {
    image::open(sample(WINNING)).unwrap()
}

/// The command, in an empty folder of its own.
fn verify(dir: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("ticketproof").unwrap();
    command.current_dir(dir).args(["--lang", "en", "verify"]).args(arguments);
    command
}

fn folder_with(samples: &[&str]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for name in samples {
        fs::copy(sample(name), dir.path().join(name)).unwrap();
    }
    dir
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The answers on standard output, in JSON lines; nothing may be on standard error.
#[track_caller]
fn answers(dir: &TempDir, arguments: &[&str], status: i32) -> Vec<Value> {
    let assert = verify(dir, &[&["--format", "jsonl"], arguments].concat()).assert().code(status).stderr("");
    let lines = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn exit_statuses() {
    let dir = folder_with(&[WINNING, LOSING, ANOMALY, REVIEW]);
    fs::write(dir.path().join("empty.jpg"), "").unwrap();
    for (images, status, outcomes) in [
        (&[WINNING, LOSING] as &[&str], 0, &["winning", "losing"] as &[&str]),
        (&[REVIEW, WINNING], 3, &["review", "winning"]),
        (&[ANOMALY, REVIEW], 1, &["print_anomaly", "review"]),
        (&["empty.jpg", ANOMALY, WINNING], 2, &["error", "print_anomaly", "winning"]),
    ] {
        let answers = answers(&dir, images, status);
        assert_eq!(answers.iter().map(|a| a["outcome"].as_str().unwrap()).collect::<Vec<_>>(), outcomes);
        assert_eq!(answers.iter().map(|a| a["source"].as_str().unwrap()).collect::<Vec<_>>(), images);
    }
}

#[test]
fn an_answer_follows_the_contract_and_repeats() {
    let dir = folder_with(&[WINNING, ANOMALY]);
    let first = answers(&dir, &[WINNING, ANOMALY], 1);
    assert_eq!(first, answers(&dir, &[WINNING, ANOMALY], 1), "the same bytes give the same answers");

    let expected = fs::read_to_string(sample("winning-18.expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    let answer = &first[0];
    let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
    let contract = ["schema", "source", "page", "ticket", "outcome", "prize_eur", "surfaces", "findings", "contents"];
    assert_eq!(keys[..9], contract);
    assert_eq!(keys[9..], ["quad_px", "readings", "registration", "look", "versions", "hashes"]);
    assert_eq!((&answer["schema"], &answer["page"], &answer["ticket"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!((&answer["prize_eur"], &answer["contents"]), (&json!(18), &expected["contents"]));
    let surfaces = json!({"rencontre": {"prize_eur": 0}, "coup_de_foudre": {"prize_eur": 9},
                          "declaration": {"prize_eur": 3}, "vie_a_deux": {"prize_eur": 6}});
    assert_eq!(answer["surfaces"], surfaces);
    assert_eq!(answer["hashes"]["design"], Design::reference().unwrap().hash());
    assert_eq!(answer["versions"]["ticketproof"], env!("CARGO_PKG_VERSION"));

    let finding = &first[1]["findings"][0];
    assert_eq!(finding["code"], "sum_letters_mismatch");
    assert_eq!((&finding["article"], &finding["decides"]), (&json!("3.6"), &json!("print_anomaly")));
    assert_eq!((&first[1]["prize_eur"], first[1]["findings"].as_array().unwrap().len()), (&Value::Null, 1));
}

#[test]
fn an_array_holds_what_the_lines_hold() {
    let dir = folder_with(&[WINNING, REVIEW]);
    let images = [WINNING, "nothing.jpg", REVIEW];
    let lines = answers(&dir, &images, 2);
    let assert = verify(&dir, &["--format", "json"]).args(images).assert().code(2).stderr("");
    let array: Vec<Value> = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(array, lines);
}

#[test]
fn boxes_lie_where_the_print_is() {
    let design = Design::reference().unwrap();
    let run = Run { seed: 622, tiers: Tiers::Mixed, misprint_rate: 0.0, ink_defect_rate: 0.0 };
    let ticket = run.simulate(1, &Printer::new(&design)).unwrap();
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("scan.jpg"), &ticket.picture).unwrap();
    let answer = answers(&dir, &["scan.jpg"], 0).remove(0);
    let px_per_mm = f64::from(ticket.truth.dpi) / 25.4;
    let farthest_mm = |found: &Value, truth: &Value| {
        let corners = found.as_array().unwrap().iter().zip(truth.as_array().unwrap());
        let coordinate = |v: &Value, i: usize| v[i].as_f64().unwrap();
        let off =
            corners.map(|(f, t)| (coordinate(f, 0) - coordinate(t, 0)).hypot(coordinate(f, 1) - coordinate(t, 1)));
        off.fold(0.0, f64::max) / px_per_mm
    };
    let truth = serde_json::to_value(&ticket.truth).unwrap();
    assert!(farthest_mm(&answer["quad_px"], &truth["quad_px"]) < 0.5);
    let mut compared = 0;
    for element in truth["elements"].as_array().unwrap().iter().filter(|e| e["element"] != "declaration.sentence") {
        let readings = answer["readings"].as_array().unwrap();
        let reading = readings.iter().find(|r| r["element"] == element["element"]).unwrap();
        let off_mm = farthest_mm(&reading["quad_px"], &element["quad_px"]);
        assert!(off_mm < 0.5, "{}: {off_mm} mm", element["element"]);
        compared += 1;
    }
    // Two days, four sums with figures and letters, two stars, an arrow, four symbols.
    assert_eq!(compared, 2 + 8 + 2 + 1 + 4);
}

#[test]
fn timings_are_told_only_when_asked_for() {
    let dir = folder_with(&[WINNING]);
    let answer = answers(&dir, &["-v", WINNING], 0).remove(0);
    let steps: Vec<&String> = answer["timings_ms"].as_object().unwrap().keys().collect();
    assert_eq!(steps, ["capture", "locate", "rectify", "read", "judge"]);
    let text = verify(&dir, &["-v", WINNING]).assert().success();
    text.stderr(predicate::str::is_match("^ticketproof: winning-18.jpg: capture .* ms, in all .* ms\n$").unwrap());
}

#[test]
fn text_for_people_puts_the_verdict_first() {
    let dir = folder_with(&[WINNING]);
    verify(&dir, &[WINNING]).assert().success().stderr("").stdout(
        "WINNING 18 €  winning-18.jpg, page 1, ticket 1\n\
         \x20 La rencontre              0 €  (3.2.2) different days\n\
         \x20     DIMANCHE · SAMEDI · ★ 500 € 5CENT\n\
         \x20 Le coup de foudre         9 €  (3.3.2) the arrow stands at 9 €\n\
         \x20     ★ 5 000 € 5MILLE · → 9 € NEUF · 0 € ZERO\n\
         \x20 La déclaration            3 €  (3.4.2) cœur 3 €\n\
         \x20     Tu as pris mon cœur, garde-le bien\n\
         \x20 La vie à deux             6 €  (3.5.2) 2 × daisy 6 €\n\
         \x20     daisy · daisy · heart · gift\n\n",
    );
}

#[test]
fn what_is_unread_gets_advice_in_either_language() {
    let dir = folder_with(&["review-covered.jpg"]);
    for (language, advice) in [("fr", "  → couvert : grattez toute la couche"), ("en", "  → covered: scratch off")]
    {
        let assert = verify(&dir, &["--lang", language, "review-covered.jpg"]).assert();
        assert.stdout(predicate::str::contains(advice));
    }
}

#[test]
fn what_is_no_picture_is_an_error_record_and_the_other_files_go_on() {
    let dir = folder_with(&[WINNING]);
    let jpeg = fs::read(sample(WINNING)).unwrap();
    let file = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
    file("letter.jpg", b"Dear sir,\nplease find attached my ticket.\n");
    file("empty.png", b"");
    file("cut.jpg", &jpeg[..jpeg.len() / 3]);
    file("page.gif", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;");
    file("header.png", b"\x89PNG\r\n\x1a\n");
    fs::create_dir(dir.path().join("scans")).unwrap();
    let known = "not a picture in a known format; give a PNG, JPEG or TIFF file";
    let cut = "the picture is damaged or cut short; copy or scan it again: the JPEG data stop before their end mark";
    let damaged = "the picture is damaged or cut short; copy or scan it again: ";
    let cases = [
        ("letter.jpg", "not_a_picture", known, true),
        ("empty.png", "empty_file", "the file is empty; scan or send it again", true),
        ("cut.jpg", "damaged", cut, true),
        ("page.gif", "not_a_picture", known, true),
        ("header.png", "damaged", damaged, false),
        ("scans", "unreadable", "a folder, not a picture; give the files in it", true),
        ("nothing.jpg", "unreadable", "no such file; check its name", true),
    ];
    let images: Vec<&str> = cases.iter().map(|case| case.0).chain([WINNING]).collect();
    let answers = answers(&dir, &images, 2);
    assert_eq!(answers.len(), cases.len() + 1);
    for ((name, code, message, whole), answer) in cases.into_iter().zip(&answers) {
        let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["schema", "source", "outcome", "error"], "{name}");
        assert_eq!((&answer["source"], &answer["outcome"]), (&json!(name), &json!("error")));
        assert_eq!(answer["error"]["code"], code, "{name}");
        let (found, wanted) = (answer["error"]["message"].as_str().unwrap(), format!("{name}: {message}"));
        assert!(if whole { found == wanted } else { found.starts_with(&wanted) }, "{found}");
    }
    assert_eq!(answers[answers.len() - 1]["outcome"], "winning");
}

#[test]
fn errors_are_told_to_people_once_with_their_file_and_in_french() {
    let dir = tempfile::tempdir().unwrap();
    let report = "ERREUR  rien.jpg\n  fichier introuvable ; vérifiez son nom\n\n";
    verify(&dir, &["--lang", "fr", "rien.jpg"]).assert().code(2).stdout(report).stderr("");
}

#[test]
fn a_picture_beyond_the_limit_is_refused_by_its_header() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("wide.png"), encoded(&RgbImage::new(2000, 1001).into(), ImageFormat::Png)).unwrap();
    let answer = answers(&dir, &["--max-mpixels", "2", "wide.png"], 2).remove(0);
    let message = "wide.png: 2000 x 1001 pixels are more than the limit of 2 megapixels; scan at a lower resolution or \
                   raise the limit (--max-mpixels)";
    assert_eq!(answer["error"], json!({"code": "too_large", "message": message}));
}

/// Pictures of other things.
fn strangers() -> Vec<(&'static str, DynamicImage)> {
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let noise = RgbImage::from_fn(700, 900, |_, _| Rgb([random(), random(), random()]));
    let chessboard = GrayImage::from_fn(800, 800, |x, y| Luma([if (x / 40 + y / 40) % 2 == 0 { 0 } else { 255 }]));
    let mut discs = RgbImage::from_pixel(900, 1300, Rgb([200, 30, 90]));
    for i in 0..60 {
        let colour = Rgb([(i * 37) as u8, (i * 91) as u8, (i * 53) as u8]);
        imageproc::drawing::draw_filled_circle_mut(&mut discs, (i * 173 % 900, i * 311 % 1300), 20 + i, colour);
    }
    let back = RgbImage::from_pixel(1181, 1772, Rgb([245, 242, 236]));
    vec![
        ("noise.png", noise.into()),
        ("chessboard.png", chessboard.into()),
        ("discs.png", discs.into()),
        ("blank.png", back.into()),
        ("dot.png", RgbImage::new(1, 1).into()),
        ("line.png", RgbImage::from_pixel(3000, 2, Rgb([9, 9, 9])).into()),
    ]
}

#[test]
fn a_picture_of_something_else_holds_no_ticket() {
    let dir = tempfile::tempdir().unwrap();
    let mut names: Vec<String> = Vec::new();
    for (name, image) in strangers() {
        fs::write(dir.path().join(name), encoded(&image, ImageFormat::Png)).unwrap();
        names.push(name.to_owned());
    }
    // Photographs are not part of the repository: looked for beside it.
    let shared =
        std::env::var("TICKETPROOF_SHARED").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").into());
    let entries = fs::read_dir(Path::new(&shared).join("real/backgrounds"))
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let photographs: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "png")).collect();
    // Straight to standard error: the test harness would swallow what the print macros say in a passing test.
    let told = match photographs.len() {
        0 => {
            "SKIPPED: no photographs of backgrounds; set TICKETPROOF_SHARED to the folder beside the package".to_owned()
        }
        count => format!("{count} photographs of backgrounds"),
    };
    writeln!(std::io::stderr(), "{told}").unwrap();
    names.extend(photographs.iter().map(|path| path.to_str().unwrap().to_owned()));
    let answers = answers(&dir, &names.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    assert_eq!(answers.len(), 6 + photographs.len());
    for answer in answers {
        assert_eq!(answer["error"]["code"], "no_ticket", "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains("show the whole ticket, flat and in focus"), "{message}");
    }
}

#[test]
fn standard_input_is_a_picture_too() {
    let dir = tempfile::tempdir().unwrap();
    let jpeg = fs::read(sample(WINNING)).unwrap();
    let assert = verify(&dir, &["--format", "jsonl", "-"]).write_stdin(jpeg).assert().success();
    let answer: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!((&answer["source"], &answer["prize_eur"]), (&json!("-"), &json!(18)));
    let failure = "ERROR  -\n  the file is empty; scan or send it again\n\n";
    verify(&dir, &["-"]).write_stdin("").assert().code(2).stdout(failure);
}

/// A JPEG with an EXIF orientation tag and nothing else in its EXIF segment.
fn with_exif_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let tiff = [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[orientation, 0, 0, 0], &[0; 4]].concat();
    let length = (2 + 6 + tiff.len()) as u16;
    [&jpeg[..2], b"\xff\xe1", &length.to_be_bytes(), b"Exif\0\0", &tiff, &jpeg[2..]].concat()
}

#[test]
fn exif_orientations_are_heeded() {
    let dir = tempfile::tempdir().unwrap();
    let mut names = Vec::new();
    for orientation in 1..=8u8 {
        // 6 and 8 undo each other, the others undo themselves.
        let undoing = [1, 2, 3, 4, 5, 8, 7, 6][usize::from(orientation) - 1];
        let mut stored = winning();
        stored.apply_orientation(Orientation::from_exif(undoing).unwrap());
        let name = format!("{orientation}.jpg");
        let jpeg = with_exif_orientation(&encoded(&stored, ImageFormat::Jpeg), orientation);
        fs::write(dir.path().join(&name), jpeg).unwrap();
        names.push(name);
    }
    assert_same_ticket(&dir, &names);
    // The same bytes without the tag are mirrored: no ticket looks like that.
    let mut mirrored = winning();
    mirrored.apply_orientation(Orientation::FlipHorizontal);
    fs::write(dir.path().join("mirrored.jpg"), encoded(&mirrored, ImageFormat::Jpeg)).unwrap();
    assert_eq!(answers(&dir, &["mirrored.jpg"], 2)[0]["error"]["code"], "no_ticket");
}

/// Every file shows the ticket of the winning sample, the right way up.
#[track_caller]
fn assert_same_ticket(dir: &TempDir, names: &[String]) {
    let expected = fs::read_to_string(sample("winning-18.expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    let answers = answers(dir, &names.iter().map(String::as_str).collect::<Vec<_>>(), 0);
    assert_eq!(answers.len(), names.len());
    for answer in answers {
        assert_eq!(answer["prize_eur"], 18, "{}", answer["source"]);
        assert_eq!(answer["contents"], expected["contents"], "{}", answer["source"]);
    }
}

#[test]
fn a_picture_may_be_turned_grey_deep_transparent_or_wrong_about_its_resolution() {
    let dir = tempfile::tempdir().unwrap();
    let upright = winning();
    let mut on_glass = upright.to_rgba8();
    for (x, _, pixel) in on_glass.enumerate_pixels_mut() {
        if x < 4 {
            pixel[3] = 0;
        }
    }
    let mut false_dpi = fs::read(sample(WINNING)).unwrap();
    assert_eq!(&false_dpi[6..11], b"JFIF\0");
    false_dpi[13..18].copy_from_slice(&[1, 0, 72, 0, 72]);
    let mut odd_dpi = false_dpi.clone();
    odd_dpi[14..18].copy_from_slice(&[0xff, 0xff, 0, 1]);
    let png = |image: &DynamicImage| encoded(image, ImageFormat::Png);
    let files = [
        ("turned-90.png", png(&upright.rotate90())),
        ("turned-180.png", png(&upright.rotate180())),
        ("turned-270.png", png(&upright.rotate270())),
        ("grey.png", png(&upright.to_luma8().into())),
        ("grey-alpha.png", png(&upright.to_luma_alpha8().into())),
        ("alpha.png", png(&on_glass.into())),
        ("16-bit.png", png(&upright.to_rgb16().into())),
        ("16-bit-grey.png", png(&upright.to_luma16().into())),
        ("lzw.tif", encoded(&upright, ImageFormat::Tiff)),
        ("72-dpi.jpg", false_dpi),
        ("65535-by-1-dpi.jpg", odd_dpi),
        ("named-text.txt", png(&upright)),
    ];
    let names: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
    for (name, bytes) in files {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    assert_same_ticket(&dir, &names);
}

#[test]
fn annotated_pictures_and_steps_are_saved() {
    let dir = folder_with(&[WINNING, LOSING]);
    let arguments = ["--annotate", "seen.png", "--debug-dir", "steps", WINNING];
    verify(&dir, &arguments).assert().success().stderr("");
    let seen = image::open(dir.path().join("seen.png")).unwrap().into_rgb8();
    let picture = winning().into_rgb8();
    assert_eq!(seen.dimensions(), picture.dimensions());
    let changed = seen.pixels().zip(picture.pixels()).filter(|(a, b)| a != b).count();
    let share = changed as f64 / f64::from(seen.width() * seen.height());
    assert!((0.005..0.25).contains(&share), "{share} of the picture is drawn over");

    let names = |folder: &str| {
        let entries = fs::read_dir(dir.path().join(folder)).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let steps = [
        "1-located.png",
        "2-flat.png",
        "3-surface-coup_de_foudre.png",
        "3-surface-declaration.png",
        "3-surface-rencontre.png",
        "3-surface-vie_a_deux.png",
        "4-ink-coup_de_foudre.png",
        "4-ink-declaration.png",
        "4-ink-rencontre.png",
        "4-ink-vie_a_deux.png",
        "5-elements.png",
    ];
    assert_eq!(names("steps"), steps);
    let flat = image::open(dir.path().join("steps/2-flat.png")).unwrap().into_rgb8();
    assert_eq!(flat.dimensions(), (1200, 1800));
    // The ticket's flat picture is the artwork, as far as shades go.
    let artwork = Design::reference().unwrap().artwork(1.0);
    let small = imageops::resize(&flat, artwork.width(), artwork.height(), imageops::FilterType::Triangle);
    let off = small.iter().zip(artwork.iter()).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>();
    assert!(off / (artwork.len() as f64) < 40.0, "{off}");

    verify(&dir, &["--debug-dir", "many", WINNING, "nothing.jpg", LOSING]).assert().code(2);
    assert_eq!(names("many"), ["0001-winning-18", "0003-losing-passionne"]);
}

#[test]
fn wrong_usage_is_told_before_anything_is_read() {
    let dir = folder_with(&[WINNING]);
    let before = fs::read(dir.path().join(WINNING)).unwrap();
    for (arguments, message) in [
        (&[] as &[&str], "required arguments were not provided"),
        (&["--format", "xml", WINNING], "use text, json or jsonl"),
        (&["--max-mpixels", "0", WINNING], "0 is not in 1..=4000"),
        (&["--annotate", "out.gif", WINNING], "a picture's name ends in .png, .jpg or .tif"),
        (&["--annotate", "out.png", WINNING, LOSING], "--annotate draws on one image, 2 were given; give one"),
        (&["--annotate", WINNING, WINNING], "that is the image itself; give another name"),
        (&["--design", "nowhere", WINNING], "nowhere/design.toml: -: cannot be read"),
    ] {
        verify(&dir, arguments).assert().code(2).stdout("").stderr(predicate::str::contains(message));
    }
    assert_eq!(fs::read(dir.path().join(WINNING)).unwrap(), before);
}

#[test]
fn a_picture_that_cannot_be_saved_is_told() {
    let dir = folder_with(&[WINNING]);
    let assert = verify(&dir, &["--annotate", "no/such/folder/seen.png", WINNING]).assert().code(2);
    assert.stderr(predicate::str::starts_with("ticketproof: no/such/folder/seen.png: cannot be written"));
}
