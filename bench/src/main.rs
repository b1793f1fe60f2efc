//! Measures the figures that Sandtable promises and prints them beside their limits.
//!
//! `make bench` runs it with the path of the program. Each figure is the median of many runs; the machine
//! should be idle.

mod many;
mod matches;
mod measure;
mod measured;
mod play;

use kernel::dice::Seeded;
use kernel::game::Judged;
use kernel::odds::{Budget, Kind};
use kernel::procedure::{AnyProcedure, Inputs, Situation, text};
use measure::{Figure, median};
use mimalloc::MiMalloc;
use shelf::{WithGame, with_game};
use squares::assault::dice::{assaulter_dice, target_dice};
use squares::assault::{Assault, verdict_odds};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The one that the program has.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How long a figure is measured.
const LONG: Duration = Duration::from_secs(2);

/// How long each of many is, of which the slowest counts.
const SHORT: Duration = Duration::from_millis(10);

fn main() {
    let mut figures = vec![slowest_step(), verdict()];
    figures.extend(AT_RANDOM.iter().map(play_at_random));
    figures.push(many::a_move_of_many());
    figures.extend(CHAINS.iter().map(chain));
    figures.extend(measured::figures(LONG));
    let program = std::env::args().nth(1).unwrap_or_else(|| "target/dist/sandtable".to_owned());
    figures.extend(cold_start(Path::new(&program)));
    let missed = figures.iter().filter(|figure| !figure.is_met()).count();
    for figure in &figures {
        println!("{figure}");
    }
    println!("\n{} figures, {missed} over their limit (marked !)\n", figures.len());
    for meeting in matches::MEETINGS {
        println!("{}", meeting.play());
    }
}

/// How fast a book is played at random, on one core.
struct AtRandom {
    book: &'static str,
    /// The scenario that counts; all of the book where none is named.
    scenario: Option<&'static str>,
    games: u32,
    /// So many orders in a second.
    least: u32,
}

const AT_RANDOM: [AtRandom; 5] = [
    AtRandom { book: "squares", scenario: None, games: 200, least: 300_000 },
    AtRandom { book: "tokens", scenario: None, games: 20, least: 150_000 },
    AtRandom { book: "somme", scenario: Some("big-push"), games: 40, least: 200_000 },
    AtRandom { book: "elements", scenario: None, games: 40, least: 100_000 },
    AtRandom { book: "figures", scenario: None, games: 40, least: 50_000 },
];

fn play_at_random(of: &AtRandom) -> Figure {
    struct Play<'a>(&'a AtRandom);
    impl WithGame for Play<'_> {
        type Answer = Duration;

        fn with<G: Judged>(self) -> Duration {
            play::order_at_random::<G>(self.0.games, self.0.scenario)
        }
    }
    let time = with_game(of.book, Play(of)).expect("a book of the shelf");
    let what = format!("{}: an order in play at random", of.scenario.unwrap_or(of.book));
    Figure::new(what, time, Duration::from_secs(1) / of.least)
}

/// A chain whose odds have a limit.
struct Timed {
    what: &'static str,
    book: &'static str,
    procedure: &'static str,
    inputs: &'static [&'static str],
    limit: Duration,
}

/// Three infantry from the flank with 20 dice against six units in a fort with 20: all units of a side save alike.
const ONE_SAVE_CLASS: Timed = Timed {
    what: "squares assault, 20 against 20 dice, one save class a side: whole report",
    book: "squares",
    procedure: "assault",
    inputs: &[
        "assaulters=infantry*3",
        "from=flank",
        "supports=2",
        "winning-the-fight",
        "fighting-bonus",
        "shock-assault",
        "target=infantry*3,machine-gun,gun*2",
        "defences=fort",
        "target-supports=3",
        "target-winning",
    ],
    // The whole report has unit losses and after-hits; the short limit is for the verdict alone.
    limit: Duration::from_millis(20),
};

/// Who wins the assault with one save class a side.
const VERDICT: Duration = Duration::from_micros(200);

const CHAINS: &[Timed] = &[
    ONE_SAVE_CLASS,
    Timed {
        what: "squares assault, 20 against 20 dice, six unlike units a side",
        book: "squares",
        procedure: "assault",
        inputs: &[
            "assaulters=infantry,infantry:professional,infantry:reservist",
            "present=machine-gun,gun,mortar:lost=1",
            "supports=2",
            "shock-assault",
            "winning-the-fight",
            "target=infantry,infantry:professional:lost=3,infantry:reservist,machine-gun,gun,armoured-car",
            "target-supports=4",
            "target-winning",
        ],
        limit: Duration::from_millis(20),
    },
    Timed {
        what: "the longest somme assault chain: six unlike attackers, three defenders, four resources",
        book: "somme",
        procedure: "assault-chain",
        inputs: &[
            "attackers=infantry:from=west,infantry:morale=5:from=south-west:close-assault,infantry:from=north-west:lost=1,\
             infantry:nation=french:morale=5:from=south,infantry:nation=french:from=south:lost=1,infantry:nation=french:from=west:suppressed",
            "defenders=infantry,infantry:lost=1,field-artillery:interdicted",
            "smoke",
            "gas",
            "night",
        ],
        limit: Duration::from_millis(50),
    },
    Timed {
        what: "figures: a charge of 40 against 40, melee to its end",
        book: "figures",
        procedure: "charge",
        inputs: &["attackers=40", "defenders=40", "rifles=0"],
        limit: Duration::from_millis(1),
    },
    Timed {
        what: "figures: artillery on 40 men, deviation to casualties",
        book: "figures",
        procedure: "artillery",
        inputs: &["men=40", "laying=indirect"],
        limit: Duration::from_millis(5),
    },
];

/// The slowest single resolution of all procedures, dice and explanation included, a step at a time.
fn slowest_step() -> Figure {
    let mut slowest = (Duration::ZERO, String::new());
    for book in shelf::books() {
        for procedure in (book.procedures)() {
            let inputs = procedure.complete(&Inputs::new()).expect("defaults are valid");
            let mut dice = Seeded::new(1);
            let steps = procedure.roll(&inputs, &mut dice).expect("defaults are valid").because.len().max(1);
            let roll = || procedure.roll(&inputs, &mut dice).map(|rolled| rolled.because.len());
            // Inputs are read from JSON on each roll; that is the desk's price, not the step's.
            let reading = median(SHORT, || procedure.complete(&inputs));
            let each = median(SHORT, roll).saturating_sub(reading) / steps as u32;
            if each > slowest.0 {
                slowest = (each, format!("{} {}", book.id, procedure.card().name));
            }
        }
    }
    Figure::new(format!("one step, the slowest of all ({})", slowest.1), slowest.0, Duration::from_micros(5))
}

/// The verdict of the assault with one save class a side, which is what a player weighs many targets by.
fn verdict() -> Figure {
    let (_, inputs) = situation(&ONE_SAVE_CLASS);
    let assault = Assault::read(&inputs).expect("a situation of the benchmark");
    assert_eq!((assaulter_dice(&assault).total(), target_dice(&assault).total()), (20, 20));
    let budget = Budget::default();
    assert_eq!(verdict_odds(&assault, &budget).kind, Kind::Exact);
    let time = median(LONG, || verdict_odds(&assault, &budget));
    Figure::new("squares assault, 20 against 20 dice, one save class a side: verdict".to_owned(), time, VERDICT)
}

fn chain(timed: &Timed) -> Figure {
    let (procedure, inputs) = situation(timed);
    let budget = Budget::default();
    let found = procedure.odds(&inputs, &budget).expect("a situation of the benchmark");
    assert_eq!(found.kind, Kind::Exact, "{}: the figure is for exact odds", timed.what);
    let time = median(LONG, || procedure.odds(&inputs, &budget));
    Figure::new(timed.what.to_owned(), time, timed.limit)
}

fn situation(timed: &Timed) -> (Box<dyn AnyProcedure>, Inputs) {
    let book = shelf::book(timed.book).expect("a book of the shelf");
    let procedure = shelf::procedure(book, timed.procedure).expect("a procedure of the book");
    let inputs = text::read_inputs(procedure.fields(), timed.inputs.iter().copied());
    let inputs = inputs.unwrap_or_else(|refusal| panic!("{}: {refusal}", timed.what));
    (procedure, inputs)
}

/// A cold `sandtable odds`, from starting the program to its end.
fn cold_start(program: &Path) -> Option<Figure> {
    if !program.exists() {
        println!("(no program at {}; the cold start is left out)", program.display());
        return None;
    }
    let run = || {
        let status = Command::new(program).args(["odds", "somme", "bombardment"]).stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "the program answers");
    };
    Some(Figure::new("a cold `sandtable odds`, wall clock".to_owned(), median(LONG, run), Duration::from_millis(30)))
}
