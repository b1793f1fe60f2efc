//! The tiny book passes what every book must pass.

testkit::conformance!(outposts::BOOK, outposts::game::Outposts);
