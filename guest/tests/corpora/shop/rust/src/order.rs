//! Orders and their lines.

/// Something that has a price.
pub trait Priced {
    /// The price in cents.
    fn price(&self) -> u64;
}

/// One line of an order.
pub struct Line {
    pub cents: u64,
    pub count: u64,
}

impl Priced for Line {
    fn price(&self) -> u64 {
        self.cents * self.count
    }
}

/// An order. It is never empty.
#[derive(Default)]
pub struct Order {
    lines: Vec<Line>,
}

impl Order {
    /// Makes an order without lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a line.
    pub fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Sums up the prices of all lines.
    pub fn total(&self) -> u64 {
        let mut sum = 0;
        for line in &self.lines {
            sum += line.price();
        }
        round_to_fives(sum)
    }
}

const STEP: u64 = 5;

fn round_to_fives(cents: u64) -> u64 {
    cents / STEP * STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_rounded() {
        let mut order = Order::new();
        order.add(Line { cents: 7, count: 3 });
        assert_eq!(order.total(), 20);
    }
}
