//! A switch for tests: stock operations alone, on a device that runs our kernels.

use std::cell::Cell;

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, operations of this thread are composed of stock ones.
#[derive(Debug)]
pub struct StockOnly(());

impl StockOnly {
    pub fn new() -> Self {
        IS_ON.set(true);
        Self(())
    }

    pub(crate) fn is_on() -> bool {
        IS_ON.get()
    }
}

impl Default for StockOnly {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for StockOnly {
    fn drop(&mut self) {
        IS_ON.set(false);
    }
}
