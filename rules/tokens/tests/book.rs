//! What every book must pass.

testkit::conformance!(tokens::BOOK, tokens::game::Tokens);
