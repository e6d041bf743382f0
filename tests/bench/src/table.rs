//! Tables in Markdown.

use std::fmt::Write as _;

/// A table with one cell per column in each row.
pub struct Table {
    title: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with these columns. The first column contains the case.
    #[must_use]
    pub fn new(title: &'static str, columns: &[&'static str]) -> Self {
        Self {
            title,
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, and prints it as progress.
    pub fn row(&mut self, cells: Vec<String>) {
        eprintln!("{}: {}", self.title, cells.join(" | "));
        self.rows.push(cells);
    }

    /// The table as Markdown, its columns aligned.
    #[must_use]
    pub fn markdown(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let heading = self.columns[column].chars().count();
            cells
                .map(|cell| cell.chars().count())
                .chain([heading])
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut out = String::new();
        line(&mut out, &widths, self.columns.iter().copied());
        for (index, width) in widths.iter().enumerate() {
            let _ = if index == 0 {
                write!(out, "| {} |", "-".repeat(*width))
            } else {
                write!(out, " {}: |", "-".repeat(width.saturating_sub(1)))
            };
        }
        out.push('\n');
        for row in &self.rows {
            line(&mut out, &widths, row.iter().map(String::as_str));
        }
        out
    }
}

fn line<'a>(out: &mut String, widths: &[usize], cells: impl Iterator<Item = &'a str>) {
    for (index, (cell, &width)) in cells.zip(widths).enumerate() {
        let _ = if index == 0 {
            write!(out, "| {cell:<width$} |")
        } else {
            write!(out, " {cell:>width$} |")
        };
    }
    out.push('\n');
}

/// A ratio with at least two significant digits.
#[must_use]
pub fn ratio(ratio: f64) -> String {
    match ratio {
        r if r >= 10.0 => format!("{r:.0}"),
        r if r >= 0.1 => format!("{r:.2}"),
        r => format!("{r:.3}"),
    }
}

/// A time with its unit.
#[must_use]
pub fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    if value < 10.0 {
        format!("{value:.2} {unit}")
    } else {
        format!("{value:.0} {unit}")
    }
}

/// A number of bytes with its unit.
#[must_use]
pub fn bytes(bytes: f64) -> String {
    if bytes < 10_000.0 {
        format!("{bytes:.0} B")
    } else {
        format!("{:.0} KB", bytes / 1000.0)
    }
}
