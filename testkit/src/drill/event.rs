//! What happened.

use super::combat::Hits;
use super::state::{Side, Stance, State, UnitId, Word};
use field::Point;
use kernel::game::{Eyes, Said};
use kernel::rule::Rule;
use tabletop::inches;

/// A fact to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// D2 A side has hidden its scouts.
    Hid {
        /// Which.
        side: Side,
    },
    /// D3 A side has plotted.
    Plotted {
        /// Which.
        side: Side,
    },
    /// D3 Both stances are shown.
    Shown {
        /// That of Red.
        red: Stance,
        /// That of Blue.
        blue: Stance,
    },
    /// D4 A side begins to act.
    Acts {
        /// Which.
        side: Side,
    },
    /// D4 A side acts no more.
    Passed {
        /// Which.
        side: Side,
    },
    /// D4 A unit has gone a leg.
    Went {
        /// Which.
        unit: UnitId,
        /// Where to.
        to: Point,
    },
    /// D4 A move is at its end.
    Faces {
        /// Who.
        unit: UnitId,
        /// Where it faces.
        facing: u16,
    },
    /// A move is cut short.
    Stops {
        /// Who.
        unit: UnitId,
        /// By which rule.
        rule: Rule,
    },
    /// D7 A scout is seen.
    Seen {
        /// The unit that it is now.
        unit: UnitId,
        /// Where it is.
        at: Point,
    },
    /// D5 A side holds its fire.
    Held {
        /// Which.
        side: Side,
    },
    /// D6 A unit has fired.
    Fired {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// With how many hits.
        hits: u8,
    },
    /// D11 A mortar has thrown a burst.
    Burst {
        /// Which.
        unit: UnitId,
        /// Where to.
        at: Point,
        /// How many it catches.
        caught: u8,
    },
    /// D11 A mortar has laid smoke.
    Smoke {
        /// Which.
        unit: UnitId,
        /// Where to.
        at: Point,
    },
    /// A unit has lost strength.
    Lost {
        /// Who.
        unit: UnitId,
        /// How much.
        loss: u8,
        /// By which rule.
        rule: Rule,
    },
    /// D6 A unit is destroyed.
    Destroyed {
        /// Which.
        unit: UnitId,
    },
    /// D8 A duel was won.
    Won {
        /// By whom.
        winner: UnitId,
        /// Against whom.
        loser: UnitId,
    },
    /// D7 A unit looks out.
    LooksOut {
        /// Which.
        unit: UnitId,
    },
    /// D7 What a side is told by its look-out; for its own ears.
    Told {
        /// The side.
        side: Side,
        /// What.
        word: Word,
    },
    /// D3 A turn begins.
    Turn {
        /// Which.
        turn: u8,
    },
    /// D9 The game is over.
    Over,
}

impl Event {
    /// The event in a sentence, where these eyes see it.
    pub(super) fn said(&self, state: &State, eyes: Eyes) -> Option<Said> {
        let name = |id: &UnitId| state.units.get(*id as usize).map_or_else(|| "a unit".to_owned(), super::Unit::name);
        Some(match self {
            Event::Hid { side } => Said::of(format!("{} has hidden its scouts.", side.name())).under(Rule("D2")),
            Event::Plotted { side } => Said::of(format!("{} has plotted.", side.name())).under(Rule("D3")),
            Event::Shown { red, blue } => {
                Said::of(format!("The plots are shown: Red is to {}, Blue to {}.", red.name(), blue.name()))
                    .under(Rule("D3"))
            }
            Event::Acts { side } => Said::of(format!("{} acts.", side.name())).under(Rule("D4")),
            Event::Passed { side } => Said::of(format!("{} passes.", side.name())).under(Rule("D4")),
            Event::Went { unit, to } => Said::of(format!("{} goes to {}, {}.", name(unit), inches(to.x), inches(to.y)))
                .under(Rule("D4"))
                .piece(*unit),
            Event::Faces { unit, facing } => {
                Said::of(format!("{} faces {facing} degrees.", name(unit))).under(Rule("D4")).piece(*unit)
            }
            Event::Stops { unit, rule } => Said::of(format!("{} stops.", name(unit))).under(*rule).piece(*unit),
            Event::Seen { unit, at } => {
                Said::of(format!("{} is seen at {}, {}.", name(unit), inches(at.x), inches(at.y)))
                    .under(Rule("D7"))
                    .piece(*unit)
            }
            Event::Held { side } => Said::of(format!("{} holds its fire.", side.name())).under(Rule("D5")),
            Event::Fired { unit, target, hits } => {
                Said::of(format!("{} fires at {}: {}.", name(unit), name(target), Hits(*hits)))
                    .under(Rule("D6"))
                    .piece(*unit)
                    .piece(*target)
            }
            Event::Burst { unit, at, caught } => {
                let caught = match caught {
                    0 => "nobody is caught".to_owned(),
                    1 => "it catches 1 unit".to_owned(),
                    more => format!("it catches {more} units"),
                };
                Said::of(format!("{} throws a burst at {}, {}: {caught}.", name(unit), inches(at.x), inches(at.y)))
                    .under(Rule("D11"))
                    .piece(*unit)
            }
            Event::Smoke { unit, at } => {
                Said::of(format!("{} lays smoke at {}, {}.", name(unit), inches(at.x), inches(at.y)))
                    .under(Rule("D11"))
                    .piece(*unit)
            }
            Event::Lost { unit, loss, rule } => {
                Said::of(format!("{} loses {loss} of its strength.", name(unit))).under(*rule).piece(*unit)
            }
            Event::Destroyed { unit } => {
                Said::of(format!("{} is destroyed.", name(unit))).under(Rule("D6")).piece(*unit)
            }
            Event::Won { winner, loser } => Said::of(format!("{} wins the duel with {}.", name(winner), name(loser)))
                .under(Rule("D8"))
                .piece(*winner)
                .piece(*loser),
            Event::LooksOut { unit } => Said::of(format!("{} looks out.", name(unit))).under(Rule("D7")).piece(*unit),
            Event::Told { side, word } => {
                if !eyes.are(side.seat()) {
                    return None;
                }
                Said::of(format!("{} is told: {}.", side.name(), word.sentence())).under(Rule("D7"))
            }
            Event::Turn { turn } => Said::of(format!("Turn {turn} begins.")).under(Rule("D3")),
            Event::Over => Said::of("The game is over.").under(Rule("D9")),
        })
    }
}
