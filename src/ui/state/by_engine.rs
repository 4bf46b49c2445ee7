use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Later, Once, Run};

/// How a result is computed.
type Work<I, T> = fn(Run<T>, I, Engine) -> Later<Result<T, Ended>>;

/// What the engine computes of an input, once for the same one.
pub struct ByEngine<I: Send + Sync + 'static, T: Send + Sync + 'static> {
    pub once: Once<I, T>,
    engine: Engine,
    work: Work<I, T>,
}

impl<I: Send + Sync + 'static, T: Send + Sync + 'static> Clone for ByEngine<I, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: Send + Sync + 'static, T: Send + Sync + 'static> Copy for ByEngine<I, T> {}

impl<I, T> ByEngine<I, T>
where
    I: Clone + PartialEq + Send + Sync + 'static,
    T: Send + Sync + 'static,
{
    pub fn new(engine: Engine, work: Work<I, T>) -> Self {
        Self { once: Once::default(), engine, work }
    }

    /// Computes it unless it is done or in progress.
    pub fn want(&self, input: &I) {
        let (engine, work) = (self.engine, self.work);
        self.once.want(input, move |run, input| work(run, input, engine));
    }
}
