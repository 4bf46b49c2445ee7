"""Pictures on this machine come into the benchmark, and images are named as they were given."""

import hashlib
import io
import json
import struct
import unittest
import zlib
from unittest import mock

import numpy as np
import rankscope
from program import InFolder

try:
    from PIL import Image, ImageCms, ImageFile
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

    def kept(self, path, **options):
        """The small copy of a picture, opened."""
        out = self.folder / f"kept-{path.name}"
        rankscope.write(out, images=[path], pictures="thumbnails", **options)
        with Image.open(out / self.images(out)[0]["uri"]) as picture:
            picture.load()
            return picture

    @unittest.skipIf(Image is None, "Pillow is not installed")
    def test_16_bits_stay_a_ramp(self):
        ramp = np.linspace(0, 65535, 64 * 48).round().astype(np.uint16).reshape(48, 64)
        expected = ramp.astype(np.float64) / 257
        for ending, values in [("png", ramp), ("tif", ramp), ("tiff", ramp.astype(">u2"))]:
            path = self.photos / f"ramp.{ending}"
            Image.fromarray(values).save(path)
            kept = np.asarray(self.kept(path).convert("L"), dtype=np.float64)
            self.assertLess(np.abs(kept - expected).max(), 3, ending)
            self.assertAlmostEqual(kept.mean(), 127.5, delta=1)
        (self.photos / "ramp.pgm").write_bytes(b"P5 64 48 65535\n" + ramp.astype(">u2").tobytes())
        kept = np.asarray(self.kept(self.photos / "ramp.pgm").convert("L"), dtype=np.float64)
        self.assertLess(np.abs(kept - expected).max(), 3)
        whole = (self.photos / "ramp.png").read_bytes()
        # What is of grey 0 is transparent: a chunk of the PNG says so, before its pixels.
        chunk = b"tRNS\0\0"
        chunk = struct.pack(">I", 2) + chunk + struct.pack(">I", zlib.crc32(chunk))
        (self.photos / "clear.png").write_bytes(whole[:33] + chunk + whole[33:])
        kept = self.kept(self.photos / "clear.png")
        self.assertEqual((kept.mode, kept.getpixel((0, 0))[3], kept.getpixel((9, 9))[3]), ("RGBA", 0, 255))
        Image.fromarray(ramp.astype(np.float32)).save(self.photos / "float.tif")
        with self.assertRaisesRegex(rankscope.BenchmarkError, "float.tif: its grey values have 32 bits"):
            self.kept(self.photos / "float.tif")

    @unittest.skipIf(Image is None, "Pillow is not installed")
    def test_other_ways_to_store_colours(self):
        red = (200, 30, 30)
        for name, picture, expected in [
            ("cmyk.jpg", Image.new("RGB", (64, 48), red).convert("CMYK"), red),
            ("palette.png", Image.new("RGB", (64, 48), red).quantize(4), red),
            ("clear.png", Image.new("RGBA", (64, 48), (*red, 128)), (*red, 128)),
            ("grey.png", Image.new("LA", (64, 48), (90, 70)), (90, 90, 90, 70)),
            ("two.png", Image.new("1", (64, 48), 1), (255, 255, 255)),
        ]:
            path = self.photos / name
            picture.save(path)
            kept = self.kept(path)
            self.assertEqual(kept.size, (64, 48))
            self.assertLess(np.abs(np.subtract(kept.getpixel((20, 20)), expected)).max(), 4, name)
        picture = Image.new("P", (64, 48))
        picture.putpalette([200, 30, 30, 0, 0, 255])
        picture.paste(1, (32, 0, 64, 48))
        picture.save(self.photos / "hole.png", transparency=1)
        kept = self.kept(self.photos / "hole.png")
        self.assertEqual((kept.getpixel((5, 5)), kept.getpixel((60, 5))[3]), ((200, 30, 30, 255), 0))

    @unittest.skipIf(Image is None, "Pillow is not installed")
    def test_colours_keep_their_profile(self):
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        for name, mode in [("a.jpg", "RGB"), ("b.png", "RGB"), ("c.png", "RGBA"), ("d.webp", "RGB")]:
            kept = self.kept(self.photo(name, mode=mode, icc_profile=profile))
            self.assertEqual(kept.info.get("icc_profile"), profile, name)
        # A profile of other colours than those of the copy would be wrong on it.
        other = profile[:16] + b"CMYK" + profile[20:]
        path = self.photos / "cmyk.jpg"
        Image.new("CMYK", (64, 48), (0, 200, 200, 30)).save(path, icc_profile=other)
        self.assertNotIn("icc_profile", self.kept(path).info)
        for damaged in (b"no profile", profile[:60]):
            self.kept(self.photo(f"damaged{len(damaged)}.jpg", icc_profile=damaged))

    @unittest.skipIf(Image is None, "Pillow is not installed")
    def test_pictures_cut_short_are_refused(self):
        noise = Image.fromarray(self.random.integers(0, 256, (300, 400, 3), np.uint8))
        small = io.BytesIO()
        noise.resize((40, 30)).save(small, "JPEG")
        # A small picture in the file, with an end of its own, as cameras put it there.
        exif = Image.Exif()
        exif[0x010E] = small.getvalue().decode("latin-1")
        files = [("a.jpg", {"exif": exif}), ("b.jpg", {"progressive": True}), ("c.png", {}), ("d.webp", {})]
        for lenient in (False, True):
            # Programs that train models set this, and then Pillow says nothing.
            with mock.patch.object(ImageFile, "LOAD_TRUNCATED_IMAGES", lenient):
                for name, options in files:
                    whole = io.BytesIO()
                    noise.save(whole, {"jpg": "JPEG"}.get(name[-3:], name[2:].upper()), **options)
                    for share in (0.3, 0.9, 0.999):
                        path = self.photos / name
                        path.write_bytes(whole.getvalue()[: int(len(whole.getvalue()) * share)])
                        for how in ("thumbnails", "copies"):
                            with self.assertRaisesRegex(rankscope.BenchmarkError, f"images\\[0\\]: .*{name}: the picture is cut short"):
                                rankscope.write(self.folder / "out", images=[path], pictures=how)
                    path.write_bytes(whole.getvalue() + b"more of a camera")
                    self.assertEqual(self.kept(path).size, (256, 192))
                    (self.folder / f"kept-{name}").rename(self.folder / f"whole-{lenient}-{name}")

    @unittest.skipIf(Image is None, "Pillow is not installed")
    def test_what_is_no_picture(self):
        for data, words in [(b"", "the file is empty"), (b"<!doctype html>", "none of JPEG, PNG"), (bytes(99), "none of JPEG")]:
            path = self.photos / "a.jpg"
            path.write_bytes(data)
            with self.assertRaisesRegex(rankscope.BenchmarkError, f"images\\[0\\]: .*a.jpg: .*{words}"):
                rankscope.write(self.folder / "out", images=[path])
        whole = io.BytesIO()
        Image.fromarray(self.random.integers(0, 256, (60, 80, 3), np.uint8)).save(whole, "PNG")
        for _ in range(200):
            damaged = bytearray(whole.getvalue())
            for at in self.random.integers(8, len(damaged), 5):
                damaged[at] = self.random.integers(256)
            path.write_bytes(damaged)
            try:
                rankscope.write(self.folder / "out", images=[path], force=True)
            except rankscope.BenchmarkError as error:
                self.assertIn("a.jpg: ", str(error))

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
