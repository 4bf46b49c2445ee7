//! The names of weights in published checkpoints, and which of them a tower uses. A layer or norm
//! is named without its `.weight` and `.bias`.

pub struct BlockNames {
    pub qkv: [String; 3],
    pub attention_output: String,
    pub attention_norm: String,
    pub up: String,
    pub down: String,
    pub mlp_norm: String,
}

/// `BertModel` of the `transformers` library.
pub mod bert {
    use super::BlockNames;

    pub const WORDS: &str = "embeddings.word_embeddings.weight";
    pub const POSITIONS: &str = "embeddings.position_embeddings.weight";
    pub const TOKEN_TYPES: &str = "embeddings.token_type_embeddings.weight";
    pub const EMBEDDING_NORM: &str = "embeddings.LayerNorm";
    /// MPNet's.
    pub const DISTANCES: &str = "encoder.relative_attention_bias.weight";

    pub fn block(index: usize) -> BlockNames {
        let name = |part: &str| format!("encoder.layer.{index}.{part}");
        BlockNames {
            qkv: ["attention.self.query", "attention.self.key", "attention.self.value"].map(name),
            attention_output: name("attention.output.dense"),
            attention_norm: name("attention.output.LayerNorm"),
            up: name("intermediate.dense"),
            down: name("output.dense"),
            mlp_norm: name("output.LayerNorm"),
        }
    }

    /// A weight's name without a leading `bert.`; `None` if encoding does not use it: stored
    /// position numbers and the pooler of the classification head.
    pub fn used(full_name: &str) -> Option<&str> {
        let name = full_name.strip_prefix("bert.").unwrap_or(full_name);
        let is_unused = name == "embeddings.position_ids" || name.starts_with("pooler.");
        (!is_unused).then_some(name)
    }
}

/// The layer after the pooling of a sentence encoder.
pub(crate) mod sentence {
    pub(crate) const DENSE: &str = "dense.weight";
    pub(crate) const DENSE_BIAS: &str = "dense.bias";
}

/// `CLIPModel` of the `transformers` library, and its two towers alone.
pub mod clip {
    use super::BlockNames;

    pub const WORDS: &str = "text_model.embeddings.token_embedding.weight";
    pub const TEXT_POSITIONS: &str = "text_model.embeddings.position_embedding.weight";
    pub const TEXT_FINAL_NORM: &str = "text_model.final_layer_norm";
    pub const TEXT_PROJECTION: &str = "text_projection.weight";

    pub fn text_block(index: usize) -> BlockNames {
        block("text_model", index)
    }

    /// The name, if the text tower uses the weight: not the other tower's, the temperature of the
    /// loss, or stored position numbers.
    pub fn used_for_text(name: &str) -> Option<&str> {
        let others =
            ["visual_projection.weight", "logit_scale", "text_model.embeddings.position_ids"];
        let is_unused = name.starts_with("vision_model.") || others.contains(&name);
        (!is_unused).then_some(name)
    }

    pub(crate) fn block(tower: &str, index: usize) -> BlockNames {
        let name = |part: &str| format!("{tower}.encoder.layers.{index}.{part}");
        BlockNames {
            qkv: ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"].map(name),
            attention_output: name("self_attn.out_proj"),
            attention_norm: name("layer_norm1"),
            up: name("mlp.fc1"),
            down: name("mlp.fc2"),
            mlp_norm: name("layer_norm2"),
        }
    }

    pub mod vision {
        use super::{BlockNames, block};

        pub const PATCHES: &str = "vision_model.embeddings.patch_embedding.weight";
        pub const CLASS: &str = "vision_model.embeddings.class_embedding";
        pub const POSITIONS: &str = "vision_model.embeddings.position_embedding.weight";
        /// Misspelt in the checkpoints.
        pub const FIRST_NORM: &str = "vision_model.pre_layrnorm";
        pub const FINAL_NORM: &str = "vision_model.post_layernorm";
        pub const PROJECTION: &str = "visual_projection.weight";

        pub fn vision_block(index: usize) -> BlockNames {
            block("vision_model", index)
        }

        pub fn used_for_vision(name: &str) -> Option<&str> {
            let others =
                ["text_projection.weight", "logit_scale", "vision_model.embeddings.position_ids"];
            let is_unused = name.starts_with("text_model.") || others.contains(&name);
            (!is_unused).then_some(name)
        }
    }
}

/// `SiglipModel` of the `transformers` library. Its text tower has CLIP's names but for the
/// projection, which an import renames.
pub mod siglip {
    pub const TEXT_PROJECTION_BIAS: &str = "text_projection.bias";

    pub const PATCHES: &str = "vision_model.embeddings.patch_embedding.weight";
    pub const PATCH_BIAS: &str = "vision_model.embeddings.patch_embedding.bias";
    pub const POSITIONS: &str = "vision_model.embeddings.position_embedding.weight";
    pub const FINAL_NORM: &str = "vision_model.post_layernorm";
    pub const PROBE: &str = "vision_model.head.probe";
    pub const HEAD_QKV: &str = "vision_model.head.attention.in_proj_weight";
    pub const HEAD_QKV_BIAS: &str = "vision_model.head.attention.in_proj_bias";
    pub const HEAD_OUTPUT: &str = "vision_model.head.attention.out_proj";
    pub const HEAD_NORM: &str = "vision_model.head.layernorm";
    pub const HEAD_UP: &str = "vision_model.head.mlp.fc1";
    pub const HEAD_DOWN: &str = "vision_model.head.mlp.fc2";

    pub fn block(index: usize) -> super::BlockNames {
        super::clip::block("vision_model", index)
    }

    pub fn used(name: &str) -> Option<&str> {
        let others = ["logit_scale", "logit_bias", "vision_model.embeddings.position_ids"];
        (!name.starts_with("text_model.") && !others.contains(&name)).then_some(name)
    }
}
