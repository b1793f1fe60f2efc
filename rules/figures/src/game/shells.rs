//! Shells that burst on the table: men, cover, wire and vehicles (Artillery, Burst, Cover, Vehicles).

use super::aim::in_inches;
use super::event::Event;
use super::losses::{hit, lose_crew, score_prize};
use super::squad::is_in;
use super::{Act, Among, Cloud, Falling, Frame, Gap, Load, Loss, Mark, Side, SquadId, State};
use crate::artillery::{self, Landing, Shell, Shelled};
use crate::burst::{Ammunition, Exposed, diameter};
use crate::casualties::Losses;
use crate::cover::{Contact, Structure};
use crate::deviation::{Aim, Fall, resolve_deviation, resolve_distance};
use crate::gun_hit::{self, Flight, ShellAtVehicle, VehicleHit};
use crate::guns::{Gun, Laying};
use crate::scenario::Lie;
use crate::shelling::Shelling;
use crate::troops::{Cover, Formation, Quality};
use field::{Circle, Facing, Footprint, INCH, Point};
use kernel::odds::{Chain, Turn};
use kernel::procedure::{OnDesk, Procedure};
use smallvec::SmallVec;

/// A shell as it is fired.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub(super) side: Side,
    /// The gun or vehicle on the table; none off it.
    pub(super) from: Option<SquadId>,
    pub(super) gun: Gun,
    pub(super) laying: Laying,
    pub(super) aim: Point,
    /// What it is aimed at.
    pub(super) mark: Option<Mark>,
    pub(super) load: Load,
}

/// A burst on the table.
struct Burst<'a> {
    at: Point,
    wide: i64,
    /// Its number, by which squads test together that were in it.
    cause: u8,
    /// What burst at the same moment before has cost.
    before: &'a [Loss],
}

/// Men who are caught together: outside, or in one structure.
pub(super) struct Caught {
    piece: Option<usize>,
    squads: SmallVec<[(SquadId, u8, u8); 4]>,
}

impl Round {
    /// A plotted shell.
    pub(super) fn plotted(state: &State, falling: &Falling) -> Round {
        let gun = falling.gun.and_then(|gun| state.squad(gun).kind.gun()).unwrap_or(Gun::Howitzer);
        let laying = if falling.gun.is_some() { Laying::Indirect } else { Laying::OffTable };
        // What stands where it is aimed is what it is aimed at.
        let stands =
            |(piece, lie): &(usize, Lie)| lie.structure() != Structure::NoStructure && !state.is_destroyed(*piece);
        let mark = state.land().at(falling.aim).filter(stands).last().map(|(piece, _)| Mark::Piece(piece as u16));
        Round { side: falling.side, from: falling.gun, gun, laying, aim: falling.aim, mark, load: falling.load }
    }

    /// Artillery:direct-ammunition A shell of a gun that is laid at something: shrapnel at men, high explosive at all else.
    pub(super) fn direct(state: &State, id: SquadId, gun: Gun, aim: Point, mark: Mark) -> Round {
        let at_men = matches!(mark, Mark::Squad(target) if !state.squad(target).is_vehicle());
        let load = if at_men { Load::Shrapnel } else { Load::HighExplosive };
        let side = state.squad(id).side;
        Round { side, from: Some(id), gun, laying: Laying::Direct, aim, mark: Some(mark), load }
    }

    /// How it is aimed, for the deviation die.
    pub(super) fn aimed(&self, state: &State) -> Aim {
        let building = match self.mark {
            Some(Mark::Piece(piece)) => state.land().lie(piece.into()).structure().is_building(),
            _ => false,
        };
        Aim { direct: self.laying.is_direct(), building }
    }

    /// R9 Up on the deviation grid: away from the gun, or from the owner's edge.
    fn up(&self, state: &State) -> Facing {
        let away = self.from.and_then(|gun| Facing::along(self.aim.minus(state.squad(gun).at)));
        away.unwrap_or_else(|| state.battle.army(self.side).edge.facing().turned(180))
    }

    fn range(&self, state: &State) -> u8 {
        let from = self.from.map_or(self.aim, |gun| state.squad(gun).at);
        in_inches(from.distance(self.aim)).clamp(1, 96)
    }

    fn quality(&self, state: &State) -> Quality {
        self.from.map_or(Quality::Average, |gun| state.squad(gun).quality)
    }

    fn crew_lost(&self, state: &State) -> u8 {
        self.from.map_or(0, |gun| state.crew_lost(gun, self.gun.weapon()))
    }

    pub(super) fn ammunition(&self) -> Ammunition {
        if self.load == Load::Shrapnel { Ammunition::Shrapnel } else { Ammunition::HighExplosive }
    }

    /// The shell as the desk has it: at the men or the structure that it is aimed at, or at nobody known.
    pub(super) fn on_desk(&self, state: &State) -> OnDesk {
        let (mut men, mut structure, mut worn) = (Exposed { men: 0, specialists: 0 }, Structure::NoStructure, 0);
        let mut posture = (Cover::NoCover, Formation::Line, false);
        match self.mark {
            Some(Mark::Squad(id)) if state.squad(id).is_vehicle() => {
                if let Some(shell) = self.at_vehicle(state, id) {
                    return OnDesk::of(&gun_hit::procedure(), &shell);
                }
            }
            Some(Mark::Squad(id)) => {
                let (all, specialists) = state.targets(id);
                men = Exposed { men: all, specialists };
                let cover = state.cover_of(id, None);
                let prone = state.squad(id).posture == super::Posture::Prone;
                posture = (cover, state.formation_of(id, cover), prone);
            }
            Some(Mark::Piece(piece)) => {
                structure = state.land().lie(piece.into()).structure();
                worn = state.worn[usize::from(piece)];
            }
            None => {}
        }
        let shell = Shell { structure, worn, ..self.shell(state, men, posture, false) };
        OnDesk::of(&artillery::procedure(), &self.laid(&shell))
    }

    /// A shell as the form takes it, laid as it was.
    fn laid(&self, shell: &Shell) -> Shell {
        Shell { laying: self.laying, ..shell.for_desk() }
    }

    /// The shell against a vehicle that still stands.
    pub(super) fn at_vehicle(&self, state: &State, id: SquadId) -> Option<ShellAtVehicle> {
        let squad = state.squad(id);
        let (hull, vehicle) = (squad.hull?, squad.kind.vehicle()?);
        Some(ShellAtVehicle {
            gun: self.gun,
            laying: if self.laying == Laying::OffTable { Laying::OffTable } else { Laying::Direct },
            range: self.range(state),
            quality: self.quality(state),
            crew_lost: self.crew_lost(state),
            vehicle,
            worn: hull.worn.min(vehicle.value() - 1),
            crew: hull.crew.max(1),
            ..ShellAtVehicle::default()
        })
    }

    /// The table of this shell against men as they stand, as the dice see it.
    fn shell(&self, state: &State, men: Exposed, posture: (Cover, Formation, bool), enfilade: bool) -> Shell {
        Shell {
            gun: self.gun,
            // It has fallen, so only the column and the ammunition matter.
            laying: if self.laying == Laying::OffTable { Laying::OffTable } else { Laying::Indirect },
            ammunition: self.ammunition(),
            range: self.range(state),
            quality: self.quality(state),
            crew_lost: self.crew_lost(state),
            men: men.men,
            specialists: men.specialists,
            formation: posture.1,
            angle: if enfilade { 90 } else { 0 },
            cover: posture.0,
            prone: posture.2,
            ..Shell::default()
        }
    }
}

/// Fires a shell: it deviates, bursts, and does what it does. Losses of men are given back, to be taken when all has
/// fallen that falls at the same moment; what the shells before it have cost is known.
pub(super) fn fire(act: &mut Act<'_>, round: &Round, cause: u8, before: &[Loss]) -> Vec<Loss> {
    act.state.roller = round.side;
    let (aim, up) = (round.aimed(act.state), round.up(act.state));
    let (at, hit) = match act.roll_as(|state| round.on_desk(state), |dice| resolve_deviation(aim, dice)) {
        Fall::Hit => (round.aim, true),
        Fall::Astray(direction) => {
            let off = act
                .roll_as(|state| round.on_desk(state), |dice| resolve_distance(round.laying.spread(), direction, dice));
            (round.aim.plus(off.turned(up.degrees())), false)
        }
    };
    act.happens(Event::Bursts { side: round.side, at, load: round.load });
    if !act.state.land().ground().holds(at) {
        return Vec::new();
    }
    if matches!(round.load, Load::Smoke | Load::Gas) {
        let diameter = diameter(round.gun.weapon(), Ammunition::HighExplosive);
        act.state.clouds.push(Cloud { at, diameter, age: 1, gas: round.load == Load::Gas });
        return Vec::new();
    }
    let wide = diameter(round.gun.weapon(), round.ammunition());
    burst(act, round, &Burst { at, wide, cause, before }, hit)
}

/// What a burst does.
fn burst(act: &mut Act<'_>, round: &Round, burst: &Burst<'_>, on_target: bool) -> Vec<Loss> {
    let Burst { at, wide, before, .. } = *burst;
    super::snipers::catch(act, at, wide);
    let mut losses = Vec::new();
    for piece in structures(act.state, at, wide) {
        let direct = on_target && round.mark == Some(Mark::Piece(piece as u16));
        let contact = if direct { Contact::Direct } else { Contact::Touched };
        losses.extend(on_structure(act, round, piece, contact, burst));
    }
    let open = caught(act.state, at, wide, None, before);
    losses.extend(on_men(act, round, &open, burst));
    let burst = Circle { middle: at, diameter: wide };
    let vehicles: SmallVec<[SquadId; 2]> = act
        .state
        .all()
        .filter(|(_, squad)| squad.is_vehicle() && burst.touches(squad.hull_plan()))
        .map(|(id, _)| id)
        .collect();
    for vehicle in vehicles {
        let direct = on_target && round.mark == Some(Mark::Squad(vehicle));
        on_vehicle(act, round, vehicle, direct);
    }
    losses
}

/// The structures that a burst touches.
fn structures(state: &State, at: Point, wide: i64) -> SmallVec<[usize; 4]> {
    let burst = Footprint::from(Circle { middle: at, diameter: wide });
    let under = state.land().ground().under(&burst);
    let shelled =
        |piece: &usize| state.land().lie(*piece).structure() != Structure::NoStructure && !state.is_destroyed(*piece);
    under.filter(shelled).collect()
}

/// The men in a burst who stand outside, or in a piece of ground; all who are in it where the burst has no width. Who has
/// been hit by what burst before is not hit again.
pub(super) fn caught(state: &State, at: Point, wide: i64, piece: Option<usize>, before: &[Loss]) -> Caught {
    let mut squads = SmallVec::new();
    let doomed: Vec<usize> = before.iter().flat_map(|loss| state.fallen(loss)).collect();
    for (id, squad) in state.all().filter(|(_, squad)| !squad.is_vehicle()) {
        if !squad.at.within(at, wide + 30 * INCH) {
            continue;
        }
        let (mut men, mut specialists) = (0, 0);
        for man in state.men_at(id).filter(|man| !doomed.contains(man)).map(|man| state.figures[man]) {
            if state.shelter(man.at()) == piece && (wide == 0 || is_in(at, wide, man.at())) {
                men += 1;
                specialists += u8::from(man.role.is_specialist());
            }
        }
        if men > 0 {
            squads.push((id, men, specialists));
        }
    }
    Caught { piece, squads }
}

impl State {
    /// R18 The structure that a man here is inside of, as long as it stands.
    pub(super) fn shelter(&self, at: Point) -> Option<usize> {
        self.land().inside(at).filter(|piece| self.land().lie(*piece).has_inside() && !self.is_destroyed(*piece))
    }
}

impl Caught {
    pub(super) fn exposed(&self) -> Exposed {
        let sum = |of: fn(&(SquadId, u8, u8)) -> u8| self.squads.iter().map(|squad| u32::from(of(squad))).sum::<u32>();
        Exposed { men: sum(|squad| squad.1).min(250) as u8, specialists: sum(|squad| squad.2).min(250) as u8 }
    }

    /// Shares casualties among the squads: the nearest to the burst fall first.
    pub(super) fn losses(&self, state: &State, at: Point, wide: i64, hit: Shelling) -> Vec<Loss> {
        let among = match self.piece {
            Some(piece) => Among::Piece(piece as u16),
            None => Among::Burst(wide),
        };
        let mut near: Vec<(i64, SquadId)> = Vec::new();
        for (id, _, _) in &self.squads {
            let spots = state.spots(*id);
            let mine = spots.iter().filter(|spot| self.piece.is_some() || is_in(at, wide, **spot));
            near.extend(mine.map(|spot| (spot.distance(at), *id)));
        }
        near.sort_unstable();
        let mut specialists = hit.lost.specialists;
        let mut losses: Vec<Loss> = Vec::new();
        for (_, id) in near.into_iter().take(hit.lost.casualties.into()) {
            if let Some(loss) = losses.iter_mut().find(|loss| loss.squad == id) {
                loss.casualties += 1;
            } else {
                let names = state.squad(id).side;
                losses.push(Loss { squad: id, casualties: 1, specialists: 0, from: at, among, names });
            }
        }
        for loss in &mut losses {
            let able = self.squads.iter().find(|(id, _, _)| *id == loss.squad).map_or(0, |squad| squad.2);
            loss.specialists = specialists.min(able).min(loss.casualties);
            specialists -= loss.specialists;
        }
        losses
    }

    pub(super) fn touched(&self, act: &mut Act<'_>, cause: u8) {
        for (id, _, _) in &self.squads {
            hit(act.state, *id);
            act.state.causes.push((cause, *id));
        }
    }
}

/// Men in a burst: as most of them stand and are covered.
fn on_men(act: &mut Act<'_>, round: &Round, caught: &Caught, burst: &Burst<'_>) -> Vec<Loss> {
    let exposed = caught.exposed();
    if exposed.men == 0 {
        return Vec::new();
    }
    caught.touched(act, burst.cause);
    let state = &*act.state;
    let &(most, _, _) = caught.squads.iter().max_by_key(|(id, men, _)| (*men, *id)).expect("somebody is caught");
    let squad = state.squad(most);
    let cover = state.cover_of(most, None);
    let posture = (cover, state.formation_of(most, cover), squad.posture == super::Posture::Prone);
    let enfilade = round.from.is_some_and(|gun| state.enfilades(state.squad(gun).at, most));
    let shell = round.shell(state, exposed, posture, enfilade);
    let (shelled, _) = Shelled::begin(&shell);
    let landing = artillery::Stage::Burst(Landing::of(exposed, Contact::Clear));
    let hit = run(act, (&artillery::procedure(), &round.laid(&shell)), &shelled, landing);
    caught.losses(act.state, burst.at, burst.wide, hit)
}

/// Cover:direct-hit, Cover:burst, Cover:wire A structure that a burst touches, and the men in it.
fn on_structure(act: &mut Act<'_>, round: &Round, piece: usize, contact: Contact, burst: &Burst<'_>) -> Vec<Loss> {
    let Burst { at, wide, cause, before } = *burst;
    let lie = act.state.land().lie(piece);
    let structure = lie.structure();
    let direct = contact == Contact::Direct;
    // R18 A direct hit exposes all who are inside. In a wall or in wire there is nobody.
    let inside = caught(act.state, at, if direct { 0 } else { wide }, Some(piece), before);
    let all = caught(act.state, at, 0, Some(piece), before);
    let exposed = inside.exposed();
    inside.touched(act, cause);
    let bunker = matches!(lie, Lie::SmallBunker | Lie::MediumBunker);
    let cover = if bunker { Cover::Bunker } else { Cover::HardCover };
    let everybody = all.exposed();
    // Burst:defences Shrapnel does nothing to what nobody is in.
    if round.load == Load::Shrapnel && everybody.men == 0 {
        return Vec::new();
    }
    let shell = Shell {
        structure,
        worn: act.state.worn[piece],
        men: everybody.men,
        specialists: everybody.specialists,
        ..round.shell(act.state, everybody, (cover, Formation::Line, false), false)
    };
    let (shelled, _) = Shelled::begin(&shell);
    let landing = Landing::of(exposed, contact);
    // Where nobody is inside there is nothing to be thrown for him.
    let stage = match exposed.men {
        0 => artillery::Stage::Structure { landing, lost: Losses::default() },
        _ => artillery::Stage::Burst(landing),
    };
    let hit = run(act, (&artillery::procedure(), &round.laid(&shell)), &shelled, stage);
    act.state.worn[piece] = act.state.worn[piece].saturating_add(hit.damage);
    if hit.wire_cut > 0 {
        let width = i64::from(hit.wire_cut) * INCH / 2;
        act.state.gaps.push(Gap { at: nearest_of(act.state, piece, at), width });
        act.happens(Event::WireCut { piece: piece as u16, width });
    }
    let ruined = act.state.is_destroyed(piece);
    if ruined {
        act.happens(Event::Ruined { piece: piece as u16 });
    } else if hit.damage > 0 {
        let left = structure.value().unwrap_or(0).saturating_sub(act.state.worn[piece]);
        act.happens(Event::Worn { piece: piece as u16, left });
    }
    let losers = if ruined { &all } else { &inside };
    losers.losses(act.state, at, wide, hit)
}

/// Cover:wire The point of a piece of wire that is nearest to a burst.
fn nearest_of(state: &State, piece: usize, at: Point) -> Point {
    let field::Shape::Line { points, .. } = &state.land().ground().terrain()[piece].shape else { return at };
    let along = points.windows(2).flat_map(|ends| {
        let length = ends[0].distance(ends[1]);
        (0..=length / 25).map(move |step| ends[0].towards(ends[1], step * 25))
    });
    { along }.min_by_key(|point| point.distance(at)).unwrap_or(at)
}

/// Vehicles:gun-hit, Vehicles:value A shell that meets a vehicle.
fn on_vehicle(act: &mut Act<'_>, round: &Round, id: SquadId, direct: bool) {
    let Some(shell) = round.at_vehicle(act.state, id) else { return };
    let vehicle = shell.vehicle;
    let (flight, _) = Flight::begin(&shell);
    let stage =
        if direct { gun_hit::Stage::Guns } else { gun_hit::Stage::Crew { contact: Contact::Touched, gun: false } };
    let hit: VehicleHit = run(act, (&gun_hit::procedure(), &shell), &flight, stage);
    if let Some(hull) = &mut act.state.squad_mut(id).hull {
        hull.worn = hull.worn.saturating_add(hit.damage);
        hull.shelled_now = true;
    }
    if hit.gun_knocked_out {
        act.state.frames.push(Frame::GunOut(id));
    }
    act.happens(Event::VehicleHit { squad: id, hit: hit.hit });
    lose_crew(act, id, hit.crew_lost);
    let hull = act.state.squad(id).hull.unwrap_or_default();
    if hull.worn >= vehicle.value() {
        score_prize(act, id);
    }
}

/// Runs a chain with the public dice to its end; each roll leads to this procedure on the desk, in this situation.
pub(super) fn run<C: Chain, P: Procedure>(
    act: &mut Act<'_>,
    (procedure, situation): (&P, &P::Situation),
    chain: &C,
    mut stage: C::Stage,
) -> C::Outcome {
    loop {
        match chain.turn(&stage) {
            Turn::Done(outcome) => return outcome,
            Turn::Roll => {
                stage = act.roll_as(|_| OnDesk::of(procedure, situation), |dice| chain.step(&stage, dice));
            }
            Turn::Decide(_) => unreachable!("these chains leave nothing to decide"),
        }
    }
}
