//! What a recipe's sections promise each other.

use super::{HeadlineSource, ImageSource, JudgementSource, QuerySource, Recipe};
use anyhow::{Context, Result, bail};
use rankscope_core::metrics::Measure;
use std::collections::HashSet;

impl Recipe {
    pub(super) fn check(&self) -> Result<()> {
        usable_ids("benchmark", std::iter::once(&self.id))?;
        usable_ids("relevance", self.relevance.iter().map(|r| &r.id))?;
        usable_ids("encoder", self.encoders.iter().map(|e| &e.id))?;
        usable_ids("system", self.systems.iter().map(|s| &s.id))?;
        if self.systems.is_empty() {
            bail!("it has no [[systems]]: at least one is needed");
        }
        let defaults: Vec<&str> =
            self.relevance.iter().filter(|r| r.default).map(|r| r.id.as_str()).collect();
        if defaults.len() != 1 {
            bail!(
                "exactly one [[relevance]] must have default = true, and {} have: {defaults:?}",
                defaults.len()
            );
        }
        self.check_images()?;
        self.check_queries()?;
        for relevance in &self.relevance {
            if let JudgementSource::Conqa { .. } = relevance.source()?
                && self.queries.conqa().is_none()
            {
                bail!(
                    "relevance {}: votes on seed images do not count, so that [queries] conqa = \
                     \"seed.json\" is needed",
                    relevance.id
                );
            }
        }
        let has_captions = self.captions.is_some() && self.queries.asks_captions();
        for relevance in &self.relevance {
            if let JudgementSource::CocoInstances(_) = relevance.source()?
                && !has_captions
            {
                bail!(
                    "relevance {}: a query has the classes of the picture that it is a caption of, \
                     so that [captions] and [queries] ids are needed, without texts",
                    relevance.id
                );
            }
        }
        if self.folds.is_some() && !has_captions {
            bail!("[folds] are of captions: [captions] and [queries] ids are needed");
        }
        for system in &self.systems {
            system.gallery_ids()?;
            if let Some(encoder) = &system.encoder
                && !self.encoders.iter().any(|entry| &entry.id == encoder)
            {
                bail!(
                    "system {} names an unknown encoder {encoder}: add it as [[encoders]]",
                    system.id
                );
            }
        }
        for HeadlineSource { measure, relevance } in &self.headlines {
            measure.parse::<Measure>().context("a headline")?;
            if !self.relevance.iter().any(|entry| &entry.id == relevance) {
                bail!("headline {measure} names an unknown relevance {relevance}");
            }
        }
        if self.shard_rows == Some(0) {
            bail!("shard_rows is 0");
        }
        Ok(())
    }

    fn check_images(&self) -> Result<()> {
        let images = &self.images;
        match images.source()? {
            ImageSource::Range([first, last]) if first > last => {
                bail!("[images]: range = [{first}, {last}] has no image: the first number is first")
            }
            ImageSource::Metadata(metadata) => {
                if metadata.uri.is_some() && images.uri.is_some() {
                    bail!("[images]: give uri or metadata.uri, not both");
                }
                if metadata.caption.is_some() && images.caption.is_some() {
                    bail!("[images]: give caption or metadata.caption, not both");
                }
            }
            _ => {}
        }
        if images.caption.is_some() && self.captions.is_none() {
            bail!("images.caption needs [captions]");
        }
        if images.without_seeds && self.queries.conqa().is_none() {
            bail!("images.without_seeds needs [queries] conqa = \"seed.json\"");
        }
        Ok(())
    }

    fn check_queries(&self) -> Result<()> {
        let queries = &self.queries;
        match queries.source()? {
            QuerySource::Ids(_) if queries.texts.is_none() && self.captions.is_none() => {
                bail!("the queries have no text: give queries.texts or [captions]");
            }
            QuerySource::Ids(_) => return Ok(()),
            QuerySource::Inquire(_) if !queries.split.is_empty() => {
                bail!("queries.inquire has a split for each file: leave queries.split out");
            }
            _ => {}
        }
        if queries.texts.is_some() {
            bail!("queries.texts belongs to queries.ids: the other files have texts of their own");
        }
        Ok(())
    }
}

/// Ids become folders and parts of links: they must be plain, and differ.
fn usable_ids<'a>(what: &str, ids: impl Iterator<Item = &'a String>) -> Result<()> {
    let mut seen = HashSet::new();
    for id in ids {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !id.starts_with(|c: char| c.is_ascii_alphanumeric()) || !id.chars().all(plain) {
            bail!(
                "the {what} id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                 '.', a letter or digit first"
            );
        }
        // Some file systems do not tell cases apart.
        if !seen.insert(id.to_ascii_lowercase()) {
            bail!("the {what} id {id:?} is there twice");
        }
    }
    Ok(())
}
