testkit::game_conformance!(squares::game::Squares, secrets: false);
