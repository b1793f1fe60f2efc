//! What a battle on a measured table is fought for, and who holds it at the beginning.

use field::Point;
use kernel::scenario::{Node, Objective, Page, Reading};
use kernel::seat::Seat;

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
