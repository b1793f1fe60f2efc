//! Every branch of a decision, one after the other.

/// The branches that were taken, and how many there were at each place.
#[derive(Default)]
pub(super) struct Branches {
    taken: Vec<(u32, u32)>,
    at: usize,
    /// Points of a measured table were met, which are not enumerated.
    pub(super) measured: bool,
}

impl Branches {
    /// The branch whose turn it is, of so many.
    pub(super) fn take(&mut self, of: u32) -> u32 {
        if self.at == self.taken.len() {
            self.taken.push((0, of));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }

    /// Moves on to the next branch; `false` when all were taken.
    pub(super) fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((taken, of)) = self.taken.last_mut() {
            *taken += 1;
            if *taken < *of {
                return true;
            }
            self.taken.pop();
        }
        false
    }
}
