//! The rules of the game, by statements and rulings.
