//! What is written is read back the same.

use bytes::Bytes;
use parquet::data_type::ByteArray;
use proptest::prelude::*;
use rukh_lab::job::rows::{GameRow, MoveRow, PositionRow};
use rukh_rules::hash::SplitMix64;

use super::{Column, ColumnKind, Drainer, TableFile, TableFileError, TableRow, Values, columns_of, write};

const NUMBERS: [f64; 6] = [0.0, -0.0, 1.0, f64::MIN_POSITIVE, f64::MAX, -0.1];
const TEXTS: [&str; 6] = ["", "k", "1/2-1/2", "senterej[saba=G,stalemate=loss]", "ሰንጠረዥ", "a\0b\n\"c\""];

/// Any value of a column.
fn push_value(column: &mut Column, random: &mut SplitMix64) {
    let number = if random.below(4) == 0 { u64::MAX } else { random.next_u64() };
    match (&mut column.values, column.kind) {
        (Values::Int32(values), ColumnKind::U8) => values.push((number % 256) as i32),
        (Values::Int32(values), _) => values.push((number as u32).cast_signed()),
        (Values::Int64(values), _) => values.push(number.cast_signed()),
        (Values::Double(values), _) => values.push(NUMBERS[random.below(NUMBERS.len())]),
        (Values::Text(values), _) => values.push(ByteArray::from(TEXTS[random.below(TEXTS.len())])),
    }
}

/// Any rows.
fn any_rows<R: TableRow>(count: usize, random: &mut SplitMix64) -> Vec<R> {
    let mut columns = columns_of::<R>();
    for column in &mut columns {
        for _ in 0..count {
            let is_there = !column.is_optional || random.below(2) == 0;
            column.levels.push(i16::from(is_there));
            if is_there {
                push_value(column, random);
            }
        }
    }
    let mut rows = Vec::new();
    for _ in 0..count {
        let mut row = R::default();
        row.visit(&mut Drainer { columns: columns.iter_mut(), bad: None });
        rows.push(row);
    }
    rows
}

fn read<R: TableRow>(bytes: &[u8]) -> Result<Vec<R>, TableFileError> {
    TableFile::new(Bytes::copy_from_slice(bytes))?.read()
}

fn check<R: TableRow + PartialEq + std::fmt::Debug>(count: usize, random: &mut SplitMix64) {
    let rows: Vec<R> = any_rows(count, random);
    let metadata = [("study", "any".to_owned()), ("hash", "0".repeat(64))];
    let bytes = write(&rows, &metadata).expect("rows can be written");
    assert_eq!(read::<R>(&bytes).expect("they can be read"), rows);
    assert_eq!(
        write(&rows, &metadata).expect("rows can be written"),
        bytes,
        "the same rows are the same bytes"
    );
    let file = TableFile::new(Bytes::from(bytes)).expect("it is Parquet");
    assert_eq!(
        (file.rows(), file.metadata("study"), file.metadata("seed")),
        (count as u64, Some("any"), None)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn rows_are_read_as_they_were_written(seed: u64, count in 0_usize..40) {
        let mut random = SplitMix64::new(seed);
        check::<GameRow>(count, &mut random);
        check::<MoveRow>(count, &mut random);
        check::<PositionRow>(count, &mut random);
    }
}

#[test]
fn table_of_other_rows_is_refused() {
    let mut random = SplitMix64::new(1);
    let games = write(&any_rows::<GameRow>(3, &mut random), &[]).expect("rows can be written");
    let error = read::<MoveRow>(&games).expect_err("a game is no move");
    assert_eq!(error.to_string(), "the column `ply` is missing");
    let positions = write(&any_rows::<PositionRow>(3, &mut random), &[]).expect("rows can be written");
    assert!(matches!(read::<GameRow>(&positions), Err(TableFileError::MissingColumn("cluster"))));
    for length in [0, 3, games.len() / 2, games.len() - 1] {
        assert!(read::<GameRow>(&games[..length]).is_err(), "{length} bytes");
    }
    // A column of the same name with another type.
    #[derive(Clone, Default)]
    struct Odd(String);
    impl TableRow for Odd {
        const TABLE: &'static str = "odd";

        fn visit<V: super::ColumnVisitor>(&mut self, visitor: &mut V) {
            visitor.field("cell", &mut self.0);
        }
    }
    let error = read::<Odd>(&games).err().expect("a number is no text");
    assert!(matches!(error, TableFileError::OtherColumn("cell")), "{error}");
}
