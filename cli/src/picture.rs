//! `sandtable picture`: the table of a scenario, drawn.

use crate::args::PictureArgs;
use crate::draw::scene_svg::scene_svg;
use crate::play::set_up;
use crate::trouble::Trouble;
use kernel::game::Eyes;
use shelf::Shelf;
use std::fs;

/// Draws the scenario as it is set up and says where the picture is.
pub(crate) fn write(shelf: &Shelf, asked: &PictureArgs) -> Result<String, Trouble> {
    let file = asked.out.display();
    let ending = asked.out.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let is_svg = match ending.as_deref() {
        Some("svg") => true,
        Some("png") => false,
        Some(other) => return Err(Trouble::of(format!("a picture cannot be a .{other} file; it is .svg or .png"))),
        None => return Err(Trouble::of(format!("{file} has no ending; a picture is a .svg or .png file"))),
    };
    let table = set_up(shelf, &asked.book, &asked.scenario, &asked.options)?;
    let book = shelf.book(&asked.book)?.book;
    let scene = table.scene(Eyes::Spectator);
    let svg = scene_svg(&scene, book.title, table.seats(), f64::from(asked.width));
    let bytes = if is_svg { svg.into_bytes() } else { png(&svg)? };
    fs::write(&asked.out, bytes)
        .map_err(|error| Trouble::of(format!("the picture cannot be written to {file}: {error}")))?;
    Ok(format!("The table of {} {} is drawn in {file}.\n", asked.book, asked.scenario))
}

/// The picture in pixels, set in the fonts that the program carries.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Trouble> {
    use crate::draw::face::Face;
    use resvg::{tiny_skia, usvg};
    let wrong = |error: &dyn std::fmt::Display| Trouble::of(format!("the picture cannot be drawn: {error}"));
    let mut options = usvg::Options::default();
    for face in Face::ALL {
        options.fontdb_mut().load_font_data(face.font().data.to_vec());
    }
    options.font_family = "Libertinus Serif".to_owned();
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| wrong(&error))?;
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| wrong(&"it has no size"))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(&error))
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Trouble> {
    Err(Trouble::of(
        "this program was built without .png pictures, as 'make play' builds it; a .svg can be drawn, and 'make dist' \
         builds target/dist/sandtable with both (or: cargo build --release --package sandtable)"
            .to_owned(),
    ))
}
