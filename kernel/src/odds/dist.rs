//! A distribution: things with whole-number weights.

use super::numbering::{FEW, Numbering};
use super::order::{arrange, in_order};
use dashu_base::Gcd;
use dashu_int::UBig;
use dashu_ratio::RBig;
use std::hash::Hash;

/// What can happen, each thing once, with its weight out of a common total.
#[derive(Clone, Debug)]
pub struct Dist<T> {
    parts: Vec<(T, UBig)>,
    total: UBig,
}

impl<T: Clone + Eq + Hash> Dist<T> {
    /// Only one thing can happen.
    pub fn certain(thing: T) -> Dist<T> {
        Dist { parts: vec![(thing, UBig::ONE)], total: UBig::ONE }
    }

    /// Things with weights; equal things are merged.
    pub fn weighted(things: impl IntoIterator<Item = (T, UBig)>) -> Dist<T> {
        let things = things.into_iter();
        let room = things.size_hint().0.max(FEW);
        let mut numbers = Numbering::with_room(room);
        let mut weights: Vec<UBig> = Vec::with_capacity(room);
        let mut total = UBig::ZERO;
        for (thing, weight) in things {
            total += &weight;
            let number = numbers.of(thing) as usize;
            if number == weights.len() {
                weights.push(weight);
            } else {
                weights[number] += weight;
            }
        }
        Dist { parts: numbers.into_things().into_iter().zip(weights).collect(), total }
    }

    /// Things with weights that are known to be all different.
    pub(crate) fn different(things: impl IntoIterator<Item = (T, UBig)>) -> Dist<T> {
        let parts: Vec<(T, UBig)> = things.into_iter().collect();
        let total = parts.iter().fold(UBig::ZERO, |sum, (_, weight)| sum + weight);
        Dist { parts, total }
    }

    /// One of several distributions by its weight, and a thing of it.
    pub fn mixed(dists: impl IntoIterator<Item = (UBig, Dist<T>)>) -> Dist<T> {
        // What one unit of weight in a distribution is worth: mostly a simple fraction, which keeps numbers short.
        let reduced = |(weight, dist): (UBig, Dist<T>)| {
            let shared = (&weight).gcd(&dist.total);
            (weight / &shared, &dist.total / shared, dist)
        };
        let dists: Vec<(UBig, UBig, Dist<T>)> = dists.into_iter().map(reduced).collect();
        let common = dists.iter().fold(UBig::ONE, |common, (_, whole, _)| {
            let shared = (&common).gcd(whole);
            common * (whole / shared)
        });
        Dist::weighted(dists.into_iter().flat_map(|(part, whole, dist)| {
            let times = part * (&common / whole);
            dist.parts.into_iter().map(move |(thing, weight)| (thing, weight * &times))
        }))
    }

    /// What is known where `is` holds and where it does not, each with the weights it has here; `None` for what cannot
    /// happen.
    pub fn split(&self, is: impl Fn(&T) -> bool) -> (Option<Dist<T>>, Option<Dist<T>>) {
        let (held, other): (Vec<_>, Vec<_>) = self.parts.iter().cloned().partition(|(thing, _)| is(thing));
        let dist = |parts: Vec<(T, UBig)>| (!parts.is_empty()).then(|| Dist::different(parts));
        (dist(held), dist(other))
    }

    /// The same distribution seen through `view`; things that look equal are merged.
    pub fn map<U: Clone + Eq + Hash>(&self, view: impl Fn(&T) -> U) -> Dist<U> {
        Dist::weighted(self.parts.iter().map(|(thing, weight)| (view(thing), weight.clone())))
    }

    /// The exact chance of `thing`.
    pub fn chance(&self, thing: &T) -> RBig {
        self.chance_that(|other| other == thing)
    }
}

impl<T> Dist<T> {
    /// Each thing with its weight.
    pub fn parts(&self) -> &[(T, UBig)] {
        &self.parts
    }

    /// The sum of all weights.
    pub fn total(&self) -> &UBig {
        &self.total
    }

    /// The exact chance that `is` holds.
    pub fn chance_that(&self, is: impl Fn(&T) -> bool) -> RBig {
        let weight = self.parts.iter().filter(|(thing, _)| is(thing)).fold(UBig::ZERO, |sum, (_, weight)| sum + weight);
        RBig::from_parts(weight.into(), self.total.clone())
    }

    /// The exact mean of a number.
    pub fn mean(&self, number: impl Fn(&T) -> i64) -> RBig {
        let sum = self.parts.iter().fold(dashu_int::IBig::ZERO, |sum, (thing, weight)| {
            sum + dashu_int::IBig::from(weight.clone()) * dashu_int::IBig::from(number(thing))
        });
        RBig::from_parts(sum, self.total.clone())
    }

    /// Each thing with its exact chance.
    pub fn chances(&self) -> impl Iterator<Item = (&T, RBig)> {
        self.parts.iter().map(|(thing, weight)| (thing, RBig::from_parts(weight.clone().into(), self.total.clone())))
    }
}

impl<T: Ord> Dist<T> {
    /// The same, in order.
    #[must_use]
    pub fn sorted(mut self) -> Dist<T> {
        let parts = &self.parts;
        let order = in_order(parts.len(), &|a, b| parts[a].0.cmp(&parts[b].0));
        arrange(&mut self.parts, order);
        self
    }
}
