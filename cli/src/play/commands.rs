//! What can be typed at a prompt besides an answer.

use super::input::Command;
use super::session::Session;
use crate::draw::explanation::{Charts, explanation_text};
use crate::draw::scene_text::{piece_text, place_text};
use crate::roll::random_seed;
use crate::rules::statements;
use crate::style::{ASIDE, TITLE, styled};
use crate::tell::{Rolls, Teller, explanations, rolls_in, who};
use crate::trouble::Trouble;
use kernel::game::{Advice, OpenAsk, Prompt};
use kernel::procedure::Value;
use kernel::seat::Seat;
use std::fmt::Write;
use std::path::Path;

impl Session<'_> {
    /// Does what was typed. True where the game has changed, so that the question must be put anew.
    pub(super) fn command(
        &mut self,
        seat: Seat,
        command: Command,
        rest: &str,
        prompt: &Prompt<Value>,
    ) -> Result<bool, Trouble> {
        match command {
            Command::Undo => return self.undo(seat),
            Command::Resign => return self.resign(seat),
            Command::Save => self.save_now(rest)?,
            Command::Look => self.look(rest)?,
            Command::Log => self.log(rest)?,
            Command::Why => self.why(rest)?,
            Command::Rule => self.rule(rest, prompt)?,
            Command::Help => self.console.say(&help_text())?,
            // These need the picks and are done where they are kept.
            Command::Back | Command::Quit | Command::Odds | Command::Hint | Command::Board | Command::List => {}
        }
        Ok(false)
    }

    /// What the machine would do; an order where one of those it named is taken.
    pub(super) fn hint(&mut self, open: OpenAsk, which: &str) -> Result<Option<Value>, Trouble> {
        let advised = self.advised.take().filter(|(ask, _)| *ask == open.id);
        if !which.is_empty() {
            let Some((ask, advice)) = advised else {
                self.refuse("nothing was advised yet; 'hint' alone asks the machine")?;
                return Ok(None);
            };
            let order = which.parse::<usize>().ok().and_then(|number| advice.get(number.checked_sub(1)?));
            let order = order.map(|advice| advice.order.clone());
            if order.is_none() {
                self.refuse(&format!("'hint {which}' is none of the orders; they are 1 to {}", advice.len()))?;
            }
            self.advised = Some((ask, advice));
            return Ok(order);
        }
        let others: Vec<Seat> = self.people.iter().copied().filter(|seat| *seat != open.ask.seat).collect();
        if let [other, ..] = others[..]
            && !self.confirmed(&format!("The {other} is played by a person. Does he agree to a hint? (yes or no) "))?
        {
            self.console.say("No hint is given.\n")?;
            return Ok(None);
        }
        let advising = match self.table.advice(open.ask.seat, open.id) {
            Ok(advising) => advising,
            Err(rejection) => {
                self.refuse(&rejection.to_string())?;
                return Ok(None);
            }
        };
        let mut advice = advising(random_seed()?);
        advice.truncate(MOST_ADVICE);
        self.console.say(&advice_text(&advice))?;
        self.advised = Some((open.id, advice));
        Ok(None)
    }

    fn undo(&mut self, seat: Seat) -> Result<bool, Trouble> {
        let agreed = match self.table.undoable(seat) {
            Ok(_) => false,
            Err(refusal) => {
                let others: Vec<Seat> = self.table.seats().iter().copied().filter(|other| *other != seat).collect();
                if self.table.count(self.eyes()) < 2 {
                    self.refuse(&refusal.sentence)?;
                    return Ok(false);
                }
                if others.iter().any(|other| !self.people.contains(other)) {
                    self.refuse(&refusal.sentence)?;
                    return Ok(false);
                }
                let names: Vec<&str> = others.iter().map(|seat| seat.0).collect();
                let question =
                    format!("{}. Does the {} agree? (yes or no) ", refusal.sentence, names.join(" and the "));
                if !self.confirmed(&question)? {
                    self.console.say("Nothing is taken back.\n")?;
                    return Ok(false);
                }
                true
            }
        };
        match self.table.undo(seat, agreed) {
            Ok(_) => {
                self.keep()?;
                Ok(true)
            }
            Err(refusal) => {
                self.refuse(&refusal.sentence)?;
                Ok(false)
            }
        }
    }

    fn resign(&mut self, seat: Seat) -> Result<bool, Trouble> {
        if !self.confirmed(&format!("Does the {seat} really give the game up? (yes or no) "))? {
            self.console.say("The game goes on.\n")?;
            return Ok(false);
        }
        match self.table.resign(seat) {
            Ok(_) => {
                self.keep()?;
                Ok(true)
            }
            Err(rejection) => {
                self.refuse(&rejection.to_string())?;
                Ok(false)
            }
        }
    }

    fn confirmed(&mut self, question: &str) -> Result<bool, Trouble> {
        let answer = self.console.ask(question)?;
        Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes")))
    }

    fn save_now(&mut self, rest: &str) -> Result<(), Trouble> {
        if !rest.is_empty() {
            let file = Path::new(rest);
            if file.exists() && file != self.save.file() {
                return self.refuse(&format!("{rest} is there already; name another file"));
            }
            let before = self.save.file();
            self.save.rename(file);
            if let Err(trouble) = self.keep() {
                self.save.rename(&before);
                return self.refuse(&trouble.to_string());
            }
        } else if let Err(trouble) = self.keep() {
            return self.refuse(&trouble.to_string());
        }
        let file = self.save.file();
        Ok(self.console.say(&format!("Saved in {}.\n", file.display()))?)
    }

    /// A place or a piece in words.
    fn look(&mut self, rest: &str) -> Result<(), Trouble> {
        let scene = self.scene();
        let wanted = rest.to_lowercase();
        if wanted.is_empty() {
            return self.refuse("look at what? look C4, or the name of a unit");
        }
        let seats = self.table.seats();
        let place = scene.places.iter().find(|place| place.name.to_lowercase() == wanted);
        let mut text = place.map_or(String::new(), |place| place_text(&scene, place, seats));
        if text.is_empty() {
            let found = scene.pieces.iter().filter(|piece| piece.name.to_lowercase().contains(&wanted));
            text = found.map(|piece| piece_text(&scene, piece, seats)).collect();
        }
        if text.is_empty() {
            return self.refuse(&format!("there is no place and no unit '{rest}' on the table"));
        }
        Ok(self.console.say(&text)?)
    }

    fn log(&mut self, rest: &str) -> Result<(), Trouble> {
        let entries = self.entries();
        let count = match rest {
            "" => entries.len(),
            _ => match rest.parse::<usize>() {
                Ok(count) => count.min(entries.len()),
                Err(_) => {
                    return self.refuse(&format!("'log {rest}' has no number; log 5 tells the last five entries"));
                }
            },
        };
        let from = entries.len() - count;
        let mut teller = Teller::after(self.book, Rolls::Short, rolls_in(&entries[..from]));
        let text: String = entries[from..]
            .iter()
            .map(|entry| {
                format!("{}\n{}", styled(ASIDE, format!("{} {}", entry.number, who(entry))), teller.entry(entry))
            })
            .collect();
        Ok(self.console.say(&text)?)
    }

    fn why(&mut self, rest: &str) -> Result<(), Trouble> {
        let entries = self.entries();
        let rolls: Vec<_> = explanations(&entries).collect();
        if rolls.is_empty() {
            return self.refuse("no dice have been thrown yet");
        }
        let number = if rest.is_empty() { Ok(rolls.len()) } else { rest.trim_matches(['[', ']']).parse::<usize>() };
        let roll = number.ok().and_then(|number| number.checked_sub(1)).and_then(|at| rolls.get(at));
        match roll {
            Some(roll) => {
                Ok(self.console.say(&explanation_text(self.book, roll, Charts::Drawn(self.console.width)))?)
            }
            None => self.refuse(&format!("there is no roll '{rest}'; the rolls are 1 to {}", rolls.len())),
        }
    }

    fn rule(&mut self, rest: &str, prompt: &Prompt<Value>) -> Result<(), Trouble> {
        let citation = if rest.is_empty() { prompt.rule.0.to_owned() } else { rest.to_owned() };
        let words: Vec<String> = citation.split_whitespace().map(str::to_owned).collect();
        match statements(self.book, &words) {
            Ok(text) => Ok(self.console.say(&text)?),
            Err(trouble) => self.refuse(&trouble.to_string()),
        }
    }
}

/// No more orders than these are named in a hint.
const MOST_ADVICE: usize = 6;

/// The orders that were considered, with what they promise.
fn advice_text(advice: &[Advice]) -> String {
    if let [only] = advice {
        return format!("There is nothing to weigh: {}\n", only.words);
    }
    let mut out =
        String::from("Each was played out in thought to the end of the turn. The machine would give the first:\n");
    for (number, Advice { words, games, win, lead, .. }) in (1..).zip(advice) {
        let led = if *lead < 0.0 { "behind" } else { "ahead" };
        let promise = format!("{:.0} % to win, {:.1} points {led} then, in {games} games", win * 100.0, lead.abs());
        let _ = writeln!(out, "  {number}  {words} {}", styled(ASIDE, format!("({promise})")));
    }
    out + "'hint 1' gives the first.\n"
}

fn help_text() -> String {
    let mut out = "Answer with a number of the list or with a name. Besides:\n".to_owned();
    for (name, _, about) in Command::ALL {
        let _ = writeln!(out, "  {}  {about}", styled(TITLE, format!("{name:7}")));
    }
    out
}
