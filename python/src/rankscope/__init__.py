"""Write and view benchmarks of text-to-image retrieval.

    >>> import rankscope
    >>> rankscope.write("mine", images=paths, systems={"CLIP": (gallery, query_vectors)},
    ...                 queries=texts, qrels={texts[0]: [paths[3], paths[8]]})
    >>> rankscope.view("mine")

:func:`write` needs numpy alone and writes the format that docs/benchmark-format.md describes. Where
many tasks make the vectors, each calls :func:`write_partition`, one calls :func:`write_queries`, and
``rankscope index`` joins what they wrote (docs/scale.md). :func:`view` and :func:`evaluate`
start the program ``rankscope``, which the wheel contains.
"""

from ._errors import BenchmarkError, ProgramError
from ._evaluate import Report, evaluate
from ._partition import write_images, write_partition
from ._queries import write_queries
from ._view import View, view
from ._write import write

__all__ = [
    "BenchmarkError",
    "ProgramError",
    "Report",
    "View",
    "evaluate",
    "view",
    "write",
    "write_images",
    "write_partition",
    "write_queries",
]
