//! Sight between two bases.
//!
//! A base is seen where a line from the viewer's middle to its middle or to one of its corners is blocked by nothing.
//! Sight goes both ways: where such a line leads from either of the two to the other, each sees the other. Every test
//! of a line is the same from both of its ends, so sight is symmetric.

use crate::crossing::Crossing;
use crate::footprint::Footprint;
use crate::fraction::{Fraction, stretch};
use crate::ground::{Ground, Set};
use crate::point::Point;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// How one kind of terrain, or something that stands in the way, hinders sight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opacity {
    /// Not at all.
    #[default]
    Clear,
    /// Where a line has more than this of it, all pieces of the kind together: woods, smoke.
    Deep(i64),
    /// Always, but for what an end of the line stands in: buildings, other units.
    Solid,
    /// As a hill: where both ends are lower than it is. From an end on it, or from higher ground, one sees over it.
    Hill,
    /// As a crest: its rim blocks, unless one end of the line is within so much of where the line crosses it; and where
    /// the line crosses it twice, of both.
    Crest(i64),
}

/// A kind of viewer: what blocks its sight.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Viewer {
    /// Kinds of terrain in the words of the plan, each with how it hinders. What is not named is clear.
    pub opacities: Vec<(String, Opacity)>,
    /// From higher ground one sees over woods, buildings and units, unless they are within so much of the lower end;
    /// nothing where one never does.
    pub over: Option<i64>,
}

/// A ground as one kind of viewer sees it. It is made once for a game, as the ground is.
#[derive(Clone, Debug)]
pub struct Outlook {
    ground: Arc<Ground>,
    opacities: Vec<Opacity>,
    /// The first piece of the same kind, for each piece.
    kinds: Vec<usize>,
    matters: Set,
    hills: Vec<usize>,
    over: Option<i64>,
}

/// Something on the table that is not terrain and hinders sight: smoke, or another unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Screen {
    /// Where it is.
    pub footprint: Footprint,
    /// How it hinders; screens of one depth count together.
    pub opacity: Opacity,
    /// The level of the ground that it stands on, as [`Outlook::level`] has it.
    #[serde(default)]
    pub level: u8,
}

/// A line of sight from the middle of one of two bases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its beginning.
    pub from: Point,
    /// Its end.
    pub to: Point,
}

/// An end of a line: where its base stands, and how high.
#[derive(Clone, Copy)]
struct Post {
    middle: Point,
    level: u8,
}

impl Viewer {
    /// A viewer whose sight nothing blocks.
    pub fn new() -> Viewer {
        Viewer::default()
    }

    /// This kind of terrain hinders so.
    #[must_use]
    pub fn through(mut self, kind: &str, opacity: Opacity) -> Viewer {
        self.opacities.push((kind.to_owned(), opacity));
        self
    }

    /// From higher ground sees over what is further than this from the lower end.
    #[must_use]
    pub fn over(self, shadow: i64) -> Viewer {
        Viewer { over: Some(shadow), ..self }
    }

    /// How a kind of terrain hinders.
    pub fn opacity(&self, kind: &str) -> Opacity {
        self.opacities.iter().rev().find(|(name, _)| name == kind).map_or(Opacity::Clear, |(_, opacity)| *opacity)
    }
}

impl Outlook {
    /// The ground as this viewer sees it.
    pub fn new(ground: Arc<Ground>, viewer: &Viewer) -> Outlook {
        let terrain = ground.terrain();
        let opacities: Vec<Opacity> = terrain.iter().map(|terrain| viewer.opacity(&terrain.kind)).collect();
        let first = |kind: &str| terrain.iter().position(|other| other.kind == kind).unwrap_or(0);
        let kinds = terrain.iter().map(|terrain| first(&terrain.kind)).collect();
        let mut matters = Set::default();
        for (i, _) in opacities.iter().enumerate().filter(|(_, opacity)| **opacity != Opacity::Clear) {
            matters[i / 64] |= 1 << (i % 64);
        }
        let is_hill = |piece: &usize| matches!(opacities[*piece], Opacity::Hill | Opacity::Crest(_));
        let hills = (0..terrain.len()).filter(is_hill).collect();
        Outlook { ground, opacities, kinds, matters, hills, over: viewer.over }
    }

    /// How high the ground is at a point: the highest hill that it lies on.
    pub fn level(&self, point: Point) -> u8 {
        let hills = self.hills.iter().filter(|hill| self.ground.pieces()[**hill].holds(point));
        hills.map(|hill| self.ground.terrain()[*hill].level).max().unwrap_or(0)
    }

    /// Do the two see each other?
    pub fn sees(&self, viewer: &Footprint, target: &Footprint, screens: &[Screen]) -> bool {
        self.line(viewer, target, screens).is_some()
    }

    /// A line by which the two see each other: the one between their middles if it is clear, else one from the viewer's
    /// middle to a corner of the target, else one from the target's middle.
    pub fn line(&self, viewer: &Footprint, target: &Footprint, screens: &[Screen]) -> Option<Line> {
        let post = |middle: Point| Post { middle, level: self.level(middle) };
        let (here, there) = (post(viewer.middle()), post(target.middle()));
        let middles = Line { from: here.middle, to: there.middle };
        if self.is_clear(here, there, middles, screens) {
            return Some(middles);
        }
        let to_target = target.corners().into_iter().map(|to| Line { from: here.middle, to });
        let to_viewer = viewer.corners().into_iter().map(|to| Line { from: there.middle, to });
        let found = to_target.into_iter().find(|line| self.is_clear(here, there, *line, screens));
        found.or_else(|| to_viewer.into_iter().find(|line| self.is_clear(there, here, *line, screens)))
    }

    fn is_clear(&self, here: Post, there: Post, line: Line, screens: &[Screen]) -> bool {
        if !self.ground.holds(line.from) || !self.ground.holds(line.to) {
            return false;
        }
        let length = line.from.distance(line.to);
        let mut depths = Depths::new();
        let blocked = self.ground.has_crossing(&self.matters, line.from, line.to, |crossing| {
            let piece = crossing.piece;
            let terrain = &self.ground.terrain()[piece];
            let holds = |post: Post| self.ground.pieces()[piece].holds(post.middle);
            let met = Met { crossing, length, here, there, level: terrain.level, over: self.over };
            match self.opacities[piece] {
                Opacity::Clear => false,
                Opacity::Deep(limit) => {
                    if !met.is_seen_over() {
                        depths.push((self.kinds[piece], limit, crossing.from, crossing.to));
                    }
                    false
                }
                Opacity::Solid => !holds(here) && !holds(there) && !met.is_seen_over(),
                Opacity::Hill => !holds(here) && !holds(there) && met.is_under_hill(),
                Opacity::Crest(near) => met.has_crest_between(near),
            }
        });
        if blocked {
            return false;
        }
        for screen in screens {
            let Some(crossing) = screen.crossed_by(line) else { continue };
            let holds = |post: Post| screen.footprint.holds(post.middle);
            let met = Met { crossing, length, here, there, level: screen.level, over: self.over };
            match screen.opacity {
                Opacity::Clear => {}
                Opacity::Deep(_) if met.is_seen_over() => {}
                // Screens are a kind of their own, after all pieces.
                Opacity::Deep(limit) => depths.push((usize::MAX, limit, crossing.from, crossing.to)),
                Opacity::Solid if holds(here) || holds(there) || met.is_seen_over() => {}
                Opacity::Hill if holds(here) || holds(there) || !met.is_under_hill() => {}
                Opacity::Crest(near) if !met.has_crest_between(near) => {}
                Opacity::Solid | Opacity::Hill | Opacity::Crest(_) => return false,
            }
        }
        !is_too_deep(depths, length)
    }
}

impl Screen {
    /// The part of a line that lies in it.
    pub fn crossed_by(&self, line: Line) -> Option<Crossing> {
        let (from, to) = (line.from.doubled(), line.to.doubled());
        if !self.footprint.is_about(from, to) {
            return None;
        }
        let (from, to) = self.footprint.outline().part_inside(from, to)?;
        Some(Crossing { piece: usize::MAX, from, to })
    }
}

/// Something that a line meets between two posts.
struct Met {
    crossing: Crossing,
    length: i64,
    here: Post,
    there: Post,
    level: u8,
    over: Option<i64>,
}

impl Met {
    /// Does the higher end see over it? It must be lower than that end, and not too near to the other.
    fn is_seen_over(&self) -> bool {
        let Some(shadow) = self.over else { return false };
        let Met { crossing, length, here, there, level, .. } = *self;
        let before = stretch(length, Fraction::ZERO, crossing.from, (1, 1));
        let behind = stretch(length, crossing.to, Fraction::ONE, (1, 1));
        (here.level > level && behind > shadow) || (there.level > level && before > shadow)
    }

    /// Is it a hill that hides the lower of the two ends?
    fn is_under_hill(&self) -> bool {
        let (low, high) = (self.here.level.min(self.there.level), self.here.level.max(self.there.level));
        high <= self.level && low < self.level
    }

    /// Does the line cross the rim where neither end is near?
    fn has_crest_between(&self, near: i64) -> bool {
        let rims = [self.crossing.from, self.crossing.to].into_iter();
        let mut rims = rims.filter(|rim| *rim > Fraction::ZERO && *rim < Fraction::ONE);
        let is_near_here = |rim: Fraction| stretch(self.length, Fraction::ZERO, rim, (1, 1)) <= near;
        let is_near_there = |rim: Fraction| stretch(self.length, rim, Fraction::ONE, (1, 1)) <= near;
        !rims.clone().all(is_near_here) && !rims.all(is_near_there)
    }
}

/// Stretches that count by their depth: kind, limit, beginning and end.
type Depths = SmallVec<[(usize, i64, Fraction, Fraction); 8]>;

/// Has a line more of some kind than it may? Where pieces of a kind overlap, the ground counts once.
fn is_too_deep(mut depths: Depths, length: i64) -> bool {
    depths.sort_unstable();
    let mut depth = 0;
    for i in 0..depths.len() {
        let (kind, limit, mut from, to) = depths[i];
        let same = |other: &&(usize, i64, Fraction, Fraction)| (other.0, other.1) == (kind, limit);
        if !depths[..i].last().is_some_and(|last| same(&last)) {
            depth = 0;
        }
        if let Some(covered) = depths[..i].iter().filter(same).map(|before| before.3).max() {
            from = from.max(covered);
        }
        if from < to {
            depth += stretch(length, from, to, (1, 1));
        }
        if depth > limit {
            return true;
        }
    }
    false
}
