//! Picks of an assault: naming it, the answer, moving in, the marker (26).

use super::super::assaults_step::{able, additional, check, senders, targets};
use super::super::question::fight;
use super::super::say::{count, names};
use super::super::{Order, Piece, Side, Square, SquareSet, State, Units};
use super::{Told, offer_square, offer_units, pass, several, several_of, square_of, strange, unit_of};
use crate::retire::retire_hits;
use kernel::game::{Offer, Offers, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};

const SHOCK: &str = "shock";
const NO_SHOCK: &str = "no-shock";

/// What can still be picked of an assault that has its square and target.
enum Part {
    /// Those who assault from the main square.
    Main(Units),
    /// Those of another square who join.
    Joining(Square, Units),
    /// Whether the shock assault is used.
    Shock,
}

/// The parts that leave a choice.
fn parts(state: &State, side: Side, from: Square, target: Square) -> Vec<Part> {
    let mut parts = Vec::new();
    let main = able(state, from);
    if main.len() > 1 {
        parts.push(Part::Main(main));
    }
    let joining = additional(state, side, from, target);
    for (_, square) in target.neighbours() {
        let here = joining & state.at[square];
        if !here.is_empty() {
            parts.push(Part::Joining(square, here));
        }
    }
    if state.shock {
        parts.push(Part::Shock);
    }
    parts
}

pub(super) fn build(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let [first, rest @ ..] = picks else {
        let from = from_squares(state, side);
        let mut offers: Vec<Offer> = from.in_order(side).map(|square| offer_square(state, square)).collect();
        offers.push(pass("no more assaults"));
        return Ok(Told::of("which square assaults?", Rule("19:6")).one_of(offers));
    };
    let from = square_of(first)?;
    let [target, rest @ ..] = rest else {
        let near = SquareSet::from(from).neighbours() & targets(state, side);
        let offers = near.iter().map(|square| offer_square(state, square)).collect();
        return Ok(Told::of("which square is the target?", Rule("R7")).picked(from.to_string()).one_of(offers));
    };
    let target = square_of(target)?;
    let (mut units, mut joined, mut shock) = (able(state, from), Units::NONE, false);
    let mut told = Told::of("", Rule("R7")).picked(from.to_string()).picked(format!("on {target}"));
    let parts = parts(state, side, from, target);
    for (part, pick) in parts.iter().zip(rest) {
        match part {
            Part::Main(of) => {
                units = several_of(pick, *of)?;
                told = told.picked(names(state, units));
            }
            Part::Joining(square, of) => {
                let here = several_of(pick, *of)?;
                joined = joined | here;
                told = told.picked(format!("from {square}: {}", names(state, here)));
            }
            Part::Shock => {
                shock = *pick == Pick::option(SHOCK);
                told = told.picked(if shock { "with the shock assault" } else { "without the shock assault" });
            }
        }
    }
    let order = Order::Assault { from, target, units, additional: joined, shock };
    Ok(match parts.get(rest.len()) {
        None => Told { question: "the assault is named".to_owned(), ..told }.done(order),
        Some(part) => {
            let (question, rule, offers) = offers(state, part);
            Told { question, rule, ..told }.or_more(order, offers)
        }
    })
}

fn offers(state: &State, part: &Part) -> (String, Rule, Offers) {
    match part {
        Part::Main(of) => {
            let offers = Offers::Several { of: offer_units(state, *of), least: 1, most: of.len() as u8 };
            ("which units assault?".to_owned(), Rule("R7"), offers)
        }
        Part::Joining(square, of) => {
            let most = of.len().min(2) as u8;
            let offers = Offers::Several { of: offer_units(state, *of), least: 0, most };
            (format!("which units join from {square}?"), Rule("26:additional-unit"), offers)
        }
        Part::Shock => {
            let offers =
                vec![Offer::option(SHOCK, "use the shock assault: 3 dice"), Offer::option(NO_SHOCK, "keep it")];
            ("is the shock assault used?".to_owned(), Rule("26:shock-assault"), Offers::OneOf(offers))
        }
    }
}

/// The squares that have something to assault.
fn from_squares(state: &State, side: Side) -> SquareSet {
    let near = targets(state, side).neighbours() & senders(state, side);
    let can = |from: &Square| {
        let targets = SquareSet::from(*from).neighbours() & targets(state, side);
        let (units, additional) = (able(state, *from), Units::NONE);
        targets.iter().any(|target| {
            check(state, side, &Order::Assault { from: *from, target, units, additional, shock: false }).is_ok()
        })
    };
    near.iter().filter(can).collect()
}

/// 26:retire Stand or retire?
pub(super) fn answer(state: &State, picks: &[Pick]) -> Prompt<Order> {
    let fight = fight(state).expect("an assault has its frame");
    let told = Told::of(format!("does {} stand or retire?", fight.target), Rule("26:retire"));
    match picks.first() {
        Some(pick) if *pick == Pick::option("retire") => told.picked("retire").done(Order::Retire),
        Some(_) => told.picked("stand").done(Order::Stand),
        None => {
            let hits = retire_hits(&state.as_units(fight.defenders), state.battle.ground(fight.target)).total().max(0);
            told.one_of(vec![
                Offer::option("stand", "stand and fight").under(Rule("R7")),
                Offer::option("retire", format!("retire under {}", count(hits.unsigned_abs(), "hit")))
                    .under(Rule("26:retire-hits")),
            ])
        }
    }
}

/// 26:move-in Who moves in? Infantry and cavalry first, then the others.
pub(super) fn move_in(state: &State, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let fight = fight(state).expect("an assault has its frame");
    let (foot_or_horse, others) = split(state, fight.may_move_in(state));
    let mut told = Told::of(format!("who moves into {}?", fight.target), Rule("26:move-in"));
    let stages: Vec<(Units, u8)> =
        [(foot_or_horse, 1), (others, 0)].into_iter().filter(|(units, _)| !units.is_empty()).collect();
    let mut moving = Units::NONE;
    for (pick, (of, _)) in picks.iter().zip(&stages) {
        let units = several_of(pick, *of)?;
        moving = moving | units;
        told = told.picked(if units.is_empty() { "nobody else".to_owned() } else { names(state, units) });
    }
    let Some((of, least)) = stages.get(picks.len()) else {
        return Ok(told.done(Order::Advance { units: moving }));
    };
    let offers = Offers::Several { of: offer_units(state, *of), least: *least, most: of.len().min(3) as u8 };
    let units = if picks.is_empty() { fight.may_move_in(state) & state.standing(fight.assaulters) } else { moving };
    let usual = Order::Advance { units };
    Ok(match super::super::assault::check_move_in(state, fight, units) {
        Ok(()) => told.or_more(usual, offers),
        Err(_) => told.offers(offers),
    })
}

fn split(state: &State, units: Units) -> (Units, Units) {
    let foot_or_horse = state.those(units, |unit| unit.kind.is_infantry_or_cavalry());
    (foot_or_horse, units & !foot_or_horse)
}

/// Who gets the marker?
pub(super) fn marker(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let fight = fight(state).expect("an assault has its frame");
    let told = Told::of("who is winning the fight?", fight.marker_rule(side));
    match picks {
        [] => Ok(told.one_of(offer_units(state, fight.may_be_marked(state, side)))),
        [pick] => {
            let unit = unit_of(pick)?;
            Ok(told.picked(state.name(unit)).done(Order::GiveMarker { unit }))
        }
        _ => Err(strange()),
    }
}

pub(super) fn picks(state: &State, side: Side, order: &Order) -> Vec<Pick> {
    match *order {
        Order::Assault { from, target, units, additional, shock } => {
            let part = |part: Part| match part {
                Part::Main(of) => several(units, of),
                Part::Joining(_, of) => several(additional & of, of),
                Part::Shock => Pick::option(if shock { SHOCK } else { NO_SHOCK }),
            };
            let mut picks = vec![Pick::Place(from.place()), Pick::Place(target.place())];
            picks.extend(parts(state, side, from, target).into_iter().map(part));
            picks
        }
        Order::Advance { units } => {
            let fight = fight(state).expect("an assault has its frame");
            let (foot_or_horse, others) = split(state, fight.may_move_in(state));
            let stages = [foot_or_horse, others].into_iter().filter(|of| !of.is_empty());
            stages.map(|of| several(units & of, of)).collect()
        }
        Order::GiveMarker { unit } => vec![Pick::Piece(Piece::Unit(unit).id())],
        _ => unreachable!("an order of an assault"),
    }
}
