//! The command line.

use crate::analyse::AnalyseArgs;
use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Five paper wargames of the two world wars, played by the book: charts, exact odds, explained rolls.
#[derive(Parser)]
#[command(name = "sandtable", version, about, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the books
    Books {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// List a book's charts, or show one
    Charts {
        /// The book: somme, squares, tokens, elements or figures
        book: String,
        /// The chart; all names are listed when it is left out
        chart: Option<String>,
        /// How to show it
        #[arg(long, value_enum, default_value_t = ChartFormat::Text)]
        format: ChartFormat,
    },
    /// List a book's procedures, show what one asks for, or search one of its inputs
    Procedures {
        /// The book
        book: String,
        /// The procedure; all are listed when it is left out. Then one of its inputs, and words that are looked for in
        /// it: 'elements ap-fire attacker sherman'
        #[arg(value_name = "PROCEDURE [INPUT [WORDS]]")]
        asked: Vec<String>,
        /// As JSON, with the schema of the inputs
        #[arg(long)]
        json: bool,
    },
    /// The exact odds of a procedure, before you commit
    Odds(OddsArgs),
    /// Throw the dice of a procedure, or type in your own, and read why it came out so
    Roll(RollArgs),
    /// The charts desk: set a situation by key, see the odds change, roll or type your dice, keep a log
    Desk,
    /// List the scenarios that can be played, with their sides and how long they take; check and show files of them
    #[command(args_conflicts_with_subcommands = true)]
    Scenarios {
        /// The book; those of all books are listed when it is left out
        book: Option<String>,
        /// As JSON
        #[arg(long)]
        json: bool,
        #[command(subcommand)]
        file: Option<ScenarioFile>,
    },
    /// Play a game here in the terminal, against the machine or another person at the same keyboard
    Play(PlayArgs),
    /// Step through the log of a game, with the table, what happened, and why
    Replay {
        /// The log, as 'sandtable play' saves it
        file: PathBuf,
        /// Whose eyes to see it with; a spectator's when it is left out
        #[arg(long)]
        seat: Option<String>,
        /// The entry to begin with
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: u32,
        /// Print all of it, without stopping at each entry
        #[arg(long)]
        all: bool,
    },
    /// Check the log of a game: every die against its key, every order and state against the rules
    Verify {
        /// The log
        file: PathBuf,
        /// A receipt of its dice, as the browser of a player keeps it; can be given several times
        #[arg(long = "receipt", value_name = "FILE")]
        receipts: Vec<PathBuf>,
    },
    /// Say of a game that is over what the dice did in it, what the players did, and where it turned
    Analyse(AnalyseArgs),
    /// Draw the table of a scenario as a picture
    Picture(PictureArgs),
    /// Look a rule up: by citation (6.0, R7) or by words
    Rules {
        /// The book
        book: String,
        /// A citation, or words to search for
        words: Vec<String>,
    },
    /// Lay all that a book's sheet prints out on two or three A4 pages, to print and take to the table
    Sheet {
        /// The book
        book: String,
        /// The file to write; its ending says what it is
        #[arg(short, long = "out", value_name = "FILE.pdf|svg|html")]
        out: PathBuf,
    },
    /// Many games at once: measure players and scenarios, teach the machine (docs/lab.md)
    #[command(subcommand)]
    Lab(LabCommand),
    /// Serve games to browsers
    Serve(ServeArgs),
    /// Copy a server's games to a file, also while it is serving
    Backup {
        #[command(flatten)]
        store: StoreArgs,
        /// The file to write; it must not be there yet
        to: PathBuf,
    },
    /// Write a server's games as logs, a file each
    Export {
        #[command(flatten)]
        store: StoreArgs,
        /// The folder to write to
        to: PathBuf,
        /// Those that are not over too, with the secrets of their dice and seats: not for players' eyes
        #[arg(long)]
        running: bool,
    },
    /// Take games into a server's store from logs
    Import {
        #[command(flatten)]
        store: StoreArgs,
        /// The logs
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Subcommand)]
pub(crate) enum ScenarioFile {
    /// Say what is in a scenario file, or all that is wrong with it by line and column
    Check {
        /// The file (docs/scenarios.md)
        file: PathBuf,
    },
    /// Write the text of a scenario, as a start for one of your own
    Show {
        /// The book
        book: String,
        /// The scenario
        scenario: String,
        /// An option of the scenario: key=value; may be given several times
        #[arg(long = "option", value_name = "KEY=VALUE")]
        options: Vec<String>,
    },
}

#[derive(Subcommand)]
pub(crate) enum LabCommand {
    /// A match of two players: sides exchanged, the same seeds for both
    Match {
        #[command(flatten)]
        what: LabArgs,
        /// The two players: levels (easy, fair, hard), measures (quick, greedy, random), search:400 (games in thought a
        /// decision) or search:60ms
        #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1, required = true)]
        players: Vec<String>,
        /// Stop as soon as it is clear whether the first player wins more than so many per cent
        #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..=99))]
        better_than: Option<u8>,
        /// Keep each game in this file, and go on from it when it is there already
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// As JSON
        #[arg(long, conflicts_with = "csv")]
        json: bool,
        /// Every game as a line of comma-separated values, into this file
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
        /// Every game as a row of a Parquet file, for data frames
        #[arg(long, value_name = "FILE", conflicts_with = "csv")]
        parquet: Option<PathBuf>,
    },
    /// Ratings of players from a round robin, as in chess; the last one named is the measure
    Rate {
        #[command(flatten)]
        what: LabArgs,
        /// The players
        #[arg(long, value_name = "A,B,C", value_delimiter = ',', default_value = "hard,fair,easy,quick,greedy,random")]
        players: Vec<String>,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Is a scenario fair? Who wins between equal players, by how much, how long it takes, and what to add to the par to make it even
    Balance {
        #[command(flatten)]
        what: LabArgs,
        /// Who plays both sides
        #[arg(long, default_value = "fair")]
        player: String,
        /// The report as a page with plots
        #[arg(long, value_name = "FILE.html")]
        html: Option<PathBuf>,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// One number of a scenario file, or one option, over a range: what it does to the odds of winning
    Sweep {
        #[command(flatten)]
        what: LabArgs,
        /// What is varied, and the values: par=-10,-5,0,5,10 or points=40,60,80
        #[arg(long, value_name = "KEY=A,B,C", allow_hyphen_values = true)]
        vary: String,
        /// Who plays both sides
        #[arg(long, default_value = "fair")]
        player: String,
        /// Draw it
        #[arg(long, value_name = "FILE.svg")]
        plot: Option<PathBuf>,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Teach the machine to judge positions of a book, from games that it plays
    Train {
        /// The book
        book: String,
        /// The file to write: the book's learned.txt
        #[arg(short, long = "out", value_name = "FILE")]
        out: PathBuf,
        /// Who plays the games
        #[arg(long, default_value = "quick")]
        player: String,
        /// How many games
        #[arg(long, default_value_t = 40_000)]
        games: u32,
        /// The first seed
        #[arg(long, default_value_t = 1, value_parser = crate::usage::seed, allow_hyphen_values = true)]
        seed: u64,
        /// How wide the first and the second layer are
        #[arg(long, value_name = "WIDE,DEEP", value_delimiter = ',', num_args = 1, default_value = "32,32")]
        layers: Vec<usize>,
        /// How often all positions are gone through
        #[arg(long, default_value_t = 8)]
        rounds: u32,
        /// How many games at once; all cores when it is left out
        #[arg(long)]
        jobs: Option<usize>,
        /// Also draw how well the chances are calibrated, into this file
        #[arg(long, value_name = "FILE.svg")]
        plot: Option<PathBuf>,
    },
    /// Measure how far the chances can be trusted that the machine has learned to call, by games it was not taught
    Calibrate {
        /// The book
        book: String,
        /// Who plays the games
        #[arg(long, default_value = "quick")]
        player: String,
        /// How many games
        #[arg(long, default_value_t = 4_000)]
        games: u32,
        /// The first seed, unlike that of the games it was taught by
        #[arg(long, default_value_t = 1_000_001, value_parser = crate::usage::seed, allow_hyphen_values = true)]
        seed: u64,
        /// How many games at once; all cores when it is left out
        #[arg(long)]
        jobs: Option<usize>,
        /// Also draw it, into this file
        #[arg(long, value_name = "FILE.svg")]
        plot: Option<PathBuf>,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Find better weights for the quick play of a book, by matches
    Tune {
        #[command(flatten)]
        what: LabArgs,
        /// How often the weights are shaken
        #[arg(long, default_value_t = 60)]
        rounds: u32,
    },
}

#[derive(clap::Args)]
pub(crate) struct LabArgs {
    /// The book
    pub(crate) book: String,
    /// The scenarios; all but those for learning when none is named
    pub(crate) scenarios: Vec<String>,
    /// A scenario of your own, from a file
    #[arg(long, value_name = "FILE", conflicts_with = "scenarios")]
    pub(crate) file: Option<PathBuf>,
    /// An option of the scenario: key=value; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// How many games, of each scenario, pair or value
    #[arg(long, default_value_t = 100)]
    pub(crate) games: u32,
    /// The first seed
    #[arg(long, default_value_t = 1, value_parser = crate::usage::seed, allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// How many games at once; all cores when it is left out
    #[arg(long)]
    pub(crate) jobs: Option<usize>,
}

#[derive(clap::Args)]
pub(crate) struct OddsArgs {
    /// The book
    pub(crate) book: String,
    /// The procedure
    pub(crate) procedure: String,
    /// The situation: key=value for each input that is not the default ('sandtable procedures BOOK PROCEDURE' lists
    /// them); lists are items behind commas: target=infantry*3,machine-gun:lost=1
    pub(crate) inputs: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Put variants of one input side by side: key=a,b,c (for lists, variants are separated by '/')
    #[arg(long, value_name = "KEY=A,B,C")]
    pub(crate) compare: Option<String>,
    /// Draw the odds as a picture
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct RollArgs {
    /// The book
    pub(crate) book: String,
    /// The procedure
    pub(crate) procedure: String,
    /// The situation: key=value, as for 'odds'
    pub(crate) inputs: Vec<String>,
    /// Dice from a seed, the same on every machine
    #[arg(long, conflicts_with = "dice", value_parser = crate::usage::seed, allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// The dice you threw on your own table, in the order they are asked for: 4,2,6
    #[arg(long, value_name = "4,2,...", allow_hyphen_values = true)]
    pub(crate) dice: Option<String>,
    /// Draw every chart that was read, with its cell lit up
    #[arg(long)]
    pub(crate) charts: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct PlayArgs {
    /// The book
    #[arg(required_unless_present = "resume")]
    pub(crate) book: Option<String>,
    /// The scenario: 'sandtable scenarios BOOK' lists them
    #[arg(required_unless_present_any = ["resume", "file"])]
    pub(crate) scenario: Option<String>,
    /// A scenario of your own, from a file: 'sandtable scenarios show' writes one to begin with
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "resume", "options"])]
    pub(crate) file: Option<PathBuf>,
    /// The seat that people play: its name, 'both' or 'none'; the machine plays the others. Without it people have the
    /// first seat, or all where no machine plays the book
    #[arg(long)]
    pub(crate) seat: Option<String>,
    /// Dice from a seed, the same on every machine
    #[arg(long, conflicts_with = "dice", value_parser = crate::usage::seed, allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// 'typed': throw real dice on your own table and type them in
    #[arg(long, value_enum)]
    pub(crate) dice: Option<DiceFrom>,
    /// An option of the scenario: key=value; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// The file that the game is saved in after every order; BOOK-SCENARIO-SEED.game here when it is left out
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Practice: throws may be taken back too, and the log says how many were
    #[arg(long)]
    pub(crate) practice: bool,
    /// The machine player; a fair one when it is left out
    #[arg(long, value_name = "NAME")]
    pub(crate) machine: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["book", "scenario", "seed", "dice", "options", "save", "practice"])]
    pub(crate) resume: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct PictureArgs {
    /// The book
    pub(crate) book: String,
    /// The scenario
    pub(crate) scenario: String,
    /// The file to write; its ending says what it is
    #[arg(short, long = "out", value_name = "FILE.svg|png")]
    pub(crate) out: PathBuf,
    /// An option of the scenario: key=value; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// How many pixels wide
    #[arg(long, value_name = "N", default_value_t = 1400, value_parser = picture_width, allow_hyphen_values = true)]
    pub(crate) width: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiceFrom {
    /// Dice thrown on a real table
    Typed,
}

#[derive(clap::Args)]
pub(crate) struct ServeArgs {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
    pub(crate) listen: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The address that browsers see, where a proxy stands before the server: https://play.example.org
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<server::PublicUrl>,
    /// The address of a proxy before it, or a range of them (10.0.0.0/8), whose X-Forwarded-For is believed; can be given several times
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) behind_proxy: Vec<server::Network>,
    /// Let this address read /metrics too, beside this machine itself; can be given several times
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics_for: Vec<std::net::IpAddr>,
    /// Leave games off that nobody has touched for so many days
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) abandon_after: Option<u16>,
    /// Leave idle games off even where there are many at once
    #[arg(long)]
    pub(crate) abandon_many: bool,
    /// How many machine players think at once
    #[arg(long, value_name = "N")]
    pub(crate) machines: Option<usize>,
    /// Open it in the browser, where there is a desktop
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(clap::Args)]
pub(crate) struct StoreArgs {
    /// Where games are kept: sqlite:FILE or postgres://...; a file in the data directory when it is left out
    #[arg(long, value_name = "URL", env = "SANDTABLE_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    /// The data directory
    #[arg(long, value_name = "DIR", conflicts_with = "store")]
    pub(crate) data: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChartFormat {
    /// A table for the terminal
    Text,
    /// JSON
    Json,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
    /// A picture
    Svg,
}

/// A width in pixels; the text of its error is what is allowed.
fn picture_width(text: &str) -> Result<u32, String> {
    let width = text.trim().parse().ok().filter(|width| (200..=8000).contains(width));
    width.ok_or_else(|| "a whole number from 200 to 8000".to_owned())
}
