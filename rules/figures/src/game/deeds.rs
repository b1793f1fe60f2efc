//! What a squad may do with its turn (R2, R15, R25, R31, R32, R45).

use super::land::{Gait, allowance};
use super::moving::Deed;
use super::places::{Going, Spots, middle};
use super::{Besides, Kind, Order, Posture, SquadId, State, retreat};
use crate::scenario::Lie;
use field::{INCH, Point};
use kernel::procedure::Refusal;
use kernel::rule::Rule;

use super::walk::{FACINGS, Walk};

pub(super) fn may_go(state: &State, id: SquadId, gait: Gait) -> Result<(), Refusal> {
    let squad = state.squad(id);
    match () {
        () if squad.hull.is_some_and(|hull| hull.stuck) => {
            Err(state.refusal_of(id, "Vehicles:freed", "is bogged or broken down"))
        }
        () if allowance(squad, gait) == 0 => Err(state.refusal_of(id, "Movement:line", "does not move so")),
        () => Ok(()),
    }
}

pub(super) fn check_deed(state: &State, id: SquadId, order: &Order) -> Result<(), Refusal> {
    let (squad, name) = (state.squad(id), state.name(id));
    let declared = state.declared(id).is_some();
    if declared && !matches!(order, Order::Run { .. } | Order::Stand { .. }) {
        return Err(state.refusal_of(id, "R23", "has declared a charge, and makes it or stays"));
    }
    let up = |what: &str| {
        if squad.posture == Posture::Up {
            return Ok(());
        }
        Err(Refusal::by(Rule("R45"), format!("the men of {name} are down, and {what}")))
    };
    match order {
        Order::Run { .. } if declared => Ok(()),
        Order::Run { .. } => Err(state.refusal_of(id, "R23", "has declared no charge")),
        Order::Stand { .. } => Ok(()),
        Order::March { path, facing, formation, besides: Besides::Changes, .. } => {
            check_mount(state, id)?;
            let (path, facing, formation) = (path.clone(), *facing, *formation);
            let march = Order::March { squad: id, path, facing, formation, besides: Besides::Nothing };
            check_deed(&state.remounted(id), id, &march)
        }
        Order::March { path, facing, formation, besides, .. } => {
            may_go(state, id, Gait::March)?;
            if *besides == Besides::LiesDown {
                check_goes_to_ground(state, id)?;
            }
            if squad.posture == Posture::Down {
                return Err(Refusal::by(Rule("R15"), format!("the men of {name} keep down, and get up first")));
            }
            if *formation != squad.formation {
                up("rise before they change formation")?;
                if !squad.kind.charges() || squad.count < 2 {
                    return Err(state.refusal_of(id, "R2", "has no other formation"));
                }
            }
            let wheels = path.is_empty() && *formation == squad.formation && *besides == Besides::Nothing;
            if wheels && Deed::Wheel.is_open(state, id) && i64::from(*facing) != squad.facing.degrees() {
                return state.walk(id, *formation, Gait::March).route().check_facing(*facing);
            }
            check_path(state.walk(id, *formation, Gait::March), path, *facing)
        }
        Order::Road { path, facing, .. } => {
            if !Deed::Road.is_open(state, id) {
                return Err(state.refusal_of(id, "Movement:strategic", "does not stand on a road, ready to march"));
            }
            check_path(state.walk(id, squad.formation, Gait::Strategic), path, *facing)
        }
        Order::Crawl { path, facing, .. } => {
            if squad.posture != Posture::Prone {
                return Err(Refusal::by(Rule("R2"), "only prone men crawl"));
            }
            check_path(state.walk(id, squad.formation, Gait::Crawl), path, *facing)
        }
        Order::Place { men, .. } => {
            up("rise before they move")?;
            if !squad.kind.charges() || squad.count < 2 {
                return Err(state.refusal_of(id, "R32", "moves as one"));
            }
            check_place(state, id, men)
        }
        Order::Turn { facing, .. } => {
            if !FACINGS.contains(facing)
                || i64::from(*facing) == squad.facing.degrees()
                || !Deed::Turn.is_open(state, id)
            {
                return Err(Refusal::by(Rule("R2"), "a squad turns to another of 0, 15 ... 345 degrees"));
            }
            Ok(())
        }
        Order::LieDown { .. } => check_lie_down(state, id),
        Order::KeepDown { .. } => check_keep_down(state, id),
        Order::GetUp { .. } if squad.posture != Posture::Up => Ok(()),
        Order::GetUp { .. } => Err(Refusal::by(Rule("R2"), format!("the men of {name} are on their feet"))),
        Order::Man { piece, .. } => check_man(state, id, *piece),
        Order::FallBack { .. } => check_fall_back(state, id),
        Order::Change { .. } => check_change(state, id),
        _ => unreachable!("these orders move a squad"),
    }
}

/// May a squad go by this path, and face so at its end?
fn check_path(walk: Walk<'_>, path: &[Point], facing: u16) -> Result<(), Refusal> {
    if path.is_empty() {
        let sentence = "a path has at least one leg; a squad that stays turns or stands";
        return Err(Refusal::by(Rule("Common:path"), sentence));
    }
    let mut route = walk.route();
    route.along(path)?;
    route.check_facing(facing)
}

pub(super) fn check_lie_down(state: &State, id: SquadId) -> Result<(), Refusal> {
    if state.squad(id).posture == Posture::Up {
        return check_goes_to_ground(state, id);
    }
    Err(Refusal::by(Rule("R45"), format!("the men of {} are down already", state.name(id))))
}

/// Are these men who lie down at all?
pub(super) fn check_goes_to_ground(state: &State, id: SquadId) -> Result<(), Refusal> {
    let kind = state.squad(id).kind;
    if kind.charges() && kind != Kind::Cavalry || kind == Kind::Lmg {
        return Ok(());
    }
    Err(state.refusal_of(id, "R45", "cannot go to ground"))
}

pub(super) fn check_keep_down(state: &State, id: SquadId) -> Result<(), Refusal> {
    let squad = state.squad(id);
    let dug_in = |at: &Point| {
        let inside = state.land().inside(*at);
        inside.is_some_and(|piece| {
            matches!(state.land().lie(piece), Lie::Trench | Lie::Dugout) && !state.is_destroyed(piece)
        })
    };
    if squad.is_vehicle() || squad.posture == Posture::Down || !state.each_spot(id).all(|at| dug_in(&at)) {
        return Err(Refusal::by(Rule("R15"), "only men who are all in a trench or a dugout keep down"));
    }
    Ok(())
}

/// Does a squad fall back at all, as far as can be told without looking for a way?
pub(super) fn may_fall_back(state: &State, id: SquadId) -> bool {
    let squad = state.squad(id);
    !squad.is_vehicle() && (squad.limbered || !squad.kind.is_field_piece()) && squad.posture == Posture::Up
}

pub(super) fn check_fall_back(state: &State, id: SquadId) -> Result<(), Refusal> {
    let squad = state.squad(id);
    let far = allowance(squad, Gait::Charge);
    let edge = state.battle.army(squad.side).edge.facing();
    if may_fall_back(state, id) && matches!(state.way_back(id, edge, far), retreat::WayBack::To(_)) {
        return Ok(());
    }
    Err(state.refusal_of(id, "Movement:charge", "has no way to fall back"))
}

/// R31 Cavalry that mounts or dismounts and goes on with the other half of its move.
pub(super) fn check_mount(state: &State, id: SquadId) -> Result<(), Refusal> {
    let squad = state.squad(id);
    if matches!(squad.kind, Kind::Cavalry | Kind::DismountedCavalry) && squad.posture == Posture::Up {
        return Ok(());
    }
    Err(state.refusal_of(id, "R31", "neither mounts nor dismounts on the way"))
}

impl State {
    /// The same with cavalry that has mounted or dismounted, and half of its move left.
    pub(super) fn remounted(&self, id: SquadId) -> State {
        let mut state = self.clone();
        state.remount(id);
        state
    }

    /// R31 Cavalry mounts or dismounts.
    pub(super) fn remount(&mut self, id: SquadId) {
        let squad = self.squad_mut(id);
        squad.kind = if squad.kind == Kind::Cavalry { Kind::DismountedCavalry } else { Kind::Cavalry };
        squad.deeds.half = true;
    }
}

pub(super) fn check_change(state: &State, id: SquadId) -> Result<(), Refusal> {
    let squad = state.squad(id);
    if squad.kind.is_field_piece() || matches!(squad.kind, Kind::Cavalry | Kind::DismountedCavalry) {
        return Ok(());
    }
    Err(state.refusal_of(id, "R31", "neither limbers nor mounts"))
}

/// Is this something to man, and near enough that it is worth a look who gets in?
pub(super) fn is_manned_from_here(state: &State, id: SquadId, piece: usize) -> bool {
    let squad = state.squad(id);
    let far = allowance(squad, Gait::March) + 6 * INCH;
    mans(state, id, piece) && state.land().places[piece].iter().any(|place| place.within(squad.at, far))
}

fn mans(state: &State, id: SquadId, piece: usize) -> bool {
    let squad = state.squad(id);
    let foot =
        !squad.is_vehicle() && !squad.kind.is_field_piece() && !matches!(squad.kind, Kind::Cavalry | Kind::Wagon);
    foot && squad.posture == Posture::Up && state.land().lie(piece).is_manned() && !state.is_destroyed(piece)
}

/// R32 May a squad man this: is there room, and does somebody get in?
pub(super) fn check_man(state: &State, id: SquadId, piece: u16) -> Result<(), Refusal> {
    let at = usize::from(piece);
    if at >= state.land().ground().terrain().len() || !mans(state, id, at) {
        return Err(Refusal::by(Rule("R32"), "men on foot who are up man trenches, dugouts, bunkers and buildings"));
    }
    let refused = || Err(Refusal::by(Rule("R32"), format!("nobody of {} gets in there in this move", state.name(id))));
    if !is_manned_from_here(state, id, at) {
        return refused();
    }
    let Some((_, spots)) = manned(state, id, piece) else { return refused() };
    let inside = spots.iter().any(|(_, spot)| state.land().inside(*spot) == Some(at));
    state.check_no_nearer(id, middle(spots.iter().map(|(_, spot)| *spot)).unwrap_or_default())?;
    if !inside || !State::holds_together(&spots) { refused() } else { Ok(()) }
}

/// Where men come to stand who man a trench or building, and whether wire has stopped some.
pub(super) fn manned(state: &State, id: SquadId, piece: u16) -> Option<(bool, Spots)> {
    let squad = state.squad(id);
    let near = state.nearest_in(piece.into(), squad.at)?;
    let count = state.men(id).count();
    let mut places = state.places_in(piece.into(), near, id);
    if places.is_empty() {
        return None;
    }
    places.truncate(count);
    // Those for whom there is no room wait before it.
    let waiting = state.formation(id, squad.at, squad.facing, squad.formation);
    places.extend(waiting.into_iter().take(count.saturating_sub(places.len())));
    let marched = state.march(id, &[near], &places, squad.facing, &state.going(id, Gait::March));
    Some((marched.at_wire, marched.spots))
}

/// R32 May these men go to these places?
pub(super) fn check_place(state: &State, id: SquadId, men: &[(u8, Point)]) -> Result<(), Refusal> {
    let squad = state.squad(id);
    if men.is_empty() {
        return Err(Refusal::by(Rule("R32"), "at least one man moves"));
    }
    let going = state.going(id, Gait::March);
    let first = usize::from(squad.first);
    let mut spots = state.standing(id);
    for (number, (man, to)) in men.iter().enumerate() {
        let place = first + usize::from(*man);
        let known = spots.iter().any(|(man, _)| *man == place) && men[..number].iter().all(|(other, _)| other != man);
        if !known {
            return Err(Refusal::by(Rule("R32"), "each man of the squad who is there moves once"));
        }
        check_step(state, id, place, *to, &going)?;
        if let Some(spot) = spots.iter_mut().find(|(man, _)| *man == place) {
            spot.1 = *to;
        }
    }
    let apart = spots
        .iter()
        .enumerate()
        .all(|(number, (_, one))| spots[..number].iter().all(|(_, other)| !super::squad::overlap(*one, *other)));
    if !apart || !State::holds_together(&spots) {
        return Err(Refusal::by(Rule("R2"), "each man stands for himself, within 4 inches of another of his squad"));
    }
    state.check_no_nearer(id, middle(spots.iter().map(|(_, spot)| *spot)).unwrap_or_default())
}

fn check_step(state: &State, id: SquadId, man: usize, to: Point, going: &Going<'_>) -> Result<(), Refusal> {
    let from = state.figures[man].at();
    let side = state.squad(id).side;
    let refused = |why: &str| Err(Refusal::by(Rule("R32"), why.to_owned()));
    if state.on_table(to) != to || !going.passage.stands(to) {
        return refused("a man stands on the table, on ground that he can enter");
    }
    let too_far = || refused("that is further than he goes in a move");
    if !to.within(from, going.allowance) {
        return too_far();
    }
    let cost = state.leg(from, to, going.passage);
    if cost.is_none_or(|cost| cost > going.allowance) || state.wire_stop(from, to, going.crosses_wire).is_some() {
        return too_far();
    }
    let taken = state.all().any(|(other, squad)| {
        other != id
            && squad.at.within(to, 40 * INCH)
            && state.each_spot(other).any(|spot| super::squad::overlap(spot, to))
    });
    if taken {
        return refused("somebody stands there");
    }
    if state.is_near(side.other(), to, INCH) {
        return Err(Refusal::by(Rule("R23"), "only a charge comes up against an enemy"));
    }
    Ok(())
}
