//! 24: who moves together, and where they can go.

use super::going::Going;
use super::movement_step::movable_in;
use super::{Order, Path, Side, Square, SquareSet, State, Units};
use crate::movement::Leaving;
use smallvec::smallvec;

/// Units of one square that move together, or a commander.
#[derive(Clone, Copy)]
pub(super) struct Mover {
    /// The units; none for a commander.
    pub(super) units: Units,
    pub(super) from: Square,
    side: Side,
    /// Squares that all of them can move, without the extra one and with it.
    basic: u8,
    most: u8,
}

impl Mover {
    /// Who moves by an order, along which way, and whether he presses on.
    pub(super) fn of<'o>(state: &State, side: Side, order: &'o Order) -> Option<(Mover, &'o Path, bool)> {
        match order {
            Order::Move { units, path, press } => Some((Mover::units(state, side, *units), path, *press)),
            Order::MoveCommander { path, press } => Some((Mover::commander(state, side), path, *press)),
            _ => None,
        }
    }

    pub(super) fn units(state: &State, side: Side, units: Units) -> Mover {
        // Who is not on the table goes nowhere; the rules then say why.
        let mut mover = Mover { units, from: Square::new(0, 0), side, basic: u8::MAX, most: u8::MAX };
        for going in units.iter().filter_map(|unit| Going::unit(state, unit)) {
            mover.from = going.from;
            mover.basic = mover.basic.min(going.basic);
            mover.most = mover.most.min(going.most);
        }
        mover
    }

    pub(super) fn commander(state: &State, side: Side) -> Mover {
        let Some(Going { from, basic, most, .. }) = Going::commander(state, side) else {
            return Mover::units(state, side, Units::NONE);
        };
        Mover { units: Units::NONE, from, side, basic, most }
    }

    /// Each of them, as it can move.
    pub(super) fn going(self, state: &State) -> impl Iterator<Item = Going> {
        let commander = if self.units.is_empty() { Going::commander(state, self.side) } else { None };
        self.units.iter().filter_map(|unit| Going::unit(state, unit)).chain(commander)
    }

    pub(super) fn order(self, path: Path, press: bool) -> Order {
        if self.units.is_empty() {
            Order::MoveCommander { path, press }
        } else {
            Order::Move { units: self.units, path, press }
        }
    }

    pub(super) fn can_press(self, state: &State, path: &[Square]) -> bool {
        self.going(state).any(|going| going.can_press(state, path))
    }

    /// Units of the same square that may go along. They are picked in the order of their numbers.
    pub(super) fn joining(self, state: &State) -> Units {
        match self.units.iter().last() {
            Some(last) => movable_in(state, self.side, self.from).iter().filter(|&unit| unit > last).collect(),
            None => Units::NONE,
        }
    }

    /// The squares that a path can go on to.
    pub(super) fn onward(self, state: &State, path: &Path) -> SquareSet {
        let closed = state.closed();
        let (step, gas) = (path.len() as u8, state.gas());
        let gassed = step > 0 && (gas.has(self.from) || path.iter().any(|&square| gas.has(square)));
        if step >= self.most || closed.has(self.from) || gassed {
            return SquareSet::NONE;
        }
        let at = path.last().copied().unwrap_or(self.from);
        let mut open = SquareSet::from(at).neighbours() & !closed & !state.held[self.side.other()];
        if step > 0 {
            open = open & !gas;
        }
        if step >= self.basic {
            open = open & !state.beside_enemy(self.side);
        }
        if self.units.is_empty() { open } else { open.iter().filter(|&to| state.has_room(to, self.units)).collect() }
    }

    /// The best way on to each square that is more than a step away: the shortest, and of these the surest.
    pub(super) fn farther(self, state: &State, path: &Path) -> Vec<Path> {
        let mut best: Vec<Path> = Vec::new();
        let mut ways: Vec<Path> = self.onward(state, path).iter().map(|square| smallvec![square]).collect();
        let here = path.last().copied().unwrap_or(self.from);
        let near: SquareSet = ways.iter().map(|way| way[0]).chain([here]).collect();
        while !ways.is_empty() {
            let mut longer: Vec<Path> = Vec::new();
            for way in &ways {
                let whole: Path = path.iter().chain(way).copied().collect();
                for to in self.onward(state, &whole).iter() {
                    longer.push(way.iter().copied().chain([to]).collect());
                }
            }
            longer.sort_by_key(|way| self.rolls(state, &path.iter().chain(way).copied().collect()));
            for way in &longer {
                let to = way.last();
                if to.is_some_and(|to| !near.has(*to)) && best.iter().all(|known| known.last() != to) {
                    best.push(way.clone());
                }
            }
            ways = longer;
        }
        best
    }

    /// A way to a square that takes no notice of anything: for picks that the rules refuse.
    pub(super) fn straight(self, path: &Path, to: Square) -> Path {
        let mut at = path.last().copied().unwrap_or(self.from);
        let mut way = Path::new();
        while at != to {
            let nearer = at.neighbours().map(|(_, next)| next).min_by_key(|next| next.steps_to(to));
            at = nearer.expect("every square has neighbours");
            way.push(at);
        }
        if way.is_empty() { smallvec![to] } else { way }
    }

    /// How many rolls to leave scenery can fail on a way.
    fn rolls(self, state: &State, path: &Path) -> usize {
        self.leaving(state, path).filter(|(_, leaving)| leaving.needed().is_some()).count()
    }

    /// The squares that are left with a roll.
    fn leaving<'a>(self, state: &'a State, path: &'a Path) -> impl Iterator<Item = (Square, Leaving)> + 'a {
        self.going(state).flat_map(move |going| {
            let steps = std::iter::once(going.from).chain(path.iter().copied()).zip(path).take(going.basic.into());
            steps.filter_map(move |(from, &to)| Some((from, going.leaving(state, from, to)?)))
        })
    }

    /// What a way costs and risks, in a few signs: the chance that all get there, or how many squares it is.
    pub(super) fn tag(self, state: &State, path: &Path) -> Option<String> {
        let faces = self.leaving(state, path).filter_map(|(_, leaving)| leaving.lowest_face());
        let (ways, all) = faces.fold((1_u64, 1_u64), |(ways, all), face| (ways * u64::from(7 - face), all * 6));
        if all > 1 {
            return Some(format!("{} %", (200 * ways + all) / (2 * all)));
        }
        (path.len() > 1).then(|| path.len().to_string())
    }

    /// What a way costs and risks, in a few words.
    pub(super) fn risk(self, state: &State, path: &Path) -> Option<String> {
        let mut notes: Vec<String> = Vec::new();
        for (from, leaving) in self.leaving(state, path) {
            let note = leaving.lowest_face().map(|face| format!("{face}+ to leave {from}"));
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
        if path.len() > usize::from(self.basic) {
            notes.push("its extra square".to_owned());
        }
        (!notes.is_empty()).then(|| notes.join(", "))
    }
}
