//! Colours of the map and of the armies.

/// The cloth that the map lies on.
pub(super) const TABLE: &str = "#e7dfbd";
pub(super) const WOODS: &str = "#c5cf9f";
pub(super) const TREE: &str = "#6d8450";
pub(super) const TREE_DARK: &str = "#46592f";
pub(super) const TOWN: &str = "#e5cfae";
pub(super) const ROOF: &str = "#b0503a";
pub(super) const ROOF_DARK: &str = "#6b2a1d";
pub(super) const HILL: &str = "#ddc796";
pub(super) const CONTOUR: &str = "#9a6a34";
pub(super) const WATER: &str = "#a9c3cc";
pub(super) const STONE: &str = "#8d8577";
pub(super) const ROAD: &str = "#fbf6e6";
pub(super) const ALLIED: &str = "#2f4f86";
pub(super) const GERMAN: &str = "#9c2f1f";
pub(super) const GAS: &str = "#8a9a2c";
pub(super) const GOLD: &str = "#c79a2b";

/// The colour of an army's counters and the ink that reads well on it.
pub(super) fn army(role: &str, first: bool) -> (&'static str, &'static str) {
    match role {
        "british" => ("#c9b37c", "#241f14"),
        "french" => ("#a9c0d8", "#14202c"),
        "german" => ("#69736b", "#ffffff"),
        "soviet" | "russian" => ("#8a4b3a", "#ffffff"),
        "american" => ("#7e8455", "#14160a"),
        "red" => ("#9c3b2b", "#ffffff"),
        "blue" => ("#2f5f8f", "#ffffff"),
        _ if first => ("#c9b37c", "#241f14"),
        _ => ("#69736b", "#ffffff"),
    }
}

/// The band of a formation: neighbours in number are far apart in hue and in brightness.
pub(super) fn formation(number: u8) -> &'static str {
    const BANDS: [&str; 12] = [
        "#7a2e2a", "#e0b23c", "#2f5d8a", "#c9744a", "#3f6b4a", "#d9cfe8", "#5b3f7a", "#8fb6a0", "#1f1a13", "#f2e9d2",
        "#9c5b7c", "#6fa3c7",
    ];
    BANDS[usize::from(number) % BANDS.len()]
}

/// The ink of an army's trenches, as trench maps have them.
pub(super) fn trench(role: &str) -> &'static str {
    if matches!(role, "german" | "red") { GERMAN } else { ALLIED }
}
