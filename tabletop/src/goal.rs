//! What a battle on a measured table is fought for, and who holds it.

use crate::draw::spot;
use field::{INCH, Point};
use kernel::game::{AtPlace, Mark, Shape, Site};
use kernel::rule::Rule;
use kernel::scenario::{Node, Objective, Page, Reading};
use kernel::seat::Seat;
use std::fmt::Display;

/// A place that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal<S> {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// What it is worth at the end.
    pub value: u8,
    /// Who holds it at the beginning.
    pub holder: Option<S>,
}

/// The names of the objectives that a side holds at the beginning: `holds = ["The farm"]` in what is said of it.
pub fn holds(page: &mut Page<'_>) -> Reading<Vec<String>> {
    let Some(holds) = page.find("holds") else { return Ok(Vec::new()) };
    let names: Vec<_> = holds.items(8)?.iter().map(Node::name).collect();
    names.into_iter().collect()
}

/// Joins the objectives of a scenario with what its sides hold. What the scenario gives no value is worth `usual`.
pub fn goals<S: Copy>(
    page: &Page<'_>,
    objectives: &[Objective<Point>],
    held: [(S, Seat, &[String]); 2],
    usual: u8,
) -> Reading<Vec<Goal<S>>> {
    for (_, seat, names) in held {
        if let Some(name) = names.iter().find(|name| objectives.iter().all(|goal| goal.name != **name)) {
            let known: Vec<_> = objectives.iter().map(|goal| goal.name.as_str()).collect();
            return Err(page.refuse(seat.0, &format!("names '{name}', but the objectives are {}", known.join(", "))));
        }
    }
    let holder = |name: &String| held.iter().find(|(.., names)| names.contains(name)).map(|(side, ..)| *side);
    let goal = |objective: &Objective<Point>| Goal {
        name: objective.name.clone(),
        at: objective.at,
        value: objective.value.unwrap_or(usual.into()) as u8,
        holder: holder(&objective.name),
    };
    Ok(objectives.iter().map(goal).collect())
}

/// What the goals that a side holds are worth.
pub fn held<S: PartialEq>(goals: &[Goal<S>], holders: &[Option<S>], side: &S) -> i32 {
    let held = goals.iter().zip(holders).filter(|(_, holder)| holder.as_ref() == Some(side));
    held.map(|(goal, _)| i32::from(goal.value)).sum()
}

/// The goals as sites of the ground, each with the inches around it that count.
pub fn sites<S>(goals: &[Goal<S>], inches: i64) -> Vec<Site> {
    let site = |(id, goal): (u16, &Goal<S>)| Site {
        id,
        name: goal.name.clone(),
        about: format!("an objective worth {}", goal.value),
        shape: Shape::Circle(spot(goal.at), inches * INCH),
    };
    (0..).zip(goals).map(site).collect()
}

/// Who holds each of them now, as it is drawn: the first side is the attacker.
pub fn holders<S: Copy + Display + PartialEq>(
    holders: &[Option<S>],
    [attacker, _]: [S; 2],
    rule: Rule,
) -> Vec<AtPlace> {
    let place = |(id, holder): (u16, &Option<S>)| {
        // Who holds it is told by its mark.
        let about = if holder.is_none() { "held by nobody" } else { "" }.to_owned();
        let role = |side: S| if side == attacker { "held-by-attacker" } else { "held-by-defender" };
        let mark = |side: S| Mark { role: role(side), count: 1, name: format!("held by the {side}"), rule: Some(rule) };
        AtPlace { id, about, marks: holder.map(mark).into_iter().collect() }
    };
    (0..).zip(holders).map(place).collect()
}

/// The goals in a line: 'The farm (3), Hill 60 (2)'.
pub fn listed<S>(goals: &[Goal<S>]) -> String {
    let each: Vec<_> = goals.iter().map(|goal| format!("{} ({})", goal.name, goal.value)).collect();
    each.join(", ")
}
