"""Makes what a newcomer might have: 200 pictures of drawn shapes, and what people keep beside theirs.

    python data.py FOLDER

Each folder in it is one case, complete by itself:

    arrays     photos, two models' vectors as numpy arrays, queries one a line, judgements
    python     the same, and own.py, which hands the arrays over
    karpathy   photos, and a Karpathy split with two captions for each
    runs       photos, two TREC runs, queries and judgements
    parquet    photos, images and queries as tables of pandas with their vectors, judgements
    photos     photos alone

The vectors are no model's: `colours` counts the colours of a picture, `layout` says where they are. A
query's are those of pictures that were drawn for it alone.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image, ImageDraw

COLOURS = {
    "red": (205, 40, 40),
    "orange": (240, 140, 30),
    "yellow": (240, 215, 60),
    "green": (40, 150, 70),
    "blue": (40, 80, 190),
    "purple": (130, 60, 160),
    "pink": (240, 150, 190),
    "brown": (120, 75, 45),
}
SHAPES = ["circle", "square", "triangle", "cross", "ring"]
GROUNDS = {
    "white": (250, 250, 248),
    "grey": (165, 168, 172),
    "black": (24, 24, 28),
    "sand": (222, 202, 165),
    "sky": (150, 200, 235),
}
SIZE = (640, 480)
# Depth of the runs.
DEPTH = 100

random = np.random.default_rng(7)


def drawn(colour, shape, ground):
    """A picture of one shape, somewhere on its ground."""
    picture = Image.new("RGB", SIZE, GROUNDS[ground])
    pen = ImageDraw.Draw(picture)
    radius = int(random.integers(80, 170))
    x, y = (int(random.integers(radius, length - radius)) for length in SIZE)
    box = (x - radius, y - radius, x + radius, y + radius)
    fill = COLOURS[colour]
    if shape == "circle":
        pen.ellipse(box, fill)
    elif shape == "square":
        pen.rectangle(box, fill)
    elif shape == "triangle":
        pen.polygon([(x, y - radius), (x - radius, y + radius), (x + radius, y + radius)], fill)
    elif shape == "cross":
        pen.rectangle((x - radius, y - radius // 3, x + radius, y + radius // 3), fill)
        pen.rectangle((x - radius // 3, y - radius, x + radius // 3, y + radius), fill)
    else:
        pen.ellipse(box, outline=fill, width=radius // 3)
    return picture


def colours(picture):
    """The share of each of 64 colours, as square roots."""
    levels = np.asarray(picture.resize((64, 48))).reshape(-1, 3) // 64
    return np.sqrt(np.bincount(levels @ [16, 4, 1], minlength=64) / len(levels))


def layout(picture):
    """The colours of 8 × 6 cells, from the picture's own mean."""
    cells = np.asarray(picture.resize((8, 6), Image.Resampling.BOX), dtype=np.float64).reshape(-1, 3)
    return (cells - cells.mean(axis=0)).ravel() / 255 + 1e-3


MODELS = {"colours": colours, "layout": layout}


def made():
    """The pictures with what they show, the queries, and both models' vectors."""
    shown = [(c, s, g) for c in COLOURS for s in SHAPES for g in GROUNDS]
    random.shuffle(shown)
    pictures = [drawn(*one) for one in shown]
    queries = [(c, s) for c in COLOURS for s in SHAPES]
    sketches = [[drawn(*query, g) for g in GROUNDS] for query in queries]
    vectors = {
        name: (
            np.stack([model(picture) for picture in pictures]).astype(np.float32),
            np.stack([np.mean([model(one) for one in own], axis=0) for own in sketches]).astype(np.float32),
        )
        for name, model in MODELS.items()
    }
    return shown, pictures, queries, vectors


def article(colour):
    return "an" if colour[0] in "aeiou" else "a"


def text_of(colour, shape):
    return f"{article(colour)} {colour} {shape}"


def captions_of(colour, shape, ground):
    return [f"{text_of(colour, shape)} on {ground}", f"{ground} behind {text_of(colour, shape)}"]


def id_of(row):
    return f"IMG_{row:04}"


def ranked(gallery, queries):
    """Rows and scores of each query, by cosine, the best first."""
    unit = [matrix / np.linalg.norm(matrix, axis=1, keepdims=True) for matrix in (gallery, queries)]
    scores = unit[1] @ unit[0].T
    order = np.argsort(-scores, axis=1, kind="stable")
    return order, np.take_along_axis(scores, order, axis=1)


def karpathy(shown):
    """A dataset in the layout of Karpathy's splits: half of it is the split `test`."""
    images, sentence = [], 0
    for row, one in enumerate(shown):
        sentences = []
        for raw in captions_of(*one):
            sentences.append({"tokens": raw.split(), "raw": raw, "imgid": row, "sentid": sentence})
            sentence += 1
        split = "test" if row % 2 else "val" if row % 4 else "train"
        sentids = [own["sentid"] for own in sentences]
        images.append({"filename": f"{id_of(row)}.jpg", "imgid": row, "split": split, "sentids": sentids, "sentences": sentences})
    return {"dataset": "shapes", "images": images}


OWN = '''\
import glob

import numpy as np
import rankscope

rankscope.write(
    "mine",
    images=sorted(glob.glob("photos/*.jpg")),
    systems={
        name: (np.load(f"{name}_gallery.npy"), np.load(f"{name}_queries.npy"))
        for name in ["colours", "layout"]
    },
    queries=open("queries.txt").read().splitlines(),
    qrels={
        query: [f"IMG_{row:04}" for row in rows]
        for query, rows in enumerate(np.load("relevant.npy"))
    },
)
'''


def main(out):
    shutil.rmtree(out, ignore_errors=True)
    shown, pictures, queries, vectors = made()
    texts = [text_of(*query) for query in queries]
    relevant = [[row for row, one in enumerate(shown) if one[:2] == query] for query in queries]

    def folder(name):
        photos = out / name / "photos"
        photos.mkdir(parents=True)
        for row, picture in enumerate(pictures):
            picture.save(photos / f"{id_of(row)}.jpg", quality=88)
        return out / name

    def write_arrays(case):
        for name, (gallery, own) in vectors.items():
            np.save(case / f"{name}_gallery.npy", gallery)
            np.save(case / f"{name}_queries.npy", own)
        (case / "queries.txt").write_text("".join(f"{text}\n" for text in texts))

    def write_qrels(case, first):
        lines = [f"{query} 0 {id_of(row)} 1\n" for query, rows in enumerate(relevant, first) for row in rows]
        (case / "judged.qrels").write_text("".join(lines))

    case = folder("arrays")
    write_arrays(case)
    write_qrels(case, 1)

    case = folder("python")
    write_arrays(case)
    np.save(case / "relevant.npy", np.array(relevant))
    (case / "own.py").write_text(OWN)

    case = folder("karpathy")
    (case / "dataset_shapes.json").write_text(json.dumps(karpathy(shown)))

    case = folder("runs")
    write_qrels(case, 301)
    for name, own in vectors.items():
        lines = []
        for query, (rows, scores) in enumerate(zip(*ranked(*own)), 301):
            best = enumerate(zip(rows[:DEPTH], scores[:DEPTH]), 1)
            lines += [f"{query} Q0 {id_of(row)} {rank} {score:.6f} {name}\n" for rank, (row, score) in best]
        (case / f"{name}.run").write_text("".join(lines))
    records = [{"_id": str(query), "text": text} for query, text in enumerate(texts, 301)]
    (case / "queries.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))

    case = folder("parquet")
    gallery, own = vectors["colours"]
    captions = [captions_of(*one)[0] for one in shown]
    ids = [id_of(row) for row in range(len(shown))]
    pd.DataFrame({"id": ids, "caption": captions, "embedding": list(gallery)}).to_parquet(case / "images.parquet")
    names = [f"q{query:02}" for query in range(len(texts))]
    pd.DataFrame({"id": names, "text": texts, "embedding": list(own)}).to_parquet(case / "queries.parquet")
    lines = [f"{name} 0 {id_of(row)} 1\n" for name, rows in zip(names, relevant) for row in rows]
    (case / "judged.qrels").write_text("".join(lines))

    folder("photos")
    # What the bench holds the page against; no case has it.
    facts = [{"id": id_of(row), "colour": one[0], "shape": one[1]} for row, one in enumerate(shown)]
    (out / "shown.json").write_text(json.dumps(facts))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
