//! What can be laid over the map.

use super::*;
use crate::units::Nation;
use kernel::game::Layer;

fn layer(field: &Field, name: &str) -> Layer {
    let layers = Somme::layers(&View::<Somme>::of_seat(&field.state, ALLIED));
    let names: Vec<&String> = layers.iter().map(|layer| &layer.name).collect();
    let found = layers.iter().find(|layer| layer.name == name);
    found.unwrap_or_else(|| panic!("no layer is called {name}, but {names:?}")).clone()
}

#[test]
fn r5_a_layer_shows_the_squares_that_a_side_controls() {
    for scenario in ["montauban", "big-push"] {
        let field = Field::of(scenario);
        for side in Side::BOTH {
            let zones = field.state.zones(side);
            assert!(Square::all().all(|at| zones.has(at) == field.state.in_zoc(at, side)), "{scenario}, {side:?}");
            let drawn = layer(&field, &format!("{} zones of control", side.name())).overlays.len();
            assert_eq!(drawn, zones.iter().filter(|&at| field.state.is_open(at)).count());
        }
    }
}

#[test]
fn r11_layers_show_who_is_out_of_supply_and_command() {
    let mut field = Field::of("montauban");
    assert!(layer(&field, "British supply").pieces.is_empty(), "all are supplied at the start");
    let far = field.put("90 Brigade", "s27");
    let handle = field.state.piece(far);
    assert_eq!(layer(&field, "British supply").pieces, [handle]);
    assert!(layer(&field, "British command").pieces.contains(&handle));
    let hqs = field.state.seats(Nation::British, crate::headquarters::Mode::Supply).count();
    assert_eq!(layer(&field, "British supply").overlays.len(), hqs, "a range for each headquarters");
}

#[test]
fn r30_a_layer_for_each_corps_finds_its_units() {
    let field = Field::of("montauban");
    let corps = layer(&field, "XIII Corps");
    let own = field.state.all().filter(|&unit| field.state.corps(unit).name == "XIII Corps");
    let own: Vec<_> =
        own.filter(|&unit| field.state.square(unit).is_some()).map(|unit| field.state.piece(unit)).collect();
    assert_eq!(corps.pieces, own);
}
