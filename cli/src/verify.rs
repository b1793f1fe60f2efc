//! `sandtable verify`: is this log true?

use crate::style::{ASIDE, LIT, TITLE, styled};
use crate::trouble::Trouble;
use kernel::game::{DiceKind, DiceReceipt, Logged, Numbering, Part, Replayed, Undone, Vouched, words_of};
use shelf::Shelf;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Proves the dice without any rules, then plays the game again by the rules. What is wrong is told with exit code 1.
pub(crate) fn show(shelf: &Shelf, file: &Path, receipts: &[PathBuf]) -> Result<String, Trouble> {
    let logged = read(file)?;
    let receipts = receipts.iter().map(|file| Ok((file, read_receipt(file)?))).collect::<Result<Vec<_>, Trouble>>()?;
    let game = shelf.game(&logged.header.book)?;
    let mut out = heading(&logged);
    let found = |sentence: String| Trouble::found(format!("{}: {sentence}", file.display()));
    let proved = logged.prove_dice().map_err(|trouble| found(format!("the dice are not true: {trouble}")))?;
    out += &dice_text(&logged, proved);
    for (receipt_file, receipt) in &receipts {
        let held = receipt.hold(&logged).map_err(|trouble| {
            Trouble::found(format!("the dice are not those of {}: {trouble}", receipt_file.display()))
        })?;
        out += &receipt_text(receipt, held);
    }
    out += &how_far_proved(&logged, proved, &receipts);
    out += &undone_text(&logged);
    if let Some(taken) = logged.taken_back() {
        let _ = writeln!(out, "practice: {taken}");
    }
    let Replayed { table, parts, trouble } = game.replay_as_far(&logged);
    if let Some(trouble) = trouble {
        return Err(found(logged.why_not_true(&trouble, game.release())));
    }
    let over = table.ok_or_else(|| found("the log has no entries".to_owned()))?.result().is_some();
    out += &parts_text(&parts, game.release());
    out += &play_text(&logged, &parts);
    let all = parts.iter().all(|part| part.trouble.is_none());
    let end = match (over, all) {
        (true, true) => "the game is over",
        (false, true) => "the game is not over; the log is true as far as it goes",
        (true, false) => "the game is over, and the log is true as far as these rules can judge it",
        (false, false) => "the game is not over; the log is true as far as it goes and these rules can judge it",
    };
    let _ = writeln!(out, "{} {end}", styled(LIT, "true:"));
    if let Some(result) = &logged.result {
        let _ = writeln!(out, "      {result}");
    }
    Ok(out)
}

/// What each release has played, where that is not this one alone.
pub(crate) fn parts_text(parts: &[Part], rules: &str) -> String {
    let mut out = String::new();
    if parts.iter().all(|part| part.release == rules) {
        return out;
    }
    for Part { release, from, to, trouble } in parts {
        let entries = if from == to { format!("entry {from}") } else { format!("entries {from} to {to}") };
        let _ = match trouble {
            None if release == rules => writeln!(out, "part  {entries}: played by release {release}, which this is"),
            None => writeln!(out, "part  {entries}: played by release {release}; the rules of release {rules} agree"),
            Some(trouble) => writeln!(
                out,
                "part  {entries}: played by release {release}, and only that can judge them: the rules of release \
                 {rules} lead elsewhere ({trouble}); how the game stood afterwards is the log's own word"
            ),
        };
    }
    out
}

/// Reads a log from a file.
pub(crate) fn read(file: &Path) -> Result<Logged, Trouble> {
    let text =
        std::fs::read(file).map_err(|error| Trouble::of(format!("{} cannot be read: {error}", file.display())))?;
    let text = String::from_utf8(text).map_err(|_| Trouble::of(format!("{} is not a text file", file.display())))?;
    Logged::read(&text).map_err(|trouble| Trouble::of(format!("{} is not a log: {trouble}", file.display())))
}

/// What a log is of, in a line.
pub(crate) fn heading(logged: &Logged) -> String {
    let header = &logged.header;
    let release = styled(ASIDE, format!("(release {}, {} entries)", header.release, logged.entries.len()));
    format!("{} {release}\n", styled(TITLE, format!("{} {}", header.book, header.scenario)))
}

fn read_receipt(file: &Path) -> Result<DiceReceipt, Trouble> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Trouble::of(format!("{} cannot be read: {error}", file.display())))?;
    DiceReceipt::read(&text).map_err(|trouble| Trouble::of(format!("{} is not a receipt: {trouble}", file.display())))
}

/// What a receipt shows that the log agrees with.
fn receipt_text(receipt: &DiceReceipt, held: Vouched) -> String {
    let DiceReceipt { seen, opened, commitment, .. } = receipt;
    let words = styled(ASIDE, words_of(commitment));
    match held {
        Vouched::CommittedBefore => format!(
            "held  the receipt agrees: the server had committed to its secret on {seen}, before the bytes of the receipt \
             were opened{}  {words}\n",
            opened.as_ref().map(|opened| format!(" on {opened}")).unwrap_or_default()
        ),
        Vouched::CommittedBeforePlay => format!(
            "held  the receipt agrees: the server had committed to its secret on {seen}, before play began; none of the \
             bytes were of this browser  {words}\n"
        ),
        Vouched::Late => format!(
            "held  the receipt agrees, but its browser came when play had begun ({seen}): it shows nothing of the \
             beginning  {words}\n"
        ),
    }
}

/// What is shown of when the secret was chosen.
fn how_far_proved(logged: &Logged, proved: Option<usize>, receipts: &[(&PathBuf, DiceReceipt)]) -> String {
    let DiceKind::Proved { openings, .. } = &logged.header.dice else { return String::new() };
    if openings.is_empty() {
        return "proof none of who chose them: no player gave bytes, so the server alone chose the dice of this game\n"
            .to_owned();
    }
    if proved.is_none() {
        return String::new();
    }
    let vouches = |receipt: &DiceReceipt| !receipt.late && receipt.bytes.iter().any(|own| openings.contains(own));
    if receipts.iter().any(|(_, receipt)| vouches(receipt)) {
        return "proof the server committed before it could know the bytes, and could not choose the dice\n".to_owned();
    }
    "proof consistent, not more: when the server committed, a log cannot show; the receipt that a player's browser keeps \
     can (sandtable verify LOG --receipt FILE)\n"
        .to_owned()
}

/// How often something was taken back, and whether that can have moved dice.
fn undone_text(logged: &Logged) -> String {
    let DiceKind::Proved { by, .. } = &logged.header.dice else { return String::new() };
    let Undone { times, seen, unseen } = logged.undone();
    if times == 0 {
        return String::new();
    }
    let often = |count: usize| if count == 1 { "once".to_owned() } else { format!("{count} times") };
    let mut text = format!("back  {} something was taken back", often(times));
    if seen > 0 {
        let _ = write!(text, ", {} after dice had fallen, to which the others agreed", often(seen));
    }
    if unseen > 0 {
        let _ = write!(text, ", {} after dice that only another seat saw", often(unseen));
    }
    text += match (by, seen + unseen) {
        (Numbering::Entries, _) => {
            "; this game began under an earlier release, whose dice are numbered by entries: whoever knew the server's \
             secret could have moved his throws so\n"
        }
        (Numbering::Throws, 0) => "; no dice were moved by it\n",
        (Numbering::Throws, _) => "; the dice after that were the next ones\n",
    };
    text
}

fn dice_text(logged: &Logged, proved: Option<usize>) -> String {
    let thrown: usize = logged.entries.iter().flat_map(|entry| &entry.dice).map(|thrown| thrown.faces.len()).sum();
    let dice = if thrown == 1 { "die" } else { "dice" };
    match (&logged.header.dice, proved) {
        (DiceKind::Seed(seed), Some(count)) => {
            format!("dice  {count} {dice} proved: each is what seed {seed} gives its entry\n")
        }
        (DiceKind::Proved { openings, .. }, Some(count)) => {
            let seats: Vec<&str> = openings.iter().map(|(seat, _)| seat.as_str()).collect();
            let players = if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") };
            format!(
                "dice  {count} {dice} consistent: each comes from the secret that the log names and the bytes of \
                 {players}\n"
            )
        }
        (DiceKind::Proved { .. }, None) => {
            format!("dice  {thrown} {dice} not proved yet: the secret they come from is opened when the game is over\n")
        }
        (DiceKind::Typed, _) | (DiceKind::Seed(_), None) => {
            format!("dice  {thrown} {dice} cannot be proved: they were thrown on a real table and typed in\n")
        }
    }
}

/// What playing it again has shown, of the parts that these rules can judge.
fn play_text(logged: &Logged, parts: &[Part]) -> String {
    let is_judged = |number: u32| {
        let part = parts.iter().find(|part| (part.from..=part.to).contains(&number));
        part.is_some_and(|part| part.trouble.is_none())
    };
    let judged: Vec<_> = logged.entries.iter().filter(|entry| is_judged(entry.number)).collect();
    let (entries, all) = (judged.len(), logged.entries.len());
    let sentences: usize = judged.iter().map(|entry| entry.said.len()).sum();
    let states = judged.iter().filter(|entry| entry.state.is_some()).count();
    let count = if entries == all { entries.to_string() } else { format!("{entries} of {all}") };
    if logged.format == 1 {
        return format!(
            "play  {count} entries played again: every order is legal, and the dice are those that the rules ask for\n\
             state not held to the log: it is in the form of release 0.1.0, whose hashes and sentences were others\n"
        );
    }
    let mut out = format!(
        "play  {count} entries played again: every order is legal, and all {sentences} sentences are as logged\n"
    );
    out += &match logged.key {
        Some(_) if states == entries => format!("state all {states} states have the hashes that the log names\n"),
        Some(_) => format!("state {states} of {entries} entries name the hash of their state, and those are right\n"),
        None => "state the hashes cannot be checked: the log does not open their key\n".to_owned(),
    };
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::{later_shelf, machine_game, plain, scratch, shelf};
    use kernel::game::{DiceRoot, LoggedEntry, What};

    fn verified(name: &str, log: &str) -> Result<String, (u8, String)> {
        let file = scratch(name);
        std::fs::write(&file, log).unwrap();
        let said = show(&shelf(), &file, &[]).map_err(|trouble| (trouble.code(), trouble.to_string()))?;
        Ok(plain(said.as_bytes()))
    }

    /// The log with the first face of its first dice changed.
    fn other_face(log: &str) -> String {
        let at = log.find("  dice: d6 ").expect("dice are thrown") + "  dice: d6 ".len();
        let face = if &log[at..=at] == "6" { "5" } else { "6" };
        format!("{}{face}{}", &log[..at], &log[at + 1..])
    }

    #[test]
    fn a_true_log_is_found_true_and_what_was_proved_is_said() {
        let log = machine_game("verify-true.game", 11);
        let said = verified("true.game", &log).unwrap();
        let dice: usize = (log.lines())
            .filter(|line| line.starts_with("  dice"))
            .map(|line| line.split(' ').filter(|word| word.parse::<u8>().is_ok()).count())
            .sum();
        assert!(said.contains(&format!("{dice} dice proved: each is what seed 11 gives its entry")), "{said}");
        assert!(said.contains("every order is legal") && said.contains("true: the game is over"), "{said}");
    }

    #[test]
    fn a_die_that_its_key_does_not_give_is_found() {
        let log = other_face(&machine_game("verify-die.game", 11));
        let (code, sentence) = verified("die.game", &log).unwrap_err();
        assert_eq!(code, 1);
        assert!(
            sentence.contains("the dice are not true: entry") && sentence.contains("but its key gives"),
            "{sentence}"
        );
    }

    #[test]
    fn typed_dice_are_said_to_be_beyond_proof_and_the_play_is_still_held_to_the_rules() {
        let log = machine_game("verify-typed.game", 11).replace("dice: seed 11\n", "dice: typed\n");
        let said = verified("typed.game", &log).unwrap();
        assert!(said.contains("cannot be proved: they were thrown on a real table"), "{said}");
        let (code, sentence) = verified("typed-die.game", &other_face(&log)).unwrap_err();
        assert_eq!(code, 1);
        assert!(sentence.contains("the play is not true"), "{sentence}");
    }

    #[test]
    fn a_sentence_or_a_state_that_did_not_come_about_is_found() {
        let log = machine_game("verify-said.game", 11);
        let told = log.replacen("Turn 1 begins.", "Turn 9 begins.", 1);
        let (code, sentence) = verified("said.game", &told).unwrap_err();
        assert_eq!(code, 1);
        assert!(sentence.contains("the log says 'Turn 9 begins.', but it is 'Turn 1 begins.'"), "{sentence}");
        let at = log.find("  state: ").unwrap() + "  state: ".len();
        let digit = if &log[at..=at] == "0" { "1" } else { "0" };
        let (code, sentence) = verified("state.game", &format!("{}{digit}{}", &log[..at], &log[at + 1..])).unwrap_err();
        assert_eq!(code, 1);
        assert!(sentence.contains("entry 0: the state that the log names"), "{sentence}");
    }

    /// A game in which units looked out, of this release, that went on under a later one.
    fn of_two_releases(name: &str) -> String {
        let log = machine_game(name, 11);
        let logged = Logged::read(&log).unwrap();
        let first = logged.entries.iter().position(|entry| {
            matches!(&entry.what, kernel::game::What::Orders { orders, .. } if orders[0].get("look-out").is_some())
        });
        let cut = Logged { entries: logged.entries[..first.unwrap() + 2].to_vec(), result: None, ..logged };
        let book = &cut.header.book;
        let stood = shelf().game(book).unwrap().take_up(&cut).unwrap();
        let went_on = later_shelf().game(book).unwrap().take_up(&Logged::read(&stood.log()).unwrap()).unwrap();
        went_on.log()
    }

    fn verified_later(name: &str, log: &str) -> Result<String, (u8, String)> {
        let file = scratch(name);
        std::fs::write(&file, log).unwrap();
        let said = show(&later_shelf(), &file, &[]).map_err(|trouble| (trouble.code(), trouble.to_string()))?;
        Ok(plain(said.as_bytes()))
    }

    #[test]
    fn it_is_said_which_release_has_played_which_part_and_what_that_proves() {
        let log = of_two_releases("verify-two.game");
        let last = log.matches("\nentry ").count() - 1;
        let (first, this) = (last - 1, env!("CARGO_PKG_VERSION"));
        let said = verified_later("two-later.game", &log).unwrap();
        let part = format!("part  entries 0 to {first}: played by release {this}, and only that can judge them");
        assert!(said.contains(&part) && said.contains("the log's own word"), "{said}");
        assert!(said.contains(&format!("part  entry {last}: played by release later, which this is")), "{said}");
        assert!(said.contains("true as far as it goes and these rules can judge it"), "{said}");
        assert!(said.contains("dice proved"), "dice need no rules: {said}");
        // The release that has played the first part judges it, and finds that the other goes on from where it left off.
        let said = verified("two-first.game", &log).unwrap();
        assert!(said.contains("part  entries 0 to") && said.contains("which this is"), "{said}");
        assert!(said.contains("by release later; the rules of release"), "{said}");
    }

    #[test]
    fn a_log_whose_end_only_another_release_can_judge_is_not_said_to_be_true() {
        let log = machine_game("verify-end.game", 11);
        let (code, sentence) = verified_later("end.game", &log).unwrap_err();
        assert_eq!(code, 1);
        let this = env!("CARGO_PKG_VERSION");
        assert!(sentence.contains(&format!("cannot be judged: it is by the rules of release {this}")), "{sentence}");
        assert!(sentence.contains(&format!("whether it is true, release {this} can tell")), "{sentence}");
    }

    #[test]
    fn logs_of_the_first_release_are_held_to_their_orders_dice_and_result() {
        let kept = |name: &str| {
            let file = format!("{}/../server/tests/kept/0.1.0/{name}.log", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(file).unwrap()
        };
        let log = kept("squares");
        let said = verified("first.game", &log).unwrap();
        assert!(said.contains("played by release 0.1.0; the rules of release"), "{said}");
        assert!(said.contains("in the form of release 0.1.0") && said.contains("true: the game is over"), "{said}");
        let other_end = log.replace("result: the defender wins", "result: the attacker wins");
        let (code, sentence) = verified("first-end.game", &other_end).unwrap_err();
        assert!(code == 1 && sentence.contains("but by the rules it is 'the defender wins"), "{sentence}");
        // The rules of the drill lead elsewhere since: its play is left to 0.1.0, its dice need no rules.
        let log = kept("drill");
        let (code, sentence) = verified("first-drill.game", &log).unwrap_err();
        assert!(code == 1 && sentence.contains("cannot be judged: it is by the rules of release 0.1.0"), "{sentence}");
        for log in [log, kept("squares")] {
            let (code, sentence) = verified("first-die.game", &other_face(&log)).unwrap_err();
            assert!(code == 1 && !sentence.contains("cannot be judged"), "{sentence}");
        }
    }

    /// A log as a server would have it, whose players gave these bytes to the dice.
    fn of_a_server(name: &str, openings: &[(String, Vec<u8>)]) -> Logged {
        let mut logged = Logged::read(&machine_game(name, 11)).unwrap();
        let (secret, game, openings) = ([7; 32], "g".to_owned(), openings.to_vec());
        let commitment = DiceRoot::commitment(&secret, &game);
        logged.header.dice =
            DiceKind::Proved { game, commitment, openings, secret: Some(secret), by: Numbering::Throws };
        logged
    }

    #[test]
    fn only_the_receipt_of_somebody_who_gave_bytes_in_time_shows_that_the_server_had_committed_before() {
        let gave = [("red".to_owned(), vec![1; 32])];
        let logged = of_a_server("verify-server.game", &gave);
        let said = |receipts: &[DiceReceipt]| {
            let file = PathBuf::from("a.receipt");
            how_far_proved(&logged, Some(9), &receipts.iter().map(|one| (&file, one.clone())).collect::<Vec<_>>())
        };
        let [seen, opened] = ["at noon", "later"].map(str::to_owned);
        let commitment = DiceRoot::commitment(&[7; 32], "g");
        let (game, bytes, committed) = ("g".to_owned(), gave.to_vec(), Vec::new());
        let receipt = DiceReceipt { game, seen, late: false, commitment, bytes, committed, opened: Some(opened) };
        assert!(said(std::slice::from_ref(&receipt)).starts_with("proof the server committed before it could know"));
        let late = DiceReceipt { late: true, ..receipt.clone() };
        let of_another = DiceReceipt { bytes: Vec::new(), ..receipt };
        for receipts in [vec![], vec![late], vec![of_another]] {
            assert!(said(&receipts).starts_with("proof consistent, not more"), "{}", said(&receipts));
        }
        let alone = how_far_proved(&of_a_server("verify-alone.game", &[]), Some(9), &[]);
        assert!(alone.contains("the server alone chose the dice of this game"), "{alone}");
    }

    #[test]
    fn what_was_taken_back_is_told() {
        let mut logged = of_a_server("verify-back.game", &[]);
        assert_eq!(undone_text(&logged), "");
        let without_dice = logged.entries.iter().rposition(|entry| entry.dice.is_empty()).unwrap();
        logged.entries.truncate(without_dice + 1);
        let number = without_dice as u32 + 1;
        let what = What::Undo { seat: "red".to_owned(), to: number - 2, agreed: false };
        logged.entries.push(LoggedEntry { number, what, dice: Vec::new(), said: Vec::new(), state: None });
        assert_eq!(undone_text(&logged), "back  once something was taken back; no dice were moved by it\n");
    }

    #[test]
    fn a_receipt_that_the_log_does_not_agree_with_is_told_with_code_1() {
        let file = format!("{}/../server/tests/kept/0.1.0/squares.log", env!("CARGO_MANIFEST_DIR"));
        let log = std::fs::read_to_string(&file).unwrap();
        let mut words = log.lines().find_map(|line| line.strip_prefix("dice: proved ")).unwrap().split(' ');
        let (game, commitment) = (words.next().unwrap(), words.next().unwrap());
        let held = |commitment: &str| {
            let receipt = scratch("kept.receipt");
            let text = format!("sandtable receipt 1\ngame: {game}\nseen: at noon\ncommitment: {commitment}\n");
            std::fs::write(&receipt, text).unwrap();
            let said = show(&shelf(), Path::new(&file), &[receipt]);
            said.map(|said| plain(said.as_bytes())).map_err(|trouble| (trouble.code(), trouble.to_string()))
        };
        let agrees = held(commitment).unwrap();
        assert!(agrees.contains("the receipt agrees: the server had committed to its secret on at noon"), "{agrees}");
        let (code, sentence) = held(&"ab".repeat(32)).unwrap_err();
        assert_eq!(code, 1);
        assert!(sentence.contains("the server has changed its commitment: on at noon it was abab"), "{sentence}");
    }

    #[test]
    fn what_is_no_log_is_refused_with_code_2() {
        for (name, text, part) in [
            ("empty.game", "", "line 1: a log begins with"),
            ("poem.game", "If you can keep your head", "line 1: a log begins with"),
            (
                "other.game",
                &machine_game("verify-other.game", 11).replace("book: drill", "book: chess"),
                "no book 'chess'",
            ),
        ] {
            let (code, sentence) = verified(name, text).unwrap_err();
            assert_eq!(code, 2);
            assert!(sentence.contains(part), "{sentence}");
        }
        let trouble = show(&shelf(), Path::new("/nowhere/at.all"), &[]).unwrap_err();
        assert_eq!((trouble.code(), trouble.to_string().contains("cannot be read")), (2, true));
    }
}
