//! Nobody gets a byte of what is hidden from him.
//!
//! Behind what some eyes see another state is imagined. Both are played on with the same orders and the same public
//! dice, and every byte that those eyes get must be equal, until something hidden becomes known.

use super::agreement::{is_a_sentence, walk};
use super::mutate::{Mutator, json};
use super::playthrough::{Far, Noted, Playthrough, SeatDice, all_eyes, book, each_game};
use kernel::dice::Seeded;
use kernel::game::{Ask, Eyes, Game, Legal, Line, Offers, Pick, PieceId, Record, View, apply};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How many orders a pair is played on.
const FURTHER: u32 = 6;

/// Plays pairs of states that look alike, in games at random; `SANDTABLE_PAIRS` says how many at least.
pub fn nothing_hidden_is_told<G: Game>(secrets: bool) {
    let (mut pairs, mut unlike) = (0, 0);
    let mut play = |mut game: Playthrough<G>| {
        let mut mutator = Mutator::<G>::default();
        let mut numbers = BTreeSet::new();
        let before = (pairs, unlike);
        game.to_the_end(
            |game, ask, legal| {
                mutator.learn(legal.order(), &mut game.random);
                hidden_orders_look_alike(game, ask, legal);
                hidden_dice_look_alike(game, legal);
                if secrets {
                    numbers_have_no_gap(game, &mut numbers);
                }
                for eyes in all_eyes::<G>() {
                    if game.random.below(6) > 0 {
                        continue;
                    }
                    let view = View::<G>::of(&game.state, eyes);
                    let imagined = G::imagine(&view, &mut game.random);
                    let again = G::mask(&imagined, eyes);
                    assert!(*again == *view.state(), "{}: what the {eyes} imagines looks otherwise", game.name);
                    pairs += 1;
                    unlike += u32::from(imagined != game.state);
                    let seed = u64::from(game.random.below(u32::MAX));
                    let pair = Pair { eyes, name: &game.name, mutator: &mutator };
                    pair.play(game.state.clone(), imagined, seed);
                }
            },
            |_, _| {},
        );
        // Of the scenarios of a book only some may hide anything: games in which nothing was hidden do not count.
        if secrets && unlike == before.1 {
            pairs = before.0;
        }
        (game.orders, (pairs, unlike))
    };
    let counted = std::cell::Cell::new((0, 0));
    let mut counting = |game| {
        let (orders, found) = play(game);
        counted.set(found);
        orders
    };
    let far = Far::asked_by("SANDTABLE_PAIRS", 0);
    each_game(6, &mut counting);
    // Beside the games that each run of the tests has, others.
    let further = (1_000..).flat_map(|seed| G::scenarios().into_iter().map(move |card| (seed, card)));
    for (seed, card) in further {
        if !far.goes_on(u64::from(counted.get().0)) {
            break;
        }
        counting(Playthrough::of(&card.id, seed));
    }
    let (pairs, unlike) = counted.get();
    let short = far.short_of(pairs.into());
    println!("{}: {pairs} pairs looked alike, {unlike} of them with something hidden{short}", book::<G>());
    assert!(pairs > 20, "only {pairs} pairs were tried");
    if secrets {
        assert!(unlike * 2 >= pairs, "only {unlike} of {pairs} pairs had anything hidden in them");
    } else {
        assert_eq!(unlike, 0, "a book without secrets has nothing to imagine");
    }
}

/// Two states that look alike to some eyes.
struct Pair<'a, G: Game> {
    eyes: Eyes,
    name: &'a str,
    mutator: &'a Mutator<G>,
}

impl<G: Game> Pair<'_, G> {
    fn play(&self, mut real: G::State, mut imagined: G::State, seed: u64) {
        let mut random = Seeded::new(seed);
        for further in 0..FURTHER {
            let seed = seed.wrapping_add(u64::from(further));
            assert_alike(&self.glimpse(&real, seed), &self.glimpse(&imagined, seed), self.name, self.eyes);
            let asks = G::asks(&real);
            if asks.is_empty() {
                return;
            }
            let ask = asks[random.below(asks.len() as u32) as usize];
            let order = G::sample(&View::<G>::of_seat(&real, ask.seat), &ask, &mut random);
            let legal = View::<G>::of_seat(&real, ask.seat).check(&ask, order.clone());
            let Ok(legal) = legal else { panic!("{}: a sampled order is refused", self.name) };
            let there = G::asks(&imagined).contains(&ask);
            let there = there.then(|| View::<G>::of_seat(&imagined, ask.seat).check(&ask, order));
            let own = self.eyes.are(ask.seat);
            let Some(Ok(there)) = there else {
                assert!(!own, "{}: what the {} may order hangs on what he does not see", self.name, self.eyes);
                return;
            };
            // Dice that others roll unseen fall otherwise in the other state, and must make no difference.
            let hidden = |whole: u64| {
                let eyes = self.eyes;
                move |seat| if eyes.are(seat) { seed } else { seed ^ whole }
            };
            let (mut here_told, mut there_told) = (Record::default(), Record::default());
            let (mut here_dice, mut there_dice) =
                (SeatDice::apart::<G>(seed, hidden(1)), SeatDice::apart::<G>(seed, hidden(2)));
            let (mut here_dice, mut there_dice) = (Noted::over(&mut here_dice), Noted::over(&mut there_dice));
            apply(&mut real, &legal, &mut here_dice, Some(&mut here_told));
            apply(&mut imagined, &there, &mut there_dice, Some(&mut there_told));
            let (here, there) = (heard(&here_told, self.eyes), heard(&there_told, self.eyes));
            // What was revealed may have been revealed to others only; then the pair goes on.
            let unlike = here != there || G::mask(&real, self.eyes) != G::mask(&imagined, self.eyes);
            if unlike && (here_told.revealed || there_told.revealed) {
                return;
            }
            assert_alike(&here, &there, self.name, self.eyes);
            let fell = |dice: &Noted<'_>| {
                let seen = dice.faces.iter().filter(|(only, _)| only.is_none_or(|seat| self.eyes.are(seat)));
                json!({ "dice": seen.map(|(_, face)| *face).collect::<Vec<_>>() })
            };
            assert_alike(&fell(&here_dice), &fell(&there_dice), self.name, self.eyes);
        }
    }

    /// Everything that these eyes are given of a state.
    fn glimpse(&self, state: &G::State, seed: u64) -> Value {
        let view = View::<G>::of(state, self.eyes);
        let asks = G::asks(state);
        let seen = asks.iter().filter(|ask| ask.public || self.eyes.are(ask.seat));
        let told = |ask: &Ask| json!([ask.seat.0, ask.question, ask.rule.0, ask.about, ask.public]);
        let mut glimpse = json!({
            "view": text(view.state()),
            "asks": seen.map(told).collect::<Vec<_>>(),
            "asked of the view": G::asks(view.state()).iter().filter(|ask| self.eyes.are(ask.seat)).map(told).collect::<Vec<_>>(),
            // The ground is the same for all eyes and states; another test holds that.
            "position": text(&G::position(&view)),
            "result": json(&G::result(state)),
        });
        if let Some(ask) = asks.iter().find(|ask| self.eyes.are(ask.seat)) {
            let mut random = Seeded::new(seed);
            let (walked, picks) = walk(&view, ask, &mut random);
            glimpse["prompts"] = prompts(&view, ask, &picks);
            glimpse["preview"] = text(&G::preview(&view, ask, &walked));
            let sampled = G::sample(&view, ask, &mut random);
            glimpse["sampled"] = json(&sampled);
            let tried = (0..8).filter_map(|_| self.mutator.any(&sampled, &mut random));
            glimpse["refusals"] = tried.map(|order| refusal(&view, ask, &order)).collect();
        }
        glimpse
    }
}

fn prompts<G: Game>(view: &View<'_, G>, ask: &Ask, picks: &[Pick]) -> Value {
    (0..=picks.len()).map(|taken| prompt(view, ask, &picks[..taken])).collect()
}

fn prompt<G: Game>(view: &View<'_, G>, ask: &Ask, picks: &[Pick]) -> Value {
    match G::prompt(view, ask, picks) {
        Err(refusal) => json!(refusal.sentence),
        Ok(prompt) => json!({
            "question": prompt.question,
            "picked": prompt.picked,
            "offers": match prompt.offers { Offers::Nothing => Value::Null, offers => text(&offers) },
            "order": json(&prompt.order),
        }),
    }
}

fn refusal<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) -> Value {
    match G::check(view, ask, order) {
        Ok(()) => Value::Null,
        Err(refusal) => {
            is_a_sentence(&refusal);
            json!([refusal.field, refusal.sentence, refusal.rule.map(|rule| rule.0)])
        }
    }
}

/// What these eyes hear of what happened: the sentences, and the rolls that all see or that are their own.
fn heard<E>(record: &Record<E>, eyes: Eyes) -> Value {
    let line = |line: &Line<E>| match line {
        Line::Event { told, .. } => told.to(eyes).map(json),
        Line::Roll { roll, only } => only.is_none_or(|seat| eyes.are(seat)).then(|| json(&roll.because())),
    };
    record.lines.iter().filter_map(line).collect()
}

/// Two orders of one seat after which the others see the same must sound the same to them: what the mask hides, an
/// event must not tell.
fn hidden_orders_look_alike<G: Game>(game: &mut Playthrough<G>, ask: &Ask, legal: &Legal<G>) {
    let other = game.choose(ask);
    if other.order() == legal.order() {
        return;
    }
    let seed = u64::from(game.random.below(u32::MAX));
    let carried = |legal: &Legal<G>| {
        let (mut state, mut record) = (game.state.clone(), Record::default());
        apply(&mut state, legal, &mut SeatDice::new::<G>(seed), Some(&mut record));
        (state, record)
    };
    let ((one, one_told), (two, two_told)) = (carried(legal), carried(&other));
    if one == two || one_told.revealed || two_told.revealed {
        return;
    }
    for eyes in all_eyes::<G>().filter(|eyes| !eyes.are(ask.seat)) {
        if G::mask(&one, eyes) == G::mask(&two, eyes) {
            assert_alike(&heard(&one_told, eyes), &heard(&two_told, eyes), &game.name, eyes);
        }
    }
}

/// Dice that one seat rolls unseen may fall as they like: the others must not notice.
fn hidden_dice_look_alike<G: Game>(game: &mut Playthrough<G>, legal: &Legal<G>) {
    let seed = u64::from(game.random.below(u32::MAX));
    let carried = |eyes: Eyes, others: u64| {
        let (mut state, mut record) = (game.state.clone(), Record::default());
        let mut dice = SeatDice::apart::<G>(seed, |seat| if eyes.are(seat) { seed } else { others });
        apply(&mut state, legal, &mut dice, Some(&mut record));
        (state, record)
    };
    for eyes in all_eyes::<G>() {
        let (one, one_told) = carried(eyes, seed ^ 1);
        let unseen = |line: &Line<G::Event>| matches!(line, Line::Roll { only: Some(seat), .. } if !eyes.are(*seat));
        if !one_told.lines.iter().any(unseen) {
            continue;
        }
        let (two, two_told) = carried(eyes, seed ^ 2);
        let (one_seen, two_seen) = (json(&*G::mask(&one, eyes)), json(&*G::mask(&two, eyes)));
        assert_alike(&one_seen, &two_seen, &game.name, eyes);
        assert_alike(&heard(&one_told, eyes), &heard(&two_told, eyes), &game.name, eyes);
    }
}

/// The pieces that a spectator has seen so far are numbered without a gap: one would tell of a piece in hiding.
fn numbers_have_no_gap<G: Game>(game: &Playthrough<G>, numbers: &mut BTreeSet<PieceId>) {
    numbers.extend(G::scene(&View::of(&game.state, Eyes::Spectator)).pieces.iter().map(|piece| piece.id));
    if let (Some(first), Some(last)) = (numbers.first(), numbers.last()) {
        let gap = (*first..*last).find(|number| !numbers.contains(number));
        assert_eq!(gap, None, "{}: a spectator sees that a piece is missing among {numbers:?}", game.name);
    }
}

/// As it is written out: what is large is compared so, and taken apart only where it differs.
fn text<T: serde::Serialize>(thing: &T) -> Value {
    Value::String(serde_json::to_string(thing).expect("what eyes see can be written out"))
}

fn taken_apart(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            serde_json::from_str(text).ok().filter(|whole: &Value| !whole.is_string()).unwrap_or_else(|| value.clone())
        }
        Value::Array(all) => all.iter().map(taken_apart).collect(),
        Value::Object(all) => all.iter().map(|(name, value)| (name.clone(), taken_apart(value))).collect(),
        _ => value.clone(),
    }
}

fn assert_alike(one: &Value, two: &Value, name: &str, eyes: Eyes) {
    if one == two {
        return;
    }
    let (one, two) = (taken_apart(one), taken_apart(two));
    let (path, one, two) = first_difference(&one, &two);
    panic!("{name}: the {eyes} can tell two states apart that look alike to him, at {path}:\n{one}\n{two}");
}

/// Where two values differ first, so that a leak is found without reading a whole view.
fn first_difference<'a>(one: &'a Value, two: &'a Value) -> (String, &'a Value, &'a Value) {
    let below = |name: String, one: &'a Value, two: &'a Value| {
        let (path, one, two) = first_difference(one, two);
        (format!("/{name}{path}"), one, two)
    };
    match (one, two) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(0);
            below(at.to_string(), &a[at], &b[at])
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            let name = a.keys().find(|name| a[*name] != b[*name]).expect("the objects differ");
            below(name.clone(), &a[name], &b[name])
        }
        _ => (String::new(), one, two),
    }
}
