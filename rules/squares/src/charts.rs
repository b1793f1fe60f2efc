//! The charts of the sheet, laid out as printed in `charts/`.

kernel::charts! {
    SHOOTING = "shooting",
    ASSAULT_ASSAULTER = "assault-assaulter",
    ASSAULT_TARGET = "assault-target",
    RETIRE = "retire",
    SAVES = "saves",
    ASSAULT_OUTCOMES = "assault-outcomes",
    MORALE = "morale",
    MORALE_OUTCOMES = "morale-outcomes",
    BARRAGES = "barrages",
    DEVIATION = "deviation",
    MOVEMENT = "movement",
    REINFORCEMENTS = "reinforcements",
    GAS = "gas",
}
