"""Faiss, asked as benches/search/faiss.rs asks it: python faiss_peer.py FOLDER ROWS DIM

FOLDER has gallery.f32 and queries.f32, float32 row after row. It says what it is in one line, and
then, for every line `INDEX K QUERY ...` that it reads, the seconds of one search for these queries
and the rows that it found. One thread, as ours.
"""

import json
import sys
import time

import faiss
import numpy as np

folder, n_rows, dim = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
faiss.omp_set_num_threads(1)
gallery = np.fromfile(f"{folder}/gallery.f32", "<f4").reshape(n_rows, dim)
queries = np.fromfile(f"{folder}/queries.f32", "<f4").reshape(-1, dim)
inner = faiss.METRIC_INNER_PRODUCT
indexes = {
    # Every score in float32.
    "faiss_flat": faiss.IndexFlat(dim, inner),
    # Eight bits a value, and the scores of these codes alone.
    "faiss_int8": faiss.IndexScalarQuantizer(dim, faiss.ScalarQuantizer.QT_8bit, inner),
}
for index in indexes.values():
    index.train(gallery)
    index.add(gallery)
print(json.dumps({"faiss": faiss.__version__, "compiled_for": faiss.get_compile_options()}), flush=True)
for line in sys.stdin:
    name, k, *wanted = line.split()
    asked = np.ascontiguousarray(queries[[int(query) for query in wanted]])
    start = time.perf_counter()
    _, rows = indexes[name].search(asked, int(k))
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "rows": rows.tolist()}), flush=True)
