#!/usr/bin/env python3
"""Makes the golden files of the vision towers and of their preprocessing.

    python3 -m venv /tmp/peer
    /tmp/peer/bin/pip install torch==2.2.2 "numpy<2" transformers==4.57.6 pillow==12.3.0 safetensors
    /tmp/peer/bin/python scripts/make-vision-goldens.py tests/fixtures

Random weights with a seed, in the layout of published checkpoints: small enough to be kept here, and
as large as the real ones in every respect that the arithmetic knows. expected.json says which
versions of which library computed what it holds.
"""

import base64
import json
import sys
from pathlib import Path

import numpy
import PIL
import torch
import transformers
from PIL import Image
from safetensors.torch import save_file
from transformers import (
    CLIPImageProcessor,
    CLIPModel,
    CLIPConfig,
    SiglipVisionConfig,
    SiglipVisionModel,
)

LIBRARIES = {
    "transformers": transformers.__version__,
    "torch": torch.__version__,
    "pillow": PIL.__version__,
    "numpy": numpy.__version__,
}


def picture(width, height, seed):
    """Waves of three colours and a hard edge: smooth parts, fine detail, and both ends of the range."""
    random = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[0:height, 0:width]
    waves = [numpy.sin(x * a + y * b + c) for a, b, c in random.uniform(-0.7, 0.7, (3, 3))]
    pixels = numpy.clip(128 + 150 * numpy.stack(waves, -1), 0, 255).astype(numpy.uint8)
    pixels[y > x * height / width] ^= 255
    return Image.fromarray(pixels)


def encoded(pixels):
    return base64.b64encode(numpy.ascontiguousarray(pixels, dtype=numpy.uint8).tobytes()).decode()


def spread(model):
    """Fresh models are nearly linear: norms and biases away from 1 and 0, larger weights."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "norm" in name and name.endswith("weight"):
                parameter.copy_(1 + 0.3 * torch.randn_like(parameter))
            elif parameter.dim() == 1:
                parameter.copy_(0.2 * torch.randn_like(parameter))
            else:
                parameter.mul_(2)


def pixel_values(pictures, size, mean, std):
    stacked = numpy.stack([numpy.asarray(one, dtype=numpy.float32) / 255 for one in pictures])
    values = (stacked - numpy.float32(mean)) / numpy.float32(std)
    return torch.from_numpy(values.transpose(0, 3, 1, 2).copy())


def clip(out):
    """A whole CLIP: its text tower is the smallest that the library makes."""
    torch.manual_seed(7)
    size = 48
    config = CLIPConfig(
        text_config={
            "vocab_size": 1417, "hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1,
            "num_attention_heads": 2, "max_position_embeddings": 16, "projection_dim": 24,
        },
        vision_config={
            "hidden_size": 32, "intermediate_size": 72, "num_hidden_layers": 2,
            "num_attention_heads": 4, "image_size": size, "patch_size": 12, "projection_dim": 24,
            "hidden_act": "quick_gelu",
        },
        projection_dim=24,
    )
    model = CLIPModel(config).eval()
    spread(model.vision_model)
    spread(model.visual_projection)
    folder = out / "clip-vision-tiny"
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: value.contiguous() for name, value in model.state_dict().items()}
    save_file(weights, folder / "model.safetensors")
    config.save_pretrained(folder)
    processor = CLIPImageProcessor(
        size={"shortest_edge": size}, crop_size={"height": size, "width": size}
    )
    processor.save_pretrained(folder)
    pictures = [picture(size, size, seed) for seed in range(5)]
    with torch.no_grad():
        values = processor(pictures, return_tensors="pt")["pixel_values"]
        vectors = model.get_image_features(pixel_values=values)
        vectors = vectors / vectors.norm(dim=-1, keepdim=True)
    cases = [
        {"pixels": encoded(one), "vector": vector.tolist()} for one, vector in zip(pictures, vectors)
    ]
    expected = {"libraries": LIBRARIES, "model": "CLIPModel", "size": size, "cases": cases}
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")


def preprocessing(out):
    """Pictures of several shapes as CLIPImageProcessor sees them, before mean and deviation."""
    cases = []
    for width, height, size in [
        (48, 48, 48), (61, 40, 24), (40, 61, 24), (20, 20, 48), (17, 30, 32), (96, 33, 11),
        (7, 90, 16), (1, 5, 8), (100, 100, 7), (52, 26, 48),
    ]:
        one = picture(width, height, width * height)
        processor = CLIPImageProcessor(
            size={"shortest_edge": size}, crop_size={"height": size, "width": size},
            do_rescale=False, do_normalize=False,
        )
        seen = processor(one, return_tensors="np")["pixel_values"][0].transpose(1, 2, 0)
        cases.append({
            "width": width, "height": height, "size": size,
            "rgb": encoded(one), "seen": encoded(seen),
        })
    expected = {"libraries": LIBRARIES, "processor": "CLIPImageProcessor", "cases": cases}
    (out / "clip_preprocessing.json").write_text(json.dumps(expected) + "\n")


def siglip(out):
    """A tower of another shape: no class token, a head that attends, tanh's GELU, no projection."""
    torch.manual_seed(8)
    size = 32
    config = SiglipVisionConfig(
        hidden_size=24, intermediate_size=40, num_hidden_layers=2, num_attention_heads=3,
        image_size=size, patch_size=8,
    )
    model = SiglipVisionModel(config).eval()
    spread(model)
    folder = out / "siglip-vision-tiny"
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: value.contiguous() for name, value in model.state_dict().items()}
    save_file(weights, folder / "model.safetensors")
    config.save_pretrained(folder)
    pictures = [picture(size, size, seed) for seed in range(5)]
    with torch.no_grad():
        values = pixel_values(pictures, size, [0.5] * 3, [0.5] * 3)
        vectors = model(pixel_values=values).pooler_output
        vectors = vectors / vectors.norm(dim=-1, keepdim=True)
    cases = [
        {"pixels": encoded(one), "vector": vector.tolist()} for one, vector in zip(pictures, vectors)
    ]
    expected = {"libraries": LIBRARIES, "model": "SiglipVisionModel", "size": size, "cases": cases}
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    clip(target)
    preprocessing(target)
    siglip(target)
