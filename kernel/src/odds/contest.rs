//! Factoring: two sides that roll apart and meet only in what is compared.

use super::Dist;
use crate::fx::FxHashMap;
use dashu_int::UBig;
use std::hash::Hash;

/// Two sides joined by what was compared.
pub struct Compared<V, K, L, R> {
    /// The verdict with what was compared.
    pub keys: Dist<(V, K, K)>,
    /// The verdict with all that is known of the left side.
    pub left: Dist<(V, L)>,
    /// The verdict with all that is known of the right side.
    pub right: Dist<(V, R)>,
}

/// Joins two sides by a verdict on one key of each.
///
/// Given the keys the sides are independent, so nothing is lost by not writing out every pair: any question about
/// one side and the verdict is answered by `left` or `right`, any about both by `keys`.
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
    let mut keys = Vec::new();
    // For each key of one side: the weight of each verdict over the keys of the other.
    let mut by_left: FxHashMap<K, Vec<(V, UBig)>> = FxHashMap::default();
    let mut by_right: FxHashMap<K, Vec<(V, UBig)>> = FxHashMap::default();
    for (l, left_weight) in left_keys.parts() {
        for (r, right_weight) in right_keys.parts() {
            let verdict = verdict(l, r);
            keys.push(((verdict.clone(), l.clone(), r.clone()), left_weight * right_weight));
            add(by_left.entry(l.clone()).or_default(), &verdict, right_weight);
            add(by_right.entry(r.clone()).or_default(), &verdict, left_weight);
        }
    }
    Compared {
        keys: Dist::weighted(keys),
        left: with_verdict(left, left_key, &by_left),
        right: with_verdict(right, right_key, &by_right),
    }
}

fn add<V: Clone + Eq>(verdicts: &mut Vec<(V, UBig)>, verdict: &V, weight: &UBig) {
    match verdicts.iter_mut().find(|(other, _)| other == verdict) {
        Some((_, sum)) => *sum += weight,
        None => verdicts.push((verdict.clone(), weight.clone())),
    }
}

fn with_verdict<V: Clone + Eq + Hash, K: Eq + Hash, S: Clone + Eq + Hash>(
    side: &Dist<S>,
    key: impl Fn(&S) -> K,
    verdicts: &FxHashMap<K, Vec<(V, UBig)>>,
) -> Dist<(V, S)> {
    Dist::weighted(side.parts().iter().flat_map(|(state, weight)| {
        let verdicts = &verdicts[&key(state)];
        verdicts.iter().map(move |(verdict, other)| ((verdict.clone(), state.clone()), weight * other))
    }))
}
