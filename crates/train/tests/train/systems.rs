//! Whole systems from a recipe: towers and baselines, their folders and their galleries.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::here;
use rankscope_encode::{Encoder, PictureEncoder, cosine};
use rankscope_publish::Stage;
use rankscope_train::{
    CaptionKind, FirstPairs, Pairs, TrainingRecipe, World, gallery_vectors, train_system,
    vocabulary_of,
};
use safetensors::{Dtype, tensor::TensorView};
use std::{borrow::Cow, fs, path::Path, process::Command};

const TRAIN: &str = env!("CARGO_BIN_EXE_rankscope-train");

const SIZE: usize = 16;
const COLOURS: [(&str, [u8; 3]); 4] = [
    ("red", [220, 40, 40]),
    ("green", [40, 180, 60]),
    ("blue", [50, 70, 220]),
    ("yellow", [230, 210, 40]),
];
const PLACES: [&str; 3] = ["left", "right", "middle"];

/// A band of one of four colours at one of three places: 12 images.
struct Bands;

impl World for Bands {
    fn len(&self) -> usize {
        COLOURS.len() * PLACES.len()
    }

    fn image_size(&self) -> usize {
        SIZE
    }

    fn image(&self, row: usize) -> Cow<'_, [u8]> {
        let begin = [0, 10, 5][row / 4];
        let pixel = |at: usize| {
            if (begin..begin + 6).contains(&(at % SIZE)) { COLOURS[row % 4].1 } else { [90; 3] }
        };
        Cow::Owned((0..SIZE * SIZE).flat_map(pixel).collect())
    }

    fn n_captions(&self, _row: usize, _kind: CaptionKind) -> usize {
        1
    }

    fn caption(&self, row: usize, _which: usize, kind: CaptionKind) -> Cow<'_, str> {
        let (colour, place) = (COLOURS[row % 4].0, PLACES[row / 4]);
        Cow::Owned(match kind {
            CaptionKind::Clean => format!("a {colour} band on the {place}"),
            CaptionKind::Noisy => format!("{colour}!"),
            CaptionKind::Tags => format!("{colour} {place}"),
        })
    }
}

const RECIPE: &str = r#"
vocabulary = 560
vocabulary_images = 12
max_tokens = 12
seed = 3
check_texts = ["a red band on the left"]

[[systems]]
id = "towers"
title = "Towers"
pairs = 12
[systems.towers]
width = 32
layers = 1
heads = 2
patch = 8
dim = 16
loss = { kind = "contrastive", temperature = 0.1 }
batch = 12
pairs_seen = 6000
learning_rate = 3e-3

[[systems]]
id = "colours"
title = "Colours"
pairs = 12
baseline = { kind = "fitted", features = { kind = "colour-histogram", steps = 3, parts = 3 }, ridge = 0.01 }

[[systems]]
id = "thumbnails"
title = "Thumbnails"
pairs = 12
baseline = { kind = "fitted", features = { kind = "random-projection", thumbnail = 8, dim = 32, seed = 1 }, ridge = 0.01 }

[[systems]]
id = "tags"
title = "Tags"
pairs = 12
captions = "tags"
baseline = { kind = "tags", dim = 64, seed = 2 }
"#;

/// How many of the clean captions find their own image first.
fn n_found(dir: &Path, gallery: &[Vec<f32>]) -> usize {
    let encoder = Encoder::load_dir(dir).unwrap();
    (0..Bands.len())
        .filter(|row| {
            let text = Bands.caption(*row, 0, CaptionKind::Clean);
            let query = encoder.encode_blocking(&text).unwrap().vector;
            let score = |image: usize| cosine(&query, &gallery[image]);
            (0..gallery.len()).max_by(|a, b| score(*a).total_cmp(&score(*b))) == Some(*row)
        })
        .count()
}

fn stage(out: &Path) -> Stage {
    Stage::new(out, false, |path| Err(path.display().to_string()), |_| {}).unwrap()
}

#[test]
fn every_kind_of_system_finds_what_it_can_see() {
    let recipe: TrainingRecipe = toml::from_str(RECIPE).unwrap();
    recipe.check().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tokenizer = vocabulary_of(&recipe, &Bands).unwrap();
    for system in &recipe.systems {
        let out = folder.path().join(&system.id);
        let checkpoint = folder.path().join("checkpoint");
        let outcome =
            train_system(&recipe, system, &Bands, &tokenizer, checkpoint, stage(&out), |_| true)
                .unwrap();
        let seen = FirstPairs::new(&Bands, Bands.len(), system.captions).unwrap();
        let gallery = gallery_vectors(&out, &seen).unwrap();
        assert!(gallery.iter().all(|vector| vector.len() == outcome.dim));
        let n_found = n_found(&out, &gallery);
        println!("{}: {n_found} of 12, {:.2} s", system.id, outcome.facts.seconds);
        // A bag of tokens over histograms or thumbnails has no way to say which colour is
        // where: its text adds up. It must do better than chance, not well.
        let least = if system.id == "towers" || system.id == "tags" { 12 } else { 4 };
        assert!(n_found >= least, "{}: {n_found}", system.id);
        assert!(outcome.facts.text_parameters > 0 && outcome.flops_per_query > 0.0);
        // Our own kernels see what the gallery was encoded from.
        if let Some(encoder) = PictureEncoder::load_dir(&out).unwrap() {
            for (row, stored) in gallery.iter().enumerate() {
                let found = encoder.encode_image(&Bands.image(row)).unwrap();
                let cosine = cosine(&found, stored);
                assert!(cosine > 0.9999, "{}, image {row}: {cosine}", system.id);
            }
        }
        for check in Encoder::load_dir(&out).unwrap().check_blocking().unwrap() {
            assert!(check.same_tokens && check.cosine > 0.999_999);
        }
    }
}

#[test]
fn recipes_that_contradict_themselves_are_refused() {
    let refused = |from: &str, to: &str| {
        let changed = RECIPE.replacen(from, to, 1);
        assert!(changed != RECIPE);
        match toml::from_str::<TrainingRecipe>(&changed) {
            Ok(recipe) => recipe.check().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
    };
    assert!(refused("id = \"colours\"", "id = \"Towers\"").contains("twice"));
    assert!(refused("id = \"tags\"", "id = \"../tags\"").contains("../tags"));
    assert!(refused("baseline = { kind = \"tags\", dim = 64, seed = 2 }", "").contains("either"));
    assert!(refused("contrastive", "nonsense").contains("nonsense"));
    assert!(refused("patch = 8", "patches = 8").contains("patches"));
    let recipe: TrainingRecipe =
        toml::from_str(&RECIPE.replacen("pairs = 12", "pairs = 13", 1)).unwrap();
    let (folder, tokenizer) =
        (tempfile::tempdir().unwrap(), vocabulary_of(&recipe, &Bands).unwrap());
    let path = folder.path();
    let error = train_system(
        &recipe,
        &recipe.systems[0],
        &Bands,
        &tokenizer,
        path.join("c"),
        stage(&path.join("o")),
        |_| true,
    );
    assert!(error.unwrap_err().to_string().contains("13 pairs of 12"));
}

#[test]
fn numbers_outside_their_limits_are_refused_by_key() {
    let towers = "[systems.towers]";
    let cases: [(&str, &str, &[&str]); 16] = [
        ("width = 32", "width = 0", &["system towers", "width = 0", "from 1 to 8192"]),
        ("width = 32", "width = 4294967295", &["width = 4294967295", "8192"]),
        ("width = 32", "width = 8192", &["million parameters", "500 million are the most"]),
        ("layers = 1", "layers = 0", &["layers = 0", "from 1 to 64"]),
        ("heads = 2", "heads = 0", &["heads = 0"]),
        ("patch = 8", "patch = 0", &["patch = 0", "from 1 to 1024"]),
        ("dim = 16", "dim = 0", &["dim = 0", "from 1 to 65536"]),
        ("learning_rate = 3e-3", "learning_rate = nan", &["learning_rate = NaN", "to 1"]),
        ("learning_rate = 3e-3", "learning_rate = 0.0", &["learning_rate = 0"]),
        ("batch = 12", "batch = 1000000", &["batch = 1000000", "from 2 to 8192"]),
        (towers, "[systems.towers]\naugment = { brightness = inf }", &["brightness = inf"]),
        ("dim = 64, seed", "dim = 0, seed", &["system tags", "dim = 0"]),
        ("dim = 64, seed", "dim = 1099511627776, seed", &["dim = 1099511627776", "65536"]),
        ("vocabulary = ", "vocabulary = 10000000000", &["vocabulary = 1", "65536"]),
        ("max_tokens = ", "max_tokens = 1000000000", &["max_tokens = 1", "4096"]),
        ("pairs = 12", "pairs = 1000000000000", &["pairs = 1000000000000", "10000000"]),
    ];
    for (from, to, words) in cases {
        let changed = RECIPE.replacen(from, to, 1);
        assert!(changed != RECIPE, "{from}");
        let recipe: TrainingRecipe = toml::from_str(&changed).unwrap();
        let said = recipe.check().unwrap_err().to_string();
        assert!(words.iter().all(|word| said.contains(word)), "{said:?} does not say {words:?}");
    }
    let triplet = "loss = { kind = \"triplet\", negatives = \"all\", margin = nan }";
    let loss = RECIPE.lines().find(|line| line.starts_with("loss")).unwrap();
    for (margin, shown) in [("nan", "NaN"), ("inf", "inf"), ("-0.1", "-0.1"), ("3.0", "3")] {
        let changed = RECIPE.replacen(loss, &triplet.replace("nan", margin), 1);
        let recipe: TrainingRecipe = toml::from_str(&changed).unwrap();
        let said = recipe.check().unwrap_err().to_string();
        assert!(said.contains(&format!("margin = {shown}: it must be from 0 to 2")), "{said}");
    }
}

#[test]
fn the_built_in_recipe_can_be_read() {
    let path = here::root().join("recipes/train/fieldbook.toml");
    let recipe: TrainingRecipe = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    recipe.check().unwrap();
    assert!(recipe.systems.len() >= 12);
}

#[test]
fn a_build_recipe_is_refused_with_the_command_that_reads_it() {
    let recipe = here::root().join("recipes/coco5k.toml");
    let mut command = Command::new(TRAIN);
    let output = command.arg("systems").arg(recipe).args(["--out", "never-made"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("is a build recipe") && said.contains("rankscope build"), "{said}");
}

/// The command, from a folder of pictures to folders of systems; interrupted once.
#[test]
fn the_command_trains_what_the_recipe_lists() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let pairs = FirstPairs::new(&Bands, Bands.len(), CaptionKind::Clean).unwrap();
    let pixels: Vec<u8> = (0..12).flat_map(|row| pairs.image(row).into_owned()).collect();
    let view = TensorView::new(Dtype::U8, vec![12, SIZE, SIZE, 3], &pixels).unwrap();
    let line = |row: usize| {
        let caption = |kind| [Bands.caption(row, 0, kind)];
        let (clean, tags) = (caption(CaptionKind::Clean), caption(CaptionKind::Tags));
        serde_json::json!({ "clean": clean, "tags": tags }).to_string() + "\n"
    };
    fs::write(
        path("images.safetensors"),
        safetensors::serialize([("images", view)], None).unwrap(),
    )
    .unwrap();
    fs::write(path("captions.jsonl"), (0..12).map(line).collect::<String>()).unwrap();
    fs::write(path("recipe.toml"), RECIPE).unwrap();
    let train = |more: &[&str]| {
        let mut command = Command::new(TRAIN);
        command.arg("systems").arg(path("recipe.toml")).arg("--world").arg(folder.path());
        let output = command.arg("--out").arg(path("systems")).args(more).output().unwrap();
        let say = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), say(&output.stdout), say(&output.stderr))
    };
    let (ok, said, wrong) = train(&["--measure"]);
    assert!(ok && said.contains("pairs/s") && said.contains("minutes"), "{said}{wrong}");
    assert!(!path("systems").exists());
    let (ok, said, wrong) = train(&[]);
    assert!(ok && said.contains("thumbnails"), "{said}{wrong}");
    for id in ["towers", "colours", "thumbnails", "tags"] {
        assert!(path("systems").join(id).join("training.json").exists());
        assert!(!path("systems").join(format!("{id}.checkpoint")).exists());
    }
    let (ok, _, again) = train(&["--only", "towers"]);
    assert!(ok && again.contains("finished already"), "{again}");
    let (ok, _, wrong) = train(&["--only", "nobody"]);
    assert!(!ok && wrong.contains("nobody"), "{wrong}");
    fs::write(path("recipe.toml"), RECIPE.replace("captions = \"tags\"", "captions = \"noisy\""))
        .unwrap();
    let (ok, _, wrong) = train(&["--only", "tags"]);
    assert!(!ok && wrong.contains("noisy"), "{wrong}");
}
