//! Games of a match as a Parquet file, a column for each thing that is told of a game.

use super::report::Row;
use crate::trouble::Trouble;
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// The columns, in the order in which they are written.
const SCHEMA: &str = "message games {
    REQUIRED INT64 game;
    REQUIRED BINARY scenario (UTF8);
    REQUIRED INT64 seed;
    REQUIRED BINARY first_seat (UTF8);
    REQUIRED BINARY second_seat (UTF8);
    REQUIRED BINARY winner (UTF8);
    REQUIRED INT64 lead;
    REQUIRED INT64 orders;
    REQUIRED INT64 turns;
    REQUIRED BINARY ended (UTF8);
}";

/// Writes the games.
pub(super) fn write(rows: &[Row], path: &Path) -> Result<(), Trouble> {
    let file = File::create(path)?;
    written(rows, file).map_err(|error| Trouble::of(format!("{}: {error}", path.display())))
}

fn written(rows: &[Row], file: File) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::default()))?;
    let mut group = writer.next_row_group()?;
    numbers(&mut group, rows, |row| row.game)?;
    words(&mut group, rows, |row| &row.scenario)?;
    numbers(&mut group, rows, |row| row.seed as i64)?;
    words(&mut group, rows, |row| &row.first_seat)?;
    words(&mut group, rows, |row| &row.second_seat)?;
    words(&mut group, rows, |row| &row.winner)?;
    numbers(&mut group, rows, |row| row.lead.into())?;
    numbers(&mut group, rows, |row| row.orders)?;
    numbers(&mut group, rows, |row| row.turns)?;
    words(&mut group, rows, |row| &row.ended)?;
    group.close()?;
    writer.close()?;
    Ok(())
}

type Group<'a> = SerializedRowGroupWriter<'a, File>;

fn numbers(group: &mut Group<'_>, rows: &[Row], of: impl Fn(&Row) -> i64) -> Result<(), ParquetError> {
    column::<Int64Type>(group, &rows.iter().map(of).collect::<Vec<_>>())
}

fn words(group: &mut Group<'_>, rows: &[Row], of: impl Fn(&Row) -> &str) -> Result<(), ParquetError> {
    column::<ByteArrayType>(group, &rows.iter().map(|row| ByteArray::from(of(row))).collect::<Vec<_>>())
}

fn column<T: DataType>(group: &mut Group<'_>, values: &[T::T]) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has a column for each call");
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::RowAccessor;

    #[test]
    fn what_was_written_is_read_again() {
        let row = |game: i64, winner: &str| Row {
            game,
            scenario: "le-cateau".to_owned(),
            seed: 7,
            first_seat: "fair".to_owned(),
            second_seat: "easy".to_owned(),
            winner: winner.to_owned(),
            lead: -3,
            orders: 210,
            turns: 18,
            ended: "R19".to_owned(),
        };
        let folder = std::env::temp_dir().join(format!("sandtable-parquet-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let path = folder.join("games.parquet");
        write(&[row(0, "attacker"), row(1, "nobody")], &path).expect("it is written");
        let reader = SerializedFileReader::new(File::open(&path).expect("it is there")).expect("it is Parquet");
        let rows: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        std::fs::remove_dir_all(&folder).expect("it can be taken away");
        assert_eq!(rows.len(), 2);
        let told = |row: usize, number: usize, word: usize| {
            (rows[row].get_long(number).expect("a number"), rows[row].get_string(word).expect("a word").clone())
        };
        assert_eq!(told(1, 0, 5), (1, "nobody".to_owned()));
        assert_eq!(told(0, 6, 9), (-3, "R19".to_owned()));
    }
}
