//! How much each consideration weighs with quick play, in thousandths of a victory point. The numbers were found by
//! matches (`sandtable lab tune squares`), not reasoned out.

kernel::weights! {
    HALF_BASE 1040 "half base",
    NEAR_COLLAPSE 2500 "half base near collapse",
    TO_TAKE 3100 "objective to take",
    HELD 1640 "objective held",
    DRAW 400 "draw with distance",
    FIGHTS 1100 "fights",
    LEAST_MOVE 200 "least move",
    LEAST_FIGHT 330 "least fight",
    LEFT 11_800 "objective left",
    ENTERED 9100 "objective entered",
    WINNING 1160 "winning",
    LOSING 790 "losing",
    BASE_ROW 2550 "base row",
    RETIRING 1110 "retiring",
    BONUS 2100 "fighting bonus",
    MORALE_DIE 610 "morale die",
    MARKER 300 "barrage marker",
}
