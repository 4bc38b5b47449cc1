//! What a report consists of, before it is HTML or Markdown. All texts are plain: writers escape them.

use super::plot::Plot;

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DataTable {
    pub(super) caption: String,
    pub(super) head: Vec<String>,
    /// As many cells as the head has; the first names the row.
    pub(super) rows: Vec<Vec<String>>,
}

impl DataTable {
    pub(super) fn new(caption: impl Into<String>, head: &[&str]) -> DataTable {
        let head = head.iter().map(|&name| name.to_owned()).collect();
        DataTable { caption: caption.into(), head, rows: Vec::new() }
    }
}

/// A piece of a report.
#[derive(Debug, Clone)]
pub(super) enum Block {
    Heading(String),
    Text(String),
    /// Lines for a shell.
    Code(Vec<String>),
    Table(DataTable),
    Plot(Plot),
    /// Blocks that a page shows when its heading is chosen.
    Fold(String, Vec<Block>),
}

impl Block {
    /// The plots of this block, in their order.
    fn plots(&self) -> Vec<&Plot> {
        match self {
            Block::Plot(plot) => vec![plot],
            Block::Fold(_, blocks) => blocks.iter().flat_map(Block::plots).collect(),
            Block::Heading(_) | Block::Text(_) | Block::Code(_) | Block::Table(_) => Vec::new(),
        }
    }
}

/// A whole report.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) title: String,
    pub(super) lead: String,
    pub(super) blocks: Vec<Block>,
}

impl Document {
    /// All plots, in their order.
    pub(super) fn plots(&self) -> Vec<&Plot> {
        self.blocks.iter().flat_map(Block::plots).collect()
    }
}
