"""Pictures on this machine come into the benchmark, and images are named as they were given."""

import hashlib
import json
import unittest

import rankscope
from program import InFolder

try:
    from PIL import Image
except ImportError:
    Image = None


class Pictures(InFolder):
    def setUp(self):
        super().setUp()
        self.photos = self.folder / "private" / "photos"
        (self.photos / "birds").mkdir(parents=True)

    def images(self, benchmark):
        text = (benchmark / "images" / "00000.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def photo(self, name, size=(640, 480), mode="RGB", **options):
        path = self.photos / name
        Image.new(mode, size, (200, 30, 40, 128)[: len(mode)]).save(path, **options)
        return path

    @unittest.skipIf(Image is None, "Pillow is not installed")
    def test_thumbnails(self):
        paths = [
            self.photo("grey heron.jpg"),
            self.photo("birds/tall.png", (100, 900)),
            self.photo("birds/clear.webp", (50, 40), "RGBA"),
            self.photo("turned.jpg", exif=bytes.fromhex("45786966000049492a000800000001001201030001000000060000000000000000")),
        ]
        out = rankscope.write(self.folder / "out", images=paths, queries=["red"], qrels={"red": [paths[1]]})
        images = self.images(out)
        self.assertEqual([one["id"] for one in images], ["grey_heron", "birds/tall", "birds/clear", "turned"])
        # The folder above the pictures is nobody else's business.
        self.assertEqual(images[1]["original"], "photos/birds/tall.png")
        sizes = []
        for image in images:
            with Image.open(out / image["uri"]) as picture:
                sizes.append(picture.size)
        self.assertEqual(sizes, [(256, 192), (28, 256), (50, 40), (192, 256)])
        self.assertTrue(images[2]["uri"].endswith(".png"), "what is transparent stays so")
        self.assertEqual((out / "relevance" / "qrels.qrels").read_text(), "0 0 birds/tall 1\n")
        listed = {file["path"]: file for file in self.manifest(out)["files"]}
        for image in images:
            data = (out / image["uri"]).read_bytes()
            self.assertEqual(hashlib.sha256(data).hexdigest(), listed[image["uri"]]["sha256"])

    def test_copies_and_addresses(self):
        path = self.photos / "a b.jpg"
        path.write_bytes(b"any bytes")
        # As texts, since that is what glob gives.
        copied = rankscope.write(self.folder / "copied", images=[str(path)], pictures="copies")
        [image] = self.images(copied)
        self.assertEqual(image["id"], "a_b")
        self.assertEqual((copied / image["uri"]).read_bytes(), b"any bytes")
        kept = rankscope.write(self.folder / "kept", images=[str(path)], pictures="uri")
        [image] = self.images(kept)
        self.assertTrue(image["uri"].endswith("photos/a%20b.jpg"))
        self.assertFalse((kept / "pictures").exists())

    def test_two_pictures_of_one_name(self):
        records = []
        for number in range(2):
            folder = self.photos / str(number)
            folder.mkdir()
            (folder / "a.jpg").write_bytes(str(number).encode())
            records.append({"id": f"im{number}", "path": folder / "a.jpg", "caption": f"number {number}"})
        out = rankscope.write(self.folder / "out", images=records, pictures="copies")
        images = self.images(out)
        self.assertEqual([(out / one["uri"]).read_bytes() for one in images], [b"0", b"1"])
        self.assertEqual([one["caption"] for one in images], ["number 0", "number 1"])

    def test_ids_that_are_no_files(self):
        out = rankscope.write(self.folder / "out", images=["im1.jpg", "im2.jpg"])
        self.assertEqual(self.images(out), [{"id": "im1.jpg", "caption": ""}, {"id": "im2.jpg", "caption": ""}])

    def test_captions(self):
        out = rankscope.write(self.folder / "out", images=["a", "b"], captions={"b": ["first", "second"]})
        self.assertEqual(self.images(out)[1]["caption"], "first")
        text = (out / "captions.jsonl").read_text()
        self.assertEqual(
            [json.loads(line) for line in text.splitlines()],
            [{"id": "b#0", "image": "b", "text": "first"}, {"id": "b#1", "image": "b", "text": "second"}],
        )
        self.assertEqual(self.manifest(out)["counts"], {"queries": 0, "images": 2, "captions": 2})
