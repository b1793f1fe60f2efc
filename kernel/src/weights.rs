//! Tables of a book's machine whose places have names: what quick play weighs, and what is told of a position.

/// Makes the table of a book's weights (`WEIGHTS`, for [`Judged`](crate::game::Judged)) and a constant for each, which is its
/// place in the table: `weights!(FIRE 1000 "hit", COVER 250 "cover")`.
#[macro_export]
macro_rules! weights {
    ($($name:ident $weight:literal $about:literal,)*) => {
        $crate::places!($($name)*);
        /// By name and weight.
        pub(super) const WEIGHTS: &[(&str, i64)] = &[$(($about, $weight)),*];
    };
}

/// Makes the groups of facts that a book tells of a position (`GROUPS`, for [`Judged`](crate::game::Judged)), each with its
/// size, and a constant for each, which is its place: `fact_groups!(WHOSE 3 "whose", ROW 6 "row")`.
#[macro_export]
macro_rules! fact_groups {
    ($($name:ident $size:literal $about:literal,)*) => {
        $crate::places!($($name)*);
        /// What is told of each thing, and how finely.
        pub(super) const GROUPS: &[$crate::game::Group] = &[$($crate::game::Group::of($about, $size)),*];
    };
}

/// A constant for each name, which is its place in the list.
#[doc(hidden)]
#[macro_export]
macro_rules! places {
    ($($name:ident)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types, reason = "names of places in a table")]
        enum Place { $($name),* }
        $(pub(super) const $name: usize = Place::$name as usize;)*
    };
}
