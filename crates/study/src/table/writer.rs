//! Writing a table, as a whole or a row group at a time.

use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::{Column, ColumnValue, ColumnVisitor, TableRow, columns_of};

/// Level of compression: higher ones save little of such tables and take far longer.
const ZSTD_LEVEL: i32 = 3;

/// Appends the fields of a row to its columns.
struct Filler<'c>(std::slice::IterMut<'c, Column>);

impl ColumnVisitor for Filler<'_> {
    fn field<T: ColumnValue>(&mut self, _: &'static str, value: &mut T) {
        let column = self.0.next().expect("there is a column for each field");
        std::mem::take(value).put(column);
    }
}

/// A Parquet file that is written. The rows of a group are in memory until it ends, the list of groups until the file
/// does.
#[derive(Debug)]
pub(crate) struct TableWriter {
    columns: Vec<Column>,
    /// Rows of the group that has not ended.
    rows: usize,
    file: SerializedFileWriter<Vec<u8>>,
}

impl TableWriter {
    /// A file of rows of a type that says something of itself.
    ///
    /// # Errors
    /// The type of row makes no table.
    pub(crate) fn new<R: TableRow>(
        metadata: &[(&str, String)],
        properties: WriterPropertiesBuilder,
    ) -> Result<TableWriter, ParquetError> {
        let columns = columns_of::<R>();
        let fields = columns.iter().map(|column| column.schema().map(Arc::new)).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder(R::TABLE).with_fields(fields).build()?;
        let metadata =
            metadata.iter().map(|(key, value)| KeyValue::new(format!("rukh.{key}"), value.clone()));
        let properties = properties
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
            .set_key_value_metadata(Some(metadata.collect()))
            .build();
        let file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        Ok(TableWriter { columns, rows: 0, file })
    }

    /// Adds a row of the type that the file is of.
    pub(crate) fn push<R: TableRow>(&mut self, mut row: R) {
        row.visit(&mut Filler(self.columns.iter_mut()));
        self.rows += 1;
    }

    /// Rows of the group that has not ended.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Ends the row group, if it has rows.
    fn end_group(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let writer = group.next_column()?;
            let mut writer =
                writer.ok_or_else(|| ParquetError::General("a column has no writer".to_owned()))?;
            column.write(&mut writer)?;
            writer.close()?;
            column.clear();
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Ends the row group; the bytes that were written since the last time.
    ///
    /// # Errors
    /// The rows are too many for a file.
    pub(crate) fn take(&mut self) -> Result<Vec<u8>, ParquetError> {
        self.end_group()?;
        self.file.flush()?;
        Ok(std::mem::take(self.file.inner_mut()))
    }

    /// Ends the file; the bytes that were written since the last time.
    ///
    /// # Errors
    /// The rows are too many for a file.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, ParquetError> {
        self.end_group()?;
        self.file.into_inner()
    }
}

/// Writes rows as a Parquet file of one row group.
///
/// # Errors
/// The rows are too many for a file.
pub(crate) fn write<R: TableRow>(rows: &[R], metadata: &[(&str, String)]) -> Result<Vec<u8>, ParquetError> {
    let mut writer = TableWriter::new::<R>(metadata, WriterProperties::builder())?;
    rows.iter().for_each(|row| writer.push(row.clone()));
    writer.finish()
}
