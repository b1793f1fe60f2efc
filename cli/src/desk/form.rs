//! Changing an input by key: flags toggle, choices cycle, numbers step, lists are typed.

use kernel::procedure::{Field, Kind, Value};

/// The value one step on, or back. Lists have no next value: they are typed.
pub(crate) fn stepped(field: &Field, value: &Value, forward: bool) -> Option<Value> {
    match &field.kind {
        Kind::Flag => Some(Value::Bool(!value.as_bool()?)),
        Kind::Number { min, max } => {
            let next = value.as_i64()? + if forward { 1 } else { -1 };
            (min..=max).contains(&&next).then(|| Value::from(next))
        }
        Kind::Choice(variants) => {
            let place = variants.iter().position(|variant| Some(variant.name) == value.as_str())?;
            let count = variants.len();
            let next = if forward { (place + 1) % count } else { (place + count - 1) % count };
            Some(Value::from(variants[next].name))
        }
        Kind::List { .. } => None,
    }
}

/// How a field is changed, for the hint line.
pub(crate) fn hint(field: &Field) -> &'static str {
    match field.kind {
        Kind::Flag => "space: yes or no",
        Kind::Number { .. } => "left, right: less, more   enter: type it",
        Kind::Choice(_) => "left, right: the other choices   enter: type it",
        Kind::List { .. } => "enter: type the items, e.g. infantry*3,machine-gun:lost=1",
    }
}
