//! Tables of rows as Parquet. Each type of row names its columns once, for writing and for reading; which column has
//! which type follows from the field.

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::SerializedColumnWriter;
use parquet::schema::types::Type;

mod column;
mod writer;

pub(crate) use column::{ColumnKind, ColumnValue, ColumnVisitor, TableRow};
pub(crate) use writer::{TableWriter, write};

/// Why a file is no table of these rows, or a table cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// It is no Parquet, or damaged.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// A column is not there.
    #[error("the column `{0}` is missing")]
    MissingColumn(&'static str),
    /// A column holds something else.
    #[error("the column `{0}` has another type, or values that this type does not have")]
    OtherColumn(&'static str),
    /// It would need more memory than a table may.
    #[error("the table is too long; ask for fewer games")]
    TooLong,
}

/// The values of a column.
#[derive(Debug)]
pub(crate) enum Values {
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Double(Vec<f64>),
    Text(Vec<ByteArray>),
}

/// A column while its rows are written or read.
#[derive(Debug)]
pub(crate) struct Column {
    name: &'static str,
    kind: ColumnKind,
    is_optional: bool,
    /// Those that are there, without gaps.
    values: Values,
    /// Of an optional column: 1 where there is a value, 0 where not.
    levels: Vec<i16>,
    next_value: usize,
    next_level: usize,
}

impl Column {
    pub(crate) fn new(name: &'static str, kind: ColumnKind, is_optional: bool) -> Column {
        let values = match kind {
            ColumnKind::U8 | ColumnKind::U32 => Values::Int32(Vec::new()),
            ColumnKind::U64 => Values::Int64(Vec::new()),
            ColumnKind::F64 => Values::Double(Vec::new()),
            ColumnKind::Text => Values::Text(Vec::new()),
        };
        Column { name, kind, is_optional, values, levels: Vec::new(), next_value: 0, next_level: 0 }
    }

    fn schema(&self) -> Result<Type, ParquetError> {
        let (physical, logical) = match self.kind {
            ColumnKind::U8 => (PhysicalType::INT32, Some(LogicalType::integer(8, false))),
            ColumnKind::U32 => (PhysicalType::INT32, Some(LogicalType::integer(32, false))),
            ColumnKind::U64 => (PhysicalType::INT64, Some(LogicalType::integer(64, false))),
            ColumnKind::F64 => (PhysicalType::DOUBLE, None),
            ColumnKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let repetition = if self.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let builder = Type::primitive_type_builder(self.name, physical).with_repetition(repetition);
        builder.with_logical_type(logical).build()
    }

    fn write(&self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = self.is_optional.then_some(&self.levels[..]);
        match &self.values {
            Values::Int32(values) => writer.typed::<Int32Type>().write_batch(values, levels, None),
            Values::Int64(values) => writer.typed::<Int64Type>().write_batch(values, levels, None),
            Values::Double(values) => writer.typed::<DoubleType>().write_batch(values, levels, None),
            Values::Text(values) => writer.typed::<ByteArrayType>().write_batch(values, levels, None),
        }
        .map(drop)
    }

    /// Forgets what was put into it.
    fn clear(&mut self) {
        match &mut self.values {
            Values::Int32(values) => values.clear(),
            Values::Int64(values) => values.clear(),
            Values::Double(values) => values.clear(),
            Values::Text(values) => values.clear(),
        }
        self.levels.clear();
    }

    /// Reads the column of a row group in which it has the place `at`.
    fn read(&mut self, group: &dyn RowGroupReader, at: usize) -> Result<(), TableFileError> {
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let levels = self.is_optional.then_some(&mut self.levels);
        match (group.get_column_reader(at)?, &mut self.values) {
            (ColumnReader::Int32ColumnReader(reader), Values::Int32(values)) => {
                read_all(reader, rows, levels, values)?;
            }
            (ColumnReader::Int64ColumnReader(reader), Values::Int64(values)) => {
                read_all(reader, rows, levels, values)?;
            }
            (ColumnReader::DoubleColumnReader(reader), Values::Double(values)) => {
                read_all(reader, rows, levels, values)?;
            }
            (ColumnReader::ByteArrayColumnReader(reader), Values::Text(values)) => {
                read_all(reader, rows, levels, values)?;
            }
            _ => return Err(TableFileError::OtherColumn(self.name)),
        }
        Ok(())
    }
}

fn read_all<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    mut levels: Option<&mut Vec<i16>>,
    values: &mut Vec<T::T>,
) -> Result<(), ParquetError> {
    let mut left = rows;
    while left > 0 {
        let (read, _, _) = reader.read_records(left, levels.as_deref_mut(), None, values)?;
        if read == 0 {
            return Err(ParquetError::EOF(format!("{left} of {rows} rows are missing")));
        }
        left -= read;
    }
    Ok(())
}

/// The columns of a type of row, empty.
fn columns_of<R: TableRow>() -> Vec<Column> {
    struct Layout(Vec<Column>);
    impl ColumnVisitor for Layout {
        fn field<T: ColumnValue>(&mut self, name: &'static str, _: &mut T) {
            self.0.push(Column::new(name, T::KIND, T::IS_OPTIONAL));
        }
    }
    let mut layout = Layout(Vec::new());
    R::default().visit(&mut layout);
    layout.0
}

/// Takes the fields of a row from its columns.
struct Drainer<'c> {
    columns: std::slice::IterMut<'c, Column>,
    bad: Option<&'static str>,
}

impl ColumnVisitor for Drainer<'_> {
    fn field<T: ColumnValue>(&mut self, name: &'static str, value: &mut T) {
        let column = self.columns.next().expect("there is a column for each field");
        match T::take(column) {
            Some(found) => *value = found,
            None => self.bad = self.bad.or(Some(name)),
        }
    }
}

/// A Parquet file that is read.
pub(crate) struct TableFile<C: ChunkReader + 'static>(SerializedFileReader<C>);

impl<C: ChunkReader + 'static> TableFile<C> {
    /// Reads what a file, or the bytes of one, say of themselves.
    ///
    /// # Errors
    /// It is no Parquet.
    pub(crate) fn new(file: C) -> Result<TableFile<C>, TableFileError> {
        Ok(TableFile(SerializedFileReader::new(file)?))
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> u64 {
        u64::try_from(self.0.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    /// Something that the file says of itself.
    pub(crate) fn metadata(&self, key: &str) -> Option<&str> {
        let entries = self.0.metadata().file_metadata().key_value_metadata()?;
        let found = entries.iter().find(|entry| entry.key.strip_prefix("rukh.") == Some(key))?;
        found.value.as_deref()
    }

    /// Reads all rows.
    ///
    /// # Errors
    /// The file is damaged, or a table of other rows.
    pub(crate) fn read<R: TableRow>(&self) -> Result<Vec<R>, TableFileError> {
        let descriptor = self.0.metadata().file_metadata().schema_descr();
        let mut all = Vec::new();
        for index in 0..self.0.num_row_groups() {
            let group = self.0.get_row_group(index)?;
            let mut columns = columns_of::<R>();
            for column in &mut columns {
                let at = descriptor.columns().iter().position(|found| found.name() == column.name);
                let at = at.ok_or(TableFileError::MissingColumn(column.name))?;
                if descriptor.columns()[at].max_def_level() != i16::from(column.is_optional) {
                    return Err(TableFileError::OtherColumn(column.name));
                }
                column.read(&*group, at)?;
            }
            for _ in 0..group.metadata().num_rows() {
                let mut row = R::default();
                let mut drainer = Drainer { columns: columns.iter_mut(), bad: None };
                row.visit(&mut drainer);
                match drainer.bad {
                    Some(name) => return Err(TableFileError::OtherColumn(name)),
                    None => all.push(row),
                }
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests;
