//! 26, R10: how hits may be placed.

use super::super::*;
use super::table::{Table, at};
use crate::hits::{Counts, MOST_UNITS};
use crate::unit::Kind;

fn counts(first: &[u8]) -> Counts {
    let mut counts = [0; MOST_UNITS];
    counts[..first.len()].copy_from_slice(first);
    counts
}

fn target(hits: u16) -> (State, Wounds) {
    let table = Table::new().infantry("d1", "D4").kind("d gun", "D4", Kind::Gun).kind("d mg", "D4", Kind::MachineGun);
    let (game, _) = table.at(Side::Attacker, TurnStep::Movement, |_| {}, &[]);
    let wounds = Wounds::on(&game.state, Side::Defender, Cause::Assaulted, at("D4"), game.state.at[at("D4")], hits);
    (game.state, wounds)
}

#[test]
fn r26_place_first_the_owner_places_two_and_the_other_the_rest() {
    let (_, mut wounds) = target(5);
    assert_eq!(wounds.placing(), Some((Side::Defender, 2)));
    wounds.place(&[0, 0, 2]);
    assert_eq!(wounds.placing(), Some((Side::Attacker, 3)));
    assert_eq!(wounds.share(), Share { forced: counts(&[]), free: 3, most: counts(&[2, 2, 0]) });
    wounds.place(&[1, 2, 0]);
    assert_eq!(wounds.placing(), None);
}

#[test]
fn r26_place_two_no_unit_has_more_than_two_until_all_have() {
    let (state, wounds) = target(5);
    let rule = |shares: &[u8]| wounds.check(&state, shares).err().and_then(|refusal| refusal.rule).map(|rule| rule.0);
    assert_eq!(rule(&[2, 0, 0]), None);
    assert_eq!(rule(&[1, 0, 0]), Some("26:place-first"), "all of them must be placed");
    assert_eq!(rule(&[2, 0]), Some("26:place-first"), "a share for every unit");
    let (state, mut wounds) = target(5);
    wounds.place(&[2, 0, 0]);
    let rule = |shares: &[u8]| wounds.check(&state, shares).err().and_then(|refusal| refusal.rule).map(|rule| rule.0);
    assert_eq!(rule(&[1, 1, 1]), Some("26:place-two"));
    assert_eq!(rule(&[0, 1, 2]), None);
}

#[test]
fn r26_place_anywhere_when_all_have_two_the_rest_go_where_the_other_likes() {
    let (state, mut wounds) = target(9);
    wounds.place(&[2, 0, 0]);
    // 7 more: 4 fill up the others, 3 are free.
    assert_eq!(wounds.share(), Share { forced: counts(&[0, 2, 2]), free: 3, most: counts(&[3, 3, 3]) });
    assert!(wounds.check(&state, &[0, 5, 2]).is_ok(), "all on one unit if he wants");
    assert_eq!(wounds.check(&state, &[4, 1, 2]).unwrap_err().rule.map(|rule| rule.0), Some("26:place-two"));
}

#[test]
fn hits_that_can_fall_in_one_way_only_are_placed_without_asking() {
    let (_, mut wounds) = target(6);
    wounds.settle();
    assert_eq!(wounds.placing(), Some((Side::Defender, 2)), "the owner has a choice");
    wounds.place(&[1, 1, 0]);
    wounds.settle();
    assert_eq!((wounds.placing(), wounds.placed), (None, counts(&[2, 2, 2])), "four to fill up with: no choice");
}

#[test]
fn the_policies_of_the_desk_place_hits_as_players_may() {
    for hits in 1..14 {
        let (state, mut wounds) = target(hits);
        let body = wounds.body(&state);
        let all = body.place(hits, &crate::hits::Toll::default()).pending;
        let own = body.place(hits.min(2), &crate::hits::Toll::default()).pending;
        wounds.check(&state, &own[..3]).unwrap();
        wounds.place(&own[..3]);
        if hits > 2 {
            let rest: Vec<u8> = (0..3).map(|unit| all[unit] - own[unit]).collect();
            wounds.check(&state, &rest).unwrap();
        }
    }
}
