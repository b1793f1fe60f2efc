//! What is wrong with a command line, in a sentence: what was given and what is allowed.

use crate::args::Args;
use crate::trouble::Trouble;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error, Parser};
use kernel::procedure::suggestion;
use std::error::Error as _;
use std::ffi::OsString;

/// Reads the command line. Help and the version are printed, and the program ends.
pub(crate) fn read(words: Vec<OsString>) -> Result<Args, Trouble> {
    let commands: Vec<String> = words.iter().skip(1).take(2).map(|word| word.to_string_lossy().into_owned()).collect();
    Args::try_parse_from(words).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        | ErrorKind::MissingSubcommand => error.exit(),
        _ => Trouble::of(sentence(&error, &commands)),
    })
}

/// A seed; the text of its error is what is allowed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("a whole number from 0 to {}", u64::MAX))
}

fn sentence(error: &Error, commands: &[String]) -> String {
    let mut program = Args::command();
    program.build();
    let deeper = |command: &'_ Command, name: &String| command.find_subcommand(name).cloned();
    let used = commands.iter().fold(program.clone(), |used, name| deeper(&used, name).unwrap_or(used));
    let used = &used;
    let given = Given { error };
    match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation if given.value().is_empty() => {
            format!("{} needs a value: {}", given.name(), allowed(error).unwrap_or_else(|| given.shape()))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let values = given.list(ContextKind::ValidValue);
            let hint = suggestion(&given.value(), values.iter().map(String::as_str));
            let must_be = allowed(error).unwrap_or_else(|| given.shape());
            format!("{} is given as '{}'{hint}, but it must be {must_be}", given.name(), given.value())
        }
        ErrorKind::UnknownArgument => unknown(&given.text(ContextKind::InvalidArg), used),
        ErrorKind::InvalidSubcommand => {
            let (word, names) = (given.text(ContextKind::InvalidSubcommand), names_of_commands(&program));
            let hint = suggestion(&word, names.iter().copied());
            format!("there is no command '{word}'{hint}; the commands are {}", names.join(", "))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = given.list(ContextKind::InvalidArg).iter().map(|arg| bare(arg)).collect();
            format!("{} is missing; {}", missing.join(" and "), usage(used))
        }
        ErrorKind::ArgumentConflict => match given.text(ContextKind::PriorArg) {
            other if bare(&other) == given.name() => format!("{0} is given twice; give {0} once", given.name()),
            other => format!("{} and {} do not go together: give one of them", given.name(), bare(&other)),
        },
        ErrorKind::TooManyValues => format!("{} takes no value, but '{}' is given", given.name(), given.value()),
        ErrorKind::InvalidUtf8 => "the command line holds bytes that are no text; write it in UTF-8".to_owned(),
        // A kind that no argument of ours can cause; its own first line is a sentence.
        _ => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(),
    }
}

/// What the error knows of the command line.
struct Given<'a> {
    error: &'a Error,
}

impl Given<'_> {
    fn list(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    fn text(&self, kind: ContextKind) -> String {
        self.list(kind).into_iter().next().unwrap_or_default()
    }

    /// The value that was given.
    fn value(&self) -> String {
        self.text(ContextKind::InvalidValue)
    }

    /// The argument: `--seed` of `--seed <SEED>`, `SHELL` of `<SHELL>`.
    fn name(&self) -> String {
        bare(&self.text(ContextKind::InvalidArg))
    }

    /// What its value looks like: `FILE.svg` of `--plot <FILE.svg>`.
    fn shape(&self) -> String {
        let arg = self.text(ContextKind::InvalidArg);
        arg.split_once('<').map_or_else(|| arg.clone(), |(_, shape)| shape.trim_end_matches('>').to_owned())
    }
}

fn bare(arg: &str) -> String {
    arg.split(' ').next().unwrap_or(arg).trim_matches(['<', '>']).to_owned()
}

/// What is allowed: one of some words, or what the reader of the value says.
fn allowed(error: &Error) -> Option<String> {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) if !values.is_empty() => Some(format!("one of {}", values.join(", "))),
        _ => error.source().map(ToString::to_string),
    }
}

fn unknown(word: &str, command: &Command) -> String {
    if !word.starts_with('-') {
        return format!("'{word}' is one word too many; {}", usage(command));
    }
    let options: Vec<String> =
        command.get_arguments().filter_map(|arg| arg.get_long()).map(|long| format!("--{long}")).collect();
    let hint = suggestion(word, options.iter().map(String::as_str));
    format!("there is no option '{word}'{hint}; the options of {} are {}", command_name(command), options.join(", "))
}

fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    format!("use it so: {}", usage.trim_start_matches("Usage: "))
}

fn command_name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or_else(|| command.get_name())
}

fn names_of_commands(program: &Command) -> Vec<&str> {
    program.get_subcommands().map(Command::get_name).collect()
}
