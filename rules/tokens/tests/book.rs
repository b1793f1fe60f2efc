//! What every book must pass.

testkit::conformance!(tokens::BOOK);
