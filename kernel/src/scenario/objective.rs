//! What a battle is fought for, and other places with names.

use super::node::Node;
use super::page::Page;
use super::trouble::Reading;
use std::ops::RangeInclusive;

/// A place that counts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Objective<P> {
    /// What it is called.
    pub name: String,
    /// What it is worth, where the scenario says so.
    pub value: Option<u16>,
    /// Where it is.
    pub at: P,
}

/// The objectives of a scenario, `most` at most, in places that the book reads: a table `c4 = "The wood"`, or
/// `c4 = { name = "The wood", value = 10 }`, or a list of tables with `at`, where a place is no word. Without `values`
/// none may be given.
pub fn objectives<'a, P: PartialEq>(
    node: &Node<'a>,
    most: usize,
    values: Option<&RangeInclusive<u16>>,
    place: impl Fn(&Node<'a>) -> Reading<P>,
) -> Reading<Vec<Objective<P>>> {
    let value = |node: Node<'_>| match values {
        Some(limits) => node.number(limits.clone()),
        None => Err(node.refuse("is not for a scenario to say: objectives of this book are worth what the rules say")),
    };
    let mut read: Vec<Objective<P>> = Vec::new();
    let mut add = |at: &Node<'a>, objective: Objective<P>| {
        if read.len() == most {
            return Err(at.refuse(&format!("is one too many; there are {most} at most")));
        }
        if read.iter().any(|other| other.at == objective.at || other.name == objective.name) {
            return Err(at.refuse(&format!("is '{}' again; each has a place and a name of its own", objective.name)));
        }
        read.push(objective);
        Ok(())
    };
    let known = |page: &mut Page<'a>| -> Reading<_> {
        let (name, worth) = (page.get("name").name(), page.find("value").map(value).transpose());
        Ok((name?, worth?))
    };
    if node.is_table() {
        node.table(|page| {
            for (key, given) in page.rest() {
                let at = place(&key);
                let short = |given: &Node<'_>| given.name().map(|name| (name, None));
                let told = if given.is_table() { given.table(known) } else { short(&given) };
                let (name, value) = told?;
                add(&key, Objective { name, value, at: at? })?;
            }
            Ok(())
        })?;
    } else {
        for item in node.items(10 * most)? {
            item.table(|page| {
                let at = page.get("at");
                let (place, told) = (place(&at), known(page));
                let (name, value) = told?;
                add(&at, Objective { name, value, at: place? })
            })?;
        }
    }
    Ok(read)
}
