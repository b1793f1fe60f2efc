//! A position as a learned judgement reads it: a handful of things, each with what is so of it.

/// A group of facts that exclude one another: the kinds of unit, a number from none to many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// What it is about, as the file of what was learned has it.
    pub name: &'static str,
    /// How many facts are in it.
    pub size: u16,
}

impl Group {
    /// A group of so many facts.
    pub const fn of(name: &'static str, size: u16) -> Group {
        Group { name, size }
    }

    /// The number of facts in these groups together.
    pub fn all(groups: &[Group]) -> usize {
        groups.iter().map(|group| usize::from(group.size)).sum()
    }
}

/// Things of a position, and the facts that hold of each. They are counted as they lie: a book tells the same things of
/// every position, in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    first: Vec<u16>,
    sizes: Vec<u16>,
    told: Vec<u16>,
    /// For each thing, where its facts end.
    ends: Vec<u32>,
}

impl Facts {
    /// None yet.
    pub fn of(groups: &[Group]) -> Facts {
        let mut next = 0;
        let first = groups.iter().map(|group| {
            let first = next;
            next += group.size;
            first
        });
        let (first, sizes) = (first.collect(), groups.iter().map(|group| group.size).collect());
        Facts { first, sizes, told: Vec::new(), ends: Vec::new() }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.told.clear();
        self.ends.clear();
    }

    /// One more thing; what follows is so of it.
    pub fn thing(&mut self) -> &mut Facts {
        self.ends.push(self.told.len() as u32);
        self
    }

    /// A fact of the last thing: the one of this number in a group, or the last of the group where there are not so many.
    pub fn is(&mut self, group: usize, number: impl TryInto<u16>) -> &mut Facts {
        let most = self.sizes[group] - 1;
        let number = number.try_into().map_or(most, |number| number.min(most));
        self.told.push(self.first[group] + number);
        *self.ends.last_mut().expect("a fact is told of something") = self.told.len() as u32;
        self
    }

    /// The things, each with its facts by number.
    pub fn things(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.told[start as usize..end as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_numbered_through_all_groups_and_held_to_their_size() {
        let groups = [Group::of("colour", 2), Group::of("strength", 4)];
        let mut facts = Facts::of(&groups);
        facts.thing().is(0, 1_u8).is(1, 3_u8);
        facts.thing().is(1, 99_u32).is(1, 70_000_i64);
        assert_eq!(facts.things().collect::<Vec<_>>(), [&[1, 5][..], &[5, 5]]);
        assert_eq!(Group::all(&groups), 6);
        facts.clear();
        assert_eq!(facts.things().count(), 0);
    }
}
