//! Smoke and gas: clouds that drift, thin and go, and the men in them (Smoke and gas, R10, R24).

use super::event::Event;
use super::losses::take;
use super::shells::run;
use super::squad::is_in;
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
        let gone = (before - act.state.clouds.len()) as u8;
        act.happens(Event::Drift { clouds: before as u8, gone });
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
    for number in 0..act.state.clouds.len() {
        let cloud = act.state.clouds[number];
        if !cloud.gas {
            continue;
        }
        super::snipers::catch(act, cloud.at, cloud.diameter);
        let ids: Vec<SquadId> = act.state.all().filter(|(_, squad)| !squad.is_vehicle()).map(|(id, _)| id).collect();
        for id in ids {
            losses.extend(throw(act, id, &cloud, number as u8));
        }
    }
    take(act, losses);
}

/// Men who have come into a cloud in phase c throw when they enter, if they have not thrown in this move.
pub(super) fn enter(act: &mut Act<'_>, id: SquadId) {
    if !act.state.is_here(id) || act.state.squad(id).is_vehicle() {
        return;
    }
    let clouds: Vec<(usize, Cloud)> =
        act.state.clouds.iter().copied().enumerate().filter(|(_, cloud)| cloud.gas).collect();
    let mut losses = Vec::new();
    for (number, cloud) in clouds {
        losses.extend(throw(act, id, &cloud, number as u8));
    }
    take(act, losses);
}

/// The men of a squad in a cloud throw. A squad throws once a move.
fn throw(act: &mut Act<'_>, id: SquadId, cloud: &Cloud, number: u8) -> Option<Loss> {
    let men = act.state.in_cloud(id, cloud);
    let squad = act.state.squad(id);
    if men == 0 || squad.deeds.in_gas {
        return None;
    }
    let masked = if squad.masked { men } else { 0 };
    let names = squad.side;
    act.state.roller = names.other();
    act.happens(Event::InGas { squad: id, men });
    let squad = act.state.squad_mut(id);
    squad.deeds.in_gas = true;
    if masked == 0 {
        // Morale 2 It comes under gas attack where it was not in the move before.
        squad.deeds.gassed = !squad.was_gassed;
        act.state.causes.push((100 + number, id));
    }
    let (gassed, stage) = Gassed::begin(&gas::Cloud { age: cloud.age.clamp(1, 4), moves: 1, men, masked });
    let dead = run(act, &gassed, stage).0;
    let among = Among::Cloud(cloud.diameter);
    (dead > 0).then_some(Loss { squad: id, casualties: dead, specialists: 0, from: cloud.at, among, names })
}

impl State {
    /// How many men of a squad a cloud touches.
    pub(super) fn in_cloud(&self, id: SquadId, cloud: &Cloud) -> u8 {
        if !self.squad(id).at.within(cloud.at, cloud.diameter + 30 * INCH) {
            return 0;
        }
        self.spots(id).iter().filter(|spot: &&Point| is_in(cloud.at, cloud.diameter, **spot)).count() as u8
    }
}
