//! Sequence:c Squads move one by one in turn (R28, R31, R32, R45).

use super::deeds::{
    check_change, check_deed, check_fall_back, check_goes_to_ground, check_keep_down, check_lie_down, check_man,
    check_mount, check_place, is_manned_from_here, manned, may_fall_back, may_go,
};
use super::event::Event;
use super::land::{Gait, allowance};
use super::places::Spots;
use super::walk::{FACINGS, Walk};
use super::{Act, Besides, Figures, Kind, Order, Posture, Side, SquadId, State, offers, preview, questions, turn};
use super::{charge, clouds, retreat, snipers, vehicles};
use crate::scenario::Lie;
use crate::troops::Formation;
use field::{Facing, INCH, Point};
use kernel::game::{Decide, Offer, Pick, Picked, Picks, PointOr, Points, Preview, Region, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use tabletop::{inches, picked};

/// The active side moves a squad, or passes.
pub(super) struct MoveSquad;

/// What a squad does with its turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Run,
    Advance,
    /// Advance, then go to ground.
    Dash,
    /// Mount or dismount, and advance.
    Ride,
    Form(Formation),
    Crawl,
    Road,
    Man,
    Turn,
    Wheel,
    LieDown,
    KeepDown,
    GetUp,
    FallBack,
    Change,
    Place,
    Stand,
}

const DEEDS: [Deed; 19] = [
    Deed::Run,
    Deed::Advance,
    Deed::Dash,
    Deed::Ride,
    Deed::Form(Formation::Line),
    Deed::Form(Formation::OpenOrder),
    Deed::Form(Formation::Skirmish),
    Deed::Crawl,
    Deed::Road,
    Deed::Man,
    Deed::Turn,
    Deed::Wheel,
    Deed::LieDown,
    Deed::KeepDown,
    Deed::GetUp,
    Deed::FallBack,
    Deed::Change,
    Deed::Place,
    Deed::Stand,
];

impl State {
    /// R28 Why a squad has no turn now: the rule, and what is so of it.
    fn waits(&self, side: Side, id: SquadId) -> Option<(&'static str, &'static str)> {
        let Some(squad) = self.here(id).filter(|squad| squad.side == side) else {
            return Some(("R28", "is no squad of one's own that is on the table"));
        };
        match () {
            () if squad.fights() => Some(("R38", "is in a melee")),
            () if squad.routed => Some(("R28", "is routed, and has run already")),
            () if squad.deeds.shaken => Some(("R25", "has failed a test and lost its move")),
            () if squad.deeds.done => Some(("R28", "has had its turn in this move")),
            () => None,
        }
    }

    /// R28 May a squad have its turn now?
    pub(super) fn moves(&self, side: Side, id: SquadId) -> bool {
        self.waits(side, id).is_none()
    }

    /// Has a side a squad that may still move?
    pub(super) fn can_move(&self, side: Side) -> bool {
        self.ids().any(|id| self.moves(side, id))
    }

    /// R28 May a side say that it moves nobody any more? Not while a charge waits that it has declared.
    fn may_rest(&self, side: Side) -> bool {
        self.ids().all(|id| !self.moves(side, id) || self.declared(id).is_none())
    }

    pub(super) fn walk(&self, squad: SquadId, formation: Formation, gait: Gait) -> Walk<'_> {
        Walk { state: self, squad, formation, gait }
    }
}

impl Decide<Figures> for MoveSquad {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (questions::MOVE, Rule("R28"))
    }

    fn compose(&self, view: &View<'_, Figures>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let squad = picks
            .ask("which squad moves?", Rule("R28"))
            .or_under("pass", "pass", Rule("R28"), Order::Pass)
            .or_some("rest", "pass for the rest of the phase", Rule("R28"), state.may_rest(side).then_some(Order::Rest))
            .one_that(state.ids(), |id| state.moves(side, *id), |id| offers::squad(state, *id))?;
        let deed = picks.ask(format_args!("what does {} do?", state.name(squad)), Rule("Movement")).one_that(
            DEEDS,
            |deed| deed.is_open(state, squad),
            |deed| deed.offer(state, squad),
        )?;
        if state.here(squad).is_none() {
            return Ok(Order::Stand { squad });
        }
        compose_deed(state, squad, deed, picks)
    }

    fn check(&self, view: &View<'_, Figures>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        if *order == Order::Pass || *order == Order::Rest && state.may_rest(side) {
            return Ok(());
        }
        let Some(squad) = mover(order) else {
            return Err(refuse::<Figures>(self, state, "say what a squad does, or pass"));
        };
        if let Some((rule, why)) = state.waits(side, squad) {
            return Err(state.refusal_of(squad, rule, why));
        }
        check_deed(state, squad, order)
    }

    fn preview(&self, view: &View<'_, Figures>, _: Seat, order: &Order) -> Preview {
        preview::movement(view.state(), order)
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        match mover(order) {
            None if *order == Order::Rest => {
                act.state.passes = 0;
                for id in act.state.ids().filter(|id| act.state.moves(side, *id)).collect::<Vec<_>>() {
                    act.state.squad_mut(id).deeds.done = true;
                }
                act.happens(Event::Rests { side });
            }
            None => {
                act.state.passes += 1;
                act.happens(Event::Passes { side });
            }
            Some(squad) => {
                act.state.passes = 0;
                act.state.squad_mut(squad).deeds.done = true;
                let from = act.state.standing(squad);
                carry_out(act, squad, order);
                clouds::enter(act, squad, &from);
                snipers::spot(act);
                super::losses::capture(act);
            }
        }
        turn::next_squad(act);
    }
}

/// The squad that an order is for.
pub(super) fn mover(order: &Order) -> Option<SquadId> {
    Some(match order {
        Order::March { squad, .. }
        | Order::Road { squad, .. }
        | Order::Place { squad, .. }
        | Order::Crawl { squad, .. }
        | Order::Turn { squad, .. }
        | Order::LieDown { squad }
        | Order::KeepDown { squad }
        | Order::GetUp { squad }
        | Order::Man { squad, .. }
        | Order::FallBack { squad }
        | Order::Change { squad }
        | Order::Run { squad }
        | Order::Stand { squad } => *squad,
        _ => return None,
    })
}

impl Deed {
    /// Is there an order of this kind, as far as can be told at once?
    pub(super) fn is_open(self, state: &State, id: SquadId) -> bool {
        let Some(squad) = state.here(id) else { return false };
        let declared = state.declared(id).is_some();
        match self {
            Deed::Run => declared,
            // A squad that has declared a charge charges, or stays.
            Deed::Stand => true,
            _ if declared => false,
            Deed::Advance => may_go(state, id, Gait::March).is_ok() && squad.posture != Posture::Down,
            Deed::Dash => Deed::Advance.is_open(state, id) && check_goes_to_ground(state, id).is_ok(),
            Deed::Ride => check_mount(state, id).is_ok(),
            Deed::Form(formation) => {
                formation != squad.formation && squad.count > 1 && squad.kind.charges() && squad.posture == Posture::Up
            }
            Deed::Crawl => squad.posture == Posture::Prone,
            Deed::Road => {
                squad.posture == Posture::Up
                    && !squad.is_vehicle()
                    && (squad.limbered || !squad.kind.is_field_piece())
                    && !matches!(squad.kind, Kind::Hmg | Kind::Mortar)
                    && state.land().at(squad.at).any(|(_, lie)| lie == Lie::Road)
            }
            Deed::Man => (0..state.land().ground().terrain().len()).any(|piece| is_manned_from_here(state, id, piece)),
            Deed::Turn => !squad.kind.is_field_piece() || !squad.limbered,
            Deed::Wheel => squad.count > 1 && squad.posture == Posture::Up && squad.kind.charges(),
            Deed::LieDown => check_lie_down(state, id).is_ok(),
            Deed::KeepDown => check_keep_down(state, id).is_ok(),
            Deed::GetUp => squad.posture != Posture::Up,
            Deed::FallBack => may_fall_back(state, id),
            Deed::Change => check_change(state, id).is_ok(),
            Deed::Place => {
                squad.count > 1 && !squad.is_vehicle() && squad.posture == Posture::Up && squad.kind.charges()
            }
        }
    }

    fn offer(self, state: &State, id: SquadId) -> Offer {
        let kind = state.here(id).map(|squad| (squad.kind, squad.limbered, squad.posture));
        let (word, label, rule) = match self {
            Deed::Run => ("charge", "make its charge", "Movement:charge"),
            Deed::Advance => match kind {
                Some((Kind::ClosedCar | Kind::OpenCar, ..)) => ("advance", "drive", "Vehicles:car-move"),
                Some((kind, ..)) if kind.vehicle().is_some() => ("advance", "drive", "Vehicles:tank-move"),
                Some((_, _, Posture::Prone)) => ("advance", "rise and advance", "R2"),
                _ => ("advance", "advance", "Movement:line"),
            },
            Deed::Dash => ("dash", "advance and go to ground", "R45"),
            Deed::Ride if matches!(kind, Some((Kind::Cavalry, ..))) => ("ride", "dismount and advance", "R31"),
            Deed::Ride => ("ride", "mount and advance", "R31"),
            Deed::Form(Formation::Line) => ("line", "form line and advance", "Movement:line"),
            Deed::Form(Formation::OpenOrder) => ("open-order", "open out and advance", "Movement:open-order"),
            Deed::Form(Formation::Skirmish) => ("skirmish", "skirmish and advance", "R2"),
            Deed::Crawl => ("crawl", "crawl", "R2"),
            Deed::Road => ("road", "march on the road", "Movement:strategic"),
            Deed::Man => ("man", "man a trench or a building", "R32"),
            Deed::Turn => ("turn", "turn where it stands", "R2"),
            Deed::Wheel => ("wheel", "wheel about its middle", "R32"),
            Deed::LieDown => ("lie-down", "go to ground", "R45"),
            Deed::KeepDown => ("keep-down", "keep down", "R15"),
            Deed::GetUp => ("get-up", "get up", "R2"),
            Deed::FallBack => ("fall-back", "fall back", "Movement:charge"),
            Deed::Change => match kind {
                Some((Kind::Cavalry, ..)) => ("change", "dismount", "R31"),
                Some((Kind::DismountedCavalry, ..)) => ("change", "mount", "R31"),
                Some((_, true, _)) => ("change", "unlimber", "R31"),
                _ => ("change", "limber", "R31"),
            },
            Deed::Place => ("place", "move single men", "R32"),
            Deed::Stand => ("stand", "stay as it is", "R28"),
        };
        Offer::option(word, label).under(Rule(rule))
    }
}

fn compose_deed(state: &State, squad: SquadId, deed: Deed, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let formation = state.squad(squad).formation;
    match deed {
        Deed::Run => Ok(Order::Run { squad }),
        Deed::Advance => march(state, squad, formation, Besides::Nothing, picks),
        Deed::Dash => march(state, squad, formation, Besides::LiesDown, picks),
        Deed::Ride => march(&state.remounted(squad), squad, formation, Besides::Changes, picks),
        Deed::Form(formation) => march(state, squad, formation, Besides::Nothing, picks),
        Deed::Crawl => {
            let walk = state.walk(squad, formation, Gait::Crawl);
            picked(walk.route(), Rule("R2"), picks, |path, facing| Order::Crawl { squad, path, facing })
        }
        Deed::Road => {
            let walk = state.walk(squad, formation, Gait::Strategic);
            picked(walk.route(), Rule("Movement:strategic"), picks, |path, facing| Order::Road { squad, path, facing })
        }
        Deed::Man => {
            let piece = picks
                .ask(format_args!("what does {} man?", state.name(squad)), Rule("R32"))
                .one_of(pieces(state, squad), |piece| offers::piece(state, *piece))?;
            Ok(Order::Man { squad, piece })
        }
        Deed::Turn | Deed::Wheel => {
            let (turn, now) = (deed == Deed::Turn, state.squad(squad).facing.degrees());
            let wheel = |facing| {
                let besides = Besides::Nothing;
                Order::March { squad, path: Vec::new(), facing, formation, besides }
            };
            let open =
                |degrees: u16| i64::from(degrees) != now && (turn || check_deed(state, squad, &wheel(degrees)).is_ok());
            let name = state.name(squad);
            let facing = picks.ask(format_args!("where does {name} face?"), Rule("R2")).facing_that(&FACINGS, open)?;
            Ok(if turn { Order::Turn { squad, facing } } else { wheel(facing) })
        }
        Deed::LieDown => Ok(Order::LieDown { squad }),
        Deed::KeepDown => Ok(Order::KeepDown { squad }),
        Deed::GetUp => Ok(Order::GetUp { squad }),
        Deed::FallBack => {
            picks.only_if(check_fall_back(state, squad).is_ok())?;
            Ok(Order::FallBack { squad })
        }
        Deed::Change => Ok(Order::Change { squad }),
        Deed::Place => place(state, squad, picks),
        Deed::Stand => Ok(Order::Stand { squad }),
    }
}

fn march(
    state: &State,
    squad: SquadId,
    formation: Formation,
    besides: Besides,
    picks: &mut Picks<'_, Order>,
) -> Picked<Order> {
    let walk = state.walk(squad, formation, Gait::March);
    let order = |path, facing| Order::March { squad, path, facing, formation, besides };
    picked(walk.route(), Rule("Common:path"), picks, order)
}

/// The trenches and buildings that a squad can man in this move.
fn pieces(state: &State, id: SquadId) -> impl Iterator<Item = u16> + '_ {
    let ground = state.land().ground();
    (0..ground.terrain().len() as u16).filter(move |piece| check_man(state, id, *piece).is_ok())
}

/// Picks men one by one, and where each goes.
fn place(state: &State, squad: SquadId, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let first = usize::from(state.squad(squad).first);
    let mut men: Vec<(u8, Point)> = Vec::new();
    loop {
        if !men.is_empty() {
            let made = Order::Place { squad, men: men.clone() };
            if check_place(state, squad, &men).is_err() || men.len() >= state.men(squad).count() {
                picks.only_if(check_place(state, squad, &men).is_ok())?;
                return Ok(made);
            }
            picks.enough(|| made.clone())?;
            // Others may follow him, so a tap on his place does not carry it out yet.
            picks.usual(|| made);
        }
        // The same men in another order are the same thing: where nobody picks them, they come by their numbers.
        let last = men.last().map(|(man, _)| *man);
        let left = |after: bool| {
            let all = state.men_at(squad).map(|man| (man - first) as u8);
            let left = all.filter(|man| men.iter().all(|(known, _)| known != man));
            left.filter(move |man| last.map_or(after, |last| (*man > last) == after))
        };
        let offer = |man: &u8| {
            let figure = state.figures[first + usize::from(*man)];
            let label = format!("{} {}", figure.role.name(), man + 1);
            Offer::of(Pick::option(&format!("man-{man}")), label).by(vec![(figure.at().x, figure.at().y)])
        };
        let name = state.name(squad);
        let man = picks.ask(format_args!("which man of {name} moves?"), Rule("R32")).one_of_or_farther(
            left(true),
            || left(false),
            std::iter::empty,
            offer,
        )?;
        let from = state.figures[first + usize::from(man)].at();
        let with = |to: Point| men.iter().copied().chain([(man, to)]).collect::<Vec<_>>();
        let legal = |to: Point| check_place(state, squad, &with(to));
        let far = allowance(state.squad(squad), Gait::March);
        let next = picks.ask(format_args!("where does he go?"), Rule("R32")).point_or(Points {
            take: |pick: &Pick| match *pick {
                Pick::Point { x, y } => legal(Point { x, y }),
                _ => Ok(()),
            },
            region: || {
                let steps = far / INCH;
                let (x, y) = (from.x / INCH, from.y / INCH);
                let around =
                    (y - steps..=y + steps).flat_map(|y| (x - steps..=x + steps).map(move |x| Point::inches(x, y)));
                let points = around.filter(|to| legal(*to).is_ok()).map(|to| (to.x, to.y, 0)).collect();
                Region { from: (from.x, from.y), step: INCH, points }
            },
            draw: |random| {
                let mut off = || i64::from(random.below(2 * far as u32 + 1)) - far;
                let drawn = (0..12).map(|_| from.plus(Point::new(off(), off())));
                let inch = |at: Point| Point::inches(at.x.div_euclid(INCH), at.y.div_euclid(INCH));
                { drawn }.map(inch).find(|to| legal(*to).is_ok()).map(|to| (to.x, to.y))
            },
        })?;
        let PointOr::Point(x, y) = next else { return picks.only_some(None) };
        picks.tell(|| format!("to {}, {}", inches(x), inches(y)));
        men.push((man, Point { x, y }));
    }
}

fn carry_out(act: &mut Act<'_>, id: SquadId, order: &Order) {
    match order {
        Order::Run { .. } => charge::make(act, id),
        Order::Stand { .. } => act.happens(Event::Stands { squad: id }),
        Order::March { path, facing, formation, besides, .. } => {
            if *besides == Besides::Changes {
                act.state.remount(id);
                act.happens(Event::Changes { squad: id });
            }
            go(act, id, path, Facing::of((*facing).into()), *formation, Gait::March);
            if *besides == Besides::LiesDown {
                posture(act, id, Posture::Prone);
            }
        }
        Order::Road { path, facing, .. } | Order::Crawl { path, facing, .. } => {
            let gait = if matches!(order, Order::Road { .. }) { Gait::Strategic } else { Gait::Crawl };
            let formation = act.state.squad(id).formation;
            go(act, id, path, Facing::of((*facing).into()), formation, gait);
            act.state.squad_mut(id).deeds.silent |= gait == Gait::Strategic;
        }
        Order::Place { men, .. } => {
            let first = usize::from(act.state.squad(id).first);
            let spots: Spots = men.iter().map(|(man, to)| (first + usize::from(*man), *to)).collect();
            act.state.settle(id, &spots);
            act.state.squad_mut(id).deeds.moved = true;
            act.happens(Event::PlacesMen { squad: id, men: men.len() as u8 });
        }
        Order::Turn { facing, .. } => {
            act.state.squad_mut(id).facing = Facing::of((*facing).into());
            act.happens(Event::Turns { squad: id, facing: *facing });
        }
        Order::LieDown { .. } => posture(act, id, Posture::Prone),
        Order::KeepDown { .. } => posture(act, id, Posture::Down),
        Order::GetUp { .. } => posture(act, id, Posture::Up),
        Order::Man { piece, .. } => {
            if let Some((at_wire, spots)) = manned(act.state, id, *piece) {
                come_to(act, id, &spots);
                let squad = act.state.squad_mut(id);
                squad.deeds.moved = true;
                squad.at_wire = at_wire;
                act.happens(Event::Mans { squad: id, piece: *piece });
            }
        }
        Order::FallBack { .. } => {
            act.happens(Event::Retires { squad: id });
            retreat::fall_back(act, id);
        }
        Order::Change { .. } => {
            act.state.squad_mut(id).deeds.moved = true;
            if act.state.squad(id).kind.is_field_piece() {
                let squad = act.state.squad_mut(id);
                squad.limbered = !squad.limbered;
            } else {
                act.state.remount(id);
            }
            lose_shots(act, id);
            act.happens(Event::Changes { squad: id });
        }
        _ => unreachable!("these orders move a squad"),
    }
}

/// A squad goes by a path and forms up at its end.
fn go(act: &mut Act<'_>, id: SquadId, path: &[Point], facing: Facing, formation: Formation, gait: Gait) {
    if act.state.squad(id).is_vehicle() {
        vehicles::drive(act, id, path, facing);
        return;
    }
    let state = &*act.state;
    let to = path.last().copied().unwrap_or(state.squad(id).at);
    let marched = state.walk(id, formation, gait).spots(path, to, facing);
    let forms = formation != state.squad(id).formation;
    let squad = act.state.squad_mut(id);
    squad.deeds.moved = true;
    squad.at_wire = marched.at_wire;
    (squad.facing, squad.formation) = (facing, formation);
    if squad.kind.gun().is_some() {
        squad.at = to;
    }
    if squad.posture == Posture::Prone && gait != Gait::Crawl {
        squad.posture = Posture::Up;
        squad.deeds.unsteady = true;
    }
    come_to(act, id, &marched.spots);
    let at = act.state.squad(id).at;
    act.happens(if path.is_empty() {
        Event::Wheels { squad: id, facing: facing.degrees() as u16 }
    } else {
        Event::Moves { squad: id, to: at, forms, at_wire: marched.at_wire }
    });
}

/// Men come to stand elsewhere, and what was plotted for their piece is lost.
pub(super) fn come_to(act: &mut Act<'_>, id: SquadId, spots: &Spots) {
    act.state.settle(id, spots);
    lose_shots(act, id);
}

/// R22 Shells that were plotted for a piece are lost when it moves.
fn lose_shots(act: &mut Act<'_>, id: SquadId) {
    let side = act.state.squad(id).side;
    let plan = act.state.plan_mut(side);
    let before = plan.shots.len();
    plan.shots.retain(|shot| shot.piece != super::Layer::Gun(id));
    let shells = (before - plan.shots.len()) as u8;
    if shells > 0 {
        act.happens(Event::ShellsLost { squad: id, shells });
    }
}

fn posture(act: &mut Act<'_>, id: SquadId, posture: Posture) {
    let squad = act.state.squad_mut(id);
    // R2 Men who have just risen do not fire aimed.
    squad.deeds.unsteady |= posture == Posture::Up;
    squad.posture = posture;
    act.happens(Event::Posture { squad: id, posture });
}
