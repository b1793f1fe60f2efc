//! Laws: how thrown faces are read, and in how many ways each reading comes about.

use super::Die;
use smallvec::SmallVec;
use std::fmt;

/// How dice are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// One die: the reading is its face.
    One(Die),
    /// Several dice added up: the reading is the sum.
    Sum {
        /// The kind of die.
        die: Die,
        /// How many.
        count: u8,
    },
    /// A pool: the reading is how many dice show `on` or more.
    Pool {
        /// The kind of die.
        die: Die,
        /// How many.
        count: u16,
        /// The lowest face that counts.
        on: u8,
    },
    /// One die by bands: the reading is the band, counted from 0.
    Bands {
        /// The kind of die.
        die: Die,
        /// Where the bands end.
        bands: Bands,
    },
    /// Several dice by bands at once: the reading packs how many fell into each band.
    Classes {
        /// The kind of die.
        die: Die,
        /// How many.
        count: u16,
        /// Where the bands end.
        bands: Bands,
    },
    /// One die each, ties thrown again without limit: 1 when the first is higher, 0 when the second is.
    Opposed {
        /// The kind of die.
        die: Die,
        /// What is added to the first die.
        edge: i8,
    },
}

/// Consecutive bands of faces, given by the highest face of each band; the last band takes all that is higher.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bands {
    tops: [u8; 5],
    len: u8,
}

impl Bands {
    /// Bands that end at these faces: `Bands::at([2, 5])` is 1-2, 3-5, 6 and more.
    pub const fn at<const N: usize>(tops: [u8; N]) -> Bands {
        assert!(N <= 5, "at most six bands");
        let mut all = [0; 5];
        let mut i = 0;
        while i < N {
            assert!(i == 0 || tops[i] > tops[i - 1], "bands rise");
            all[i] = tops[i];
            i += 1;
        }
        Bands { tops: all, len: N as u8 }
    }

    /// Bands of neighbouring faces that give the same; at most six.
    pub fn alike<T: PartialEq>(die: Die, gives: impl Fn(u8) -> T) -> Bands {
        let mut bands = Bands::at([]);
        for pair in die.faces().windows(2) {
            if pair[0] != pair[1] && gives(pair[0]) != gives(pair[1]) {
                assert!(bands.len < 5, "at most six bands");
                bands.tops[usize::from(bands.len)] = pair[0];
                bands.len += 1;
            }
        }
        bands
    }

    /// The band of a face.
    pub fn of(&self, face: u8) -> usize {
        self.tops().iter().position(|&top| face <= top).unwrap_or(self.tops().len())
    }

    /// How many bands there are.
    pub fn count(&self) -> usize {
        self.tops().len() + 1
    }

    fn tops(&self) -> &[u8] {
        &self.tops[..usize::from(self.len)]
    }
}

/// Every reading of a law with the number of ways it comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ways {
    /// Reading and ways, in rising order of the reading; no reading has 0 ways.
    pub each: Vec<(u64, u128)>,
    /// All ways together.
    pub total: u128,
}

impl Law {
    /// Reads faces as they are thrown. `None` when the source of faces has none left.
    pub fn read(self, mut face: impl FnMut(Die) -> Option<u8>) -> Option<u64> {
        match self {
            Law::One(die) => face(die).map(u64::from),
            Law::Sum { die, count } => (0..count).map(|_| face(die).map(u64::from)).sum(),
            Law::Pool { die, count, on } => (0..count).map(|_| face(die).map(|f| u64::from(f >= on))).sum(),
            Law::Bands { die, bands } => face(die).map(|f| bands.of(f) as u64),
            Law::Classes { die, count, bands } => {
                let mut counts = [0_u16; 6];
                for _ in 0..count {
                    counts[bands.of(face(die)?)] += 1;
                }
                Some(pack(&counts[..bands.count()], count))
            }
            Law::Opposed { die, edge } => loop {
                let first = i16::from(face(die)?) + i16::from(edge);
                let second = i16::from(face(die)?);
                if first != second {
                    return Some(u64::from(first > second));
                }
            },
        }
    }

    /// Every reading with its ways, or `None` where their number does not fit (pools of some fifty dice and more).
    pub fn ways(self) -> Option<Ways> {
        let each = match self {
            Law::One(die) => tally(die.faces().iter().map(|&face| (u64::from(face), 1))),
            Law::Sum { die, count } => sum_ways(die, count)?,
            Law::Pool { die, count, on } => pool_ways(die, count, on)?,
            Law::Bands { die, bands } => tally(die.faces().iter().map(|&face| (bands.of(face) as u64, 1))),
            Law::Classes { die, count, bands } => classes_ways(die, count, bands)?,
            Law::Opposed { die, edge } => opposed_ways(die, edge),
        };
        let common = each.iter().try_fold(0, |common, &(_, ways)| match gcd(common, ways) {
            1 => None,
            more => Some(more),
        });
        let each = match common {
            Some(common) => each.into_iter().map(|(reading, ways)| (reading, ways / common)).collect(),
            None => each,
        };
        let total = each.iter().try_fold(0_u128, |total, &(_, ways)| total.checked_add(ways))?;
        Some(Ways { each, total })
    }

    /// The die that is thrown.
    pub const fn die(self) -> Die {
        match self {
            Law::One(die)
            | Law::Bands { die, .. }
            | Law::Sum { die, .. }
            | Law::Pool { die, .. }
            | Law::Classes { die, .. }
            | Law::Opposed { die, .. } => die,
        }
    }

    /// How many dice are thrown, where that is fixed.
    pub fn dice(self) -> Option<(Die, u16)> {
        match self {
            Law::One(die) | Law::Bands { die, .. } => Some((die, 1)),
            Law::Sum { die, count } => Some((die, u16::from(count))),
            Law::Pool { die, count, .. } | Law::Classes { die, count, .. } => Some((die, count)),
            Law::Opposed { .. } => None,
        }
    }

    pub(super) fn unpack(self, mut reading: u64) -> SmallVec<[u16; 6]> {
        let Law::Classes { count, bands, .. } = self else {
            return SmallVec::from_slice(&[reading as u16]);
        };
        let radix = u64::from(count) + 1;
        (0..bands.count())
            .map(|_| {
                let class = (reading % radix) as u16;
                reading /= radix;
                class
            })
            .collect()
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Law::One(Die::Average) => f.write_str("1 average die"),
            Law::One(die) | Law::Bands { die, .. } => write!(f, "1{die}"),
            Law::Sum { die: Die::Average, count } => write!(f, "{count} average dice"),
            Law::Sum { die, count } => write!(f, "{count}{die}"),
            Law::Pool { die, count, on } => write!(f, "{count}{die}, {on}+ counts"),
            Law::Classes { die, count, .. } => write!(f, "{count}{die}"),
            Law::Opposed { die, .. } => write!(f, "1{die} each, ties again"),
        }
    }
}

fn pack(counts: &[u16], dice: u16) -> u64 {
    let radix = u64::from(dice) + 1;
    counts.iter().rev().fold(0, |packed, &count| packed * radix + u64::from(count))
}

fn tally(readings: impl Iterator<Item = (u64, u128)>) -> Vec<(u64, u128)> {
    let mut each: Vec<(u64, u128)> = Vec::new();
    for (reading, ways) in readings {
        match each.binary_search_by_key(&reading, |&(r, _)| r) {
            Ok(at) => each[at].1 += ways,
            Err(at) => each.insert(at, (reading, ways)),
        }
    }
    each
}

fn sum_ways(die: Die, count: u8) -> Option<Vec<(u64, u128)>> {
    u128::from(die.sides()).checked_pow(u32::from(count))?;
    let mut sums = vec![(0, 1)];
    for _ in 0..count {
        sums = tally(
            sums.iter().flat_map(|&(sum, ways)| die.faces().iter().map(move |&face| (sum + u64::from(face), ways))),
        );
    }
    Some(sums)
}

fn pool_ways(die: Die, count: u16, on: u8) -> Option<Vec<(u64, u128)>> {
    let (hit, all) = (u128::from(die.faces_from(on)), u128::from(die.sides()));
    let common = gcd(hit, all);
    let (hit, miss) = (hit / common, (all - hit) / common);
    (hit + miss).checked_pow(u32::from(count))?;
    // C(n, k) hit^k miss^(n-k), die by die: each die hits or misses. Every sum is at most (hit + miss)^n.
    let mut ways = vec![0_u128; usize::from(count) + 1];
    ways[0] = 1;
    for dice in 1..=usize::from(count) {
        for k in (1..=dice).rev() {
            ways[k] = ways[k] * miss + ways[k - 1] * hit;
        }
        ways[0] *= miss;
    }
    Some((0..).zip(ways).filter(|&(_, ways)| ways > 0).collect())
}

fn classes_ways(die: Die, count: u16, bands: Bands) -> Option<Vec<(u64, u128)>> {
    u128::from(die.sides()).checked_pow(u32::from(count))?;
    let radix = u64::from(count) + 1;
    radix.checked_pow(bands.count() as u32)?;
    let mut faces = [0_u128; 6];
    for &face in die.faces() {
        faces[bands.of(face)] += 1;
    }
    // One die after another; a packed count gains one unit in the digit of its band.
    let mut each = vec![(0_u64, 1_u128)];
    for _ in 0..count {
        let digit = |band: usize| radix.pow(band as u32);
        let next = each.iter().flat_map(|&(packed, ways)| {
            (0..bands.count())
                .filter(|&band| faces[band] > 0)
                .map(move |band| (packed + digit(band), ways * faces[band]))
        });
        each = tally(next);
    }
    Some(each)
}

fn opposed_ways(die: Die, edge: i8) -> Vec<(u64, u128)> {
    let pairs = die.faces().iter().flat_map(|&first| die.faces().iter().map(move |&second| (first, second)));
    tally(pairs.filter_map(|(first, second)| {
        let (first, second) = (i16::from(first) + i16::from(edge), i16::from(second));
        (first != second).then_some((u64::from(first > second), 1))
    }))
}

pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        // Dividing numbers of one word is far quicker, and nearly all are.
        (Ok(mut a), Ok(mut b)) => {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.into()
        }
        _ if b == 0 => a,
        _ => gcd(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Reads every sequence of faces a law could meet, and counts the readings.
    fn brute_force(law: Law, dice: usize, die: Die) -> BTreeMap<u64, u128> {
        let sides = die.faces().len();
        let mut readings = BTreeMap::new();
        for code in 0..sides.pow(dice as u32) {
            let mut rest = code;
            let faces = std::iter::repeat_with(|| {
                let face = die.faces()[rest % sides];
                rest /= sides;
                face
            });
            let mut faces = faces.take(dice);
            if let Some(reading) = law.read(|_| faces.next()) {
                *readings.entry(reading).or_insert(0) += 1;
            }
        }
        readings
    }

    fn assert_law_agrees(law: Law, dice: usize, die: Die) {
        let ways = law.ways().unwrap();
        let brute = brute_force(law, dice, die);
        let all: u128 = brute.values().sum();
        assert_eq!(
            ways.each.iter().map(|&(reading, _)| reading).collect::<Vec<_>>(),
            brute.keys().copied().collect::<Vec<_>>()
        );
        for &(reading, count) in &ways.each {
            assert_eq!(count * all, brute[&reading] * ways.total, "{law} reading {reading}");
        }
    }

    #[test]
    fn every_law_has_the_ways_that_its_faces_have() {
        for die in Die::ALL {
            assert_law_agrees(Law::One(die), 1, die);
            assert_law_agrees(Law::Bands { die, bands: Bands::at([2, 4]) }, 1, die);
            for count in 0..=3 {
                assert_law_agrees(Law::Sum { die, count }, usize::from(count), die);
                let count = u16::from(count);
                for on in 1..=7 {
                    assert_law_agrees(Law::Pool { die, count, on }, usize::from(count), die);
                }
                assert_law_agrees(Law::Classes { die, count, bands: Bands::at([2, 4]) }, usize::from(count), die);
            }
        }
        assert_law_agrees(Law::Pool { die: Die::D6, count: 7, on: 5 }, 7, Die::D6);
    }

    #[test]
    fn faces_that_give_the_same_are_one_band() {
        assert_eq!(Bands::alike(Die::D6, |face| face / 3), Bands::at([2, 5]));
        assert_eq!(Bands::alike(Die::D6, |_| 0), Bands::at([]));
        assert_eq!(Bands::alike(Die::D10, |face| face > 7), Bands::at([7]));
    }

    #[test]
    fn opposed_dice_throw_ties_again() {
        // Two dice without a tie are a fair sample of the law; a tie reads on and is no reading of two faces.
        for edge in -6..=6 {
            for die in [Die::D6, Die::D10, Die::Average] {
                assert_law_agrees(Law::Opposed { die, edge }, 2, die);
            }
        }
        let mut faces = [3, 3, 6, 2].into_iter();
        assert_eq!(Law::Opposed { die: Die::D6, edge: 0 }.read(|_| faces.next()), Some(1));
    }

    #[test]
    fn classes_unpack_to_the_counts_that_were_packed() {
        let law = Law::Classes { die: Die::D6, count: 5, bands: Bands::at([2, 4]) };
        let mut faces = [1, 2, 3, 6, 6].into_iter();
        let reading = law.read(|_| faces.next()).unwrap();
        assert_eq!(law.unpack(reading).as_slice(), [2, 1, 2]);
    }

    #[test]
    fn a_pool_too_large_for_whole_numbers_says_so() {
        assert!(Law::Pool { die: Die::D6, count: 80, on: 5 }.ways().is_some());
        assert!(Law::Pool { die: Die::D6, count: 81, on: 5 }.ways().is_none());
    }
}
