//! What every book must pass.

testkit::conformance!(squares::BOOK, squares::game::Squares);
