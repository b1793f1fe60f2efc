//! What players are asked.

/// Before the first move.
pub const PREPARE: &str = "write the first orders, or be ready";
/// Phase a.
pub const PLOT: &str = "write plots and charges, or be ready";
/// Phase c: the winner of the initiative.
pub const CHOOSE: &str = "go first, or second";
/// Phase c.
pub const MOVE: &str = "move a squad, or pass";
/// Melee 1.
pub const ANSWER: &str = "fire at the charge, or hold";
/// Phase d.
pub const FIRE: &str = "write down fire, or be ready";
/// R7.
pub const NAME: &str = "name the specialist who is lost";
/// R17.
pub const GUN: &str = "name the gun that is knocked out";
