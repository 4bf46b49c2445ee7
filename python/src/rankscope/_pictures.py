"""Pictures on this machine: where they are, and what the benchmark keeps of them."""

from __future__ import annotations

import io
import os
import unicodedata
from pathlib import Path
from typing import Any, Optional

import numpy as np

from ._errors import BenchmarkError
from ._given import said_of, shown
from ._meet import nearest, one_form

#: The longest side of a thumbnail, in pixels.
_THUMBNAIL = 256
#: Endings of pictures that browsers show.
_SHOWN = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg"}
#: What is opened: others make Pillow start programs (EPS) or guess.
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "PPM", "JPEG2000", "AVIF", "HEIF")


def found(path: str) -> Optional[str]:
    """The file at a path, be its name in another Unicode form; ``None`` if there is none."""
    forms = [path]
    if not path.isascii():
        forms += [unicodedata.normalize(form, path) for form in ("NFC", "NFD")]
    return next((form for form in forms if os.path.isfile(form)), None)


def picture_file(place: str, given: Any) -> Path:
    """A picture's file; one that is not there is refused by the name that is nearest to it."""
    try:
        path = os.fspath(given)
    except TypeError:
        path = None
    if not isinstance(path, str) or not path:
        raise BenchmarkError(f"{place}: the path of a picture is needed, not {shown(given)}")
    file = found(path)
    if file is None:
        raise BenchmarkError(f"{place}: there is no file {path}{_nearest_file(path)}")
    return Path(file)


def is_written_otherwise(path: str) -> bool:
    """Whether a file's path differs from this one in slashes, case and Unicode form alone."""
    folder, there = _files_beside(path)
    alike = one_form(str(folder / Path(path.replace("\\", "/")).name)).casefold()
    return any(one_form(str(folder / name)).casefold() == alike for name in there)


def _nearest_file(path: str) -> str:
    """As the end of a message."""
    if os.path.isdir(path):
        return ": it is a folder"
    folder, there = _files_beside(path)
    return nearest([path], [str(folder / name) for name in there]) if there else ""


def _files_beside(path: str) -> tuple[Path, list[str]]:
    """The folder of a path, and the files in it; slashes of Windows are read as such where nothing
    is there otherwise."""
    for folder in (Path(path).parent, Path(path.replace("\\", "/")).parent):
        try:
            there = sorted(entry.name for entry in os.scandir(folder) if entry.is_file())
        except (OSError, ValueError):
            continue
        if there and (folder != Path() or "\\" not in path):
            return folder, there
    return Path(path.replace("\\", "/")).parent, []


def kept_picture(place: str, path: Path, how: Optional[str]) -> tuple[bytes, str]:
    """A picture's bytes for the benchmark, and the ending of their name."""
    with said_of(place):
        data = path.read_bytes()
    if not data:
        raise BenchmarkError(f"{place}: the file is empty")
    if _is_cut_short(data):
        raise BenchmarkError(f"{place}: the picture is cut short, its end is missing: fetch or copy it again")
    pillow = None if how == "copies" else _pillow()
    if pillow is not None:
        return _small_copy(place, data, pillow)
    if how == "thumbnails":
        raise BenchmarkError(
            "thumbnails need Pillow: install it with pip install pillow, or choose pictures='copies'"
        )
    if path.suffix.lower() not in _SHOWN:
        raise BenchmarkError(
            f"{place}: no browser shows {path.suffix or 'a file without ending'}: install Pillow, "
            "which makes thumbnails of it"
        )
    return data, path.suffix.lower()


def _is_cut_short(data: bytes) -> bool:
    """Whether the end of a JPEG, PNG or WebP is missing. Viewers fill the rest with grey, and so
    does Pillow where a program has set ``LOAD_TRUNCATED_IMAGES``."""
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        # A byte that fills an odd length is often left out.
        return len(data) + 1 < 8 + int.from_bytes(data[4:8], "little")
    if not data.startswith(b"\xff\xd8"):
        return False
    # Segments up to the scan are skipped: they may hold a whole picture of their own.
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        is_filler = data[at + 1] == 0xFF
        at += 1 if is_filler else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data.find(b"\xff\xd9", at) < 0


def _small_copy(place: str, data: bytes, pillow: Any) -> tuple[bytes, str]:
    pillow.Image.init()
    formats = [one for one in _FORMATS if one in pillow.Image.OPEN]
    try:
        with pillow.Image.open(io.BytesIO(data), formats=formats) as opened:
            picture, profile = _upright(place, opened, pillow)
        is_clear = picture.mode == "RGBA"
        picture.thumbnail((_THUMBNAIL, _THUMBNAIL))
        copy = io.BytesIO()
        options = {"optimize": True} if is_clear else {"quality": 85}
        picture.save(copy, "PNG" if is_clear else "JPEG", icc_profile=profile, **options)
    except BenchmarkError:
        raise
    except pillow.UnidentifiedImageError as error:
        raise BenchmarkError(
            f"{place}: it cannot be read as a picture: it is none of {', '.join(formats)}: convert it"
        ) from error
    except Exception as error:  # noqa: BLE001 - decoders raise anything of damaged files
        raise BenchmarkError(f"{place}: it cannot be read as a picture: {error}") from error
    return copy.getvalue(), ".png" if is_clear else ".jpg"


def _upright(place: str, opened: Any, pillow: Any) -> tuple[Any, Optional[bytes]]:
    """A picture in RGB or RGBA, turned the way up that it says, and the profile of its colours."""
    # A JPEG is decoded at half, a quarter or an eighth of its size where that is enough.
    opened.draft(None, (2 * _THUMBNAIL, 2 * _THUMBNAIL))
    mode, form, profile = opened.mode, opened.format, opened.info.get("icc_profile")
    picture = pillow.ImageOps.exif_transpose(opened)
    if mode == "F" or mode.startswith("I"):
        if not mode.startswith("I;16") and form not in ("PNG", "PPM"):
            raise BenchmarkError(
                f"{place}: its grey values have 32 bits, and nothing says which is white: convert it "
                "to 8 or 16 bits"
            )
        picture = _of_8_bits(picture, pillow)
    is_clear = picture.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in picture.info
    if picture.mode in ("RGBa", "La"):
        picture = picture.convert(picture.mode.upper())
    space = profile[16:20] if isinstance(profile, bytes) else b""
    if space in (b"CMYK", b"GRAY") and not is_clear:
        picture = _in_srgb(picture, profile)
    return picture.convert("RGBA" if is_clear else "RGB"), profile if space == b"RGB " else None


def _of_8_bits(picture: Any, pillow: Any) -> Any:
    """16-bit grey as 8 bits, where Pillow makes everything from 256 on white."""
    values = np.asarray(picture).astype(np.uint32)
    grey = pillow.Image.fromarray(((values + 128) // 257).astype(np.uint8))
    clear = picture.info.get("transparency")
    if isinstance(clear, int):
        grey.putalpha(pillow.Image.fromarray(np.where(values == clear, 0, 255).astype(np.uint8)))
    return grey


def _in_srgb(picture: Any, profile: bytes) -> Any:
    """Grey or CMYK by its profile; as it is where the profile is damaged."""
    try:
        from PIL import ImageCms

        srgb = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(picture, io.BytesIO(profile), srgb, outputMode="RGB")
    except Exception:  # noqa: BLE001 - a damaged profile is no reason to lose the picture
        return picture


def _pillow() -> Any:
    try:
        import PIL
        import PIL.Image
        import PIL.ImageOps
    except ImportError:
        return None
    return PIL


def free_name(stem: str, ending: str, taken: set[str]) -> str:
    """A file name that is plain in every address and that no other picture has."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in stem)
    plain = plain.strip("-")[:100] or "picture"
    name, number = plain, 1
    while name.lower() in taken:
        number += 1
        name = f"{plain}-{number}"
    taken.add(name.lower())
    return name + ending
