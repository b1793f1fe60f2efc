//! `sandtable roll`.

use crate::args::RollArgs;
use crate::draw::explanation::{Charts, explanation_text};
use crate::draw::width;
use crate::situation::head;
use crate::style::{ASIDE, LIT, styled};
use crate::trouble::Trouble;
use kernel::dice::{Dice, Seeded, Typed};
use kernel::procedure::{Rolled, text};
use serde_json::json;
use std::fmt::Write;

/// Throws the dice and says why it came out so.
pub(crate) fn show(asked: &RollArgs) -> Result<String, Trouble> {
    let book = shelf::book(&asked.book)?;
    let procedure = shelf::procedure(book, &asked.procedure)?;
    let given = text::read_inputs(procedure.fields(), asked.inputs.iter().map(String::as_str))?;
    let inputs = procedure.complete(&given)?;
    let throw = |dice: &mut dyn Dice| procedure.roll(&inputs, dice);
    let (rolled, source) = match (&asked.dice, asked.seed) {
        (Some(faces), _) => {
            let mut dice = Typed::new(typed_faces(faces)?);
            let rolled = throw(&mut dice)?;
            dice.finish()?;
            (rolled, "dice typed in".to_owned())
        }
        (None, seed) => {
            let seed = seed.map_or_else(random_seed, Ok)?;
            (throw(&mut Seeded::new(seed))?, format!("seed {seed}"))
        }
    };
    let Rolled { outcome, measures, because } = rolled;
    if asked.json {
        let measures: Vec<_> = measures.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let told = json!({
            "book": book.id, "procedure": procedure.card().name, "inputs": inputs, "dice": source,
            "outcome": outcome, "measures": measures, "steps": because,
        });
        return Ok(format!("{told:#}\n"));
    }
    let mut out = head(&*procedure, &given, &inputs);
    let charts = if asked.charts { Charts::Drawn(width()) } else { Charts::for_steps(because.len(), width()) };
    for step in &because {
        out += &explanation_text(book, step, charts);
    }
    let _ = write!(out, "\n{}", styled(LIT, &outcome));
    let numbers: Vec<String> = measures.iter().map(|(name, value)| format!("{name} {value}")).collect();
    if !numbers.is_empty() {
        let _ = write!(out, "  {}", numbers.join(", "));
    }
    let _ = writeln!(out, "   {}", styled(ASIDE, format!("({source})")));
    Ok(out)
}

fn typed_faces(text: &str) -> Result<Vec<u8>, Trouble> {
    let face = |face: &str| {
        let wrong =
            || Trouble::of(format!("--dice has '{face}' in it, but it must be whole numbers behind commas: 4,2,6"));
        face.trim().parse().map_err(|_| wrong())
    };
    text.split(',').filter(|face| !face.trim().is_empty()).map(face).collect()
}

/// A seed from the system, small enough to be read out and typed again.
pub(crate) fn random_seed() -> Result<u64, Trouble> {
    let seed = getrandom::u32().map_err(|error| Trouble::of(format!("the system gives no random numbers: {error}")))?;
    Ok(u64::from(seed))
}
