//! Which types of fields a row may have, and the fields of each type of row.

use parquet::data_type::ByteArray;
use rukh_lab::job::rows::{GameRow, MoveRow, PositionRow};

use super::{Column, Values};
use crate::puzzles::PuzzleRow;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    U8,
    U32,
    U64,
    F64,
    Text,
}

/// A value that is never missing.
trait Scalar: Sized + Default {
    const KIND: ColumnKind;
    fn push(self, values: &mut Values);
    fn at(values: &Values, index: usize) -> Option<Self>;
}

/// The type of a field, which says what its column is.
pub(crate) trait ColumnValue: Sized + Default {
    const KIND: ColumnKind;
    const IS_OPTIONAL: bool;
    /// Appends it to its column.
    fn put(self, column: &mut Column);
    /// The next one of its column; `None` if there is none, or one that the type does not have.
    fn take(column: &mut Column) -> Option<Self>;
}

/// Something that is done with each field of a row, in the order of columns.
pub(crate) trait ColumnVisitor {
    fn field<T: ColumnValue>(&mut self, name: &'static str, value: &mut T);
}

/// A row of a table.
pub(crate) trait TableRow: Default + Clone {
    /// Name of the table and of its folder.
    const TABLE: &'static str;
    /// Shows every field to a visitor.
    fn visit<V: ColumnVisitor>(&mut self, visitor: &mut V);
}

impl<T: Scalar> ColumnValue for T {
    const KIND: ColumnKind = <T as Scalar>::KIND;
    const IS_OPTIONAL: bool = false;

    fn put(self, column: &mut Column) {
        self.push(&mut column.values);
    }

    fn take(column: &mut Column) -> Option<T> {
        column.next_value += 1;
        T::at(&column.values, column.next_value - 1)
    }
}

impl<T: Scalar> ColumnValue for Option<T> {
    const KIND: ColumnKind = <T as Scalar>::KIND;
    const IS_OPTIONAL: bool = true;

    fn put(self, column: &mut Column) {
        column.levels.push(i16::from(self.is_some()));
        if let Some(value) = self {
            value.push(&mut column.values);
        }
    }

    fn take(column: &mut Column) -> Option<Option<T>> {
        column.next_level += 1;
        match column.levels.get(column.next_level - 1)? {
            0 => Some(None),
            _ => <T as ColumnValue>::take(column).map(Some),
        }
    }
}

/// Implements [`Scalar`]: what a value is in its column, and what it is again.
macro_rules! scalar {
    ($type:ty, $kind:ident, $values:ident, $into:expr, $from:expr) => {
        impl Scalar for $type {
            const KIND: ColumnKind = ColumnKind::$kind;

            fn push(self, values: &mut Values) {
                let Values::$values(all) = values else { unreachable!("a column is made for its kind") };
                let into: fn($type) -> _ = $into;
                all.push(into(self));
            }

            fn at(values: &Values, index: usize) -> Option<$type> {
                let Values::$values(all) = values else { return None };
                all.get(index).and_then($from)
            }
        }
    };
}

scalar!(u8, U8, Int32, i32::from, |value| u8::try_from(*value).ok());
scalar!(u32, U32, Int32, u32::cast_signed, |value| Some(value.cast_unsigned()));
scalar!(u64, U64, Int64, u64::cast_signed, |value| Some(value.cast_unsigned()));
scalar!(f64, F64, Double, |value| value, |value| Some(*value));
scalar!(String, Text, Text, |value| ByteArray::from(value.into_bytes()), |value| {
    value.as_utf8().ok().map(str::to_owned)
});

/// Implements [`TableRow`] for a row, all of whose fields are named; a field that is not does not compile.
macro_rules! table {
    ($row:ident, $table:literal, $($field:ident),+ $(,)?) => {
        impl TableRow for $row {
            const TABLE: &'static str = $table;

            fn visit<V: ColumnVisitor>(&mut self, visitor: &mut V) {
                let $row { $($field),+ } = self;
                $(visitor.field(stringify!($field), $field);)+
            }
        }
    };
}

table!(
    GameRow,
    "games",
    cell,
    number,
    cluster,
    instance,
    laws,
    options,
    array,
    evaluation,
    white,
    black,
    opening,
    seed,
    result,
    reason,
    plies,
    passes,
    throws,
    captures,
    promotions,
    luck_white,
    luck_black,
    werera_events,
    werera_retractions,
    werera_ms,
    werera_end,
    white_arrangement,
    black_arrangement,
    white_left,
    black_left,
    lead_changes,
);
table!(
    MoveRow,
    "moves",
    cell,
    number,
    ply,
    side,
    piece,
    from,
    to,
    capture,
    promotion,
    face,
    legal,
    score_before,
    score_after,
    time_ms,
);
table!(PositionRow, "positions", cell, number, ply, fen);
table!(
    PuzzleRow,
    "puzzles",
    id,
    ruleset,
    revision,
    fen,
    goal,
    goal_moves,
    solution,
    themes,
    difficulty,
    cost,
    margin,
    expected_best,
    expected_second,
    verified,
    verified_nodes,
    origin,
    origin_name,
    sources,
    seed,
    game,
    ply,
    nodes,
    engine,
);
