//! Factoring: two sides that roll apart and meet only in what is compared.

use super::Dist;
use super::numbering::{FEW, Numbering};
use dashu_int::UBig;
use std::hash::Hash;

/// Two sides joined by what was compared.
pub struct Compared<V, K, L, R> {
    /// The verdict with all that is known of the left side.
    pub left: Dist<(V, L)>,
    /// The verdict with all that is known of the right side.
    pub right: Dist<(V, R)>,
    left_keys: Dist<K>,
    right_keys: Dist<K>,
    /// The verdict on each key of the left side with each of the right, row by row.
    verdicts: Vec<V>,
}

/// Joins two sides by a verdict on one key of each.
///
/// Given the keys the sides are independent, so nothing is lost by not writing out every pair: any question about
/// one side and the verdict is answered by `left` or `right`, any about both by [`Compared::keys`].
pub fn compare<V, K, L, R>(
    (left, left_key): (&Dist<L>, impl Fn(&L) -> K),
    (right, right_key): (&Dist<R>, impl Fn(&R) -> K),
    verdict: impl Fn(&K, &K) -> V,
) -> Compared<V, K, L, R>
where
    V: Clone + Eq + Hash,
    K: Clone + Eq + Hash,
    L: Clone + Eq + Hash,
    R: Clone + Eq + Hash,
{
    let (left_keys, right_keys) = (left.map(&left_key), right.map(&right_key));
    // For each key of one side: the weight of each verdict over the keys of the other.
    let mut by_left: Vec<Verdicts<V>> = vec![Vec::new(); left_keys.parts().len()];
    let mut by_right: Vec<Verdicts<V>> = vec![Vec::new(); right_keys.parts().len()];
    let mut verdicts = Vec::with_capacity(by_left.len() * by_right.len());
    for ((l, left_weight), by_left) in left_keys.parts().iter().zip(&mut by_left) {
        for ((r, right_weight), by_right) in right_keys.parts().iter().zip(&mut by_right) {
            let verdict = verdict(l, r);
            add(by_left, &verdict, right_weight);
            add(by_right, &verdict, left_weight);
            verdicts.push(verdict);
        }
    }
    Compared {
        left: with_verdict(left, left_key, &left_keys, &by_left),
        right: with_verdict(right, right_key, &right_keys, &by_right),
        left_keys,
        right_keys,
        verdicts,
    }
}

impl<V: Clone + Eq + Hash, K: Clone + Eq + Hash, L, R> Compared<V, K, L, R> {
    /// The verdict with what was compared.
    pub fn keys(&self) -> Dist<(V, K, K)> {
        let left = self.left_keys.parts();
        let pairs = left.iter().flat_map(|l| self.right_keys.parts().iter().map(move |r| (l, r)));
        let all = pairs.zip(&self.verdicts).map(|(((l, left_weight), (r, right_weight)), verdict)| {
            ((verdict.clone(), l.clone(), r.clone()), left_weight * right_weight)
        });
        Dist::weighted(all)
    }
}

type Verdicts<V> = Vec<(V, UBig)>;

fn add<V: Clone + Eq>(verdicts: &mut Verdicts<V>, verdict: &V, weight: &UBig) {
    match verdicts.iter_mut().find(|(other, _)| other == verdict) {
        Some((_, sum)) => *sum += weight,
        None => verdicts.push((verdict.clone(), weight.clone())),
    }
}

fn with_verdict<V: Clone + Eq + Hash, K: Clone + Eq + Hash, S: Clone + Eq + Hash>(
    side: &Dist<S>,
    key: impl Fn(&S) -> K,
    keys: &Dist<K>,
    verdicts: &[Verdicts<V>],
) -> Dist<(V, S)> {
    let mut numbers = Numbering::with_room(FEW);
    for (key, _) in keys.parts() {
        numbers.of(key.clone());
    }
    // States are all different, and so are they with their verdicts.
    Dist::different(side.parts().iter().flat_map(|(state, weight)| {
        let verdicts = &verdicts[numbers.of(key(state)) as usize];
        verdicts.iter().map(move |(verdict, other)| ((verdict.clone(), state.clone()), weight * other))
    }))
}
