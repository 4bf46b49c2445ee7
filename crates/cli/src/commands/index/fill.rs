//! `rankscope index --to`: a search engine's collection from a benchmark's vectors, and the system that
//! asks it.

use crate::{
    benchmark::open::Benchmark,
    ranking::stored_values,
    remote::{
        http::{Http, done},
        keys,
    },
    terminal::{output, reporter},
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::evenly_spread;
use rankscope_core::benchmark::{
    Image, Manifest, Remote, RemoteKind, RemoteMetric, System, is_plain_id,
};
use rankscope_core::remote::{Filling, Payload, kind_at};
use rankscope_core::vectors::{Vectors, vectors_from_shard};
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// Vectors to read back in the end.
const N_SAMPLED: usize = 32;

#[derive(Debug, clap::Args)]
pub(super) struct ToArgs {
    /// Fill a collection of the search engine at this address with a system's vectors, and add a system
    /// to the benchmark that asks it. Points that it has already are not sent again. The
    /// engine gets the key in the environment variable RANKSCOPE_REMOTE_KEY, or that of --key.
    #[arg(long = "to", value_name = "URL")]
    pub(super) url: Option<String>,
    /// The search engine [default: it is asked].
    #[arg(long, value_enum, requires = "url")]
    kind: Option<Kind>,
    /// The name of the collection [default: the ids of benchmark and system].
    #[arg(long, value_name = "NAME", requires = "url")]
    collection: Option<String>,
    /// The id of the system whose vectors are sent [default: the only one].
    #[arg(long, value_name = "ID", requires = "url")]
    system: Option<String>,
    /// Chroma's tenant, if it is not the default one.
    #[arg(long, value_name = "NAME", requires = "url")]
    tenant: Option<String>,
    /// Chroma's database, if it is not the default one.
    #[arg(long, value_name = "NAME", requires = "url")]
    database: Option<String>,
    /// Leave the gallery out of the system that is added, so that no reader needs it.
    #[arg(long, requires = "url")]
    alone: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Kind {
    Qdrant,
    Chroma,
}

#[derive(Serialize)]
struct Filled<'a> {
    system: &'a str,
    remote: &'a Remote,
    points: u32,
    sent: usize,
}

pub(super) fn fill(folder: &Path, url: &str, args: &ToArgs, is_json: bool) -> Result<()> {
    let benchmark = Benchmark::open_without_values(folder)?;
    let system = source(&benchmark, args.system.as_deref())?;
    let remote = remote(&benchmark.manifest, system, url, args)?;
    let asking = asking(&benchmark.manifest, system, &remote, args.alone)?;
    let http = Http::new(&remote)?;
    let sent = send(&benchmark, system, &remote, &http)?;
    let mut manifest = Manifest::clone(&benchmark.manifest);
    match manifest.systems.iter_mut().find(|system| system.id == asking.id) {
        Some(place) => *place = asking.clone(),
        None => manifest.systems.push(asking.clone()),
    }
    let text = serde_json::to_string_pretty(&asking)? + "\n";
    let system_file = (format!("systems/{}/system.json", asking.id), text.into_bytes());
    stored_values::replace(folder, manifest, vec![system_file], |_| false)?;
    let points = benchmark.manifest.counts.images;
    if is_json {
        return output::print_json(&Filled { system: &asking.id, remote: &remote, points, sent });
    }
    output::print(&format!(
        "{}: {points} points in collection {} of {} at {}, {sent} of them sent now",
        asking.id,
        remote.collection,
        remote.kind.title(),
        remote.base()
    ))?;
    output::print(&format!("\"remote\": {}", serde_json::to_string(&remote)?))
}

fn source<'a>(benchmark: &'a Benchmark, id: Option<&str>) -> Result<&'a System> {
    let system = match id {
        Some(id) => benchmark.system(id)?,
        None => {
            let all = &benchmark.manifest.systems;
            let mut local = all.iter().filter(|system| system.remote.is_none());
            match (local.next(), local.next()) {
                (Some(system), None) => system,
                (None, _) => bail!("the benchmark has no system whose vectors could be sent"),
                (Some(_), Some(_)) => {
                    let ids: Vec<&str> = all.iter().map(|system| system.id.as_str()).collect();
                    bail!("say whose vectors are sent: --system {}", ids.join(" or --system "))
                }
            }
        }
    };
    if system.gallery.is_empty() {
        bail!("system {} has no gallery to send: choose another with --system", system.id);
    }
    Ok(system)
}

fn remote(manifest: &Manifest, system: &System, url: &str, args: &ToArgs) -> Result<Remote> {
    let default = || format!("{}-{}", manifest.id, system.id);
    let mut remote = Remote {
        kind: RemoteKind::Chroma,
        url: url.trim_end_matches('/').into(),
        collection: args.collection.clone().unwrap_or_else(default),
        // The score as this program defines it; stored vectors are of length 1 up to rounding.
        metric: RemoteMetric::Dot,
        tenant: args.tenant.clone(),
        database: args.database.clone(),
    };
    if let Some(fault) = remote.fault() {
        bail!("{fault}");
    }
    keys::name_engine(&remote)?;
    remote.kind = match args.kind {
        Some(Kind::Chroma) => RemoteKind::Chroma,
        Some(Kind::Qdrant) => RemoteKind::Qdrant,
        None => done(kind_at(url, &Http::new(&remote)?))?.with_context(|| {
            format!("neither Chroma nor Qdrant answers at {url}: check the address, or give --kind")
        })?,
    };
    if remote.kind == RemoteKind::Qdrant && (args.tenant.is_some() || args.database.is_some()) {
        bail!("tenant and database are Chroma's, and {url} is Qdrant: leave them out");
    }
    Ok(remote)
}

fn asking(manifest: &Manifest, from: &System, remote: &Remote, is_alone: bool) -> Result<System> {
    let id = match from.remote {
        Some(_) => from.id.clone(),
        None => format!("{}-{}", from.id, remote.kind.name()),
    };
    let there = manifest.system(&id);
    let is_taken =
        manifest.run(&id).is_some() || there.is_some_and(|system| system.remote.is_none());
    if is_taken || !is_plain_id(&id) {
        bail!("the benchmark has another system {id}, which would ask the collection: rename it");
    }
    let title = match (there, &from.remote) {
        (Some(system), _) => system.title.clone(),
        (None, _) => format!("{} ({})", from.title, remote.kind.title()),
    };
    let gallery = if is_alone { Vec::new() } else { from.gallery.clone() };
    Ok(System { id, title, gallery, remote: Some(remote.clone()), ..from.clone() })
}

/// Sends what the collection lacks, shard by shard, and checks what it has then. Returns the number of
/// points sent.
fn send(benchmark: &Benchmark, system: &System, remote: &Remote, http: &Http) -> Result<usize> {
    let n_images = benchmark.manifest.counts.images;
    let images = benchmark.images();
    let filling = done(Filling::begin(remote, system.dim, n_images, http))?;
    if filling.n_before() > 0 {
        reporter::note(format_args!(
            "collection {} has {} points already: the others are sent",
            remote.collection,
            filling.n_before()
        ));
    }
    let sampled = evenly_spread(n_images as usize, N_SAMPLED);
    let mut sample = Vec::with_capacity(sampled.len());
    let bar = reporter::progress_bar(n_images as usize, "points");
    let (mut next, mut sent) = (0u32, 0);
    for path in &system.gallery {
        let shard: Vectors = vectors_from_shard(path, &benchmark.bytes(path)?)?;
        let rows: Vec<usize> = (0..shard.n_rows()).collect();
        for rows in rows.chunks(filling.rows_at_once()) {
            let vectors: Vec<Vec<f32>> = rows.iter().map(|row| shard.row(*row).collect()).collect();
            let of_sample = (next..).zip(&vectors).filter(|(row, _)| sampled.contains(row));
            sample.extend(of_sample.map(|(row, vector)| (row, vector.clone())));
            let n = u32::try_from(vectors.len()).unwrap_or(u32::MAX);
            let payload = |row| payload(images, row);
            sent += done(filling.add(next, vectors, payload, http)).with_context(|| {
                format!(
                    "{next} of {n_images} points are stored: run it again to continue from there"
                )
            })?;
            next = next.saturating_add(n);
            bar.set_position(next.into());
        }
    }
    bar.finish_and_clear();
    done(filling.finish(&sample, http))?;
    Ok(sent)
}

/// What is stored with a point, so that the page and other programs can show the picture without the image
/// lists.
fn payload(images: &[Image], row: u32) -> Payload {
    let Some(image) = images.get(row as usize) else { return json!({ "id": row.to_string() }) };
    let mut payload = json!({ "id": image.id });
    if let Some(object) = payload.as_object_mut() {
        object.extend(image.uri.as_ref().map(|uri| ("uri".to_owned(), json!(uri))));
        object.extend(image.scene.as_ref().map(|scene| ("scene".to_owned(), json!(scene))));
        if !image.caption.is_empty() {
            object.insert("caption".to_owned(), json!(image.caption));
        }
    }
    payload
}
