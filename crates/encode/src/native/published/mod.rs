//! A published model's folder: which model it holds, its weights under the names that packs have, and
//! its tokenizer. What cannot be imported is refused here, by name, before anything is made of it.

mod bert;
mod cleaned;
mod clip;
mod files;
mod open_clip;
mod reshaped;
mod sentence;
mod sentencepiece;
mod siglip;
mod text;
mod tokenizer;
mod towers;
mod vision;

pub(super) use files::json_from_file;
pub(super) use text::text_from_dir;
pub(super) use towers::{PublishedText, PublishedVision};
pub(super) use vision::vision_from_dir;
