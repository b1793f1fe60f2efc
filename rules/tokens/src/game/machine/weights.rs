//! How much each consideration weighs with quick play, in thousandths of a hit.

kernel::weights! {
    FIRE 1000 "hit",
    SHAKEN 500 "target near its nerve",
    HELD 100 "target at an objective",
    FIGHT 900 "hit more in a fight",
    FIGHT_FLOOR 100 "least edge for a fight",
    WIN 400 "objective won in a fight",
    RALLY 260 "marker to rally",
    TAKE 900 "objective to take",
    HOLD 700 "objective to hold",
    EXPOSED 300 "hit to be feared",
    COVER 400 "hit to be feared in cover",
    PROSPECT 500 "hit to be hoped for",
    TURN 500 "hit to be hoped for after a turn",
    SAVE 900 "battery to save",
    LEAST 80 "least worth a token",
    REACT 300 "least worth a reaction",
    ASSAULTED 2000 "reaction to an assault",
    SEIZE 700 "least worth seizing",
}
