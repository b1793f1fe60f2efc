//! The charts of the sheet, laid out as printed in `charts/`.

kernel::charts! {
    ACTIVATION = "activation",
    ACTIONS = "actions",
    MOVEMENT = "movement",
    TERRAIN_TESTS = "terrain-tests",
    FIRING = "firing",
    HIT_MODIFIERS = "hit-modifiers",
    CASUALTIES = "casualties",
}
