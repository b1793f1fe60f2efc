//! How much each consideration weighs with quick play, in thousandths of a hit.

kernel::weights! {
    FIRE 1000 "hit",
    SHAKEN 350 "target near its nerve",
    FIGHT 900 "hit more in a fight",
    FIGHT_FLOOR 300 "least edge for a fight",
    RALLY 260 "marker to rally",
    TAKE 900 "objective to take",
    HOLD 700 "objective to hold",
    NEARER 90 "inch nearer to an objective",
    EXPOSED 160 "hit to be feared",
    COVER 250 "cover",
    SAVE 150 "inch nearer to the exit",
    LEAST 120 "least worth a token",
    REACT 420 "least worth a reaction",
    SEIZE 900 "least worth seizing",
}
