//! A table without its types: JSON in, and what some eyes see out.

use super::any::{AnySight, AnyTable, EntryView, LineView, Luck, Thought};
use super::log::seat_of;
use super::player::{Machine, Player};
use super::{
    Advice, Advising, Analysing, AnyOutlook, Ask, AskId, Considered, Counsel, DiceRoot, EntryDice, Eyes, Game,
    GameResult, Ground, Header, Line, LogTrouble, LoggedEntry, OpenAsk, Pick, Position, Preview, Prompt, Receipt,
    Rejection, Said, Streams, Table, View, What, in_words,
};
use crate::dice::Seeded;
use crate::procedure::{Refusal, Value};
use crate::seat::Seat;
use serde::Serialize;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

struct Sight<G: Game> {
    view: View<'static, G>,
    ask: Ask,
}

impl<G: Game> AnySight for Sight<G> {
    fn prompt(&self, picks: &[Pick]) -> Result<Prompt<Value>, Rejection> {
        let Prompt { question, rule, picked, offers, order, whole } =
            G::prompt(&self.view, &self.ask, picks).map_err(refused)?;
        Ok(Prompt { question, rule, picked, offers, order: order.as_ref().map(write_order), whole })
    }

    fn preview(&self, order: &Value) -> Result<Preview, Rejection> {
        let legal = self.view.check(&self.ask, read_order::<G>(order).map_err(refused)?).map_err(refused)?;
        Ok(G::preview(&self.view, &self.ask, legal.order()))
    }

    fn hint(&self) -> Option<String> {
        G::hint(self.view.state(), &self.ask)
    }
}

/// A table whose types are left behind.
pub(super) struct Erased<G: Game> {
    table: Table<G>,
    machines: &'static [Machine<G>],
    counsel: Option<Counsel<G>>,
    /// What each pair of eyes has seen, as far as it was asked for: an entry once seen stays so.
    seen: RefCell<Vec<Seen>>,
    /// The machines that have sat down. Each stays the same player from one decision to the next: what it means to do in a
    /// turn is in it, and nowhere else.
    seated: RefCell<Vec<Seated<G>>>,
}

/// A machine at a seat, shared with the thoughts that it has.
struct Seated<G: Game> {
    seat: Seat,
    name: &'static str,
    player: Arc<Mutex<Box<dyn Player<G>>>>,
}

/// The entries that some eyes know of, by their true numbers.
struct Seen {
    eyes: Eyes,
    looked_at: usize,
    numbers: Vec<u32>,
}

impl<G: Game> Erased<G> {
    pub(super) fn over(table: Table<G>, machines: &'static [Machine<G>], counsel: Option<Counsel<G>>) -> Erased<G> {
        Erased { table, machines, counsel, seen: RefCell::default(), seated: RefCell::default() }
    }

    /// The machine at a seat, which sits down when it is first asked.
    fn seated(&self, seat: Seat, machine: &Machine<G>) -> Arc<Mutex<Box<dyn Player<G>>>> {
        let mut all = self.seated.borrow_mut();
        if let Some(seated) = all.iter().find(|seated| seated.seat == seat && seated.name == machine.name) {
            return Arc::clone(&seated.player);
        }
        let player = Arc::new(Mutex::new((machine.make)()));
        all.push(Seated { seat, name: machine.name, player: Arc::clone(&player) });
        player
    }

    fn open_ask(&self, seat: Seat, ask: AskId) -> Result<Ask, Rejection> {
        if let Some(result) = self.table.result() {
            return Err(Rejection::Over(result));
        }
        let open = self.table.ask_of(seat);
        match open {
            Some(open) if open.id == ask => Ok(open.ask),
            _ => Err(Rejection::Stale { open: open.into_iter().collect() }),
        }
    }

    /// The entries that these eyes know of, by their true numbers: what they did, what they saw something of, and
    /// what took such an entry back.
    fn seen_by<T>(&self, eyes: Eyes, look: impl FnOnce(&[u32]) -> T) -> T {
        let mut all = self.seen.borrow_mut();
        let at = all.iter().position(|seen| seen.eyes == eyes).unwrap_or_else(|| {
            all.push(Seen { eyes, looked_at: 0, numbers: Vec::new() });
            all.len() - 1
        });
        let Seen { looked_at, numbers, .. } = &mut all[at];
        for entry in &self.table.entries()[*looked_at..] {
            let visible = match &entry.what {
                What::Undo { seat, to, .. } => eyes.are(*seat) || numbers.iter().any(|number| number > to),
                _ => Table::<G>::is_known(entry, eyes),
            };
            if visible {
                numbers.push(entry.number);
            }
        }
        *looked_at = self.table.entries().len();
        look(numbers)
    }
}

fn read_order<G: Game>(order: &Value) -> Result<G::Order, Refusal> {
    serde_json::from_value(order.clone())
        .map_err(|error| Refusal::field("order", format!("the order cannot be read: {error}")))
}

fn write_order<O: Serialize>(order: &O) -> Value {
    serde_json::to_value(order).expect("an order is plain data")
}

fn nobody_to_ask() -> Refusal {
    Refusal::of("this book has no machine that gives advice")
}

fn refused(refusal: Refusal) -> Rejection {
    Rejection::Refused { order: 0, refusal }
}

impl<G: Game> AnyTable for Erased<G> {
    fn header(&self) -> &Header {
        self.table.header()
    }

    fn key(&self) -> [u8; 32] {
        self.table.key()
    }

    fn open_secret(&mut self, secret: [u8; 32]) {
        self.table.open_secret(secret);
    }

    fn next_entry(&self) -> u32 {
        self.table.next_entry()
    }

    fn left_off_after(&self) -> Option<u32> {
        self.table.left_off_after()
    }

    fn next_dice(&self, root: &DiceRoot) -> EntryDice {
        self.table.next_dice(root)
    }

    fn seats(&self) -> &'static [Seat] {
        G::SEATS
    }

    fn seat(&self, name: &str) -> Result<Seat, Refusal> {
        seat_of::<G>(name)
    }

    fn open_to(&self, eyes: Eyes) -> Vec<OpenAsk> {
        self.table.open_to(eyes)
    }

    fn open(&self) -> &[OpenAsk] {
        self.table.open()
    }

    fn standing(&self, seat: Seat) -> Option<(AskId, Value)> {
        let open = self.table.ask_of(seat)?;
        let order = G::standing(&self.table.view(Eyes::Seat(seat)), &open.ask)?;
        Some((open.id, serde_json::to_value(order).expect("an order can be written as JSON")))
    }

    fn result(&self) -> Option<GameResult> {
        self.table.result()
    }

    fn view(&self, eyes: Eyes) -> Value {
        serde_json::to_value(self.table.view(eyes).state()).expect("a state is plain data")
    }

    fn view_hash(&self, eyes: Eyes) -> [u8; 32] {
        self.table.view_hash(eyes)
    }

    fn state_hash(&self) -> [u8; 32] {
        let last = self.table.entries().last().and_then(|entry| entry.hash);
        last.unwrap_or_else(|| self.table.hash(self.table.state()))
    }

    fn ground(&self) -> Ground {
        self.table.ground()
    }

    fn ground_digest(&self) -> &str {
        self.table.ground_digest()
    }

    fn position(&self, eyes: Eyes) -> Position {
        self.table.position(eyes)
    }

    fn position_after(&self, entry: u32, eyes: Eyes) -> Option<Position> {
        let number = self.seen_by(eyes, |seen| seen.get(entry as usize).copied())?;
        Some(G::position(&View::of(&self.table.state_after(number)?, eyes)))
    }

    fn sight(&self, seat: Seat, ask: AskId) -> Result<Box<dyn AnySight>, Rejection> {
        let ask = self.open_ask(seat, ask)?;
        let view = self.table.view(Eyes::Seat(seat)).into_owned();
        Ok(Box::new(Sight::<G> { view, ask }))
    }

    fn answer(
        &mut self,
        seat: Seat,
        ask: AskId,
        orders: &[Value],
        dice: &mut dyn Streams,
    ) -> Result<Receipt, Rejection> {
        self.open_ask(seat, ask)?;
        let read = |(order, value): (usize, &Value)| {
            read_order::<G>(value).map_err(|refusal| Rejection::Refused { order, refusal })
        };
        let orders = orders.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        self.table.answer(seat, ask, orders, dice)
    }

    fn undoable(&self, seat: Seat) -> Result<u32, Refusal> {
        self.table.undoable(seat)
    }

    fn undoable_by_agreement(&self, seat: Seat) -> Result<u32, Refusal> {
        self.table.undoable_by_agreement(seat)
    }

    fn undo(&mut self, seat: Seat, agreed: bool) -> Result<Receipt, Refusal> {
        self.table.undo(seat, agreed)
    }

    fn undo_to(&mut self, seat: Seat, to: u32) -> Result<Receipt, Refusal> {
        self.table.undo_to(seat, to)
    }

    fn resign(&mut self, seat: Seat) -> Result<Receipt, Rejection> {
        self.table.resign(seat)
    }

    fn abandon(&mut self) -> Result<Receipt, Rejection> {
        self.table.abandon()
    }

    fn count(&self, eyes: Eyes) -> u32 {
        self.seen_by(eyes, |seen| seen.len() as u32)
    }

    fn some_entries(&self, eyes: Eyes, from: u32, most: u32) -> Vec<EntryView> {
        let seen = self.seen_by(eyes, <[u32]>::to_vec);
        let shown = |(number, true_number): (usize, &u32)| {
            let entry = &self.table.entries()[*true_number as usize];
            let (what, seat, back_to) = match &entry.what {
                What::Setup => ("setup", None, None),
                What::Orders { seat, .. } => ("orders", Some(*seat), None),
                What::Undo { seat, to, .. } => {
                    let back_to = seen.iter().rposition(|number| number <= to).unwrap_or_default();
                    ("undo", Some(*seat), Some(back_to as u32))
                }
                What::Resign { seat } => ("resign", Some(*seat), None),
                What::Abandon => ("abandon", None, None),
                What::Release { .. } => ("release", None, None),
            };
            let line = |line: &Line| match line {
                Line::Event { told, .. } => told.to(eyes).cloned().map(LineView::Said),
                Line::Roll { only: Some(seat), .. } if !eyes.are(*seat) => None,
                Line::Roll { roll, .. } => Some(match roll.because() {
                    None => LineView::Said(Said::of(roll.text())),
                    Some(because) => {
                        let luck = because.throws.iter().filter_map(Luck::of).collect();
                        LineView::Roll { because: because.clone(), luck }
                    }
                }),
            };
            EntryView {
                number: number as u32,
                seat,
                what,
                back_to,
                lines: self.table.lines(*true_number).iter().filter_map(line).collect(),
            }
        };
        seen.iter().enumerate().skip(from as usize).take(most as usize).map(shown).collect()
    }

    fn seen_as(&self, eyes: Eyes, entry: u32) -> u32 {
        self.seen_by(eyes, |numbers| numbers.partition_point(|number| *number <= entry).saturating_sub(1) as u32)
    }

    fn log(&self) -> String {
        self.table.log()
    }

    fn head_text(&self) -> String {
        self.table.head_text()
    }

    fn entry_text(&self, number: u32) -> String {
        self.table.entry_text(number)
    }

    fn tail_text(&self) -> String {
        self.table.tail_text()
    }

    fn snapshot_text(&self) -> String {
        self.table.snapshot_text()
    }

    fn follow(&mut self, entry: &LoggedEntry) -> Result<(), LogTrouble> {
        self.table.follow(entry)
    }

    fn log_for(&self, eyes: Eyes) -> String {
        self.table.log_for(eyes)
    }

    fn stands(&self) -> Option<String> {
        G::stands(&self.table.view(Eyes::Spectator))
    }

    fn outlook(&self, eyes: Eyes) -> Box<dyn AnyOutlook> {
        Box::new(self.table.view(eyes).into_owned())
    }

    fn thought(&self, seat: Seat, machine: &str) -> Result<Thought, Refusal> {
        let Some(machine) =
            self.machines.iter().find(|known| known.name == machine || known.formerly.contains(&machine))
        else {
            let names: Vec<_> = self.machines.iter().map(|machine| machine.name).collect();
            let sentence = format!("there is no machine player '{machine}'; there are {}", names.join(", "));
            return Err(Refusal::field("machine", sentence));
        };
        let open = self.table.ask_of(seat).ok_or_else(|| Refusal::of(format!("the {seat} has nothing to decide")))?;
        let view = self.table.view(Eyes::Seat(seat)).into_owned();
        let player = self.seated(seat, machine);
        Ok(Box::new(move |seed| {
            // A thought that broke off has left nothing half done that matters: a plan is replaced as a whole.
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            write_order(&player.decide(&view, &open.ask, &mut Seeded::new(seed)))
        }))
    }

    fn advice(&self, seat: Seat, ask: AskId) -> Result<Advising, Rejection> {
        let ask = self.open_ask(seat, ask)?;
        let counsel = self.counsel.ok_or_else(|| refused(nobody_to_ask()))?;
        let view = self.table.view(Eyes::Seat(seat)).into_owned();
        Ok(Box::new(move |seed| {
            let considered = (counsel.adviser)().consider(&view, &ask, &mut Seeded::new(seed));
            let advice = |Considered { order, games, win, lead }: Considered<G::Order>| Advice {
                words: in_words(&view, &ask, &order),
                order: write_order(&order),
                games,
                win,
                lead,
            };
            considered.into_iter().map(advice).collect()
        }))
    }

    fn analysis(&self) -> Result<Analysing, Refusal> {
        let counsel = self.counsel.ok_or_else(nobody_to_ask)?;
        if self.table.result().is_none() {
            return Err(Refusal::of("the game is not over; how it went is said afterwards"));
        }
        let course = self.table.course().ok_or_else(|| {
            Refusal::of("nothing of this game was played by the rules of this release, so there is nothing to judge")
        })?;
        Ok(Box::new(move |watch| course.analyse(&mut *(counsel.analyst)(), watch)))
    }
}
