//! How much each consideration weighs with quick play, in hundredths of a victory point unless it says otherwise.

kernel::weights! {
    STEP 83 "a German step",
    OWN_STEP 40 "an Allied step",
    GOAL 85 "an objective, for each point of its value",
    SQUARE 55 "a square",
    WAY 25 "a square on the way to an objective, for each step less than five",
    ASSAULT 30 "one of the four assaults that a turn must see",
    LEAST_ASSAULT 28 "least gain of an assault",
    LEAST_BOMBARDMENT 24 "least gain of a bombardment",
    FIRE 8 "defensive fire, per cent for each factor",
    NEAR 23 "a target for each attacker at hand",
    LIFT 3 "expected help of resources, in pips of the roll by thirds",
    COUNTERATTACK 15 "ways of 36 that a counterattack must have",
    ANSWER 3 "faces of 6 that an answer must have",
    DRAW 7 "distance of a goal, for each square",
    CORPS_1 100 "how bold the first corps of a side is, and each sixth after it, in hundredths",
    CORPS_2 100 "how bold the second corps is",
    CORPS_3 100 "how bold the third corps is",
    CORPS_4 100 "how bold the fourth corps is",
    CORPS_5 100 "how bold the fifth corps is",
    CORPS_6 100 "how bold the sixth corps is",
}
