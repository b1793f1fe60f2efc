//! What every book must pass.

testkit::conformance!(figures::BOOK, figures::game::Figures);
