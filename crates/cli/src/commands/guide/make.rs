//! `rankscope guide make`: guides for a benchmark's queries from a text-to-image server that the user runs.

use crate::{
    benchmark::open::Benchmark,
    guides::generator::Generator,
    ranking::asked_queries::asked_queries,
    terminal::{
        arguments::QueryArgs,
        reporter::{self, progress_bar},
    },
    writing::{files, publication::write_file},
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::words::counted;
use rankscope_core::benchmark::{GuideImage, is_plain_id};
use std::path::{Path, PathBuf};

/// The list of the guides, next to their pictures.
const LIST: &str = "guides.jsonl";

/// Make guide pictures for queries by a text-to-image server that you run.
///
/// Each query's text goes to POST /v1/images/generations of the server, once for each guide, which local servers and
/// hosted ones understand; nothing else is sent. The pictures and guides.jsonl, the list for [[guides]] of a recipe,
/// go to a folder. Pictures that are there from an earlier run are kept, so that an interrupted run goes on where it
/// stopped. A key, if the server needs one, is read from RANKSCOPE_GENERATOR_KEY.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope guide make my-benchmark --generator http://127.0.0.1:8080 -o guides\n  \
    rankscope guide make my-benchmark --generator http://127.0.0.1:8080 -o guides --m 4 --split test --size 256x256")]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The server's address, without /v1/images/generations.
    #[arg(long, value_name = "URL")]
    generator: String,
    /// The folder for pictures and list.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Guides of each query, 1 to 20.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    m: u32,
    /// Width and height of the pictures, as the server takes them.
    #[arg(long, value_name = "WxH", default_value = "512x512")]
    size: String,
    /// The model, if the server has several.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let rows = asked_queries(&args.queries, &benchmark, None)?;
    let side = args.size.split('x').next().and_then(|side| side.parse::<u32>().ok());
    let side = side.with_context(|| format!("--size {}: give it as 512x512", args.size))?;
    let generator = Generator::new(&args.generator, &args.size, args.model.as_deref())?;
    files::create_folder(&args.out)?;
    let progress = progress_bar(rows.len() * args.m as usize, "pictures");
    let (mut lines, mut n_kept) = (String::new(), 0);
    for row in rows {
        let query = benchmark.queries.get(row).context("a query is not there")?;
        if !is_plain_id(&query.id) {
            bail!(
                "query {:?} cannot name a file: use letters, digits, '-', '_' and '.' in ids of queries",
                query.id
            );
        }
        for number in 0..args.m {
            let stem = format!("{}-{number}", query.id);
            let name = match earlier(&args.out, &stem) {
                Some(name) => {
                    n_kept += 1;
                    name
                }
                None => {
                    let picture = generator.picture(&query.text);
                    let picture = picture.with_context(|| {
                        format!("query {}, guide {number}: pictures so far are kept", query.id)
                    })?;
                    let name = format!("{stem}.{}", picture.ending);
                    write_file(&args.out.join(&name), picture.bytes, false)?;
                    name
                }
            };
            let guide = GuideImage {
                query: query.id.clone(),
                guide: number.to_string(),
                uri: Some(name),
                scene: None,
                size: Some(side.to_string()),
            };
            lines.push_str(&serde_json::to_string(&guide)?);
            lines.push('\n');
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let list = args.out.join(LIST);
    write_file(&list, &lines, true)?;
    let n = lines.lines().count();
    let kept =
        if n_kept > 0 { format!(", {n_kept} of them from an earlier run") } else { String::new() };
    reporter::note(format_args!(
        "{}: {}{kept}. Encode them with your models, in the order of the list, and name list and vectors under \
         [[guides]] of the recipe",
        list.display(),
        counted(n, "guide", "guides")
    ));
    Ok(())
}

/// The picture of an earlier run.
fn earlier(out: &Path, stem: &str) -> Option<String> {
    let names = Generator::ENDINGS.map(|ending| format!("{stem}.{ending}"));
    names.into_iter().find(|name| out.join(name).is_file())
}
