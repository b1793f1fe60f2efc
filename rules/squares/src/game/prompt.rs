use super::*;
pub(super) fn prompt(_: &State, _: &Ask, _: &[Pick]) -> Result<Prompt<Order>, Refusal> { Err(Refusal::of("")) }
pub(super) fn picks(_: &State, _: &Ask, _: &Order) -> Vec<Pick> { Vec::new() }
