//! The statements of a rule book that players meet in a game: in what they are asked and offered, refused and told, in
//! what an order is said to do, and on the table.

use super::mutate::Mutator;
use super::playthrough::{Playthrough, all_eyes};
use crate::Reached;
use kernel::dice::Scripted;
use kernel::game::{
    Ask, Game, Legal, Line, Offer, Offers, OneStream, Pick, Preview, Prompt, Record, Scene, View, apply,
};
use kernel::rule::Rule;
use kernel::seat::Seat;

/// Plays at random, scenario by scenario, until all that is looked for was met or the games are played.
pub fn statements_met<G: Game>(reached: &mut Reached) {
    for seed in 0..GAMES {
        for card in G::scenarios() {
            if reached.is_complete() {
                return;
            }
            play::<G>(&card.id, seed, reached);
        }
    }
}

/// Gives an order in a position that chance seldom leads to, with these dice, and meets what is said of it: by what it is
/// refused, or what it is said to do and what then happens.
pub fn order_met<G: Game>(state: &mut G::State, seat: Seat, order: G::Order, faces: &[u8], reached: &mut Reached) {
    let asks = G::asks(state);
    let ask =
        asks.iter().find(|ask| ask.seat == seat).unwrap_or_else(|| panic!("the {seat} is asked nothing: {asks:?}"));
    let view = View::<G>::of_seat(state, seat);
    match view.check(ask, order) {
        Err(refusal) => refusal.rule.iter().for_each(|rule| reached.meet(*rule)),
        Ok(legal) => {
            reached.meet_preview(&G::preview(&view, ask, legal.order()));
            let (mut dice, mut record) = (Scripted::of(faces.iter().copied()), Record::default());
            apply::<G>(state, &legal, &mut OneStream(&mut dice), Some(&mut record));
            meet_record::<G>(&record, reached);
        }
    }
}

/// Games of each scenario, while something is looked for.
const GAMES: u64 = 12;

/// One in so many orders is looked at closely: its prompts, what it would do, and what is refused in its place.
const CLOSELY: u32 = 4;

fn play<G: Game>(scenario: &str, seed: u64, reached: &mut Reached) {
    let mut game = Playthrough::<G>::of(scenario, seed);
    let mut mutator = Mutator::<G>::default();
    while let Some(ask) = game.ask() {
        reached.meet(ask.rule);
        let legal = game.choose(&ask);
        mutator.learn(legal.order(), &mut game.random);
        if game.random.below(CLOSELY) == 0 {
            look_closely(&mut game, &ask, &legal, &mutator, reached);
        }
        let record = game.carry_out(&legal);
        meet_record::<G>(&record, reached);
        for eyes in all_eyes::<G>() {
            reached.meet_scene(&G::scene(&View::of(&game.state, eyes)));
        }
    }
    if let Some(result) = G::result(&game.state) {
        reached.meet(result.rule);
    }
    for eyes in all_eyes::<G>() {
        let layers = G::layers(&View::of(&game.state, eyes));
        reached.meet_all(layers.iter().flat_map(|layer| &layer.notes).map(|said| said.rule));
    }
}

fn look_closely<G: Game>(
    game: &mut Playthrough<G>,
    ask: &Ask,
    legal: &Legal<G>,
    mutator: &Mutator<G>,
    reached: &mut Reached,
) {
    let view = View::<G>::of_seat(&game.state, ask.seat);
    let mut picks: Vec<Pick> = Vec::new();
    while let Ok(prompt) = G::prompt(&view, ask, &picks) {
        reached.meet_prompt(&prompt);
        let enough = prompt.offers == Offers::Nothing || (prompt.order.is_some() && game.random.below(4) == 0);
        if enough {
            break;
        }
        picks.push(prompt.offers.any(&mut game.random));
    }
    reached.meet_preview(&G::preview(&view, ask, legal.order()));
    for _ in 0..12 {
        let Some(order) = mutator.any(legal.order(), &mut game.random) else { continue };
        if let Err(refusal) = G::check(&view, ask, &order) {
            refusal.rule.iter().for_each(|rule| reached.meet(*rule));
        }
    }
}

fn meet_record<G: Game>(record: &Record<G::Event>, reached: &mut Reached) {
    for line in &record.lines {
        match line {
            Line::Event { told, .. } => {
                let said = all_eyes::<G>().filter_map(|eyes| told.to(eyes));
                said.filter_map(|said| said.rule).for_each(|rule| reached.meet(rule));
            }
            Line::Roll { roll, .. } => roll.because().into_iter().for_each(|because| reached.meet_explanation(because)),
        }
    }
}

impl Reached {
    fn meet_all(&mut self, rules: impl IntoIterator<Item = Option<Rule>>) {
        rules.into_iter().flatten().for_each(|rule| self.meet(rule));
    }

    fn meet_prompt<O>(&mut self, prompt: &Prompt<O>) {
        self.meet(prompt.rule);
        let rules = |offers: &[Offer]| offers.iter().map(|offer| offer.rule).collect::<Vec<_>>();
        self.meet_all(match &prompt.offers {
            Offers::Nothing => Vec::new(),
            Offers::OneOf(of) | Offers::Several { of, .. } | Offers::Share { of, .. } => rules(of),
            Offers::Point { or, .. } | Offers::Facing { or, .. } => rules(or),
        });
    }

    fn meet_preview(&mut self, preview: &Preview) {
        self.meet_all(preview.notes.iter().map(|said| said.rule));
        for test in &preview.tests {
            self.meet_all(test.odds.policies.iter().map(|policy| Some(policy.rule)));
        }
    }

    fn meet_scene(&mut self, scene: &Scene) {
        let on_pieces = scene.pieces.iter().flat_map(|piece| &piece.marks);
        let in_places = scene.places.iter().flat_map(|place| &place.marks);
        self.meet_all(on_pieces.chain(in_places).map(|mark| mark.rule));
        self.meet_all(scene.panel.iter().map(|line| line.rule));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::{BOOK, Drill};

    #[test]
    fn every_statement_of_the_drill_is_met_in_its_games() {
        let mut reached = Reached::looking_for(crate::citations::anchors(BOOK.page));
        statements_met::<Drill>(&mut reached);
        assert!(reached.is_complete(), "not met: {:?}", reached.unmet().collect::<Vec<_>>());
    }

    #[test]
    fn what_nothing_leads_to_is_still_looked_for_when_all_games_are_played() {
        let mut reached = Reached::looking_for(["d4".to_owned(), "nowhere".to_owned()].into());
        statements_met::<Drill>(&mut reached);
        assert_eq!(reached.unmet().collect::<Vec<_>>(), ["nowhere"]);
    }
}
