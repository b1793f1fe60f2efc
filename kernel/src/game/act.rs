//! Carrying out an order.

use super::{Ask, Eyes, Game, Line, Record, Roll, Telling};
use crate::dice::{Dice, Law, Throw, Why};
use crate::explain::Resolved;
use crate::procedure::OnDesk;
use crate::seat::Seat;

/// An order that was found legal. Only [`View::check`](super::View::check) makes one, and nothing else is applied.
pub struct Legal<G: Game> {
    ask: Ask,
    order: G::Order,
}

impl<G: Game> Legal<G> {
    pub(super) fn found(ask: Ask, order: G::Order) -> Legal<G> {
        Legal { ask, order }
    }

    /// The ask it answers.
    pub fn ask(&self) -> &Ask {
        &self.ask
    }

    /// The order.
    pub fn order(&self) -> &G::Order {
        &self.order
    }

    /// The order itself.
    pub fn into_order(self) -> G::Order {
        self.order
    }
}

/// Dice for all and dice that one seat rolls unseen. Hidden rolls never shift public ones.
pub trait Streams {
    /// The public dice, or those of a seat.
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice;

    /// Do people throw these dice by hand? Then they must know what for before the order has been carried out.
    fn by_hand(&self) -> bool {
        false
    }

    /// Tells those who throw by hand what has happened so far, or whom the next dice are for, as everybody may know it.
    fn tell(&mut self, _words: &str) {}
}

/// One source for everything, where nobody needs the streams apart.
pub struct OneStream<'a>(pub &'a mut dyn Dice);

impl Streams for OneStream<'_> {
    fn stream(&mut self, _: Option<Seat>) -> &mut dyn Dice {
        self.0
    }
}

/// Dice whose explanations nobody reads: for play at random and search.
pub struct Untold<D>(pub D);

impl<D: Dice> Dice for Untold<D> {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        self.0.throw(law, why)
    }

    fn tells(&self) -> bool {
        false
    }

    fn is_spent(&self) -> bool {
        self.0.is_spent()
    }
}

/// Dice of a step, thrown by seats of the table: the step itself knows only roles.
struct Seated<'a, G: Game> {
    dice: &'a mut dyn Dice,
    state: &'a G::State,
}

impl<G: Game> Dice for Seated<'_, G> {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        self.dice.throw(law, Why { who: G::seat_of(self.state, why.who), ..why })
    }

    fn tells(&self) -> bool {
        self.dice.tells()
    }

    fn is_spent(&self) -> bool {
        self.dice.is_spent()
    }
}

/// An order being carried out: the whole state, the dice, and what is told of it.
pub struct Act<'a, G: Game> {
    /// The whole state.
    pub state: &'a mut G::State,
    dice: &'a mut dyn Streams,
    record: Option<&'a mut Record<G::Event>>,
    /// Who is meant by the words of the next roll.
    names: Vec<String>,
}

impl<'a, G: Game> Act<'a, G> {
    /// An act on a state; nothing is kept of it where there is no record.
    pub fn on(
        state: &'a mut G::State,
        dice: &'a mut dyn Streams,
        record: Option<&'a mut Record<G::Event>>,
    ) -> Act<'a, G> {
        Act { state, dice, record, names: Vec::new() }
    }

    /// The public dice.
    pub fn dice(&mut self) -> &mut dyn Dice {
        self.dice.stream(None)
    }

    /// Runs a step with the public dice, keeps its explanation and gives its outcome.
    pub fn roll<T>(&mut self, step: impl FnOnce(&mut dyn Dice) -> Resolved<T>) -> T {
        self.rolls(None, |_| None, step)
    }

    /// Runs a step with the public dice, and says where the charts desk has it: the procedure that it is part of and the
    /// situation as it was. What is said there everybody may know who sees the dice. It costs nothing where nobody is told.
    pub fn roll_as<T>(
        &mut self,
        desk: impl FnOnce(&G::State) -> OnDesk,
        step: impl FnOnce(&mut dyn Dice) -> Resolved<T>,
    ) -> T {
        self.rolls(None, |state| Some(desk(state)), step)
    }

    /// Says what the next dice are for, where nothing told so far does: whose they are, or for which place. Only those
    /// hear it who throw dice by hand.
    pub fn throwing_for(&mut self, words: impl FnOnce(&G::State) -> String) -> &mut Self {
        if self.dice.by_hand() {
            self.dice.tell(&words(self.state));
        }
        self
    }

    /// Says who is meant by the first words of the next roll's result, where a step only knows what they are. It costs
    /// nothing where nobody is told.
    pub fn naming<const N: usize>(&mut self, names: impl FnOnce(&G::State) -> [String; N]) -> &mut Self {
        if self.record.is_some() {
            self.names = names(self.state).into();
        }
        self
    }

    /// [`Act::roll`] for dice that nothing told so far says the use of.
    pub fn roll_for<T>(
        &mut self,
        words: impl FnOnce(&G::State) -> String,
        step: impl FnOnce(&mut dyn Dice) -> Resolved<T>,
    ) -> T {
        self.throwing_for(words).roll(step)
    }

    /// Runs a step with dice that only this seat sees.
    pub fn roll_unseen<T>(&mut self, seat: Seat, step: impl FnOnce(&mut dyn Dice) -> Resolved<T>) -> T {
        self.rolls(Some(seat), |_| None, step)
    }

    fn rolls<T>(
        &mut self,
        only: Option<Seat>,
        desk: impl FnOnce(&G::State) -> Option<OnDesk>,
        step: impl FnOnce(&mut dyn Dice) -> Resolved<T>,
    ) -> T {
        let dice = self.dice.stream(only);
        let Some(record) = &mut self.record else { return step(dice).outcome };
        let Resolved { outcome, mut because } = step(&mut Seated::<G> { dice, state: self.state });
        if let Some(desk) = desk(self.state) {
            because.desk = Some(Box::new(desk));
        }
        because.result.name(std::mem::take(&mut self.names));
        record.lines.push(Line::Roll { roll: Roll::Explained(Box::new(because)), only });
        outcome
    }

    /// Something happened. It is told now, as the state is at this moment.
    pub fn happens(&mut self, event: G::Event) {
        if let Some(record) = &mut self.record {
            let told = Telling::of::<G>(self.state, &event);
            if let (true, Some(said)) = (self.dice.by_hand(), told.to(Eyes::Spectator)) {
                self.dice.tell(&said.text);
            }
            record.lines.push(Line::Event { event, told });
        }
    }

    /// Something hidden has become known, so that nothing before it can be taken back.
    pub fn reveals(&mut self) {
        if let Some(record) = &mut self.record {
            record.revealed = true;
        }
    }
}

/// Carries out a legal order on the state whose view it was checked on.
pub fn apply<G: Game>(
    state: &mut G::State,
    legal: &Legal<G>,
    dice: &mut dyn Streams,
    record: Option<&mut Record<G::Event>>,
) {
    G::apply(&mut Act::on(state, dice, record), &legal.ask, &legal.order);
}
