//! Fits a judgement to positions: stochastic gradient descent (Adam) on the log loss of the chance to win and the error of
//! the margin. Sums are taken in one order, whatever the number of cores.

use super::positions::Positions;
use super::{Measured, Progress, blank, log_loss};
use kernel::dice::Seeded;
use opponent::{Judgement, MARGIN, OUTPUTS, Steps, sigmoid};
use rayon::prelude::*;

/// How it is fitted.
pub(super) struct Fit {
    pub(super) facts: usize,
    pub(super) layers: [usize; 2],
    pub(super) rounds: u32,
    pub(super) seed: u64,
}

const BATCH: usize = 256;
/// A batch is worked on in so many parts, whatever the number of cores.
const PARTS: usize = 4;
/// How far a step goes at first; at the end a twentieth of it.
const RATE: f32 = 2e-3;
/// How strongly weights are drawn to nothing.
const DECAY: f32 = 1e-5;
/// How much the margin counts beside the chance.
const MARGIN_SHARE: f32 = 0.5;

impl Fit {
    /// Learns, and gives back what was best on the positions that were kept back.
    pub(super) fn learn(&self, learned: &Positions, kept_back: &Positions, progress: Progress<'_>) -> Judgement {
        let mut judgement = blank(self.facts, self.layers, self.seed);
        let mut best = (measure(&judgement, kept_back).loss, judgement.clone());
        let mut adam = Adam::of(judgement.weights.len());
        let mut order: Vec<usize> = (0..learned.len()).collect();
        let mut random = Seeded::new(self.seed ^ 0xf17);
        for round in 0..self.rounds {
            for place in (1..order.len()).rev() {
                order.swap(place, random.below(place as u32 + 1) as usize);
            }
            let left = 1.0 - round as f32 / self.rounds as f32;
            let rate = RATE * (0.05 + 0.95 * left);
            for batch in order.chunks(BATCH) {
                let gradient = gradient_of(&judgement, learned, batch);
                adam.step(&mut judgement.weights, &gradient, rate);
            }
            let measured = measure(&judgement, kept_back);
            if measured.loss < best.0 {
                best = (measured.loss, judgement.clone());
            }
            progress("learning", f64::from(round + 1) / f64::from(self.rounds));
        }
        best.1
    }
}

fn gradient_of(judgement: &Judgement, positions: &Positions, batch: &[usize]) -> Vec<f32> {
    let parts: Vec<Vec<f32>> = batch
        .par_chunks(batch.len().div_ceil(PARTS))
        .map(|part| {
            let (mut gradient, mut steps) = (vec![0.0; judgement.weights.len()], Steps::default());
            for &place in part {
                add_gradient(judgement, positions, place, &mut steps, &mut gradient);
            }
            gradient
        })
        .collect();
    let scale = 1.0 / batch.len() as f32;
    (0..judgement.weights.len()).map(|place| parts.iter().map(|part| part[place]).sum::<f32>() * scale).collect()
}

/// Adds what one position has to say about each weight.
fn add_gradient(judgement: &Judgement, positions: &Positions, place: usize, steps: &mut Steps, gradient: &mut [f32]) {
    let (facts, (won, margin)) = positions.get(place);
    judgement.look(facts, steps);
    let (layout, weights) = (judgement.layout(), &judgement.weights);
    let (wide, deep) = (judgement.wide, judgement.deep);
    let off = (steps.outputs[1] - (margin / MARGIN).clamp(-4.0, 4.0)).clamp(-1.0, 1.0);
    let of_outputs = [sigmoid(steps.outputs[0]) - won, MARGIN_SHARE * off];
    let mut of_second = vec![0.0; deep];
    for (output, of_output) in of_outputs.into_iter().enumerate() {
        gradient[layout.last_bias + output] += of_output;
        for unit in 0..deep {
            gradient[layout.last + output * deep + unit] += of_output * steps.second[unit];
            if steps.second[unit] > 0.0 {
                of_second[unit] += of_output * weights[layout.last + output * deep + unit];
            }
        }
    }
    let mut of_sum = vec![0.0; wide];
    for (unit, &of_unit) in of_second.iter().enumerate().filter(|(_, of_unit)| **of_unit != 0.0) {
        gradient[layout.second_bias + unit] += of_unit;
        let row = layout.second + unit * wide;
        for column in 0..wide {
            gradient[row + column] += of_unit * steps.sum[column];
            of_sum[column] += of_unit * weights[row + column];
        }
    }
    for (number, thing) in facts.things().enumerate() {
        let row = &steps.things[number * wide..(number + 1) * wide];
        for column in (0..wide).filter(|&column| row[column] > 0.0) {
            gradient[layout.first_bias + column] += of_sum[column];
        }
        for &fact in thing {
            let fact = usize::from(fact);
            let start = layout.first + fact * wide;
            for column in (0..wide).filter(|&column| row[column] > 0.0) {
                gradient[start + column] += of_sum[column];
            }
            for (output, of_output) in of_outputs.into_iter().enumerate() {
                gradient[layout.direct + fact * OUTPUTS + output] += of_output;
            }
        }
    }
}

/// Adam, with its usual constants.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn of(weights: usize) -> Adam {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let (first, second) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for (place, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[place] + DECAY * *weight;
            self.mean[place] = 0.9 * self.mean[place] + 0.1 * slope;
            self.square[place] = 0.999 * self.square[place] + 0.001 * slope * slope;
            *weight -= rate * (self.mean[place] / first) / ((self.square[place] / second).sqrt() + 1e-8);
        }
    }
}

/// What a judgement says of positions, held to how their games ended.
pub(super) fn measure(judgement: &Judgement, positions: &Positions) -> Measured {
    let (mut loss, mut margin_error, mut steps) = (0.0, 0.0, Steps::default());
    let mut tenths = vec![(0_u32, 0.0_f64, 0.0_f64); 10];
    for place in 0..positions.len() {
        let (facts, (won, margin)) = positions.get(place);
        let worth = judgement.worth(facts, &mut steps);
        loss += log_loss(worth.win, won);
        margin_error += f64::from((worth.margin - margin).abs());
        let tenth = &mut tenths[((worth.win * 10.0) as usize).min(9)];
        *tenth = (tenth.0 + 1, tenth.1 + f64::from(worth.win), tenth.2 + f64::from(won));
    }
    let all = positions.len().max(1) as f64;
    let mean = |(count, said, won): (u32, f64, f64)| {
        let times = f64::from(count.max(1));
        (count, said / times, won / times)
    };
    Measured {
        positions: positions.len(),
        loss: loss / all,
        margin_error: margin_error / all,
        calibration: tenths.into_iter().map(mean).collect(),
    }
}
