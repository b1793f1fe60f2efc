//! 15.5, R28: operations are bought before the campaign.

use super::checks;
use super::event::Event;
use super::offers::{PASS, are, meant, offer_square};
use super::order::{Operation, Order};
use super::preview::Previewed;
use super::state::{State, Step};
use super::units::Station;
use super::{Somme, turn};
use crate::charts;
use crate::mines;
use crate::scenario::{Side, Square};
use kernel::game::{Act, Decide, Offer, Picked, Picks, Preview, Secret, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use smallvec::SmallVec;

/// 15.5 Which operations are bought?
pub(super) struct Buy;

impl Decide<Somme> for Buy {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("buy operations", Rule("15.5:buy"))
    }

    fn compose(&self, _: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let offer = |operation: &Operation| {
            let (name, word, does, rule) = operation.words();
            Offer::option(word, format!("{name}: {does}"))
                .noted(Some(format!("{} points", price(*operation))))
                .under(rule)
        };
        let rule = match Side::of(seat) {
            Side::Allied => Rule("15.5:british-total"),
            Side::German => Rule("15.5:german-total"),
        };
        let bought = picks.ask("which operations do you buy? Their price goes to the other side", rule).several(
            Operation::of(Side::of(seat)),
            (0, 6),
            |_| false,
            offer,
        )?;
        Ok(Order::Buy { operations: bought.into_iter().collect() })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let Order::Buy { operations } = order else {
            return Err(refuse(self, view.state(), "name the operations, or none"));
        };
        let known = operations.iter().all(|operation| operation.side() == Side::of(seat));
        ensure!(known, Rule("15.5:buy"), "that operation is for the other side to buy");
        let rising = operations.windows(2).all(|pair| pair[0] < pair[1]);
        ensure!(rising, Rule("15.5:buy"), "each operation is bought once, in the order of the list");
        Ok(())
    }

    fn preview(&self, _: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let Order::Buy { operations } = order else { return Preview::default() };
        let points: u16 = operations.iter().map(|operation| price(*operation)).sum();
        Preview::called(if points == 0 { "Buy nothing".to_owned() } else { format!("Buy for {points} points") })
    }

    fn apply(&self, act: &mut Act<'_, Somme>, seat: Seat, order: &Order) {
        let (side, Order::Buy { operations }) = (Side::of(seat), order) else { unreachable!("a checked order buys") };
        for &operation in operations {
            act.state.bought[side] |= operation.bit();
            act.state.points[side.other()] += 2 * price(operation);
            act.happens(Event::Bought { side, operation });
            bring(act.state, operation);
        }
        if operations.is_empty() {
            act.happens(Event::BoughtNothing { side });
        }
        turn::look_again(act);
        if side == Side::Allied {
            act.state.active = Side::German;
        } else {
            act.state.active = Side::Allied;
            turn::next_step(act);
        }
    }
}

/// The victory points that an operation gives to the other side.
pub(super) fn price(operation: Operation) -> u16 {
    let (name, ..) = operation.words();
    let british = operation.side() == Side::Allied;
    let chart = if british { &charts::OPERATIONS_BRITISH } else { &charts::OPERATIONS_GERMAN };
    let column = if british { "German victory points" } else { "British victory points" };
    chart.number(name, column) as u16
}

/// R28 What an operation brings onto the map, or lets be done.
fn bring(state: &mut State, operation: Operation) {
    let scenario = state.battle.scenario();
    let (british, german) = (scenario.edges[0], scenario.edges[2]);
    match operation {
        Operation::MoreArtillery => {
            for unit in state.battle.bought(7, 2) {
                state.unit_mut(unit).at = Station::Waiting { turn: 1, at: british };
            }
        }
        Operation::CommitReserves => {
            for unit in state.battle.bought(3, 3) {
                state.unit_mut(unit).at = Station::Waiting { turn: 3, at: german };
            }
        }
        Operation::ChangeObjectives => state.may_change = true,
        _ => {}
    }
}

/// R28 Six secondary trench squares behind the German front.
pub(super) struct Dig;

impl Decide<Somme> for Dig {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("dig defences", Rule("15.5:reinforced-defenses"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (left, pick) = (state.left_to_place, picks.upcoming());
        let at = picks
            .ask(format_args!("which square is fortified? {left} {} left", are(left)), Rule("15.5:reinforced-defenses"))
            .or(PASS, "no more", Order::Pass)
            .sure()
            .one_that(meant(pick), |at| digs(state, *at).is_ok(), |at| offer_square(state, *at))?;
        Ok(Order::Dig { at })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Dig { at } => digs(view.state(), *at),
            Order::Pass => Ok(()),
            _ => Err(refuse(self, view.state(), "name a square, or pass")),
        }
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        turn::look_again(act);
        if let Order::Dig { at } = *order {
            act.state.dug.german.add(at);
            act.state.left_to_place -= 1;
            act.happens(Event::Dug { at });
        } else {
            act.state.left_to_place = 0;
        }
        if act.state.left_to_place == 0 {
            turn::next_step(act);
        }
    }
}

fn digs(state: &State, at: Square) -> Result<(), Refusal> {
    checks::on_map(state, at)?;
    let german = state.holder(at) == Side::German;
    ensure!(german, Rule("15.5:reinforced-defenses"), "{at} is not held by the Germans");
    let trench = state.trench(at, Side::German).is_some();
    ensure!(!trench, Rule("15.5:reinforced-defenses"), "there is a trench in {at} already");
    Ok(())
}

/// R28 Where do the two concealed groups hide?
pub(super) struct Hide;

impl Decide<Somme> for Hide {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("hide guns", Rule("15.5:concealed-artillery"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let mut place = |question: &str| {
            let pick = picks.upcoming();
            picks.ask(question, Rule("15.5:concealed-artillery")).sure().one_that(
                meant(pick),
                |at| hides(state, *at).is_ok(),
                |at| offer_square(state, *at),
            )
        };
        let first = place("where does the first group hide?")?;
        let second = place("where does the second group hide?")?;
        // It cannot be taken back: the objectives are drawn next.
        let order = Order::Hide { at: [first, second] };
        picks
            .ask("do they stay there? Next the Allied player draws his objectives", Rule("15.5:concealed-artillery"))
            .or("hide", "hide them there", order.clone())
            .one_of(std::iter::empty(), |at| offer_square(state, *at))?;
        Ok(order)
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Hide { at } => at.iter().try_for_each(|at| hides(view.state(), *at)),
            _ => Err(refuse(self, view.state(), "name a square for each group")),
        }
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Order::Hide { at } = order else { unreachable!("a checked order hides guns") };
        for (unit, at) in act.state.battle.bought(5, 2).zip(at) {
            act.state.unit_mut(unit).at = Station::Concealed(Secret::Known(*at));
        }
        act.happens(Event::Hid);
        turn::next_step(act);
    }
}

/// R28 May guns hide in a square?
pub(super) fn hides(state: &State, at: Square) -> Result<(), Refusal> {
    checks::on_map(state, at)?;
    let german = state.holder(at) == Side::German && state.side_at(at) != Some(Side::Allied);
    ensure!(
        german,
        Rule("15.5:concealed-artillery"),
        "concealed guns hide in squares that the Germans hold; {at} is none"
    );
    Ok(())
}

/// R49 Five of the twelve objectives, drawn until they are fit.
pub(super) fn draw(mut below: impl FnMut(u32) -> u32, kept: &[u8], banned: &[u8]) -> SmallVec<[u8; 5]> {
    loop {
        let mut goals: SmallVec<[u8; 5]> = kept.iter().copied().collect();
        while goals.len() < 5 {
            let goal = below(12) as u8;
            if !goals.contains(&goal) && !banned.contains(&goal) {
                goals.push(goal);
            }
        }
        goals.sort_unstable();
        if is_fit(&goals) {
            return goals;
        }
    }
}

/// R49 Can five be drawn that are fit, with these among them and without those?
pub(super) fn can_draw(kept: &[u8], banned: &[u8]) -> bool {
    let sets = (0_u16..1 << 12).filter(|set| set.count_ones() == 5);
    let mut goals = sets.map(|set| (0..12).filter(|goal| set & (1 << goal) != 0).collect::<SmallVec<[u8; 5]>>());
    goals.any(|goals| {
        is_fit(&goals)
            && kept.iter().all(|goal| goals.contains(goal))
            && !banned.iter().any(|goal| goals.contains(goal))
    })
}

/// R49 At most two of Serre, Barleux, Bapaume, Péronne; at least one of Combles, Bouchavesnes, Barleux, Péronne. They stand
/// in the campaign's list at 0, 9, 10, 11 and 7, 8, 9, 11.
pub(super) fn is_fit(goals: &[u8]) -> bool {
    let among = |some: [u8; 4]| goals.iter().filter(|goal| some.contains(goal)).count();
    among([0, 9, 10, 11]) <= 2 && among([7, 8, 9, 11]) >= 1
}

/// R26 Which German trench squares are mined?
pub(super) struct Mines;

impl Decide<Somme> for Mines {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("lay mines", Rule("R26"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (left, pick) = (state.left_to_place, picks.upcoming());
        let historical = |at: &Square| state.battle.scenario().mines.contains(at);
        let at = picks
            .ask(format_args!("under which square does a mine go up? {left} {} left", are(left)), Rule("R43"))
            .or(PASS, "no more mines", Order::Pass)
            .sure()
            .one_that(
                meant(pick),
                |at| is_german_start(state, *at) && mined(state, *at).is_ok(),
                |at| {
                    let note = historical(at).then(|| "the British blew a mine here on 1 July 1916".to_owned());
                    offer_square(state, *at).noted(note)
                },
            )?;
        Ok(Order::Mine { at })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Mine { at } => mined(view.state(), *at),
            Order::Pass => Ok(()),
            _ => Err(refuse(self, view.state(), "name a German trench square, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let Order::Mine { at } = order else { return Preview::called("No more mines") };
        let mut preview = Preview::called("Blow the mine");
        preview.aims_at(view.state(), Side::Allied, *at);
        let label = format!("mine under {}", view.state().place_name(*at));
        preview.add_test(label, &mines::procedure(), &mines::Mines { mines: 1 });
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        turn::look_again(act);
        if let Order::Mine { at } = *order {
            act.state.left_to_place -= 1;
            super::shelling::blow(act, at);
        } else {
            act.state.left_to_place = 0;
        }
    }
}

/// R26, R43 May a mine be laid under a square: a German start trench that faces the British, one to a square?
pub(super) fn mined(state: &State, at: Square) -> Result<(), Refusal> {
    checks::on_map(state, at)?;
    ensure!(is_german_start(state, at), Rule("R26"), "{at} is no German start trench");
    let british = |next: Square| state.stack(next).any(|unit| state.nation(unit) == crate::units::Nation::British);
    let faces = at.neighbours().any(|(_, next)| british(next));
    ensure!(faces, Rule("R26"), "{at} does not face the British: none of them stands beside it");
    let twice = state.mined.contains(&at);
    ensure!(!twice, Rule("R43"), "there is a mine under {at} already");
    Ok(())
}

/// Is a square a start trench of the Germans that they still hold?
fn is_german_start(state: &State, at: Square) -> bool {
    state.battle.map().land(at).trench == Some(crate::scenario::Trench::First) && state.holder(at) == Side::German
}

/// The step that a purchase opens.
pub(super) fn is_open(state: &State) -> bool {
    match state.step {
        Step::Operations => true,
        Step::Dig | Step::Mines => state.left_to_place > 0,
        Step::Hide => state.has_bought(Operation::ConcealedArtillery),
        _ => false,
    }
}
