//! Qdrant's REST API: <https://api.qdrant.tech/>. A point's id is the row as a number. Scores are the cosine, or
//! the dot product.

use super::{
    call::{Call, Method},
    dialect::{Asked, Claimed, Dialect, Filter, Found, NotRead, Place, Point, call, get, read},
};
use crate::benchmark::{Remote, RemoteMetric};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(super) struct Qdrant;

#[derive(Serialize)]
struct Searches<'a> {
    searches: Vec<Search<'a>>,
}

#[derive(Serialize)]
struct Search<'a> {
    query: &'a Vec<f32>,
    limit: usize,
    with_payload: bool,
    with_vector: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<&'a Value>,
}

#[derive(Serialize)]
struct Points<'a> {
    points: Vec<Stored<'a>>,
}

#[derive(Serialize)]
struct Stored<'a> {
    id: u32,
    vector: &'a [f32],
    payload: &'a Value,
}

/// Every answer has its contents under `result`.
#[derive(Deserialize)]
struct Reply<T> {
    result: T,
}

#[derive(Deserialize)]
struct CollectionJson {
    config: Config,
}

#[derive(Deserialize)]
struct Config {
    params: Params,
}

#[derive(Deserialize)]
struct Params {
    vectors: Value,
}

#[derive(Deserialize)]
struct VectorsJson {
    size: u64,
    distance: String,
}

#[derive(Deserialize)]
struct CountJson {
    count: u64,
}

#[derive(Deserialize)]
struct PointsJson {
    points: Vec<Scored>,
}

#[derive(Deserialize)]
struct Scored {
    id: Id,
    score: Option<f64>,
}

#[derive(Deserialize)]
struct Record {
    id: Id,
    #[serde(default)]
    vector: Option<Vec<f32>>,
    #[serde(default)]
    payload: Value,
}

/// A number or a UUID.
#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Number(u64),
    Text(String),
}

impl Id {
    fn text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

#[derive(Deserialize)]
struct ErrorJson {
    status: StatusJson,
}

#[derive(Deserialize)]
struct StatusJson {
    error: String,
}

fn within(place: Place<'_>, what: &str) -> String {
    format!("collections/{}/{what}", place.id)
}

impl Dialect for Qdrant {
    fn find(&self, remote: &Remote) -> Call {
        get(remote, &format!("collections/{}", remote.collection))
    }

    fn found(&self, remote: &Remote, body: &[u8]) -> Result<Found, NotRead> {
        let Reply { result: CollectionJson { config } } = read(body)?;
        let VectorsJson { size, distance } = serde_json::from_value(config.params.vectors)
            .map_err(|_| "the collection has named vectors, but an unnamed one is needed")?;
        Ok(Found { id: remote.collection.clone(), dim: Some(size), metric: distance })
    }

    fn count(&self, place: Place<'_>) -> Call {
        let body = json!({ "exact": true });
        call(place.remote, Method::Post, &within(place, "points/count"), Some(&body))
    }

    fn counted(&self, body: &[u8]) -> Result<u64, NotRead> {
        let Reply { result: CountJson { count } } = read(body)?;
        Ok(count)
    }

    fn query(&self, place: Place<'_>, asked: &Asked<'_>) -> Call {
        let filter = match &asked.filter {
            Filter::All => None,
            Filter::Only(rows) => Some(json!({ "must": [{ "has_id": rows }] })),
            Filter::Not(rows) => Some(json!({ "must_not": [{ "has_id": rows }] })),
        };
        let search = |query| Search {
            query,
            limit: asked.k,
            with_payload: false,
            with_vector: false,
            params: asked.exact.then(|| json!({ "exact": true })),
            filter: filter.as_ref(),
        };
        let body = Searches { searches: asked.queries.iter().map(search).collect() };
        let path = within(place, "points/query/batch");
        let call = call(place.remote, Method::Post, &path, Some(&body));
        call.with_hits(asked.queries.len().saturating_mul(asked.k))
    }

    fn hits(&self, body: &[u8]) -> Result<Vec<Vec<Claimed>>, NotRead> {
        let Reply { result } = read::<Reply<Vec<PointsJson>>>(body)?;
        let claimed = |scored: Scored| Claimed {
            id: scored.id.text(),
            score: scored.score.unwrap_or(f64::NAN),
        };
        Ok(result.into_iter().map(|one| one.points.into_iter().map(claimed).collect()).collect())
    }

    fn points(&self, place: Place<'_>, rows: &[u32], with_vectors: bool) -> Call {
        let body = json!({ "ids": rows, "with_payload": false, "with_vector": with_vectors });
        call(place.remote, Method::Post, &within(place, "points"), Some(&body))
    }

    fn points_read(&self, body: &[u8]) -> Result<Vec<(String, Vec<f32>)>, NotRead> {
        let Reply { result } = read::<Reply<Vec<Record>>>(body)?;
        let point = |record: Record| (record.id.text(), record.vector.unwrap_or_default());
        Ok(result.into_iter().map(point).collect())
    }

    fn payloads(&self, place: Place<'_>, rows: &[u32]) -> Call {
        let body = json!({ "ids": rows, "with_payload": true, "with_vector": false });
        call(place.remote, Method::Post, &within(place, "points"), Some(&body))
    }

    fn payloads_read(&self, body: &[u8]) -> Result<Vec<(String, Value)>, NotRead> {
        let Reply { result } = read::<Reply<Vec<Record>>>(body)?;
        Ok(result.into_iter().map(|record| (record.id.text(), record.payload)).collect())
    }

    fn create(&self, remote: &Remote, dim: usize) -> Call {
        let body = json!({ "vectors": { "size": dim, "distance": self.metric(remote) } });
        let path = format!("collections/{}", remote.collection);
        call(remote, Method::Put, &path, Some(&body))
    }

    fn store(&self, place: Place<'_>, points: &[Point]) -> Call {
        let stored = points.iter().map(|point| Stored {
            id: point.row,
            vector: &point.vector,
            payload: &point.payload,
        });
        let body = Points { points: stored.collect() };
        call(place.remote, Method::Put, &within(place, "points?wait=true"), Some(&body))
    }

    fn said(&self, body: &[u8]) -> Option<String> {
        let ErrorJson { status } = serde_json::from_slice(body).ok()?;
        Some(status.error)
    }

    fn metric(&self, remote: &Remote) -> &'static str {
        match remote.metric {
            RemoteMetric::Cosine => "Cosine",
            RemoteMetric::Dot => "Dot",
        }
    }

    fn ranks_exactly(&self) -> bool {
        true
    }

    fn can_leave_out(&self) -> bool {
        true
    }
}
