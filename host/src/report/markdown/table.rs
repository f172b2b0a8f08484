//! A Markdown table whose columns also line up as plain text.

/// Where a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// At its left.
    Left,
    /// At its right, as numbers should.
    Right,
}

/// A table. Cells are Markdown already: untrusted text is escaped by whoever pushes it.
#[derive(Debug)]
pub(crate) struct Table {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Makes a table with these column heads.
    pub(crate) fn new(heads: &[(&str, Align)]) -> Self {
        let (names, aligns) = heads.iter().map(|(name, align)| ((*name).to_owned(), *align)).unzip();
        Self { aligns, rows: vec![names] }
    }

    /// Adds a row with a cell for each column.
    pub(crate) fn push(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.aligns.len());
        self.rows.push(cells);
    }

    /// Renders it, with a line end after each row.
    pub(crate) fn render(&self) -> String {
        let widths: Vec<usize> = (0..self.aligns.len()).map(|column| self.width(column)).collect();
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            for ((cell, width), align) in row.iter().zip(&widths).zip(&self.aligns) {
                let padding = " ".repeat(width.saturating_sub(cell.chars().count()));
                match align {
                    Align::Left => text.extend(["| ", cell, &padding, " "]),
                    Align::Right => text.extend(["| ", &padding, cell, " "]),
                }
            }
            text.push_str("|\n");
            if index == 0 {
                text.push_str(&self.rule(&widths));
            }
        }
        text
    }

    /// Width of a column in characters; three at least, for the rule below the head.
    fn width(&self, column: usize) -> usize {
        self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3)
    }

    fn rule(&self, widths: &[usize]) -> String {
        let mut text = String::new();
        for (width, align) in widths.iter().zip(&self.aligns) {
            match align {
                Align::Left => text.extend(["| ", &"-".repeat(*width), " "]),
                Align::Right => text.extend(["| ", &"-".repeat(width - 1), ": "]),
            }
        }
        text + "|\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&[("tool", Align::Left), ("p50", Align::Right)]);
        table.push(vec!["graph_stats".to_owned(), "12.3 µs".to_owned()]);
        table.push(vec!["é".to_owned(), "–".to_owned()]);
        insta::assert_snapshot!(table.render(), @r"
        | tool        |     p50 |
        | ----------- | ------: |
        | graph_stats | 12.3 µs |
        | é           |       – |
        ");
    }
}
