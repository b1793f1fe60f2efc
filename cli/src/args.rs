//! The command line.

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
    /// List a book's procedures, or show what one asks for
    Procedures {
        /// The book
        book: String,
        /// The procedure; all are listed when it is left out
        procedure: Option<String>,
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
    /// Look a rule up: by citation (6.0, R7) or by words
    Rules {
        /// The book
        book: String,
        /// A citation, or words to search for
        words: Vec<String>,
    },
    /// Lay a book's charts out on two A4 pages to print and take to the table
    Sheet {
        /// The book
        book: String,
        /// The file to write; its ending says what it is
        #[arg(short, long = "out", value_name = "FILE.pdf|svg|html")]
        out: PathBuf,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
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
