//! The charts of the sheet, laid out as printed in `charts/`, and those of the rulings that have numbers to look up.

kernel::charts! {
    ACTIVATION = "activation",
    ACTIONS = "actions",
    MOVEMENT = "movement",
    TERRAIN_TESTS = "terrain-tests",
    FIRING = "firing",
    HIT_MODIFIERS = "hit-modifiers",
    CASUALTIES = "casualties",
    BASES = "bases",
    NERVE = "nerve",
    RALLY = "rally",
    ASSAULT = "assault",
}
