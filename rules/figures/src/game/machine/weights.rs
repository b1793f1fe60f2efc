//! How much each consideration weighs with quick play, in thousandths of a casualty.

kernel::weights! {
    FIRE 1000 "casualty",
    SPECIALIST 300 "gun or leader as target",
    CHARGE 1000 "casualty more in a melee",
    CHARGE_FLOOR 1500 "least edge for a charge",
    TAKE 2600 "objective to take",
    HOLD 1500 "objective to hold",
    CROWD 15 "per cent less for each friend who is nearer",
    HURRY 50 "per cent more of an objective that is hardly reached in time",
    NEARER 260 "inch nearer to an objective",
    EXPOSED 500 "casualty to be feared",
    COVER 900 "cover",
    SHELL 800 "shell near an enemy",
    GRENADE 700 "grenade",
    GAS 4000 "men in gas",
    PRONE 400 "lying down in the open",
    LEAST 150 "least worth a move",
}
