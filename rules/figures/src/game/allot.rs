//! Sequence:d Fire is allocated in secret and takes effect at the same moment (R4, R5, R8, R34).

use super::aim::PART;
use super::event::Event;
use super::squad::HIDDEN;
use super::{Act, Figures, Mark, Order, Side, SquadId, State, Volley, offers, preview, questions};
use crate::weapons::Weapon;
use field::{INCH, Point};
use kernel::game::{Decide, Offer, Pick, Picked, Picks, Points, Preview, Region, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use smallvec::SmallVec;
use std::cell::RefCell;

/// A side writes down who fires at whom, or is ready.
pub(super) struct Allot;

/// What is written for a squad.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Weapon(Weapon),
    Grenades,
    Gun,
    Cease,
}

impl Decide<Figures> for Allot {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (questions::FIRE, Rule("Sequence:d"))
    }

    fn compose(&self, view: &View<'_, Figures>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let fires = &Fires::of(state, side);
        let squad = picks.ask("who fires?", Rule("Sequence:d")).or("ready", "ready", Order::Ready).one_that(
            own(state, side),
            |id| is_written(state, side, *id) || fires.kinds(*id).next().is_some(),
            |id| offers::firer(state, *id),
        )?;
        let name = state.name(squad);
        let kind = picks.ask(format_args!("what does {name} fire?"), Rule("R4")).one_of(
            fires.kinds(squad),
            |kind| match kind {
                Kind::Weapon(weapon) => Offer::option(weapon.name(), offers::weapon(*weapon)).under(weapon.rule()),
                Kind::Grenades => Offer::option("grenades", "grenades").under(Rule("Firing:grenades")),
                Kind::Gun => Offer::option("gun", "the gun").under(Rule("Artillery:direct-free")),
                Kind::Cease => Offer::option("cease", "nothing: cross its fire out").under(Rule("Sequence:d")),
            },
        )?;
        match kind {
            Kind::Weapon(weapon) => fire(fires, squad, weapon, picks),
            Kind::Grenades => throw(state, squad, picks),
            Kind::Gun => {
                let at =
                    picks.ask(format_args!("at what is {name} laid?"), Rule("Artillery:direct-ammunition")).one_that(
                        targets(state, side),
                        |mark| state.check_lay(squad, *mark).is_ok(),
                        |mark| offers::mark(state, *mark),
                    )?;
                Ok(Order::Lay { squad, at })
            }
            Kind::Cease => Ok(Order::Cease { squad }),
        }
    }

    fn check(&self, view: &View<'_, Figures>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        let volley = match *order {
            Order::Ready => return Ok(()),
            Order::Cease { squad } if state.plan(side).fire.iter().any(|volley| volley.squad() == squad) => {
                return Ok(());
            }
            Order::Cease { .. } => return Err(Refusal::by(Rule("Sequence:d"), "nothing is written for that squad")),
            Order::Fire { squad, weapon, target, figures } => Volley::Fire { squad, weapon, target, figures },
            Order::Throw { squad, at, grenades } => Volley::Throw { squad, at, grenades },
            Order::Lay { squad, at } => Volley::Lay { squad, at },
            _ => return Err(refuse::<Figures>(self, state, "say who fires at whom, or be ready")),
        };
        check_volley(state, side, &volley)?;
        if volley.squad().0 >= HIDDEN && state.plan(side).fire.iter().any(|other| other.squad() == volley.squad()) {
            return Err(Refusal::by(Rule("R4"), "the fire of that sniper is written already"));
        }
        if volley.squad().0 < HIDDEN { state.check_beside(&volley, &state.plan(side).fire) } else { Ok(()) }
    }

    fn preview(&self, view: &View<'_, Figures>, seat: Seat, order: &Order) -> Preview {
        preview::fire(view.state(), Side::of(seat), order)
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        if *order == Order::Ready {
            act.state.ready[side] = true;
            act.happens(Event::Ready { side });
            return;
        }
        write(act.state, side, order);
        act.happens(Event::Written { side, order: order.clone() });
    }
}

/// Writes a line of fire.
pub(super) fn write(state: &mut State, side: Side, order: &Order) {
    let plan = state.plan_mut(side);
    match *order {
        Order::Fire { squad, weapon, target, figures } => {
            plan.fire.push(Volley::Fire { squad, weapon, target, figures });
        }
        Order::Throw { squad, at, grenades } => plan.fire.push(Volley::Throw { squad, at, grenades }),
        Order::Lay { squad, at } => plan.fire.push(Volley::Lay { squad, at }),
        Order::Cease { squad } => plan.fire.retain(|volley| volley.squad() != squad),
        _ => unreachable!("these orders are written"),
    }
}

/// The squads of a side, and its hidden snipers.
fn own(state: &State, side: Side) -> impl Iterator<Item = SquadId> + Clone + '_ {
    let squads = state.ids().filter(move |id| state.squad(*id).side == side);
    squads.chain((0..state.snipers(side).len() as u8).map(|number| SquadId(HIDDEN + number)))
}

/// Can everybody see that a side has nothing to write? Not while it has hidden snipers: that would tell of them.
pub(super) fn is_plainly_silent(state: &State, side: Side) -> bool {
    let fires = Fires::of(state, side);
    state.unseen[side] == 0 && own(state, side).all(|id| fires.kinds(id).next().is_none())
}

/// Is something written for a squad?
fn is_written(state: &State, side: Side, id: SquadId) -> bool {
    state.plan(side).fire.iter().any(|volley| volley.squad() == id)
}

/// What a side may write, each looked for when it is asked for, and only once: who can fire at whom costs most.
struct Fires<'a> {
    state: &'a State,
    side: Side,
    aims: RefCell<SmallVec<[Aimed; 16]>>,
}

/// A squad, its weapon, a target, and how many can fire it there.
type Aimed = ((SquadId, Weapon, SquadId), Option<u8>);

impl<'a> Fires<'a> {
    fn of(state: &'a State, side: Side) -> Fires<'a> {
        Fires { state, side, aims: RefCell::default() }
    }

    /// What may still be written for a squad.
    fn kinds(&self, id: SquadId) -> impl Iterator<Item = Kind> + '_ {
        let hidden = id.0 >= HIDDEN;
        let able = !hidden && self.state.here(id).is_some() && self.state.fires(id);
        let sniper = hidden.then_some(Kind::Weapon(Weapon::Sniper));
        let weapons = if able { self.state.weapons(id) } else { SmallVec::new() }.into_iter();
        let besides = [Kind::Grenades, Kind::Gun].into_iter().filter(move |_| able);
        let all = sniper.into_iter().chain(weapons.map(|(weapon, _)| Kind::Weapon(weapon))).chain(besides);
        all.chain([Kind::Cease]).filter(move |kind| self.is_open(*kind, id))
    }

    /// May this be written for a squad that may fire?
    fn is_open(&self, kind: Kind, id: SquadId) -> bool {
        let (state, side) = (self.state, self.side);
        match kind {
            Kind::Weapon(weapon) => {
                state.of_side(side.other()).any(|(target, _)| self.figures(id, weapon, target).next().is_some())
            }
            Kind::Grenades => {
                let throw = Volley::Throw { squad: id, at: Point::default(), grenades: 1 };
                !state.squad(id).is_vehicle()
                    && state.check_beside(&throw, &state.plan(side).fire).is_ok()
                    && somewhere_to_throw(state, id).is_some()
            }
            Kind::Gun => {
                state.squad(id).kind.is_field_piece()
                    && !is_written(state, side, id)
                    && targets(state, side).any(|mark| state.check_lay(id, mark).is_ok())
            }
            Kind::Cease => is_written(state, side, id),
        }
    }

    /// How many of a squad can fire a weapon at a target.
    fn aimed(&self, id: SquadId, weapon: Weapon, target: SquadId) -> Option<u8> {
        let asked = (id, weapon, target);
        if let Some((_, known)) = self.aims.borrow().iter().find(|(known, _)| *known == asked) {
            return *known;
        }
        let state = self.state;
        let found = if id.0 >= HIDDEN {
            let volley = Volley::Fire { squad: id, weapon, target, figures: 0 };
            check_volley(state, self.side, &volley).is_ok().then_some(1)
        } else {
            let able = check_sniper_fires(state, id, target).is_ok();
            let one = u8::from(state.squad(id).is_vehicle());
            able.then(|| state.aims(id, weapon, target, one)).flatten().map(|aim| aim.count)
        };
        self.aims.borrow_mut().push((asked, found));
        found
    }

    /// The numbers of figures with which a squad may fire at a target; 0 is all who can.
    fn figures(&self, id: SquadId, weapon: Weapon, target: SquadId) -> impl Iterator<Item = u8> + '_ {
        let (state, side) = (self.state, self.side);
        let beside = move |figures: u8| {
            let volley = Volley::Fire { squad: id, weapon, target, figures };
            let written = || state.check_beside(&volley, &state.plan(side).fire).is_ok();
            if id.0 >= HIDDEN { !is_written(state, side, id) } else { written() }
        };
        // All is one case, and any part of it another.
        let able = if beside(0) || beside(1) { self.aimed(id, weapon, target) } else { None };
        let number = || state.weapons(id).iter().find(|(known, _)| *known == weapon).map_or(0, |(_, number)| *number);
        let (whole, split) = match able {
            None => (None, 0),
            Some(_) if id.0 < HIDDEN && state.squad(id).is_vehicle() => (Some(1..=number()), 0),
            // R4 Rifles may be split once, each part 4 or more.
            Some(able) if matches!(weapon, Weapon::Rifle | Weapon::Pistol) && number() >= 2 * PART => {
                (Some(0..=0), (number() - PART).min(able))
            }
            Some(_) => (Some(0..=0), 0),
        };
        whole.into_iter().flatten().chain(PART..=split).filter(move |number| beside(*number))
    }
}

/// Snipers 1, Snipers 4 May this squad fire there, if it is a sniper who has been seen?
fn check_sniper_fires(state: &State, id: SquadId, target: SquadId) -> Result<(), Refusal> {
    let squad = state.squad(id);
    if squad.kind != super::Kind::Sniper {
        return Ok(());
    }
    if squad.rest == 0 || squad.deeds.moved {
        return Err(Refusal::by(Rule("Snipers 1"), "a sniper fires only after a move at rest"));
    }
    let near = || squad.shot_at_by == Some(target) || state.are_within(id, target, 6 * INCH);
    if !squad.cut_off || state.here(target).is_none() || near() {
        return Ok(());
    }
    let sentence = "without a way home he fires only at who fired at him or stands within 6 inches";
    Err(Refusal::by(Rule("Snipers 4"), sentence))
}

/// What a gun can be laid at.
fn targets(state: &State, side: Side) -> impl Iterator<Item = Mark> + Clone + '_ {
    let enemies = state.ids().filter(move |id| state.squad(*id).side != side).map(Mark::Squad);
    let pieces = (0..state.land().ground().terrain().len() as u16).filter(|piece| state.structure_at(*piece).is_some());
    enemies.chain(pieces.map(Mark::Piece))
}

fn fire(fires: &Fires<'_>, squad: SquadId, weapon: Weapon, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let state = fires.state;
    let target = picks.ask(format_args!("at whom does {} fire?", state.name(squad)), Rule("R5")).one_that(
        state.ids(),
        |target| state.here(*target).is_some() && fires.figures(squad, weapon, *target).next().is_some(),
        |target| offers::target(state, squad, weapon, *target),
    )?;
    let order = |figures: u8| Order::Fire { squad, weapon, target, figures };
    let all: Vec<u8> = fires.figures(squad, weapon, target).collect();
    if let [only] = all[..] {
        return Ok(order(only));
    }
    // Usually all: the men who can, which is said by 0, or the most guns of a vehicle.
    let vehicle = squad.0 < HIDDEN && state.squad(squad).is_vehicle();
    if let Some(usual) = if vehicle { all.last() } else { all.first() } {
        picks.usual(|| order(*usual));
    }
    let number = picks.ask("with how many?", Rule("R4")).one_of(all, |number| match *number {
        0 => Offer::option("all", "all who can").under(Rule("R4")),
        number if vehicle => Offer::option(&number.to_string(), format!("{number} of them")).under(Rule("R17")),
        number => {
            Offer::option(&number.to_string(), format!("{number} figures, and the rest elsewhere")).under(Rule("R4"))
        }
    })?;
    Ok(order(number))
}

fn throw(state: &State, squad: SquadId, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let at = state.squad(squad).at;
    let legal = |at: Point| state.check_throw(squad, at, 1);
    let (x, y) =
        picks.ask(format_args!("where does {} throw?", state.name(squad)), Rule("Firing:grenades")).point(Points {
            take: |pick: &Pick| match *pick {
                Pick::Point { x, y } => legal(Point { x, y }),
                _ => Ok(()),
            },
            region: || {
                let (x, y) = (at.x / INCH, at.y / INCH);
                let around = (y - 12..=y + 12).flat_map(|y| (x - 12..=x + 12).map(move |x| Point::inches(x, y)));
                let points = around.filter(|to| legal(*to).is_ok()).map(|to| (to.x, to.y, 0)).collect();
                Region { from: (at.x, at.y), step: INCH, points }
            },
            draw: |_| somewhere_to_throw(state, squad).map(|at| (at.x, at.y)),
        })?;
    picks.tell(|| format!("at {}, {}", tabletop::inches(x), tabletop::inches(y)));
    let at = Point { x, y };
    let most = state.throwers(squad, at).len() as u8;
    let grenades = picks
        .ask("how many grenades?", Rule("R8"))
        .one_of(1..=most.min(6), |number| Offer::option(&number.to_string(), tabletop::count(*number, "grenade")))?;
    Ok(Order::Throw { squad, at, grenades })
}

/// A point worth a grenade: the nearest enemy who can be reached.
pub(super) fn somewhere_to_throw(state: &State, id: SquadId) -> Option<Point> {
    let squad = state.squad(id);
    if !state.fires(id) || state.men(id).all(|man| man.grenades == 0) {
        return None;
    }
    let enemies =
        state.of_side(squad.side.other()).filter(|(_, enemy)| enemy.at.within(squad.at, 40 * INCH) && !enemy.fights());
    let spots = enemies.flat_map(|(enemy, _)| state.spots(enemy)).filter(|spot| squad.at.within(*spot, 16 * INCH));
    { spots }.find(|spot| state.able_to_throw(id, *spot).next().is_some())
}

/// May this be written?
pub(super) fn check_volley(state: &State, side: Side, volley: &Volley) -> Result<(), Refusal> {
    let id = volley.squad();
    if id.0 >= HIDDEN {
        return state.check_sniper(side, usize::from(id.0 - HIDDEN), volley);
    }
    if state.here(id).is_none_or(|squad| squad.side != side) {
        return Err(Refusal::by(Rule("Sequence:d"), "only squads of one's own that are on the table fire"));
    }
    match *volley {
        Volley::Fire { squad, weapon, target, figures } => {
            check_sniper_fires(state, squad, target)?;
            state.aim(squad, weapon, target, figures).map(|_| ())
        }
        Volley::Throw { squad, at, grenades } => {
            if grenades > 6 {
                return Err(Refusal::by(Rule("R8"), "no more than 6 grenades are thrown at one point"));
            }
            state.check_throw(squad, at, grenades)?;
            if somewhere_to_throw(state, squad).is_none() {
                let sentence = format!("no enemy is near enough to {} for a grenade", state.name(squad));
                return Err(Refusal::by(Rule("Firing:grenade-range"), sentence));
            }
            Ok(())
        }
        Volley::Lay { squad, at } => state.check_lay(squad, at).map(|_| ()),
    }
}
