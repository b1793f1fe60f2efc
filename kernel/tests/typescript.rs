//! The types that the browser shares with the program stand in `web/src/lib/api/kernel.ts` as they are here, and what
//! serialises by hand fits the mirror in `web/src/lib/api/report.ts`.
//!
//! `make types` writes the files anew; without it these tests say that they are out of date.

use kernel::chart::Cell;
use kernel::dice::{Better, Die, Law, Throw, Why};
use kernel::explain::Explained;
use kernel::game::{
    Advice, Analysis, Area, AtPlace, Base, Changes, Counter, EntryView, Feature, FireArc, GameResult, Ground, Layer,
    LineView, Luck, Mark, Offer, Offers, PanelLine, Pick, Place, Position, Preview, Region, Said, ScenarioCard, Scene,
    Shape, Site, Splice, Step, Strength, Survey, Symbol, Test,
};
use kernel::odds::{Budget, of_step};
use kernel::procedure::{Answer, Choice, Policy, Report, Situation};
use kernel::rule::Rule;
use kernel::scenario::{Goods, GoodsRow, Item, Market, PriceList, Purchase};
use kernel::seat::Seat;
use kernel::tally::{Line, Tally};
use std::fmt::Write;
use std::path::PathBuf;
use ts_rs::{Config, TS};

#[test]
fn the_types_of_the_browser_are_those_of_the_program() {
    let mut text = String::from(
        "// Written by `make types` from the program's own types. Do not edit.\n\
         import type { OnDesk, Report } from './report';\n",
    );
    macro_rules! all {
        ($($kind:ty),* $(,)?) => { $( declare::<$kind>(&mut text); )* };
    }
    all![
        Seat,
        Rule,
        Scene,
        Ground,
        Site,
        Position,
        AtPlace,
        Changes,
        Splice<PanelLine>,
        PanelLine,
        Shape,
        Area,
        Feature,
        Place,
        Counter,
        Base,
        FireArc,
        Strength,
        Mark,
        Symbol,
        Pick,
        Offer,
        Offers,
        Region,
        Preview,
        Survey,
        Layer,
        Test,
        Said,
        ScenarioCard,
        Market,
        PriceList,
        Goods,
        GoodsRow,
        Item,
        Purchase,
        GameResult,
        EntryView,
        LineView,
        Luck,
        Advice,
        Analysis,
        Step,
        Explained,
        Throw,
        Why,
        Better,
        Tally,
        Line,
        Cell,
        Policy,
    ];
    hold("kernel.ts", &text);
}

#[test]
fn what_serialises_by_hand_fits_its_mirror() {
    let fields: Vec<_> = Shot::fields().iter().map(kernel::procedure::Field::to_json).collect();
    let die = |dice: &mut dyn kernel::dice::Dice| {
        dice.throw(Law::One(Die::D6), Why::high("a shot", Seat("attacker"))).reading >= 5
    };
    let answer: Answer<Hit> = of_step(&Budget::default(), |dice| if die(dice) { Hit::Hit } else { Hit::Missed }).into();
    let text = format!(
        "// Written by `make types` from values of the program. Do not edit.\n\
         import type {{ Field, Report }} from './report';\n\n\
         export const report = {:#} satisfies Report;\n\n\
         export const fields = {:#} satisfies Field[];\n",
        serde_json::to_value(Report::of(answer)).expect("a report is plain data"),
        serde_json::Value::Array(fields),
    );
    hold("samples.ts", &text);
}

/// A situation with an input of every kind.
#[derive(Clone, PartialEq, Debug, Situation)]
struct Shot {
    /// Is the target in cover?
    cover: bool,
    /// How far it is.
    #[field(min = 1, max = 6, rule = "27:gun")]
    range: u8,
    /// What shoots.
    with: Weapon,
    /// What is shot at.
    #[field(min = 1, max = 3)]
    targets: Vec<Target>,
}

/// One of the targets.
#[derive(Clone, PartialEq, Debug, Situation)]
struct Target {
    /// Bases it has lost.
    #[field(min = 0, max = 3)]
    lost: u8,
}

/// What shoots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Choice)]
enum Weapon {
    /// Rifles.
    #[default]
    Rifles,
    /// A gun.
    Gun,
}

kernel::outcomes! {
    /// What becomes of a shot.
    pub enum Hit {
        /// Nothing.
        Missed = "missed",
        /// Something.
        Hit = "hit",
    }
}

fn declare<T: TS>(text: &mut String) {
    let numbers = Config::new().with_large_int("number");
    text.push('\n');
    if let Some(docs) = T::docs() {
        text.push_str(&docs);
    }
    let _ = writeln!(text, "export {}", T::decl(&numbers));
}

/// Holds a file of the browser to what it should be, or writes it where `SANDTABLE_WRITE_TYPES` asks for that.
fn hold(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../web/src/lib/api").join(name);
    if std::env::var_os("SANDTABLE_WRITE_TYPES").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "web/src/lib/api/{name} is out of date: run `make types`");
}
