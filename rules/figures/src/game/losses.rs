//! Men who fall: who of a squad it is, and what that scores (R7, R19, R43).

use super::event::Event;
use super::squad::is_in;
use super::{Act, Among, Frame, Kind, Loss, Role, Side, SquadId, State};

/// R19 What a gun or a tank scores.
const PRIZE: u16 = 5;
/// R19 What a leader scores.
const LEADER: u16 = 3;

/// R11 Somebody has thrown at a squad.
pub(super) fn hit(state: &mut State, id: SquadId) {
    let squad = state.squad_mut(id);
    squad.deeds.under_fire = true;
    if !squad.blooded {
        squad.blooded = true;
        squad.deeds.first_fire = true;
    }
}

/// R19 So many men of a side are lost, each worth so much.
pub(super) fn lose(act: &mut Act<'_>, side: Side, men: u8, each: u16) {
    act.state.score[side.other()] += u16::from(men) * each;
}

/// R19, R43 A gun or vehicle is destroyed or taken.
pub(super) fn score_prize(act: &mut Act<'_>, id: SquadId) {
    let squad = act.state.squad_mut(id);
    if squad.taken || !squad.kind.is_prize() {
        return;
    }
    squad.taken = true;
    let side = squad.side;
    let crew = squad.hull.as_mut().map_or(0, |hull| std::mem::take(&mut hull.crew));
    act.state.score[side.other()] += PRIZE;
    act.happens(Event::Prize { squad: id, crew });
}

/// Takes losses: those that need nobody to name a specialist at once. What several weapons of one squad cost another is one
/// loss.
pub(super) fn take(act: &mut Act<'_>, losses: Vec<Loss>) {
    let mut taken: Vec<Loss> = Vec::new();
    for loss in losses.into_iter().filter(|loss| loss.casualties > 0) {
        let same = |other: &&mut Loss| {
            (other.squad, other.from, other.among, other.names) == (loss.squad, loss.from, loss.among, loss.names)
        };
        if let Some(last) = taken.last_mut().filter(same) {
            last.casualties = last.casualties.saturating_add(loss.casualties);
            last.specialists = last.specialists.saturating_add(loss.specialists);
        } else {
            taken.push(loss);
        }
    }
    taken.reverse();
    if !taken.is_empty() {
        act.state.frames.push(Frame::Losses(taken));
    }
}

/// Takes the next loss, as nobody has to name anybody.
pub(super) fn go_on(act: &mut Act<'_>) {
    let Some(Frame::Losses(losses)) = act.state.frames.last_mut() else { unreachable!("losses are to be taken") };
    let Some(loss) = losses.pop() else {
        act.state.frames.pop();
        return;
    };
    if act.state.squad(loss.squad).is_vehicle() {
        return lose_crew(act, loss.squad, loss.casualties);
    }
    let fallen = act.state.fallen(&loss);
    fall(act, loss.squad, &fallen);
    // What was thrown at the same moment may hit a man twice.
    let hits = usize::from(loss.casualties).saturating_sub(fallen.len()) as u8;
    if hits > 0 {
        act.happens(Event::HitTwice { squad: loss.squad, hits });
    }
}

/// These men of a squad fall.
pub(super) fn fall(act: &mut Act<'_>, id: SquadId, men: &[usize]) {
    if men.is_empty() {
        return;
    }
    let side = act.state.squad(id).side;
    let mut named: Option<Role> = None;
    for man in men {
        let figure = &mut act.state.figures[*man];
        figure.alive = false;
        let role = figure.role;
        lose(act, side, 1, worth(role));
        // Of a crew everybody is one.
        if role.is_specialist() && act.state.squad(id).kind.charges() {
            named = Some(if role == Role::Officer { role } else { named.unwrap_or(role) });
        }
    }
    let squad = act.state.squad_mut(id);
    squad.deeds.lost += men.len() as u8;
    squad.deeds.lost_now += men.len() as u8;
    let left = act.state.strength(id);
    act.happens(Event::Fall { squad: id, men: men.len() as u8, named, left });
    if left == 0 {
        act.state.squad_mut(id).brawl = None;
    }
}

/// A squad surrenders: prisoners score double (R14).
pub(super) fn surrender(act: &mut Act<'_>, id: SquadId) {
    let men = take_off(act, id, 2);
    act.happens(Event::Surrenders { squad: id, men });
    score_prize(act, id);
}

/// A squad has left the table and is lost (R12).
pub(super) fn leave(act: &mut Act<'_>, id: SquadId) {
    let men = take_off(act, id, 1);
    act.happens(Event::Leaves { squad: id, men });
}

/// All men of a squad are taken off the table, and each scores so many times what he is worth. How many are they?
fn take_off(act: &mut Act<'_>, id: SquadId, times: u16) -> u8 {
    let men: Vec<usize> = act.state.men_at(id).collect();
    let squad = act.state.squad_mut(id);
    let side = squad.side;
    let crew = squad.hull.as_mut().map_or(0, |hull| std::mem::take(&mut hull.crew));
    lose(act, side, crew, times);
    for man in &men {
        let figure = &mut act.state.figures[*man];
        figure.alive = false;
        let each = times * worth(figure.role);
        lose(act, side, 1, each);
    }
    act.state.squad_mut(id).brawl = None;
    men.len() as u8 + crew
}

/// Men of a vehicle's crew are lost.
pub(super) fn lose_crew(act: &mut Act<'_>, id: SquadId, men: u8) {
    let squad = act.state.squad_mut(id);
    let (side, Some(hull)) = (squad.side, &mut squad.hull) else { return };
    let men = men.min(hull.crew);
    hull.crew -= men;
    if hull.crew == 0 {
        squad.brawl = None;
    }
    lose(act, side, men, 1);
    if men > 0 {
        act.happens(Event::CrewLost { squad: id, men });
    }
}

/// R19 What a man scores.
fn worth(role: Role) -> u16 {
    if role == Role::Officer { LEADER } else { 1 }
}

/// R43 Guns and vehicles whose crews are gone are taken by the first enemy figure to touch them.
pub(super) fn capture(act: &mut Act<'_>) {
    for id in act.state.ids() {
        let squad = act.state.squad(id);
        if squad.taken || !squad.kind.is_prize() || act.state.is_here(id) {
            continue;
        }
        let (at, side) = (squad.at, squad.side);
        let touches =
            |enemy: SquadId| act.state.each_spot(enemy).any(|spot| act.state.do_touch((enemy, spot), (id, at)));
        let foot = act.state.of_side(side.other()).filter(|(_, enemy)| !enemy.is_vehicle());
        let taker = { foot }.find(|(enemy, _)| touches(*enemy));
        if let Some((by, _)) = taker {
            act.happens(Event::Taken { squad: id, by });
            score_prize(act, id);
        }
    }
}

impl State {
    /// Those of a squad who may fall to a loss: specialists and others, the nearest first.
    pub(super) fn may_fall(&self, loss: &Loss) -> (Vec<usize>, Vec<usize>) {
        let reached = |man: &usize| {
            let at = self.figures[*man].at();
            match loss.among {
                Among::All => true,
                Among::Burst(wide) | Among::Cloud(wide) => is_in(loss.from, wide, at),
                Among::Piece(piece) => self.land().ground().at(at).any(|under| under == usize::from(piece)),
            }
        };
        let mut men: Vec<usize> = self.men_at(loss.squad).filter(reached).collect();
        men.sort_by_key(|man| (self.figures[*man].at().distance(loss.from), *man));
        men.into_iter().partition(|man| self.figures[*man].role.is_specialist())
    }

    /// Who falls to a loss where nobody names anybody: specialists that were hit, then others, the nearest first.
    pub(super) fn fallen(&self, loss: &Loss) -> Vec<usize> {
        let (specialists, others) = self.may_fall(loss);
        // R7 Casualties beyond the ordinary figures fall on specialists.
        let (hit, beyond) = specialists.split_at(specialists.len().min(loss.specialists.into()));
        hit.iter().chain(&others).chain(beyond).copied().take(loss.casualties.into()).collect()
    }

    /// R7 Has somebody to name the specialist who is lost? Not where there is only one kind of them, or all fall.
    pub(super) fn is_named(&self, loss: &Loss) -> bool {
        let (specialists, others) = self.may_fall(loss);
        let beyond = usize::from(loss.casualties).saturating_sub(others.len() + usize::from(loss.specialists));
        let wanted = usize::from(loss.specialists) + beyond;
        let first = specialists.first().map(|man| self.figures[*man].role);
        let alike = specialists.iter().all(|man| Some(self.figures[*man].role) == first);
        wanted > 0 && wanted < specialists.len() && !alike
    }

    /// Is a squad led by somebody: has it an officer or NCO of its own?
    pub(super) fn leads(&self, id: SquadId) -> bool {
        self.squad(id).kind == Kind::Leader || self.men(id).any(|man| matches!(man.role, Role::Nco | Role::Officer))
    }
}
