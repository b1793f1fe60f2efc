//! Sorting that is built once, whatever is sorted: the library's would be built again for every kind of outcome.

use std::cmp::Ordering;

/// The numbers below `count` in the order of what they stand for; equal things keep their order.
pub(crate) fn in_order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    // Most are in order already.
    if !order.is_sorted_by(|&a, &b| compare(a, b).is_le()) {
        order.sort_by(|&a, &b| compare(a, b));
    }
    order
}

/// Puts things into an order: first the one that stood at the first number, and so on.
pub(crate) fn arrange<T>(things: &mut [T], mut order: Vec<usize>) {
    for at in 0..order.len() {
        // Round every circle of things that take each other's places; what is done stands for itself.
        let mut to = at;
        while order[to] != at {
            let from = order[to];
            things.swap(to, from);
            order[to] = to;
            to = from;
        }
        order[to] = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_arranged_as_the_library_sorts_them() {
        // Keys below 8, so that some are equal; the place tells which of them came first.
        let mut state = 1_u32;
        for _ in 0..500 {
            let mut things: Vec<(u32, usize)> = (0..7)
                .map(|place| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 29, place)
                })
                .collect();
            let mut expected = things.clone();
            expected.sort_by_key(|(key, _)| *key);
            let order = in_order(things.len(), &|a, b| things[a].0.cmp(&things[b].0));
            arrange(&mut things, order);
            assert_eq!(things, expected);
        }
    }
}
