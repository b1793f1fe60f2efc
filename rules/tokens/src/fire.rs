//! Firing: dice, hits, morale markers and casualty rolls, to the nerve of the target (R7, R9).

use crate::casualties::{Casualties, CasualtyRolls};
use crate::charts;
use crate::fall_back::WayBack;
use crate::nerve::{Blow, Stand, Struck};
use crate::seats::FIRER;
use crate::to_hit::{ToHit, number_needed};
use crate::units::{Ground, Kind, Quality, Unit};
use crate::volley::{Mode, Volley};
use kernel::prelude::*;
use std::fmt;

kernel::modifiers! { Modifiers, MODIFIERS of charts::HIT_MODIFIERS {
    target_moved, cover, close_range, elite_or_trained, poor, morale_markers
} }

/// A unit that fires at another.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Firing {
    /// What fires.
    #[field(rule = "Firing")]
    pub firer: Kind,
    /// How good the firer is.
    #[field(rule = "Firing:elite-or-trained")]
    pub firer_quality: Quality,
    /// Bases the firer has left; a company of machine guns has 2 at most, so 3 is 2.
    #[field(rule = "Firing:one-base", min = 1, max = 3, default = 3)]
    pub firer_bases: u8,
    /// Morale markers on the firer; any number counts once.
    #[field(rule = "Firing:morale-markers", max = 6)]
    pub firer_markers: u8,
    /// Does it move first?
    #[field(rule = "R7")]
    pub mode: Mode,
    /// Inches from base to base, rounded up.
    #[field(rule = "Common:distance", min = 1, max = 60, default = 4)]
    pub range: u8,
    /// The guns do not see the target, but a friendly unit or commander does; heavy guns always fire so.
    #[field(rule = "R8")]
    pub indirect: bool,
    /// What is fired at.
    #[field(rule = "Firing:close-range")]
    pub target: Kind,
    /// How good the target is; that is its nerve.
    #[field(rule = "R9")]
    pub target_quality: Quality,
    /// Bases the target has left; a company of machine guns has 2 at most, so 3 is 2.
    #[field(rule = "R9", min = 1, max = 3, default = 3)]
    pub target_bases: u8,
    /// Morale markers that already lie on the target.
    #[field(rule = "R9", max = 6, default = 2)]
    pub target_markers: u8,
    /// Where half or more of the target's bases stand.
    #[field(rule = "Firing:cover-meaning")]
    pub ground: Ground,
    /// The target is in smoke or behind it.
    #[field(rule = "Firing:cover")]
    pub smoke: bool,
    /// The target completed a move earlier this turn.
    #[field(rule = "R6")]
    pub target_moved: bool,
    /// What lies behind the target, should it have to fall back.
    #[field(rule = "R11")]
    pub way_back: WayBack,
}

/// Where a shot stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The dice are to be thrown.
    Aim,
    /// So many hits need their casualty rolls.
    Hit(u8),
    /// It is over.
    End(Struck),
}

/// A shot with all that its rolls depend on.
pub struct Shot {
    seat: Seat,
    to_hit: ToHit,
    cell: Cell,
    weapon: Kind,
    target: Unit,
    ground: Ground,
    way_back: WayBack,
}

/// What is fired at, and what helps or hides it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) unit: Unit,
    pub(crate) ground: Ground,
    pub(crate) smoke: bool,
    pub(crate) moved: bool,
    pub(crate) way_back: WayBack,
}

impl Firing {
    /// The situation of a volley at a mark, as the charts desk has it.
    pub(crate) fn of(volley: Volley, mark: Mark) -> Firing {
        let (firer, target) = (volley.firer, mark.unit);
        Firing {
            firer: firer.kind,
            firer_quality: firer.quality,
            firer_bases: firer.bases,
            firer_markers: firer.markers,
            mode: volley.mode,
            range: volley.range,
            indirect: volley.indirect,
            target: target.kind,
            target_quality: target.quality,
            target_bases: target.bases,
            target_markers: target.markers,
            ground: mark.ground,
            smoke: mark.smoke,
            target_moved: mark.moved,
            way_back: mark.way_back,
        }
    }
}

impl Shot {
    /// Makes ready the shot of `seat` at a mark.
    pub(crate) fn of(seat: Seat, volley: Volley, mark: Mark) -> Shot {
        let to_hit = ToHit { dice: volley.dice(), needed: needed(volley, mark) };
        let Mark { unit: target, ground, way_back, .. } = mark;
        Shot { seat, to_hit, cell: volley.cell(), weapon: volley.firer.kind, target, ground, way_back }
    }

    /// The hits to be expected, in thousandths.
    pub(crate) fn expected(&self) -> i64 {
        self.to_hit.expected()
    }

    /// Firing:to-hit Each die hits on 6+, modified (R7).
    pub(crate) fn aim(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        let explained = Explanation::of(Rule("Firing:to-hit"), "fire").cell(self.cell);
        let thrown = self.to_hit.throw(explained, Why::high("hits of fire", self.seat), dice);
        thrown.map(|hits| match hits {
            0 => Stage::End(Struck::unhurt(self.target)),
            hits => Stage::Hit(hits),
        })
    }

    /// Morale markers: one for each hit and one more if a casualty roll succeeds; then nerve (R9).
    pub(crate) fn strike(&self, hits: u8, dice: &mut dyn Dice) -> Resolved<Struck> {
        let casualties = Casualties { hits, by: self.weapon, ground: self.ground };
        let CasualtyRolls { further, explained } = casualties.roll(Why::high("casualty rolls", self.seat), dice);
        let blow = Blow { hits, further, beaten: false };
        let (markers, struck) = blow.strike("markers", self.target, self.way_back);
        let fate = struck.fate;
        let told = match fate.stand {
            Stand::Holds => Phrase::of("{} {marker|markers} against nerve {}: it holds")
                .number(fate.markers)
                .number(self.target.quality.nerve()),
            Stand::LosesABase => {
                Phrase::of("it loses a base and falls back {} inches").number(self.target.kind.full_move())
            }
            _ => Phrase::of("it {}").word(fate.stand.told()),
        };
        explained.tally(markers).gives(struck, told)
    }
}

impl Chain for Shot {
    type Stage = Stage;
    type Outcome = Struck;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Struck> {
        match stage {
            Stage::End(struck) => Turn::Done(*struck),
            Stage::Aim | Stage::Hit(_) => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Aim => self.aim(dice),
            Stage::Hit(hits) => self.strike(hits, dice).map(Stage::End),
            Stage::End(_) => unreachable!("a shot that has ended does not roll"),
        }
    }
}

/// Firing: 6, and what helps or spoils the aim.
fn needed(volley: Volley, mark: Mark) -> Tally {
    let firer = volley.firer;
    let hidden = mark.smoke || mark.ground != Ground::Open;
    let near =
        if mark.unit.kind == Kind::MountedCavalry && mark.ground == Ground::Open { CLOSE_TO_CAVALRY } else { CLOSE };
    number_needed(
        Tally::base("number needed", Rule("Firing:to-hit"), "to hit", TO_HIT),
        [
            (mark.moved, &MODIFIERS.target_moved),
            (hidden, &MODIFIERS.cover),
            (volley.range <= near, &MODIFIERS.close_range),
            (firer.quality.is_elite_or_trained(), &MODIFIERS.elite_or_trained),
            (firer.quality == Quality::Poor, &MODIFIERS.poor),
            (firer.is_marked(), &MODIFIERS.morale_markers),
        ],
    )
}

/// Firing:to-hit The number before modifiers.
const TO_HIT: i32 = 6;
/// Firing:close-range Inches of close range.
const CLOSE: u8 = 4;
/// Firing:close-range Inches of close range to mounted cavalry in the open.
const CLOSE_TO_CAVALRY: u8 = 8;

/// Fire of one unit at another.
pub fn procedure() -> impl Procedure<Situation = Firing> {
    let card = Card {
        name: "fire",
        title: "Fire",
        rule: Rule("Firing"),
        about: "What does the fire of a unit do to its target, through hits, markers and nerve?",
        seat: FIRER,
    };
    let start = |firing: &Firing| (Shot::of(FIRER, firing.volley(), firing.mark()), Stage::Aim);
    Chained::new(card, start).checked(|firing| firing.volley().check())
}

impl Firing {
    fn volley(&self) -> Volley {
        let firer = Unit::of(self.firer, self.firer_quality, self.firer_bases, self.firer_markers);
        let indirect = self.indirect || self.firer == Kind::HeavyGuns;
        Volley { firer, mode: self.mode, range: self.range, indirect }
    }

    fn mark(&self) -> Mark {
        let unit = Unit::of(self.target, self.target_quality, self.target_bases, self.target_markers);
        Mark { unit, ground: self.ground, smoke: self.smoke, moved: self.target_moved, way_back: self.way_back }
    }
}

impl fmt::Display for Struck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fate.stand {
            Stand::Holds if self.hits == 0 => f.write_str("no hit"),
            Stand::Holds => f.write_str("takes markers and holds"),
            broken => f.write_str(broken.told()),
        }
    }
}

impl Outcome for Struck {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("hits", self.hits.into()),
            ("markers laid", self.laid.into()),
            ("bases lost", self.fate.bases_lost.into()),
        ]
    }

    /// A hit lays a marker, whatever becomes of the target.
    fn is_hoped_for(&self) -> bool {
        self.hits > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, of_chain, ratio, run};

    fn shot(firing: &Firing) -> Shot {
        Shot::of(FIRER, firing.volley(), firing.mark())
    }

    fn needs(firing: &Firing) -> i32 {
        shot(firing).to_hit.needed.total()
    }

    /// Infantry at 10 inches, where nothing modifies.
    fn far() -> Firing {
        Firing { range: 10, ..Firing::default() }
    }

    fn chance(firing: &Firing, is: impl Fn(&Struck) -> bool) -> Ratio {
        of_chain(&Budget::default(), &shot(firing), &Dist::certain(Stage::Aim)).dist.chance_that(is)
    }

    fn fall<const N: usize>(firing: &Firing, faces: [u8; N]) -> Struck {
        run(&shot(firing), Stage::Aim, &mut Scripted::of(faces)).outcome
    }

    #[test]
    fn firing_to_hit_is_6() {
        assert_eq!(needs(&far()), 6);
    }

    #[test]
    fn firing_target_moved_is_one_off() {
        assert_eq!(needs(&Firing { target_moved: true, ..far() }), 7);
    }

    #[test]
    fn firing_cover_and_smoke_are_one_off_together() {
        let hidden = |ground, smoke| needs(&Firing { ground, smoke, ..far() });
        assert_eq!((hidden(Ground::Cover, false), hidden(Ground::Open, true)), (7, 7));
        assert_eq!((hidden(Ground::Fortifications, false), hidden(Ground::Cover, true)), (7, 7));
    }

    #[test]
    fn firing_close_range_reaches_to_4() {
        let at = |range| needs(&Firing { range, ..far() });
        assert_eq!((at(4), at(5)), (5, 6));
    }

    #[test]
    fn firing_close_range_reaches_to_8_against_mounted_cavalry_in_the_open() {
        let at = |range, target, ground| needs(&Firing { range, target, ground, ..far() });
        assert_eq!((at(8, Kind::MountedCavalry, Ground::Open), at(9, Kind::MountedCavalry, Ground::Open)), (5, 6));
        assert_eq!(at(8, Kind::DismountedCavalry, Ground::Open), 6);
        assert_eq!(at(8, Kind::MountedCavalry, Ground::Cover), 7, "cover, and no close range");
    }

    #[test]
    fn firing_elite_or_trained_firers_hit_more_easily() {
        let by = |firer_quality| needs(&Firing { firer_quality, ..far() });
        assert_eq!((by(Quality::Elite), by(Quality::Trained)), (5, 5));
    }

    #[test]
    fn firing_poor_firers_hit_less_easily() {
        assert_eq!(needs(&Firing { firer_quality: Quality::Poor, ..far() }), 7);
    }

    #[test]
    fn firing_morale_markers_on_the_firer_are_one_off_once() {
        let with = |firer_markers| needs(&Firing { firer_markers, ..far() });
        assert_eq!((with(1), with(5)), (7, 7));
    }

    #[test]
    fn firing_modifiers_add_up_to_10_at_the_worst() {
        let worst = Firing {
            firer_quality: Quality::Poor,
            firer_markers: 1,
            target_moved: true,
            ground: Ground::Cover,
            ..far()
        };
        assert_eq!(needs(&worst), 10);
        // R7: a 6 and another 6, with either of two dice.
        assert_eq!(chance(&worst, |struck| struck.hits > 0), ratio(71, 1296));
    }

    #[test]
    fn morale_markers_each_hit_is_one_and_a_casualty_roll_one_more() {
        let fresh = Firing { target_markers: 0, ..far() };
        let struck = fall(&fresh, [6, 6, 4, 5]);
        assert_eq!((struck.hits, struck.laid, struck.fate.markers), (2, 3, 3), "both rolls succeed, one marker");
        assert_eq!(fall(&fresh, [6, 6, 3, 3]).laid, 2);
    }

    #[test]
    fn casualty_rolls_in_smoke_are_those_of_the_open() {
        // Needed 7: the 6 is followed by a 4; the casualty roll of 4 succeeds in the open.
        assert_eq!(fall(&Firing { smoke: true, ..far() }, [6, 1, 4, 4]).laid, 2);
    }

    #[test]
    fn a_whole_volley_has_the_odds_of_its_dice() {
        // 3 dice on 5+: 0, 1, 2, 3 hits with 8, 12, 6, 1 of 27. On 2 markers of nerve 4 two more break: one hit with a
        // casualty (1/2), or more hits.
        let volley = Firing::default();
        assert_eq!(chance(&volley, |struck| struck.hits == 0), ratio(8, 27));
        assert_eq!(chance(&volley, |struck| struck.fate.stand == Stand::Holds && struck.hits > 0), ratio(6, 27));
        assert_eq!(chance(&volley, |struck| struck.fate.stand == Stand::LosesABase), ratio(13, 27));
    }

    #[test]
    fn r9_the_last_base_is_the_end_of_the_target() {
        let last = Firing { target_bases: 1, ..Firing::default() };
        assert_eq!(chance(&last, |struck| struck.fate.stand == Stand::Destroyed), ratio(13, 27));
    }

    #[test]
    fn r11_a_target_that_cannot_fall_back_loses_two_bases() {
        let cornered = Firing { way_back: WayBack::Blocked, ..Firing::default() };
        assert_eq!(chance(&cornered, |struck| struck.fate.bases_lost == 2), ratio(13, 27));
    }
}
