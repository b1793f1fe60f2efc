//! The logistic function, the same on every machine: only additions, multiplications and one division.

/// `1 / (1 + e^-x)`, to within a hundred thousandth.
pub fn sigmoid(x: f32) -> f32 {
    let x = x.clamp(-30.0, 30.0);
    1.0 / (1.0 + exp(-x))
}

/// `e^x` for x from -30 to 30: a power of two by its bits, times a polynomial.
fn exp(x: f32) -> f32 {
    let twos = x * std::f32::consts::LOG2_E;
    let whole = (twos + 0.5).floor();
    let part = (twos - whole) * std::f32::consts::LN_2;
    let tail = 1.0 + part * (1.0 / 4.0) * (1.0 + part * (1.0 / 5.0));
    let polynomial = 1.0 + part * (1.0 + part * 0.5 * (1.0 + part * (1.0 / 3.0) * tail));
    f32::from_bits(((127 + whole as i32) as u32) << 23) * polynomial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for step in -3_000..=3_000 {
            let x = f64::from(step) / 100.0;
            let true_value = 1.0 / (1.0 + (-x).exp());
            assert!((f64::from(sigmoid(x as f32)) - true_value).abs() < 1e-5, "at {x}");
        }
        assert!(sigmoid(-1e9) < 1e-9 && sigmoid(1e9) > 0.999_999, "beyond, it stays where it is");
    }
}
