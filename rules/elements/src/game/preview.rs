//! What orders would do: paths, lines, and the odds of their rolls, from the book's own steps.

use super::aim::Aim;
use super::combat::Contest;
use super::desk::{Form, Shot, of_combat};
use super::offers::{handle, unit as offered};
use super::say::spot as told;
use super::state::Smoke;
use super::{Order, Phase, Side, State, UnitId, Weapon};
use crate::catalogue::Element;
use crate::ground::{Cover, Distance, Facing as From};
use crate::he_sa::{self, HeSaShot, Stage as HeSaStage, resolve_he_sa};
use crate::results::{After, Effect, Fate, WayBack};
use crate::tank_hunting::Stage as HuntStage;
use crate::{ap_hit, ap_penetration};
use field::{Circle, Facing, Footprint, Line, Point};
use kernel::dice::Dice;
use kernel::game::{Offer, Pick, Preview, Said, Test};
use kernel::odds::{Budget, Dist, Odds, Ratio, of_chain, of_step, ratio};
use kernel::procedure::{Answer, OnDesk, Outcome, Report, percent};
use kernel::rule::Rule;
use tabletop::{inches, laid, sight_line, spot};

/// A note of a preview by its rule, about an element if there is one.
pub(super) fn note(preview: &mut Preview, rule: Rule, of: Option<UnitId>, words: impl Into<String>) {
    let mut said = Said::of(words).under(rule);
    said.pieces.extend(of.map(handle));
    preview.notes.push(said);
}

/// A roll with its odds, and where the charts desk has it.
pub(super) fn test<O: Outcome>(label: &str, desk: OnDesk, step: impl FnMut(&mut dyn Dice) -> O) -> Test {
    let mut odds = Report::of(Answer::from(of_step(&Budget::default(), step)));
    odds.desk = Some(desk);
    Test { label: label.to_owned(), odds }
}

/// What a shot comes to, exactly.
pub(super) fn odds(aim: &Aim) -> Odds<Effect> {
    let budget = Budget::default();
    match &aim.form.shot() {
        Shot::HeSa(shot) => of_chain(&budget, shot, &Dist::certain(HeSaStage::Roll)),
        Shot::Ap(shot) => of_chain(&budget, shot, &Dist::certain(shot.start())),
        Shot::Hunt(hunt) => of_chain(&budget, hunt, &Dist::certain(HuntStage::Approach)),
    }
}

/// What a shot is likely to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chances {
    /// To hit, where AP must.
    pub(super) hit: Option<Ratio>,
    /// That its riders dismount, and no more.
    pub(super) off: Ratio,
    /// That the target falls back.
    pub(super) back: Ratio,
    /// That it, or those who ride with it, are suppressed.
    pub(super) suppress: Ratio,
    /// That it, or one who rides with it, is removed.
    pub(super) kill: Ratio,
}

impl Chances {
    /// That anything happens to it.
    pub(super) fn effect(&self) -> Ratio {
        &self.off + &self.back + &self.suppress + &self.kill
    }

    /// What it is worth against others: a K twice as much as an S, and an F half.
    fn worth(&self) -> Ratio {
        &self.off + &self.back + &self.suppress * ratio(2, 1) + &self.kill * ratio(4, 1)
    }

    fn words(&self) -> String {
        let hit = self.hit.iter().map(|hit| format!("hits {}", short(hit)));
        let some = [("riders off", &self.off), ("F", &self.back), ("S", &self.suppress)]
            .into_iter()
            .filter(|(_, chance)| **chance != Ratio::ZERO);
        let all = some.chain([("K", &self.kill)]).map(|(word, chance)| format!("{word} {}", short(chance)));
        hit.chain(all).collect::<Vec<_>>().join(", ")
    }
}

/// Per cent in few signs, and not to be parted at the end of a line.
fn short(chance: &Ratio) -> String {
    percent(chance).replace(".0 %", " %").replace(' ', "\u{a0}")
}

/// The chances of a shot, counted by the faces of the dice: many targets are shown at once.
pub(super) fn chances(aim: &Aim) -> Chances {
    let mut of = [0_u64; 4];
    let mut count = |after: After, weight: u64| {
        let place = match after {
            After::End(end) if end.fate < Fate::RidersDismount => return,
            After::End(end) if end.fate == Fate::RidersDismount => 0,
            After::End(end) if end.fate == Fate::FallsBack => 1,
            After::End(end) if end.fate < Fate::RiderShot => 2,
            After::End(_) | After::WhichRider => 3,
            After::Result(_) | After::MayDismount(_) => 2,
        };
        of[place] += weight;
    };
    let mut hit = None;
    match &aim.form.shot() {
        Shot::HeSa(HeSaShot { fire: Some(fire), struck }) => {
            (1..=20).for_each(|face| count(struck.apply(he_sa::result(fire, face)).outcome, 20));
        }
        Shot::Ap(shot) => {
            let hits = shot.aim.map_or(20, |aim| ap_hit::faces(&aim)) as u64;
            hit = Some(ratio(hits, 20));
            if let Ok(strike) = &shot.strike {
                (1..=20).for_each(|face| count(shot.struck.apply(ap_penetration::result(strike, face)).outcome, hits));
            }
        }
        Shot::HeSa(_) | Shot::Hunt(_) => {
            let dist = odds(aim).dist;
            let is = |from: Fate, to: Fate| dist.chance_that(|effect| (from..to).contains(&effect.fate));
            let kill = dist.chance_that(|effect| effect.fate >= Fate::RiderShot);
            let off = is(Fate::RidersDismount, Fate::FallsBack);
            let [back, suppress] = [is(Fate::FallsBack, Fate::Suppressed), is(Fate::Suppressed, Fate::RiderShot)];
            return Chances { hit, off, back, suppress, kill };
        }
    }
    let [off, back, suppress, kill] = of.map(|ways| ratio(ways, 400));
    Chances { hit, off, back, suppress, kill }
}

/// The usual shot at an enemy.
fn usual(state: &State, id: UnitId, target: UnitId) -> Option<Aim> {
    state.get(id)?;
    let weapon = state.weapons(id, target).next()?;
    state.aim(id, target, weapon).ok()
}

/// The target that an element has most to hope for from, what it has to hope for, and among how many.
fn best_of(state: &State, id: UnitId) -> Option<(UnitId, Chances, usize)> {
    let all = super::fire::targets(state, id).filter_map(|target| Some((target, chances(&usual(state, id, target)?))));
    let all: Vec<(UnitId, Chances)> = all.collect();
    let count = all.len();
    let best = { all.into_iter() }
        .max_by(|(one, theirs), (other, others)| theirs.worth().cmp(&others.worth()).then(other.cmp(one)));
    best.map(|(target, chances)| (target, chances, count))
}

/// The best target among several.
pub(super) fn best_target(state: &State, id: UnitId) -> Option<UnitId> {
    let best = best_of(state, id).filter(|(_, chances, count)| *count > 1 && chances.worth() > Ratio::ZERO);
    best.map(|(target, ..)| target)
}

/// Who may fire, with the best that he could do.
pub(super) fn firer(state: &State, id: UnitId, at_spots: bool) -> Offer {
    let best = state.get(id).and_then(|_| best_of(state, id));
    let note = match best {
        Some((target, chances, _)) => format!("{}: {}", state.name(target), chances.words()),
        None if at_spots => "nobody in sight; at a spot".to_owned(),
        None => "nobody to fire at".to_owned(),
    };
    offered(state, id).noted(Some(note))
}

/// An enemy as he is offered to somebody who fires: with the chances against him, and why; the best with a star.
pub(super) fn target(state: &State, id: UnitId, target: UnitId, best: bool) -> Offer {
    let offer = offered(state, target);
    let Some(aim) = usual(state, id, target) else { return offer };
    let chances = chances(&aim);
    let star = if best { "\u{a0}★" } else { "" };
    let note = format!("{}{}: {}", if best { "best: " } else { "" }, chances.words(), why(&aim).join(", "));
    offer.noted(Some(note)).tagged(Some(short(&chances.effect()) + star))
}

/// A weapon as it is offered.
pub(super) fn weapon(state: &State, id: UnitId, target: UnitId, weapon: Weapon) -> Offer {
    let (word, label, rule) = match weapon {
        Weapon::HeSa => ("he-sa", "high explosive or small arms", Rule("HE/SA")),
        Weapon::Ap => ("ap", "armour-piercing", Rule("AP hit")),
        Weapon::Hunt => ("hunt", "hunt it by hand", Rule("R10")),
    };
    let note = state.aim(id, target, weapon).ok().map(|aim| chances(&aim).words());
    Offer::of(Pick::option(word), label).under(rule).noted(note)
}

/// What makes a shot as good as it is, each with its rule.
fn reasons(aim: &Aim) -> Vec<(String, Rule)> {
    if matches!(aim.form, Form::Hunt(_)) {
        return hunting(aim);
    }
    let Distance { units, range, .. } = aim.distance;
    let mut words = vec![(
        format!("{} of {range} away", tabletop::count(units as u64, "inch").replace("inchs", "inches")),
        Rule("Common:distance"),
    )];
    let mut also = |holds: bool, word: &str, rule: &'static str| {
        if holds {
            words.push((word.to_owned(), Rule(rule)));
        }
    };
    let ap = matches!(aim.form, Form::Ap(_));
    also(aim.line.is_some(), "in sight", "Common:sight");
    also(aim.line.is_none(), "not seen by the mortar itself", "R30");
    also(aim.distance.is_close(), "within 4", if ap { "AP hit:within-4" } else { "HE/SA:within-4" });
    also(ap && aim.distance.is_long(), "over half range", "AP hit:over-half-range");
    also(ap && aim.facing == From::Front, "from the front", "R7");
    also(ap && aim.facing != From::Front, "from side or rear", "AP penetration:side-or-rear");
    also(aim.shelter.smoke, "behind smoke", "R25");
    also(ap && aim.shelter.crest && aim.facing == From::Front, "hull-down behind a crest", "R35");
    let (way_back, at_riders) = match &aim.form {
        Form::HeSa(fire) => (fire.way_back, fire.target.is_armoured()),
        _ => (WayBack::Free, false),
    };
    also(at_riders, "at those who ride", "R26");
    also(way_back == WayBack::OffTable, "an F drives it off the table", "R14");
    also(way_back == WayBack::EnemyBlocks, "it cannot fall back", "R14");
    let cover = aim.shelter.cover;
    let inside = matches!(cover, Cover::Building | Cover::Woods | Cover::Crops | Cover::Fortification);
    let rule = if cover == Cover::DugIn {
        "R21"
    } else if inside {
        "R36"
    } else {
        "R8"
    };
    let place = match cover {
        Cover::Hedge | Cover::Wall => format!("behind a {cover}"),
        Cover::DugIn => "dug in".to_owned(),
        Cover::Crops => "in crops".to_owned(),
        Cover::Woods => "in woods".to_owned(),
        _ => format!("in a {cover}"),
    };
    also(cover != Cover::Open, &place, rule);
    words
}

/// What counts when infantry hunts a tank: not range nor cover.
fn hunting(aim: &Aim) -> Vec<(String, Rule)> {
    let Form::Hunt(hunt) = &aim.form else { unreachable!("a hunt") };
    let mut words = vec![("hunted by hand, on 15 or more with quality".to_owned(), Rule("R10"))];
    if hunt.friends_near && !hunt.target_state.is_suppressed() {
        words.push(("unsuppressed, with friends of its own within 4: -2".to_owned(), Rule("R10")));
    }
    words
}

fn why(aim: &Aim) -> Vec<String> {
    reasons(aim).into_iter().map(|(words, _)| words).collect()
}

/// A shot with its line, what hides the target, and the odds.
pub(super) fn fire(state: &State, id: UnitId, target: UnitId, weapon: Weapon, preview: &mut Preview) {
    let Ok(aim) = state.aim(id, target, weapon) else { return };
    preview.overlays.extend(aim.line.as_ref().map(sight_line));
    for (words, rule) in reasons(&aim) {
        note(preview, rule, Some(target), format!("{}: {words}.", state.name(target)));
    }
    if state.is_in_contact(target) && weapon != Weapon::Hunt {
        let words = format!("{} is in contact; only AP at armour is fired into it.", state.name(target));
        note(preview, Rule("R42"), Some(target), words);
    }
    if state.element(id).figures.small_arms == Some(crate::catalogue::SmallArms::Hmg) {
        note(preview, Rule("R57"), Some(id), "It is a machine gun on its tripod, an SFMG.");
    }
    if id.0 >= super::HIDING {
        note(preview, Rule("R16"), Some(id), format!("{} is seen when it fires.", state.name(id)));
    }
    let mut report = Report::of(Answer::from(odds(&aim)));
    report.desk = Some(aim.form.on_desk());
    let label = if weapon == Weapon::Hunt { "tank hunting" } else { "fire" };
    preview.tests.push(Test { label: label.to_owned(), odds: report });
}

/// A point that support, smoke or speculative fire is aimed at.
pub(super) fn aimed(state: &State, at: Point, smoke: Option<u16>, preview: &mut Preview) {
    if let Some(facing) = smoke {
        let screen = Smoke { at, facing, side: state.side, until: 0 }.screen();
        preview.overlays.push(laid("smoke", &screen, "a screen of smoke"));
        let words = "It gives -4 to all fire across it, the owner's too, till the end of his next fire phase.";
        return note(preview, Rule("R25"), None, words);
    }
    let burst = Footprint::from(Circle { middle: at, diameter: 2 * super::support::BURST });
    preview.overlays.push(laid("template", &burst, "what is within 2"));
    note(preview, Rule("R29"), None, format!("Aimed at {}.", told(at)));
    note(preview, Rule("R28"), None, "It is not aimed within 2 of a friend in contact, but may deviate there.");
}

/// A path and where the element comes to stand.
pub(super) fn way(state: &State, id: UnitId, path: &[Point], facing: u16, preview: &mut Preview) {
    let Some(piece) = state.get(id) else { return };
    preview.path = std::iter::once(piece.at).chain(path.iter().copied()).map(spot).collect();
    let end = path.last().copied().unwrap_or(piece.at);
    let there = piece.block_at(end, Facing::of(facing.into())).into();
    preview.overlays.push(laid("ghost", &there, "where it comes to stand"));
}

/// What a move costs, where it leads, and who could fire at it there.
pub(super) fn movement(state: &State, order: &Order, preview: &mut Preview) {
    match order {
        Order::Move { unit, path, facing } => {
            way(state, *unit, path, *facing, preview);
            let mut route = state.route(*unit);
            if route.along(path).is_ok() {
                let left = state.left(*unit);
                let words = format!("The path costs {} of {} inches.", inches(left - route.left), inches(left));
                note(preview, Rule("R13"), Some(*unit), words);
            }
            let end = *path.last().unwrap_or(&state.unit(*unit).at);
            threats(state, *unit, end, *facing, preview);
            let from = std::iter::once(state.unit(*unit).at).chain(path.iter().copied());
            let linear = |(from, to): (Point, &Point)| {
                let crossed = state.land().ground().crossings(from, *to);
                crossed.iter().any(|crossing| state.land().lie(crossing.piece).is_linear())
            };
            if from.zip(path).filter(|(from, to)| from != *to).any(linear) {
                let words = match state.phase {
                    Phase::Advance => "It crosses a linear obstacle; an advance goes 2 whatever the ground.",
                    _ => "It crosses a linear obstacle, which takes half of its move.",
                };
                note(preview, Rule("Movement:linear-obstacle"), Some(*unit), words);
            }
            if state.battle.army(state.unit(*unit).side.other()).hides > 0 {
                let words = "Whoever hides is found at 4 by who sees him there, and at 1 by anybody, who stops there.";
                note(preview, Rule("R31"), Some(*unit), words);
                let words = "Who finds somebody may stop short, but not go another way.";
                note(preview, Rule("Common:interruption"), Some(*unit), words);
            }
            if unit.0 >= super::HIDING && state.is_seen_moving(*unit, path) {
                note(preview, Rule("R16"), Some(*unit), format!("{} is seen on its way.", state.name(*unit)));
            }
            let near = |(_, enemy): (UnitId, &super::Piece)| enemy.is_about(end, 12 * field::INCH);
            let commands = state.element(*unit).figures.class == crate::catalogue::Class::Commander;
            if commands && state.of_side(state.unit(*unit).side.other()).any(near) {
                replaced(preview);
            }
        }
        Order::Turn { unit, facing } => {
            way(state, *unit, &[], *facing, preview);
            threats(state, *unit, state.unit(*unit).at, *facing, preview);
        }
        Order::Contact { unit, target } => {
            let Ok((to, facing, _)) = state
                .charge(*unit, *target, None)
                .or_else(|_| state.charge(*unit, *target, state.winners.first().map(|winner| winner.reach)))
            else {
                return;
            };
            way(state, *unit, &[to], facing.degrees() as u16, preview);
            let element = state.element(*target);
            let armour = element.is_armoured() && state.element(*unit).is_armoured();
            let (words, rule) = match () {
                () if armour => ("Armour does not fight armour hand to hand.", "R47"),
                () if !state.is_combat(*target) => ("It does not fight, and is overrun unless it gets away.", "R41"),
                () => ("Contact is fought out in the next close combat phase.", "R9"),
            };
            note(preview, Rule(rule), Some(*target), words);
            if element.figures.class == crate::catalogue::Class::Commander {
                replaced(preview);
            }
            if !armour && state.is_combat(*target) {
                let blows = Contest { attackers: vec![*unit], defenders: vec![*target] };
                contest(state, state.unit(*unit).side, &blows, preview);
            }
            threats(state, *unit, to, facing.degrees() as u16, preview);
        }
        Order::FallBack { unit, home, about } => {
            let piece = state.unit(*unit);
            let way_back = if *home { Some(state.home(*unit)) } else { state.away(*unit, piece.at) };
            if let Some(direction) = way_back {
                let (_, to) = state.straight_back(*unit, piece.at, direction);
                let facing = if *about { piece.facing.turned(180) } else { piece.facing };
                way(state, *unit, &[to], facing.degrees() as u16, preview);
            }
        }
        Order::Alight { unit, at, facing } | Order::Enter { unit, at, facing } => {
            if let Some(vehicle) = state.unit(*unit).aboard {
                let (name, vehicle) = (state.name(*unit), state.name(vehicle));
                let words = format!("{name} has spent the same part of its move as {vehicle}.");
                note(preview, Rule("R32"), Some(*unit), words);
            }
            let there = state.unit(*unit).block_at(*at, Facing::of((*facing).into())).into();
            preview.overlays.push(laid("ghost", &there, "where it comes to stand"));
            threats(state, *unit, *at, *facing, preview);
        }
        _ => {}
    }
}

/// What becomes of a commander who is overrun.
fn replaced(preview: &mut Preview) {
    let notes = [
        ("A commander who is overrun must take the place of another element.", "R58"),
        ("He takes that of one that neither rides nor is in contact.", "R45"),
        ("It is one of his own command; the senior commander has all.", "R22"),
    ];
    for (words, rule) in notes {
        note(preview, Rule(rule), None, words);
    }
}

/// Who could fire at an element if it stood there, as far as one knows, the most dangerous first.
fn threats(state: &State, id: UnitId, at: Point, facing: u16, preview: &mut Preview) {
    if id.0 >= super::HIDING {
        return;
    }
    let mut there = state.clone();
    let piece = there.unit_mut(id);
    (piece.at, piece.facing, piece.aboard) = (at, Facing::of(facing.into()), None);
    piece.place = super::Place::Table;
    let side = there.unit(id).side;
    for piece in there.units.iter_mut().filter(|piece| piece.side != side) {
        piece.marks.remove(super::Mark::FIRED);
    }
    let mut threats: Vec<(Ratio, String, Option<Line>)> = Vec::new();
    for (enemy, _) in there.of_side(side.other()).filter(|(enemy, _)| there.may_fire(side.other(), *enemy).is_ok()) {
        if let Some(aim) = usual(&there, enemy, id) {
            let chances = chances(&aim);
            let words = format!("{} ({})", there.name(enemy), chances.words());
            threats.push((chances.effect(), words, aim.line));
        }
    }
    threats.sort_by(|one, other| other.0.cmp(&one.0));
    let words = match threats.len() {
        0 => "Nobody that is seen could fire at it there.".to_owned(),
        count => {
            threats.truncate(4);
            preview.overlays.extend(threats.iter().filter_map(|(.., line)| line.as_ref().map(sight_line)));
            let listed: Vec<_> = threats.into_iter().map(|(_, words, _)| words).collect();
            let enemies = if count == 1 { "1 enemy".to_owned() } else { format!("{count} enemies") };
            format!("{enemies} could fire at it there: {}.", listed.join("; "))
        }
    };
    note(preview, Rule("R7"), Some(id), words);
}

/// How a close combat may end, from the worst for a side to the best; with many in it, what each blow does.
pub(super) fn contest(state: &State, side: Side, contest: &Contest, preview: &mut Preview) {
    let blows = [true, false].map(|attacks| state.blows(contest, attacks));
    let (first, second) = (contest.attackers[0], contest.defenders[0]);
    let [ours, theirs] = [&contest.attackers, &contest.defenders].map(|units| names(state, units));
    if let Some(ends) = state.ends(contest, &blows) {
        let mut odds = Report::of(ends);
        for line in &mut odds.outcomes {
            for (whose, units) in [("attackers", &contest.attackers), ("defenders", &contest.defenders)] {
                let is = if units.len() == 1 { "is" } else { "are" };
                line.outcome =
                    line.outcome.replace(&format!("the {whose} are"), &format!("{} {is}", names(state, units)));
            }
        }
        for measure in &mut odds.measures {
            measure.name = measure.name.replace("attackers", &ours).replace("defenders", &theirs);
        }
        if state.unit(first).side != side {
            // Who was contacted reads it the other way round.
            let last = odds.outcomes.iter().map(|line| line.rank).max().unwrap_or(0);
            odds.outcomes.iter_mut().for_each(|line| line.rank = last - line.rank);
            odds.outcomes.reverse();
        }
        odds.desk = Some(of_combat(&state.combat_form(contest, &blows, (first, second))));
        preview.tests.push(Test { label: format!("{ours} against {theirs}"), odds });
    } else {
        for (id, enemy, fire) in blows.iter().flatten() {
            let label = format!("{} against {}", state.name(*id), state.name(*enemy));
            let desk = of_combat(&state.combat_form(contest, &blows, (*id, *enemy)));
            preview.tests.push(test(&label, desk, |dice| resolve_he_sa(fire, dice).outcome.result));
        }
    }
    let all = || contest.attackers.iter().chain(&contest.defenders).map(|id| (*id, state.element(*id)));
    let crewed = |(_, element): (UnitId, &Element)| !element.is_infantry();
    let laden =
        |(id, _): (UnitId, &Element)| state.carried(id).next().is_some() || state.unit(id).is(super::Mark::PACKED);
    let overruns = blows[0].iter().any(|(.., fire)| fire.ruling.is_some());
    let notes = [
        (true, "Nobody has anything for being within 4 in close combat.", "R39"),
        (all().any(crewed), "Guns, mortars and soft vehicles fight with 1, tanks with 2.", "R46"),
        (
            all().any(laden),
            "Who is laden fights with the better of vehicle and rider; what is limbered or broken down with 0.",
            "R43",
        ),
        (true, "Who is in contact leaves it in movement only by falling back, but for armour among men.", "R44"),
        (overruns, "An AFV that overruns moves on up to 2 beyond the place of those who went.", "R49"),
        (true, "Who loses and cannot get out of contact is suppressed, or removed if he was.", "R48"),
    ];
    for (_, words, rule) in notes.into_iter().filter(|(holds, ..)| *holds) {
        note(preview, Rule(rule), None, words);
    }
}

/// Elements by their names: 'Able and 2 Section'.
pub(super) fn names(state: &State, units: &[UnitId]) -> String {
    let names: Vec<&str> = units.iter().map(|id| state.name(*id)).collect();
    match &names[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
