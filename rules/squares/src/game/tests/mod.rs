//! The game by its rules: each with scripted dice and the events they lead to.

mod assaults;
mod barrages;
mod end;
mod hits;
mod morale;
mod movement;
mod play;
mod prompts;
mod reinforcements;
mod set_up;
mod shooting;
mod square;
mod table;
mod turn;
