//! What an engine stores of images: id, address and caption, so that a list of all images need not be read for
//! twenty of them.

use super::{
    answer::{body_of, not_understood, row_of, told},
    call::Transport,
    collection::Collection,
    error::RemoteError,
};
use crate::benchmark::Image;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

const POINTS_PER_CALL: usize = 1_000;

/// As `rankscope index` stores it.
#[derive(Deserialize)]
struct Payload {
    id: String,
    #[serde(default)]
    uri: Option<String>,
    #[serde(default)]
    scene: Option<String>,
    #[serde(default)]
    caption: String,
}

impl Collection {
    /// The images of rows. A payload without an id, or without a way to the picture, is left out.
    pub async fn images(
        &self,
        rows: &[u32],
        transport: &impl Transport,
    ) -> Result<BTreeMap<u32, Image>, RemoteError> {
        let mut named = BTreeMap::new();
        for rows in rows.chunks(POINTS_PER_CALL) {
            let call = self.dialect().payloads(self.place(), rows).with_payloads(rows.len());
            let refused = |reason| RemoteError::Contradicts { url: call.url.clone(), reason };
            let body = body_of(self.remote(), &call, transport).await?;
            let points = self.dialect().payloads_read(&body);
            for (id, payload) in points.map_err(|reason| not_understood(&call, reason))? {
                let row = row_of(&id, self.n_rows()).map_err(refused)?;
                if !rows.contains(&row) {
                    return Err(refused(format!("it has point {row}, which was not asked for")));
                }
                named.extend(image_of(payload).map(|image| (row, image)));
            }
        }
        Ok(named)
    }
}

fn image_of(payload: Value) -> Option<Image> {
    let Payload { id, uri, scene, caption } = serde_json::from_value(payload).ok()?;
    let (id, caption) = (told(&id), told(&caption));
    let is_whole = !id.is_empty() && (uri.is_some() || scene.is_some());
    is_whole.then(|| Image { id, uri, scene, caption, ..Image::default() })
}
