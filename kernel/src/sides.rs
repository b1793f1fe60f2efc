//! The two sides of a game, and what each of them has.

/// Makes the sides of a game, and a pair of anything with one for each side:
/// `sides!(pub enum Side { Red red = Seat("red"), Blue blue = Seat("blue") }, pub struct PerSide)`.
#[macro_export]
macro_rules! sides {
    (
        $(#[$about:meta])* $vis:vis enum $side:ident {
            $(#[$first_about:meta])* $first:ident $one:ident = $first_seat:expr,
            $(#[$second_about:meta])* $second:ident $two:ident = $second_seat:expr $(,)?
        },
        $pair_vis:vis struct $pair:ident
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        $vis enum $side {
            $(#[$first_about])*
            $first,
            $(#[$second_about])*
            $second,
        }

        #[allow(dead_code, reason = "a book need not use every method of its sides")]
        impl $side {
            /// Both, in their order.
            $vis const BOTH: [$side; 2] = [$side::$first, $side::$second];

            /// The opponent.
            #[must_use]
            $vis const fn other(self) -> $side {
                match self {
                    $side::$first => $side::$second,
                    $side::$second => $side::$first,
                }
            }

            /// Its seat.
            $vis const fn seat(self) -> $crate::seat::Seat {
                match self {
                    $side::$first => $first_seat,
                    $side::$second => $second_seat,
                }
            }

            /// At the beginning of a sentence: 'The attacker'.
            $vis const fn called(self) -> &'static str {
                match self {
                    $side::$first => concat!("The ", stringify!($one)),
                    $side::$second => concat!("The ", stringify!($two)),
                }
            }

            /// The side of a seat, which must be one of the two.
            $vis fn of(seat: $crate::seat::Seat) -> $side {
                $side::BOTH.into_iter().find(|side| side.seat() == seat).expect("one of the two seats")
            }
        }

        impl ::std::fmt::Display for $side {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.seat().fmt(f)
            }
        }

        /// Something that each side has.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, ::serde::Serialize, ::serde::Deserialize)]
        $pair_vis struct $pair<T> {
            #[doc = concat!("That of ", stringify!($one), ".")]
            pub $one: T,
            #[doc = concat!("That of ", stringify!($two), ".")]
            pub $two: T,
        }

        impl<T> $pair<T> {
            /// One made for each side.
            $pair_vis fn of(mut make: impl FnMut($side) -> T) -> $pair<T> {
                $pair { $one: make($side::$first), $two: make($side::$second) }
            }
        }

        impl<T> ::std::ops::Index<$side> for $pair<T> {
            type Output = T;

            fn index(&self, side: $side) -> &T {
                match side {
                    $side::$first => &self.$one,
                    $side::$second => &self.$two,
                }
            }
        }

        impl<T> ::std::ops::IndexMut<$side> for $pair<T> {
            fn index_mut(&mut self, side: $side) -> &mut T {
                match side {
                    $side::$first => &mut self.$one,
                    $side::$second => &mut self.$two,
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::seat::Seat;

    sides!(enum Side { North north = Seat("north"), South south = Seat("south") }, struct PerSide);

    #[test]
    fn each_side_has_its_seat_its_opponent_and_its_own() {
        let mut seats = PerSide::of(Side::seat);
        assert_eq!((seats.north, seats[Side::South]), (Seat("north"), Seat("south")));
        seats[Side::North] = seats[Side::South];
        assert_eq!(seats.north.to_string(), Side::South.to_string());
        for side in Side::BOTH {
            assert_eq!((Side::of(side.seat()), side.other().other()), (side, side));
            assert_ne!(side, side.other());
        }
    }
}
