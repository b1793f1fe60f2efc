//! What must hold of the measured table, on many tables laid out at random and on small ones worked out by hand.

mod crossing;
mod measure;
mod price;
mod random;
mod reach;
mod sight;
mod terrain;
