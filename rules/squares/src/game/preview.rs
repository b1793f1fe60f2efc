//! What an order would do: its path, its rolls and their odds, by the desk's own procedures.

use super::fight::{Fight, Named};
use super::going::Going;
use super::morale_step::{situation as morale, testing};
use super::question::{fight, laying, wounds};
use super::say::{barrage, words};
use super::shooting_step::situation as shooting;
use super::{
    Aim, Laying, Marker, Order, Piece, Side, Square, State, TurnStep, UnitId, Units, WayBack, Wounds, assaults_step,
    barrage_step, question,
};
use crate::assault::{Assault, TargetAnswer};
use crate::barrage::{Barrage, BarrageKind, DEEPEST};
use crate::command::{AssetRoll, Orders};
use crate::hits::{Body, Losses, Placing, Toll, other_policy};
use crate::reinforcements::{Reinforcements, Way};
use kernel::game::{Ask, Preview, Said, Test};
use kernel::odds::of_chain;
use kernel::prelude::*;
use kernel::procedure::{Beside, Report};

/// What a legal order would do.
pub(super) fn preview(state: &State, ask: &Ask, order: &Order) -> Preview {
    let Ok((side, _)) = question::asked(state, ask) else { return Preview::default() };
    let mut preview = Preview::default();
    match order {
        Order::RollAsset { asset } => {
            let asset = state.battle.army(side).assets[usize::from(*asset)];
            let roll = AssetRoll { number: asset.on };
            preview.test(words(asset.kind.name()), &crate::command::asset_procedure(), &roll);
        }
        Order::LayBarrage { aim } => {
            if let Some(laying) = laying(state) {
                lay(&mut preview, state, laying, *aim);
            }
        }
        Order::Command { square, marker } => command(&mut preview, state, side, *square, *marker),
        Order::Move { units, path, .. } => {
            for unit in units.iter() {
                if let Some(going) = Going::unit(state, unit) {
                    movement(&mut preview, state, going, path);
                }
            }
        }
        Order::MoveCommander { path, .. } => {
            if let Some(going) = Going::commander(state, side) {
                movement(&mut preview, state, going, path);
            }
        }
        Order::Assault { from, target, units, additional, shock } => {
            let named = Named { from: *from, target: *target, units: *units, additional: *additional, shock: *shock };
            let assault = Fight::of(state, side, &named).situation(state);
            preview.path = vec![from.middle(), target.middle()];
            preview.assault(format!("the assault on {target}"), &assault);
            if let Some(test) = preview.tests.last_mut() {
                test.odds.beside.extend(other_assaults(state, side, named));
            }
            for square in [from, target].into_iter().filter(|square| state.barraged().has(**square)) {
                preview.note(format!("A barrage lies on {square}, so it cannot claim support."), Rule("22:no-support"));
            }
            for (_, square) in from.neighbours().filter(|(_, square)| state.held[side].has(*square)) {
                if state.barraged().has(square) {
                    preview.note(format!("A barrage lies on {square}, so it gives no support."), Rule("22:no-support"));
                }
            }
        }
        Order::Stand | Order::Retire => {
            if let Some(fight) = fight(state) {
                let answer = if *order == Order::Retire { TargetAnswer::Retire } else { TargetAnswer::Stand };
                let assault = Assault { answer, ..fight.situation(state) };
                preview.assault(format!("the assault on {}", fight.target), &assault);
                preview.turn_last();
            }
        }
        Order::PlaceHits { shares } => {
            if let Some(wounds) = wounds(state) {
                saves(&mut preview, state, side, wounds, shares);
            }
        }
        Order::Shoot { from, target, units } => {
            preview.path = vec![from.middle(), target.middle()];
            let shooting = shooting(state, *from, *target, from.steps_to(*target), *units);
            preview.test(format!("shooting at {target}"), &crate::shooting::procedure(), &shooting);
        }
        Order::RollForAll | Order::BringByRoad { .. } => {
            let (way, same_unit) = match order {
                Order::BringByRoad { attempts, .. } => (Way::C, attempts.len() == 2 && attempts[0] == attempts[1]),
                _ => (Way::A, false),
            };
            let asked = Reinforcements { waiting: state.waiting(side).len() as u8, way, same_unit };
            preview.test("arrivals".to_owned(), &crate::reinforcements::procedure(), &asked);
        }
        Order::Pass => pass(&mut preview, state, side),
        _ => {}
    }
    preview
}

/// What a preview is put together with.
trait Previewed {
    fn test<P: Procedure>(&mut self, label: String, procedure: &P, situation: &P::Situation);
    fn assault(&mut self, label: String, assault: &Assault);
    fn note(&mut self, text: String, rule: Rule);
    /// The last odds are for the opponent of the one they were counted for.
    fn turn_last(&mut self);
}

impl Previewed for Preview {
    fn test<P: Procedure>(&mut self, label: String, procedure: &P, situation: &P::Situation) {
        let mut odds = Report::of(procedure.odds(situation, &Budget::default()));
        for (label, other) in procedure.beside(situation) {
            odds.beside.push(Beside { label, report: Report::of(procedure.odds(&other, &Budget::default())) });
        }
        self.tests.push(Test { label, odds });
    }

    fn assault(&mut self, label: String, assault: &Assault) {
        self.test(label, &crate::assault::procedure(), assault);
    }

    fn note(&mut self, text: String, rule: Rule) {
        self.notes.push(Said::of(text).under(rule));
    }

    fn turn_last(&mut self) {
        if let Some(test) = self.tests.last_mut() {
            turn(&mut test.odds);
        }
    }
}

/// Turns odds round for the opponent of the one they were counted for: what is best for one is worst for the other.
fn turn(report: &mut Report) {
    let best = report.outcomes.iter().map(|line| line.rank).max().unwrap_or_default();
    report.outcomes.reverse();
    for line in &mut report.outcomes {
        line.rank = best - line.rank;
    }
    for other in &mut report.beside {
        turn(&mut other.report);
    }
}

/// What the other choices of an assault would make of it: those who could join, and the shock assault.
fn other_assaults(state: &State, side: Side, named: Named) -> Vec<Beside> {
    let Named { from, target, units, additional, shock } = named;
    let mut others = Vec::new();
    let joining = assaults_step::additional(state, side, from, target);
    if additional != joining {
        others.push(("with all who can join".to_owned(), Named { additional: joining, ..named }));
    }
    if state.shock {
        let with = if shock { "without" } else { "with" };
        others.push((format!("{with} the shock assault"), Named { shock: !shock, ..named }));
    }
    let legal = |named: &Named| {
        let Named { additional, shock, .. } = *named;
        assaults_step::check(state, side, &Order::Assault { from, target, units, additional, shock }).is_ok()
    };
    let odds = |named: &Named| {
        let assault = Fight::of(state, side, named).situation(state);
        Report::of(Procedure::odds(&crate::assault::procedure(), &assault, &Budget::default()))
    };
    let others = others.into_iter().filter(|(_, named)| legal(named));
    others.map(|(label, named)| Beside { label, report: odds(&named) }).collect()
}

/// A barrage on every square with units that it may fall on.
fn lay(preview: &mut Preview, state: &State, laying: Laying, aim: Aim) {
    let Laying { kind, side, .. } = laying;
    preview.path = barrage_step::squares(aim).into_iter().flatten().map(Square::middle).collect();
    let deepest = if kind == BarrageKind::Rolling { i8::try_from(DEEPEST).unwrap_or(0) } else { 1 };
    for aimed in barrage_step::squares(aim).into_iter().flatten() {
        for rows_behind in -1..=deepest {
            let here = if rows_behind < 0 { aimed.towards(side.back()) } else { forward(aimed, side, rows_behind) };
            let Some(at) = here.filter(|&at| state.holder(at).is_some()) else { continue };
            let barrage = Barrage {
                kind,
                quality: state.battle.army(side).guns,
                rows_behind,
                target: state.as_units(state.at[at]),
                ground: state.battle.ground(at),
                defences: state.battle.defences(at),
                target_places: Placing::Toughest,
                gunner_places: Placing::Weakest,
            };
            let own = state.held[side].has(at);
            let whose = if own { "your own " } else { "" };
            preview.test(format!("{whose}{at}, aimed at {aimed}"), &crate::barrage::procedure(), &barrage);
            if own {
                preview.turn_last();
            }
        }
    }
    if preview.tests.is_empty() {
        preview.note(format!("No square that the {} can fall on has units in it.", barrage(kind)), Rule("22"));
    }
}

fn forward(from: Square, side: Side, rows: i8) -> Option<Square> {
    (0..rows).try_fold(from, |square, _| square.towards(side.forward()))
}

/// An attempt at an order, and what a morale marker would be worth.
fn command(preview: &mut Preview, state: &State, side: Side, square: Square, marker: Marker) {
    let orders = Orders { quality: state.battle.army(side).command, squares: 1 };
    preview.test(format!("{} for {square}", marker.name()), &crate::command::orders_procedure(), &orders);
    if marker == Marker::FightingBonus {
        return;
    }
    let units = testing(state, square);
    if units.is_empty() {
        return;
    }
    let way = WayBack::of(state, side, square, units);
    let without = morale(state, square, units, way);
    let mut with = without.clone();
    match marker {
        Marker::HoldTheLine => with.hold_the_line = true,
        _ => with.morale_bonus = true,
    }
    let procedure = crate::morale::procedure();
    preview.test(format!("morale of {square} without it"), &procedure, &without);
    preview.test(format!("morale of {square} with it"), &procedure, &with);
}

/// The rolls to leave scenery on the way.
fn movement(preview: &mut Preview, state: &State, going: Going, path: &[Square]) {
    if preview.path.is_empty() {
        preview.path = std::iter::once(going.from).chain(path.iter().copied()).map(Square::middle).collect();
    }
    let mut from = going.from;
    for (step, &to) in path.iter().enumerate() {
        if step < usize::from(going.basic)
            && let Some(leaving) = going.leaving(state, from, to)
        {
            let label = format!("{} leaves {from}", state.piece_name(going.piece));
            preview.test(label, &crate::movement::procedure(), &leaving);
        }
        from = to;
    }
    if path.len() > usize::from(going.basic) {
        let name = state.piece_name(going.piece);
        preview.note(format!("{name} uses its extra square to enter {from}, without a roll."), Rule("24:extra"));
    }
    if let (Piece::Unit(unit), Some(objective)) = (going.piece, state.objective(from))
        && state.objectives[objective] != state.unit(unit).side
    {
        preview.note(format!("{from} is an objective worth 10 points."), Rule("R19"));
    }
}

/// Saves of hits that have been placed, with those that are still to be placed by a policy.
struct Saves {
    body: Body,
}

impl Chain for Saves {
    type Stage = Toll;
    type Outcome = Losses;

    fn turn(&self, toll: &Toll) -> Turn<Toll, Losses> {
        if toll.is_settled() { Turn::Done(self.body.losses(toll)) } else { Turn::Roll }
    }

    fn step(&self, toll: &Toll, dice: &mut dyn Dice) -> Resolved<Toll> {
        self.body.save(toll, dice)
    }
}

fn saves(preview: &mut Preview, state: &State, asked: Side, wounds: &Wounds, shares: &[u8]) {
    let mut placed = wounds.clone();
    placed.place(shares);
    let (owner, other) = (wounds.owner, wounds.owner.other());
    // What the other player places after this is put where it hurts most.
    let policies = placed.placing().map(|_| other_policy(other.seat(), Placing::Weakest)).into_iter().collect();
    while let Some((_, hits)) = placed.placing() {
        let shares = placed.body(state).place_rest(hits.into(), &placed.placed);
        placed.place(&shares);
    }
    let chain = Saves { body: placed.body(state) };
    let toll = Toll { pending: placed.placed, lost: crate::hits::Counts::default() };
    let odds = of_chain(&Budget::default(), &chain, &Dist::certain(toll));
    let report = Report::of(Answer { odds, policies, measures: Vec::new() });
    let before = preview.tests.len();
    preview.tests.push(Test { label: format!("saves in {}", wounds.at), odds: report });
    let hit: Vec<(UnitId, u8)> =
        placed.units.iter().copied().zip(placed.placed).filter(|(_, hits)| *hits > 0).collect();
    if hit.len() > 1 {
        for (unit, hits) in hit {
            alone(preview, state, &placed, unit, hits);
        }
    }
    // Losses are counted for the one who inflicts them.
    if asked == owner {
        preview.tests[before..].iter_mut().for_each(|test| turn(&mut test.odds));
    }
}

/// The saves of one unit.
fn alone(preview: &mut Preview, state: &State, wounds: &Wounds, unit: UnitId, hits: u8) {
    let single = Wounds::on(state, wounds.owner, wounds.cause, wounds.at, Units::from(unit), hits.into());
    let mut toll = Toll::default();
    toll.pending[0] = hits;
    let odds = of_chain(&Budget::default(), &Saves { body: single.body(state) }, &Dist::certain(toll));
    preview.tests.push(Test { label: format!("saves of {}", state.name(unit)), odds: Report::of(odds.into()) });
}

/// What comes by itself when the step is ended: the morale tests after the orders of higher command.
fn pass(preview: &mut Preview, state: &State, side: Side) {
    if state.step != TurnStep::HigherCommand {
        return;
    }
    for square in state.held[side].in_order(side) {
        let units = testing(state, square);
        let test = morale(state, square, units, WayBack::of(state, side, square, units));
        if crate::morale::morale_dice(&test).total() > 0 {
            preview.test(format!("morale of {square}"), &crate::morale::procedure(), &test);
        }
    }
}
