//! What every book must pass.

testkit::conformance!(somme::BOOK, somme::game::Somme);
