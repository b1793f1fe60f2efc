//! Repeats ('ties again', 'fight on'): stages that lead back to themselves, solved exactly.

use super::Ratio;
use crate::fx::FxHashMap;
use smallvec::SmallVec;

/// Stages that lead to one another, or a single stage.
pub(super) struct Component {
    pub(super) members: SmallVec<[u32; 1]>,
    /// Some member leads back into the component.
    pub(super) repeats: bool,
}

impl Component {
    /// Is this stage within the repeat? (Never for a stage that does not repeat, which cannot lead to itself.)
    pub(super) fn holds(&self, number: u32) -> bool {
        self.repeats && self.members.contains(&number)
    }
}

/// Which stage leads to which, all in one row.
pub(super) struct Edges {
    /// Where the edges of each stage begin, and at the end where the last ones end.
    begin: Vec<u32>,
    next: Vec<u32>,
}

impl Edges {
    pub(super) fn new() -> Edges {
        Edges { begin: vec![0], next: Vec::new() }
    }

    /// Adds the next stage with all that it leads to.
    pub(super) fn push(&mut self, leads_to: impl IntoIterator<Item = u32>) {
        self.next.extend(leads_to);
        self.begin.push(self.next.len() as u32);
    }

    fn of(&self, stage: u32) -> &[u32] {
        let (begin, end) = (self.begin[stage as usize], self.begin[stage as usize + 1]);
        &self.next[begin as usize..end as usize]
    }
}

/// The strongly connected components, those that lead nowhere else first (Tarjan, without recursion).
pub(super) fn components(edges: &Edges) -> Vec<Component> {
    const UNSEEN: u32 = u32::MAX;
    let stages = edges.begin.len() - 1;
    let mut order = vec![UNSEEN; stages];
    let mut low = vec![0_u32; stages];
    let mut on_stack = vec![false; stages];
    let (mut stack, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    let mut calls = Vec::new();
    for root in 0..stages as u32 {
        if order[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0_usize));
        while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
            let n = node as usize;
            if *edge == 0 {
                (order[n], low[n]) = (count, count);
                count += 1;
                stack.push(node);
                on_stack[n] = true;
            }
            if let Some(&next) = edges.of(node).get(*edge) {
                *edge += 1;
                let m = next as usize;
                if order[m] == UNSEEN {
                    calls.push((next, 0));
                } else if on_stack[m] {
                    low[n] = low[n].min(order[m]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[n]);
            }
            if low[n] == order[n] {
                let from = stack.iter().rposition(|&other| other == node).expect("the root is on the stack");
                let members: SmallVec<[u32; 1]> = stack.drain(from..).collect();
                for &member in &members {
                    on_stack[member as usize] = false;
                }
                let repeats = members.len() > 1 || edges.of(node).contains(&node);
                found.push(Component { members, repeats });
            }
        }
    }
    found
}

/// The chances of going from one member of a repeat to another.
pub(super) struct Repeat {
    within: Vec<Vec<Ratio>>,
}

impl Repeat {
    pub(super) fn of(members: &[u32], chances: impl Fn(u32) -> Vec<(u32, Ratio)>) -> Repeat {
        let place: FxHashMap<u32, usize> = members.iter().enumerate().map(|(i, &member)| (member, i)).collect();
        let mut within = vec![vec![Ratio::ZERO; members.len()]; members.len()];
        for (i, &member) in members.iter().enumerate() {
            for (next, chance) in chances(member) {
                if let Some(&j) = place.get(&next) {
                    within[i][j] += chance;
                }
            }
        }
        Repeat { within }
    }

    /// Mean visits to each member from the mass that enters: `v = entering + within^T v`.
    pub(super) fn visits(&self, entering: Vec<Ratio>) -> Option<Vec<Ratio>> {
        let n = self.within.len();
        let transposed = (0..n).map(|j| (0..n).map(|i| identity(i, j) - &self.within[i][j]).collect());
        solve(transposed.collect(), entering)
    }

    /// Mean value of each member from what it is worth on the way out: `v = out + within v`.
    pub(super) fn values(&self, out: Vec<Ratio>) -> Option<Vec<Ratio>> {
        let n = self.within.len();
        let plain = (0..n).map(|i| (0..n).map(|j| identity(i, j) - &self.within[i][j]).collect());
        solve(plain.collect(), out)
    }
}

fn identity(i: usize, j: usize) -> Ratio {
    if i == j { Ratio::ONE } else { Ratio::ZERO }
}

/// Solves `rows x = right` by elimination in exact fractions; `None` when it has no single solution.
fn solve(mut rows: Vec<Vec<Ratio>>, mut right: Vec<Ratio>) -> Option<Vec<Ratio>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).find(|&row| rows[row][column] != Ratio::ZERO)?;
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let head = rows[column].clone();
        let head_right = right[column].clone();
        for row in 0..n {
            if row == column || rows[row][column] == Ratio::ZERO {
                continue;
            }
            let factor = &rows[row][column] / &head[column];
            for (cell, above) in rows[row].iter_mut().zip(&head).skip(column) {
                *cell -= &factor * above;
            }
            right[row] -= factor * &head_right;
        }
    }
    Some((0..n).map(|i| &right[i] / &rows[i][i]).collect())
}
