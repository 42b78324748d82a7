//! The numbers of all runs as a Parquet file, for DuckDB, pandas and their kin.

use std::io::Write;
use std::sync::Arc;

use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::data::{Collection, Entry};
use crate::derived::DERIVED;
use crate::metrics;

/// A row for each run and number. `count` is the exact integer, absent for derived metrics; `value` is there for all.
const SCHEMA: &str = "message numbers {
    REQUIRED BYTE_ARRAY workload (UTF8);
    REQUIRED BYTE_ARRAY config (UTF8);
    OPTIONAL BYTE_ARRAY config_hash (UTF8);
    OPTIONAL BYTE_ARRAY program_sha256 (UTF8);
    REQUIRED BYTE_ARRAY number (UTF8);
    OPTIONAL INT64 count (INTEGER(64, false));
    REQUIRED DOUBLE value;
}";
/// Runs of one row group: about 300,000 rows.
const GROUP: usize = 1000;

/// The columns of some runs.
#[derive(Default)]
struct Columns {
    workload: Vec<ByteArray>,
    config: Vec<ByteArray>,
    config_hash: Vec<Option<ByteArray>>,
    program: Vec<Option<ByteArray>>,
    number: Vec<ByteArray>,
    count: Vec<Option<i64>>,
    value: Vec<f64>,
}

/// Writes `numbers.parquet`: a row for each run and number, derived metrics too.
///
/// # Errors
/// `output` does not take it.
pub fn numbers_parquet(collection: &Collection, output: impl Write + Send) -> Result<()> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    // What a file holds is the same for every version of the library.
    let properties = WriterProperties::builder().set_created_by("epicycle".into());
    let mut file = SerializedFileWriter::new(output, schema, Arc::new(properties.build()))?;
    for runs in collection.runs.chunks(GROUP) {
        let mut columns = Columns::default();
        runs.iter().for_each(|entry| columns.add(entry));
        let mut group = file.next_row_group()?;
        columns.write(&mut group)?;
        group.close()?;
    }
    file.close()?;
    Ok(())
}

impl Columns {
    fn add(&mut self, entry: &Entry) {
        let report = entry.report();
        let text = |text: &str| ByteArray::from(text);
        let config = report.map(|report| text(&report.config.hash));
        let program = report.and_then(|report| report.workload.sha256.as_deref().map(text));
        let mut row = |number: &str, count: Option<u64>, value: f64| {
            self.workload.push(text(&entry.run.workload));
            self.config.push(text(&entry.run.config));
            self.config_hash.push(config.clone());
            self.program.push(program.clone());
            self.number.push(text(number));
            // The bits of an unsigned number, as the schema says.
            self.count.push(count.map(u64::cast_signed));
            self.value.push(value);
        };
        for (path, value) in report.map(metrics).unwrap_or_default().iter() {
            row(path, Some(value), value as f64);
        }
        for (place, metric) in DERIVED.iter().enumerate() {
            if let Some(value) = entry.derived(place) {
                row(metric.name, None, value);
            }
        }
    }

    /// Writes the columns in the order of the schema.
    fn write<W: Write + Send>(self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<()> {
        let required =
            |values: Vec<ByteArray>| Column::Text(values.into_iter().map(Some).collect());
        let columns = [
            required(self.workload),
            required(self.config),
            Column::Text(self.config_hash),
            Column::Text(self.program),
            required(self.number),
            Column::Counts(self.count),
            Column::Values(self.value),
        ];
        for column in columns {
            let Some(mut writer) = group.next_column()? else {
                break;
            };
            column.write(writer.untyped())?;
            writer.close()?;
        }
        Ok(())
    }
}

/// The values of a column, `None` where a row has none.
enum Column {
    Text(Vec<Option<ByteArray>>),
    Counts(Vec<Option<i64>>),
    Values(Vec<f64>),
}

impl Column {
    fn write(self, writer: &mut ColumnWriter<'_>) -> Result<()> {
        match (self, writer) {
            (Self::Text(column), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                let (values, levels) = present(column);
                writer.write_batch(&values, Some(&levels), None)?;
            }
            (Self::Counts(column), ColumnWriter::Int64ColumnWriter(writer)) => {
                let (values, levels) = present(column);
                writer.write_batch(&values, Some(&levels), None)?;
            }
            (Self::Values(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                writer.write_batch(&values, None, None)?;
            }
            _ => unreachable!("the order of the columns is that of the schema"),
        }
        Ok(())
    }
}

/// The values that are there, and for each row whether it has one (Parquet's definition level).
fn present<T>(column: Vec<Option<T>>) -> (Vec<T>, Vec<i16>) {
    let levels = column.iter().map(|it| i16::from(it.is_some())).collect();
    (column.into_iter().flatten().collect(), levels)
}
