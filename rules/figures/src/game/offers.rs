//! Squads, ground and weapons as they are offered and spoken of.

use super::squad::HIDDEN;
use super::{Layer, Mark, Side, SquadId, State};
use crate::casualties;
use crate::weapons::Weapon;
use kernel::game::{Offer, Pick, PieceId};
use tabletop::spot;

/// The handle of a side's own hidden sniper: far beyond those of squads that all see, and never that of an enemy's, or
/// a screen that both sides look at would take the one for the other.
pub(super) fn sniper_handle(side: Side, number: u8) -> PieceId {
    1000 + 100 * side as PieceId + PieceId::from(number)
}

/// The handle of a squad, or of the hidden sniper of whoever sees him, by the number that his orders have.
fn handle(state: &State, id: SquadId) -> PieceId {
    let seen = Side::BOTH.into_iter().find(|side| !state.snipers(*side).is_empty());
    if id.0 >= HIDDEN { sniper_handle(seen.unwrap_or(Side::Attacker), id.0 - HIDDEN) } else { id.0.into() }
}

/// A squad.
pub(super) fn squad(state: &State, id: SquadId) -> Offer {
    Offer::of(Pick::Piece(handle(state, id)), state.name(id))
}

/// A squad that fires, with what is written for it.
pub(super) fn firer(state: &State, id: SquadId) -> Offer {
    let written =
        Side::BOTH.into_iter().flat_map(|side| &state.plan(side).fire).filter(|volley| volley.squad() == id).count();
    let note = (written > 0).then(|| tabletop::count(written as u64, "line") + " written");
    squad(state, id).noted(note)
}

/// A target, with what is to be expected of the fire.
pub(super) fn target(state: &State, firer: SquadId, weapon: Weapon, target: SquadId) -> Offer {
    let offer = squad(state, target);
    match state.fire_at(firer, weapon, target) {
        Some(fire) => {
            let table = super::preview::table(&fire);
            let each = if state.here(firer).is_some_and(super::Squad::is_vehicle) { " each" } else { "" };
            let average = tenths(expected(&fire));
            let words = format!("{} inches, table {table}, {average} casualties{each} on average", fire.range);
            offer.noted(Some(words)).tagged(Some(format!("Ø {}", tenths(expected(&fire)))))
        }
        None => offer,
    }
}

/// Casualties to be expected of a fire, in thousandths.
pub(super) fn expected(fire: &crate::fire::Fire) -> i64 {
    let table = super::preview::table(fire);
    let figures = fire.weapon.figures(fire.figures, fire.crew_lost).total().max(0) as u16;
    let sum: i64 =
        (1..=6).map(|die| i64::from(casualties::read(table, figures.min(40), die).casualties.min(fire.target))).sum();
    1000 * sum / 6
}

fn tenths(thousandths: i64) -> String {
    let tenths = (thousandths + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// An enemy or a piece of ground that is charged or laid at.
pub(super) fn mark(state: &State, mark: Mark) -> Offer {
    match mark {
        Mark::Squad(id) => squad(state, id),
        Mark::Piece(piece) => self::piece(state, piece),
    }
}

/// What a mark is called.
pub(super) fn mark_name(state: &State, mark: Mark) -> String {
    match mark {
        Mark::Squad(id) => state.name(id).to_owned(),
        Mark::Piece(piece) => piece_name(state, piece),
    }
}

/// A piece of ground.
pub(super) fn piece(state: &State, piece: u16) -> Offer {
    let at = state.nearest_in(piece.into(), field::Point::default());
    let offer = Offer::of(Pick::option(&format!("ground-{piece}")), piece_name(state, piece));
    at.map_or(offer.clone(), |at| offer.by(vec![spot(at)]))
}

/// What a piece of ground is called in a sentence.
pub(super) fn piece_name(state: &State, piece: u16) -> String {
    let table = &state.battle.scenario().table;
    match table.names.get(usize::from(piece)) {
        Some(Some(name)) => tabletop::within(name),
        Some(None) => format!("the {}", table.kinds[usize::from(piece)].name().replace('-', " ")),
        None => "ground that is not there".to_owned(),
    }
}

/// A weapon in a sentence.
pub(super) fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Rifle => "rifles",
        Weapon::Pistol => "a pistol",
        Weapon::Lmg => "the light machine gun",
        Weapon::Hmg => "the heavy machine gun",
        Weapon::Sniper => "his rifle",
        Weapon::Grenade => "grenades",
        Weapon::TankGun => "the main gun",
        _ => "the gun",
    }
}

/// Bombardment:aim An offset as its side writes it behind a named point: 'forward 10, left 3'. The sheet says 'up'; but the
/// table lies the other way round for one of the two, and from one's own edge forward is the same for both.
pub(super) fn offset(state: &State, side: Side, off: field::Point) -> String {
    let forward = state.battle.army(side).edge.facing().turned(180).degrees();
    let off = off.turned(-forward);
    let part = |hundredths: i64, more: &str, less: &str| match hundredths / field::INCH {
        0 => None,
        inches => Some(format!("{} {}", if inches > 0 { more } else { less }, inches.abs())),
    };
    let parts: Vec<String> =
        [part(-off.y, "forward", "back"), part(off.x, "right", "left")].into_iter().flatten().collect();
    if parts.is_empty() { "right on it".to_owned() } else { parts.join(", ") }
}

/// Bombardment:aim A point as an aim is written: by the nearest named point that it lies whole inches from.
fn aim(state: &State, side: Side, at: field::Point) -> String {
    let whole = |origin: &field::Point| (at.x - origin.x) % field::INCH == 0 && (at.y - origin.y) % field::INCH == 0;
    let named = state.battle.scenario().references.iter().filter(|(_, origin)| whole(origin));
    named.min_by_key(|(_, origin)| origin.distance(at)).map_or_else(
        || format!("{}, {}", tabletop::inches(at.x), tabletop::inches(at.y)),
        |(name, origin)| format!("{}, {}", tabletop::within(name), offset(state, side, at.minus(*origin))),
    )
}

/// A line of a plan in words: charges first, then shells.
pub(super) fn written(state: &State, side: Side, number: u8) -> String {
    let plan = state.plan(side);
    let number = usize::from(number);
    if let Some((squad, mark)) = plan.charges.get(number) {
        return format!("{} charges {}", state.name(*squad), mark_name(state, *mark));
    }
    match plan.shots.get(number - plan.charges.len()) {
        Some(shot) => {
            let who = match shot.piece {
                Layer::Gun(gun) => state.name(gun).to_owned(),
                Layer::Section(0) => "the battery".to_owned(),
                Layer::Section(section) => format!("section {section}"),
            };
            format!("{who}, move {}: {}, {}", shot.turn, shot.load.words(), aim(state, side, shot.at))
        }
        None => "a line that is not there".to_owned(),
    }
}
