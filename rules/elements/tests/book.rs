//! What every book must pass.

testkit::conformance!(elements::BOOK, elements::game::Elements);
