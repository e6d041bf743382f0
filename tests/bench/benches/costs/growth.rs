//! Measures the growth of each operation with the size of its input.

use prompt_bench::growth::{OPERATIONS, SIZES};
use prompt_bench::laps::{Laps, Side};
use prompt_bench::table::{Table, ratio, time};

pub(crate) fn section(full: bool) -> String {
    let mut table = Table::new(
        "growth",
        &[
            "operation",
            "10",
            "1,000",
            "100,000",
            "per item, last / middle",
        ],
    );
    for operation in OPERATIONS {
        let laps = |size| {
            let mut sides = [Side::new((operation.prepare)(size))];
            Laps::run(if full { 15 } else { 5 }, &mut sides).median(0)
        };
        let cells = SIZES.map(|size| (size <= operation.largest).then(|| laps(size)));
        let last = match cells {
            [_, Some(middle), Some(large)] => {
                ratio(large / middle * SIZES[1] as f64 / SIZES[2] as f64)
            }
            _ => "–".to_owned(),
        };
        let cells = cells.map(|cell| cell.map_or_else(|| "–".to_owned(), time));
        table.row(
            [operation.name.to_owned()]
                .into_iter()
                .chain(cells)
                .chain([last])
                .collect(),
        );
    }
    table.markdown()
}
