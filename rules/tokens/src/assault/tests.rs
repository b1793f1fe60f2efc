//! Assaults from the reaction to the end, with dice scripted or odds worked out by hand.

use super::*;
use crate::nerve::Stand;
use kernel::dice::Scripted;
use kernel::odds::{Ratio, ratio};

/// The last squadron of a regiment rides at the last gun of a battery: 2 dice against 1, both on 5+.
fn squadron_at_gun() -> Assault {
    Assault { attacker_bases: 1, target: Kind::FieldGuns, target_bases: 1, ..Assault::default() }
}

fn told<const N: usize>(assault: &Assault, faces: [u8; N]) -> Told<Ended> {
    Procedure::roll(&procedure(), assault, &mut Scripted::of(faces))
}

fn roll<const N: usize>(assault: &Assault, faces: [u8; N]) -> Ended {
    told(assault, faces).outcome
}

fn chance(assault: &Assault, is: impl Fn(&Ended) -> bool) -> Ratio {
    Procedure::odds(&procedure(), assault, &Budget::default()).odds.dist.chance_that(is)
}

fn wins(assault: &Assault) -> Ratio {
    chance(assault, |ended| ended.verdict >= Verdict::WonButBroken)
}

#[test]
fn r12_a_whole_assault_has_the_odds_of_its_dice() {
    let assault = squadron_at_gun();
    // Attacker 0, 1, 2 hits: 4/9, 4/9, 1/9; target 0, 1: 2/3, 1/3. Wins 2/3 * 5/9 + 1/3 * 1/9.
    assert_eq!(wins(&assault), ratio(11, 27));
    // Two hits (1/9) with a casualty (3/4) and the marker of the loser reach the nerve of 4.
    let chance = |verdict| chance(&assault, |ended| ended.verdict == verdict);
    assert_eq!(chance(Verdict::TargetDestroyed), ratio(1, 12));
    assert_eq!(chance(Verdict::Won), ratio(35, 108));
    assert_eq!(chance(Verdict::Beaten), ratio(16, 27));
}

#[test]
fn r12_fire_before_contact_takes_its_share_of_the_odds() {
    let assault = Assault { reaction: Answering::Fire, ..squadron_at_gun() };
    // It reacts on 3+ and has 2 dice on 5+: a marker with 2/3 * 5/9 = 10/27. Marked, the attacker needs a 6:
    // it then wins 2/3 * 11/36 + 1/3 * 1/36 = 23/108. 17/27 * 11/27 + 10/27 * 23/108.
    assert_eq!(chance(&assault, Ended::attacker_wins), ratio(163, 486));
    // With 3 markers of fire (2/3 * 1/9 * 8/9), or 2 (50/243) and a casualty (2/3), the one hit that a winner takes
    // (1/108) is the end of its last base: 163/486 - 16/243 * 1/108 - 50/243 * 1/108 * 2/3.
    assert_eq!(wins(&assault), ratio(13129, 39366));
}

#[test]
fn r12_more_hits_wins_and_the_loser_falls_back_with_a_marker() {
    let won = roll(&squadron_at_gun(), [5, 1, 4, 3]);
    assert_eq!((won.verdict, won.target.hits, won.attacker.hits), (Verdict::Won, 1, 0));
    assert_eq!(
        (won.target.fate.stand, won.target.fate.markers),
        (Stand::FallsBack, 2),
        "one by the hit, one as the loser"
    );
    assert_eq!((won.attacker.fate.stand, won.attacker.fate.markers), (Stand::Holds, 0));
}

#[test]
fn r12_a_tie_goes_to_the_target() {
    let tied = roll(&squadron_at_gun(), [5, 1, 6, 3, 2]);
    assert_eq!((tied.verdict, tied.attacker.fate.markers, tied.target.fate.markers), (Verdict::Beaten, 2, 1));
}

#[test]
fn common_ties_where_nobody_is_hurt_the_attacker_falls_back() {
    let told = told(&squadron_at_gun(), [1, 1, 1]);
    assert_eq!((told.outcome.verdict, told.outcome.attacker.fate.stand), (Verdict::Beaten, Stand::FallsBack));
    assert!(told.because.last().unwrap().cites("Common:ties"));
}

#[test]
fn r12_hits_of_guns_on_the_attacker_count_as_in_the_open() {
    // The 3 is the casualty roll of the target's one hit, which succeeds on 3+.
    assert_eq!(roll(&squadron_at_gun(), [1, 1, 6, 3]).attacker.fate.markers, 3);
    let infantry = Assault { target: Kind::Infantry, ..squadron_at_gun() };
    assert_eq!(roll(&infantry, [1, 1, 6, 1, 3]).attacker.fate.markers, 2, "rifles need 4+");
    let hedge = Assault { ground: Ground::Cover, ..squadron_at_gun() };
    assert_eq!(roll(&hedge, [1, 1, 6, 3]).attacker.fate.markers, 3, "the hedge is the target's, not the attacker's");
}

#[test]
fn r12_casualty_rolls_on_the_target_go_by_its_ground() {
    let hedge = Assault { ground: Ground::Cover, ..squadron_at_gun() };
    assert_eq!(roll(&squadron_at_gun(), [5, 1, 1, 4]).target.fate.markers, 3, "4+ in the open");
    assert_eq!(roll(&hedge, [5, 1, 1, 4]).target.fate.markers, 2, "5+ in cover");
}

#[test]
fn r12_an_assault_is_one_event_and_costs_one_base_by_nerve() {
    let battery = Assault { target_bases: 3, target_markers: 3, attacker_bases: 3, ..squadron_at_gun() };
    // Six hits on 4+ (a charge at markers), three misses of the target on 6, six casualty rolls.
    let won = roll(&battery, [6, 6, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 6, 6, 6]);
    assert_eq!((won.verdict, won.target.fate.bases_lost), (Verdict::WonWithLoss, 1));
    assert_eq!(won.target.fate.markers, 5, "3, 6, 1 and 1 make 11, and half of it is 5");
}

#[test]
fn r12_a_winner_whose_nerve_is_reached_falls_back_too() {
    let shaken = Assault { attacker_bases: 2, attacker_markers: 3, ..squadron_at_gun() };
    let won = roll(&shaken, [6, 6, 1, 1, 6, 1, 1, 1]);
    assert_eq!((won.verdict, won.attacker.fate.bases_lost), (Verdict::WonButBroken, 1));
}

#[test]
fn r9_the_last_base_of_the_attacker_is_its_end() {
    let shaken = Assault { attacker_markers: 3, ..squadron_at_gun() };
    assert_eq!(roll(&shaken, [1, 1, 1]).verdict, Verdict::AttackerDestroyed, "the marker of the loser is enough");
}

#[test]
fn r11_a_beaten_attacker_with_no_way_back_loses_a_base() {
    let cornered = Assault { attacker_bases: 2, attacker_way_back: WayBack::Blocked, ..squadron_at_gun() };
    let beaten = roll(&cornered, [1, 1, 1, 1, 1]);
    assert_eq!((beaten.verdict, beaten.attacker.fate.bases_lost), (Verdict::BeatenWithLoss, 1));
}

#[test]
fn r6_an_attacker_that_loses_a_base_to_fire_goes_no_further() {
    let shaken = Assault { attacker_bases: 3, attacker_markers: 3, reaction: Answering::Fire, ..squadron_at_gun() };
    // The reaction succeeds, one of two dice hits, its casualty roll fails: the fourth marker breaks the attacker.
    let driven_off = roll(&shaken, [3, 5, 1, 1]);
    assert_eq!((driven_off.verdict, driven_off.attacker.fate.bases_lost), (Verdict::DrivenOff, 1));
}

#[test]
fn r6_an_attacker_that_holds_goes_on_with_its_new_markers() {
    let fire = Assault { reaction: Answering::Fire, ..squadron_at_gun() };
    // Reaction, fire with one hit, its casualty roll; then 5s no longer hit for the attacker.
    let beaten = roll(&fire, [3, 5, 1, 1, 5, 5, 1]);
    assert_eq!((beaten.verdict, beaten.target.hits, beaten.attacker.fate.markers), (Verdict::Beaten, 0, 2));
}

#[test]
fn r6_target_moved_counts_only_a_move_before_this_one() {
    let fire = |attacker_moved, faces: [u8; 4]| {
        let assault = Assault {
            reaction: Answering::Fire,
            attacker_bases: 3,
            attacker_markers: 3,
            attacker_moved,
            ..squadron_at_gun()
        };
        roll(&assault, faces).verdict
    };
    assert_eq!(fire(false, [3, 5, 1, 1]), Verdict::DrivenOff, "a 5 hits an attacker that did not move before");
    assert_eq!(fire(true, [3, 6, 5, 1]), Verdict::DrivenOff, "otherwise it takes a 6");
}

#[test]
fn activating_command_token_on_the_target_makes_its_reaction_harder() {
    let fire = |target_tokens| Assault { reaction: Answering::Fire, target_tokens, ..squadron_at_gun() };
    assert!(wins(&fire(0)) < wins(&fire(1)) && wins(&fire(3)) < wins(&squadron_at_gun()));
}

#[test]
fn r5_a_target_that_moves_away_escapes_an_attacker_with_less_than_4_inches_left() {
    let away = |inches_left| Assault { reaction: Answering::MoveAway, inches_left, ..squadron_at_gun() };
    assert_eq!(chance(&away(3), |ended| ended.verdict == Verdict::TargetGetsAway), ratio(2, 3));
    assert_eq!(wins(&away(3)), ratio(11, 81), "it does not react with 1/3");
    assert_eq!(wins(&away(4)), ratio(11, 27), "it is caught");
}

#[test]
fn r12_winning_mounted_cavalry_may_pursue() {
    let last_words = |attacker, pursuit| {
        let assault = Assault { attacker, pursuit, ..squadron_at_gun() };
        told(&assault, [5, 1, 1, 1]).because.last().unwrap().result.to_string()
    };
    assert!(last_words(Attacker::MountedCavalry, Pursuit::Pursues).contains("pursue 4 inches"));
    assert!(last_words(Attacker::MountedCavalry, Pursuit::Stays).contains("assaulter decides: stay"));
    assert_eq!(last_words(Attacker::Infantry, Pursuit::Pursues), "hits 1 to 0: wins");
}

#[test]
fn r12_a_winner_that_falls_back_itself_does_not_pursue() {
    let shaken = Assault { attacker_bases: 2, attacker_markers: 3, pursuit: Pursuit::Pursues, ..squadron_at_gun() };
    assert_eq!(told(&shaken, [6, 6, 1, 1, 6, 1, 1, 1]).because.last().unwrap().title, "end of the assault");
}

#[test]
fn r12_mounted_cavalry_that_beats_off_an_assault_may_pursue_too() {
    let lancers = Assault { target: Kind::MountedCavalry, pursuit: Pursuit::Pursues, ..squadron_at_gun() };
    let last_words = told(&lancers, [1, 1, 6, 1, 1]).because.last().unwrap().result.to_string();
    assert_eq!(last_words, "the target decides: pursue 4 inches");
}

#[test]
fn r11_a_beaten_target_with_no_way_back_loses_a_base() {
    let cornered = Assault { target_bases: 2, target_way_back: WayBack::Blocked, ..squadron_at_gun() };
    let won = roll(&cornered, [5, 1, 1, 1, 1]);
    assert_eq!((won.verdict, won.target.fate.bases_lost), (Verdict::WonWithLoss, 1));
}

#[test]
fn r15_a_target_taken_in_flank_fires_only_if_it_is_mounted_cavalry() {
    let flank =
        |target| Assault { target, contact: Contact::FlankOrRear, reaction: Answering::Fire, ..Assault::default() };
    assert!(flank(Kind::Infantry).check().unwrap_err().sentence.contains("R15"));
    assert!(flank(Kind::MountedCavalry).check().is_ok());
}

#[test]
fn r8_heavy_guns_do_not_fire_at_what_is_before_their_muzzles() {
    let heavy = |reaction| Assault { target: Kind::HeavyGuns, reaction, ..Assault::default() };
    assert!(heavy(Answering::Fire).check().unwrap_err().sentence.contains("R8"));
    assert!(heavy(Answering::MoveAway).check().is_ok());
}

#[test]
fn the_other_reactions_stand_beside() {
    let beside: Vec<_> =
        Procedure::beside(&procedure(), &Assault::default()).into_iter().map(|(label, _)| label).collect();
    assert_eq!(beside, ["reaction=fire", "reaction=move-away"]);
}

#[test]
fn r16_limbered_guns_roll_no_dice_in_an_assault() {
    let assault = Assault { target_limbered: true, ..squadron_at_gun() };
    // Two dice of the squadron: a 5 hits, and its casualty roll of 3 fails; the guns throw nothing.
    let won = roll(&assault, [5, 1, 3]);
    assert_eq!((won.verdict, won.target.hits, won.attacker.hits), (Verdict::Won, 1, 0));
    assert_eq!(wins(&assault), ratio(5, 9), "at least one hit of two dice on 5 or more");
    let fires = Assault { reaction: Answering::Fire, ..assault };
    assert!(fires.check().unwrap_err().sentence.contains("limbered guns cannot fire"));
}
