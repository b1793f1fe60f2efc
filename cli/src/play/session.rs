//! One game at one terminal: whose turn it is, what he is shown, what he typed, and what becomes of it.

use super::choices::{Choices, inches};
use super::console::Console;
use super::dice::{Source, Stopped, TypedDice};
use super::input::{Command, Meant, pickable, read};
use super::save::Save;
use crate::draw::fitted;
use crate::roll::random_seed;
use crate::style::{ASIDE, TITLE, WRONG, styled};
use crate::tell::{Rolls, Teller, result_text, rolls_in};
use crate::trouble::Trouble;
use kernel::book::Book;
use kernel::game::{Advice, AnyGame, AnyTable, AskId, EntryView, Eyes, Logged, Offers, OpenAsk, Pick, Scene};
use kernel::procedure::Value;
use kernel::seat::Seat;

/// A game being played.
pub(crate) struct Session<'a> {
    pub(super) book: &'static Book,
    pub(super) game: &'static dyn AnyGame,
    pub(super) table: Box<dyn AnyTable>,
    pub(super) source: Source,
    /// The seats that people play.
    pub(super) people: Vec<Seat>,
    /// Who plays the others.
    pub(super) machine: Option<String>,
    pub(super) save: Save,
    pub(super) console: Console<'a>,
    /// What each pair of eyes has been told.
    told: Vec<(Eyes, Told)>,
    /// Who sat at the keyboard last.
    sitting: Option<Seat>,
    /// The table as it was drawn last.
    pub(super) drawn: Option<Scene>,
    /// The line of the console at which it begins.
    pub(super) drawn_at: usize,
    /// What was told since a question was put, in lines: the table would push it out of sight.
    pub(super) happened: Vec<String>,
    /// What the machine has advised, and on which question.
    pub(super) advised: Option<(AskId, Vec<Advice>)>,
}

/// What some eyes have been told.
#[derive(Clone, Copy, Default)]
struct Told {
    /// How many entries.
    entries: u32,
    /// How many rolls in them: they are numbered.
    rolls: usize,
}

/// Does play go on?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Quit,
}

/// What a decision came to.
enum Decided {
    /// An order was given.
    Order(Value),
    /// Something else changed the game, or the question is to be put anew.
    Anew,
    /// The player leaves.
    Quit,
}

impl<'a> Session<'a> {
    /// A session at a table.
    pub(crate) fn at(
        book: &'static Book,
        game: &'static dyn AnyGame,
        table: Box<dyn AnyTable>,
        source: Source,
        (people, machine): (Vec<Seat>, Option<String>),
        save: Save,
        console: Console<'a>,
    ) -> Session<'a> {
        let (told, sitting, drawn, advised) = (Vec::new(), None, None, None);
        let (drawn_at, happened) = (0, Vec::new());
        Session {
            book,
            game,
            table,
            source,
            people,
            machine,
            save,
            console,
            told,
            sitting,
            drawn,
            drawn_at,
            happened,
            advised,
        }
    }

    /// The entries so far are known: a resumed game does not tell them again.
    pub(crate) fn know_what_was(&mut self, entries: u32) {
        for eyes in self.table.seats().iter().map(|seat| Eyes::Seat(*seat)).chain([Eyes::Spectator]) {
            let mut known = self.table.entries(eyes, 0);
            // What taking it up has added, everybody sees, and nobody knows yet.
            known.truncate(known.len() - (self.table.next_entry() - entries) as usize);
            self.told.push((eyes, Told { entries: known.len() as u32, rolls: rolls_in(&known) }));
        }
    }

    /// Plays until the game is over or the players leave.
    pub(crate) fn play(&mut self) -> Result<(), Trouble> {
        self.keep()?;
        while self.table.result().is_none() {
            let open = self.table.open().to_vec();
            let by_machine = |open: &&OpenAsk| !self.people.contains(&open.ask.seat);
            let flow = match (open.iter().find(by_machine), open.first()) {
                (Some(open), _) => self.machine_plays(*open)?,
                (None, Some(_)) => self.person_plays(self.next_person(&open))?,
                (None, None) => return Err(Trouble::of("the game is not over, and nobody has anything to decide")),
            };
            if flow == Flow::Quit {
                return self.leave();
            }
        }
        self.finish()
    }

    /// Of several who must decide at once, whoever sits at the keyboard goes on.
    fn next_person(&self, open: &[OpenAsk]) -> OpenAsk {
        let sitting = open.iter().find(|open| Some(open.ask.seat) == self.sitting);
        *sitting.unwrap_or(&open[0])
    }

    /// Whose eyes look at the screen now.
    pub(super) fn eyes(&self) -> Eyes {
        let seat = self.sitting.or(self.people.first().copied());
        seat.map_or(Eyes::Spectator, Eyes::Seat)
    }

    fn machine_plays(&mut self, open: OpenAsk) -> Result<Flow, Trouble> {
        let name = self.machine.clone().ok_or_else(|| Trouble::of("no machine plays this book"))?;
        let thought = self.table.thought(open.ask.seat, &name)?;
        let seed = match &self.source {
            // So that a game against the machine can be had again from its seed.
            Source::Root(_) => u64::from_le_bytes(std::array::from_fn(|i| self.table.key()[i])),
            Source::Typed => random_seed()?,
        };
        let order = thought(seed.wrapping_add(u64::from(self.table.next_entry())));
        if let Flow::Quit = self.answer(open.ask.seat, open.id, &order)? {
            return Ok(Flow::Quit);
        }
        self.tell()?;
        if self.people.is_empty() {
            self.draw_at_a_new_turn()?;
        }
        Ok(Flow::On)
    }

    fn person_plays(&mut self, open: OpenAsk) -> Result<Flow, Trouble> {
        // What a player has said beforehand is answered without calling him to the keyboard.
        if let Some((ask, order)) = self.table.standing(open.ask.seat) {
            return self.answer(open.ask.seat, ask, &order);
        }
        if self.hand_over(open.ask.seat)? == Flow::Quit {
            return Ok(Flow::Quit);
        }
        self.tell()?;
        match self.decide(open)? {
            Decided::Order(order) => self.answer(open.ask.seat, open.id, &order),
            Decided::Anew => Ok(Flow::On),
            Decided::Quit => Ok(Flow::Quit),
        }
    }

    /// Lets another player take the keyboard, where the two see different things.
    fn hand_over(&mut self, seat: Seat) -> Result<Flow, Trouble> {
        let before = self.sitting.replace(seat);
        if before == Some(seat) || self.people.len() < 2 || !self.hides_something() {
            return Ok(Flow::On);
        }
        self.console.clear()?;
        self.drawn = None;
        let question = format!("Now the {} decides. When only he looks on, press enter. ", styled(TITLE, seat));
        match self.console.ask(&question)?.as_deref() {
            None | Some("quit") => Ok(Flow::Quit),
            Some(_) => Ok(Flow::On),
        }
    }

    /// Do the people at this keyboard see different things?
    fn hides_something(&self) -> bool {
        let mut seen = self.people.iter().map(|seat| self.table.view_hash(Eyes::Seat(*seat)));
        self.game.hides() && seen.next().is_some_and(|first| seen.any(|other| other != first))
    }

    /// Tells what happened since these eyes were told last.
    pub(super) fn tell(&mut self) -> Result<(), Trouble> {
        let eyes = self.eyes();
        let Told { entries, rolls } = self.told_to(eyes);
        let new = self.table.entries(eyes, entries);
        let mut teller = Teller::after(self.book, Rolls::Short, rolls);
        let text: String = new.iter().map(|entry| teller.entry(entry)).collect();
        self.console.say(&text)?;
        self.happened.extend(fitted(&text, self.console.width).lines().map(str::to_owned));
        let told = Told { entries: entries + new.len() as u32, rolls: rolls + rolls_in(&new) };
        self.set_told(eyes, told);
        // Who sits beside and sees the same has been told as well.
        if !self.hides_something() {
            for seat in self.people.clone() {
                let entries = self.table.count(Eyes::Seat(seat));
                self.set_told(Eyes::Seat(seat), Told { entries, ..told });
            }
        }
        Ok(())
    }

    fn told_to(&self, eyes: Eyes) -> Told {
        self.told.iter().find(|(other, _)| *other == eyes).map_or(Told::default(), |(_, told)| *told)
    }

    fn set_told(&mut self, eyes: Eyes, now: Told) {
        match self.told.iter_mut().find(|(other, _)| *other == eyes) {
            Some((_, told)) => *told = now,
            None => self.told.push((eyes, now)),
        }
    }

    pub(super) fn entries(&self) -> Vec<EntryView> {
        self.table.entries(self.eyes(), 0)
    }

    pub(super) fn scene(&self) -> Scene {
        self.table.scene(self.eyes())
    }

    /// Puts an order together with the player, pick by pick.
    fn decide(&mut self, open: OpenAsk) -> Result<Decided, Trouble> {
        let (seat, ask) = (open.ask.seat, open.id);
        let mut picks: Vec<Pick> = Vec::new();
        let (mut odds_seen, mut at_once) = (false, false);
        loop {
            let prompt = match self.table.prompt(seat, ask, &picks) {
                Ok(prompt) => prompt,
                Err(rejection) => {
                    self.refuse(&rejection.to_string())?;
                    if picks.pop().is_none() {
                        return Err(Trouble::of(format!("nothing can be asked of the {seat}: {rejection}")));
                    }
                    continue;
                }
            };
            let choices = Choices::of(&*self.table, seat, ask, &picks, prompt);
            // What was typed whole is carried out at once, even where more could be picked; 'undo' takes it back.
            let is_meant = matches!(choices.prompt.offers, Offers::Nothing) || (at_once && choices.prompt.whole);
            if let (true, Some(order)) = (is_meant, &choices.prompt.order)
                && (odds_seen || !choices.throws_dice())
            {
                return Ok(Decided::Order(order.clone()));
            }
            // On a screen the question leaves room for the smallest table and what stands beside it.
            let most = self.lines_for_a_question();
            let gap = if most.is_some() { "" } else { "\n" };
            let question =
                fitted(&format!("{gap}{}", choices.text(seat, self.console.width, most)), self.console.width);
            self.draw_what_is_new(&choices.prompt.offers, question.lines().count())?;
            self.console.say(&question)?;
            self.happened.clear();
            match self.pick(open, &choices, &picks)? {
                Picked::More(more) => {
                    at_once = more.len() > 1;
                    odds_seen = !at_once && choices.showed(&more[0]);
                    picks.extend(more);
                }
                Picked::Fewer => {
                    picks.pop();
                    odds_seen = false;
                }
                Picked::Whole(order) => return Ok(Decided::Order(order)),
                Picked::Else(decided) => return Ok(decided),
            }
        }
    }

    /// Reads lines until one picks something or leaves the question.
    fn pick(&mut self, open: OpenAsk, choices: &Choices, picks: &[Pick]) -> Result<Picked, Trouble> {
        let seat = open.ask.seat;
        loop {
            let Some(line) = self.console.ask("> ")? else { return Ok(Picked::Else(Decided::Quit)) };
            let meant = match read(&line, &choices.prompt, &self.scene()) {
                Ok(meant) => meant,
                Err(sentence) => {
                    if let Some(more) = self.several_at_once(&line, open, choices, picks) {
                        return Ok(Picked::More(more));
                    }
                    self.refuse(&sentence)?;
                    continue;
                }
            };
            match meant {
                Meant::Given => {
                    if let Some(order) = &choices.prompt.order {
                        return Ok(Picked::Whole(order.clone()));
                    }
                }
                Meant::Pick(pick) => {
                    let with: Vec<Pick> = picks.iter().cloned().chain([pick.clone()]).collect();
                    match self.table.prompt(seat, open.id, &with) {
                        Ok(_) => return Ok(Picked::More(vec![pick])),
                        Err(rejection) => {
                            let near = nearest(&choices.prompt.offers, &pick);
                            self.refuse(&format!("{rejection}{near}"))?;
                        }
                    }
                }
                Meant::Command(Command::Back, _) if picks.is_empty() => {
                    self.refuse("nothing is picked yet; 'undo' takes the last answer back")?;
                }
                Meant::Command(Command::Back, _) => return Ok(Picked::Fewer),
                Meant::Command(Command::Quit, _) => return Ok(Picked::Else(Decided::Quit)),
                Meant::Command(Command::Odds, rest) => self.odds(open, choices, picks, &rest)?,
                Meant::Command(Command::Hint, rest) => {
                    if let Some(order) = self.hint(open, &rest)? {
                        return Ok(Picked::Whole(order));
                    }
                }
                Meant::Command(Command::Board, _) => self.draw(Some(&choices.prompt.offers))?,
                Meant::Command(Command::List, _) => self.console.say(&choices.whole_list(self.console.width))?,
                Meant::Command(command, rest) => {
                    if self.command(seat, command, &rest, &choices.prompt)? {
                        return Ok(Picked::Else(Decided::Anew));
                    }
                }
            }
        }
    }

    /// Several answers in one line, 'c2 c4': as many words as make an answer, and the rest for the questions that follow
    /// it. None where the line cannot be read so to its end.
    fn several_at_once(&self, line: &str, open: OpenAsk, choices: &Choices, picks: &[Pick]) -> Option<Vec<Pick>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let scene = self.scene();
        // The most words that one answer takes come first: names have spaces in them.
        (1..words.len()).rev().find_map(|count| {
            let Ok(Meant::Pick(pick)) = read(&words[..count].join(" "), &choices.prompt, &scene) else { return None };
            let with: Vec<Pick> = picks.iter().cloned().chain([pick.clone()]).collect();
            let prompt = self.table.prompt(open.ask.seat, open.id, &with).ok()?;
            let rest = words[count..].join(" ");
            let mut more = match read(&rest, &prompt, &scene) {
                Ok(Meant::Pick(next)) => {
                    let both: Vec<Pick> = with.iter().cloned().chain([next.clone()]).collect();
                    self.table.prompt(open.ask.seat, open.id, &both).ok()?;
                    vec![next]
                }
                _ => self.several_at_once(&rest, open, &Choices::bare(prompt), &with)?,
            };
            more.insert(0, pick);
            Some(more)
        })
    }

    /// The full odds of the order so far, or of one choice, also of a list that is too long to show them all.
    fn odds(&mut self, open: OpenAsk, choices: &Choices, picks: &[Pick], which: &str) -> Result<(), Trouble> {
        let told = match which.parse::<usize>() {
            Ok(number) if pickable(&choices.prompt.offers) => {
                let offers = super::input::listed(&choices.prompt.offers);
                let picked = number.checked_sub(1).and_then(|at| offers.get(at)).map(|offer| offer.pick.clone());
                let with: Vec<Pick> = picks.iter().cloned().chain(picked).collect();
                match self.table.prompt(open.ask.seat, open.id, &with) {
                    Ok(prompt) if with.len() > picks.len() => {
                        let next = Choices::of(&*self.table, open.ask.seat, open.id, &with, prompt);
                        next.odds_text(None).map_err(|_| format!("choice {number} makes no whole order yet"))
                    }
                    _ => choices.odds_text(Some(number)),
                }
            }
            Ok(_) | Err(_) if !which.is_empty() => {
                Err(format!("'odds {which}' is not one choice of this list by its number"))
            }
            _ => choices.odds_text(None),
        };
        match told {
            Ok(text) => Ok(self.console.say(&text)?),
            Err(sentence) => self.refuse(&sentence),
        }
    }

    pub(super) fn refuse(&mut self, sentence: &str) -> Result<(), Trouble> {
        Ok(self.console.say(&format!("{}\n", styled(WRONG, sentence)))?)
    }

    /// Gives an order to the table, with its dice, and saves.
    fn answer(&mut self, seat: Seat, ask: AskId, order: &Value) -> Result<Flow, Trouble> {
        let orders = std::slice::from_ref(order);
        let (answered, stopped) = match &self.source {
            Source::Root(root) => {
                let mut dice = root.entry(self.table.next_entry());
                (self.table.answer(seat, ask, orders, &mut dice), None)
            }
            Source::Typed => {
                let before = self.table.next_entry();
                let mut dice = TypedDice::at(&mut self.console);
                let answered = self.table.answer(seat, ask, orders, &mut dice);
                let stopped = dice.stopped();
                if stopped.is_some() && self.table.next_entry() > before {
                    self.table = self.again(before)?;
                }
                (answered, stopped)
            }
        };
        match (answered, stopped) {
            (_, Some(Stopped::Left)) => Ok(Flow::Quit),
            (_, Some(Stopped::Back)) => Ok(Flow::On),
            (Err(rejection), None) => {
                self.refuse(&rejection.to_string())?;
                Ok(Flow::On)
            }
            (Ok(_), None) => {
                self.keep()?;
                Ok(Flow::On)
            }
        }
    }

    /// The game as it was with so many entries.
    fn again(&self, entries: u32) -> Result<Box<dyn AnyTable>, Trouble> {
        let wrong = |trouble| Trouble::of(format!("the game cannot be taken up where it was: {trouble}"));
        let mut log = self.table.head_text();
        (0..entries).for_each(|number| log += &self.table.entry_text(number));
        self.game.take_up(&Logged::read(&log).map_err(wrong)?).map_err(wrong)
    }

    pub(super) fn keep(&self) -> Result<(), Trouble> {
        self.save.write(&*self.table)
    }

    fn leave(&mut self) -> Result<(), Trouble> {
        self.keep()?;
        let farewell = self.save.farewell().unwrap_or_default();
        Ok(self.console.say_as_it_is(&farewell)?)
    }

    fn finish(&mut self) -> Result<(), Trouble> {
        self.tell()?;
        self.draw(None)?;
        let result = self.table.result().map_or(String::new(), |result| result_text(&result));
        let file = self.save.file().display().to_string();
        let after = format!(
            "The log is in {file}: sandtable replay {file} steps through it, sandtable verify {file} checks it, \
             sandtable analyse {file} says what luck and what skill did."
        );
        Ok(self.console.say(&format!("\n{result}{}\n", styled(ASIDE, after)))?)
    }
}

/// What a line at a prompt came to.
enum Picked {
    /// One more thing is picked, or several that follow one another.
    More(Vec<Pick>),
    /// The last one is dropped.
    Fewer,
    /// The order is given as it is.
    Whole(Value),
    /// Something else.
    Else(Decided),
}

/// The offered point that is nearest to one that is refused.
fn nearest(offers: &Offers, pick: &Pick) -> String {
    let (Offers::Point { region, .. }, Pick::Point { x, y }) = (offers, pick) else { return String::new() };
    let best = region.points.iter().min_by_key(|point| (point.0 - x).pow(2) + (point.1 - y).pow(2));
    best.map_or(String::new(), |point| {
        format!("; the nearest point offered is {},{}", inches(point.0), inches(point.1))
    })
}
