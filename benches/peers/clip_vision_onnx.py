"""A CLIP with random weights whose vision tower has the shape of ViT-B/32: as a published model would
lie in a folder, and its vision tower as ONNX, in float32.

    python clip_vision_onnx.py TOKENIZER.json OUT_DIR

Writes OUT_DIR/model (config.json, model.safetensors, tokenizer.json, preprocessor_config.json) and
OUT_DIR/vision.onnx. Input `pixels` float [1, 3, 224, 224], standardised; output `vector` [1, 512],
L2-normalised. Times do not depend on what weights are, so that nothing has to be downloaded; vectors
do, and are compared.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper
from safetensors.numpy import save_file

from minilm_onnx import Graph

VISION = {
    "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072,
    "image_size": 224, "patch_size": 32, "projection_dim": 512, "layer_norm_eps": 1e-5, "hidden_act": "quick_gelu",
}
# As small as a text tower may be: it is not used.
TEXT = {
    "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8,
    "max_position_embeddings": 77, "projection_dim": 512, "layer_norm_eps": 1e-5, "hidden_act": "quick_gelu",
}
MEAN = [0.48145466, 0.4578275, 0.40821073]
DEVIATION = [0.26862954, 0.26130258, 0.27577711]


def tower_weights(random, prefix, config):
    hidden, wide = config["hidden_size"], config["intermediate_size"]

    def normal(*shape):
        return (random.standard_normal(shape, dtype=np.float32) / np.sqrt(shape[-1])).astype(np.float32)

    weights = {}
    for layer in range(config["num_hidden_layers"]):
        at = f"{prefix}.encoder.layers.{layer}"
        shapes = {f"self_attn.{name}_proj": (hidden, hidden) for name in ("q", "k", "v", "out")}
        shapes |= {"mlp.fc1": (wide, hidden), "mlp.fc2": (hidden, wide)}
        for name, shape in shapes.items():
            weights[f"{at}.{name}.weight"] = normal(*shape)
            weights[f"{at}.{name}.bias"] = 0.02 * normal(1, shape[0])[0]
        for name in ("layer_norm1", "layer_norm2"):
            weights[f"{at}.{name}.weight"] = np.ones(hidden, np.float32)
            weights[f"{at}.{name}.bias"] = np.zeros(hidden, np.float32)
    return weights, normal


def model_weights(n_vocabulary):
    random = np.random.default_rng(20)
    weights, normal = tower_weights(random, "vision_model", VISION)
    hidden, side = VISION["hidden_size"], VISION["patch_size"]
    n_tokens = 1 + (VISION["image_size"] // side) ** 2
    at = "vision_model.embeddings"
    weights[f"{at}.patch_embedding.weight"] = normal(hidden, 3 * side * side).reshape(hidden, 3, side, side)
    weights[f"{at}.class_embedding"] = normal(1, hidden)[0]
    weights[f"{at}.position_embedding.weight"] = normal(n_tokens, hidden)
    for name in ("vision_model.pre_layrnorm", "vision_model.post_layernorm"):
        weights[f"{name}.weight"] = np.ones(hidden, np.float32)
        weights[f"{name}.bias"] = np.zeros(hidden, np.float32)
    weights["visual_projection.weight"] = normal(512, hidden)
    text, normal = tower_weights(random, "text_model", TEXT)
    hidden = TEXT["hidden_size"]
    text["text_model.embeddings.token_embedding.weight"] = normal(n_vocabulary, hidden)
    text["text_model.embeddings.position_embedding.weight"] = normal(77, hidden)
    text["text_model.final_layer_norm.weight"] = np.ones(hidden, np.float32)
    text["text_model.final_layer_norm.bias"] = np.zeros(hidden, np.float32)
    text["text_projection.weight"] = normal(512, hidden)
    return weights | text


def graph_from_weights(weights):
    hidden, n_heads, epsilon = VISION["hidden_size"], VISION["num_attention_heads"], VISION["layer_norm_eps"]
    side = VISION["patch_size"]
    graph = Graph()
    at = "vision_model.embeddings"
    patches = graph.constant("patches", weights[f"{at}.patch_embedding.weight"])
    x = graph.add("Conv", ["pixels", patches], "conv", kernel_shape=[side, side], strides=[side, side])
    flat = graph.constant("flat", np.array([1, hidden, -1], np.int64))
    x = graph.add("Transpose", [graph.add("Reshape", [x, flat], "flattened")], "rows", perm=[0, 2, 1])
    first = graph.constant("class", weights[f"{at}.class_embedding"][None, None])
    x = graph.add("Concat", [first, x], "tokens", axis=1)
    x = graph.add("Add", [x, graph.constant("positions", weights[f"{at}.position_embedding.weight"][None])], "placed")
    x = graph.norm(x, weights, "vision_model.pre_layrnorm", epsilon)
    split = graph.constant("split", np.array([0, 0, n_heads, hidden // n_heads], np.int64))
    join = graph.constant("join", np.array([0, 0, hidden], np.int64))
    scale = graph.constant("scale", np.array(np.sqrt(hidden / n_heads), np.float32))
    slope = graph.constant("slope", np.array(1.702, np.float32))
    for layer in range(VISION["num_hidden_layers"]):
        at = f"vision_model.encoder.layers.{layer}"
        normed = graph.norm(x, weights, f"{at}.layer_norm1", epsilon)

        def heads(name, order):
            y = graph.linear(normed, weights, f"{at}.self_attn.{name}_proj")
            return graph.add("Transpose", [graph.add("Reshape", [y, split], f"{at}.{name}.split")], f"{at}.{name}.heads", perm=order)

        query, key, value = heads("q", [0, 2, 1, 3]), heads("k", [0, 2, 3, 1]), heads("v", [0, 2, 1, 3])
        logits = graph.add("Div", [graph.add("MatMul", [query, key], f"{at}.logits"), scale], f"{at}.scaled")
        looked = graph.add("MatMul", [graph.add("Softmax", [logits], f"{at}.softmax", axis=-1), value], f"{at}.looked")
        looked = graph.add("Reshape", [graph.add("Transpose", [looked], f"{at}.turned", perm=[0, 2, 1, 3]), join], f"{at}.joined")
        x = graph.add("Add", [x, graph.linear(looked, weights, f"{at}.self_attn.out_proj")], f"{at}.residual")
        wide = graph.linear(graph.norm(x, weights, f"{at}.layer_norm2", epsilon), weights, f"{at}.mlp.fc1")
        gate = graph.add("Sigmoid", [graph.add("Mul", [wide, slope], f"{at}.steep")], f"{at}.gate")
        narrow = graph.linear(graph.add("Mul", [wide, gate], f"{at}.gated"), weights, f"{at}.mlp.fc2")
        x = graph.add("Add", [x, narrow], f"{at}.residual2")
    picked = graph.add("Gather", [x, graph.constant("zero", np.array([0], np.int64))], "picked", axis=1)
    picked = graph.add("Reshape", [picked, graph.constant("row", np.array([1, hidden], np.int64))], "row_of_class")
    picked = graph.norm(picked, weights, "vision_model.post_layernorm", epsilon)
    projection = graph.constant("projection", weights["visual_projection.weight"].T)
    graph.add("LpNormalization", [graph.add("MatMul", [picked, projection], "projected")], "vector", axis=-1, p=2)
    size = VISION["image_size"]
    pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [1, 3, size, size])
    vector = helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, VISION["projection_dim"]])
    made = helper.make_graph(graph.nodes, "vision", [pixels], [vector], graph.weights)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def main(tokenizer, out):
    out = Path(out)
    model = out / "model"
    model.mkdir(parents=True, exist_ok=True)
    shutil.copy(tokenizer, model / "tokenizer.json")
    n_vocabulary = len(json.loads(Path(tokenizer).read_text())["model"]["vocab"])
    weights = model_weights(n_vocabulary)
    config = {"model_type": "clip", "projection_dim": 512, "text_config": TEXT | {"vocab_size": n_vocabulary}, "vision_config": VISION}
    (model / "config.json").write_text(json.dumps(config))
    size = VISION["image_size"]
    prepared = {
        "do_center_crop": True, "do_convert_rgb": True, "do_normalize": True, "do_rescale": True, "do_resize": True, "resample": 3,
        "rescale_factor": 1 / 255, "crop_size": {"height": size, "width": size}, "size": {"shortest_edge": size},
        "image_mean": MEAN, "image_std": DEVIATION,
    }
    (model / "preprocessor_config.json").write_text(json.dumps(prepared))
    save_file(weights, model / "model.safetensors")
    graph = graph_from_weights(weights)
    onnx.checker.check_model(graph)
    onnx.save(graph, out / "vision.onnx")


if __name__ == "__main__":
    main(*sys.argv[1:])
