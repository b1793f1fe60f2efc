//! Whole games at a scripted console.
