use super::*;
use kernel::dice::Scripted;
use kernel::odds::{Ratio, of_chain, ratio, run};

fn fired(shell: &Shell, faces: impl IntoIterator<Item = u8>) -> Shelling {
    let (shelled, stage) = Shelled::begin(shell);
    run(&shelled, stage, &mut Scripted::of(faces)).outcome
}

fn chance(shell: &Shell, is: impl Fn(&Shelling) -> bool) -> Ratio {
    let (shelled, stage) = Shelled::begin(shell);
    of_chain(&Budget::default(), &shelled, &Dist::certain(stage)).dist.chance_that(is)
}

fn indirect() -> Shell {
    Shell { laying: Laying::Indirect, ..Shell::default() }
}

fn house() -> Shell {
    Shell { structure: Structure::SmallBrickBuilding, cover: Cover::HardCover, men: 4, ..Shell::default() }
}

#[test]
fn artillery_a_shell_that_hits_throws_for_the_men_in_the_burst_only() {
    // A medium gun at 36 is table 6 in the column of 6: 2 1 1 1 1 1. High explosive is 3 inches wide.
    let men = |men, die| fired(&Shell { men, ..indirect() }, [9, die]);
    let lone = Losses { casualties: 1, specialists: 0 };
    assert_eq!(men(1, 1).lost, lone, "one man in the burst is one casualty at most");
    assert_eq!((men(9, 1).exposed, men(9, 1).lost.casualties), (3, 2));
}

#[test]
fn artillery_direct_ammunition_is_shrapnel_at_men_and_high_explosive_at_structures() {
    assert_eq!(Shell::default().ammunition(), Ammunition::Shrapnel);
    assert_eq!(house().ammunition(), Ammunition::HighExplosive);
    let named = Shell { ammunition: Ammunition::Shrapnel, laying: Laying::Indirect, ..house() };
    assert_eq!(named.ammunition(), Ammunition::Shrapnel);
}

#[test]
fn deviation_a_miss_may_still_reach_a_long_line() {
    // A 3 sends a direct shell right along a line of ten men at -450 to 450: 4 inches off it still catches the end.
    let line = Shell { men: 10, ..Shell::default() };
    assert!(fired(&line, [3, 4, 6]).exposed > 0);
    assert_eq!(fired(&line, [1, 4]).effect, Effect::Misses, "4 inches over");
    // Along the line of fire it is the other way about.
    let column = Shell { angle: 90, ..line };
    assert_eq!(fired(&column, [3, 4]).effect, Effect::Misses);
    assert!(fired(&column, [1, 4, 6]).exposed > 0);
}

#[test]
fn a_lone_man_is_reached_as_often_as_worked_out_by_hand() {
    // A howitzer's burst reaches 2.5 inches, to a base of which the edge is 0.375 from its middle. A shell that goes
    // astray by 2 inches (1/36) touches it; by 3 inches (2/36) not straight, where the edge is 2.625 away, but on a
    // diagonal, where the burst is 2.12 off each way and the corner 1.745 each way, which is 2.47 away.
    let lone = Shell { gun: Gun::Howitzer, men: 1, ..indirect() };
    let straight = ratio(1, 36);
    let diagonal = ratio(1, 36) + ratio(2, 36);
    let reached = ratio(2, 10) + ratio(4, 10) * straight + ratio(4, 10) * diagonal;
    assert_eq!(chance(&lone, |end| end.exposed > 0), reached);
}

#[test]
fn bombardment_aim_a_wrong_estimate_moves_the_burst() {
    let wide = Shell { men: 1, aim_over: 4, ..indirect() };
    assert_eq!(fired(&wide, [9]).effect, Effect::Misses);
    assert_eq!(fired(&wide, [5, 2, 2, 1]).exposed, 1, "4 inches short of an aim 4 inches over");
}

#[test]
fn fire_modifiers_enfilade_counts_for_a_line_along_the_fire() {
    let table = |angle, formation| Shelled::begin(&Shell { formation, angle, ..Shell::default() }).0.men_table.total();
    assert_eq!((table(59, Formation::Line), table(60, Formation::Line), table(90, Formation::OpenOrder)), (6, 8, 6));
}

#[test]
fn firing_specialists_are_thrown_for_when_one_is_in_the_burst() {
    let officer = Shell { men: 9, specialists: 1, ..indirect() };
    assert_eq!(fired(&officer, [9, 2, 10]).lost, Losses { casualties: 1, specialists: 1 });
    // Two inches to the right the burst still catches men, but not the one in the middle: no D10 is thrown.
    assert_eq!(fired(&officer, [3, 1, 1, 2]).lost, Losses { casualties: 1, specialists: 0 });
}

#[test]
fn cover_direct_hit_takes_the_table_off_and_exposes_all_inside() {
    // Direct at a building: +3. Table 6, for the men 4 (hard cover): a 6 hits nobody.
    let hit = fired(&house(), [6, 6]);
    assert_eq!((hit.effect, hit.damage, hit.exposed), (Effect::Damages, 6, 4));
}

#[test]
fn cover_burst_takes_half_when_the_shell_only_touches() {
    // Two inches over: the back wall is at 1 inch, the burst 1.5 wide each way.
    let touched = fired(&Shell { men: 0, ..house() }, [1, 2]);
    assert_eq!((touched.effect, touched.damage), (Effect::Damages, 3));
    assert_eq!(fired(&Shell { men: 0, ..house() }, [1, 3]).effect, Effect::Misses);
}

#[test]
fn cover_direct_hit_uses_the_table_without_what_describes_the_men() {
    let bunker = Shell { structure: Structure::SmallBunker, cover: Cover::Bunker, prone: true, men: 0, ..house() };
    assert_eq!(fired(&bunker, [8]).damage, 6);
}

#[test]
fn r18_when_the_building_falls_each_man_inside_dies_on_1_to_3() {
    // 15 less 9 worn: 6 are left, and a direct hit takes them all. The burst itself kills nobody on a 6.
    let shaky = Shell { worn: 9, ..house() };
    let fallen = fired(&shaky, [10, 6, 1, 3, 4, 6]);
    assert_eq!((fallen.effect, fallen.lost.casualties), (Effect::Destroys, 2));
    assert_eq!(chance(&shaky, |end| end.effect == Effect::Destroys), ratio(1, 2), "a die of 6 or more");
}

#[test]
fn burst_defences_shrapnel_has_no_effect_on_them() {
    let shrapnel = Shell { laying: Laying::Indirect, ammunition: Ammunition::Shrapnel, men: 0, ..house() };
    assert_eq!(fired(&shrapnel, [10]).effect, Effect::Harmless);
}

#[test]
fn cover_wire_is_cleared_by_half_the_burst_diameter() {
    let wire = Shell { structure: Structure::Wire, men: 0, ..indirect() };
    let cut = fired(&wire, [9]);
    assert_eq!((cut.effect, cut.wire_cut), (Effect::Damages, 3), "3 half inches of a 3 inch burst");
    let shrapnel = Shell { ammunition: Ammunition::Shrapnel, ..wire };
    assert_eq!(fired(&shrapnel, [9]).wire_cut, 0);
}

#[test]
fn r18_too_many_men_in_a_building_are_refused() {
    assert!(Shell { men: 11, ..house() }.check().is_err());
    assert!(Shell { men: 10, ..house() }.check().is_ok());
    assert!(Shell { worn: 15, ..house() }.check().is_err());
}

#[test]
fn deviation_building_is_only_for_what_the_chart_calls_a_building() {
    let easier = |structure| Shelled::begin(&Shell { structure, men: 0, ..house() }).0.aim.building;
    assert!(easier(Structure::LargeStoneBuilding) && easier(Structure::SmallWoodenBuilding));
    assert!(!easier(Structure::SmallBunker) && !easier(Structure::Wall) && !easier(Structure::NoStructure));
}

#[test]
fn cover_direct_hit_needs_an_aim_at_the_structure_itself() {
    // Two inches over the middle of a house 2 inches deep: the shell falls where it was aimed, an inch behind the wall.
    let beside = Shell { aim_over: 2, men: 0, ..house() };
    assert_eq!(fired(&beside, [10]).damage, 3);
}
