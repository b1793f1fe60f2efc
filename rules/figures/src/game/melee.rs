//! Sequence:e Melees: one round a move, losses, retreat, surrender, following up (Melee 2 to 7, R13, R14, R39 to R42).

use super::charge::{LOST, engage};
use super::event::Event;
use super::land::Gait;
use super::losses::{surrender, take};
use super::moving::come_to;
use super::nerve::{suffer, test};
use super::places::middle;
use super::retreat::{WayBack, fall_back, go_back};
use super::shells::run;
use super::squad::touch;
use super::{Act, Among, Brawl, Frame, Loss, PerSide, Posture, Role, Round, Side, Squad, SquadId, State};
use crate::melee::Slope;
use crate::melee::round::{self, Contingent, Fighting, Melee};
use crate::morale::Squad as Tested;
use field::{Facing, INCH, Point, Sector};
use smallvec::SmallVec;

/// Melee 6 How far losers go back, and winners follow.
pub(super) const PUSHED: i64 = 3 * INCH;
/// R39 From how far men come into a melee that goes on.
const JOIN: i64 = 6 * INCH;

/// The squads of a melee.
type Squads = SmallVec<[SquadId; 4]>;

/// Finds the melees of this move.
pub(super) fn begin(act: &mut Act<'_>) {
    engage(act.state);
    let mut known: Vec<SquadId> = Vec::new();
    let mut melees = Vec::new();
    for id in act.state.ids().collect::<Vec<_>>() {
        if act.state.is_here(id) && act.state.squad(id).fights() && !known.contains(&id) {
            known.extend(act.state.melee_of(id));
            melees.push(id);
        }
    }
    melees.reverse();
    act.state.frames.push(Frame::Melees(melees));
}

/// Fights the next melee.
pub(super) fn next(act: &mut Act<'_>) {
    let Some(Frame::Melees(melees)) = act.state.frames.last_mut() else { unreachable!("melees are to be fought") };
    let Some(id) = melees.pop() else {
        act.state.frames.pop();
        return;
    };
    let squad = act.state.squad(id);
    if !act.state.is_here(id) || !squad.fights() || squad.deeds.fought {
        return;
    }
    let squads = act.state.melee_of(id);
    close_up(act, &squads);
    let sides = PerSide::of(|side| act.state.fighters(&squads, side));
    if sides.attacker.is_empty() || sides.defender.is_empty() {
        return;
    }
    fight(act, squads, &sides);
}

impl State {
    /// R13 Contacts that hang together are one melee.
    fn melee_of(&self, id: SquadId) -> Squads {
        let mut squads = Squads::from_slice(&[id]);
        let mut next = 0;
        while next < squads.len() {
            let one = squads[next];
            let side = self.squad(one).side;
            for (other, enemy) in self.of_side(side.other()) {
                // R42 Who has had his round in this move has no second one.
                let fights = enemy.fights() && !enemy.deeds.fought;
                if fights && !squads.contains(&other) && self.are_in_contact(one, other) {
                    squads.push(other);
                }
            }
            next += 1;
        }
        squads
    }

    /// The men of a side who are in contact, each with his squad.
    fn fighters(&self, squads: &Squads, side: Side) -> Vec<(SquadId, Point)> {
        let of = |wanted: Side| squads.iter().copied().filter(move |id| self.squad(*id).side == wanted);
        let each = |id: SquadId| self.heads(id).into_iter().map(move |spot| (id, spot));
        let enemies: Vec<(SquadId, Point)> = of(side.other()).flat_map(each).collect();
        let touches = |man: &(SquadId, Point)| enemies.iter().any(|enemy| self.do_touch(*man, *enemy));
        of(side).flat_map(each).filter(touches).collect()
    }

    /// The middle of a side's men in a melee.
    fn middle_of(&self, squads: &Squads, side: Side) -> Point {
        let own = squads.iter().filter(|id| self.squad(**id).side == side);
        middle(own.flat_map(|id| self.each_spot(*id))).unwrap_or_default()
    }

    /// Melee:flank-rear Is a squad met from flank or rear by enemies of the melee: by a squad most of whose men in contact
    /// are in front of none whom they touch? Where the middles of two lines are tells nothing: lines that meet face to
    /// face need not meet middle to middle.
    pub(super) fn is_flanked(&self, id: SquadId, squads: &[SquadId]) -> bool {
        let squad = self.squad(id);
        if squad.is_vehicle() {
            return false;
        }
        let front = Sector::front(squad.facing);
        squads.iter().filter(|other| self.squad(**other).side != squad.side).any(|other| {
            let (mut ahead, mut beside) = (0, 0);
            for enemy in self.each_spot(*other) {
                let mut touched = self.each_spot(id).filter(|spot| touch(*spot, enemy)).peekable();
                if touched.peek().is_none() {
                    continue;
                }
                if touched.any(|spot| front.holds(spot, enemy)) { ahead += 1 } else { beside += 1 }
            }
            beside > ahead
        })
    }

    /// A round of melee as the dice see it.
    pub(super) fn melee(&self, squads: &Squads, sides: &PerSide<Vec<(SquadId, Point)>>, attacker: Side) -> Melee {
        let of = |side: Side| squads.iter().copied().filter(move |id| self.squad(*id).side == side);
        // Walls and hedges cover against those on their other side.
        let against = |side: Side| self.middle_of(squads, side.other());
        let contingents = |side: Side| {
            let one = |id: SquadId| {
                let squad = self.squad(id);
                let figures = sides[side].iter().filter(|(of, _)| *of == id).count() as u8;
                let formation = self.formation_of(id, self.cover_of(id, Some(against(side))));
                (figures > 0).then_some(Contingent {
                    troops: squad.kind.troops(),
                    quality: squad.quality,
                    formation,
                    figures,
                })
            };
            of(side).filter_map(one).collect::<Vec<_>>()
        };
        let behind = |side: Side| {
            let all: u32 = of(side).map(|id| u32::from(self.strength(id))).sum();
            (all - sides[side].len() as u32).min(40) as u8
        };
        let most = |side: Side| of(side).max_by_key(|id| (sides[side].iter().filter(|(of, _)| of == id).count(), *id));
        let cover =
            |side: Side| most(side).map_or(crate::troops::Cover::NoCover, |id| self.cover_of(id, Some(against(side))));
        let charges = |side: Side| of(side).any(|id| self.squad(id).deeds.charged);
        let won = |side: Side| of(side).any(|id| self.squad(id).brawl.is_some_and(|brawl| brawl.won));
        let specialist = |side: Side| of(side).any(|id| self.men(id).any(|man| man.role.is_specialist()));
        let defender = attacker.other();
        let level = |side: Side| self.land().outlook.level(self.middle_of(squads, side));
        let round = match () {
            // Melee:won-last-round holds in a melee that goes on, whoever charges into it.
            () if won(attacker) => round::Round::AttackersWonLast,
            () if won(defender) => round::Round::DefendersWonLast,
            () if charges(attacker) => round::Round::First,
            () => round::Round::AfterEqual,
        };
        Melee {
            attackers: contingents(attacker),
            defenders: contingents(defender),
            round,
            charged_into: charges(attacker) && round != round::Round::First,
            lancers: of(attacker).any(|id| self.battle.listed(id).is_some_and(|listed| listed.lancers)),
            slope: match level(attacker).cmp(&level(defender)) {
                std::cmp::Ordering::Greater => Slope::AttackersUphill,
                std::cmp::Ordering::Less => Slope::DefendersUphill,
                std::cmp::Ordering::Equal => Slope::Level,
            },
            // Men who charge have left their cover behind.
            attackers_cover: if charges(attacker) { crate::troops::Cover::NoCover } else { cover(attacker) },
            defenders_cover: cover(defender),
            attackers_flanked: of(attacker).any(|id| self.is_flanked(id, squads)),
            defenders_flanked: of(defender).any(|id| self.is_flanked(id, squads)),
            defenders_prone: most(defender).is_some_and(|id| self.squad(id).posture == Posture::Prone),
            defenders_charge: charges(defender),
            attackers_behind: behind(attacker),
            defenders_behind: behind(defender),
            attackers_specialist: specialist(attacker),
            defenders_specialist: specialist(defender),
        }
    }

    /// R42 An enemy squad so near to another that winners who follow that one up may touch it.
    pub(super) fn might_join(&self, target: SquadId) -> Option<SquadId> {
        let near = |id: &SquadId| *id != target && self.are_within(target, *id, 2 * PUSHED);
        let squads = self.of_side(self.squad(target).side).filter(|(_, squad)| !squad.is_vehicle());
        { squads }.map(|(id, _)| id).find(near)
    }

    /// Who attacks in a melee: who charges into it now, or else charged into it before, or else who has the initiative.
    pub(super) fn assailant(&self, squads: &Squads) -> Side {
        let first = self.initiative.unwrap_or(Side::Attacker);
        let only = |charges: &dyn Fn(&Squad) -> bool| {
            let by =
                |side: Side| squads.iter().map(|id| self.squad(*id)).any(|squad| squad.side == side && charges(squad));
            match [first, first.other()].map(by) {
                [true, false] => Some(first),
                [false, true] => Some(first.other()),
                _ => None,
            }
        };
        let before = |squad: &Squad| squad.brawl.is_some_and(|brawl| brawl.charged);
        only(&|squad| squad.deeds.charged).or_else(|| only(&before)).unwrap_or(first)
    }
}

/// R39 From round 2 on all come into contact who can reach a free place within 6 inches.
fn close_up(act: &mut Act<'_>, squads: &Squads) {
    let goes_on = squads.iter().any(|id| act.state.squad(*id).brawl.is_some_and(|brawl| brawl.rounds > 0));
    for id in squads.iter().filter(|_| goes_on) {
        let side = act.state.squad(*id).side;
        let enemies = squads.iter().copied().filter(|other| act.state.squad(*other).side != side);
        let mut enemies: Vec<(i64, SquadId)> = enemies.map(|other| (act.state.distance(*id, other), other)).collect();
        enemies.sort_unstable();
        let mut joined = 0;
        // Who finds no place at the nearest enemies looks for one at the next.
        for (_, enemy) in &enemies {
            let state = &*act.state;
            let mut going = state.going(*id, Gait::Charge);
            (going.allowance, going.reach) = (JOIN, JOIN);
            let Some(spots) = state.contact(*id, *enemy, &going) else { continue };
            let touches = |at: Point| {
                let met = |(_, other): &(i64, SquadId)| {
                    state.each_spot(*other).any(|spot| state.do_touch((*other, spot), (*id, at)))
                };
                enemies.iter().any(met)
            };
            let taken: Vec<Point> = state.spots(*id).to_vec();
            let apart = |to: Point| taken.iter().all(|spot| !super::squad::overlap(*spot, to));
            // Those who fight already stay where they are.
            let joins = |(man, to): &(usize, Point)| !touches(state.figures[*man].at()) && touches(*to) && apart(*to);
            let free: super::places::Spots = spots.into_iter().filter(joins).collect();
            joined += free.len() as u8;
            act.state.settle(*id, &free);
        }
        if joined > 0 {
            act.happens(Event::ClosesUp { squad: *id, men: joined });
        }
    }
}

/// Melee 2 to 5 One throw a side.
fn fight(act: &mut Act<'_>, squads: Squads, sides: &PerSide<Vec<(SquadId, Point)>>) {
    let attacker = act.state.assailant(&squads);
    let melee = act.state.melee(&squads, sides, attacker);
    act.state.roller = attacker;
    act.happens(Event::Melee {
        attackers: sides[attacker].len() as u8,
        defenders: sides[attacker.other()].len() as u8,
        attacker,
    });
    let (fighting, stage) = Fighting::begin(&melee);
    let end = run(act, (&round::procedure(), &melee.for_desk()), &fighting, stage);
    let mut losses = Vec::new();
    for (side, lost) in [(attacker, end.attackers), (attacker.other(), end.defenders)] {
        losses.extend(share(act.state, &squads, side, &sides[side], lost.casualties, lost.specialist_named));
    }
    let (attackers_lost, defenders_lost) = (end.attackers.casualties, end.defenders.casualties);
    act.state.frames.push(Frame::Round(Round { squads, attacker, attackers_lost, defenders_lost }));
    take(act, losses);
}

/// Melee 4 Casualties fall on figures in contact first, then on the nearest of the squads in the melee.
fn share(
    state: &State,
    squads: &Squads,
    side: Side,
    contact: &[(SquadId, Point)],
    casualties: u16,
    named: bool,
) -> Vec<Loss> {
    let from = state.middle_of(squads, side.other());
    let mut men: Vec<(bool, i64, SquadId)> = Vec::new();
    for id in squads.iter().filter(|id| state.squad(**id).side == side) {
        for spot in state.heads(*id) {
            men.push((!contact.contains(&(*id, spot)), spot.distance(from), *id));
        }
    }
    men.sort_unstable();
    let mut losses: Vec<Loss> = Vec::new();
    for (_, _, id) in men.into_iter().take(casualties.into()) {
        match losses.iter_mut().find(|loss| loss.squad == id) {
            Some(loss) => loss.casualties += 1,
            None => {
                losses.push(Loss { squad: id, casualties: 1, specialists: 0, from, among: Among::All, names: side });
            }
        }
    }
    // R7 The player who threw the 1 names one of the enemy's specialists.
    let has = |loss: &&mut Loss| state.men(loss.squad).any(|man| man.role != Role::Rifleman);
    if named && let Some(loss) = losses.iter_mut().find(has) {
        (loss.specialists, loss.names) = (1, side.other());
    }
    losses
}

/// Melee 6, Melee 7 What follows when the losses have been taken.
pub(super) fn after(act: &mut Act<'_>) {
    let Some(Frame::Round(round)) = act.state.frames.pop() else { unreachable!("a round has been fought") };
    let Round { squads, attacker, attackers_lost, defenders_lost } = round;
    let quiet = attackers_lost == 0 && defenders_lost == 0;
    let loser = match attackers_lost.cmp(&defenders_lost) {
        std::cmp::Ordering::Greater => Some(attacker),
        std::cmp::Ordering::Less => Some(attacker.other()),
        std::cmp::Ordering::Equal => None,
    };
    let was_quiet = squads.iter().any(|id| act.state.squad(*id).brawl.is_some_and(|brawl| brawl.quiet));
    for id in &squads {
        let squad = act.state.squad_mut(*id);
        let rounds = squad.brawl.map_or(0, |brawl| brawl.rounds).saturating_add(1);
        let won = loser == Some(squad.side.other());
        squad.brawl = squad.brawl.map(|brawl| Brawl { rounds, won, quiet, ..brawl });
        squad.deeds.fought = true;
        // R45 They could not rise before they were charged; they do not fight on their bellies for ever.
        squad.posture = Posture::Up;
    }
    match loser {
        Some(loser) => lost(act, &squads, loser),
        None if quiet && was_quiet => {
            act.happens(Event::DiesDown { side: attacker });
            for id in squads.iter().filter(|id| act.state.squad(**id).side == attacker).copied().collect::<Vec<_>>() {
                fall_back(act, id);
            }
        }
        None => act.happens(Event::FightOn),
    }
    engage(act.state);
}

/// Melee 6 The losers go back 3 inches, surrender or test; the winners follow.
fn lost(act: &mut Act<'_>, squads: &Squads, loser: Side) {
    let of = |state: &State, side: Side| -> Squads {
        squads.iter().copied().filter(|id| state.squad(*id).side == side && state.is_here(*id)).collect()
    };
    let (losers, winners) = (of(act.state, loser), of(act.state, loser.other()));
    let count = |state: &State, ids: &Squads| ids.iter().map(|id| u32::from(state.strength(*id))).sum::<u32>();
    let (left, enemies) = (count(act.state, &losers), count(act.state, &winners));
    // R14, R40 All figures of the squads in the melee count.
    let outnumbered = 2 * enemies >= 3 * left;
    act.happens(Event::LosesRound { side: loser, left: left as u8, enemies: enemies as u8 });
    let enemy = act.state.middle_of(squads, loser.other());
    let mut tested: Vec<(SquadId, Tested)> = Vec::new();
    for id in losers {
        let at = middle(act.state.each_spot(id)).unwrap_or(enemy);
        let away = Facing::along(at.minus(enemy)).unwrap_or_else(|| act.state.battle.army(loser).edge.facing());
        act.state.squad_mut(id).deeds.pushed = true;
        match act.state.pushed_back(id, away, PUSHED) {
            WayBack::To(spots) => {
                go_back(act, id, &spots);
                act.happens(Event::PushedBack { squad: id });
            }
            _ if outnumbered => {
                surrender(act, id);
                continue;
            }
            // R41 It stays in contact, and the fight goes on.
            _ => act.happens(Event::StaysInContact { squad: id }),
        }
        // R44 Vehicles take no tests.
        if !act.state.squad(id).is_vehicle() {
            tested.push((id, act.state.tested(id, LOST)));
        }
    }
    if !tested.is_empty() {
        let (ids, squads): (Vec<SquadId>, Vec<Tested>) = tested.into_iter().unzip();
        let nerve = test(act, &ids, squads);
        for id in ids {
            suffer(act, id, nerve);
            act.state.squad_mut(id).deeds.lost_now = 0;
        }
    }
    for id in winners {
        follow(act, id, squads);
    }
}

/// Melee 6 A winner follows up, unless it mans fixed defences. Crews stay with their guns.
fn follow(act: &mut Act<'_>, id: SquadId, squads: &Squads) {
    if !act.state.is_here(id) || act.state.squad(id).kind.is_prize() {
        return;
    }
    if act.state.mans_fixed_defences(id) {
        act.happens(Event::KeepsDefences { squad: id });
        return;
    }
    let side = act.state.squad(id).side;
    let beaten =
        squads.iter().copied().filter(|other| act.state.squad(*other).side != side && act.state.is_here(*other));
    let Some((far, target)) = beaten.map(|other| (act.state.distance(id, other), other)).min() else { return };
    let mut going = act.state.going(id, Gait::Charge);
    // Three inches whatever the ground; a hundredth or two are lost where men are laid.
    (going.allowance, going.reach) = (2 * PUSHED + INCH, PUSHED + 5);
    if far > going.reach {
        return;
    }
    if let Some(spots) = act.state.contact(id, target, &going) {
        come_to(act, id, &spots);
        let touched = act
            .state
            .of_side(side.other())
            .find(|(other, _)| !squads.contains(other) && act.state.are_in_contact(id, *other));
        let joins = touched.map(|(other, _)| other);
        act.happens(Event::FollowsUp { squad: id, joins });
    }
}
