//! Smoke and gas: clouds that drift, thin and go, and the men in them (Smoke and gas, R10, R24).

use super::event::Event;
use super::losses::take;
use super::places::Spots;
use super::shells::run;
use super::squad::{BASE, is_in};
use super::{Act, Among, Cloud, Loss, SquadId, State};
use crate::gas::{self, Gassed};
use field::{Circle, INCH, Point};

/// The move of its life in which a cloud is gone.
const GONE: u8 = 5;
/// R10 The diameter of the circles that cylinders make.
const CYLINDER: i64 = 5 * INCH;

/// Smoke and gas:move-2 to move-5 Clouds of earlier moves grow older, drift and go.
pub(super) fn drift(act: &mut Act<'_>) {
    let wind = act.state.wind;
    let way = wind.towards.step(i64::from(wind.inches) * INCH);
    for cloud in &mut act.state.clouds {
        cloud.age += 1;
        if cloud.age == 2 {
            cloud.diameter = cloud.circle().doubled().diameter;
        }
        if matches!(cloud.age, 2 | 3) {
            cloud.at = cloud.at.plus(way);
        }
    }
    let before = act.state.clouds.len();
    let ground = act.state.land().ground().plan().clone();
    let near = |cloud: &Cloud| {
        let far = cloud.diameter;
        (-far..=ground.width + far).contains(&cloud.at.x) && (-far..=ground.depth + far).contains(&cloud.at.y)
    };
    act.state.clouds.retain(|cloud| cloud.age < GONE && near(cloud));
    if before > 0 {
        let of = |ages: std::ops::Range<u8>| act.state.clouds.iter().filter(|cloud| ages.contains(&cloud.age)).count();
        let (drift, thin) = (of(2..4) as u8, of(4..5) as u8);
        let gone = (before - act.state.clouds.len()) as u8;
        act.happens(Event::Drift { drift, thin, gone });
    }
}

/// R10 The cylinders of a side are opened: a line of circles at its own trench.
pub(super) fn release(act: &mut Act<'_>, side: super::Side) {
    let Some((from, to)) = act.state.battle.army(side).cylinders else { return };
    act.state.released[side] = true;
    act.happens(Event::Releases { side });
    for circle in Circle::row(from, to, CYLINDER) {
        act.state.clouds.push(Cloud { at: circle.middle, diameter: circle.diameter, age: 1, gas: true });
    }
}

/// Smoke and gas:contact Everybody in gas throws, friend and foe alike (R24), once a move.
pub(super) fn breathe(act: &mut Act<'_>) {
    let mut losses = Vec::new();
    for cloud in act.state.clouds.clone().iter().filter(|cloud| cloud.gas) {
        super::snipers::catch(act, cloud.at, cloud.diameter);
    }
    let ids: Vec<SquadId> = act.state.all().filter(|(_, squad)| !squad.is_vehicle()).map(|(id, _)| id).collect();
    for id in ids {
        losses.extend(throw(act, id, &[]));
    }
    take(act, losses);
}

/// Men whose way has led into a cloud in phase c, or through it, throw if they have not thrown in this move; where they
/// came from is known.
pub(super) fn enter(act: &mut Act<'_>, id: SquadId, from: &Spots) {
    if !act.state.is_here(id) || act.state.squad(id).is_vehicle() {
        return;
    }
    let losses = throw(act, id, from);
    take(act, losses);
}

/// R10 The men of a squad in gas throw, each once a move: in the youngest of the clouds around him.
fn throw(act: &mut Act<'_>, id: SquadId, from: &[(usize, Point)]) -> Vec<Loss> {
    let clouds = act.state.in_clouds(id, from);
    let men: u8 = clouds.iter().map(|(_, _, men)| men.count_ones() as u8).sum();
    if men == 0 {
        return Vec::new();
    }
    let squad = act.state.squad(id);
    let (names, masks) = (squad.side, squad.masked);
    act.state.roller = names.other();
    act.happens(Event::InGas { squad: id, men });
    let deeds = &mut act.state.squad_mut(id).deeds;
    deeds.breathed |= clouds.iter().fold(0, |all, (_, _, men)| all | men);
    if !masks {
        // Morale 2 It comes under gas attack where it was not in the move before.
        let already = std::mem::replace(&mut deeds.in_gas, true);
        let squad = act.state.squad_mut(id);
        squad.deeds.gassed |= !already && !squad.was_gassed;
    }
    let mut losses = Vec::new();
    for (number, cloud, men) in clouds {
        let men = men.count_ones() as u8;
        if !masks {
            act.state.causes.push((100 + number, id));
        }
        let masked = if masks { men } else { 0 };
        let situation = gas::Cloud { age: cloud.age.clamp(1, 4), moves: 1, men, masked };
        let (gassed, stage) = Gassed::begin(&situation);
        let casualties = run(act, (&gas::procedure(), &situation), &gassed, stage).0;
        // Who has come through it stands outside by now.
        let among = if from.is_empty() { Among::Cloud(cloud.diameter) } else { Among::All };
        losses.push(Loss { squad: id, casualties, specialists: 0, from: cloud.at, among, names });
    }
    losses
}

impl State {
    /// Whom of a squad each cloud of gas touches where they stand, or on their way from where they came, of those who have
    /// not thrown in this move: a bit for each by his number. A man in several counts for the youngest.
    fn in_clouds(&self, id: SquadId, from: &[(usize, Point)]) -> Vec<(u8, Cloud, u16)> {
        let squad = self.squad(id);
        let mut clouds: Vec<(u8, Cloud, u16)> =
            (0..).zip(&self.clouds).map(|(number, cloud)| (number, *cloud, 0)).collect();
        clouds.retain(|(_, cloud, _)| cloud.gas && squad.at.within(cloud.at, cloud.diameter + 30 * INCH));
        clouds.sort_by_key(|(_, cloud, _)| cloud.age);
        let bit = |man: usize| 1 << (man - usize::from(squad.first));
        let men = if clouds.is_empty() { None } else { Some(self.men_at(id)) }.into_iter().flatten();
        for man in men.filter(|man| squad.deeds.breathed & bit(*man) == 0) {
            let to = self.figures[man].at();
            let from = from.iter().find(|(of, _)| *of == man).map_or(to, |(_, from)| *from);
            let touches = |cloud: &Cloud| {
                is_in(cloud.at, cloud.diameter, to)
                    || from != to && cloud.at.is_near((from, to), i64::midpoint(cloud.diameter, BASE))
            };
            if let Some((_, _, men)) = clouds.iter_mut().find(|(_, cloud, _)| touches(cloud)) {
                *men |= bit(man);
            }
        }
        clouds.retain(|(_, _, men)| *men > 0);
        clouds
    }
}
