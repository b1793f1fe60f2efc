//! What is shown before an assault is what play gives.

use super::*;
use crate::assault_chain::{AssaultChain, Ending};
use kernel::game::usual;
use kernel::odds::{Budget, of_chain};
use std::collections::BTreeMap;

/// Steps that the attacker and the defender lose, and whether the square is taken.
type End = (u8, u8, bool);

/// The ends that the exact odds tell of an assault that is about to be declared, with their chances.
fn told(state: &State, fight: &Fight) -> BTreeMap<End, f64> {
    let chain = AssaultChain::of(&fight.plan(state));
    let odds = of_chain(&Budget::default(), &chain, &Dist::certain(chain.start()));
    assert_eq!(odds.kind, kernel::odds::Kind::Exact);
    let mut ends = BTreeMap::new();
    for (fought, chance) in odds.dist.chances() {
        let end = (fought.attacker_lost, fought.defender_lost, fought.ending >= Ending::DefenderRetreats);
        *ends.entry(end).or_insert(0.0) += chance.to_f64().value();
    }
    ends
}

/// The assault is declared and played to the end of the phase, by the policies that the odds state.
fn played(field: &Field, fight: &Fight, dice: &mut Seeded) -> End {
    let mut field = Field { state: field.state.clone() };
    let steps = |state: &State, side: Side| -> u16 {
        state.battle.side(side).iter().map(|&unit| u16::from(state.unit(unit).left)).sum()
    };
    let (own, enemy) = (steps(&field.state, fight.side), steps(&field.state, fight.side.other()));
    let declared = Order::Assault { target: fight.target, units: fight.units.clone(), close: fight.close.clone() };
    let mut next = Some(declared);
    while field.state.active == fight.side && field.state.step < Step::EndOfPhase {
        let asks = Somme::asks(&field.state);
        let ask = asks[0];
        let view = View::<Somme>::of_seat(&field.state, ask.seat);
        let order = next.take().unwrap_or_else(|| policy(&view, &ask, dice));
        let legal: Legal<Somme> = view.check(&ask, order).unwrap_or_else(|refusal| panic!("{refusal}"));
        apply(&mut field.state, &legal, &mut OneStream(dice), None);
    }
    let state = &field.state;
    let lost = (own - steps(state, fight.side), enemy - steps(state, fight.side.other()));
    (lost.0 as u8, lost.1 as u8, state.holder(fight.target) == fight.side)
}

fn policy(view: &View<'_, Somme>, ask: &Ask, dice: &mut Seeded) -> Order {
    let state = view.state();
    let strength =
        |of: fn(&State, UnitId) -> u8, units: Units| -> u8 { units.iter().map(|&unit| of(state, unit)).sum() };
    match ask.question {
        "commit assaults" | "support assaults" | "attack again" => Order::Pass,
        "name a target for the fire" => {
            let fight = super::super::assault_step::aimed(state);
            let attack = |at: &Square| strength(|state, unit| state.rated(unit, |r| r.attack), fight.from(state, *at));
            Order::Aim { at: fight.squares(state).into_iter().max_by_key(attack).unwrap() }
        }
        "counterattack or give way" => {
            let fight = super::super::assault_step::aimed(state);
            let defence = |at: &Square| strength(State::defence, state.units_in(*at).collect());
            Order::Counterattack { on: fight.squares(state).into_iter().min_by_key(defence).unwrap() }
        }
        "choose who stays" if state.coordinated.unwrap().joins == Joins::OneCountry => {
            let fight = &state.fights[0];
            let of =
                |nation| fight.units.iter().copied().filter(|&unit| state.nation(unit) == nation).collect::<Units>();
            let attack = |units: &Units| strength(|state, unit| state.rated(unit, |r| r.attack), units.clone());
            let (british, french) = (of(crate::units::Nation::British), of(crate::units::Nation::French));
            Order::Keep { units: if attack(&french) > attack(&british) { french } else { british } }
        }
        _ => usual(view, ask, dice),
    }
}

/// Plays an assault many times and holds what comes of it to the odds: no end may be five standard deviations off.
fn holds(what: &str, field: &Field, target: &str, units: &[UnitId]) {
    const GAMES: u32 = 3000;
    let mut units = Units::from_slice(units);
    units.sort_unstable();
    let fight = Fight::of(Side::Allied, square(target), units, Units::new(), Occasion::First);
    let told = told(&field.state, &fight);
    let mut dice = Seeded::new(1916);
    let mut played_out: BTreeMap<End, u32> = BTreeMap::new();
    for _ in 0..GAMES {
        *played_out.entry(played(field, &fight, &mut dice)).or_insert(0) += 1;
    }
    for end in told.keys().chain(played_out.keys()) {
        let chance = told.get(end).copied().unwrap_or(0.0);
        let seen = f64::from(played_out.get(end).copied().unwrap_or(0));
        let (mean, deviation) = (f64::from(GAMES) * chance, (f64::from(GAMES) * chance * (1.0 - chance)).sqrt());
        assert!((seen - mean).abs() <= 5.0 * deviation + 1.0, "{what}, {end:?}: {mean:.1} are told, {seen} came");
    }
}

#[test]
fn odds_of_brigades_of_which_some_stay_beside_guns_are_those_of_play() {
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade", "89 Brigade", "90 Brigade", "IR 62", "XIII Corps HQ"]);
    let units = ["21 Brigade", "89 Brigade"].map(|name| field.put(name, "p23"));
    let third = field.put("90 Brigade", "q23");
    field.put("IR 62", "p24");
    field.put("XIII Corps HQ", "p21");
    let guns = field.state.battle.guns(Side::Allied)[0];
    field.state.put(guns, square("q23"));
    field.step(Side::Allied, Step::Commit);
    holds("a regiment that fires", &field, "p24", &[units[0], units[1], third]);
    let regiment = field.unit("IR 62");
    field.state.mark(regiment).put(Marks::SUPPRESSED);
    holds("a suppressed regiment", &field, "p24", &[units[0], units[1], third]);
    holds("one brigade alone", &field, "p24", &[third]);
}

#[test]
fn odds_of_tanks_that_may_break_down_first_are_those_of_play() {
    let mut field = Field::of("flers-courcelette");
    field.only(&["122 Brigade", "123 Brigade", "124 Brigade", "D Company", "C Company", "Bav IR 9", "XV Corps HQ"]);
    let names = ["122 Brigade", "D Company", "124 Brigade", "C Company"];
    let units = names.map(|name| field.put(name, if name == "C Company" { "s27" } else { "r27" }));
    let broken = field.put("123 Brigade", "s27");
    field.state.mark(broken).put(Marks::DISRUPTED);
    field.put("Bav IR 9", "r28");
    field.put("XV Corps HQ", "r25");
    field.state.weather = crate::weather::Weather::Rain;
    field.step(Side::Allied, Step::Commit);
    holds("brigades and two companies", &field, "r28", &units);
    field.state.mark(units[1]).put(Marks::ROLLED);
    holds("one company has rolled", &field, "r28", &units[..3]);
}

#[test]
fn odds_of_british_and_french_together_are_those_of_play() {
    let (mut field, british, french) = super::rulings::allies();
    holds("both stood there", &field, "p24", &[british, french]);
    field.state.unit_mut(french).began = Some(square("q22"));
    field.state.mark(field.unit("Bav RIR 6")).put(Marks::SUPPRESSED);
    holds("the French came up", &field, "p24", &[british, french]);
    field.state.coordinated = Some(Coordinated { joins: Joins::OneCountry, advances: None });
    holds("it was rolled already", &field, "p24", &[british, french]);
}
