//! What battles that are made by points and a seed share: names for their units, and a par by their budget.

/// The name of a battalion by its number, from 0, regiment by regiment: 'I/*' and '*' stands for the regiment.
pub fn battalion(battalions: &[String], regiments: &[String], number: usize) -> String {
    let (regiment, battalion) = (number / battalions.len(), number % battalions.len());
    battalions[battalion].replace('*', &regiments[regiment % regiments.len()])
}

/// The name of a unit by its number, from 1: '* Battery' is the '2nd Battery'.
pub fn numbered(name: &str, number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    name.replace('*', &format!("{number}{ending}"))
}

/// A number by the budget: as it is listed, from the least budget up, and in proportion between two budgets of the list.
pub fn by_budget(list: &[(u16, i32)], points: u16) -> i32 {
    let above = list.partition_point(|&(budget, _)| budget <= points);
    match (&list[..above], &list[above..]) {
        ([.., (_, number)], []) | ([], [(_, number), ..]) => *number,
        ([.., (low, least)], [(high, most), ..]) => {
            least + (most - least) * i32::from(points - low) / i32::from(high - low)
        }
        ([], []) => unreachable!("the list has budgets"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battalions_are_numbered_within_their_regiments() {
        let [battalions, regiments] = [["I/*", "II/*"], ["84", "86"]].map(|names| names.map(str::to_owned));
        let names: Vec<_> = (0..4).map(|number| battalion(&battalions, &regiments, number)).collect();
        assert_eq!(names, ["I/84", "II/84", "I/86", "II/86"]);
    }

    #[test]
    fn numbers_have_their_endings() {
        let names = [1, 2, 3, 4, 11, 12, 21].map(|number| numbered("* Battery", number));
        let endings = names.map(|name| name.split(' ').next().unwrap().to_owned());
        assert_eq!(endings, ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"]);
    }

    #[test]
    fn a_number_between_two_budgets_is_in_proportion() {
        let list = [(40, 0), (80, 4)];
        assert_eq!([20, 40, 60, 70, 80, 120].map(|points| by_budget(&list, points)), [0, 0, 2, 3, 4, 4]);
    }
}
