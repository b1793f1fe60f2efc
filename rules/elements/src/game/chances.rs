//! What shots are likely to do: their chances, the best target, and why each is as good as it is.

use super::aim::Aim;
use super::desk::{Form, Shot};
use super::offers::unit as offered;
use super::{State, UnitId, Weapon};
use crate::ground::{Cover, Distance, Facing as From};
use crate::he_sa::{self, HeSaShot, Stage as HeSaStage};
use crate::results::{After, Effect, Fate, WayBack};
use crate::tank_hunting::Stage as HuntStage;
use crate::{ap_hit, ap_penetration};
use kernel::game::{Offer, Pick};
use kernel::odds::{Budget, Dist, Odds, Ratio, of_chain, ratio};
use kernel::procedure::percent;
use kernel::rule::Rule;

/// What a shot comes to, exactly.
pub(super) fn odds(aim: &Aim) -> Odds<Effect> {
    let budget = Budget::default();
    match &aim.form.shot() {
        Shot::HeSa(shot) => of_chain(&budget, shot, &Dist::certain(HeSaStage::Roll)),
        Shot::Ap(shot) => of_chain(&budget, shot, &Dist::certain(shot.start())),
        Shot::Hunt(hunt) => of_chain(&budget, hunt, &Dist::certain(HuntStage::Approach)),
    }
}

/// What a shot is likely to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chances {
    /// To hit, where AP must.
    pub(super) hit: Option<Ratio>,
    /// That its riders dismount, and no more.
    pub(super) off: Ratio,
    /// That the target falls back.
    pub(super) back: Ratio,
    /// That it, or those who ride with it, are suppressed.
    pub(super) suppress: Ratio,
    /// That it, or one who rides with it, is removed.
    pub(super) kill: Ratio,
}

impl Chances {
    /// That anything happens to it.
    pub(super) fn effect(&self) -> Ratio {
        &self.off + &self.back + &self.suppress + &self.kill
    }

    /// What it is worth against others: a K twice as much as an S, and an F half.
    fn worth(&self) -> Ratio {
        &self.off + &self.back + &self.suppress * ratio(2, 1) + &self.kill * ratio(4, 1)
    }

    pub(super) fn words(&self) -> String {
        let hit = self.hit.iter().map(|hit| format!("hits\u{a0}{}", short(hit)));
        let some = [("riders off", &self.off), ("F", &self.back), ("S", &self.suppress)]
            .into_iter()
            .filter(|(_, chance)| **chance != Ratio::ZERO);
        let all = some.chain([("K", &self.kill)]).map(|(word, chance)| format!("{word}\u{a0}{}", short(chance)));
        hit.chain(all).collect::<Vec<_>>().join(", ")
    }
}

/// Per cent in few signs, and not to be parted at the end of a line.
pub(super) fn short(chance: &Ratio) -> String {
    percent(chance).replace(".0 %", " %").replace(' ', "\u{a0}")
}

/// The chances of a shot, counted by the faces of the dice: many targets are shown at once.
pub(super) fn chances(aim: &Aim) -> Chances {
    let mut of = [0_u64; 4];
    let mut count = |after: After, weight: u64| {
        let place = match after {
            After::End(end) if end.fate < Fate::RidersDismount => return,
            After::End(end) if end.fate == Fate::RidersDismount => 0,
            After::End(end) if end.fate == Fate::FallsBack => 1,
            After::End(end) if end.fate < Fate::RiderShot => 2,
            After::End(_) | After::WhichRider => 3,
            After::Result(_) | After::MayDismount(_) => 2,
        };
        of[place] += weight;
    };
    let mut hit = None;
    match &aim.form.shot() {
        Shot::HeSa(HeSaShot { fire: Some(fire), struck }) => {
            (1..=20).for_each(|face| count(struck.apply(he_sa::result(fire, face)).outcome, 20));
        }
        Shot::Ap(shot) => {
            let hits = shot.aim.map_or(20, |aim| ap_hit::faces(&aim)) as u64;
            hit = Some(ratio(hits, 20));
            if let Ok(strike) = &shot.strike {
                (1..=20).for_each(|face| count(shot.struck.apply(ap_penetration::result(strike, face)).outcome, hits));
            }
        }
        Shot::HeSa(_) | Shot::Hunt(_) => {
            let dist = odds(aim).dist;
            let is = |from: Fate, to: Fate| dist.chance_that(|effect| (from..to).contains(&effect.fate));
            let kill = dist.chance_that(|effect| effect.fate >= Fate::RiderShot);
            let off = is(Fate::RidersDismount, Fate::FallsBack);
            let [back, suppress] = [is(Fate::FallsBack, Fate::Suppressed), is(Fate::Suppressed, Fate::RiderShot)];
            return Chances { hit, off, back, suppress, kill };
        }
    }
    let [off, back, suppress, kill] = of.map(|ways| ratio(ways, 400));
    Chances { hit, off, back, suppress, kill }
}

/// The usual shot at an enemy.
pub(super) fn usual(state: &State, id: UnitId, target: UnitId) -> Option<Aim> {
    state.get(id)?;
    let weapon = state.weapons(id, target).next()?;
    state.aim(id, target, weapon).ok()
}

/// The target that an element has most to hope for from, what it has to hope for, and among how many.
fn best_of(state: &State, id: UnitId) -> Option<(UnitId, Chances, usize)> {
    let all = super::fire::targets(state, id).filter_map(|target| Some((target, chances(&usual(state, id, target)?))));
    let all: Vec<(UnitId, Chances)> = all.collect();
    let count = all.len();
    let best = { all.into_iter() }
        .max_by(|(one, theirs), (other, others)| theirs.worth().cmp(&others.worth()).then(other.cmp(one)));
    best.map(|(target, chances)| (target, chances, count))
}

/// The best target among several.
pub(super) fn best_target(state: &State, id: UnitId) -> Option<UnitId> {
    let best = best_of(state, id).filter(|(_, chances, count)| *count > 1 && chances.worth() > Ratio::ZERO);
    best.map(|(target, ..)| target)
}

/// Who may fire, with the best that he could do.
pub(super) fn firer(state: &State, id: UnitId, at_spots: bool) -> Offer {
    let best = state.get(id).and_then(|_| best_of(state, id));
    let note = match best {
        Some((target, chances, _)) => format!("{}: {}", state.name(target), chances.words()),
        None if at_spots => "nobody to fire at but a spot".to_owned(),
        None => "nobody to fire at".to_owned(),
    };
    offered(state, id).noted(Some(note))
}

/// An enemy as he is offered to somebody who fires: with the chances against him, and why; the best with a star.
pub(super) fn target(state: &State, id: UnitId, target: UnitId, best: bool) -> Offer {
    let offer = offered(state, target);
    let Some(aim) = usual(state, id, target) else { return offer };
    let chances = chances(&aim);
    let star = if best { "\u{a0}★" } else { "" };
    let note = format!("{}{}: {}", if best { "best: " } else { "" }, chances.words(), why(&aim).join(", "));
    offer.noted(Some(note)).tagged(Some(short(&chances.effect()) + star))
}

/// A weapon as it is offered.
pub(super) fn weapon(state: &State, id: UnitId, target: UnitId, weapon: Weapon) -> Offer {
    let (word, label, rule) = match weapon {
        Weapon::HeSa => ("he-sa", "high explosive or small arms", Rule("HE/SA")),
        Weapon::Ap => ("ap", "armour-piercing", Rule("AP hit")),
        Weapon::Hunt => ("hunt", "hunt it by hand", Rule("R10")),
    };
    let note = state.aim(id, target, weapon).ok().map(|aim| chances(&aim).words());
    Offer::of(Pick::option(word), label).under(rule).noted(note)
}

/// What makes a shot as good as it is, each with its rule.
pub(super) fn reasons(aim: &Aim) -> Vec<(String, Rule)> {
    if matches!(aim.form, Form::Hunt(_)) {
        return hunting(aim);
    }
    let Distance { units, range, .. } = aim.distance;
    let away = match units {
        0 => "touching".to_owned(),
        _ => format!("{} of {range} away", tabletop::count(units as u64, "inch")),
    };
    let mut words = vec![(away, Rule("Common:distance"))];
    let mut also = |holds: bool, word: &str, rule: &'static str| {
        if holds {
            words.push((word.to_owned(), Rule(rule)));
        }
    };
    let ap = matches!(aim.form, Form::Ap(_));
    also(aim.line.is_some(), "in sight", "Common:sight");
    also(aim.line.is_none(), "not seen by the mortar itself", "R30");
    also(aim.distance.is_close(), "within 4", if ap { "AP hit:within-4" } else { "HE/SA:within-4" });
    also(ap && aim.distance.is_long(), "over half range", "AP hit:over-half-range");
    also(ap && aim.facing == From::Front, "from the front", "R7");
    also(ap && aim.facing != From::Front, "from side or rear", "AP penetration:side-or-rear");
    also(aim.shelter.smoke, "behind smoke", "R25");
    also(ap && aim.shelter.crest && aim.facing == From::Front, "hull-down behind a crest", "R35");
    // An F makes riders dismount, and drives nobody back.
    let (way_back, at_riders) = match &aim.form {
        Form::HeSa(fire) if fire.target.is_armoured() => (WayBack::Free, true),
        Form::HeSa(fire) => (fire.way_back, false),
        _ => (WayBack::Free, false),
    };
    also(at_riders, "at those who ride", "R26");
    also(way_back == WayBack::OffTable, "an F drives it off the table", "R14");
    also(way_back == WayBack::EnemyBlocks, "it cannot fall back", "R14");
    let cover = aim.shelter.cover;
    let inside = matches!(cover, Cover::Building | Cover::Woods | Cover::Crops | Cover::Fortification);
    let rule = if cover == Cover::DugIn {
        "R21"
    } else if inside {
        "R36"
    } else {
        "R8"
    };
    let place = match cover {
        Cover::Hedge | Cover::Wall => format!("behind a {cover}"),
        Cover::DugIn => "dug in".to_owned(),
        Cover::Crops => "in crops".to_owned(),
        Cover::Woods => "in woods".to_owned(),
        _ => format!("in a {cover}"),
    };
    also(cover != Cover::Open, &place, rule);
    words
}

/// What counts when infantry hunts a tank: not range nor cover.
fn hunting(aim: &Aim) -> Vec<(String, Rule)> {
    let Form::Hunt(hunt) = &aim.form else { unreachable!("a hunt") };
    let mut words = vec![("hunted by hand, on 15 or more with quality".to_owned(), Rule("R10"))];
    if hunt.friends_near && !hunt.target_state.is_suppressed() {
        words.push(("unsuppressed, with friends of its own within 4: -2".to_owned(), Rule("R10")));
    }
    words
}

fn why(aim: &Aim) -> Vec<String> {
    reasons(aim).into_iter().map(|(words, _)| words).collect()
}
