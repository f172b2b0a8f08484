//! Prints orders.

use crate::order::Order;

/// Prints one order's total.
pub fn print_order(order: &Order) {
    println!("{}", order.total());
}

/// Prints all orders.
pub fn print_all(orders: &[Order]) {
    for order in orders {
        print_order(order);
    }
}
