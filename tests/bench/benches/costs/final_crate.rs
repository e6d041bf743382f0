//! Measures the compilation of a crate with many prompts.

use crate::generated::{Package, Workspace, kinds};
use prompt_bench::laps::Laps;
use prompt_bench::table::{Table, bytes, ratio, time};

pub(crate) fn section(full: bool) -> String {
    let workspace = Workspace::new("final-crate");
    let columns = ["case", "cost", "/ hand-written", "/ rmcp", "/ flymcprust"];
    let mut table = Table::new("final crate", &columns);
    let sizes: &[(usize, usize)] = if full {
        &[(50, 5), (200, 3), (1000, 1)]
    } else {
        &[(200, 3)]
    };
    for &(count, laps) in sizes {
        let packages = kinds().map(|kind| workspace.prompts(&kind, count));
        for verb in ["check", "build"] {
            // The first package of each kind also builds its dependencies.
            if laps > 1 {
                for package in &packages {
                    package.cargo(verb, false);
                }
            }
            let laps = laps_of(laps, &packages, |package, _| package.compile(verb));
            table.row(row(format!("{count} prompts, {verb}"), time, &laps));
        }
        let size = |package: &Package<'_>| vec![package.rlib() as f64];
        let sizes = Laps::measured(packages.iter().map(size).collect());
        table.row(row(format!("{count} prompts, rlib"), bytes, &sizes));
        for package in &packages {
            package.cargo("build", true);
        }
        // A closure is needed, because the method's lifetime is too specific.
        #[allow(clippy::redundant_closure_for_method_calls)]
        let edits = laps_of(laps, &packages, |package, lap| package.edit(lap));
        table.row(row(
            format!("{count} prompts, edit of one text"),
            time,
            &edits,
        ));
    }
    if full {
        programs(&workspace, &mut table);
    }
    table.markdown()
}

/// Bytes of a stripped release build per prompt, without those of a program with one prompt.
fn programs(workspace: &Workspace, table: &mut Table) {
    const ONE: usize = 1;
    let base = kinds().map(|kind| workspace.prompts(&kind, ONE).program());
    for count in [50, 200, 1000] {
        let kinds = kinds();
        let sizes = kinds.iter().zip(base).map(|(kind, base)| {
            let size = workspace.prompts(kind, count).program();
            vec![size.saturating_sub(base) as f64 / (count - ONE) as f64]
        });
        let sizes = Laps::measured(sizes.collect());
        table.row(row(
            format!("{count} prompts, program, bytes per prompt"),
            bytes,
            &sizes,
        ));
    }
}

fn laps_of(
    count: usize,
    packages: &[Package<'_>; 4],
    measure: impl Fn(&Package<'_>, usize) -> f64,
) -> Laps {
    let mut seconds = vec![Vec::new(); packages.len()];
    for lap in 0..count {
        for turn in 0..packages.len() {
            let index = (lap + turn) % packages.len();
            seconds[index].push(measure(&packages[index], lap));
        }
    }
    Laps::measured(seconds)
}

fn row(case: String, unit: impl Fn(f64) -> String, laps: &Laps) -> Vec<String> {
    let ratios = [1, 2, 3].map(|other| ratio(laps.ratio(0, other)));
    [case, unit(laps.median(0))]
        .into_iter()
        .chain(ratios)
        .collect()
}
