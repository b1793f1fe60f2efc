//! What the previews of decisions are put together with: rolls with their odds, by the desk's own procedures.

use crate::assault::Assault;
use kernel::game::{Preview, Said, Test};
use kernel::prelude::*;
use kernel::procedure::Report;

/// What a preview is put together with.
pub(super) trait Previewed {
    fn test<P: Procedure>(&mut self, label: String, procedure: &P, situation: &P::Situation);
    fn assault(&mut self, label: String, assault: &Assault);
    fn note(&mut self, text: String, rule: Rule);
    /// The last odds are for the opponent of the one they were counted for.
    fn turn_last(&mut self);
}

impl Previewed for Preview {
    fn test<P: Procedure>(&mut self, label: String, procedure: &P, situation: &P::Situation) {
        self.tests.push(Test::of(label, procedure, situation));
    }

    fn assault(&mut self, label: String, assault: &Assault) {
        self.test(label, &crate::assault::procedure(), assault);
    }

    fn note(&mut self, text: String, rule: Rule) {
        self.notes.push(Said::of(text).under(rule));
    }

    fn turn_last(&mut self) {
        if let Some(test) = self.tests.last_mut() {
            turn(&mut test.odds);
        }
    }
}

/// Turns odds round for the opponent of the one they were counted for: what is best for one is worst for the other.
pub(super) fn turn(report: &mut Report) {
    let best = report.outcomes.iter().map(|line| line.rank).max().unwrap_or_default();
    report.outcomes.reverse();
    for line in &mut report.outcomes {
        line.rank = best - line.rank;
    }
    for other in &mut report.beside {
        turn(&mut other.report);
    }
}
