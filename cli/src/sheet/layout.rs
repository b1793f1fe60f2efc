//! Lays a book out on two pages, or on three where two would be hard to read: the largest type in which all fits.

use super::block::{Block, blocks_of};
use super::compose::compose;
use super::pack::{Columns, Packed, Setting, Spot, pack};
use super::part::{Composed, Scale};
use kernel::book::Book;
use std::collections::BTreeMap;

/// A4, in points.
pub(crate) const PAGE: (f64, f64) = (595.28, 841.89);
/// Left and right of the columns.
pub(crate) const MARGIN: f64 = 30.0;
/// Where the columns begin, under the head of the page.
pub(crate) const TOP: f64 = 62.0;
/// Where they end, above its foot.
pub(crate) const BOTTOM: f64 = PAGE.1 - 40.0;

const GUTTER: f64 = 13.0;
const LARGEST: f64 = 11.5;
/// Smaller type than this is not read across a table: then a third page is taken.
const LEGIBLE: f64 = 7.4;
/// The pages that a sheet may have.
const PAGES: [usize; 2] = [2, 3];
/// How many of the first blocks keep statements away from them, as far as need be.
const FAR: [usize; 3] = [0, 6, usize::MAX];
/// Of three pages none has less than so much of its share on it.
const FULL: f64 = 0.6;
/// How many columns a page may have.
const COUNTS: [usize; 3] = [2, 3, 4];
/// How many orders of the blocks are tried on a page: to see whether they fit, and to place them well.
const FEW: u32 = 40;
const MANY: u32 = 400;
/// What a place in the printed order costs against uneven pages.
const WANDER: f64 = 0.003;
/// What smaller type costs against uneven pages.
const SMALLER: f64 = 2.0;
/// The space between blocks, in ems of the body: at the least, and as much as is let in where there is room.
const GAP: (f64, f64) = (1.0, 3.2);

/// A book, laid out.
pub(crate) struct Sheet {
    pub(crate) book: &'static Book,
    pub(crate) scale: Scale,
    /// Two or three of them.
    pub(crate) pages: Vec<Vec<Placed>>,
}

/// A block on its page.
pub(crate) struct Placed {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) composed: Composed,
}

/// The sheet of a book.
///
/// The largest type that fits leaves little choice of places, so somewhat smaller type may win by an evener page.
pub(crate) fn lay_out(book: &'static Book) -> Sheet {
    let fits = |blocks: &[Block], pages: usize, body: f64| {
        COUNTS.iter().any(|&count| fit(blocks, pages, count, Scale { body }, FEW).is_some())
    };
    let ways = PAGES.into_iter().flat_map(|pages| FAR.map(|far| (pages, blocks_of(book, far))));
    let Some((count_of_pages, blocks)) = ways.into_iter().find(|(pages, blocks)| fits(blocks, *pages, LEGIBLE)) else {
        panic!("the charts of {} do not fit three pages in type of {LEGIBLE} points", book.id)
    };
    let (mut low, mut high) = (LEGIBLE, LARGEST);
    for _ in 0..6 {
        let middle = f64::midpoint(low, high);
        if fits(&blocks, count_of_pages, middle) { low = middle } else { high = middle }
    }
    let mut best: Option<(f64, Sheet)> = None;
    for share in [1.0, 0.985, 0.97, 0.955, 0.94] {
        let scale = Scale { body: (low * share).max(LEGIBLE) };
        for count in COUNTS {
            let Some((uneven, pages)) = fit(&blocks, count_of_pages, count, scale, MANY) else { continue };
            let cost = uneven + SMALLER * (1.0 - share);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, Sheet { book, scale, pages }));
            }
        }
    }
    best.expect("what fitted with fewer tries fits with more").1
}

/// So many pages of so many columns, and how uneven they are; none where the blocks do not fit.
fn fit(blocks: &[Block], pages: usize, count: usize, scale: Scale, tries: u32) -> Option<(f64, Vec<Vec<Placed>>)> {
    let columns = Columns::of(count, (PAGE.0 - 2.0 * MARGIN, BOTTOM - TOP), GUTTER);
    let settings: Option<Vec<Vec<Setting>>> = blocks.iter().map(|block| settings(block, columns, scale)).collect();
    let settings = settings?;
    let gap = GAP.0 * scale.body;
    let area = |settings: &Vec<Setting>| {
        settings.iter().map(|one| one.span as f64 * (one.composed.height + gap)).fold(f64::MAX, f64::min)
    };
    let areas: Vec<f64> = settings.iter().map(area).collect();
    let room = columns.height * count as f64 + gap * count as f64;
    let share = areas.iter().sum::<f64>() / pages as f64;
    let may_be_a_page = |from: usize, to: usize| {
        let area: f64 = areas[from..to].iter().sum();
        area <= room && (pages == 2 || area >= share * FULL)
    };
    let mut tried: BTreeMap<(usize, usize), Option<Chosen<'_>>> = BTreeMap::new();
    let mut best: Option<(f64, Vec<usize>)> = None;
    for ends in splits(blocks.len(), pages) {
        let runs = || std::iter::once(0).chain(ends.iter().copied()).zip(ends.iter().copied());
        if !runs().all(|(from, to)| may_be_a_page(from, to)) {
            continue;
        }
        let uneven: Option<f64> = runs()
            .map(|(from, to)| {
                let laid = || page(&settings[from..to], columns, scale, tries);
                tried.entry((from, to)).or_insert_with(laid).as_ref().map(|(uneven, _)| *uneven)
            })
            .sum();
        if let Some(uneven) = uneven
            && best.as_ref().is_none_or(|(least, _)| uneven < *least)
        {
            best = Some((uneven, ends));
        }
    }
    let (uneven, ends) = best?;
    let runs = std::iter::once(0).chain(ends.iter().copied()).zip(ends.iter().copied());
    let placed = runs.filter_map(|run| Some(spread(&tried.get(&run)?.as_ref()?.1, columns, scale)));
    Some((uneven, placed.collect()))
}

/// The ways to cut so many things into so many runs that are not empty, each by where the runs end.
fn splits(things: usize, runs: usize) -> Vec<Vec<usize>> {
    match runs {
        1 => vec![vec![things]],
        _ => (runs - 1..things)
            .flat_map(|last| {
                let before = splits(last, runs - 1).into_iter();
                before.map(move |ends| ends.into_iter().chain([things]).collect())
            })
            .collect(),
    }
}

/// The ways to set a block: those that take not much more room than the best.
fn settings(block: &Block, columns: Columns, scale: Scale) -> Option<Vec<Setting>> {
    let mut all: Vec<Setting> = (1..=columns.count)
        .filter_map(|span| Some(Setting { span, composed: compose(block, columns.span(span), scale)? }))
        .filter(|setting| setting.composed.height <= columns.height)
        .collect();
    // Cells of many short lines are hard to read, so they count as more than the room they take.
    let area = |setting: &Setting| {
        let crowded = setting.composed.most_lines().saturating_sub(2) as f64;
        setting.span as f64 * (setting.composed.height + scale.body) * (1.0 + 0.12 * crowded)
    };
    all.sort_by(|one, other| area(one).total_cmp(&area(other)));
    let most = area(all.first()?) * 1.12;
    all.retain(|setting| area(setting) <= most);
    Some(all)
}

/// How uneven a page is, and how its blocks are set, in their order.
type Chosen<'a> = (f64, Vec<&'a Setting>);

/// The best of some orders and settings of the blocks of one page, and how uneven it is.
fn page(blocks: &[Vec<Setting>], columns: Columns, scale: Scale, tries: u32) -> Option<Chosen<'_>> {
    let mut chance = Chance(0x9e37_79b9);
    let mut best: Option<Chosen<'_>> = None;
    for attempt in 0..tries {
        let mut order: Vec<usize> = (0..blocks.len()).collect();
        let mut wander = 0;
        if attempt > 0 && blocks.len() > 1 {
            // Charts stay near their neighbours in print, and the first stays first.
            for _ in 0..=chance.below(blocks.len()) {
                let from = 1 + chance.below(order.len() - 1);
                let to = (from + chance.below(6)).min(order.len() - 1);
                wander += to - from;
                let moved = order.remove(from);
                order.insert(to, moved);
            }
        }
        let pick = |&i: &usize| match attempt {
            0 => &blocks[i][0],
            _ => &blocks[i][chance.below(blocks[i].len())],
        };
        let chosen: Vec<&Setting> = order.iter().map(pick).collect();
        let Some(packed) = pack(&chosen, columns, GAP.0 * scale.body) else { continue };
        let uneven = unevenness(&packed, columns) + WANDER * wander as f64;
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, chosen));
        }
    }
    best
}

/// Holes between blocks are worse than a ragged foot, and that is worse than a short page.
fn unevenness(packed: &Packed, columns: Columns) -> f64 {
    let lowest = packed.ends.iter().copied().fold(0.0, f64::max);
    let count = columns.count as f64;
    let part = |length: f64| length / columns.height;
    let ragged: f64 = packed.ends.iter().map(|end| part(lowest - end).powi(2)).sum();
    let short: f64 = packed.ends.iter().map(|end| part(columns.height - end).powi(2)).sum();
    4.0 * part(packed.holes) / count + 2.0 * ragged / count + 0.5 * short / count
}

/// The blocks in their places, with as much space between them as the page has room for.
fn spread(chosen: &[&Setting], columns: Columns, scale: Scale) -> Vec<Placed> {
    let (mut low, mut high) = (GAP.0 * scale.body, GAP.1 * scale.body);
    let mut spots = pack(chosen, columns, low).expect("it was packed with this gap").spots;
    for _ in 0..12 {
        let middle = f64::midpoint(low, high);
        // A wider gap must not send a block to another column.
        let same = |new: &[Spot]| new.iter().zip(&spots).all(|(new, old)| new.column == old.column);
        match pack(chosen, columns, middle) {
            Some(wider) if same(&wider.spots) => (low, spots) = (middle, wider.spots),
            _ => high = middle,
        }
    }
    let place = |(setting, spot): (&&Setting, &Spot)| Placed {
        x: MARGIN + spot.column as f64 * (columns.width + columns.gutter),
        y: TOP + spot.y,
        composed: setting.composed.clone(),
    };
    chosen.iter().zip(&spots).map(place).collect()
}

/// Numbers that are the same on every machine.
struct Chance(u32);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % end.max(1)
    }
}
