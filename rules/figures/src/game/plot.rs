//! Sequence:a What both sides write in secret: snipers, shells, charges, masks and gas (R21 to R23).

use super::event::Event;
use super::plotted::{aim, check_shell, guns, is_open, shell};
use super::squad::HIDDEN;
use super::{Act, Figures, Kind, Layer, Mark, Order, Phase, Shot, Side, Sniper, SquadId, State, questions};
use super::{offers, preview};
use crate::troops::Cover;
use crate::wind::Blows;
use field::{INCH, Point};
use kernel::game::{Decide, Offer, Pick, Picked, Picks, Points, Preview, Region, Secret, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// A side writes its plots, charges and orders to the guns, or is ready.
pub(super) struct Plot;

/// R16 How far a hidden sniper creeps.
pub(super) const CREEP: i64 = 6 * INCH;
/// The most lines that a side has written at once.
const MOST: u8 = 120;

/// What is written.
#[derive(Clone, Copy)]
enum Line {
    Squad(SquadId),
    Battery,
    Hide,
    Creep(u8),
    Cancel,
    Masks,
    Release,
}

impl Decide<Figures> for Plot {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        if state.phase == Phase::Prepare {
            (questions::PREPARE, Rule("R21"))
        } else {
            (questions::PLOT, Rule("Sequence:a"))
        }
    }

    fn compose(&self, view: &View<'_, Figures>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let asked = if state.phase == Phase::Prepare {
            picks.ask("what is written before the first move?", Rule("R21"))
        } else {
            picks.ask("what is written for this move?", Rule("Sequence:a"))
        };
        let ready = check_ready(state, side).is_ok().then_some(Order::Ready);
        let asked = asked.or_some("ready", "ready", Rule("Sequence:a"), ready).half();
        let line =
            asked.one_that(lines(state, side), |line| line.is_open(state, side), |line| line.offer(state, side))?;
        match line {
            Line::Squad(squad) if state.squad(squad).kind.gun().is_some() => {
                shell(state, side, Layer::Gun(squad), picks)
            }
            Line::Squad(squad) => {
                let name = state.name(squad);
                let at = picks.ask(format_args!("whom does {name} charge?"), Rule("R23")).one_that(
                    marks(state, side),
                    |mark| state.check_charge(squad, *mark).is_ok(),
                    |mark| offers::mark(state, *mark),
                )?;
                Ok(Order::Charge { squad, at })
            }
            Line::Battery => {
                let asked = picks.ask("which guns of the battery?", Rule("Bombardment:sections"));
                let section = asked.one_that(
                    [0, 1, 2],
                    |section| is_open(state, side, Layer::Section(*section)),
                    |section| {
                        let label =
                            ["the whole battery", "the first section", "the second section"][usize::from(*section)];
                        Offer::option(["battery", "first", "second"][usize::from(*section)], label)
                    },
                )?;
                shell(state, side, Layer::Section(section), picks)
            }
            Line::Hide => {
                let check = |at: Point| check_hide(state, side, at);
                let at = somewhere(state, picks, "where does the sniper hide?", Rule("R16"), check)?;
                Ok(Order::Hide { at })
            }
            Line::Creep(sniper) => {
                let check = |at: Point| check_creep(state, side, sniper, at);
                let to = somewhere(state, picks, "where does the sniper creep?", Rule("Snipers 3"), check)?;
                Ok(Order::Creep { sniper, to })
            }
            Line::Cancel => {
                let number =
                    picks.ask("which line is crossed out?", Rule("R22")).one_of(0..written(state, side), |number| {
                        Offer::of(Pick::option(&format!("line-{number}")), offers::written(state, side, *number))
                    })?;
                Ok(Order::Cancel { number })
            }
            Line::Masks => {
                let squad = picks.ask("which squad changes its masks?", Rule("R10")).one_that(
                    state.ids(),
                    |squad| check_mask(state, side, *squad).is_ok(),
                    |squad| offers::squad(state, *squad),
                )?;
                Ok(Order::Mask { squad })
            }
            Line::Release => Ok(Order::Release),
        }
    }

    fn check(&self, view: &View<'_, Figures>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        let before = state.phase == Phase::Prepare;
        if written(state, side) >= MOST && !matches!(order, Order::Ready | Order::Cancel { .. }) {
            return Err(Refusal::by(Rule("R22"), format!("a side writes no more than {MOST} lines; cross some out")));
        }
        match order {
            Order::Hide { at } if before => check_hide(state, side, *at),
            Order::Shell { piece, from, up, right, load, first, last } => {
                let at = aim(state, *from, *up, *right)?;
                check_shell(state, side, *piece, at, *load, *first, *last)
            }
            Order::Cancel { number } => check_cancel(state, side, *number),
            Order::Ready => check_ready(state, side),
            _ if before => Err(refuse::<Figures>(self, state, "hide a sniper, plot a shell, or be ready")),
            Order::Creep { sniper, to } => check_creep(state, side, *sniper, *to),
            Order::Charge { squad, at } => {
                check_own(state, side, *squad)?;
                if state.plan(side).charges.iter().any(|(other, _)| other == squad) {
                    let sentence = format!("{} has a charge written already", state.name(*squad));
                    return Err(Refusal::by(Rule("R23"), sentence));
                }
                state.check_charge(*squad, *at)
            }
            Order::Mask { squad } => check_mask(state, side, *squad),
            Order::Release => check_release(state, side),
            _ => Err(refuse::<Figures>(self, state, "write a charge, a shell or another order, or be ready")),
        }
    }

    fn preview(&self, view: &View<'_, Figures>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Shell { piece, from, up, right, load, .. } => match aim(state, *from, *up, *right) {
                Ok(at) => preview::plotted(state, side, *piece, at, *load),
                Err(_) => Preview::default(),
            },
            Order::Charge { squad, at } => preview::charge(state, *squad, *at),
            Order::Creep { .. } => {
                let note = "He keeps 6 inches from active enemies; without a way home he goes towards one of himself.";
                preview::plain("Creep there", "R37", note)
            }
            Order::Hide { .. } => {
                let note = "He is hidden while he is in cover and has not fired; only you see him.";
                preview::plain("Hide him there", "Snipers:designated", note)
            }
            Order::Ready => preview::ready(),
            Order::Release => preview::plain("Open the cylinders", "R24", "The gas takes friend and foe alike."),
            _ => Preview::default(),
        }
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        match order {
            Order::Ready => {
                act.state.ready[side] = true;
                act.happens(Event::Ready { side });
            }
            Order::Hide { at } => {
                if let Secret::Known(snipers) = &mut act.state.hidden[side] {
                    // He was named at the start, so he has been at rest.
                    snipers.push(Sniper { at: *at, rest: 1, crept: false, cut_off: false });
                }
                act.happens(Event::Written { side, order: order.clone() });
            }
            Order::Creep { sniper, to } => {
                if let Secret::Known(snipers) = &mut act.state.hidden[side] {
                    let sniper = &mut snipers[usize::from(*sniper)];
                    (sniper.at, sniper.rest, sniper.crept) = (*to, 0, true);
                }
                act.happens(Event::Written { side, order: order.clone() });
            }
            _ => {
                write(act.state, side, order);
                act.happens(Event::Written { side, order: order.clone() });
            }
        }
    }
}

/// Writes a line of a plan.
pub(super) fn write(state: &mut State, side: Side, order: &Order) {
    match order {
        Order::Charge { squad, at } => state.plan_mut(side).charges.push((*squad, *at)),
        Order::Shell { piece, from, up, right, load, first, last } => {
            let at = aim(state, *from, *up, *right).expect("check has found the aim");
            let guns = guns(state, side, *piece);
            let plan = state.plan_mut(side);
            for turn in *first..=*last {
                plan.shots.push(Shot { piece: *piece, turn, at, load: *load });
                if let Some(left) = plan.stock(*load) {
                    *left = left.saturating_sub(guns);
                }
            }
        }
        Order::Cancel { number } => {
            let number = usize::from(*number);
            let charges = state.plan(side).charges.len();
            if number < charges {
                state.plan_mut(side).charges.remove(number);
            } else {
                let shot = state.plan_mut(side).shots.remove(number - charges);
                let guns = guns(state, side, shot.piece);
                if let Some(left) = state.plan_mut(side).stock(shot.load) {
                    *left = left.saturating_add(guns);
                }
            }
        }
        Order::Mask { squad } => state.plan_mut(side).masks.push(*squad),
        Order::Release => state.plan_mut(side).release = true,
        _ => unreachable!("these orders are written"),
    }
}

/// What may be written.
fn lines(state: &State, side: Side) -> impl Iterator<Item = Line> + Clone + use<> {
    let snipers = state.snipers(side).len() as u8;
    let squads = state.ids().map(Line::Squad);
    let besides = [Line::Battery, Line::Hide, Line::Masks, Line::Release, Line::Cancel];
    squads.chain(besides).chain((0..snipers).map(Line::Creep))
}

/// How many lines of charges and shells a side has written.
fn written(state: &State, side: Side) -> u8 {
    (state.plan(side).charges.len() + state.plan(side).shots.len()) as u8
}

/// What can be charged or laid at: enemies, and ground where they were seen.
pub(super) fn marks(state: &State, side: Side) -> impl Iterator<Item = Mark> + Clone + '_ {
    let enemies = state.ids().filter(move |id| state.squad(*id).side != side).map(Mark::Squad);
    enemies.chain(state.spotted[side].iter().copied().map(Mark::Piece))
}

impl Line {
    fn is_open(self, state: &State, side: Side) -> bool {
        let before = state.phase == Phase::Prepare;
        match self {
            Line::Squad(id) => {
                let Some(squad) = state.here(id).filter(|squad| squad.side == side) else { return false };
                if squad.kind.gun().is_some() {
                    return is_open(state, side, Layer::Gun(id));
                }
                let written = state.plan(side).charges.iter().any(|(other, _)| *other == id);
                !before
                    && !written
                    && state.holds_back(id).is_none()
                    && marks(state, side).any(|mark| state.check_charge(id, mark).is_ok())
            }
            Line::Battery => (0..3).any(|section| is_open(state, side, Layer::Section(section))),
            Line::Hide => before && to_hide(state, side) > 0,
            Line::Creep(sniper) => {
                let sniper = state.snipers(side)[usize::from(sniper)];
                !before && !sniper.crept && !sniper.cut_off
            }
            Line::Cancel => written(state, side) > 0,
            Line::Masks => !before && state.ids().any(|squad| check_mask(state, side, squad).is_ok()),
            Line::Release => !before && check_release(state, side).is_ok(),
        }
    }

    fn offer(self, state: &State, side: Side) -> Offer {
        match self {
            Line::Squad(id) if state.squad(id).kind.gun().is_some() => {
                offers::squad(state, id).noted(Some("plot shells".to_owned())).under(Rule("Artillery:indirect-plan"))
            }
            Line::Squad(id) => offers::squad(state, id).noted(Some("charge".to_owned())).under(Rule("R23")),
            Line::Battery => {
                Offer::option("battery", "the battery off the table").under(Rule("Artillery:off-table-plan"))
            }
            Line::Hide => Offer::option("hide", "hide a sniper").under(Rule("Snipers:designated")),
            Line::Creep(number) => {
                let id = offers::sniper_handle(side, number);
                Offer::of(Pick::Piece(id), "the hidden sniper").noted(Some("creep".to_owned())).under(Rule("Snipers 3"))
            }
            Line::Cancel => Offer::option("cancel", "cross a line out").under(Rule("R22")),
            Line::Masks => Offer::option("masks", "put masks on, or take them off").under(Rule("R10")),
            Line::Release => Offer::option("release", "open the gas cylinders").under(Rule("R10")),
        }
    }
}

fn check_cancel(state: &State, side: Side, number: u8) -> Result<(), Refusal> {
    let written = written(state, side);
    if number < written {
        return Ok(());
    }
    Err(Refusal::by(Rule("R22"), format!("there are {written} lines that can be crossed out")))
}

/// R16 Snipers of a side who have still to be hidden.
fn to_hide(state: &State, side: Side) -> usize {
    usize::from(state.unseen[side]).saturating_sub(state.snipers(side).len())
}

fn check_ready(state: &State, side: Side) -> Result<(), Refusal> {
    if state.phase == Phase::Prepare && to_hide(state, side) > 0 {
        return Err(Refusal::by(Rule("Snipers:designated"), "every sniper is hidden before the first move"));
    }
    Ok(())
}

/// R16 May a sniper be there: in cover, on ground that can be entered, and not up against enemies?
pub(super) fn check_cover(state: &State, side: Side, at: Point) -> Result<(), Refusal> {
    if !state.land().ground().holds(at) || !state.land().foot().stands(at) {
        return Err(Refusal::by(Rule("R16"), "a sniper is on ground that men can enter"));
    }
    if state.cover_at(at, None) == Cover::NoCover {
        return Err(Refusal::by(Rule("R16"), "a sniper is hidden only in cover"));
    }
    if state.is_near(side.other(), at, 6 * INCH) {
        return Err(Refusal::by(Rule("Snipers 3"), "that is within 6 inches of an active enemy"));
    }
    Ok(())
}

fn check_hide(state: &State, side: Side, at: Point) -> Result<(), Refusal> {
    if to_hide(state, side) == 0 {
        return Err(Refusal::by(Rule("Snipers:designated"), "all snipers of this side are hidden"));
    }
    let army = state.battle.army(side);
    let plan = &state.battle.scenario().table.plan;
    if !state.land().ground().holds(at) || army.edge.inside(plan, at) > army.zone {
        return Err(Refusal::by(Rule("R2"), format!("a side sets up within {} inches of its edge", army.zone / INCH)));
    }
    check_cover(state, side, at)
}

fn check_creep(state: &State, side: Side, sniper: u8, to: Point) -> Result<(), Refusal> {
    let Some(sniper) = state.snipers(side).get(usize::from(sniper)) else {
        return Err(Refusal::by(Rule("R16"), "there is no such hidden sniper"));
    };
    if sniper.crept || to == sniper.at {
        return Err(Refusal::by(Rule("R16"), "a hidden sniper creeps somewhere else, once a move"));
    }
    // The distance is asked before the way, as most points of a table are too far off.
    let leg = || state.leg(sniper.at, to, state.land().foot());
    if !state.land().ground().holds(to) || !to.within(sniper.at, CREEP) || leg().is_none_or(|cost| cost > CREEP) {
        let sentence = "a hidden sniper creeps 6 inches at most, over ground that he can pass";
        return Err(Refusal::by(Rule("R16"), sentence));
    }
    if sniper.cut_off {
        let sentence = "he has no way home, so he goes towards one of himself, as far as he can";
        return Err(Refusal::by(Rule("R37"), sentence));
    }
    check_cover(state, side, to)
}

pub(super) fn check_own(state: &State, side: Side, id: SquadId) -> Result<(), Refusal> {
    if id.0 < HIDDEN && state.here(id).is_some_and(|squad| squad.side == side) {
        return Ok(());
    }
    Err(Refusal::by(Rule("Sequence:a"), "orders are written for squads of one's own that are on the table"))
}

fn check_mask(state: &State, side: Side, id: SquadId) -> Result<(), Refusal> {
    check_own(state, side, id)?;
    let (squad, name) = (state.squad(id), state.name(id));
    if !state.battle.army(side).masks || squad.is_vehicle() {
        return Err(Refusal::by(Rule("R10"), format!("{name} has no masks")));
    }
    if state.plan(side).masks.contains(&id) {
        return Err(Refusal::by(Rule("R10"), format!("{name} changes its masks already in this move")));
    }
    Ok(())
}

fn check_release(state: &State, side: Side) -> Result<(), Refusal> {
    let army = state.battle.army(side);
    if army.cylinders.is_none() || state.plan(side).release || state.released[side] {
        return Err(Refusal::by(Rule("R10"), "there are no cylinders, or they are open already"));
    }
    if !state.blows(side).allows_cylinders() {
        return Err(Refusal::by(Rule("R27"), "the wind does not carry the gas towards the enemy"));
    }
    Ok(())
}

impl State {
    /// Where the wind blows, as a side sees it from its edge.
    pub(super) fn blows(&self, side: Side) -> Blows {
        let up = self.battle.army(side).edge.facing().turned(180).degrees();
        let turned = (self.wind.towards.facing().degrees() - up).rem_euclid(360);
        Blows::of(field::Direction::ALL[(turned / 45) as usize])
    }
}

/// A point at which a sniper can be.
fn somewhere(
    state: &State,
    picks: &mut Picks<'_, Order>,
    question: &str,
    rule: Rule,
    check: impl Fn(Point) -> Result<(), Refusal>,
) -> Picked<Point> {
    let plan = &state.battle.scenario().table.plan;
    let (wide, deep) = (plan.width / INCH, plan.depth / INCH);
    let (x, y) = picks.ask(question, rule).point(Points {
        take: |pick: &Pick| match *pick {
            Pick::Point { x, y } => check(Point { x, y }),
            _ => Ok(()),
        },
        region: || {
            let all = (0..=deep).flat_map(|y| (0..=wide).map(move |x| Point::inches(x, y)));
            let points = all.filter(|at| check(*at).is_ok()).map(|at| (at.x, at.y, 0)).collect();
            Region { from: (0, 0), step: INCH, points }
        },
        draw: |random| {
            let mut inch = |most: i64| i64::from(random.below(most as u32 + 1));
            let drawn = (0..40).map(|_| Point::inches(inch(wide), inch(deep))).find(|at| check(*at).is_ok());
            let all = || (0..=deep).flat_map(|y| (0..=wide).map(move |x| Point::inches(x, y)));
            drawn.or_else(|| all().find(|at| check(*at).is_ok())).map(|at| (at.x, at.y))
        },
    })?;
    Ok(Point { x, y })
}

impl Kind {
    /// May it charge? Crews, leaders, wagons and vehicles do not.
    pub(super) fn charges(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Cavalry | Kind::DismountedCavalry)
    }
}
