//! What a player types: a number, a name, several of them, shares, points, facings, or a command.

use kernel::game::{Offer, Offers, Pick, Prompt, Scene};
use kernel::procedure::{Value, suggestion};

/// What a typed line means.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Meant {
    /// Something offered is picked.
    Pick(Pick),
    /// The order as it stands is given.
    Given,
    /// A command, with what follows it.
    Command(Command, String),
}

/// What can be typed at every prompt besides what is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Back,
    Undo,
    Save,
    Board,
    List,
    Look,
    Log,
    Why,
    Odds,
    Hint,
    Rule,
    Help,
    Resign,
    Quit,
}

impl Command {
    /// The commands with what they do, as `help` lists them.
    pub(crate) const ALL: [(&'static str, Command, &'static str); 14] = [
        ("back", Command::Back, "drop the last pick"),
        ("undo", Command::Undo, "take the last answer back, as far as that is allowed"),
        ("odds", Command::Odds, "the full odds of the order being made; odds 2: of choice 2"),
        ("hint", Command::Hint, "what the machine would do here; hint 1: give the first of its orders"),
        ("why", Command::Why, "the whole explanation of the last roll; why 3: of roll [3]"),
        ("rule", Command::Rule, "the rule behind the question; rule R7: another one"),
        ("look", Command::Look, "look C4, look NAME: what stands there, in words"),
        ("board", Command::Board, "draw the table again, with all that stands beside it"),
        ("list", Command::List, "all choices of this question"),
        ("log", Command::Log, "what happened so far; log 5: in the last five entries"),
        ("save", Command::Save, "save now; save FILE: from now on in that file"),
        ("help", Command::Help, "this list"),
        ("resign", Command::Resign, "give the game up"),
        ("quit", Command::Quit, "leave; the game is saved"),
    ];
}

/// Reads a line at a prompt. What cannot be meant is told in a sentence.
pub(crate) fn read(line: &str, prompt: &Prompt<Value>, scene: &Scene) -> Result<Meant, String> {
    if line.is_empty() {
        return prompt.order.is_some().then_some(Meant::Given).ok_or_else(|| how(&prompt.offers));
    }
    let listed = listed(&prompt.offers);
    // What is offered by exactly this word is meant before a command of the same name.
    if let Some(offer) =
        listed.iter().find(|offer| pickable(&prompt.offers) && word_of(offer).is_some_and(|word| same(word, line)))
    {
        return Ok(Meant::Pick(offer.pick.clone()));
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if let Some((_, command, _)) = Command::ALL.iter().find(|(name, _, _)| same(name, first)) {
        return Ok(Meant::Command(*command, rest.trim().to_owned()));
    }
    if same(line, "done") && prompt.order.is_some() {
        return Ok(Meant::Given);
    }
    match &prompt.offers {
        Offers::Nothing if prompt.order.is_some() && (same(line, "yes") || same(line, "y")) => Ok(Meant::Given),
        Offers::Nothing => Err("the order is complete: enter gives it, 'back' drops the last pick".to_owned()),
        Offers::OneOf(offers) => match one(line, offers, scene) {
            Ok(offer) => Ok(Meant::Pick(offer.pick.clone())),
            // What stands on the table may be named; the rules then say why it cannot be picked here.
            Err(sentence) => on_the_table(line, scene).map(Meant::Pick).ok_or(sentence),
        },
        Offers::Several { usual, .. } if same(line, "usual") => Ok(Meant::Pick(Pick::Several(usual.clone()))),
        Offers::Several { of, least, most, .. } => several(line, of, *least, *most, scene).map(Meant::Pick),
        Offers::Share { usual, .. } if same(line, "usual") => Ok(Meant::Pick(Pick::Share(usual.clone()))),
        Offers::Share { total, of, .. } => share(line, *total, of, scene).map(Meant::Pick),
        Offers::Point { or, .. } => match point(line) {
            Some(pick) => Ok(Meant::Pick(pick)),
            None if or.is_empty() => Err(how(&prompt.offers)),
            None => one(line, or, scene).map(|offer| Meant::Pick(offer.pick.clone())),
        },
        Offers::Facing { of, or } => facing(line, of, or, scene).map(Meant::Pick),
    }
}

/// A piece or a place by its whole name.
fn on_the_table(line: &str, scene: &Scene) -> Option<Pick> {
    let piece = scene.pieces.iter().find(|piece| same(&piece.name, line)).map(|piece| Pick::Piece(piece.id));
    piece.or_else(|| scene.places.iter().find(|place| same(&place.name, line)).map(|place| Pick::Place(place.id)))
}

/// What is offered in a list.
pub(crate) fn listed(offers: &Offers) -> &[Offer] {
    match offers {
        Offers::Nothing => &[],
        Offers::OneOf(of)
        | Offers::Several { of, .. }
        | Offers::Share { of, .. }
        | Offers::Point { or: of, .. }
        | Offers::Facing { or: of, .. } => of,
    }
}

/// Is what is listed picked by itself? Of several and of shares it is only what they are about.
pub(crate) fn pickable(offers: &Offers) -> bool {
    matches!(offers, Offers::OneOf(_) | Offers::Point { .. } | Offers::Facing { .. })
}

/// How to answer, in a sentence.
pub(crate) fn how(offers: &Offers) -> String {
    match offers {
        Offers::Nothing => "enter gives the order, 'back' drops the last pick".to_owned(),
        Offers::OneOf(of) => format!(
            "type a number from 1 to {}, or a name, or several answers at once ('c2 c4'); 'help' lists the commands",
            of.len()
        ),
        Offers::Several { least, most, .. } if least == most => {
            format!("type {least} numbers or names behind commas: 1,3")
        }
        Offers::Several { least, most, .. } => {
            format!("type {least} to {most} numbers or names behind commas: 1,3; or 'all', 'none' or 'usual'")
        }
        Offers::Share { total: 1, .. } => "type the number or name of the one that it goes to, or 'usual'".to_owned(),
        Offers::Share { total, of, .. } => {
            format!(
                "share out {total}: one number or name for all of them, how many go to each of the {} in their order \
                 ({}), or 'usual'",
                of.len(),
                example(*total, of.len())
            )
        }
        Offers::Point { or, .. } => {
            let words = if or.is_empty() { "" } else { ", or a number or name of the list" };
            format!("type a point in inches from the left and from the top, such as 12.5,8{words}")
        }
        Offers::Facing { of, .. } => {
            let step = of.windows(2).map(|pair| pair[1].abs_diff(pair[0])).min().unwrap_or(0);
            let facings = match &of[..] {
                [first, .., last] if of.len() > 8 => format!("from {first} to {last} by {step}"),
                _ => of.iter().map(u16::to_string).collect::<Vec<_>>().join(" "),
            };
            format!("type a facing in degrees ({facings}) or as n, ne, e, se, s, sw, w, nw")
        }
    }
}

fn example(total: u8, count: usize) -> String {
    let rest = std::iter::repeat_n("0".to_owned(), count.saturating_sub(1));
    std::iter::once(total.to_string()).chain(rest).collect::<Vec<_>>().join(" ")
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

fn word_of(offer: &Offer) -> Option<&str> {
    match &offer.pick {
        Pick::Option(word) => Some(word),
        _ => None,
    }
}

/// One of a list, by its number or by a name that means no other.
pub(crate) fn one<'a>(text: &str, offers: &'a [Offer], scene: &Scene) -> Result<&'a Offer, String> {
    if let Ok(number) = text.parse::<usize>() {
        let offer = number.checked_sub(1).and_then(|at| offers.get(at));
        return offer.ok_or_else(|| match offers.len() {
            1 => format!("there is no choice {number}; there is only 1"),
            count => format!("there is no choice {number}; there are 1 to {count}"),
        });
    }
    let wanted = text.to_lowercase();
    let names = |offer: &Offer| -> Vec<String> {
        let more = match &offer.pick {
            Pick::Option(word) => Some(word.clone()),
            Pick::Piece(id) => scene.piece(*id).map(|piece| piece.name.clone()),
            Pick::Place(id) => scene.place(*id).map(|place| place.name.clone()),
            _ => None,
        };
        std::iter::once(offer.label.clone()).chain(more).map(|name| name.to_lowercase()).collect()
    };
    let tests: [fn(&str, &str) -> bool; 4] = [
        |name, wanted| name == wanted,
        |name, wanted| name.starts_with(wanted),
        |name, wanted| name.split(|c: char| !c.is_alphanumeric()).any(|word| word == wanted),
        // A letter alone is in almost every name.
        |name, wanted| wanted.chars().count() > 1 && name.contains(wanted),
    ];
    for test in tests {
        let found: Vec<&Offer> =
            offers.iter().filter(|offer| names(offer).iter().any(|name| test(name, &wanted))).collect();
        match found[..] {
            [] => {}
            [offer] => return Ok(offer),
            _ => {
                let labels: Vec<&str> = found.iter().take(6).map(|offer| offer.label.as_str()).collect();
                return Err(format!("'{text}' can mean {}; type its number, or more of its name", labels.join(" or ")));
            }
        }
    }
    let labels: Vec<String> = offers.iter().flat_map(names).collect();
    let commands = Command::ALL.iter().map(|(name, _, _)| *name);
    let hint = suggestion(&wanted, labels.iter().map(String::as_str).chain(commands));
    Err(format!("'{text}' is not among the choices{hint}; type a number from 1 to {}, or a name", offers.len()))
}

fn several(line: &str, of: &[Offer], least: u8, most: u8, scene: &Scene) -> Result<Pick, String> {
    let mut taken: Vec<u8> = Vec::new();
    if same(line, "all") {
        taken = (0..of.len() as u8).collect();
    } else if !same(line, "none") {
        let numbers =
            line.split_whitespace().all(|word| word.trim_matches(',').chars().all(|c| c.is_ascii_digit() || c == ','));
        let parts: Vec<&str> = if numbers { line.split([',', ' ']).collect() } else { line.split(',').collect() };
        for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            let offer = one(part, of, scene)?;
            let at = of.iter().position(|other| std::ptr::eq(other, offer)).expect("it was found in this list") as u8;
            if taken.contains(&at) {
                return Err(format!("{} is named twice", offer.label));
            }
            taken.push(at);
        }
    }
    taken.sort_unstable();
    if (usize::from(least)..=usize::from(most)).contains(&taken.len()) {
        return Ok(Pick::Several(taken));
    }
    let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(format!("{} of them are named, but it takes {wanted}", taken.len()))
}

fn share(line: &str, total: u8, of: &[Offer], scene: &Scene) -> Result<Pick, String> {
    let words: Vec<&str> = line.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    // One number or name is whoever takes them all; as many of them as there are to share out take one each.
    let is_number = |word: &&str| word.parse::<u8>().is_ok();
    let numbers = words.iter().filter(|word| is_number(word)).count();
    let named: Option<Vec<&Offer>> = match words.len() {
        1 if of.len() > 1 || words[0] == "1" => Some(vec![one(line, of, scene)?; usize::from(total)]),
        count if count == of.len() && numbers > 0 => None,
        count if count == usize::from(total) && numbers == count => {
            Some(words.iter().map(|word| one(word, of, scene)).collect::<Result<_, _>>()?)
        }
        _ if numbers == 0 => Some(vec![one(line, of, scene)?; usize::from(total)]),
        _ => None,
    };
    if let Some(named) = named {
        let shares: Vec<u8> =
            of.iter().map(|offer| named.iter().filter(|other| std::ptr::eq(**other, offer)).count() as u8).collect();
        return within_bounds(&shares, of).map(|()| Pick::Share(shares));
    }
    let number = |word: &&str| {
        word.parse::<u8>().map_err(|_| {
            format!(
                "'{word}' is not a number to give; {}",
                how(&Offers::Share { total, of: of.to_vec(), usual: Vec::new() })
            )
        })
    };
    let shares = words.iter().map(number).collect::<Result<Vec<u8>, String>>()?;
    if shares.len() != of.len() {
        return Err(format!(
            "{} numbers are given, but there are {} to share among, in their order",
            shares.len(),
            of.len()
        ));
    }
    within_bounds(&shares, of)?;
    let sum: u32 = shares.iter().map(|share| u32::from(*share)).sum();
    if sum == u32::from(total) {
        Ok(Pick::Share(shares))
    } else {
        Err(format!("that makes {sum}, but there are {total} to share out"))
    }
}

fn within_bounds(shares: &[u8], of: &[Offer]) -> Result<(), String> {
    for (share, offer) in shares.iter().zip(of) {
        if let Some(most) = offer.most.filter(|most| share > most) {
            return Err(format!("{} can take {most} at most, not {share}", offer.label));
        }
    }
    Ok(())
}

/// A point in inches, with at most two decimals: '12.5,8' or '12.5 8'.
fn point(line: &str) -> Option<Pick> {
    let (x, y) = line.split_once([',', ' '])?;
    Some(Pick::Point { x: hundredths(x.trim())?, y: hundredths(y.trim())? })
}

fn hundredths(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 2 || whole.len() > 6 || (whole.is_empty() && part.is_empty()) {
        return None;
    }
    let number = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<i64>().ok() };
    Some(number(whole)? * 100 + number(&format!("{part:0<2}"))?)
}

fn facing(line: &str, of: &[u16], or: &[Offer], scene: &Scene) -> Result<Pick, String> {
    const COMPASS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let winds = COMPASS.iter().position(|wind| same(wind, line)).map(|at| at as u16 * 45);
    match winds.or_else(|| line.trim_end_matches('°').parse::<u16>().ok()) {
        Some(degrees) if of.contains(&(degrees % 360)) => Ok(Pick::Facing(degrees % 360)),
        Some(degrees) => Err(format!(
            "it cannot face {degrees} degrees; {}",
            how(&Offers::Facing { of: of.to_vec(), or: Vec::new() })
        )),
        None if or.is_empty() => Err(how(&Offers::Facing { of: of.to_vec(), or: Vec::new() })),
        None => one(line, or, scene).map(|offer| offer.pick.clone()),
    }
}

#[cfg(test)]
mod tests;
