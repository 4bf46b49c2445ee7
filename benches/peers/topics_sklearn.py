"""One of MIRFLICKR's challenges by scikit-learn, timed once everything is in memory.

topics_sklearn.py BENCHMARK SYSTEM recognition|propagation|suggestion: prints {seconds, figure} as JSON,
the figure being MAP under the first sense, or the share of pictures with a right tag."""

import gzip
import json
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import Ridge
from sklearn.metrics import average_precision_score
from sklearn.neighbors import NearestNeighbors

SENSES = ["wide", "narrow"]
N_NEIGHBOURS = 50
N_SUGGESTED = 5
LEAST_PICTURES = 20


def text(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def shard(path):
    """int8 codes with a scale for each row, or floats."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    kinds = {"F32": np.float32, "F16": np.float16, "I8": np.int8}

    def tensor(name):
        first, end = header[name]["data_offsets"]
        values = np.frombuffer(data[8 + length + first : 8 + length + end], kinds[header[name]["dtype"]])
        return values.reshape(header[name]["shape"]).astype(np.float32)

    return tensor("codes") * tensor("scales")[:, None] if "codes" in header else tensor("vectors")


def recognition(vectors, senses, **_):
    is_training = np.arange(len(vectors)) % 5 < 3
    test = vectors[~is_training].astype(np.float64)
    train = vectors[is_training].astype(np.float64)
    scores = [Ridge(alpha=1.0).fit(train, shown[is_training]).predict(test) for shown in senses]
    maps = [mean_ap(shown[~is_training], score) for shown, score in zip(senses, scores)]
    return maps[0]


def propagation(vectors, senses, members, tagged, **_):
    distances, rows = NearestNeighbors(n_neighbors=N_NEIGHBOURS + 1, metric="cosine", algorithm="brute").fit(vectors).kneighbors(vectors)
    is_other = rows != np.arange(len(rows))[:, None]
    # The picture itself is among the first, unless many have its vector.
    is_kept = is_other & (np.cumsum(is_other, axis=1) <= N_NEIGHBOURS)
    weights = np.where(is_kept, 1.0 - distances, 0.0)
    scores = np.stack([(weights * members[rows, topic]).sum(1) for topic in range(members.shape[1])], axis=1)
    scores /= np.abs(weights).sum(1)[:, None]
    maps = [mean_ap(shown[:, tagged], scores) for shown in senses]
    return maps[0]


def suggestion(vectors, tags, popularity, **_):
    tagged = np.flatnonzero(np.diff(tags.indptr))
    voters, tested = tagged[::2], tagged[1::2]
    search = NearestNeighbors(n_neighbors=N_NEIGHBOURS, metric="cosine", algorithm="brute").fit(vectors[voters])
    distances, found = search.kneighbors(vectors[tested])
    weights = csr_matrix(
        ((1.0 - distances).ravel(), voters[found].ravel(), np.arange(0, found.size + 1, N_NEIGHBOURS)),
        shape=(len(tested), len(vectors)),
    )
    votes = (weights @ tags).toarray()
    # Ties by popularity: far below what two votes differ by.
    best = np.argsort(-(votes + 1e-9 * popularity), axis=1)[:, :N_SUGGESTED]
    own = tags[tested].toarray() > 0
    is_right = (np.take_along_axis(own, best, axis=1) & (np.take_along_axis(votes, best, axis=1) > 0)).any(1)
    return float(is_right[own.any(1)].mean())


def mean_ap(shown, scores):
    """Equal scores stand in corpus order, not as one block."""
    ranks = np.argsort(np.argsort(-scores, axis=0, kind="stable"), axis=0, kind="stable")
    topics = [topic for topic in range(shown.shape[1]) if shown[:, topic].any()]
    return float(np.mean([average_precision_score(shown[:, topic], -ranks[:, topic]) for topic in topics]))


def main(folder, system, challenge):
    folder = Path(folder)
    manifest = json.loads(text(folder / "benchmark.json"))
    own = next(one for one in manifest["systems"] if one["id"] == system)
    vectors = np.concatenate([shard(folder / path) for path in own["gallery"]])
    lists = sorted((file for file in manifest["files"] if file["path"].startswith("images/")), key=lambda file: file["rows"]["start"])
    images = [json.loads(line) for file in lists for line in text(folder / file["path"]).splitlines() if line.strip()]
    row_of = {image["id"]: row for row, image in enumerate(images)}
    topics = json.loads(text(folder / "topics.json"))
    place_of = {topic["query"]: place for place, topic in enumerate(topics["topics"])}
    senses = []
    for sense in SENSES:
        definition = next(one for one in manifest["relevance"] if one["id"] == sense)
        shown = np.zeros((len(images), len(place_of)), np.float64)
        for line in text(folder / definition["path"]).splitlines():
            query, _, image, grade = line.split()
            if query in place_of and int(grade) >= 1:
                shown[row_of[image], place_of[query]] = 1
        senses.append(shown)
    own_tags = [{tag.lower() for tag in image.get("tags", [])} for image in images]
    counts = Counter(tag for tags in own_tags for tag in tags)
    known = sorted(tag for tag in {tag.lower() for tag in topics["content_tags"]} if counts[tag] >= LEAST_PICTURES)
    number = {tag: place for place, tag in enumerate(known)}
    pairs = [(row, number[tag]) for row, tags in enumerate(own_tags) for tag in tags if tag in number]
    tags = csr_matrix((np.ones(len(pairs)), tuple(zip(*pairs))), shape=(len(images), len(known)))
    tagged = [place for place, topic in enumerate(topics["topics"]) if topic.get("tags")]
    members = np.array([[bool(tags & {tag.lower() for tag in topics["topics"][place]["tags"]}) for place in tagged] for tags in own_tags])
    challenges = {"recognition": recognition, "propagation": propagation, "suggestion": suggestion}
    popularity = np.array([counts[tag] for tag in known]) / len(images)
    began = time.perf_counter()
    figure = challenges[challenge](vectors=vectors, senses=senses, members=members, tagged=tagged, tags=tags, popularity=popularity)
    print(json.dumps({"seconds": time.perf_counter() - began, "figure": figure}))


main(*sys.argv[1:])
