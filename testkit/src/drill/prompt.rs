//! How orders are put together.

use super::check::{check, hides, reactors, targets};
use super::combat::{Duel, Fire, Hits, duel, fire, look_out};
use super::order::Order;
use super::paths::{FACINGS, Path, STEP, inches};
use super::scenario::hiding_places;
use super::state::{Asked, Frame, HIDING, Side, Stance, State, UnitId};
use field::measured::Point;
use kernel::dice::Dice;
use kernel::game::{Offer, Offers, Pick, Preview, Prompt, Region, Said, Test};
use kernel::odds::{Budget, of_step};
use kernel::procedure::{Answer, Outcome, Refusal, Report};
use kernel::rule::Rule;

/// What can be picked next.
pub(super) fn prompt(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let Some(asked) = state.asked(side) else {
        return Err(Refusal::of(format!("{} has nothing to decide now", side.name())));
    };
    let mut prompt = Prompt {
        question: asked.question().to_owned(),
        rule: asked.rule(),
        picked: Vec::new(),
        offers: Offers::Nothing,
        order: None,
    };
    match asked {
        Asked::Hide => hiding(state, side, picks, &mut prompt)?,
        Asked::Plot => {
            let offer = |stance: Stance| {
                let allowance = stance.allowance() / 100;
                let label = format!("{}: {allowance} inches, hit on {}", stance.name(), stance.hit_on());
                (Offer::option(stance.name(), label), Order::Plot { stance })
            };
            one_of(Stance::ALL.map(offer).to_vec(), picks, &mut prompt)?;
        }
        Asked::Act => acting(state, side, picks, &mut prompt)?,
        Asked::React => {
            let Some(Frame::Move { unit, from, .. }) = state.frames.last() else { unreachable!("a move is under way") };
            let hold = (Offer::option("hold", "hold fire"), Order::Hold);
            let fires = |unit: UnitId| (Offer::of(Pick::Piece(unit), name(state, unit)), Order::React { unit });
            let all = std::iter::once(hold).chain(reactors(state, side, *unit, *from).map(fires)).collect();
            one_of(all, picks, &mut prompt)?;
        }
        Asked::TakeHit => {
            let Some(Frame::Hits { among, .. }) = state.frames.last() else { unreachable!("hits are being placed") };
            let takes = |&unit: &UnitId| (Offer::of(Pick::Piece(unit), name(state, unit)), Order::TakeHit { unit });
            one_of(among.iter().map(takes).collect(), picks, &mut prompt)?;
        }
        Asked::ShareHits => sharing(state, side, picks, &mut prompt)?,
    }
    Ok(prompt)
}

/// The picks that lead to a legal order.
pub(super) fn picks(_: &State, _: Side, order: &Order) -> Vec<Pick> {
    let point = |at: &Point| Pick::Point { x: at.x, y: at.y };
    match order {
        Order::Hide { at } => at.iter().map(point).collect(),
        Order::Plot { stance } => vec![Pick::option(stance.name())],
        Order::Move { unit, path, facing } => {
            let begun = [Pick::Piece(*unit), Pick::option("move")].into_iter();
            let ended = [Pick::option("face"), Pick::Facing(*facing)];
            begun.chain(path.iter().map(point)).chain(ended).collect()
        }
        Order::Fire { unit, target } => vec![Pick::Piece(*unit), Pick::option("fire"), Pick::Piece(*target)],
        Order::LookOut { unit } => vec![Pick::Piece(*unit), Pick::option("look-out")],
        Order::Pass => vec![Pick::option("pass")],
        Order::Hold => vec![Pick::option("hold")],
        Order::React { unit } | Order::TakeHit { unit } => vec![Pick::Piece(*unit)],
        Order::ShareHits { shares } => vec![Pick::Share(shares.clone())],
    }
}

/// What a legal order would do.
pub(super) fn preview(state: &State, side: Side, order: &Order) -> Preview {
    let mut preview = Preview::default();
    let shot = |strength: u8| {
        let shot = Fire { side, strength, target: state.stance(side.other()) };
        test("fire", |dice| fire(&shot, dice).outcome)
    };
    match order {
        Order::Move { unit, path, .. } => {
            let mover = state.unit(*unit);
            let stance = state.stance(side);
            let cost = state.ground().price(mover.at, path).unwrap_or(0);
            let (cost, allowance) = (inches(cost), inches(stance.allowance()));
            let note = format!("The path costs {cost} of {allowance} inches.");
            preview.notes.push(Said::of(note).under(Rule("D4")).piece(*unit));
            preview.path = std::iter::once(&mover.at).chain(path).map(|at| (at.x, at.y)).collect();
            let end = path.last().copied().unwrap_or(mover.at);
            let nearest = state.alive(side.other()).map(|(id, enemy)| (enemy.at.distance(end), id)).min();
            if let Some((_, enemy)) = nearest.filter(|(distance, _)| *distance <= 100) {
                let duelists = Duel { mover: side, strength: mover.strength, against: state.unit(enemy).strength };
                preview.tests.push(test("duel", |dice| duel(&duelists, dice).outcome));
            }
        }
        Order::React { unit } if *unit >= HIDING => {
            preview.notes.push(Said::of("The scout that fires is seen.").under(Rule("D5")));
            preview.tests.push(shot(2));
        }
        Order::Fire { unit, .. } | Order::React { unit } => preview.tests.push(shot(state.unit(*unit).strength)),
        Order::LookOut { .. } => {
            // Whether a scout is near is what the look-out is to tell; the chance to see at all is the same.
            let seen =
                |dice: &mut dyn Dice| Hits(u8::from(look_out(side, true, dice).outcome > super::state::Word::Fog));
            let odds = of_step(&Budget::default(), seen);
            let chance = odds.dist.chance_that(|Hits(seen)| *seen == 1);
            let note = format!("The chance to make something out is {chance}.");
            preview.notes.push(Said::of(note).under(Rule("D7")));
        }
        _ => {}
    }
    preview
}

fn test<O: Outcome>(label: &str, step: impl FnMut(&mut dyn Dice) -> O) -> Test {
    Test { label: label.to_owned(), odds: Report::of(Answer::from(of_step(&Budget::default(), step))) }
}

fn name(state: &State, id: UnitId) -> String {
    match state.units.get(id as usize) {
        Some(unit) => unit.name(),
        None => format!("the scout in hiding, no. {}", id - HIDING + 1),
    }
}

/// A single pick that is the order.
fn one_of(all: Vec<(Offer, Order)>, picks: &[Pick], prompt: &mut Prompt<Order>) -> Result<(), Refusal> {
    let Some((pick, more)) = picks.split_first() else {
        prompt.offers = Offers::OneOf(all.into_iter().map(|(offer, _)| offer).collect());
        return Ok(());
    };
    let (offer, order) = all.into_iter().find(|(offer, _)| offer.pick == *pick).ok_or_else(|| not_offered(prompt))?;
    prompt.picked.push(offer.label);
    prompt.order = Some(order);
    nothing_more(more, prompt)
}

fn not_offered(prompt: &Prompt<Order>) -> Refusal {
    Refusal::by(prompt.rule, format!("this is not among what is offered to {}", prompt.question))
}

fn nothing_more(picks: &[Pick], prompt: &Prompt<Order>) -> Result<(), Refusal> {
    if picks.is_empty() {
        Ok(())
    } else {
        Err(Refusal::by(prompt.rule, "the order is complete; nothing more is picked"))
    }
}

/// D2 One point after another.
fn hiding(state: &State, side: Side, picks: &[Pick], prompt: &mut Prompt<Order>) -> Result<(), Refusal> {
    let due = usize::from(state.party(side).hidden);
    let mut at = Vec::new();
    for pick in picks {
        let Pick::Point { x, y } = *pick else { return Err(not_offered(prompt)) };
        if at.len() == due {
            return nothing_more(picks, prompt);
        }
        hides(state, side, &at, Point { x, y })?;
        at.push(Point { x, y });
        prompt.picked.push(format!("a scout at {}, {}", inches(x), inches(y)));
    }
    if at.len() == due {
        prompt.order = Some(Order::Hide { at });
        return Ok(());
    }
    let free = hiding_places(side).filter(|place| hides(state, side, &at, *place).is_ok());
    let points = free.map(|place| (place.x, place.y, 0)).collect();
    prompt.question = format!("where does scout {} of {due} hide?", at.len() + 1);
    let region = Region { from: (0, 0), step: STEP, points };
    prompt.offers = Offers::Point { region, or: Vec::new() };
    Ok(())
}

/// D4 A unit, then what it does.
fn acting(state: &State, side: Side, picks: &[Pick], prompt: &mut Prompt<Order>) -> Result<(), Refusal> {
    let Some((first, picks)) = picks.split_first() else {
        let unit = |id: UnitId| Offer::of(Pick::Piece(id), name(state, id));
        let pass = Offer::option("pass", "act no more this turn").under(Rule("D4"));
        let units = state.fresh(side).map(|(id, _)| unit(id));
        prompt.offers = Offers::OneOf(units.chain(std::iter::once(pass)).collect());
        return Ok(());
    };
    let unit = match first {
        Pick::Option(word) if word == "pass" => {
            prompt.picked.push("pass".to_owned());
            prompt.order = Some(Order::Pass);
            return nothing_more(picks, prompt);
        }
        Pick::Piece(id) if state.fresh(side).any(|(unit, _)| unit == *id) => *id,
        _ => return Err(not_offered(prompt)),
    };
    prompt.picked.push(name(state, unit));
    let Some((what, picks)) = picks.split_first() else {
        prompt.question = format!("what does {} do?", name(state, unit));
        let mut offers = vec![Offer::option("move", "move").under(Rule("D4"))];
        if targets(state, side, unit).next().is_some() {
            offers.push(Offer::option("fire", "fire").under(Rule("D6")));
        }
        offers.push(Offer::option("look-out", "look out").under(Rule("D7")));
        prompt.offers = Offers::OneOf(offers);
        return Ok(());
    };
    let Pick::Option(word) = what else { return Err(not_offered(prompt)) };
    prompt.picked.push(word.clone());
    match word.as_str() {
        "move" => moving(state, side, unit, picks, prompt),
        "fire" => {
            prompt.question = format!("at whom does {} fire?", name(state, unit));
            prompt.rule = Rule("D6");
            let at =
                |target: UnitId| (Offer::of(Pick::Piece(target), name(state, target)), Order::Fire { unit, target });
            one_of(targets(state, side, unit).map(at).collect(), picks, prompt)
        }
        "look-out" => {
            prompt.order = Some(Order::LookOut { unit });
            nothing_more(picks, prompt)
        }
        _ => Err(not_offered(prompt)),
    }
}

/// D4 Points, then a facing.
fn moving(state: &State, side: Side, unit: UnitId, picks: &[Pick], prompt: &mut Prompt<Order>) -> Result<(), Refusal> {
    let mut path = Path::of(state, unit, state.stance(side));
    let mut picks = picks.iter();
    let usual = |path: &Path| path.facing().unwrap_or(state.unit(unit).facing);
    for pick in picks.by_ref() {
        match pick {
            Pick::Point { x, y } => {
                path.pick(Point { x: *x, y: *y })?;
                prompt.picked.push(format!("by {}, {}", inches(*x), inches(*y)));
            }
            Pick::Option(word) if word == "face" && !path.points.is_empty() => {
                let facing = usual(&path);
                prompt.question = format!("where does {} face at the end?", name(state, unit));
                prompt.order = Some(Order::Move { unit, path: path.points.clone(), facing });
                let facing = match picks.next() {
                    None => {
                        prompt.offers = Offers::Facing { of: FACINGS.to_vec(), or: Vec::new() };
                        return Ok(());
                    }
                    Some(Pick::Facing(facing)) if FACINGS.contains(facing) => *facing,
                    Some(_) => return Err(not_offered(prompt)),
                };
                prompt.picked.push(format!("facing {facing}"));
                prompt.order = Some(Order::Move { unit, path: path.points, facing });
                return nothing_more(picks.as_slice(), prompt);
            }
            _ => return Err(not_offered(prompt)),
        }
    }
    let from = path.end();
    let points = path.reach().into_iter().map(|(at, cost)| (at.x, at.y, cost)).collect();
    let region = Region { from: (from.x, from.y), step: STEP, points };
    prompt.question = format!("where does {} go? {} inches are left", name(state, unit), inches(path.left));
    let mut or = Vec::new();
    if !path.points.is_empty() {
        or.push(Offer::option("face", "end here, and choose a facing").under(Rule("D4")));
        prompt.order = Some(Order::Move { unit, facing: usual(&path), path: path.points });
    }
    prompt.offers = Offers::Point { region, or };
    Ok(())
}

/// D6 A share of the hits.
fn sharing(state: &State, side: Side, picks: &[Pick], prompt: &mut Prompt<Order>) -> Result<(), Refusal> {
    let Some(Frame::Hits { among, placed, left, .. }) = state.frames.last() else {
        unreachable!("hits are being placed")
    };
    let Some((pick, more)) = picks.split_first() else {
        let offer = |(id, placed): (&UnitId, &u8)| {
            Offer::of(Pick::Piece(*id), name(state, *id)).at_most(state.unit(*id).strength - placed)
        };
        prompt.offers = Offers::Share { total: *left, of: among.iter().zip(placed).map(offer).collect() };
        return Ok(());
    };
    let Pick::Share(shares) = pick else { return Err(not_offered(prompt)) };
    let order = Order::ShareHits { shares: shares.clone() };
    check(state, side, &order)?;
    let each = shares.iter().zip(among).map(|(share, id)| format!("{share} upon {}", name(state, *id)));
    prompt.picked.push(each.collect::<Vec<_>>().join(", "));
    prompt.order = Some(order);
    nothing_more(more, prompt)
}
