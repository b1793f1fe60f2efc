//! Random inputs that a schema allows.

use kernel::dice::Seeded;
use kernel::procedure::{Field, Inputs, Kind, Value};

/// Inputs drawn from a schema: every value allowed, about half of the fields left to their defaults.
pub fn random_inputs(fields: &[Field], dice: &mut Seeded) -> Inputs {
    let mut inputs = Inputs::new();
    for field in fields {
        if dice.below(2) == 0 {
            inputs.insert(field.name.to_owned(), random_value(field, dice));
        }
    }
    inputs
}

fn random_value(field: &Field, dice: &mut Seeded) -> Value {
    match &field.kind {
        Kind::Flag => Value::Bool(dice.below(2) == 0),
        Kind::Number { min, max } => {
            // Limits are where mistakes live, so they come up more often than their share, and most numbers are small.
            match dice.below(8) {
                0..=3 => Value::from(*min),
                4 => Value::from(*max),
                _ => Value::from(min + i64::from(dice.below((max - min + 1) as u32))),
            }
        }
        Kind::Choice(variants) => Value::from(variants[dice.below(variants.len() as u32) as usize].name),
        Kind::List { min, max, of } => {
            let count = *min as u32 + dice.below((max - min + 1) as u32);
            (0..count).map(|_| Value::Object(random_inputs(of, dice))).collect()
        }
    }
}
