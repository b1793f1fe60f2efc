//! How much each consideration weighs with quick play, in hundredths of a victory point unless it says otherwise.

kernel::weights! {
    STEP 80 "a German step",
    OWN_STEP 55 "an Allied step",
    GOAL 60 "an objective, for each point of its value",
    SQUARE 60 "a square",
    LEAST_ASSAULT 40 "least gain of an assault",
    LEAST_BOMBARDMENT 30 "least gain of a bombardment",
    FIRE 9 "defensive fire, per cent for each factor",
    NEAR 30 "a target for each attacker at hand",
    LIFT 3 "expected help of resources, in pips of the roll by thirds",
    COUNTERATTACK 15 "ways of 36 that a counterattack must have",
    ANSWER 2 "faces of 6 that an answer must have",
    DRAW 5 "distance of a goal, for each square",
}
