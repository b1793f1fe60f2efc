//! What orders would do: paths, lines, and the odds of their rolls, from the book's own steps.

use super::land::{Gait, allowance};
use super::retreat::WayBack;
use super::shells::Round;
use super::squad::{BASE, HIDDEN};
use super::{Besides, Charging, Falling, Kind, Layer, Load, Mark, Order, Phase, Side, SquadId, State, offers};
use crate::burst::{Ammunition, diameter};
use crate::charge::Charge;
use crate::deviation::{Aim, Fall, resolve_deviation};
use crate::fire::Fire;
use crate::fire_modifiers::{Delivery, Firer, Posture as Target, table_number};
use crate::guns::Gun;
use crate::melee::Slope;
use crate::morale::Occasion;
use crate::troops::{Cover, Formation};
use crate::weapons::Weapon;
use field::{Circle, Facing, INCH, Line, Point, Rectangle};
use kernel::dice::Dice;
use kernel::game::{Preview, Said, Test};
use kernel::odds::{Budget, of_step};
use kernel::procedure::{Answer, OnDesk, Report};
use kernel::rule::Rule;
use tabletop::{inches, laid, sight_line, spot};

/// Where a shell or grenade falls, with its odds, and the way to the whole of it on the desk.
fn falls(label: &str, aim: Aim, desk: OnDesk) -> Test {
    let step = |dice: &mut dyn Dice| match resolve_deviation(aim, dice).outcome {
        Fall::Hit => Falls::Aimed,
        Fall::Astray(_) => Falls::Astray,
    };
    let mut odds = Report::of(Answer::from(of_step(&Budget::default(), step)));
    odds.desk = Some(desk);
    Test { label: label.to_owned(), odds }
}

/// Says something of an order, under a rule.
pub(super) fn note(preview: &mut Preview, rule: &'static str, text: impl Into<String>) {
    preview.notes.push(Said::of(text).under(Rule(rule)));
}

/// An order of which all that is to be said is this.
pub(super) fn plain(verb: &str, rule: &'static str, text: &str) -> Preview {
    let mut preview = Preview::called(verb);
    note(&mut preview, rule, text);
    preview
}

/// Both are ready, or one waits.
pub(super) fn ready() -> Preview {
    plain("Ready", "R1", "You wait until the other side is ready too; till then you can take this back.")
}

/// The number of the table of a fire.
pub(super) fn table(fire: &Fire) -> i32 {
    let delivery = Delivery { aimed: fire.aimed, bef: fire.bef, belt_fed: fire.belt_fed, enfilade: fire.enfilade };
    let firer = Firer { weapon: fire.weapon, quality: fire.quality, delivery, crew_lost: fire.crew_lost };
    let target = Target { cover: fire.cover, formation: fire.formation, prone: fire.prone };
    table_number(&firer, fire.range, &target).total()
}

impl State {
    /// The fire of a squad, or of a hidden sniper of whoever sees him, at men.
    pub(super) fn fire_at(&self, firer: SquadId, weapon: Weapon, target: SquadId) -> Option<Fire> {
        if firer.0 >= HIDDEN {
            let side = self.here(target)?.side.other();
            return self.sniper_fire(side, usize::from(firer.0 - HIDDEN), target).ok();
        }
        let figures = u8::from(self.here(firer)?.is_vehicle());
        match self.shot(&self.aims(firer, weapon, target, figures)?) {
            super::aim::Shot::Men(fire) => Some(fire),
            _ => None,
        }
    }
}

/// A plotted shell: where it is aimed, where it may fall, and how likely it falls where it was aimed. Nothing is measured
/// to enemies (R9).
pub(super) fn plotted(state: &State, side: Side, piece: Layer, at: Point, load: Load) -> Preview {
    let mut preview = Preview::called("Write it down");
    let gun = if let Layer::Gun(id) = piece { Some(id) } else { None };
    let round = Round::plotted(state, &Falling { side, gun, aim: at, load });
    let wide = diameter(round.gun.weapon(), round.ammunition());
    preview.overlays.push(laid(
        "template",
        &Circle { middle: at, diameter: wide }.into(),
        "the burst, where it is aimed",
    ));
    let spread = Circle { middle: at, diameter: 24 * INCH };
    preview.overlays.push(laid(
        "spread",
        &spread.into(),
        "astray it falls 2 to 12 inches off, in one of eight directions",
    ));
    preview.path = gun.map(|id| vec![spot(state.squad(id).at), spot(at)]).unwrap_or_default();
    let guns = super::plotted::guns(state, side, piece);
    if guns > 1 {
        note(&mut preview, "R9", format!("Each of the {guns} shells falls by a throw of its own."));
    }
    note(&mut preview, "Bombardment:aim", "Nobody measures to enemies; the range is estimated.");
    if matches!(load, Load::Smoke | Load::Gas) {
        note(&mut preview, "Smoke and gas:fired", "It makes a cloud as wide as the burst, which drifts.");
    }
    preview.tests.push(falls("deviation", round.aimed(state), round.on_desk(state)));
    preview
}

kernel::outcomes! {
    /// Where a shell falls, in a word.
    pub enum Falls {
        /// In any of the eight directions, which are equally likely.
        Astray = "goes astray",
        /// There.
        Aimed = "falls where it was aimed",
    }
}

/// A charge as it would go if everybody stood as he stands now.
pub(super) fn charge(state: &State, id: SquadId, mark: Mark) -> Preview {
    let mut preview = Preview::called("Declare the charge");
    let squad = state.squad(id);
    let Some(to) = state.mark_at(mark) else { return preview };
    preview.path = vec![spot(squad.at), spot(to)];
    let far = allowance(squad, Gait::Charge);
    note(&mut preview, "R13", format!("A charge goes {} inches, and pays double on shelled ground.", far / INCH));
    note(&mut preview, "R25", "It is made in phase c, if the squad passes its tests; till then only you know of it.");
    let Some(target) = state.charged(id, mark) else { return preview };
    let reaches = state.contact(id, target, &state.going(id, Gait::Charge)).is_some();
    if !reaches {
        let text = format!("{} is out of its reach where it stands now.", state.name(target));
        note(&mut preview, "Movement:charge", text);
    }
    if !reaches && state.phase == Phase::Move {
        // It is made now, so there is nothing to be hoped for.
        return preview;
    }
    if let Some(near) = state.might_join(target) {
        let text = format!(
            "Winners who follow up may touch {}, which then joins the melee in the next move.",
            state.name(near)
        );
        note(&mut preview, "R42", text);
    }
    note(&mut preview, "Melee 1", "The odds are those of the whole fight, as both stand now.");
    preview.tests.push(Test::of("charge", &crate::charge::procedure(), &whole(state, id, target)));
    preview
}

/// A charge as the desk sees it.
pub(super) fn whole(state: &State, id: SquadId, target: SquadId) -> Charge {
    let (squad, mark) = (state.squad(id), state.squad(target));
    let number = |weapon: Weapon| {
        state.weapons(target).iter().find(|(known, _)| *known == weapon).map_or(0, |(_, number)| *number)
    };
    let fires = state.answers(target, id);
    let level = |at: Point| state.land().outlook.level(at);
    let (_, rear) = state.flank_and_rear(target);
    let cover = state.cover_of(target, Some(squad.at));
    Charge {
        attackers: state.strength(id).clamp(1, 40),
        attackers_troops: squad.kind.troops(),
        attackers_quality: squad.quality,
        attackers_formation: squad.formation,
        attackers_cover: state.cover_of(id, Some(mark.at)),
        lancers: state.battle.listed(id).is_some_and(|listed| listed.lancers),
        attackers_leader: state.leads(id),
        attackers_lost_before: squad.count.saturating_sub(state.strength(id)).min(40),
        attackers_fresh: !squad.blooded,
        attackers_blocked: false,
        attackers_flanked: false,
        defenders: state.strength(target).clamp(1, 40),
        defenders_troops: mark.kind.troops(),
        defenders_quality: mark.quality,
        defenders_formation: state.formation_of(target, cover),
        defenders_prone: mark.posture == super::Posture::Prone,
        defenders_cover: if cover == Cover::Bunker { Cover::HardCover } else { cover },
        prepared: state.mans_fixed_defences(target),
        defenders_leader: state.leads(target),
        defenders_blocked: {
            let away = Facing::along(mark.at.minus(squad.at)).unwrap_or_default();
            !matches!(state.pushed_back(target, away, super::melee::PUSHED), WayBack::To(_))
        },
        defenders_flanked: rear,
        tanks: state.tested(target, Occasion::MeleeLost).armour,
        bef: state.battle.army(mark.side).bef,
        rifles: if fires { number(Weapon::Rifle).min(40) } else { 0 },
        lmgs: if fires { number(Weapon::Lmg).min(1) } else { 0 },
        hmgs: if fires { number(Weapon::Hmg).min(1) } else { 0 },
        aimed: mark.aims(),
        slope: match level(squad.at).cmp(&level(mark.at)) {
            std::cmp::Ordering::Greater => Slope::AttackersUphill,
            std::cmp::Ordering::Less => Slope::DefendersUphill,
            std::cmp::Ordering::Equal => Slope::Level,
        },
        frontage: 40,
        rounds: 99,
    }
}

/// The fire of a charged squad.
pub(super) fn point_blank(state: &State, charging: Charging) -> Preview {
    let mut preview = Preview::called("Fire");
    for fire in state.point_blank(charging.target, charging.squad) {
        preview.tests.push(Test::of(offers::weapon(fire.weapon), &crate::fire::procedure(), &fire.for_desk()));
    }
    note(&mut preview, "R8", "It takes the place of this squad's fire in phase d.");
    if state.squad(charging.target).keeps_down() {
        note(&mut preview, "R30", "Men who keep down fire unaimed, at enemies within 3 inches.");
    }
    preview
}

/// What a squad's turn would do.
pub(super) fn movement(state: &State, order: &Order) -> Preview {
    let mut preview = Preview::default();
    let Some(id) = super::moving::mover(order) else {
        preview.verb = Some(if *order == Order::Rest { "Pass for the rest" } else { "Pass" }.to_owned());
        return preview;
    };
    let changed;
    let state = if let Order::March { besides: Besides::Changes, .. } = order {
        changed = state.remounted(id);
        &changed
    } else {
        state
    };
    let squad = state.squad(id);
    let mut way = |path: &[Point], formation, facing: u16, gait: Gait| {
        preview.path = std::iter::once(&squad.at).chain(path).map(|at| spot(*at)).collect();
        let (to, facing) = (path.last().unwrap_or(&squad.at), Facing::of(facing.into()));
        if squad.is_vehicle() {
            let plan = Rectangle { middle: *to, facing, ..squad.hull_plan() };
            preview.overlays.push(laid("ghost", &plan.into(), "where it comes to stand"));
            note(&mut preview, "R33", "It passes through foot, who step out of its way.");
            return;
        }
        let walk = super::walk::Walk { state, squad: id, formation, gait };
        let marched = walk.spots(path, *to, facing);
        ghosts(&mut preview, &marched.spots);
        if marched.at_wire {
            let then =
                if squad.kind == Kind::Cavalry { "horses do not cross it" } else { "in the next move they cross it" };
            note(&mut preview, "R2", format!("Wire stops some of them; {then}."));
        }
        let route = walk.route();
        let text = format!("It has {} inches; men who do not get so far wait behind.", inches(route.left));
        note(&mut preview, "R32", text);
        let slow = marched
            .spots
            .iter()
            .any(|(_, at)| state.land().at(*at).any(|(_, lie)| lie == crate::scenario::Lie::Shelled));
        if slow {
            note(&mut preview, "Movement:shelled", "Shelled ground is half speed, and soft cover.");
        }
    };
    match order {
        Order::March { path, facing, formation, besides, .. } => {
            way(path, *formation, *facing, Gait::March);
            if *besides == Besides::LiesDown {
                note(&mut preview, "R45", "Then it goes to ground, which ends its movement.");
            }
        }
        Order::Road { path, facing, .. } => way(path, squad.formation, *facing, Gait::Strategic),
        Order::Crawl { path, facing, .. } => way(path, squad.formation, *facing, Gait::Crawl),
        Order::Place { men, .. } => {
            preview.verb = Some(if men.len() == 1 { "Move him" } else { "Move them" }.to_owned());
            ghosts(&mut preview, men);
        }
        Order::Man { piece, .. } => {
            if let Some((_, spots)) = super::deeds::manned(state, id, *piece) {
                ghosts(&mut preview, &spots);
            }
            if state.land().lie(usize::from(*piece)).structure().is_building() {
                let text =
                    "From a house men fire to any side, at most half of them through one; the door costs 2 inches.";
                note(&mut preview, "R49", text);
            }
        }
        Order::Run { .. } => {
            if let Some(mark) = state.declared(id) {
                return Preview { verb: Some("Charge".to_owned()), ..charge(state, id, mark) };
            }
        }
        Order::FallBack { .. } => {
            let far = allowance(squad, Gait::Charge) / INCH;
            let text = format!("It goes {far} inches towards its own edge, and does not fire in this move.");
            note(&mut preview, "R25", text);
        }
        Order::KeepDown { .. } => {
            let text = "They neither fire nor see beyond 3 inches; only bursts, grenades, gas and enfilade reach them.";
            note(&mut preview, "R15", text);
            let text = "They fire unaimed at who comes within 3 inches, and so at a charge; melee reaches them.";
            note(&mut preview, "R30", text);
        }
        Order::LieDown { .. } => {
            note(&mut preview, "R45", "Fire at prone men has -2; charged they fight at -3.");
        }
        Order::Turn { .. } => {
            note(&mut preview, "R6", "A turn on the spot is free, and fire stays aimed.");
        }
        _ => {}
    }
    preview
}

/// Where men would come to stand.
fn ghosts<M>(preview: &mut Preview, men: &[(M, Point)]) {
    let ghost = |(_, at): &(M, Point)| laid("ghost", &Rectangle::square(*at, BASE).into(), "a man");
    preview.overlays.extend(men.iter().map(ghost));
}

/// What a line of fire would do, as everybody stands now.
pub(super) fn fire(state: &State, side: Side, order: &Order) -> Preview {
    let mut preview = Preview::called("Write it down");
    match order {
        Order::Fire { squad, weapon, target, figures } if squad.0 < HIDDEN => {
            let Ok(aim) = state.aim(*squad, *weapon, *target, *figures) else { return preview };
            preview.overlays.push(sight_line(&aim.line));
            match state.shot(&aim) {
                super::aim::Shot::Men(fire) => volley(&fire, &mut preview),
                super::aim::Shot::Crew(fire) => {
                    preview.tests.push(Test::of("fire at the crew", &crate::crew::procedure(), &fire));
                }
                super::aim::Shot::Shell => shell(state, *squad, Gun::TankGun, Mark::Squad(*target), &mut preview),
            }
            note(&mut preview, "R34", "It is thrown whatever befalls the target in this phase.");
            if state.squad(*target).kind.is_prize() {
                note(&mut preview, "R43", "Without its crew it is taken by the first enemy to touch it.");
            }
        }
        Order::Fire { squad, target, .. } => {
            let number = usize::from(squad.0 - HIDDEN);
            if let Ok(fire) = state.sniper_fire(side, number, *target) {
                if let Some(sniper) = state.snipers(side).get(number) {
                    preview.overlays.push(sight_line(&Line { from: sniper.at, to: state.squad(*target).at }));
                }
                volley(&fire, &mut preview);
            }
            note(&mut preview, "R16", "He is seen when he fires.");
            let text = "Once enemies bar his way home he only seeks one, and fires if attacked or to clear the way.";
            note(&mut preview, "Snipers 4", text);
        }
        Order::Throw { at, .. } => {
            let burst = Circle { middle: *at, diameter: diameter(Weapon::Grenade, Ammunition::HighExplosive) };
            preview.overlays.push(laid("template", &burst.into(), "the burst of a grenade"));
            let building = state.is_building_at(*at);
            let thrown = crate::grenades::Grenades { building, ..crate::grenades::Grenades::default() };
            let desk = OnDesk::of(&crate::grenades::procedure(), &thrown);
            preview.tests.push(falls("each grenade", Aim { direct: true, building }, desk));
            note(&mut preview, "R8", "One that misses falls an inch off. A man who throws does not fire.");
        }
        Order::Lay { squad, at } => {
            if let Ok(to) = state.check_lay(*squad, *at) {
                preview.overlays.push(sight_line(&Line { from: state.squad(*squad).at, to }));
                let gun = state.squad(*squad).kind.gun().unwrap_or(Gun::MediumGun);
                shell(state, *squad, gun, *at, &mut preview);
            }
        }
        Order::Ready => return ready(),
        _ => {}
    }
    preview
}

/// A shell laid at something: where it falls, and at a vehicle what it does.
pub(super) fn shell(state: &State, id: SquadId, gun: Gun, mark: Mark, preview: &mut Preview) {
    let round = Round::direct(state, id, gun, state.mark_at(mark).unwrap_or_default(), mark);
    if let Mark::Squad(target) = mark
        && let Some(shell) = round.at_vehicle(state, target)
    {
        preview.tests.push(Test::of("shell at the vehicle", &crate::gun_hit::procedure(), &shell));
        return;
    }
    preview.tests.push(falls("deviation", round.aimed(state), round.on_desk(state)));
}

pub(super) fn volley(fire: &Fire, preview: &mut Preview) {
    preview.tests.push(Test::of("fire", &crate::fire::procedure(), &fire.for_desk()));
    let cover = match fire.cover {
        Cover::NoCover => "The target has no cover.",
        Cover::SoftCover => "The target is in soft cover.",
        Cover::HardCover => "The target is in hard cover.",
        Cover::Trench => "The target is in a trench.",
        Cover::Bunker => "The target is in a bunker.",
    };
    note(preview, "R6", cover);
    // R6 Against line or trench only.
    if fire.enfilade && (fire.cover == Cover::Trench || fire.formation == Formation::Line) {
        note(preview, "Fire modifiers:enfilade", "The fire enfilades it.");
    }
}
