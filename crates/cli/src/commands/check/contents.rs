//! Looks at every file that the manifest lists, each for what it is.

use super::{
    findings::{CORRECT_MANIFEST, Fault, IMPORT_AGAIN},
    judged,
    lists::{self, CAPTIONS, Lists, QUERIES},
    reader::Reader,
    vectors::{self, GalleryTypes},
};
use crate::{
    benchmark::encoder_pack::{encoder_of, feature_encoder_of, picture_encoder_of},
    terminal::causes::with_causes,
};
use rankscope_core::benchmark::{
    EXPLANATIONS_FILE, EncoderEntry, FileEntry, Manifest, RelevanceDefinition, StoredGuides,
    StoredRun, System, TOPICS_FILE, caption_vectors_path, guide_vectors_path, seeds_path,
    signs_path, values_path,
};
use rankscope_guide::COMPLEXITY_FILE;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy)]
enum Role<'a> {
    Captions,
    Judgements(&'a RelevanceDefinition),
    Reversed,
    Votes,
    SystemFile(&'a System),
    Gallery(&'a System),
    /// Looked at with its shard.
    Signs,
    /// Vectors of so many texts or guides.
    Vectors(&'a System, u32),
    Run(&'a StoredRun),
    /// From images to texts.
    ReversedRun(&'a StoredRun),
    Guides(&'a StoredGuides),
    Values,
    Seeds,
    Topics,
    Explanations,
    Complexity,
}

pub(super) fn check(reader: &mut Reader<'_>, manifest: &Manifest) {
    let queries = lists::queries(reader, manifest);
    let images = lists::images(reader, manifest);
    let lists = Lists::new(queries.as_deref(), images.as_ref());
    for (list, is_damaged) in [(QUERIES, queries.is_none()), ("images/", images.is_none())] {
        if is_damaged {
            let note = "it is damaged, so judgements and other lists were not checked against it: \
                        repair it and check again";
            reader.findings.note(list, note);
        }
    }
    let roles = roles(manifest);
    let mut types = GalleryTypes::default();
    let fields: Vec<&str> = manifest.field_files().map(|(file, _)| file.path.as_str()).collect();
    let is_read =
        |path: &str| path == QUERIES || manifest.image_files().any(|(file, _)| file.path == path);
    for entry in manifest.files.iter().filter(|entry| !is_read(&entry.path)) {
        match roles.get(entry.path.as_str()) {
            Some(roles) => {
                for role in roles {
                    look(reader, manifest, entry, *role, &lists, &mut types);
                }
            }
            None if fields.contains(&entry.path.as_str()) => judged::fields(reader, entry, &lists),
            // Pictures, files of encoders, and whatever else a program adds.
            None => drop(reader.bytes(entry)),
        }
    }
    for encoder in &manifest.encoders {
        check_encoder(reader, manifest, encoder);
    }
    for system in &manifest.systems {
        let Some(remote) = &system.remote else { continue };
        let note = format!(
            "system {} asks {} at {}, which is not asked here: `rankscope eval` asks it, and measures \
             its recall",
            system.id,
            remote.kind.title(),
            remote.origin()
        );
        reader.findings.note("benchmark.json", note);
    }
    for system in manifest.systems.iter().filter(|system| system.queries.is_none()) {
        let note = format!(
            "system {} has no vectors of the queries, so that only Explore can use it",
            system.id
        );
        reader.findings.note("benchmark.json", note);
    }
}

/// By path; a gallery may be that of several systems.
fn roles(manifest: &Manifest) -> FxHashMap<String, Vec<Role<'_>>> {
    let mut roles: FxHashMap<String, Vec<Role<'_>>> = FxHashMap::default();
    let mut add = |path: &str, role| roles.entry(path.into()).or_default().push(role);
    add(CAPTIONS, Role::Captions);
    add(TOPICS_FILE, Role::Topics);
    add(EXPLANATIONS_FILE, Role::Explanations);
    add(COMPLEXITY_FILE, Role::Complexity);
    for definition in &manifest.relevance {
        add(&definition.path, Role::Judgements(definition));
        if let Some(reverse) = manifest.reverse_file(&definition.id) {
            add(&reverse.path, Role::Reversed);
        }
    }
    let votes: std::collections::BTreeSet<&str> =
        manifest.relevance.iter().filter_map(|definition| definition.votes.as_deref()).collect();
    votes.into_iter().for_each(|path| add(path, Role::Votes));
    for system in &manifest.systems {
        let id = &system.id;
        add(&format!("systems/{id}/system.json"), Role::SystemFile(system));
        for path in &system.gallery {
            add(path, Role::Gallery(system));
            add(&signs_path(path), Role::Signs);
        }
        if let Some(path) = &system.queries {
            add(path, Role::Vectors(system, manifest.counts.queries));
        }
        add(&caption_vectors_path(id), Role::Vectors(system, manifest.counts.captions));
        for guides in &manifest.guides {
            add(&guide_vectors_path(id, &guides.id), Role::Vectors(system, guides.images));
        }
        add(&values_path(id), Role::Values);
        add(&seeds_path(id), Role::Seeds);
    }
    for run in &manifest.runs {
        add(&run.path(), Role::Run(run));
        add(&run.reverse_path(), Role::ReversedRun(run));
    }
    manifest.guides.iter().for_each(|guides| add(&guides.path(), Role::Guides(guides)));
    roles
}

fn look<'a>(
    reader: &mut Reader<'_>,
    manifest: &Manifest,
    entry: &'a FileEntry,
    role: Role<'a>,
    lists: &Lists<'_>,
    types: &mut GalleryTypes<'a>,
) {
    match role {
        Role::Captions => lists::captions(reader, manifest, entry, lists),
        Role::Judgements(definition) => judged::qrels(reader, entry, definition, lists),
        Role::Reversed => judged::reversed(reader, entry, lists),
        Role::Votes => judged::votes(reader, entry, lists),
        Role::SystemFile(system) => system_file(reader, entry, system),
        Role::Gallery(system) => {
            let signs = manifest.signs_file(&entry.path);
            vectors::gallery(reader, entry, signs, system, types);
        }
        Role::Signs => {}
        Role::Vectors(system, n_rows) => drop(vectors::shard(reader, entry, system, n_rows)),
        Role::Run(run) => judged::run(reader, entry, run, lists),
        Role::ReversedRun(run) => judged::reversed_run(reader, manifest, entry, run, lists),
        Role::Guides(guides) => judged::guides(reader, entry, guides, lists),
        Role::Values => judged::values(reader, entry, manifest),
        Role::Seeds => judged::seeds(reader, entry, lists),
        Role::Topics => judged::topics(reader, entry, lists),
        Role::Explanations => judged::explanations(reader, entry, lists),
        Role::Complexity => judged::complexity(reader, entry, manifest, lists),
    }
}

/// `system.json`, which repeats the manifest's entry.
fn system_file(reader: &mut Reader<'_>, entry: &FileEntry, system: &System) {
    let Some(bytes) = reader.bytes(entry) else { return };
    let reason = match serde_json::from_slice::<System>(&bytes) {
        Ok(read) if read == *system => return,
        Ok(_) => format!("it differs from the entry of {} in benchmark.json", system.id),
        Err(error) => error.to_string(),
    };
    reader.fault(Fault::of_file(&entry.path, reason, CORRECT_MANIFEST));
}

/// Loads an encoder and what it encodes pictures with, if its files are whole, and checks them against
/// its systems.
fn check_encoder(reader: &mut Reader<'_>, manifest: &Manifest, entry: &EncoderEntry) {
    let pack = entry.path.trim_end_matches('/');
    let is_in_pack = |file: &&FileEntry| file.path.starts_with(&format!("{pack}/"));
    if !manifest.files.iter().filter(is_in_pack).all(|file| reader.is_held(&file.path)) {
        return;
    }
    let fault = |error: anyhow::Error| Fault::of_file(pack, with_causes(&error), IMPORT_AGAIN);
    let folder = reader.folder;
    match encoder_of(manifest, folder, pack) {
        Err(error) => reader.fault(fault(error)),
        Ok(encoder) => {
            let dim = encoder.manifest().dim;
            let uses_it = |system: &&System| system.encoder.as_ref() == Some(&entry.id);
            for system in manifest.systems.iter().filter(uses_it) {
                if system.dim as usize != dim {
                    let System { id, dim: of_system, .. } = system;
                    let reason = format!(
                        "its vectors have dim {dim}, and system {id}, which uses it, has {of_system}"
                    );
                    reader.fault(Fault::of_file(pack, reason, CORRECT_MANIFEST));
                }
            }
        }
    }
    let of_pictures = [
        picture_encoder_of(manifest, folder, pack).map(drop),
        feature_encoder_of(manifest, folder, pack).map(drop),
    ];
    for error in of_pictures.into_iter().filter_map(Result::err) {
        reader.fault(fault(error));
    }
}
