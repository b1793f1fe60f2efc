//! The pen that pictures are drawn with: a little SVG.

use super::face::Face;
use super::subset::{FAMILY, font_faces};
use std::fmt::Write;

/// Paper, ink and the other colours of the staff officer's table.
pub(crate) mod colour {
    pub(crate) const PAPER: &str = "#f6efdd";
    pub(crate) const INK: &str = "#2b2620";
    pub(crate) const FADED: &str = "#7a6f5d";
    pub(crate) const BAND: &str = "#ece1c6";
    pub(crate) const RED: &str = "#9c2f1f";
    /// From the worst to the best, told apart by the colour-blind too: brown over straw to blue.
    pub(crate) const SCALE: [&str; 7] = ["#8c510a", "#bf812d", "#dfc27d", "#c7c2b0", "#80b4c9", "#3a86a8", "#1f5a7a"];
}

/// The serif of names and prose.
pub(crate) const SERIF: &str = "'Libertinus Serif','Linux Libertine O','EB Garamond',Georgia,serif";

/// A picture as it is drawn.
pub(crate) struct Picture {
    body: String,
    texts: Vec<(Face, String)>,
    width: f64,
    height: f64,
}

/// How a line is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) colour: &'static str,
    pub(crate) thickness: f64,
}

impl Stroke {
    /// No line.
    pub(crate) const NONE: Stroke = Stroke { colour: "none", thickness: 0.0 };

    pub(crate) const fn of(colour: &'static str, thickness: f64) -> Stroke {
        Stroke { colour, thickness }
    }
}

/// Where a text hangs on its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) colour: &'static str,
    pub(crate) bold: bool,
    pub(crate) anchor: Anchor,
}

impl Type {
    pub(crate) const fn of(size: f64) -> Type {
        Type { size, colour: colour::INK, bold: false, anchor: Anchor::Start }
    }

    pub(crate) const fn bold(self) -> Type {
        Type { bold: true, ..self }
    }

    pub(crate) const fn colour(self, colour: &'static str) -> Type {
        Type { colour, ..self }
    }

    pub(crate) const fn anchor(self, anchor: Anchor) -> Type {
        Type { anchor, ..self }
    }

    /// How wide a text is when set so.
    pub(crate) fn width(self, text: &str) -> f64 {
        self.face().width(text, self.size)
    }

    /// Breaks a text into lines that are at most `width` wide.
    pub(crate) fn wrap(self, text: &str, width: f64) -> Vec<String> {
        self.face().wrap(text, self.size, width)
    }

    fn face(self) -> Face {
        if self.bold { Face::Bold } else { Face::Regular }
    }
}

impl Picture {
    pub(crate) fn new(width: f64, height: f64) -> Picture {
        let mut picture = Picture { body: String::new(), texts: Vec::new(), width, height };
        picture.rectangle((0.0, 0.0), (width, height), colour::PAPER);
        picture
    }

    pub(crate) fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{fill}"/>"#
        );
    }

    pub(crate) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str, thickness: f64) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{colour}" stroke-width="{thickness}"/>"#
        );
    }

    pub(crate) fn text(&mut self, (x, y): (f64, f64), text: &str, set: Type) {
        let weight = if set.bold { r#" font-weight="bold""# } else { "" };
        let anchor = match set.anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        self.texts.push((set.face(), text.to_owned()));
        let (size, colour, text) = (set.size, set.colour, escaped(text));
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" fill="{colour}"{weight}{anchor}>{text}</text>"#
        );
    }

    /// A path of SVG's own small language.
    pub(crate) fn path(&mut self, d: &str, fill: &str, stroke: Stroke) {
        let Stroke { colour, thickness } = stroke;
        let line = if thickness > 0.0 {
            format!(
                r#" stroke="{colour}" stroke-width="{thickness:.1}" stroke-linejoin="round" stroke-linecap="round""#
            )
        } else {
            String::new()
        };
        let _ = writeln!(self.body, r#"<path d="{d}" fill="{fill}"{line}/>"#);
    }

    /// A circle.
    pub(crate) fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: &str, stroke: Stroke) {
        let Stroke { colour, thickness } = stroke;
        let line = if thickness > 0.0 {
            format!(r#" stroke="{colour}" stroke-width="{thickness:.1}""#)
        } else {
            String::new()
        };
        let _ = writeln!(self.body, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{fill}"{line}/>"#);
    }

    /// What is drawn in here shows only inside this path.
    pub(crate) fn within(&mut self, name: &str, d: &str, draw: impl FnOnce(&mut Picture)) {
        let _ = writeln!(self.body, r#"<clipPath id="{name}"><path d="{d}"/></clipPath>"#);
        self.group(&format!(r#"clip-path="url(#{name})""#), draw);
    }

    /// What is drawn in here is moved and turned, or otherwise changed, as the attributes of its group say.
    pub(crate) fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Picture)) {
        let _ = writeln!(self.body, "<g {attributes}>");
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// A title that shows when the pointer rests on what follows up to the next end.
    pub(crate) fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Picture)) {
        let _ = writeln!(self.body, "<g><title>{}</title>", escaped(title));
        draw(self);
        self.body.push_str("</g>\n");
    }

    pub(crate) fn finish(self) -> String {
        let width = self.width;
        self.finish_at(width)
    }

    /// The same, shown so wide.
    pub(crate) fn finish_at(self, shown: f64) -> String {
        let Picture { body, texts, width, height } = self;
        let tall = height * shown / width;
        let fonts = font_faces(&texts);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{shown:.0}\" \
             height=\"{tall:.0}\" font-family=\"{FAMILY},{SERIF}\">\n<style>\n{fonts}text {{ font-kerning: none; \
             font-variant-ligatures: none; white-space: pre; }}\n</style>\n{body}</svg>\n"
        )
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
