use std::time::Instant;
use ticketproof::capture::luma;
use ticketproof::design::Design;
use ticketproof::geometry::*;
use ticketproof::locate::ArtworkModel;
use ticketproof::rectify::Mip;
fn main() {
    let t = Instant::now();
    let d = Design::reference().unwrap();
    println!("load {:?}", t.elapsed());
    let t = Instant::now();
    let art = d.artwork(12.0);
    println!("art12 {:?}", t.elapsed());
    let t = Instant::now();
    let art8 = d.artwork(8.0);
    println!("art8 {:?}", t.elapsed());
    let t = Instant::now();
    let m = ArtworkModel::new(&art8, 8.0, &[]);
    println!("model {:?} {}", t.elapsed(), m.describe());
    let g = luma(&art);
    let src = Mip::new(&g);
    // place
    for (scale, ang, w, h) in [
        (12.0, 0.05f64, 2480u32, 3508u32),
        (12.0, 1.6, 2480, 2480),
        (6.0, 3.2, 1240, 1754),
        (11.8, -0.1, 1300, 1900),
        (4.0, 0.7, 1240, 1754),
    ] {
        let c = Point::<PhotoPx>::new(w as f64 / 2.0, h as f64 / 2.0);
        let (s, co) = (ang.sin() * scale, ang.cos() * scale);
        let (dx, dy) = (c.x - (co * 50.0 - s * 75.0), c.y - (s * 50.0 + co * 75.0));
        let to: Homography<Mm, PhotoPx> = Homography::similarity(scale, ang, dx, dy);
        // photo -> artwork px
        let inv = to.inverse().unwrap();
        let art_h: Homography<Mm, PhotoPx> = Homography::similarity(12.0, 0.0, 0.0, 0.0);
        let photo_to_art = inv.then(&art_h);
        let p = src.warp(&photo_to_art, Rect::<PhotoPx>::new(0.0, 0.0, w as f64, h as f64), 1.0);
        let img = image::GrayImage::from_fn(w, h, |x, y| {
            let v = p.get_pixel(x, y)[0];
            image::Luma([if v.is_nan() { 235 } else { v as u8 }])
        });
        let t = Instant::now();
        let mip = Mip::new(&img);
        let tm = t.elapsed();
        match m.locate(&mip) {
            Ok(l) => {
                let mut e: f64 = 0.0;
                for q in [(5.0, 5.0), (95.0, 5.0), (95.0, 145.0), (5.0, 145.0), (50.0, 75.0)] {
                    let q = Point::new(q.0, q.1);
                    e = e.max(l.to_photo.map(q).distance(to.map(q)) / scale);
                }
                println!(
                    "ok {:?} mip {:?} found {}/{} rms {:.4} maxerr {:.4} mm",
                    t.elapsed(),
                    tm,
                    l.registration.found,
                    l.registration.visible,
                    l.registration.rms_mm,
                    e
                )
            }
            Err(e) => println!("ERR {e} {:?}", t.elapsed()),
        }
    }
}
