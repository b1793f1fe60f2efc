//! What quick play weighs, by name.

/// Makes the table of a book's weights (`WEIGHTS`, for [`Judged`](crate::game::Judged)) and a constant for each, which is its
/// place in the table: `weights!(FIRE 1000 "hit", COVER 250 "cover")`.
#[macro_export]
macro_rules! weights {
    ($($name:ident $weight:literal $about:literal,)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types, reason = "names of places in a table")]
        enum Place { $($name),* }
        $(pub(super) const $name: usize = Place::$name as usize;)*
        /// By name and weight.
        pub(super) const WEIGHTS: &[(&str, i64)] = &[$(($about, $weight)),*];
    };
}
