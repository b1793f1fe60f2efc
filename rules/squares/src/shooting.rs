//! 27: shooting, through hit placement and saves.

use crate::charts;
use crate::hits::{Body, Losses, Placement, Placing, Toll, policies};
use crate::saves::Shelter;
use crate::seats::{SHOOTER, TARGET};
use crate::unit::{Defences, Ground, Kind, Quality, Unit, check_square};
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::SHOOTING { professional, reservist_or_dismounted } }

/// A square that shoots at another.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Shooting {
    /// The units of the shooting square.
    #[field(rule = "27", min = 1, max = 6, default = vec![Unit::default(), Unit::of(Kind::MachineGun)])]
    pub shooters: Vec<Unit>,
    /// How far the target is, in squares along a straight line.
    #[field(rule = "R13", min = 1, max = 4, default = 1)]
    pub range: u8,
    /// The units of the target square.
    #[field(rule = "26:saves", min = 1, max = 6, default = vec![Unit::default(), Unit::default()])]
    pub target: Vec<Unit>,
    /// The scenery of the target square.
    #[field(rule = "26:saves")]
    pub ground: Ground,
    /// The defences of the target square.
    #[field(rule = "26:saves")]
    pub defences: Defences,
    /// A barrage lies on either square or between them: nobody shoots in, out or across.
    #[field(rule = "22:no-shooting")]
    pub barrage: bool,
    /// How the target's owner places the first hit.
    #[field(rule = "26:place-first")]
    pub target_places: Placing,
    /// How the shooter places the rest.
    #[field(rule = "26:place-rest", default = Placing::Weakest)]
    pub shooter_places: Placing,
}

/// 27 The dice of a shooting square.
pub fn shooting_dice(shooting: &Shooting) -> Tally {
    pool(shooting, true)
}

/// The same sum, whose lines are kept where somebody reads them ([`Dice::tells`]).
pub fn pool(shooting: &Shooting, tells: bool) -> Tally {
    if shooting.barrage {
        return Tally::base("dice", Rule("22:no-shooting"), "a barrage in the way", 0);
    }
    let mut dice = Tally::when_told("dice", tells);
    let able = || shooting.shooters.iter().filter(|unit| range(unit.kind) >= shooting.range);
    let mut counts = [(0_u16, 0_u16); Kind::ALL.len()];
    for unit in able() {
        let (sound, damaged) = &mut counts[unit.kind as usize];
        *(if unit.is_at_strength() { sound } else { damaged }) += 1;
    }
    for (&kind, (sound, damaged)) in Kind::ALL.iter().zip(counts).filter(|(_, counts)| *counts != (0, 0)) {
        let (at_strength, when_damaged) = dice_of(kind);
        let cell = |column: &'static str| move || charts::SHOOTING.cell(row(kind), column);
        dice = dice.each_at(sound, citation(kind), kind.name(), at_strength, cell(AT_STRENGTH));
        dice = dice.each_at(damaged, citation(kind), damaged_name(kind), when_damaged, cell(DAMAGED));
    }
    // They are printed for presence: those out of range count too, where anybody shoots.
    let present = |is: &dyn Fn(&Unit) -> bool| able().next().is_some() && shooting.shooters.iter().any(is);
    let infantry = |quality| present(&|unit| unit.kind == Kind::Infantry && unit.is(quality));
    let dismounted = present(&|unit| unit.kind == Kind::DismountedCavalry);
    dice.when(infantry(Quality::Professional), &MODIFIERS.professional)
        .when(infantry(Quality::Reservist) || dismounted, &MODIFIERS.reservist_or_dismounted)
        .at_least(Rule("27"), "no fewer than none", 0)
}

/// The range of a kind in squares; 0 for those that do not shoot (R13: tanks and mounted cavalry).
pub fn range(kind: Kind) -> u8 {
    static RANGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let range = |&kind: &Kind| {
            charts::SHOOTING.row(row(kind)).map_or(0, |_| charts::SHOOTING.number(row(kind), "range") as u8)
        };
        Kind::ALL.iter().map(range).collect()
    });
    RANGES[kind as usize]
}

const AT_STRENGTH: &str = "dice at strength";
const DAMAGED: &str = "dice damaged";

/// The dice of a kind at strength and damaged.
fn dice_of(kind: Kind) -> (i32, i32) {
    static DICE: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
        let number = |kind: Kind, column| {
            charts::SHOOTING.row(row(kind)).map_or(0, |_| charts::SHOOTING.number(row(kind), column))
        };
        Kind::ALL.iter().map(|&kind| (number(kind, AT_STRENGTH), number(kind, DAMAGED))).collect()
    });
    DICE[kind as usize]
}

fn row(kind: Kind) -> &'static str {
    match kind {
        Kind::DismountedCavalry => "dismounted cavalry",
        Kind::MachineGun => "machine gun",
        Kind::MountainGun => "mountain gun",
        Kind::ArmouredCar | Kind::LightArmouredCar => "armoured car",
        plain => plain.name(),
    }
}

fn citation(kind: Kind) -> Rule {
    match kind {
        Kind::Infantry => Rule("27:infantry"),
        Kind::DismountedCavalry => Rule("27:dismounted-cavalry"),
        Kind::MachineGun => Rule("27:machine-gun"),
        Kind::Gun => Rule("27:gun"),
        Kind::Mortar => Rule("27:mortar"),
        Kind::MountainGun => Rule("27:mountain-gun"),
        Kind::ArmouredCar | Kind::LightArmouredCar => Rule("27:armoured-car"),
        Kind::MountedCavalry | Kind::LightTank | Kind::HeavyTank => Rule("R13"),
    }
}

fn damaged_name(kind: Kind) -> &'static str {
    match kind {
        Kind::MachineGun => "damaged machine gun",
        Kind::Gun => "damaged gun",
        Kind::Mortar => "damaged mortar",
        Kind::MountainGun => "damaged mountain gun",
        sound => sound.name(),
    }
}

/// The chain of a shooting: the pool, then the saves.
pub struct ShootingChain {
    dice: Tally,
    target: Body,
}

/// Where a shooting stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The dice are to be thrown.
    Fire,
    /// Hits are being saved.
    Hit(Toll),
}

impl ShootingChain {
    /// The chain of a situation.
    pub fn of(shooting: &Shooting) -> ShootingChain {
        let shelter = Shelter::UnderFire(shooting.ground, shooting.defences);
        let placement = Placement {
            owner: TARGET,
            first: 1,
            owner_places: shooting.target_places,
            other_places: shooting.shooter_places,
        };
        ShootingChain { dice: shooting_dice(shooting), target: Body::of(&shooting.target, shelter, placement) }
    }
}

impl Chain for ShootingChain {
    type Stage = Stage;
    type Outcome = Losses;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Losses> {
        match stage {
            Stage::Hit(toll) if toll.is_settled() => Turn::Done(self.target.losses(toll)),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match stage {
            Stage::Fire => {
                let Resolved { outcome: hits, because } = fire(&self.dice, dice);
                let placed = self.target.place(hits, &Toll::default());
                if !dice.tells() {
                    return Resolved::untold(Stage::Hit(placed));
                }
                let because = because.tally(self.target.placing(hits, &Toll::default(), &placed));
                Resolved { outcome: Stage::Hit(placed), because }
            }
            Stage::Hit(toll) => self.target.save(toll, dice).map(|toll| Stage::Hit(self.target.canonical(&toll))),
        }
    }
}

/// 27:hit The dice of a square are thrown: how many hits they are, before anybody places them.
pub fn fire(pool: &Tally, dice: &mut dyn Dice) -> Resolved<u16> {
    let roll = dice.hits(pool.total() as u16, 6, Why::high("shooting", SHOOTER));
    let hits = roll.reading as u16;
    if !dice.tells() {
        return Resolved::untold(hits);
    }
    Explanation::of(Rule("27:hit"), "shooting")
        .tally(pool.clone())
        .throw(roll)
        .gives(hits, Phrase::of("{} {hit|hits}; each 6 is one").number(hits))
}

/// A square shoots at another.
pub fn procedure() -> impl Procedure<Situation = Shooting> {
    let card = Card {
        name: "shooting",
        title: "Shooting",
        rule: Rule("27"),
        about: "A square shoots at another: hits, who places them, saves and casualties.",
        seat: SHOOTER,
    };
    Chained::new(card, |shooting: &Shooting| (ShootingChain::of(shooting), Stage::Fire))
        .checked(|shooting| {
            check_square("shooters", &shooting.shooters)?;
            check_square("target", &shooting.target)
        })
        .under(|shooting| policies(TARGET, shooting.target_places, SHOOTER, shooting.shooter_places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{of_chain, ratio};

    fn dice(shooters: &[Unit], range: u8) -> i32 {
        shooting_dice(&Shooting { shooters: shooters.to_vec(), range, ..Shooting::default() }).total()
    }

    #[test]
    fn r27_each_kind_shoots_with_its_dice_at_its_range() {
        use Kind::{
            ArmouredCar, DismountedCavalry, Gun, HeavyTank, Infantry, LightTank, MachineGun, Mortar, MountainGun,
            MountedCavalry,
        };
        // Dismounted cavalry gives its die and takes the once-a-square minus away again, so it is tried beside a gun.
        for (kind, range, at_strength, damaged) in [
            (Infantry, 1, 1, 1),
            (ArmouredCar, 1, 1, 1),
            (MachineGun, 1, 2, 1),
            (Gun, 4, 3, 1),
            (Mortar, 2, 3, 1),
            (MountainGun, 2, 3, 1),
        ] {
            let (sound, worn) = (Unit::of(kind), Unit::of(kind).less(kind.half_bases() / 2));
            assert_eq!(
                (dice(std::slice::from_ref(&sound), range), dice(&[worn], range)),
                (at_strength, damaged),
                "{kind}"
            );
            assert_eq!(dice(&[sound], range + 1), 0, "{kind} beyond its range");
        }
        assert_eq!(dice(&[Unit::of(DismountedCavalry), Unit::of(Gun)], 1), 1 + 3 - 1);
        for kind in [LightTank, HeavyTank, MountedCavalry] {
            assert_eq!(dice(&[Unit::of(kind)], 1), 0, "R13: {kind} does not shoot");
        }
    }

    #[test]
    fn r27_professional_infantry_adds_a_die_once_a_square() {
        let professional = Unit::default().quality(Quality::Professional);
        assert_eq!(dice(&[professional.clone(), professional], 1), 3);
        let gunners = Unit::of(Kind::MachineGun).quality(Quality::Professional);
        assert_eq!(dice(&[gunners], 1), 2, "only infantry");
    }

    #[test]
    fn r27_reservist_infantry_or_dismounted_cavalry_takes_a_die_once_a_square() {
        let reservist = Unit::default().quality(Quality::Reservist);
        assert_eq!(dice(&[reservist.clone(), reservist.clone()], 1), 1);
        assert_eq!(dice(&[reservist, Unit::of(Kind::DismountedCavalry)], 1), 1);
        assert_eq!(dice(&[Unit::default(), Unit::of(Kind::DismountedCavalry)], 1), 1);
    }

    #[test]
    fn r22_nobody_shoots_in_out_or_across_a_barrage() {
        assert_eq!(shooting_dice(&Shooting { barrage: true, ..Shooting::default() }).total(), 0);
    }

    #[test]
    fn r27_a_six_hits_and_a_failed_save_is_a_casualty() {
        // One infantry at one infantry in the open: 1/6 to hit, 1/2 to fail the save.
        let shooting =
            Shooting { shooters: vec![Unit::default()], target: vec![Unit::default()], ..Shooting::default() };
        let odds = of_chain(&Budget::default(), &ShootingChain::of(&shooting), &Dist::certain(Stage::Fire));
        assert_eq!(odds.dist.chance_that(|losses| losses.casualties == 1), ratio(1, 12));
    }
}
