use super::{chroma::Chroma, dialect::Dialect, qdrant::Qdrant};
use crate::benchmark::RemoteKind;

pub(super) fn dialect_of(kind: RemoteKind) -> &'static dyn Dialect {
    match kind {
        RemoteKind::Qdrant => &Qdrant,
        RemoteKind::Chroma => &Chroma,
    }
}
