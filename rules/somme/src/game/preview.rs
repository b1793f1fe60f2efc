//! What the previews of decisions are put together with: rolls with their odds, by the desk's own procedures.

use super::fight::{Fight, Occasion, Stage};
use super::order::Resource;
use super::scene::{assault_lines, rect};
use super::state::State;
use super::support_step;
use crate::assault_chain;
use crate::scenario::{Side, Square};
use kernel::game::{Feature, Preview};
use kernel::prelude::*;
use kernel::procedure::{Beside, Report};

/// What a preview is put together with.
pub(super) trait Previewed {
    /// What something would change about the last odds.
    fn beside<P: Procedure>(&mut self, label: String, procedure: &P, situation: &P::Situation);
    /// Shows on the map what is fired at.
    fn aims_at(&mut self, state: &State, side: Side, target: Square);
    /// The exact odds of all that is still to come of an assault, and what each further resource would change.
    fn odds_of(&mut self, state: &State, fight: &Fight);
}

impl Previewed for Preview {
    fn beside<P: Procedure>(&mut self, label: String, procedure: &P, situation: &P::Situation) {
        let report = Report::of(procedure.odds(situation, &Budget::default()));
        if let Some(test) = self.tests.last_mut() {
            test.odds.beside.push(Beside { label, report });
        }
    }

    fn aims_at(&mut self, state: &State, side: Side, target: Square) {
        self.overlays.push(Feature {
            role: "barrage",
            shape: rect(state, target),
            seat: Some(side.seat()),
            name: "what is fired at".to_owned(),
        });
    }

    fn odds_of(&mut self, state: &State, fight: &Fight) {
        self.overlays.extend(assault_lines(state, fight));
        let procedure = assault_chain::procedure();
        let label = format!("assault on {}", state.place_name(fight.target));
        self.add_test(label, &procedure, &fight.plan(state));
        let unrolled = fight.stage == Stage::Declared && fight.occasion == Occasion::First;
        for resource in Resource::ALL {
            // Before the command center has rolled, all that might come is shown.
            let could = if unrolled {
                support_step::check_use(state, fight, resource).is_ok()
            } else {
                support_step::may_have(state, fight, resource)
            };
            if could && resource != Resource::Consolidate && !fight.resources.contains(&resource) {
                let mut with = fight.clone();
                with.resources.push(resource);
                self.beside(format!("with {}", resource.name()), &procedure, &with.plan(state));
            }
        }
        if fight.is_mixed(state) {
            let text = "Command is counted as it is with all of them in the assault, and a counterattack as it falls on the \
                        weakest square.";
            self.add_note(text, Rule("R17"));
        }
        if fight.stage == Stage::Declared && fight.is_combined(state) && state.coordinated.is_none() {
            let text = "British and French together: a coordination roll comes first, and who is not coordinated goes back to \
                        where the movement found it.";
            self.add_note(text, Rule("11.3"));
        }
        let support = fight.support(state);
        if support.support == crate::headquarters::Support::None {
            self.add_note("No headquarters supports it: -1, and no resources.", Rule("R17"));
        }
    }
}
