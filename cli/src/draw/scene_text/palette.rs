//! Signs and colours of the terminal table. Every difference that a colour shows is shown by a sign as well.

use crate::draw::shape::markers;
use anstyle::{Ansi256Color, Color, Style};
use kernel::game::{Counter, Symbol};
use kernel::seat::Seat;

/// The letter of a symbol; capital for the first seat, small for the others.
pub(super) fn letter(symbol: Symbol) -> char {
    match symbol {
        Symbol::Infantry => 'I',
        Symbol::Cavalry => 'C',
        Symbol::Artillery => 'A',
        Symbol::Mortar => 'M',
        Symbol::MachineGun => 'G',
        Symbol::Tank => 'T',
        Symbol::ArmouredCar => 'R',
        Symbol::Headquarters => 'H',
        Symbol::Aircraft => 'P',
        Symbol::Leader => 'L',
        Symbol::Hidden => '?',
    }
}

/// What a symbol stands for.
pub(crate) fn symbol_name(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "infantry",
        Symbol::Cavalry => "cavalry",
        Symbol::Artillery => "artillery",
        Symbol::Mortar => "mortar",
        Symbol::MachineGun => "machine gun",
        Symbol::Tank => "tank",
        Symbol::ArmouredCar => "armoured car",
        Symbol::Headquarters => "headquarters",
        Symbol::Aircraft => "aircraft",
        Symbol::Leader => "leader",
        Symbol::Hidden => "something hidden",
    }
}

/// A piece in a few characters: letter, strength, the signs of its markers, a stroke where it has acted.
pub(super) fn token(piece: &Counter, seats: &[Seat]) -> String {
    let first = piece.seat.is_none() || piece.seat == seats.first().copied();
    let sign = letter(piece.symbol);
    let sign = if first { sign } else { sign.to_ascii_lowercase() };
    let strength = piece.strength.map_or(String::new(), |strength| strength.now.to_string());
    let acted = if piece.spent { "'" } else { "" };
    format!("{sign}{strength}{}{acted}", signs_of(piece))
}

/// The signs of the markers on a piece, each with how many there are of it; those without a sign share a star.
fn signs_of(piece: &Counter) -> String {
    let mut signs = String::new();
    for mark in markers(piece) {
        match marker_sign(mark.role) {
            Some(NO_SIGN) => {}
            Some(sign) => {
                signs.push(sign);
                if mark.count > 1 {
                    signs += &mark.count.to_string();
                }
            }
            None if signs.contains(OTHER_MARKER) => {}
            None => signs.push(OTHER_MARKER),
        }
    }
    signs
}

/// The sign of a marker on a piece.
///
/// What only says that a piece has acted is said by its stroke already, and what a piece always carries (its shells,
/// its tokens) is told by `look`.
pub(super) fn marker_sign(role: &str) -> Option<char> {
    Some(match role {
        "casualty" => '†',
        "morale" => 'm',
        "winning" => '!',
        "damaged" => '-',
        "retired" => '<',
        "suppressed" => '$',
        "disrupted" => '%',
        "interdicted" => '#',
        "column" => '|',
        "limbered" => '=',
        "moved" | "fired" | "engaged" | "token" | "shells" => NO_SIGN,
        _ => return None,
    })
}

/// A marker that is not drawn.
pub(super) const NO_SIGN: char = '\0';
/// The sign of all markers on pieces that have none of their own.
pub(super) const OTHER_MARKER: char = '*';

/// The colours of a piece: its army's.
pub(super) fn piece_style(piece: &Counter, seats: &[Seat]) -> Style {
    let (paper, ink) = match piece.army {
        "british" => (143, 16),
        "german" => (240, 231),
        "french" => (110, 16),
        "soviet" | "russian" => (95, 231),
        "american" => (101, 16),
        "red" => (88, 231),
        "blue" => (24, 231),
        _ if piece.seat == seats.first().copied() => (24, 231),
        _ => (88, 231),
    };
    on(paper).fg_color(Some(colour(ink))).bold()
}

/// The sign of ground or of what runs over it; none for open ground and for what has no sign of its own.
pub(super) fn role_sign(role: &str) -> Option<char> {
    Some(match role {
        "woods" | "wood" => '♣',
        "buildings" | "village" | "town" | "house" => '⌂',
        "ruin" => '∷',
        "bunker" => '■',
        "craters" => 'o',
        "hill" => '∩',
        "rough-hill" => '⋂',
        "rough" => '∴',
        "crops" => '"',
        "marsh" => ',',
        "wall" => '█',
        "water" | "stream" | "river" | "canal" => '~',
        "road" => '═',
        "trench" => 'Π',
        "hasty" => 'ʌ',
        "fort" => '◊',
        "wire" => '×',
        "hedge" => '¦',
        "fence" => '┆',
        "bridge" => '≡',
        "smoke" => '░',
        "gas" => '≈',
        "assault" => '»',
        "path" => '·',
        "plan" => '∙',
        "sight" => '-',
        _ => return None,
    })
}

/// The sign of all markers that have none of their own.
pub(super) const OTHER_MARK: char = '•';

/// The sign of a marker.
pub(super) fn mark_sign(role: &str) -> char {
    match role {
        "objective" => '★',
        "barrage" => '✶',
        "gas" => '≈',
        "smoke" => '░',
        "suppression" => '#',
        "fighting-bonus" => '+',
        "morale-bonus" => '%',
        "hold-the-line" => '=',
        "steady" => '_',
        "assaulted" => '!',
        "held-by-attacker" => '▲',
        "held-by-defender" => '▽',
        _ => OTHER_MARK,
    }
}

/// The colours of ground.
pub(super) fn ground_style(role: &str) -> Style {
    match role {
        "woods" | "wood" => on(22).fg_color(Some(colour(151))),
        "buildings" | "village" | "town" => on(52).fg_color(Some(colour(224))),
        "hill" => on(58).fg_color(Some(colour(230))),
        "rough-hill" => on(94).fg_color(Some(colour(230))),
        "crops" => on(100).fg_color(Some(colour(229))),
        "wall" => on(238).fg_color(Some(colour(250))),
        "water" | "stream" | "river" | "canal" => on(18).fg_color(Some(colour(153))),
        _ => Style::new(),
    }
}

/// The frame of the table and its rulers.
pub(super) const FRAME: Style = Style::new().dimmed();
/// The names of pieces.
pub(super) const NAME: Style = Style::new().italic();
/// Objectives and points that can be picked.
pub(super) const LIGHT: Style = Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(220)))).bold();

/// The same paper with another ink on it.
pub(super) fn over(ground: Style, ink: Style) -> Style {
    ink.bg_color(ground.get_bg_color())
}

fn on(paper: u8) -> Style {
    Style::new().bg_color(Some(colour(paper)))
}

fn colour(number: u8) -> Color {
    Color::Ansi256(Ansi256Color(number))
}
