//! Alternating laps, so that disturbances affect all sides equally.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One side of a comparison.
pub struct Side<'a> {
    run: Box<dyn FnMut(usize) -> Duration + 'a>,
}

impl<'a> Side<'a> {
    /// Creates a side that does its work in one call. Dropping the output is included.
    pub fn new<O>(mut work: impl FnMut() -> O + 'a) -> Self {
        let run = move |times| {
            let start = Instant::now();
            for _ in 0..times {
                black_box(work());
            }
            start.elapsed()
        };
        Self { run: Box::new(run) }
    }

    /// Creates a side that consumes an input. Creating the inputs is not measured.
    pub fn with<I: 'a, O>(
        mut input: impl FnMut() -> I + 'a,
        mut work: impl FnMut(I) -> O + 'a,
    ) -> Self {
        let run = move |times| {
            let inputs: Vec<I> = (0..times).map(|_| input()).collect();
            let start = Instant::now();
            for input in inputs {
                black_box(work(input));
            }
            start.elapsed()
        };
        Self { run: Box::new(run) }
    }
}

/// Seconds per call of each side in each lap.
pub struct Laps(Vec<Vec<f64>>);

/// The minimum time of a lap, so that reading the clock is negligible.
const LAP: Duration = Duration::from_micros(300);

impl Laps {
    /// Runs all sides for a number of laps, in an order that rotates with each lap. The first tenth is a warm-up.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn run(laps: usize, sides: &mut [Side<'_>]) -> Self {
        let times: Vec<usize> = sides.iter_mut().map(calibrated).collect();
        let warm = laps / 10;
        let mut seconds = vec![Vec::with_capacity(laps); sides.len()];
        for lap in 0..laps + warm {
            for turn in 0..sides.len() {
                let index = (lap + turn) % sides.len();
                let spent = (sides[index].run)(times[index]);
                if lap >= warm {
                    seconds[index].push(spent.as_secs_f64() / times[index] as f64);
                }
            }
        }
        Self(seconds)
    }

    /// Creates laps from other measurements: for each side, its seconds in each lap.
    #[must_use]
    pub fn measured(seconds: Vec<Vec<f64>>) -> Self {
        Self(seconds)
    }

    /// The median of a side in seconds per call.
    #[must_use]
    pub fn median(&self, side: usize) -> f64 {
        median(self.0[side].clone())
    }

    /// The median of the ratios of two sides, taken lap by lap.
    #[must_use]
    pub fn ratio(&self, side: usize, base: usize) -> f64 {
        let ratios = self.0[side].iter().zip(&self.0[base]);
        median(ratios.map(|(side, base)| side / base).collect())
    }
}

/// The number of calls that fill a lap.
fn calibrated(side: &mut Side<'_>) -> usize {
    let mut times = 1;
    loop {
        let spent = (side.run)(times);
        if spent >= LAP {
            return times;
        }
        times *= 2;
    }
}

/// The median of some numbers, or 0 if there are none.
#[must_use]
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}
