use crate::ui::task::Ended;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use rankscope_messages::{Failure, Progress, Response};

#[derive(Debug, Clone, PartialEq)]
pub enum ReplyEvent {
    Progress(Progress),
    /// A reply; rankings and hits may be followed by more.
    Reply(Response),
}

/// Sends the updates of a request; its receiver may be gone.
pub type ReplySender = UnboundedSender<Result<ReplyEvent, Ended>>;

/// The updates of a request. Dropping them cancels it.
pub struct Replies {
    receiver: UnboundedReceiver<Result<ReplyEvent, Ended>>,
    cancel: Option<Box<dyn FnOnce()>>,
}

/// A channel for the updates of a request; `cancel` is called if the receiver is dropped early.
pub fn replies(cancel: impl FnOnce() + 'static) -> (ReplySender, Replies) {
    let (sender, receiver) = unbounded();
    (sender, Replies { receiver, cancel: Some(Box::new(cancel)) })
}

impl Replies {
    /// The next update; `None` after the last reply. Nothing follows an error.
    pub async fn next(&mut self) -> Result<Option<ReplyEvent>, Ended> {
        match self.receiver.recv().await {
            Ok(Ok(update)) => Ok(Some(update)),
            Ok(Err(ended)) => {
                self.cancel = None;
                Err(ended)
            }
            Err(_) => {
                self.cancel = None;
                Ok(None)
            }
        }
    }

    /// The next reply; `None` after the last. Progress until then goes to `on_progress`.
    pub async fn next_reply(
        &mut self,
        mut on_progress: impl FnMut(Progress),
    ) -> Result<Option<Response>, Ended> {
        loop {
            match self.next().await? {
                Some(ReplyEvent::Progress(progress)) => on_progress(progress),
                Some(ReplyEvent::Reply(response)) => return Ok(Some(response)),
                None => return Ok(None),
            }
        }
    }
}

pub fn unexpected(response: &Response) -> Ended {
    let kind = match response {
        Response::Hits { .. } => "hits",
        Response::Prepared => "that it is prepared",
        Response::Rankings { .. } => "rankings",
        Response::Judged { .. } => "values",
        Response::Guided { .. } => "what a guide found",
        Response::Texts { .. } => "texts",
        Response::EncoderChecked { .. } => "a self-check",
        Response::Held { .. } => "what it holds in memory",
        Response::Recalled { .. } => "a search engine’s recall",
        Response::Named { .. } => "a search engine’s names of images",
    };
    Ended::Failed(Failure {
        title: "The engine sent the wrong kind of reply.".into(),
        detail: format!("It replied with {kind}."),
        advice: "Reload the page: the page and the engine may come from different builds.".into(),
    })
}

impl Drop for Replies {
    fn drop(&mut self) {
        if let Some(cancel) = self.cancel.take() {
            cancel();
        }
    }
}
