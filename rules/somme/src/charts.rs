//! The charts of the sheet, laid out as printed in `charts/`.

kernel::charts! {
    UNITS = "units",
    MINES = "mines",
    WEATHER = "weather",
    TERRAIN = "terrain",
    BOMBARDMENT = "bombardment",
    AIR_BOMBARDMENT = "air-bombardment",
    DEFENSIVE_FIRE = "defensive-fire",
    ASSAULT = "assault",
    COORDINATION = "coordination",
    COMMAND_CENTER = "command-center",
    COMMAND_RANGE = "command-range",
    SUPPLY_RANGE = "supply-range",
    HQ_REPLACEMENT = "hq-replacement",
    REPLACEMENTS = "replacements",
    RALLY = "rally",
    TANK_BREAKDOWN = "tank-breakdown",
    TANK_RECOVERY = "tank-recovery",
    OPERATIONS_BRITISH = "operations-british",
    OPERATIONS_GERMAN = "operations-german",
}
