//! The conformance book passes what every book must pass.

testkit::game_conformance!(testkit::drill::Drill, secrets: true);
