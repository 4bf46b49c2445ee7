//! Chroma's HTTP API, version 2: <https://docs.trychroma.com/reference/>. A point's id is the row in decimal
//! digits. Chroma returns distances: `1 − cosine` and `1 − dot`.

use super::{
    call::{Call, Method},
    dialect::{Asked, Claimed, Dialect, Filter, Found, NotRead, Place, Point, call, get, read},
};
use crate::benchmark::{Remote, RemoteMetric};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(super) struct Chroma;

const TENANT: &str = "default_tenant";
const DATABASE: &str = "default_database";

#[derive(Deserialize)]
struct CollectionJson {
    id: String,
    dimension: Option<u64>,
    configuration_json: Configuration,
}

/// Only one is set.
#[derive(Deserialize)]
struct Configuration {
    hnsw: Option<Index>,
    spann: Option<Index>,
}

#[derive(Deserialize)]
struct Index {
    space: Option<String>,
}

#[derive(Serialize)]
struct QueryBody<'a> {
    query_embeddings: &'a [Vec<f32>],
    n_results: usize,
    include: [&'static str; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    ids: Option<Vec<String>>,
}

#[derive(Serialize)]
struct UpsertBody<'a> {
    ids: Vec<String>,
    embeddings: Vec<&'a [f32]>,
    metadatas: Vec<&'a Value>,
}

#[derive(Deserialize)]
struct QueryJson {
    ids: Vec<Vec<String>>,
    distances: Option<Vec<Vec<Option<f64>>>>,
}

#[derive(Deserialize)]
struct GetJson {
    ids: Vec<String>,
    embeddings: Option<Vec<Vec<f32>>>,
}

#[derive(Deserialize)]
struct PayloadsJson {
    ids: Vec<String>,
    metadatas: Vec<Value>,
}

#[derive(Deserialize)]
struct ErrorJson {
    error: String,
    #[serde(default)]
    message: String,
}

fn collections(remote: &Remote) -> String {
    let tenant = remote.tenant.as_deref().unwrap_or(TENANT);
    let database = remote.database.as_deref().unwrap_or(DATABASE);
    format!("api/v2/tenants/{tenant}/databases/{database}/collections")
}

fn within(place: Place<'_>, what: &str) -> String {
    format!("{}/{}/{what}", collections(place.remote), place.id)
}

fn ids(rows: &[u32]) -> Vec<String> {
    rows.iter().map(u32::to_string).collect()
}

impl Dialect for Chroma {
    fn find(&self, remote: &Remote) -> Call {
        let path = format!("{}/{}", collections(remote), remote.collection);
        get(remote, &path)
    }

    fn found(&self, _: &Remote, body: &[u8]) -> Result<Found, NotRead> {
        let CollectionJson { id, dimension, configuration_json } = read(body)?;
        // It becomes a part of addresses.
        if id.is_empty() || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            return Err(format!("the id of the collection is {id:?}"));
        }
        let index = configuration_json.hnsw.or(configuration_json.spann);
        let metric = index.and_then(|index| index.space).ok_or("its index has no space")?;
        Ok(Found { id, dim: dimension, metric })
    }

    fn count(&self, place: Place<'_>) -> Call {
        get(place.remote, &within(place, "count"))
    }

    fn counted(&self, body: &[u8]) -> Result<u64, NotRead> {
        read(body)
    }

    fn query(&self, place: Place<'_>, asked: &Asked<'_>) -> Call {
        let body = QueryBody {
            query_embeddings: asked.queries,
            n_results: asked.k,
            include: ["distances"],
            ids: match &asked.filter {
                Filter::Only(rows) => Some(ids(rows)),
                Filter::All | Filter::Not(_) => None,
            },
        };
        let call = call(place.remote, Method::Post, &within(place, "query"), Some(&body));
        call.with_hits(asked.queries.len().saturating_mul(asked.k))
    }

    fn hits(&self, body: &[u8]) -> Result<Vec<Vec<Claimed>>, NotRead> {
        let QueryJson { ids, distances } = read(body)?;
        let distances = distances.ok_or("it has no distances")?;
        if distances.len() != ids.len() {
            return Err("it has another number of lists of ids than of distances".into());
        }
        let list = |(ids, distances): (Vec<String>, Vec<Option<f64>>)| {
            if distances.len() != ids.len() {
                return Err("it has another number of ids than of distances".to_owned());
            }
            let claimed = |(id, distance): (String, Option<f64>)| Claimed {
                id,
                score: 1.0 - distance.unwrap_or(f64::NAN),
            };
            Ok(ids.into_iter().zip(distances).map(claimed).collect())
        };
        ids.into_iter().zip(distances).map(list).collect()
    }

    fn points(&self, place: Place<'_>, rows: &[u32], with_vectors: bool) -> Call {
        let include: &[&str] = if with_vectors { &["embeddings"] } else { &[] };
        let body = json!({ "ids": ids(rows), "include": include, "limit": rows.len() });
        call(place.remote, Method::Post, &within(place, "get"), Some(&body))
    }

    fn points_read(&self, body: &[u8]) -> Result<Vec<(String, Vec<f32>)>, NotRead> {
        let GetJson { ids, embeddings } = read(body)?;
        match embeddings {
            None => Ok(ids.into_iter().map(|id| (id, Vec::new())).collect()),
            Some(vectors) if vectors.len() == ids.len() => {
                Ok(ids.into_iter().zip(vectors).collect())
            }
            Some(_) => Err("it has another number of ids than of vectors".into()),
        }
    }

    fn payloads(&self, place: Place<'_>, rows: &[u32]) -> Call {
        let body = json!({ "ids": ids(rows), "include": ["metadatas"], "limit": rows.len() });
        call(place.remote, Method::Post, &within(place, "get"), Some(&body))
    }

    fn payloads_read(&self, body: &[u8]) -> Result<Vec<(String, Value)>, NotRead> {
        let PayloadsJson { ids, metadatas } = read(body)?;
        if metadatas.len() != ids.len() {
            return Err("it has another number of ids than of metadata".into());
        }
        Ok(ids.into_iter().zip(metadatas).collect())
    }

    fn create(&self, remote: &Remote, _: usize) -> Call {
        let body = json!({
            "name": remote.collection,
            "configuration": { "hnsw": { "space": self.metric(remote) } },
            "get_or_create": false,
        });
        call(remote, Method::Post, &collections(remote), Some(&body))
    }

    fn store(&self, place: Place<'_>, points: &[Point]) -> Call {
        let rows: Vec<u32> = points.iter().map(|point| point.row).collect();
        let body = UpsertBody {
            ids: ids(&rows),
            embeddings: points.iter().map(|point| point.vector.as_slice()).collect(),
            metadatas: points.iter().map(|point| &point.payload).collect(),
        };
        call(place.remote, Method::Post, &within(place, "upsert"), Some(&body))
    }

    fn said(&self, body: &[u8]) -> Option<String> {
        let ErrorJson { error, message } = serde_json::from_slice(body).ok()?;
        Some(if message.is_empty() { error } else { message })
    }

    fn metric(&self, remote: &Remote) -> &'static str {
        match remote.metric {
            RemoteMetric::Cosine => "cosine",
            RemoteMetric::Dot => "ip",
        }
    }

    fn ranks_exactly(&self) -> bool {
        false
    }

    fn can_leave_out(&self) -> bool {
        false
    }
}
