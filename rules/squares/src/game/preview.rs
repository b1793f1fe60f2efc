use super::*;
pub(super) fn preview(_: &State, _: &Ask, _: &Order) -> Preview { Preview::default() }
