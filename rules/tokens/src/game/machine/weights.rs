//! How much each consideration weighs with quick play, in thousandths of a hit.

macro_rules! weights {
    ($($name:ident $weight:literal $about:literal,)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types, reason = "names of places in a table")]
        enum Place { $($name),* }
        $(pub(super) const $name: usize = Place::$name as usize;)*
        /// By name and weight.
        pub(super) const WEIGHTS: &[(&str, i64)] = &[$(($about, $weight)),*];
    };
}

weights! {
    FIRE 1000 "hit",
    SHAKEN 350 "target near its nerve",
    FIGHT 900 "hit more in a fight",
    FIGHT_FLOOR 300 "least edge for a fight",
    RALLY 260 "marker to rally",
    TAKE 900 "objective to take",
    HOLD 700 "objective to hold",
    NEARER 90 "inch nearer to an objective",
    EXPOSED 160 "hit to be feared",
    COVER 250 "cover",
    SAVE 150 "inch nearer to the exit",
    LEAST 120 "least worth a token",
    REACT 420 "least worth a reaction",
    SEIZE 900 "least worth seizing",
}
