//! Sets of small numbered things: units of a battle, squares of a board.

/// Makes a set of things that are numbered: `set_of!(pub struct Units of UnitId, 64)` for at most 64 of a
/// `struct UnitId(u8)`.
///
/// The set is one word, so that states stay small and are copied without thought. It is the book's own type and can
/// have methods of the book. In text it is a list of its members, in bytes the word.
#[macro_export]
macro_rules! set_of {
    ($(#[$about:meta])* $vis:vis struct $set:ident of $item:ident, $most:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        $vis struct $set(u64);

        #[allow(dead_code, reason = "a book need not use every method of a set")]
        impl $set {
            /// None.
            $vis const NONE: $set = $set(0);

            /// All there can be.
            $vis const ALL: $set = $set(!0 >> (64 - $most));

            /// Is this one in it?
            $vis const fn has(self, item: $item) -> bool {
                self.0 & (1 << item.0) != 0
            }

            /// Puts one in.
            $vis fn add(&mut self, item: $item) {
                self.0 |= 1 << item.0;
            }

            /// Takes one out.
            $vis fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item.0);
            }

            /// Is there none?
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many there are.
            $vis const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Are all of these in the other set?
            $vis const fn within(self, other: $set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Those in it, by number.
            $vis fn iter(self) -> impl Iterator<Item = $item> {
                let mut left = self.0;
                ::std::iter::from_fn(move || {
                    let next = (left != 0).then(|| $item(left.trailing_zeros() as u8));
                    left &= left.wrapping_sub(1);
                    next
                })
            }

            /// The first of them.
            $vis fn first(self) -> Option<$item> {
                self.iter().next()
            }

            /// The one in it, where it is the only one.
            $vis fn only(self) -> Option<$item> {
                if self.len() == 1 { self.first() } else { None }
            }

            /// One of them, counted from 0.
            $vis fn nth(self, place: u32) -> Option<$item> {
                self.iter().nth(place as usize)
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                $set(items.into_iter().fold(0, |set, item| set | 1 << item.0))
            }
        }

        impl From<$item> for $set {
            fn from(item: $item) -> $set {
                $set(1 << item.0)
            }
        }

        impl ::std::ops::BitOr for $set {
            type Output = $set;

            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl ::std::ops::BitAnd for $set {
            type Output = $set;

            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl ::std::ops::Not for $set {
            type Output = $set;

            fn not(self) -> $set {
                $set(!self.0) & $set::ALL
            }
        }

        impl ::serde::Serialize for $set {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_seq(self.iter())
                } else {
                    serializer.serialize_u64(self.0)
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $set {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$set, D::Error> {
                Ok(Vec::<$item>::deserialize(deserializer)?.into_iter().collect())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    struct Post(u8);

    set_of!(struct Posts of Post, 10);

    #[test]
    fn a_set_has_what_was_put_in_and_not_taken_out() {
        let mut posts: Posts = [Post(7), Post(0), Post(7)].into_iter().collect();
        posts.add(Post(9));
        posts.remove(Post(0));
        assert_eq!(posts.iter().collect::<Vec<_>>(), [Post(7), Post(9)]);
        assert_eq!((posts.len(), posts.first(), posts.nth(1), posts.nth(2)), (2, Some(Post(7)), Some(Post(9)), None));
        assert_eq!((posts.only(), Posts::from(Post(3)).only(), Posts::NONE.only()), (None, Some(Post(3)), None));
        assert!(posts.has(Post(9)) && !posts.has(Post(0)) && !posts.is_empty());
        assert!(Posts::from(Post(7)).within(posts) && !posts.within(Post(7).into()));
    }

    #[test]
    fn what_is_not_in_a_set_is_all_the_rest_and_nothing_beyond() {
        let few: Posts = (0..4).map(Post).collect();
        assert_eq!((!few).iter().map(|post| post.0).collect::<Vec<_>>(), [4, 5, 6, 7, 8, 9]);
        assert_eq!((few | !few, few & !few), (Posts::ALL, Posts::NONE));
    }

    #[test]
    fn a_set_is_written_as_a_list_and_read_again() {
        let posts: Posts = [Post(2), Post(5)].into_iter().collect();
        let text = serde_json::to_string(&posts).unwrap();
        assert_eq!(text, "[2,5]");
        assert_eq!(serde_json::from_str::<Posts>(&text).unwrap(), posts);
    }
}
