//! Training on a world of coloured squares, small enough to be learnt in seconds.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use burn_tensor::Device;
use rankscope_encode::{
    Activation, Architecture, ClipTextConfig, ClipVisionConfig, Encoder, VISION_FILE, WEIGHTS_FILE,
    cosine,
};
use rankscope_encode_burn::image_encoder_of_pack;
use rankscope_train::{
    Augment, Loss, Negatives, Pairs, Plan, Towers, TrainError, Training, n_tokens, vocabulary,
};
use std::{borrow::Cow, fs, path::Path};

const SIZE: usize = 16;
const COLOURS: [(&str, [u8; 3]); 6] = [
    ("red", [220, 40, 40]),
    ("green", [40, 180, 60]),
    ("blue", [50, 70, 220]),
    ("yellow", [230, 210, 40]),
    ("white", [245, 245, 245]),
    ("black", [15, 15, 15]),
];
const PLACES: [(&str, usize, usize); 4] =
    [("top left", 0, 0), ("top right", 8, 0), ("bottom left", 0, 8), ("bottom right", 8, 8)];

/// A square of one of six colours in one of four corners, on grey: 24 images, each with two
/// captions.
struct Squares;

impl Pairs for Squares {
    fn len(&self) -> usize {
        COLOURS.len() * PLACES.len()
    }

    fn image(&self, row: usize) -> Cow<'_, [u8]> {
        let colour = COLOURS[row % 6].1;
        let (_, left, top) = PLACES[row / 6];
        let mut image = vec![128; 3 * SIZE * SIZE];
        for y in top..top + 8 {
            for x in left..left + 8 {
                image[3 * (y * SIZE + x)..][..3].copy_from_slice(&colour);
            }
        }
        Cow::Owned(image)
    }

    fn n_captions(&self, _row: usize) -> usize {
        2
    }

    fn caption(&self, row: usize, which: usize) -> Cow<'_, str> {
        let (colour, place) = (COLOURS[row % 6].0, PLACES[row / 6].0);
        Cow::Owned(match which {
            0 => format!("a {colour} square at the {place}"),
            _ => format!("{place}: something {colour}"),
        })
    }
}

fn tokenizer() -> Vec<u8> {
    let captions =
        (0..Squares.len()).flat_map(|row| [0, 1].map(|which| Squares.caption(row, which)));
    vocabulary(captions, 600).unwrap()
}

fn plan(loss: Loss, n_steps: usize) -> Plan {
    let text = ClipTextConfig {
        hidden_size: 32,
        num_hidden_layers: 1,
        num_attention_heads: 2,
        intermediate_size: 64,
        vocab_size: n_tokens(&tokenizer()).unwrap(),
        max_position_embeddings: 16,
        projection_dim: 24,
        layer_norm_eps: 1e-5,
        hidden_act: Activation::Relu,
    };
    let vision = ClipVisionConfig {
        hidden_size: 32,
        num_hidden_layers: 1,
        num_attention_heads: 2,
        intermediate_size: 64,
        image_size: SIZE,
        patch_size: 8,
        projection_dim: 24,
        layer_norm_eps: 1e-5,
        hidden_act: Activation::Relu,
        image_mean: [0.5; 3],
        image_std: [0.25; 3],
        ..ClipVisionConfig::default()
    };
    Plan {
        towers: Towers { text, vision },
        loss,
        batch: 24,
        n_steps,
        n_warm_up: 10,
        n_before_mining: 10,
        learning_rate: 3e-3,
        weight_decay: 0.01,
        longest_gradient: 1.0,
        augment: Augment { shift: 0, flip: false, brightness: 0.1 },
        seed: 42,
    }
}

const CONTRASTIVE: Loss = Loss::Contrastive { temperature: 0.1 };

/// Share of captions whose own image comes first among all, by the pack as it was written.
fn recall_at_1(pack: &Path) -> f64 {
    let texts = Encoder::load_dir(pack).unwrap();
    let images = image_encoder_of_pack(pack, &Device::flex()).unwrap().unwrap();
    let pixels: Vec<Cow<'_, [u8]>> = (0..Squares.len()).map(|row| Squares.image(row)).collect();
    let pixels: Vec<&[u8]> = pixels.iter().map(AsRef::as_ref).collect();
    let gallery = images.encode_blocking(&pixels).unwrap();
    let mut n_found = 0u32;
    for row in 0..Squares.len() {
        for which in 0..2 {
            let query = texts.encode_blocking(&Squares.caption(row, which)).unwrap().vector;
            let score = |image: &Vec<f32>| cosine(&query, image);
            let best = (0..gallery.len())
                .max_by(|a, b| score(&gallery[*a]).total_cmp(&score(&gallery[*b])));
            n_found += u32::from(best == Some(row));
        }
    }
    f64::from(n_found) / 48.0
}

/// Sums differ in their last digits from one kind of processor to the next, so a training takes another
/// course there. At this rate all of 15 seeds and losses came to the same end, at three times the rate
/// half of them did not.
const LEARNING_RATE: f32 = 1e-3;
const N_STEPS: usize = 1_200;

#[test]
fn every_loss_learns_the_squares() {
    let losses = [
        CONTRASTIVE,
        Loss::Triplet { margin: 0.2, negatives: Negatives::All },
        Loss::Triplet { margin: 0.2, negatives: Negatives::SemiHard },
        Loss::Triplet { margin: 0.2, negatives: Negatives::Hardest },
    ];
    let folder = tempfile::tempdir().unwrap();
    for (index, loss) in losses.into_iter().enumerate() {
        let plan =
            Plan { n_before_mining: 400, learning_rate: LEARNING_RATE, ..plan(loss, N_STEPS) };
        let mut training = Training::new(plan, &Squares, &tokenizer()).unwrap();
        let mut losses = Vec::new();
        training
            .run(None, |progress| {
                losses.push(progress.loss);
                true
            })
            .unwrap();
        let pack = folder.path().join(index.to_string());
        training.write_pack(&pack, "squares", "Squares", &["a red square".into()]).unwrap();
        let recall = recall_at_1(&pack);
        println!(
            "{loss:?}: loss {:.3} to {:.3}, R@1 {recall:.3}, {:.1} s",
            losses[0],
            losses[N_STEPS - 1],
            training.seconds()
        );
        assert!(recall >= 0.95, "{loss:?}: {recall}");
    }
}

#[test]
fn stopping_threads_and_time_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let written = |training: &Training<'_, Squares>, name: &str| {
        let pack = folder.path().join(name);
        training.write_pack(&pack, "squares", "Squares", &[]).unwrap();
        [WEIGHTS_FILE, VISION_FILE].map(|file| fs::read(pack.join(file)).unwrap())
    };
    let begin = || Training::new(plan(CONTRASTIVE, 12), &Squares, &tokenizer()).unwrap();
    let mut straight = begin().on_threads(1);
    straight.run(None, |_| true).unwrap();
    let straight = written(&straight, "straight");

    let checkpoint = folder.path().join("checkpoint");
    let mut first = begin().on_threads(2).resumed(&checkpoint).unwrap();
    let stopped = first.run(Some(checkpoint.clone()), |progress| progress.step < 5);
    assert!(matches!(stopped, Err(TrainError::Stopped { step: 5 })));
    drop(first);
    let mut second = begin().on_threads(2).resumed(&checkpoint).unwrap();
    assert_eq!(second.n_pairs_seen(), 5 * 24);
    second.run(Some(checkpoint.clone()), |_| true).unwrap();
    assert!(straight == written(&second, "resumed"));

    // A checkpoint is of one plan, and says so.
    let mut other = plan(CONTRASTIVE, 12);
    other.seed += 1;
    let refused = Training::new(other, &Squares, &tokenizer()).unwrap().resumed(&checkpoint);
    assert!(matches!(refused.err(), Some(TrainError::Checkpoint { .. })));
    fs::write(&checkpoint, b"nothing of the kind").unwrap();
    assert!(matches!(begin().resumed(&checkpoint).err(), Some(TrainError::Checkpoint { .. })));
}

#[test]
fn a_pack_says_what_it_is_and_checks_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = Training::new(plan(CONTRASTIVE, 3), &Squares, &tokenizer()).unwrap();
    training.run(None, |_| true).unwrap();
    let texts = ["a red square at the top left".to_owned(), "zebra crossing \u{1f422}".to_owned()];
    training.write_pack(folder.path(), "squares", "Squares", &texts).unwrap();
    let encoder = Encoder::load_dir(folder.path()).unwrap();
    for check in encoder.check_blocking().unwrap() {
        assert!(check.same_tokens && check.cosine > 0.999_999, "{check:?}");
    }
    let facts = training.facts("24 squares");
    assert_eq!(facts.text_parameters, encoder.manifest().parameters);
    assert_eq!((facts.n_pairs, facts.n_pairs_seen, facts.seed), (24, 72, 42));
    // Patches 4·192·32, class 32, positions 5·32; a block: 4·(32·32 + 32) + 32·64 + 64 +
    // 64·32 + 32 and two norms of 64; two more norms; the projection 32·24.
    let block = 4 * (32 * 32 + 32) + (32 * 64 + 64) + (64 * 32 + 32) + 2 * 64;
    assert_eq!(facts.image_parameters, 192 * 32 + 32 + 5 * 32 + block + 2 * 64 + 32 * 24);
}

#[test]
fn operations_by_hand() {
    let Plan { towers, .. } = plan(CONTRASTIVE, 1);
    // 4 patches of 192 values, 5 tokens with the class token, width 32, 64 between.
    let block =
        |tokens: u64| 2 * tokens * (4 * 32 * 32 + 2 * 32 * 64) + 2 * 2 * tokens * tokens * 32;
    assert_eq!(towers.vision.flops(), 2 * 4 * 192 * 32 + block(5) + 2 * 32 * 24);
    assert_eq!(Architecture::Clip(towers.text).flops(7), block(7) + 2 * 32 * 24);
    // MiniLM-L6 at 128 tokens, its published shape: 2·128·6·(4·384² + 2·384·1536) for the
    // linear layers and 4·128²·384·6 for the attention.
    let minilm = 2 * 128 * 6 * (4 * 384 * 384 + 2 * 384 * 1536) + 4 * 128 * 128 * 384 * 6;
    let config = rankscope_encode::BertConfig {
        hidden_size: 384,
        num_hidden_layers: 6,
        num_attention_heads: 12,
        intermediate_size: 1536,
        vocab_size: 30_522,
        max_position_embeddings: 512,
        type_vocab_size: 2,
        layer_norm_eps: 1e-12,
        hidden_act: "gelu".into(),
        relative_attention_num_buckets: 0,
        pooling: rankscope_encode::Pooling::Mean,
        dense: None,
    };
    assert_eq!(Architecture::Bert(config).flops(128), minilm);
}

#[test]
fn plans_that_cannot_be_are_refused() {
    let refused = |change: fn(&mut Plan)| {
        let mut plan = plan(CONTRASTIVE, 1);
        change(&mut plan);
        Training::new(plan, &Squares, &tokenizer()).err().unwrap().to_string()
    };
    assert!(refused(|plan| plan.batch = 25).contains("25"));
    assert!(refused(|plan| plan.towers.vision.projection_dim = 8).contains('8'));
    assert!(refused(|plan| plan.towers.vision.patch_size = 5).contains('5'));
    assert!(refused(|plan| plan.towers.text.num_attention_heads = 5).contains('5'));
}

#[test]
fn a_learnt_vocabulary_joins_what_often_stands_together() {
    let texts = ["the heron sleeps", "the heron wades", "a heron", "herons"];
    let tokenizer = vocabulary(texts, 530).unwrap();
    assert_eq!(tokenizer, vocabulary(texts.into_iter().rev(), 530).unwrap());
    let file: serde_json::Value = serde_json::from_slice(&tokenizer).unwrap();
    let vocab = file["model"]["vocab"].as_object().unwrap();
    assert!(vocab.len() <= 530 && vocab.len() > 514);
    // 3 times alone, once within a longer word.
    assert!(vocab.contains_key("heron</w>") && vocab.contains_key("the</w>"));
    assert!(!vocab.contains_key("sleeps</w>"), "once is not often");
    // Ids are the places in a list without gaps, as the embedding's rows need it.
    let mut ids: Vec<u64> = vocab.values().map(|id| id.as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert!(ids.iter().copied().eq(0..vocab.len() as u64));
    assert!(vocabulary(texts, 100).err().unwrap().to_string().contains("514"));
}
