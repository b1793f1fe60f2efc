//! Small plots as SVG.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 44.0;
const TOP: f64 = 28.0;

/// A share from 0 to 1 at a place, with its interval.
#[derive(Clone, Debug)]
pub struct Dot {
    /// What it belongs to, written below.
    pub label: String,
    /// The share.
    pub share: f64,
    /// Its interval.
    pub interval: (f64, f64),
}

/// Shares side by side, with a band where they are even (45 to 55 %).
pub fn shares(title: &str, dots: &[Dot]) -> String {
    let mut svg = begun(title);
    let x = |place: usize| LEFT + (place as f64 + 0.5) * (WIDTH - LEFT - 12.0) / dots.len().max(1) as f64;
    let _ = writeln!(
        svg,
        r##"<rect x="{LEFT}" y="{:.1}" width="{:.1}" height="{:.1}" fill="#cfd8b8"/>"##,
        y(0.55),
        WIDTH - LEFT - 12.0,
        y(0.45) - y(0.55)
    );
    svg += &per_cents();
    for (place, dot) in dots.iter().enumerate() {
        let (at, low, high) = (x(place), y(dot.interval.0), y(dot.interval.1));
        let _ = writeln!(
            svg,
            r##"<path d="M{at:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h8M{:.1} {high:.1}h8" stroke="#7a4b2a" stroke-width="1.5"/><circle cx="{at:.1}" cy="{:.1}" r="4" fill="#7a4b2a"/><text x="{at:.1}" y="{:.1}" text-anchor="middle">{}</text>"##,
            at - 4.0,
            at - 4.0,
            y(dot.share),
            HEIGHT - BOTTOM + 18.0,
            escaped(&dot.label)
        );
    }
    svg + "</svg>\n"
}

/// How high a share stands.
fn y(share: f64) -> f64 {
    TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)
}

/// Lines at every tenth.
fn per_cents() -> String {
    let mut svg = String::new();
    for tenth in 0..=10 {
        let share = f64::from(tenth) / 10.0;
        let _ = writeln!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="end">{} %</text><path d="M{LEFT} {:.1}H{:.1}" stroke="#0002"/>"##,
            LEFT - 6.0,
            y(share) + 4.0,
            tenth * 10,
            y(share),
            WIDTH - 12.0
        );
    }
    svg
}

/// A share from step to step, some of them marked.
pub fn curve(title: &str, shares: &[f64], marked: &[usize]) -> String {
    let mut svg = begun(title) + &per_cents();
    let x = |place: usize| LEFT + place as f64 * (WIDTH - LEFT - 12.0) / (shares.len().max(2) - 1) as f64;
    let line: String = shares.iter().enumerate().map(|(at, share)| format!("{:.1},{:.1} ", x(at), y(*share))).collect();
    let _ = writeln!(svg, r##"<polyline points="{line}" fill="none" stroke="#7a4b2a" stroke-width="1.5"/>"##);
    for &at in marked {
        let share = shares.get(at).copied().unwrap_or(0.5);
        let _ = writeln!(svg, r##"<circle cx="{:.1}" cy="{:.1}" r="4" fill="#9b2d20"/>"##, x(at), y(share));
    }
    svg + "</svg>\n"
}

/// What was said against what came of it: a judgement that can be trusted lies on the line.
pub fn calibration(title: &str, steps: &[(u32, f64, f64)]) -> String {
    let mut svg = begun(title) + &per_cents();
    let x = |share: f64| LEFT + share * (WIDTH - LEFT - 12.0);
    let _ = writeln!(svg, r##"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="#0006"/>"##, x(0.0), y(0.0), x(1.0), y(1.0));
    let most = steps.iter().map(|(count, ..)| *count).max().unwrap_or(1).max(1);
    for (count, said, won) in steps.iter().filter(|(count, ..)| *count > 0) {
        let radius = 3.0 + 6.0 * (f64::from(*count) / f64::from(most)).sqrt();
        let _ = writeln!(
            svg,
            r##"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="#7a4b2a"><title>{count} positions called {:.0} %: {:.0} % were won</title></circle><text x="{:.1}" y="{:.1}" text-anchor="middle">{:.0} %</text>"##,
            x(*said),
            y(*won),
            said * 100.0,
            won * 100.0,
            x(*said),
            HEIGHT - BOTTOM + 18.0,
            said * 100.0
        );
    }
    let _ = writeln!(
        svg,
        r#"<text x="{:.1}" y="{:.1}" text-anchor="end">chance that was called</text><text x="{:.1}" y="{:.1}">games that were won</text>"#,
        WIDTH - 12.0,
        HEIGHT - 8.0,
        LEFT + 6.0,
        TOP + 14.0
    );
    svg + "</svg>\n"
}

/// How often each number came, in steps; what is above zero is the first seat's.
pub fn histogram(title: &str, numbers: &[i32], step: i32) -> String {
    let mut svg = begun(title);
    let (least, most) = (numbers.iter().min().copied().unwrap_or(0), numbers.iter().max().copied().unwrap_or(0));
    let bin = |number: i32| number.div_euclid(step);
    let (first, last) = (bin(least), bin(most));
    let mut counts = vec![0_u32; (last - first + 1) as usize];
    for number in numbers {
        counts[(bin(*number) - first) as usize] += 1;
    }
    let highest = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let width = (WIDTH - LEFT - 12.0) / counts.len() as f64;
    for (place, count) in counts.iter().enumerate() {
        let number = (first + place as i32) * step;
        let height = f64::from(*count) / highest * (HEIGHT - TOP - BOTTOM);
        let fill = if number >= 0 { "#7a4b2a" } else { "#51626f" };
        let x = LEFT + place as f64 * width;
        let _ = writeln!(
            svg,
            r#"<rect x="{x:.1}" y="{:.1}" width="{:.1}" height="{height:.1}" fill="{fill}"><title>{count} games from {number} to {}</title></rect>"#,
            HEIGHT - BOTTOM - height,
            (width - 1.0).max(1.0),
            number + step - 1
        );
        if counts.len() <= 16 || number % (step * 4) == 0 {
            let _ = writeln!(svg, r#"<text x="{x:.1}" y="{:.1}">{number}</text>"#, HEIGHT - BOTTOM + 18.0);
        }
    }
    svg + "</svg>\n"
}

fn begun(title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#2b2419\" role=\"img\" aria-label=\"{0}\"><rect width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" fill=\"#f6f0e0\"/><text x=\"{LEFT}\" y=\"18\" font-size=\"14\">{0}</text>\n",
        escaped(title)
    )
}

/// Text as it may stand in a page.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
