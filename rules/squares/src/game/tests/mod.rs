//! The game by its rules: each with scripted dice and the events they lead to.

mod play;
