"""Vectors as the native program stores them: divided by their L2 norm, rounded to float16, and cut
into safetensors files of at most 128 MiB. The bytes are the same."""

from __future__ import annotations

import json
import struct
import warnings
from collections.abc import Iterator, Mapping, Set
from typing import Any, Optional

import numpy as np

from ._errors import BenchmarkError
from ._given import shown

#: The most bytes of values in a shard.
_SHARD_BYTES = 128 << 20
#: The most values in a vector that readers accept.
_MAX_DIM = 65_536
#: Values that are normalised at a time, so that a gallery on disk (``numpy.memmap``) stays there.
_BLOCK_VALUES = 1 << 20
#: From this ratio of the longest to the shortest vector on, dot products are another ranking.
_UNLIKE = 10


def matrix(name: str, value: Any, n_rows: Optional[int], of: str) -> np.ndarray:
    """A matrix ``[n_rows, dim]`` of float16, float32 or float64; ``of`` says what its rows are."""
    array = _array(name, value)
    if array.dtype.kind != "f" or array.dtype.itemsize not in (2, 4, 8):
        raise BenchmarkError(
            f"{name}: its type is {array.dtype}, but float16, float32 or float64 is needed: "
            f"{_conversion(array)}"
        )
    if array.ndim != 2:
        raise BenchmarkError(
            f"{name}: its shape is {list(array.shape)}, but [rows, dim] is needed{_reshaping(array)}"
        )
    if not 0 < array.shape[1] <= _MAX_DIM:
        raise BenchmarkError(f"{name}: its rows have {array.shape[1]} values, not 1 to {_MAX_DIM}")
    if n_rows is not None and len(array) != n_rows:
        raise BenchmarkError(f"{name} has {len(array)} rows, and there are {n_rows} {of}")
    return array


def _array(name: str, value: Any) -> np.ndarray:
    """What is given as an array, whatever library it is of."""
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise BenchmarkError(f"{name}: some of its values are masked: vectors need all of them")
    if value is None or isinstance(value, (str, bytes, Mapping, Set)):
        raise BenchmarkError(f"{name}: an array [rows, dim] is needed, not {shown(value)}")
    try:
        return np.asarray(value)
    except Exception as error:  # noqa: BLE001 - libraries raise what they like, on devices or of types
        tensor = hasattr(value, "detach")
        way_out = "give vectors.detach().float().cpu().numpy()" if tensor else "give one numpy array"
        why = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        ragged = _ragged(value)
        raise BenchmarkError(f"{name}: no array can be made of it ({ragged or why}): {way_out}") from error


def _ragged(value: Any) -> str:
    """Which rows of a list have another length than the first."""
    try:
        lengths = [len(row) for row in value]
    except TypeError:
        return ""
    other = next((row for row, length in enumerate(lengths) if length != lengths[0]), None)
    return "" if other is None else f"row {other} has {lengths[other]} values, and row 0 {lengths[0]}"


def _conversion(array: np.ndarray) -> str:
    """How to make floats of an array of another type, in a way that works for this one."""
    kind = array.dtype.kind
    if kind == "O":
        if array.ndim == 0:
            return "convert it to an array first"
        ragged = _ragged(array)
        if ragged:
            return f"{ragged}: all rows need the same number"
        return "convert it with numpy.stack([numpy.asarray(row, 'float32') for row in array])"
    if kind == "V" and array.dtype.names is None and array.dtype.type is np.void:
        # So does numpy keep bfloat16 in files.
        return "if it is bfloat16, convert it with array.view(ml_dtypes.bfloat16).astype('float32')"
    if array.dtype.names is not None:
        return f"give one column of it, such as array[{array.dtype.names[0]!r}]"
    if kind == "c":
        return "complex numbers are not compared: give array.real, or real and imaginary parts side by side"
    # Types of other libraries, such as bfloat16 of ml_dtypes, are of kind V as well.
    return "convert it with array.astype('float32')" if kind in "SUbiufV" else "give numbers"


def _reshaping(array: np.ndarray) -> str:
    if array.ndim == 1 and len(array):
        return f": if it is one vector, array.reshape(1, {len(array)})"
    if array.ndim > 2 and array.size:
        dim = array.shape[-1]
        if array.size == array.shape[0] * dim:
            return f": array.reshape({array.shape[0]}, {dim})"
        return f": one vector a row, such as array.reshape(-1, {dim})"
    return ""


class Lengths:
    """The shortest and the longest vector of a gallery, as its rows go by."""

    def __init__(self) -> None:
        self._shortest, self._longest = (np.inf, 0), (0.0, 0)

    def add(self, norms: np.ndarray, first_row: int) -> None:
        """The lengths of the next rows."""
        low, high = int(np.argmin(norms)), int(np.argmax(norms))
        self._shortest = min(self._shortest, (float(norms[low]), first_row + low))
        self._longest = max(self._longest, (float(norms[high]), first_row + high))

    def warn(self, name: str, way_out: str, stacklevel: int) -> None:
        """Says that cosine leaves lengths out, where they differ much."""
        (short, short_row), (long, long_row) = self._shortest, self._longest
        if long >= _UNLIKE * short:
            warnings.warn(
                f"{name}: the vectors' lengths differ {long / short:.3g}-fold (from {short:.3g} in row "
                f"{short_row} to {long:.3g} in row {long_row}), and rankscope compares by cosine, which "
                f"leaves lengths out: {way_out}",
                stacklevel=stacklevel + 1,
            )


def longest(name: str, vectors: np.ndarray) -> float:
    """The length of the longest vector of a gallery."""
    found = 0.0
    for first, rows in _blocks(vectors, 0, len(vectors)):
        found = max(found, float(_norms(_doubles(name, rows, first)).max()))
    if found == 0:
        raise BenchmarkError(f"{name}: all its values are 0")
    return found


def gallery_shards(
    name: str,
    vectors: np.ndarray,
    shard_rows: Optional[int] = None,
    *,
    lengths: Optional[Lengths] = None,
    dot_of: Optional[float] = None,
) -> Iterator[tuple[int, int, bytes]]:
    """The shards of a gallery: first row, one past the last row, and the file. A shard has
    ``shard_rows`` rows, or as many as fill 128 MiB if these are fewer.

    ``dot_of`` is the length of the longest vector, for dot products: see :func:`shard`.
    """
    per_shard = max(_SHARD_BYTES // ((vectors.shape[1] + (dot_of is not None)) * 2), 1)
    if shard_rows is not None:
        per_shard = min(per_shard, max(shard_rows, 1))
    for start in range(0, len(vectors), per_shard):
        end = min(start + per_shard, len(vectors))
        yield start, end, shard(name, vectors, start, end, lengths=lengths, dot_of=dot_of)


def shard(
    name: str,
    vectors: np.ndarray,
    start: int,
    end: int,
    *,
    lengths: Optional[Lengths] = None,
    dot_of: Optional[float] = None,
) -> bytes:
    """Rows ``start..end`` as a safetensors file with one tensor ``vectors`` of float16.

    With ``dot_of``, the length of the longest vector, each row gets a last value that makes it as long
    as that one; queries get 0 (``dot_of`` 0). The cosine of two such vectors is then their dot product
    but for factors that no ranking of images depends on.
    """
    dim = vectors.shape[1] + (dot_of is not None)
    blocks = []
    for first, rows in _blocks(vectors, start, end):
        doubles = _doubles(name, rows, first)
        norms = _norms(doubles)
        if lengths is not None:
            lengths.add(norms, first)
        if dot_of is not None:
            last = np.sqrt(np.maximum(dot_of**2 - norms**2, 0)) if dot_of else np.zeros(len(rows))
            doubles = np.column_stack([doubles, last])
            norms = _norms(doubles)
        if not norms.all():
            row = first + int(np.argmin(norms))
            raise BenchmarkError(f"{name}, row {row}: all its values are 0, so it has no direction")
        halves = (doubles / norms[:, None]).astype(np.float32).astype("<f2")
        blocks.append(halves.tobytes())
    n_bytes = (end - start) * dim * 2
    entry = {"dtype": "F16", "shape": [end - start, dim], "data_offsets": [0, n_bytes]}
    header = json.dumps({"vectors": entry}, separators=(",", ":")).encode()
    # safetensors aligns the values to eight bytes.
    header += b" " * (-len(header) % 8)
    return b"".join([struct.pack("<Q", len(header)), header, *blocks])


def _blocks(vectors: np.ndarray, start: int, end: int) -> Iterator[tuple[int, np.ndarray]]:
    """The rows in blocks, each with the number of its first row."""
    per_block = max(_BLOCK_VALUES // vectors.shape[1], 1)
    for first in range(start, end, per_block):
        yield first, vectors[first : min(first + per_block, end)]


def _doubles(name: str, rows: np.ndarray, first_row: int) -> np.ndarray:
    """Finite rows; ``first_row`` is for errors."""
    # Through float32, as every reader takes them; too large a float64 becomes infinite and is refused.
    with np.errstate(over="ignore"):
        singles = rows.astype(np.float32)
    finite = np.isfinite(singles)
    if not finite.all():
        row, column = np.argwhere(~finite)[0]
        value = rows[row, column]
        raise BenchmarkError(f"{name}, row {first_row + row}: value {column} is {value}")
    return singles.astype(np.float64)


def _norms(doubles: np.ndarray) -> np.ndarray:
    # The squares one after another, where numpy.sum adds in pairs: the last bit counts.
    return np.sqrt(np.add.accumulate(doubles * doubles, axis=1)[:, -1])
