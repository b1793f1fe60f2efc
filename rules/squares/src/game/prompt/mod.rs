//! Prompts: how each order is put together, pick by pick, and the picks that lead to an order.

mod assault;
mod barrage;
mod hits;
mod movement;
mod reinforcements;
mod set_up;
mod shooting;

use super::question::{self, Question};
use super::say::unit_at;
use super::{Marker, Order, Piece, Side, Square, State, UnitId, Units, assets_step, command_step};
use kernel::game::{Ask, Offer, Offers, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};

/// What can be picked next.
pub(super) fn prompt(state: &State, ask: &Ask, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let (side, question) = question::asked(state, ask)?;
    for taken in 0..picks.len() {
        let before = build(state, side, question, &picks[..taken])?;
        if !before.offers.holds(&picks[taken]) {
            return Err(Refusal::by(before.rule, format!("that is not offered here: {}", before.question)));
        }
    }
    build(state, side, question, picks)
}

/// The picks that lead to a legal order.
pub(super) fn picks(state: &State, ask: &Ask, order: &Order) -> Vec<Pick> {
    let (side, _) = question::asked(state, ask).expect("a legal order answers an open ask");
    match order {
        Order::Deploy { .. } | Order::DeployCommander { .. } | Order::Ready => set_up::picks(side, order),
        Order::RollAsset { asset } => vec![Pick::Option(asset_word(*asset))],
        Order::LayBarrage { aim } => barrage::picks(*aim),
        Order::Command { square, marker } => vec![Pick::Place(square.place()), Pick::option(marker_word(*marker))],
        Order::Move { .. } | Order::MoveCommander { .. } | Order::Mount { .. } | Order::Dismount { .. } => {
            movement::picks(state, side, order)
        }
        Order::Assault { .. } | Order::Advance { .. } | Order::GiveMarker { .. } => assault::picks(state, side, order),
        Order::Stand => vec![Pick::option("stand")],
        Order::Retire => vec![Pick::option("retire")],
        Order::PlaceHits { shares } => hits::picks(state, shares),
        Order::Shoot { from, target, units } => shooting::picks(state, *from, *target, *units),
        Order::RollForAll | Order::BringOn { .. } | Order::BringByRoad { .. } | Order::Arrive { .. } => {
            reinforcements::picks(order)
        }
        Order::Pass => vec![Pick::option(PASS)],
    }
}

fn build(state: &State, side: Side, question: Question, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let rule = question.words().1;
    if let Some(Pick::Option(word)) = picks.first()
        && word == PASS
    {
        return Ok(Told::of("end this step", rule).picked("nothing more").done(Order::Pass));
    }
    match question {
        Question::SetUp => set_up::build(state, side, picks),
        Question::Assets => Ok(assets(state, side, picks)),
        Question::LayBarrage => barrage::build(question::laying(state).expect("its frame is there"), picks),
        Question::Command => command(state, side, picks),
        Question::Move => movement::build(state, side, picks),
        Question::Assault => assault::build(state, side, picks),
        Question::Answer => Ok(assault::answer(state, picks)),
        Question::PlaceHits => hits::build(state, picks),
        Question::MoveIn => assault::move_in(state, picks),
        Question::GiveMarker => assault::marker(state, side, picks),
        Question::Shoot => shooting::build(state, side, picks),
        Question::Reinforce => reinforcements::build(state, side, picks),
        Question::Arrive => reinforcements::arrive(state, side, picks),
    }
}

const PASS: &str = "pass";

fn pass(label: &str) -> Offer {
    Offer::option(PASS, label)
}

/// A prompt in the making.
struct Told {
    question: String,
    rule: Rule,
    picked: Vec<String>,
}

impl Told {
    fn of(question: impl Into<String>, rule: Rule) -> Told {
        Told { question: question.into(), rule, picked: Vec::new() }
    }

    fn picked(mut self, what: impl Into<String>) -> Told {
        self.picked.push(what.into());
        self
    }

    /// More has to be picked.
    fn offers(self, offers: Offers) -> Prompt<Order> {
        Prompt { question: self.question, rule: self.rule, picked: self.picked, offers, order: None }
    }

    /// One of these has to be picked.
    fn one_of(self, offers: Vec<Offer>) -> Prompt<Order> {
        self.offers(Offers::OneOf(offers))
    }

    /// The order is complete, and more can be picked.
    fn or_more(self, order: Order, offers: Offers) -> Prompt<Order> {
        Prompt { order: Some(order), ..self.offers(offers) }
    }

    /// The order is complete.
    fn done(self, order: Order) -> Prompt<Order> {
        self.or_more(order, Offers::Nothing)
    }
}

fn strange() -> Refusal {
    Refusal::of("these picks lead to no order")
}

fn square_of(pick: &Pick) -> Result<Square, Refusal> {
    match pick {
        Pick::Place(place) => Square::of_place(*place).ok_or_else(strange),
        _ => Err(strange()),
    }
}

fn unit_of(pick: &Pick) -> Result<UnitId, Refusal> {
    match pick {
        Pick::Piece(id) => match Piece::of(*id) {
            Some(Piece::Unit(unit)) => Ok(unit),
            _ => Err(strange()),
        },
        _ => Err(strange()),
    }
}

/// The units that were picked of some.
fn several_of(pick: &Pick, of: Units) -> Result<Units, Refusal> {
    match pick {
        Pick::Several(places) => {
            places.iter().map(|&place| of.nth(place.into()).ok_or_else(strange)).collect::<Result<Units, _>>()
        }
        _ => Err(strange()),
    }
}

/// The pick of some units out of others.
fn several(units: Units, of: Units) -> Pick {
    let places = of.iter().enumerate().filter(|(_, unit)| units.has(*unit)).map(|(place, _)| place as u8);
    Pick::Several(places.collect())
}

fn offer_unit(state: &State, unit: UnitId) -> Offer {
    Offer::of(Pick::Piece(Piece::Unit(unit).id()), unit_at(state, unit))
}

fn offer_units(state: &State, units: Units) -> Vec<Offer> {
    units.iter().map(|unit| offer_unit(state, unit)).collect()
}

/// A square, with who is there.
fn offer_square(state: &State, square: Square) -> Offer {
    let there = state.at[square];
    let name = super::say::place_name(state, square);
    let label = if there.is_empty() { name } else { format!("{name}: {}", super::say::names(state, there)) };
    Offer::of(Pick::Place(square.place()), label)
}

fn asset_word(asset: u8) -> String {
    format!("asset-{}", asset + 1)
}

/// 19:2 Which asset?
fn assets(state: &State, side: Side, picks: &[Pick]) -> Prompt<Order> {
    let told = Told::of("which asset do you roll for?", Rule("19:2"));
    let chosen =
        assets_step::left(state, side).find(|(asset, _)| picks.first() == Some(&Pick::Option(asset_word(*asset))));
    if let Some((asset, listed)) = chosen {
        return told.picked(super::say::words(listed.kind.name())).done(Order::RollAsset { asset });
    }
    let offer = |(asset, listed): (u8, crate::scenario::Asset)| {
        let label = format!("{} on {} or more", super::say::words(listed.kind.name()), listed.on);
        Offer::of(Pick::Option(asset_word(asset)), label).under(Rule("R15"))
    };
    let mut offers: Vec<Offer> = assets_step::left(state, side).map(offer).collect();
    offers.push(pass("roll for none"));
    told.one_of(offers)
}

const fn marker_word(marker: Marker) -> &'static str {
    match marker {
        Marker::FightingBonus => "fighting-bonus",
        Marker::MoraleBonus => "morale-bonus",
        Marker::HoldTheLine => "hold-the-line",
    }
}

/// R16 Which square gets which order?
fn command(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let told = Told::of("which square is given an order?", Rule("R16"));
    let Some(first) = picks.first() else {
        let squares = command_step::squares(state, side);
        let mut offers: Vec<Offer> = squares.iter().map(|square| offer_square(state, square)).collect();
        offers.push(pass("give no more orders"));
        return Ok(told.one_of(offers));
    };
    let square = square_of(first)?;
    let told = Told::of(format!("which order for {square}?"), Rule("R16")).picked(square.to_string());
    let chosen = |marker: &&Marker| picks.get(1) == Some(&Pick::option(marker_word(**marker)));
    if let Some(&marker) = Marker::ALL.iter().find(chosen) {
        return Ok(told.picked(marker.name()).done(Order::Command { square, marker }));
    }
    let offer = |marker: &Marker| Offer::option(marker_word(*marker), marker_help(*marker));
    Ok(told.one_of(Marker::ALL.iter().map(offer).collect()))
}

fn marker_help(marker: Marker) -> &'static str {
    match marker {
        Marker::FightingBonus => "fighting bonus: 2 dice in an assault",
        Marker::MoraleBonus => "morale bonus: 2 dice less in the morale test",
        Marker::HoldTheLine => "hold the line: 3 dice less in the morale test, but nobody moves or assaults",
    }
}
