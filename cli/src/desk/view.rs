//! What the desk looks like.

use super::app::{App, Asked, Pane, found};
use super::form::hint;
use crate::draw::bars::bar;
use crate::draw::explanation::{Charts, explanation_text};
use kernel::explain::Explanation;
use kernel::odds::Kind as Found;
use kernel::procedure::{Field, Kind, MANY, Report, Rolled, Value, decimal, percent, text};
use kernel::rule::Rule;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, List, ListState, Paragraph, Wrap};

const LIT: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const ASIDE: Style = Style::new().fg(Color::DarkGray);
const RULE: Style = Style::new().fg(Color::Cyan);
const CHOSEN: Style = Style::new().bg(Color::DarkGray).fg(Color::White);

/// Draws the whole desk.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>) {
    let [main, foot] = Layout::vertical([Constraint::Min(8), Constraint::Length(2)]).areas(frame.area());
    match app.pane {
        Pane::Help => help(app, frame, main),
        Pane::Log => log(app, frame, main),
        Pane::Shelf | Pane::Form => {
            let wide = main.width >= 110;
            let shelf_width = if wide { 30 } else { 24 };
            let [shelf, rest] = Layout::horizontal([Constraint::Length(shelf_width), Constraint::Min(40)]).areas(main);
            let form_height = (app.fields().len() as u16 + 5).min(main.height / 2);
            let [form, result] = if wide {
                Layout::horizontal([Constraint::Percentage(45), Constraint::Percentage(55)]).areas(rest)
            } else {
                Layout::vertical([Constraint::Length(form_height), Constraint::Min(6)]).areas(rest)
            };
            draw_shelf(app, frame, shelf);
            draw_form(app, frame, form);
            draw_result(app, frame, result);
        }
    }
    draw_foot(app, frame, foot);
}

fn framed(title: impl Into<String>, is_active: bool) -> Block<'static> {
    let style = if is_active { LIT } else { ASIDE };
    Block::bordered().border_type(BorderType::Rounded).border_style(style).title(Span::styled(title.into(), BOLD))
}

fn draw_shelf(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let mut lines = Vec::new();
    let mut chosen = 0;
    let mut book = "";
    for (place, line) in app.shelf.iter().enumerate() {
        if line.book.id != book {
            book = line.book.id;
            lines.push(Line::styled(line.book.title, BOLD));
        }
        if place == app.place {
            chosen = lines.len();
        }
        lines.push(Line::raw(format!("  {}", line.procedure.card().name)));
    }
    let list = List::new(lines).block(framed(" Sandtable ", app.pane == Pane::Shelf)).highlight_style(CHOSEN);
    frame.render_stateful_widget(list, area, &mut ListState::default().with_selected(Some(chosen)));
}

fn draw_form(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let card = app.current().procedure.card();
    let block = framed(format!(" {} ({}) ", card.title, card.rule), app.pane == Pane::Form);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let [about, fields] = Layout::vertical([Constraint::Length(2), Constraint::Min(1)]).areas(inner);
    frame.render_widget(Paragraph::new(card.about).style(ASIDE).wrap(Wrap { trim: true }), about);
    let widest = app.fields().iter().map(|field| field.name.len()).max().unwrap_or(0);
    let line = |field: &Field| {
        let value = &app.inputs[field.name];
        let shown = text::write_value(field, value);
        let style = if *value == field.default { Style::new() } else { LIT };
        Line::from(vec![Span::raw(format!("{:widest$}  ", field.name)), Span::styled(shown, style)])
    };
    let list = List::new(app.fields().iter().map(line)).highlight_style(CHOSEN);
    let selected = (app.pane == Pane::Form).then_some(app.field);
    frame.render_stateful_widget(list, fields, &mut ListState::default().with_selected(selected));
}

fn draw_result(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let (title, text) = match (&app.rolled, &app.report) {
        (Some((rolled, source)), _) => (format!(" {source} "), told(app, rolled, area.width.saturating_sub(2))),
        (None, Ok(report)) => (" Odds ".to_owned(), odds(app, report, area.width.saturating_sub(4))),
        (None, Err(sentence)) => (" Odds ".to_owned(), Text::styled(sentence.clone(), Style::new().fg(Color::Red))),
    };
    let paragraph = Paragraph::new(text).block(framed(title, false)).wrap(Wrap { trim: false });
    frame.render_widget(paragraph.scroll((app.scroll, 0)), area);
}

/// The outcome first, then why.
fn told(app: &App, rolled: &Rolled, width: u16) -> Text<'static> {
    let mut text = Text::default();
    text.push_line(Line::styled(rolled.outcome.clone(), LIT));
    let numbers: Vec<_> = rolled.measures.iter().map(|(name, value)| format!("{name} {value}")).collect();
    text.push_line(Line::styled(numbers.join(", "), ASIDE));
    push_steps(&mut text, app, &rolled.because, width);
    text
}

fn push_steps(text: &mut Text<'static>, app: &App, steps: &[Explanation], width: u16) {
    let charts = Charts::for_steps(steps.len(), usize::from(width.max(20)));
    for step in steps {
        let told = anstream::adapter::strip_str(&explanation_text(app.current().book, step, charts)).to_string();
        for (i, line) in told.lines().enumerate() {
            let style = match line.trim_start().chars().next() {
                _ if i == 0 => BOLD,
                Some('=' | '▶') => LIT,
                _ => Style::new(),
            };
            text.push_line(Line::styled(line.to_owned(), style));
        }
    }
}

fn odds(app: &App, report: &Report, width: u16) -> Text<'static> {
    let mut text = Text::default();
    push_outcomes(&mut text, report, width);
    if let Some(heading) = report.certainty() {
        text.push_line(Line::styled(heading, BOLD));
        push_steps(&mut text, app, &report.why, width);
    }
    if !report.measures.is_empty() {
        text.push_line("");
    }
    for measure in &report.measures {
        let likely: Vec<String> =
            measure.at_least().iter().take(4).map(|(value, chance)| format!("{value}+ {}", percent(chance))).collect();
        text.push_line(Line::from(vec![
            Span::raw(format!("{}  ", measure.name)),
            Span::styled(format!("{:.2}", decimal(&measure.mean)), LIT),
            Span::styled(format!("   {}", likely.join(", ")), ASIDE),
        ]));
    }
    for beside in &report.beside {
        text.push_line("");
        text.push_line(Line::styled(beside.label.clone(), BOLD));
        push_outcomes(&mut text, &beside.report, width);
    }
    text.push_line("");
    let found = match &report.kind {
        Found::Exact => "exact".to_owned(),
        Found::Bounded { left } => format!("bounded, {} left over", percent(left)),
        Found::Sampled { throws, .. } => format!("sampled, {throws} throws"),
    };
    text.push_line(Line::styled(found, ASIDE));
    for policy in &report.policies {
        let line = format!("{}, {}: {} ({})", policy.seat, policy.decision, policy.policy, policy.rule);
        text.push_line(Line::styled(line, ASIDE));
    }
    text
}

fn push_outcomes(text: &mut Text<'static>, report: &Report, width: u16) {
    let widest = report.outcomes.iter().map(|line| line.outcome.chars().count()).max().unwrap_or(0);
    let widest = widest.min(usize::from(width) * 3 / 5);
    let room = usize::from(width).saturating_sub(widest + 11).clamp(4, 40);
    for line in &report.outcomes {
        let name: String = line.outcome.chars().take(widest).collect();
        let drawn = bar(&line.chance, room);
        let padding = " ".repeat(room - drawn.chars().count());
        text.push_line(Line::from(vec![
            Span::raw(format!("{name:widest$} ")),
            Span::styled(drawn, Style::new().fg(Color::Blue)),
            Span::raw(padding),
            Span::styled(format!("{:>8}", percent(&line.chance)), LIT),
        ]));
    }
}

fn draw_foot(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let first = match &app.entry {
        Some(entry) => {
            let asked = match &entry.what {
                Asked::Value => app.fields().get(app.field).map_or(String::new(), |field| format!("{}: ", field.name)),
                Asked::Dice { asked, .. } => format!("your dice, {asked}: "),
                Asked::File => "save the log as: ".to_owned(),
            };
            Line::from(vec![Span::styled(asked, BOLD), Span::raw(entry.text.clone()), Span::styled("▏", LIT)])
        }
        None if app.pane == Pane::Form && app.message.is_empty() => match app.fields().get(app.field) {
            Some(field) => {
                let rule = field.rule.map_or(String::new(), |rule| format!(" ({})", Rule(rule)));
                Line::from(vec![
                    Span::raw(chosen(field, &app.inputs[field.name]).unwrap_or(field.help)),
                    Span::styled(rule, RULE),
                    Span::styled(format!("  {}", hint(field)), ASIDE),
                ])
            }
            None => Line::raw(""),
        },
        None => Line::styled(app.message.clone(), LIT),
    };
    let second = if let Some(entry) = &app.entry {
        let matches = match (&entry.what, app.fields().get(app.field)) {
            (Asked::Value, Some(field)) => found(field, &entry.text),
            _ => Vec::new(),
        };
        if !matches.is_empty() {
            let names: Vec<&str> = matches.iter().map(|variant| variant.name).collect();
            match matches[..] {
                [only] => Line::styled(format!("{}: {}", only.name, only.help), LIT),
                _ => Line::styled(format!("{}: {}", names.len(), names.join(", ")), ASIDE),
            }
        } else if app.message.is_empty() {
            Line::styled("enter: take it   esc: leave it", ASIDE)
        } else {
            Line::styled(app.message.clone(), Style::new().fg(Color::Red))
        }
    } else {
        Line::styled(
            "tab: list / inputs   r: roll   t: type your dice   d: defaults   b: next book   l: log   s: save log   ?: keys   q: leave",
            ASIDE,
        )
    };
    frame.render_widget(Paragraph::new(vec![first, second]), area);
}

/// The values of what is chosen from a catalogue, which say more than what the input is for.
fn chosen(field: &Field, value: &Value) -> Option<&'static str> {
    match field.kind {
        Kind::Choice(variants) if variants.len() > MANY => {
            variants.iter().find(|variant| Some(variant.name) == value.as_str()).map(|variant| variant.help)
        }
        _ => None,
    }
}

fn log(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let mut text = Text::default();
    if app.log.entries().is_empty() {
        text.push_line(Line::styled("Nothing has been rolled yet: r rolls, t takes your own dice.", ASIDE));
    }
    for entry in app.log.entries().iter().rev() {
        text.push_line(Line::styled(entry.headline.clone(), LIT));
        for line in entry.text.lines().skip(1) {
            text.push_line(line.to_owned());
        }
    }
    let block = framed(" Log, the last roll first ", true);
    frame.render_widget(Paragraph::new(text).block(block).scroll((app.scroll, 0)), area);
}

fn help(app: &App, frame: &mut Frame<'_>, area: Rect) {
    const KEYS: [(&str, &str); 14] = [
        ("tab", "go between the list of procedures and the inputs"),
        ("up, down", "the next procedure, or the next input"),
        ("left, right, space", "change the input: toggle, next choice, less or more"),
        ("enter", "type the input's value; lists are items behind commas: infantry*3,machine-gun:lost=1"),
        ("r", "roll with dice thrown here"),
        ("t", "type the dice you threw on your own table; you are asked throw by throw"),
        ("d", "back to the defaults"),
        ("b", "the first procedure of the next book"),
        ("l", "the log of this session"),
        ("s", "save the log to a file"),
        ("page up, page down", "scroll the explanation or the log"),
        ("esc", "leave what you are typing; back to the list"),
        ("?", "this page"),
        ("q", "leave the desk"),
    ];
    let mut text = Text::default();
    for (key, does) in KEYS {
        text.push_line(Line::from(vec![Span::styled(format!("{key:>20}  "), LIT), Span::raw(does)]));
    }
    text.push_line(Line::styled(app.current().book.about, ASIDE));
    frame.render_widget(Paragraph::new(text).block(framed(" Keys ", true)).wrap(Wrap { trim: false }), area);
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Seeded;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    fn screen(app: &App, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(app, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_desk_shows_procedure_inputs_and_odds_on_wide_and_narrow_screens() {
        let mut app = App::with_dice(Seeded::new(1));
        while app.current().procedure.card().name != "morale" || app.current().book.id != "squares" {
            app.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
        }
        for (width, height) in [(140, 40), (80, 24)] {
            let shown = screen(&app, width, height);
            for text in ["Squares", "Morale (28)", "casualty-markers", "steady", "%", "r: roll"] {
                assert!(shown.contains(text), "'{text}' is missing at {width} x {height}:\n{shown}");
            }
        }
        app.key(KeyEvent::new(KeyCode::Char('r'), KeyModifiers::NONE));
        assert!(screen(&app, 140, 40).contains("fails"));
        app.key(KeyEvent::new(KeyCode::Char('l'), KeyModifiers::NONE));
        assert!(screen(&app, 140, 40).contains("1. squares Morale"));
        app.key(KeyEvent::new(KeyCode::Char('?'), KeyModifiers::NONE));
        assert!(screen(&app, 140, 40).contains("type the dice you threw"));
    }

    #[test]
    fn a_tiny_terminal_does_not_make_it_fall_over() {
        let app = App::with_dice(Seeded::new(1));
        for (width, height) in [(20, 5), (40, 10), (1, 1)] {
            screen(&app, width, height);
        }
    }
}
