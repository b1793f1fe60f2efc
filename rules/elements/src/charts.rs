//! The charts of the sheet, laid out as printed in `charts/`.

kernel::charts! {
    SUPPRESSION = "suppression",
    AP_HIT = "ap-hit",
    AP_PENETRATION = "ap-penetration",
    HE_SA = "he-sa",
    RESULTS = "results",
    MOVEMENT = "movement",
}
