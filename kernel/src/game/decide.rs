//! Decisions: what is asked, put together, checked, previewed and carried out, in one place each.

use super::{Act, Ask, Asks, Game, Picked, Picks, Preview, View};
use crate::procedure::Refusal;
use crate::rule::Rule;
use crate::seat::Seat;
use smallvec::SmallVec;

/// One kind of decision. A book has a file for each.
pub trait Decide<G: Game>: Sync {
    /// What is asked, as a player would say it ('move a unit'), and the rule that gives the decision.
    fn question(&self, state: &G::State) -> (&'static str, Rule);

    /// Puts an order together from picks. It must give every order that [`Decide::check`] takes, and no other.
    fn compose(&self, view: &View<'_, G>, seat: Seat, picks: &mut Picks<'_, G::Order>) -> Picked<G::Order>;

    /// Refuses an order that the rules do not allow, and says which rule.
    fn check(&self, view: &View<'_, G>, seat: Seat, order: &G::Order) -> Result<(), Refusal>;

    /// What a legal order would do: its path, its tests and their odds.
    fn preview(&self, _view: &View<'_, G>, _seat: Seat, _order: &G::Order) -> Preview {
        Preview::default()
    }

    /// The order that the seat has said beforehand it would give here, where it has. It hangs on nothing that the seat
    /// does not see; the edges give it for the seat as soon as it is asked, and nobody else can tell that it stood.
    fn standing(&self, _view: &View<'_, G>, _seat: Seat) -> Option<G::Order> {
        None
    }

    /// Carries out an order that was found legal.
    fn apply(&self, act: &mut Act<'_, G>, seat: Seat, order: &G::Order);
}

/// A decision that a seat has to make now.
pub struct Due<G: Game> {
    /// Who decides.
    pub seat: Seat,
    /// What.
    pub decision: &'static dyn Decide<G>,
    /// What tells this ask from another with the same question, where the book needs it.
    pub about: u32,
    /// Does everybody know that he has to decide? A seat's secret option is not announced.
    pub public: bool,
    /// Shows nothing on the table now that is hidden from anybody? What says so must be known to all.
    pub open: bool,
}

/// The decisions that are due: at most one a seat.
pub type Dues<G> = SmallVec<[Due<G>; 2]>;

impl<G: Game> Due<G> {
    /// A decision that everybody knows of.
    pub fn of(seat: Seat, decision: &'static dyn Decide<G>) -> Due<G> {
        Due { seat, decision, about: 0, public: true, open: false }
    }

    /// Told apart from others with the same question.
    #[must_use]
    pub fn about(self, about: u32) -> Due<G> {
        Due { about, ..self }
    }

    /// Known to its seat only.
    #[must_use]
    pub fn secret(self) -> Due<G> {
        Due { public: false, ..self }
    }

    /// Made while everything lies open, or not.
    #[must_use]
    pub fn open(self, open: bool) -> Due<G> {
        Due { open, ..self }
    }

    fn ask(&self, state: &G::State) -> Ask {
        let (question, rule) = self.decision.question(state);
        Ask { seat: self.seat, question, rule, about: self.about, public: self.public, open: self.open }
    }
}

/// The open asks of a state.
pub(super) fn asks<G: Game>(state: &G::State) -> Asks {
    G::due(state).iter().map(|due| due.ask(state)).collect()
}

/// The decision that an ask is about.
pub(super) fn decision<G: Game>(state: &G::State, ask: &Ask) -> Result<&'static dyn Decide<G>, Refusal> {
    let dues = G::due(state);
    let due = dues.iter().find(|due| due.seat == ask.seat);
    due.map(|due| due.decision).ok_or_else(|| Refusal::of(format!("the {} has nothing to decide now", ask.seat)))
}

/// Carries out an order, and then all that needs no decision.
pub(super) fn carry_out<G: Game>(act: &mut Act<'_, G>, ask: &Ask, order: &G::Order) {
    let decision = decision::<G>(act.state, ask).expect("an order that was found legal answers an open ask");
    decision.apply(act, ask.seat, order);
    go_on(act);
}

/// Goes on until somebody has to decide, or the game is over.
pub fn go_on<G: Game>(act: &mut Act<'_, G>) {
    while G::due(act.state).is_empty() && G::result(act.state).is_none() {
        G::go_on(act);
    }
}

/// Refuses an order that does not answer what is asked.
pub fn refuse<G: Game>(decision: &dyn Decide<G>, state: &G::State, allowed: &str) -> Refusal {
    let (question, rule) = decision.question(state);
    Refusal::by(rule, format!("the question is to {question}: {allowed}"))
}
