//! 3a: hand-to-hand fights and tank overruns (R9, R10, R39, R40, R43, R46, R47, R48).

use super::desk;
use super::event::Event;
use super::state::Winner;
use super::strike::{Firer, settle, suppress};
use super::{Act, Mark, Side, State, UnitId};
use crate::catalogue::Class;
use crate::choices::Fighter;
use crate::close_combat::{CloseCombat, Contestant, Fought, compare_rolls, odds_of, overruns};
use crate::contact::{self, Enemy, Taken, Verdict, defence_in_contact, value_in_contact};
use crate::ground;
use crate::he_sa::{Fire, resolve_blow_at_armour, resolve_he_sa};
use crate::overrun::OVERRUN;
use crate::results::{After, FireResult, Hit};
use field::{INCH, Point};
use kernel::explain::{Explanation, Phrase};
use kernel::odds::Budget;
use kernel::procedure::Answer;
use kernel::rule::Rule;
use std::collections::BTreeMap;

/// R11 How far a winner may advance, and an AFV that moves on through the place of those who went (R49).
pub(super) const ADVANCE: i64 = 2 * INCH;
const THROUGH: i64 = 3 * INCH;

/// So many a side are one close combat of the charts desk.
const MOST_ON_DESK: usize = 3;

/// One close combat: all who touch one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Contest {
    /// The elements of the side that made contact.
    pub(super) attackers: Vec<UnitId>,
    /// Those that were contacted.
    pub(super) defenders: Vec<UnitId>,
}

/// Who rolls, against whom, and what.
pub(super) type Blows = Vec<(UnitId, UnitId, Fire)>;

/// The close combats that are still to be fought in this phase.
pub(super) fn fights(state: &State) -> Vec<Contest> {
    let able = |id: UnitId| state.is_in_contact(id) && state.is_combat(id) && !state.unit(id).is(Mark::FOUGHT);
    let mut left: Vec<UnitId> = state.all().map(|(id, _)| id).filter(|id| able(*id)).collect();
    let mut contests = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let (near, far): (Vec<_>, Vec<_>) = left.into_iter().partition(|id| state.fights_with(group[next], *id));
            group.extend(near);
            left = far;
            next += 1;
        }
        if group.len() > 1 {
            group.sort_unstable();
            contests.push(state.contest(&group));
        }
    }
    contests.reverse();
    contests
}

impl State {
    /// R47 Do two elements fight when they touch? Armour does not fight armour by hand.
    fn fights_with(&self, one: UnitId, other: UnitId) -> bool {
        let armoured = |id: UnitId| self.element(id).is_armoured();
        self.unit(one).side != self.unit(other).side && self.touch(one, other) && !(armoured(one) && armoured(other))
    }

    /// R9 The attacker is the side that made contact: where both did, or nobody knows, the one whose turn it is not.
    fn contest(&self, group: &[UnitId]) -> Contest {
        let charged =
            |side: Side| group.iter().any(|id| self.unit(*id).side == side && self.unit(*id).is(Mark::CHARGED));
        let other = self.side.other();
        let attacker = if charged(self.side) && !charged(other) { self.side } else { other };
        let (attackers, defenders) = group.iter().copied().partition(|id| self.unit(*id).side == attacker);
        Contest { attackers, defenders }
    }

    /// R43 What the best of the infantry that rides in or on an element fights with; 0 where nobody rides.
    fn best_rider(&self, id: UnitId) -> i32 {
        let riders = self.riders(id).into_iter().filter(|rider| self.element(*rider).is_infantry());
        riders.map(|rider| value_in_contact(self.element(rider))).max().unwrap_or(0)
    }

    /// The blows of a contact that is still to be made, by one element a side.
    pub(super) fn blows(&self, contest: &Contest, attacks: bool) -> Blows {
        let made = self.rolls(contest, attacks);
        let ([attacker], [defender], true) = (&contest.attackers[..], &contest.defenders[..], made.is_empty()) else {
            return made;
        };
        let (id, enemy) = if attacks { (*attacker, *defender) } else { (*defender, *attacker) };
        let rolls = self.is_combat(id) && !self.unit(id).is_suppressed();
        rolls.then(|| (id, enemy, self.blow(id, enemy, attacks))).into_iter().collect()
    }

    /// The rolls of one side, each with the enemy it is against. Suppressed elements do not roll.
    pub(super) fn rolls(&self, contest: &Contest, attacks: bool) -> Blows {
        let (own, enemies) =
            if attacks { (&contest.attackers, &contest.defenders) } else { (&contest.defenders, &contest.attackers) };
        let mut against = vec![0_u32; enemies.len()];
        let mut rolls = Vec::new();
        for id in own.iter().copied().filter(|id| !self.unit(*id).is_suppressed()) {
            // Each fights the enemy that it would hurt most, and spreads the blows.
            let touched = (0..enemies.len()).filter(|place| self.fights_with(id, enemies[*place]));
            let worth = |place: &usize| (against[*place], defence_in_contact(self.element(enemies[*place])), *place);
            let Some(place) = touched.min_by_key(worth) else { continue };
            against[place] += 1;
            rolls.push((id, enemies[place], self.blow(id, enemies[place], attacks)));
        }
        rolls
    }

    /// HE/SA:cavalry With the expansion rules, does an element start the close combat with an enemy? Who does not touch him
    /// yet is about to.
    fn charges(&self, id: UnitId, enemy: UnitId) -> bool {
        self.battle.scenario().expansion && (self.unit(id).is(Mark::CHARGED) || !self.touch(id, enemy))
    }

    /// The roll of one element against another.
    fn blow(&self, id: UnitId, enemy: UnitId, attacks: bool) -> Fire {
        let (piece, mark, element) = (self.unit(id), self.unit(enemy), self.element(id));
        let cover = self.shelter(mark, &mark.base(), piece.at).cover;
        let target = self.element(enemy);
        let overruns = attacks && overruns(element, target, cover);
        let charges = element.figures.class == Class::Cavalry && self.charges(id, enemy);
        Fire {
            firer: element.name(),
            target: target.name(),
            value: contact::fights_with(element, piece.is(Mark::PACKED), self.best_rider(id)),
            defence: defence_in_contact(target),
            close: false,
            shelter: if attacks { cover.shelter() } else { ground::Shelter::None },
            foreign_edge: self.is_at_foreign_edge(piece.side, &piece.base()),
            charge: attacks && charges && cover.lets_cavalry_charge(),
            quality: self.quality(id),
            ruling: overruns.then_some((Rule("R10"), "tank overrun", OVERRUN)),
            seat: piece.side.seat(),
        }
    }

    /// A close combat as the charts desk has it, or, if more than three a side fight, those two of it who roll.
    pub(super) fn combat_form(
        &self,
        contest: &Contest,
        rolls: &[Blows; 2],
        (id, enemy): (UnitId, UnitId),
    ) -> CloseCombat {
        let attacks = contest.attackers.contains(&id);
        let (attacker, defender) = if attacks { (id, enemy) } else { (enemy, id) };
        let fits = contest.attackers.len().max(contest.defenders.len()) <= MOST_ON_DESK;
        let (attackers, defenders) = (&contest.attackers[..], &contest.defenders[..]);
        let (attackers, defenders) = if fits { (attackers, defenders) } else { (&[attacker][..], &[defender][..]) };
        let contestants = |own: &[UnitId], enemies: &[UnitId], rolls: &Blows| {
            let each = own.iter().map(|id| {
                let struck = rolls.iter().find(|(known, ..)| known == id).map(|(_, enemy, _)| *enemy);
                let place = struck.and_then(|struck| enemies.iter().position(|enemy| *enemy == struck));
                Contestant {
                    against: place.map_or(0, |place| place + 1) as u8,
                    charges: struck.is_some_and(|enemy| self.charges(*id, enemy)),
                    ..self.contestant(*id)
                }
            });
            each.collect()
        };
        let base = |id: UnitId| self.unit(id).base();
        let at_edge = |id: UnitId| self.is_at_foreign_edge(self.unit(id).side, &base(id));
        CloseCombat {
            attackers: contestants(attackers, defenders, &rolls[0]),
            defenders: contestants(defenders, attackers, &rolls[1]),
            cover: self.shelter(self.unit(defender), &base(defender), self.unit(attacker).at).cover,
            attackers_at_edge: at_edge(attacker),
            defenders_at_edge: at_edge(defender),
        }
    }

    /// How a close combat ends, from the worst for the side that made contact to the best; of more than three a side the
    /// desk knows nothing.
    pub(super) fn ends(&self, contest: &Contest, rolls: &[Blows; 2]) -> Option<Answer<Fought>> {
        let (attackers, defenders) = (&contest.attackers, &contest.defenders);
        let side = |own: &[UnitId], enemies: &[UnitId], blows: &Blows, defend: bool| {
            let blow = |id: &UnitId| {
                let (_, enemy, fire) = blows.iter().find(|(known, ..)| known == id)?;
                Some((*fire, enemies.iter().position(|known| known == enemy)?))
            };
            let enemies = enemies.iter().map(|id| self.enemy(*id, defend)).collect();
            contact::Side { fights: own.iter().map(blow).collect(), enemies }
        };
        let fits = attackers.len().max(defenders.len()) <= MOST_ON_DESK;
        let sides = || (side(attackers, defenders, &rolls[0], true), side(defenders, attackers, &rolls[1], false));
        fits.then(sides).map(|(attack, defence)| odds_of(&attack, &defence, &Budget::default()))
    }

    fn contestant(&self, id: UnitId) -> Contestant {
        Contestant {
            element: Fighter::from(self.element(id)),
            quality: self.quality(id).into(),
            suppressed: self.unit(id).is_suppressed(),
            packed: self.unit(id).is(Mark::PACKED),
            riders: self.best_rider(id).clamp(0, 9) as u8,
            ..Contestant::default()
        }
    }

    /// An element of a close combat as results find it.
    fn enemy(&self, id: UnitId, defends: bool) -> Enemy {
        let piece = self.unit(id);
        let cover = self.shelter(piece, &piece.base(), piece.at).cover;
        Enemy {
            armoured: self.element(id).is_armoured(),
            protected: defends && cover.protects_from_fall_back() || self.element(id).is_csw(),
            state: ground::State::of(piece.is_suppressed()),
        }
    }
}

/// Fights a close combat to its end.
pub(super) fn fight(act: &mut Act<'_>, contest: &Contest) {
    act.happens(Event::Fight { attackers: contest.attackers.clone(), defenders: contest.defenders.clone() });
    let rolls = [act.state.rolls(contest, true), act.state.rolls(contest, false)];
    let overrun: Vec<(UnitId, Point)> = rolls[0]
        .iter()
        .filter(|(_, _, fire)| fire.ruling.is_some())
        .map(|(id, enemy, _)| (*id, act.state.unit(*enemy).at))
        .collect();
    let mut best = [None, None];
    let mut taken: BTreeMap<UnitId, Taken> = BTreeMap::new();
    for (place, side) in rolls.iter().enumerate() {
        for (id, enemy, fire) in side {
            act.state.roller = act.state.unit(*id).side;
            let desk = |state: &State| desk::of_combat(&state.combat_form(contest, &rolls, (*id, *enemy)));
            let armoured = act.state.element(*enemy).is_armoured();
            let blow = if armoured { resolve_blow_at_armour } else { resolve_he_sa };
            act.naming(|state| state.firing(Firer::Unit(*id), *enemy, Hit::HeSa));
            let roll = act.roll_as(desk, |dice| blow(fire, dice));
            best[place] = best[place].max(Some(roll.total));
            taken.entry(*enemy).or_default().take(roll.result);
        }
    }
    for id in contest.attackers.iter().chain(&contest.defenders) {
        act.state.mark(*id, Mark::FOUGHT);
        act.state.unit_mut(*id).marks.remove(Mark::CHARGED);
    }
    let verdict = |id: UnitId| taken.get(&id).copied().unwrap_or_default();
    let verdicts: Vec<(UnitId, Verdict)> = [(&contest.attackers, false), (&contest.defenders, true)]
        .into_iter()
        .flat_map(|(side, defends)| side.iter().map(move |id| (*id, defends)))
        .map(|(id, defends)| (id, verdict(id).verdict(act.state.enemy(id, defends))))
        .collect();
    for (id, verdict) in &verdicts {
        match verdict {
            Verdict::Removed => {
                let struck = act.state.struck(*id);
                let enemies = if contest.attackers.contains(id) { &contest.defenders } else { &contest.attackers };
                let desk = |state: &State| desk::of_combat(&state.combat_form(contest, &rolls, (*id, enemies[0])));
                settle(act, *id, &struck, After::Result(FireResult::K), desk);
            }
            Verdict::Goes { suppressed } | Verdict::Stands { suppressed } => {
                if *suppressed {
                    suppress(act, *id);
                }
            }
        }
    }
    for (id, verdict) in &verdicts {
        if matches!(verdict, Verdict::Goes { .. }) && act.state.unit(*id).stands() {
            super::retreat::goes_by_f(act, *id);
        }
    }
    decide(act, contest, &verdicts, best, &overrun);
}

/// R9, R11 Who is still there, and if both sides are, whose best roll is lower; the winners may advance.
fn decide(
    act: &mut Act<'_>,
    contest: &Contest,
    verdicts: &[(UnitId, Verdict)],
    best: [Option<i32>; 2],
    overrun: &[(UnitId, Point)],
) {
    let stays = |state: &State, side: &[UnitId]| -> Vec<UnitId> {
        let stands = |id: &&UnitId| {
            let stood =
                verdicts.iter().any(|(known, verdict)| known == *id && matches!(verdict, Verdict::Stands { .. }));
            stood && state.unit(**id).stands()
        };
        side.iter().filter(stands).copied().collect()
    };
    let (attackers, defenders) = (stays(act.state, &contest.attackers), stays(act.state, &contest.defenders));
    let winners = match (attackers.is_empty(), defenders.is_empty()) {
        (true, true) => {
            act.roll(|_| told(Rule("R11"), Phrase::of("neither side is left in contact")));
            return;
        }
        (true, false) => defenders,
        (false, true) => attackers,
        (false, false) => {
            let (rule, fought, words) = compare_rolls(best[0], best[1]);
            act.roll(|_| told(rule, words));
            let (winners, losers) =
                if fought == Fought::DefendersDrivenBack { (attackers, defenders) } else { (defenders, attackers) };
            for loser in losers {
                super::retreat::give_way(act, loser);
            }
            winners
        }
    };
    for unit in winners {
        let piece = act.state.unit(unit);
        let able =
            piece.stands() && !piece.is_suppressed() && !act.state.is_in_contact(unit) && act.state.is_combat(unit);
        if able {
            let through = overrun.iter().find(|(known, _)| *known == unit).map(|(_, place)| *place);
            let reach = if through.is_some() { THROUGH } else { ADVANCE };
            act.state.winners.push(Winner { unit, reach, through });
        }
    }
}

fn told(rule: Rule, words: Phrase) -> kernel::explain::Resolved<()> {
    Explanation::of(rule, "who falls back").gives((), words)
}
