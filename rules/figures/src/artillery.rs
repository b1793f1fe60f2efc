//! Artillery: one shell, from the deviation die to what it leaves of men and cover.

use crate::burst::{Ammunition, Exposed, Group, width};
use crate::casualties::{self, Losses, Thrown};
use crate::cover::{Contact, Structure, damage, resolve_survivors};
use crate::deviation::{Aim, Fall, resolve_deviation, resolve_distance};
use crate::fire::{Target, specialist_die};
use crate::fire_modifiers::{Posture, table_number, weapon_table};
use crate::guns::{Gun, Laying, Piece};
use crate::seats::FIRER;
use crate::shelling::{Effect, Shelling};
use crate::troops::{Cover, Formation, Quality};
use field::{Circle, Direction, Facing, INCH, Point, Rectangle};
use kernel::prelude::*;

/// A shell fired at men or at a structure.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Shell {
    /// The gun.
    #[field(rule = "Artillery:table")]
    pub gun: Gun,
    /// How it is laid.
    #[field(rule = "R9")]
    pub laying: Laying,
    /// What indirect fire was loaded with; direct fire is high explosive at structures and shrapnel at men.
    #[field(rule = "Artillery:indirect-ammunition")]
    pub ammunition: Ammunition,
    /// Inches to the target; guns off the table use the column of 60.
    #[field(rule = "Firing:guns", max = 96, default = 36)]
    pub range: u8,
    /// How good the crew is.
    #[field(rule = "Fire modifiers:green")]
    pub quality: Quality,
    /// Gunners already lost.
    #[field(rule = "Fire modifiers:gunner-lost", max = 4)]
    pub crew_lost: u8,
    /// Inches by which the aim lies beyond the middle of the target (short of it if negative).
    #[field(rule = "Bombardment:aim", min = -12, max = 12)]
    pub aim_over: i8,
    /// Inches by which the aim lies to the right of the middle of the target (to the left if negative).
    #[field(rule = "Bombardment:aim", min = -12, max = 12)]
    pub aim_right: i8,
    /// Men of the target, specialists included; those of a structure are inside it.
    #[field(rule = "Artillery:casualties", max = 40, default = 10)]
    pub men: u8,
    /// Specialists among them, who stand in the middle.
    #[field(rule = "Firing:specialists", max = 6)]
    pub specialists: u8,
    /// How the men stand, which says how far apart they are.
    #[field(rule = "R2")]
    pub formation: Formation,
    /// Ranks in which they stand.
    #[field(rule = "R2", min = 1, max = 4, default = 1)]
    pub ranks: u8,
    /// Degrees by which their line, or the structure, is turned clockwise from lying across the line of fire.
    #[field(rule = "Fire modifiers:enfilade", max = 179)]
    pub angle: u8,
    /// The men's cover.
    #[field(rule = "Burst:cover")]
    pub cover: Cover,
    /// The men are prone.
    #[field(rule = "Fire modifiers:prone")]
    pub prone: bool,
    /// The structure that is aimed at, if it is one.
    #[field(rule = "Artillery:direct-ammunition")]
    pub structure: Structure,
    /// Inches of the structure from left to right; a fence or wall counts for each 3 inches.
    #[field(rule = "Cover:sections", min = 1, max = 12, default = 3)]
    pub width: u8,
    /// Inches of the structure from near to far.
    #[field(rule = "Cover:burst", min = 1, max = 12, default = 2)]
    pub depth: u8,
    /// What earlier shells took off the structure's value.
    #[field(rule = "Cover:destroyed", max = 39)]
    pub worn: u8,
}

/// A shell in flight and what it can meet.
pub struct Shelled {
    piece: Piece,
    aim: Aim,
    aim_point: Point,
    ammunition: Ammunition,
    /// Inches of the burst.
    width: Tally,
    group: Group,
    /// The table for the men in the burst.
    men_table: Tally,
    /// The table that wears down the structure.
    cover_table: Tally,
    structure: Structure,
    plan: Rectangle,
    /// What the structure is still worth.
    value: Tally,
}

/// Where the shell is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The deviation die is due.
    Deviation,
    /// It goes astray in this direction.
    Astray(Direction),
    /// It has burst.
    Burst(Landing),
    /// A specialist may be among the casualties.
    Specialist {
        /// Where it burst.
        landing: Landing,
        /// Losses so far.
        lost: Losses,
    },
    /// The structure is worn down.
    Structure {
        /// Where it burst.
        landing: Landing,
        /// Losses so far.
        lost: Losses,
    },
    /// The structure falls in on the men inside.
    Collapse(Shelling),
    /// All is known.
    Over(Shelling),
}

/// Who and what a burst has caught.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Landing {
    /// The men in it.
    exposed: Exposed,
    /// How it meets the structure.
    contact: Contact,
}

impl Landing {
    /// A burst that has caught these and met a structure so: on a table, where everybody stands somewhere, that is known.
    pub fn of(exposed: Exposed, contact: Contact) -> Landing {
        Landing { exposed, contact }
    }
}

impl Shelled {
    /// A shell and where it begins.
    pub fn begin(shell: &Shell) -> (Shelled, Stage) {
        let piece = shell.piece();
        let ammunition = shell.ammunition();
        let firer = piece.firer(shell.comes_along_the_line());
        let posture = Posture { cover: shell.cover, formation: shell.formation, prone: shell.prone };
        let shelled = Shelled {
            piece,
            aim: Aim { direct: shell.laying.is_direct(), building: shell.structure.is_building() },
            // The gun fires up the table, so over is up.
            aim_point: Point::inches(shell.aim_right.into(), -i64::from(shell.aim_over)),
            ammunition,
            width: width(shell.gun.weapon(), ammunition),
            group: shell.group(),
            men_table: table_number(&firer, piece.range(), &posture),
            cover_table: weapon_table(&firer, piece.range()),
            structure: shell.structure,
            plan: shell.plan(),
            value: shell.structure.value_less(shell.worn),
        };
        (shelled, Stage::Deviation)
    }

    /// What a shell catches that bursts at a point of the table.
    fn landing(&self, point: Point, hit: bool) -> Landing {
        let burst = Circle { middle: point, diameter: i64::from(self.width.total()) * INCH };
        let turned = Circle { middle: point.turned(-i64::from(self.group.angle)), ..burst };
        let is_there = self.structure != Structure::NoStructure;
        let contact = match () {
            // A direct hit needs the die's hit and an aim at the structure itself.
            () if is_there && hit && Circle { diameter: 0, ..turned }.touches(self.plan) => Contact::Direct,
            () if is_there && turned.touches(self.plan) => Contact::Touched,
            () => Contact::Clear,
        };
        let all_inside = contact == Contact::Direct && self.structure.has_inside();
        let exposed = if all_inside { self.group.everybody() } else { self.group.in_burst(burst) };
        Landing { exposed, contact }
    }

    /// Artillery:casualties 1D6 on the table; guns count as 6 figures, and only men in the burst can be hit.
    fn burst(&self, landing: Landing, dice: &mut dyn Dice) -> Resolved<Stage> {
        let explained = Explanation::of(Rule("Artillery:casualties"), "burst").tally(self.width.clone());
        let Landing { exposed, contact } = landing;
        let lost = Losses::default();
        if exposed.men == 0 {
            let words = if contact == Contact::Clear { "it misses the target" } else { "there is nobody in the burst" };
            return explained.gives(Shelled::after_men(landing, lost), Phrase::of(words));
        }
        let explained = explained.tally(self.men_table.clone());
        if self.men_table.total() < 1 {
            let phrase = Phrase::of("{} {man|men} in the burst; the table is below 1").number(exposed.men);
            return explained.gives(Shelled::after_men(landing, lost), phrase);
        }
        let figures = self.piece.gun.weapon().figures(0, 0);
        let why = Why::low("burst", FIRER);
        let Thrown { die, read } = casualties::throw(self.men_table.total(), figures.total() as u16, why, dice);
        let lost = Losses { casualties: read.casualties.min(exposed.men), specialists: 0 };
        let next = if lost.casualties > 0 && exposed.target().has_specialists_to_find(lost) {
            Stage::Specialist { landing, lost }
        } else {
            Shelled::after_men(landing, lost)
        };
        let phrase = Phrase::of("{} {man|men} in the burst: {} {casualty|casualties}")
            .number(exposed.men)
            .number(lost.casualties);
        explained.tally(figures).throw(die).read_at(read.cell).gives(next, phrase)
    }

    /// After the men comes the structure, where the burst met one.
    fn after_men(landing: Landing, lost: Losses) -> Stage {
        let lost = landing.exposed.target().settle(lost);
        if landing.contact == Contact::Clear {
            return Stage::Over(Shelling::of(landing.exposed.men, lost));
        }
        Stage::Structure { landing, lost }
    }

    /// Cover:direct-hit, Cover:burst and Cover:wire What the shell does to the structure.
    fn wear_down(&self, landing: Landing, lost: Losses) -> Resolved<Stage> {
        let hit = Shelling::of(landing.exposed.men, lost);
        if self.ammunition == Ammunition::Shrapnel {
            let phrase = Phrase::of("shrapnel has no effect on defences");
            return Explanation::of(Rule("Burst:defences"), "cover")
                .gives(Stage::Over(hit.on_cover(Effect::Harmless)), phrase);
        }
        if self.structure == Structure::Wire {
            // Half the diameter in inches is the diameter in half inches.
            let half_inches = self.width.total() as u8;
            let cut = Shelling { wire_cut: half_inches, ..hit.on_cover(Effect::Damages) };
            let template = if half_inches.is_multiple_of(2) {
                "a gap of {} {inch|inches} is cleared"
            } else {
                "a gap of {} and a half inches is cleared"
            };
            let phrase = Phrase::of(template).number(half_inches / 2);
            return Explanation::of(Rule("Cover:wire"), "wire").gives(Stage::Over(cut), phrase);
        }
        let damage = damage(self.cover_table.clone(), landing.contact);
        let value = self.value.clone().plus(landing.contact.rule(), "this shell", -damage.total());
        let value = value.at_least(Rule("Cover:destroyed"), "nothing is left of it", 0);
        let (left, off) = (value.total(), self.value.total() - value.total());
        let hit = Shelling { damage: off as u8, ..hit };
        let explained = Explanation::of(landing.contact.rule(), "cover").tally(damage).tally(value);
        if left > 0 {
            let effect = if off > 0 { Effect::Damages } else { Effect::Harmless };
            let phrase = Phrase::of("{} off its value, {} left").number(off).number(left);
            return explained.gives(Stage::Over(hit.on_cover(effect)), phrase);
        }
        let ruined = hit.on_cover(Effect::Destroys);
        let inside = self.structure.has_inside() && self.group.men > lost.casualties;
        let next = if inside { Stage::Collapse(ruined) } else { Stage::Over(ruined) };
        explained.gives(next, Phrase::of("{} off its value: it is destroyed").number(off))
    }

    /// R18: each man inside dies on 1 to 3; the others are in soft cover.
    fn collapse(&self, ruined: Shelling, dice: &mut dyn Dice) -> Resolved<Stage> {
        let inside = self.group.men - ruined.lost.casualties;
        resolve_survivors(inside, Rule("R18"), dice).map(|alive| {
            let lost = Losses { casualties: self.group.men - alive, ..ruined.lost };
            Stage::Over(Shelling { lost: self.group.everybody().target().settle(lost), ..ruined })
        })
    }
}

impl Chain for Shelled {
    type Stage = Stage;
    type Outcome = Shelling;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Shelling> {
        match stage {
            Stage::Over(shelling) => Turn::Done(*shelling),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Deviation => resolve_deviation(self.aim, dice).map(|fall| match fall {
                Fall::Hit => Stage::Burst(self.landing(self.aim_point, true)),
                Fall::Astray(direction) => Stage::Astray(direction),
            }),
            Stage::Astray(direction) => resolve_distance(self.piece.laying.spread(), direction, dice)
                .map(|off| Stage::Burst(self.landing(self.aim_point.plus(off), false))),
            Stage::Burst(landing) => self.burst(landing, dice),
            Stage::Specialist { landing, lost } => {
                specialist_die(lost, dice).map(|lost| Shelled::after_men(landing, lost))
            }
            Stage::Structure { landing, lost } => self.wear_down(landing, lost),
            Stage::Collapse(ruined) => self.collapse(ruined, dice),
            Stage::Over(_) => unreachable!("a shell that has burst throws no dice"),
        }
    }
}

impl Exposed {
    /// The men in the burst as a target.
    pub fn target(self) -> Target {
        Target { men: self.men, specialists: self.specialists }
    }
}

impl Shell {
    fn piece(&self) -> Piece {
        let Shell { gun, laying, range, quality, crew_lost, .. } = *self;
        Piece { gun, laying, range, quality, crew_lost }
    }

    /// Artillery:direct-ammunition Direct fire is high explosive at buildings and defences and shrapnel at men.
    fn ammunition(&self) -> Ammunition {
        match self.laying {
            Laying::Direct if self.structure == Structure::NoStructure => Ammunition::Shrapnel,
            Laying::Direct => Ammunition::HighExplosive,
            Laying::Indirect | Laying::OffTable => self.ammunition,
        }
    }

    /// R6: within 30 degrees of the direction in which the target's line runs.
    fn comes_along_the_line(&self) -> bool {
        self.structure == Structure::NoStructure && (60..=120).contains(&self.angle)
    }

    /// Men inside a structure stand an inch apart in as many ranks as its width needs.
    fn group(&self) -> Group {
        let specialists = self.specialists.min(self.men);
        if self.structure.has_inside() {
            return Group { men: self.men, specialists, spacing: INCH, rank: self.width, angle: self.angle };
        }
        Group { specialists, ..Group::of(self.men, self.formation, self.ranks, self.angle) }
    }

    fn plan(&self) -> Rectangle {
        let (width, depth) = (i64::from(self.width) * INCH, i64::from(self.depth) * INCH);
        Rectangle { middle: Point::default(), width, depth, facing: Facing::UP }
    }

    /// The same within what the form takes: a burst on a table may catch more men than it asks for.
    #[must_use]
    pub fn for_desk(&self) -> Shell {
        let men = self.men.min(self.structure.holds().unwrap_or(40)).min(40);
        Shell { men, specialists: self.specialists.min(men).min(6), ..self.clone() }
    }

    fn check(&self) -> Result<(), Refusal> {
        self.piece().check()?;
        if let Some(holds) = self.structure.holds().filter(|&holds| self.men > holds) {
            let sentence = format!("a {} holds {holds} men, not {} (R18)", self.structure, self.men);
            return Err(Refusal::field("men", sentence));
        }
        if let Some(value) = self.structure.value().filter(|&value| self.worn >= value) {
            let sentence = format!("a {} has the value {value}, so with {} off it is gone", self.structure, self.worn);
            return Err(Refusal::field("worn", sentence));
        }
        Ok(())
    }
}

/// One shell at men or at a structure.
pub fn procedure() -> impl Procedure<Situation = Shell> {
    let card = Card {
        name: "artillery",
        title: "Artillery",
        rule: Rule("Artillery"),
        about: "Does a shell reach its target, and what does it do to men and cover?",
        seat: FIRER,
    };
    Chained::new(card, Shelled::begin).checked(Shell::check)
}

#[cfg(test)]
mod tests;
