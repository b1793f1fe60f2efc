//! The rounds of a charge's melee, and what each leads to (Melee 3 to 7).

use super::{Charging, End, Fight, LastRound, Stage, TO_THE_END, Who, untroubled};
use crate::melee::{Blow, Side, Slope, Verdict, resolve_blow, table_sum};
use crate::morale::{Nerve, Occasion, Outnumbered, Squad, is_passed, number_sum, resolve_failure, resolve_test};
use crate::seats::{ATTACKER, DEFENDER};
use crate::troops::Cover;
use kernel::prelude::*;

impl Charging {
    /// Melee 3: the attackers strike.
    pub(super) fn attack(&self, fight: Fight, dice: &mut dyn Dice) -> Resolved<Stage> {
        let (side, enemies) = self.side(Who::Attackers, fight);
        resolve_blow(table_sum(&side, enemies, dice.tells()), side.figures, ATTACKER, dice).map(|casualties| {
            let struck = capped(casualties, fight.defenders);
            Stage::Defend { fight, struck }
        })
    }

    /// Melee 3: the defenders strike, at the same moment.
    pub(super) fn defend(&self, fight: Fight, struck: u8, dice: &mut dyn Dice) -> Resolved<Stage> {
        let (side, enemies) = self.side(Who::Defenders, fight);
        let blow = resolve_blow(table_sum(&side, enemies, dice.tells()), side.figures, DEFENDER, dice);
        let next = self.after_round(fight, capped(blow.outcome, fight.attackers), struck);
        next.ruled(blow.because)
    }

    /// Melee 3: a whole round of which nobody is told, by the same tables and with the same end.
    pub(super) fn round(&self, fight: Fight, dice: &mut dyn Dice) -> Stage {
        let [attack, defence] = self.known.blows(fight, |who| {
            let (side, enemies) = self.side(who, fight);
            let times = side.figures / enemies;
            let table = self.known.table(who, fight, times, || table_sum(&side, enemies, false).total());
            Blow::of(table, side.figures, who.seat())
        });
        let struck = capped(attack.strike(dice), fight.defenders);
        let lost = capped(defence.strike(dice), fight.attackers);
        self.after_round(fight, lost, struck)
    }

    /// Melee 6 and 7: what a round's casualties lead to.
    pub(super) fn after_round(&self, before: Fight, attackers_lost: u8, defenders_lost: u8) -> Stage {
        let verdict = Verdict::of(attackers_lost.into(), defenders_lost.into());
        let quiet = attackers_lost == 0 && defenders_lost == 0;
        let fight = Fight {
            attackers: before.attackers - attackers_lost,
            defenders: before.defenders - defenders_lost,
            quiet,
            last: match verdict {
                Verdict::AttackersWin => LastRound::Attackers,
                Verdict::AttackersLose => LastRound::Defenders,
                Verdict::Equal => LastRound::Nobody,
            },
            ..before
        };
        match (fight.attackers, fight.defenders) {
            (0, 0) => return self.ended(End::BothDestroyed, fight),
            (0, _) => return self.ended(End::AttackersDestroyed, fight),
            (_, 0) => return self.ended(End::DefendersDestroyed, fight),
            _ => {}
        }
        match verdict {
            // Common:ties Two rounds in a row without a casualty: the attacker falls back.
            Verdict::Equal if quiet && before.quiet => self.ended(End::Spent, fight),
            Verdict::Equal => self.next_round(fight),
            Verdict::AttackersLose => self.after_loss(fight, Who::Attackers, attackers_lost + fight.shot),
            // The losers retreat before they test, so the defenders are out of their defences by then.
            Verdict::AttackersWin => {
                self.after_loss(Fight { in_defences: false, ..fight }, Who::Defenders, defenders_lost)
            }
        }
    }

    /// R14: losers who are blocked and outnumbered by half surrender; all others test once.
    fn after_loss(&self, fight: Fight, loser: Who, lost: u8) -> Stage {
        let (own, enemy) = fight.numbers(loser);
        if self.charge.is_blocked(loser) && 2 * u16::from(enemy) >= 3 * u16::from(own) {
            return self.ended(End::surrender(loser), fight);
        }
        Stage::Test { fight, loser, lost }
    }

    /// Melee 7 and Morale 5: the losers' test, taken once (R14).
    pub(super) fn test(&self, fight: Fight, loser: Who, lost: u8, dice: &mut dyn Dice) -> Resolved<Stage> {
        let number = number_sum(&self.loser(fight, loser, lost), dice.tells());
        let tested = resolve_test(number, Occasion::MeleeLost, loser.seat(), dice);
        let next =
            if tested.outcome { self.after_nerve(fight, loser, Nerve::Passes) } else { Stage::Failed { fight, loser } };
        // R41 Who cannot go back and need not surrender stays in contact.
        let stays = self.charge.is_blocked(loser) && matches!(next, Stage::Attack(_));
        let because = if stays { tested.because.under(Rule("R41")) } else { tested.because };
        next.ruled(because)
    }

    /// Melee 7: a whole test of which nobody is told, with what a loser does who fails it.
    pub(super) fn whole_test(&self, fight: Fight, loser: Who, lost: u8, dice: &mut dyn Dice) -> Stage {
        let number = || number_sum(&self.loser(fight, loser, lost), false).total();
        let passed = is_passed(self.known.number((fight, loser, lost), number), loser.seat(), dice);
        let nerve = if passed { Nerve::Passes } else { resolve_failure(loser.seat(), dice).outcome };
        self.after_nerve(fight, loser, nerve)
    }

    /// Melee 6: what follows when the loser of a round has shown his nerve.
    pub(super) fn after_nerve(&self, fight: Fight, loser: Who, nerve: Nerve) -> Stage {
        if nerve.leaves() {
            // R12: men who cannot get away from an enemy within 3 inches surrender.
            let end = if self.charge.is_blocked(loser) { End::surrender(loser) } else { End::of(loser, nerve) };
            return self.ended(end, fight.less_a_figure(loser, nerve == Nerve::FallsBackTwo));
        }
        match loser {
            // The winners follow, unless they man defences.
            Who::Attackers if fight.in_defences => self.ended(End::ThrownBack, fight),
            Who::Attackers | Who::Defenders => self.next_round(fight),
        }
    }

    fn next_round(&self, fight: Fight) -> Stage {
        if fight.round >= self.charge.rounds {
            return self.ended(End::StillFighting, fight);
        }
        // To the end, a later round is like another: counting them would only multiply the stages.
        let round = if self.charge.rounds == TO_THE_END { 2 } else { fight.round + 1 };
        Stage::Attack(Fight { round, shot: 0, ..fight })
    }

    /// What stands on one side in this round, and the enemies in contact with it.
    pub(super) fn side(&self, who: Who, fight: Fight) -> (Side, u16) {
        let charge = &self.charge;
        let room = if fight.round == 1 { charge.frontage } else { u8::MAX };
        let (attackers, defenders) = (u16::from(fight.attackers.min(room)), u16::from(fight.defenders.min(room)));
        match who {
            Who::Attackers => {
                let side = Side {
                    troops: charge.attackers_troops,
                    quality: charge.attackers_quality,
                    formation: charge.attackers_formation,
                    prone: false,
                    charging: fight.round == 1,
                    lancers: charge.lancers,
                    won_last_round: fight.last == LastRound::Attackers,
                    uphill: charge.slope == Slope::AttackersUphill,
                    // Men who charge have left their cover behind.
                    cover: Cover::NoCover,
                    flanked: charge.attackers_flanked,
                    figures: attackers,
                };
                (side, defenders)
            }
            Who::Defenders => {
                let side = Side {
                    troops: charge.defenders_troops,
                    quality: charge.defenders_quality,
                    formation: charge.defenders_formation,
                    prone: charge.defenders_prone && fight.round == 1,
                    charging: false,
                    lancers: false,
                    won_last_round: fight.last == LastRound::Defenders,
                    uphill: charge.slope == Slope::DefendersUphill,
                    cover: charge.cover_of_defenders(fight),
                    flanked: charge.defenders_flanked,
                    figures: defenders,
                };
                (side, attackers)
            }
        }
    }

    /// The loser of a round as morale sees him: R11 counts this move's casualties.
    pub(super) fn loser(&self, fight: Fight, loser: Who, lost: u8) -> Squad {
        let charge = &self.charge;
        let (own, enemy) = fight.numbers(loser);
        let squad = Squad {
            casualties: lost,
            pushed_back: true,
            outnumbered: Outnumbered::of(own.into(), enemy.into()),
            ..untroubled(Occasion::MeleeLost)
        };
        match loser {
            Who::Attackers => Squad {
                quality: charge.attackers_quality,
                leader: charge.attackers_leader,
                cover: charge.attackers_cover,
                flank: charge.attackers_flanked,
                under_fire: fight.round == 1 && !self.volleys.is_empty(),
                ..squad
            },
            Who::Defenders => Squad {
                quality: charge.defenders_quality,
                leader: charge.defenders_leader,
                cover: charge.cover_of_defenders(fight),
                flank: charge.defenders_flanked,
                armour: charge.tanks,
                ..squad
            },
        }
    }
}

fn capped(casualties: u16, men: u8) -> u8 {
    casualties.min(men.into()) as u8
}
