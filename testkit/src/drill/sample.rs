//! Orders at random, without making all that is offered.

use super::check::{check, hides, reactors, targets};
use super::order::Order;
use super::paths::{FACINGS, Path};
use super::scenario::{DEPTH, WIDTH};
use super::sight::any;
use super::state::{Asked, Frame, Side, Stance, State, UnitId};
use field::measured::Point;
use kernel::dice::Seeded;

/// A legal order; every one is possible.
pub(super) fn sample(state: &State, side: Side, random: &mut Seeded) -> Order {
    match state.asked(side).expect("an order answers an ask") {
        Asked::Hide => hiding(state, side, random),
        Asked::Plot => Order::Plot { stance: any(&Stance::ALL, random) },
        Asked::Act => acting(state, side, random),
        Asked::React => {
            let Some(Frame::Move { unit, from, .. }) = state.frames.last() else { unreachable!("a move is under way") };
            let able: Vec<UnitId> = reactors(state, side, *unit, *from).collect();
            if able.is_empty() || random.below(3) == 0 {
                Order::Hold
            } else {
                Order::React { unit: any(&able, random) }
            }
        }
        Asked::TakeHit => {
            let Some(Frame::Hits { among, .. }) = state.frames.last() else { unreachable!("hits are being placed") };
            Order::TakeHit { unit: any(among, random) }
        }
        Asked::ShareHits => {
            let Some(Frame::Hits { among, placed, left, .. }) = state.frames.last() else {
                unreachable!("hits are being placed")
            };
            let mut shares = vec![0; among.len()];
            for _ in 0..*left {
                let room = |i: &usize| placed[*i] + shares[*i] < state.unit(among[*i]).strength;
                let open: Vec<usize> = (0..among.len()).filter(room).collect();
                shares[any(&open, random)] += 1;
            }
            Order::ShareHits { shares }
        }
    }
}

fn hiding(state: &State, side: Side, random: &mut Seeded) -> Order {
    let mut at = Vec::new();
    while at.len() < usize::from(state.party(side).hidden) {
        let place = somewhere(random);
        if hides(state, side, &at, place).is_ok() {
            at.push(place);
        }
    }
    Order::Hide { at }
}

fn somewhere(random: &mut Seeded) -> Point {
    Point { x: i64::from(random.below(WIDTH as u32 + 1)), y: i64::from(random.below(DEPTH as u32 + 1)) }
}

fn acting(state: &State, side: Side, random: &mut Seeded) -> Order {
    if random.below(10) == 0 {
        return Order::Pass;
    }
    let able: Vec<UnitId> = state.fresh(side).map(|(id, _)| id).collect();
    let unit = any(&able, random);
    let near: Vec<UnitId> = targets(state, side, unit).collect();
    match random.below(6) {
        0 => return Order::LookOut { unit },
        1..=3 if !near.is_empty() => return Order::Fire { unit, target: any(&near, random) },
        _ => {}
    }
    let mut path = Path::of(state, unit, state.stance(side));
    // Most points are taken near enough to be paid for; towards the enemy, so that there is something to see.
    let ahead = if side == Side::Red { 1 } else { -1 };
    for _ in 0..12 {
        let (wide, end) = (2 * path.left + 1, path.end());
        let off = |random: &mut Seeded| i64::from(random.below(wide as u32)) - wide / 2;
        let (x, y) = (off(random), off(random));
        let x = if random.below(3) > 0 { x.abs() * ahead } else { x };
        let to = Point { x: end.x + x, y: end.y + y };
        let _ = path.leg(to);
        if !path.points.is_empty() && random.below(2) == 0 {
            break;
        }
    }
    let order = Order::Move { unit, facing: any(&FACINGS, random), path: path.points };
    if check(state, side, &order).is_ok() { order } else { Order::LookOut { unit } }
}
