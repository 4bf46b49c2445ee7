use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Later, Once, Run};

/// What the engine computes something of. Pages reach the computation when they want it, not the session, which
/// is in the page's first part: all the code would come with it.
pub trait Input: Clone + PartialEq + Send + Sync + 'static {
    type Output: Send + Sync + 'static;

    fn compute(self, run: Run<Self::Output>, engine: Engine) -> Later<Result<Self::Output, Ended>>;
}

/// What the engine computes of an input, once for the same one.
pub struct ByEngine<I: Input> {
    pub once: Once<I, I::Output>,
    engine: Engine,
}

impl<I: Input> Clone for ByEngine<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: Input> Copy for ByEngine<I> {}

impl<I: Input> ByEngine<I> {
    pub fn new(engine: Engine) -> Self {
        Self { once: Once::default(), engine }
    }

    /// Computes it unless it is done or in progress.
    pub fn want(&self, input: &I) {
        let engine = self.engine;
        self.once.want(input, move |run, input| input.compute(run, engine));
    }
}
