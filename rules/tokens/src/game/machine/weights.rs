//! How much each consideration weighs with quick play, in thousandths of a hit.

kernel::weights! {
    FIRE 1100 "hit",
    SHAKEN 300 "target near its nerve",
    HELD 160 "target at an objective",
    FIGHT 1000 "hit more in a fight",
    FIGHT_FLOOR 75 "least edge for a fight",
    WIN 520 "objective won in a fight",
    RALLY 240 "marker to rally",
    TAKE 2150 "objective to take",
    HOLD 520 "objective to hold",
    EXPOSED 390 "hit to be feared",
    COVER 200 "hit to be feared in cover",
    PROSPECT 1080 "hit to be hoped for",
    TURN 470 "hit to be hoped for after a turn",
    SAVE 1500 "battery to save",
    LEAST 75 "least worth a token",
    REACT 420 "least worth a reaction",
    ASSAULTED 1900 "reaction to an assault",
    SEIZE 390 "least worth seizing",
}
