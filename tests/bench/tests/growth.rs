//! Tests that no operation grows faster than n log n, in allocations and bytes. `instructions` tests the same for instructions.
#![allow(clippy::cast_precision_loss)]

use prompt_bench::growth::{OPERATIONS, allowed};

#[test]
fn allocations_grow_no_faster_than_n_log_n() {
    let mut faster = Vec::new();
    for operation in OPERATIONS {
        let large = operation.largest.min(10_000);
        let small = large / 30;
        let cost = |size| {
            let mut run = (operation.prepare)(size);
            allocation_counter::measure(&mut run)
        };
        let (few, many) = (cost(small), cost(large));
        let allowed = allowed(small, large);
        for (what, few, many) in [
            ("allocations", few.count_total, many.count_total),
            ("bytes", few.bytes_total, many.bytes_total),
        ] {
            if many as f64 > (few.max(1)) as f64 * allowed {
                faster.push(format!(
                    "{}: {few} {what} for {small}, {many} for {large}",
                    operation.name
                ));
            }
        }
    }
    assert!(faster.is_empty(), "{}", faster.join("\n"));
}
