//! What is drawn at the terminal, and how much of it: table and question together, where a screen has few lines.

use super::input::listed;
use super::session::Session;
use crate::draw::scene_text::{Offered, board, board_within, legend, panel, short_panel};
use crate::trouble::Trouble;
use kernel::game::{Offers, Pick, Scene};

/// The fewest lines that a table is drawn in: six rows of squares of two lines each, between two lines.
const BOARD_LINES: usize = 14;
/// The lines beside it, where there is no room for all of them.
const PANEL_LINES: usize = 2;
/// So many lines of what has just happened are told again under the table.
const LAST_LINES: usize = 2;

impl Session<'_> {
    /// The most lines that a question may take: on a screen it leaves room for the smallest table and what stands
    /// beside it.
    pub(super) fn lines_for_a_question(&self) -> Option<usize> {
        let taken = BOARD_LINES + PANEL_LINES + self.happened.len().min(LAST_LINES) + 1;
        self.console.height.map(|height| height.saturating_sub(taken))
    }

    /// Draws the table with all that belongs to it, and the points that are offered where there are any.
    pub(super) fn draw(&mut self, offers: Option<&Offers>) -> Result<(), Trouble> {
        let scene = self.scene();
        let (seats, width) = (self.table.seats(), self.console.width);
        let text =
            board(&scene, seats, &offered(offers), width) + &legend(&scene, seats, width) + &panel(&scene, width);
        self.say_drawn(scene, &format!("\n{text}"))
    }

    fn say_drawn(&mut self, scene: Scene, text: &str) -> Result<(), Trouble> {
        self.drawn = Some(scene);
        self.drawn_at = self.console.lines;
        Ok(self.console.say(text)?)
    }

    /// Draws the table so that it can be seen together with a question of so many lines.
    fn draw_beside(&mut self, offers: &Offers, height: usize, question: usize) -> Result<(), Trouble> {
        let scene = self.scene();
        let (seats, width) = (self.table.seats(), self.console.width);
        let last = self.happened.len().min(LAST_LINES);
        let room = height.saturating_sub(question + 1 + last);
        let (whole, legend) = (panel(&scene, width), legend(&scene, seats, width));
        let short = short_panel(&scene, width, PANEL_LINES);
        let ways = [format!("{legend}{whole}"), format!("{legend}{short}"), short];
        let lines = |text: &str| text.lines().count();
        // As much beside the table as leaves room for it; the table takes what is left.
        let fits = |beside: &&String| room >= lines(beside) + BOARD_LINES;
        let beside = ways.iter().find(fits).unwrap_or(&ways[2]);
        let board = board_within(&scene, seats, &offered(Some(offers)), (width, room.saturating_sub(lines(beside))));
        let left = room.saturating_sub(lines(&board) + lines(beside));
        let from = self.happened.len().saturating_sub(last + left);
        let happened: String = self.happened[from..].iter().map(|line| format!("{line}\n")).collect();
        let text = format!("{board}{beside}{happened}");
        self.say_drawn(scene, &text)
    }

    /// Draws as much as is new: all of it, the points that are offered now, or only the panel. On a screen the table is
    /// drawn again when a question of so many lines would push it out of sight.
    pub(super) fn draw_what_is_new(&mut self, offers: &Offers, question: usize) -> Result<(), Trouble> {
        let scene = self.scene();
        let width = self.console.width;
        let on_table = |scene: &Scene| (scene.pieces.clone(), scene.places.clone(), scene.features.clone());
        if let Some(height) = self.console.height {
            let is_in_sight = self.console.lines - self.drawn_at + question < height;
            return match &self.drawn {
                Some(drawn) if *drawn == scene && is_in_sight && !shows(&scene, offers) => Ok(()),
                _ => self.draw_beside(offers, height, question),
            };
        }
        let text = match &self.drawn {
            Some(drawn) if *drawn == scene && offered(Some(offers)).reach.is_none() => return Ok(()),
            Some(drawn) if *drawn == scene => board(&scene, self.table.seats(), &offered(Some(offers)), width),
            Some(drawn) if on_table(drawn) == on_table(&scene) && offered(Some(offers)).reach.is_none() => {
                panel(&scene, width)
            }
            _ => return self.draw(Some(offers)),
        };
        self.drawn = Some(scene);
        Ok(self.console.say(&format!("\n{text}"))?)
    }

    /// Where machines play one another, the table is drawn once a turn.
    pub(super) fn draw_at_a_new_turn(&mut self) -> Result<(), Trouble> {
        let turn = |scene: &Scene| scene.panel.first().map(|line| line.value.clone());
        let scene = self.scene();
        if self.drawn.as_ref().is_some_and(|drawn| turn(drawn) == turn(&scene)) {
            return Ok(());
        }
        self.draw(None)
    }
}

/// Is something of what is offered to be seen on the table?
fn shows(scene: &Scene, offers: &Offers) -> bool {
    let Offered { reach, numbers } = offered(Some(offers));
    reach.is_some() || (scene.square.is_none() && !numbers.is_empty())
}

/// What is offered, as far as the table shows it.
fn offered(offers: Option<&Offers>) -> Offered<'_> {
    let reach = match offers {
        Some(Offers::Point { region, .. }) => Some(region),
        _ => None,
    };
    let numbered = offers.map_or(&[][..], listed).iter().zip(1..);
    let pieces = numbered.filter_map(|(offer, number)| match offer.pick {
        Pick::Piece(id) => Some((id, number)),
        _ => None,
    });
    Offered { reach, numbers: pieces.collect() }
}
