"""Vectors as the native program stores them: divided by their L2 norm, rounded to float16, and cut
into safetensors files of at most 128 MiB. The bytes are the same."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any, Optional

import numpy as np

from ._errors import BenchmarkError

#: The most bytes of values in a shard.
_SHARD_BYTES = 128 << 20
#: The most values in a vector that readers accept.
_MAX_DIM = 65_536
#: Values that are normalised at a time, so that a gallery on disk (``numpy.memmap``) stays there.
_BLOCK_VALUES = 1 << 20


def matrix(name: str, value: Any, n_rows: int, of: str) -> np.ndarray:
    """A matrix ``[n_rows, dim]`` of float16, float32 or float64; ``of`` says what its rows are."""
    array = np.asarray(value)
    if array.ndim != 2:
        raise BenchmarkError(f"{name}: its shape is {list(array.shape)}, but [rows, dim] is needed")
    if array.dtype.kind != "f" or array.dtype.itemsize not in (2, 4, 8):
        raise BenchmarkError(
            f"{name}: its type is {array.dtype}, but float16, float32 or float64 is needed: "
            "convert it with array.astype('float32')"
        )
    if not 0 < array.shape[1] <= _MAX_DIM:
        raise BenchmarkError(f"{name}: its rows have {array.shape[1]} values, not 1 to {_MAX_DIM}")
    if len(array) != n_rows:
        raise BenchmarkError(f"{name} has {len(array)} rows, and there are {n_rows} {of}")
    return array


def gallery_shards(
    name: str, vectors: np.ndarray, shard_rows: Optional[int] = None
) -> Iterator[tuple[int, int, bytes]]:
    """The shards of a gallery: first row, one past the last row, and the file. A shard has
    ``shard_rows`` rows, or as many as fill 128 MiB if these are fewer."""
    per_shard = max(_SHARD_BYTES // (vectors.shape[1] * 2), 1)
    if shard_rows is not None:
        per_shard = min(per_shard, max(shard_rows, 1))
    for start in range(0, len(vectors), per_shard):
        end = min(start + per_shard, len(vectors))
        yield start, end, shard(name, vectors, start, end)


def shard(name: str, vectors: np.ndarray, start: int, end: int) -> bytes:
    """Rows ``start..end`` as a safetensors file with one tensor ``vectors`` of float16."""
    dim = vectors.shape[1]
    per_block = max(_BLOCK_VALUES // dim, 1)
    blocks = [
        _normalised(name, vectors[first : min(first + per_block, end)], first).tobytes()
        for first in range(start, end, per_block)
    ]
    n_bytes = (end - start) * dim * 2
    entry = {"dtype": "F16", "shape": [end - start, dim], "data_offsets": [0, n_bytes]}
    header = json.dumps({"vectors": entry}, separators=(",", ":")).encode()
    # safetensors aligns the values to eight bytes.
    header += b" " * (-len(header) % 8)
    return b"".join([struct.pack("<Q", len(header)), header, *blocks])


def _normalised(name: str, rows: np.ndarray, first_row: int) -> np.ndarray:
    """Rows divided by their norm and rounded to float16; ``first_row`` is for errors."""
    # Through float32, as every reader takes them; too large a float64 becomes infinite and is refused.
    with np.errstate(over="ignore"):
        singles = rows.astype(np.float32)
    finite = np.isfinite(singles)
    if not finite.all():
        row, column = np.argwhere(~finite)[0]
        value = rows[row, column]
        raise BenchmarkError(f"{name}, row {first_row + row}: value {column} is {value}")
    doubles = singles.astype(np.float64)
    # The squares one after another, where numpy.sum adds in pairs: the last bit counts.
    squares = np.add.accumulate(doubles * doubles, axis=1)[:, -1]
    norms = np.sqrt(squares)
    if not norms.all():
        row = first_row + int(np.argmin(norms))
        raise BenchmarkError(f"{name}, row {row}: all its values are 0, so it has no direction")
    return (doubles / norms[:, None]).astype(np.float32).astype("<f2")
