//! The schema of stores, as steps that are each done once, forward only.
//!
//! They are listed by hand: the macro of the database library that would find them builds that library, and SQLite with
//! it, a second time, for itself.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr, SqlStr};
use std::sync::LazyLock;

/// The schema. It is brought up to date whenever a store is opened.
pub static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| Migrator::with_migrations(STEPS.iter().map(Step::read).collect()));

/// The files of `migrations/`, in order. A store keeps the checksum of each: a file is never changed once it was
/// released, not even in a comment.
const STEPS: &[Step] = &[
    Step { number: 1, name: "games", sql: include_str!("../../migrations/0001_games.sql") },
    Step { number: 2, name: "one key of entries", sql: include_str!("../../migrations/0002_one_key_of_entries.sql") },
    Step { number: 3, name: "entries as text", sql: include_str!("../../migrations/0003_entries_as_text.sql") },
    Step { number: 4, name: "analyses", sql: include_str!("../../migrations/0004_analyses.sql") },
    Step { number: 5, name: "talk", sql: include_str!("../../migrations/0005_talk.sql") },
    Step { number: 6, name: "house", sql: include_str!("../../migrations/0006_house.sql") },
];

struct Step {
    number: i64,
    name: &'static str,
    sql: &'static str,
}

impl Step {
    fn read(&self) -> Migration {
        let sql: SqlStr = self.sql.into_sql_str();
        Migration::new(self.number, self.name.into(), MigrationType::Simple, sql, false)
    }
}

#[cfg(test)]
mod tests {
    use super::STEPS;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_file_of_a_schema_is_a_step_of_its_number_and_name() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut files: Vec<(String, String)> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap())
            .map(|file| (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap()))
            .collect();
        files.sort();
        let named = |number: i64, name: &str| format!("{number:04}_{}.sql", name.replace(' ', "_"));
        let steps: Vec<(String, String)> =
            STEPS.iter().map(|step| (named(step.number, step.name), step.sql.to_owned())).collect();
        assert_eq!(steps, files);
    }
}
