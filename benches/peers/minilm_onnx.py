"""A BERT's safetensors -> the same encoder as ONNX, in float32 and with ONNX Runtime's dynamic int8.

    python minilm_onnx.py MODEL_DIR OUT_DIR

Writes OUT_DIR/f32.onnx and OUT_DIR/int8.onnx. Input `ids` int64 [1, tokens]; output `vector`
[1, hidden], the mean over all tokens, L2-normalised. Layer norm and GELU are single operators,
so that the runtime need not find them; the rest is what an export of the model gives.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from safetensors.numpy import load_file


class Graph:
    def __init__(self):
        self.nodes, self.weights = [], []

    def constant(self, name, value):
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, operator, inputs, name, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [name], name=name, **attributes))
        return name

    def linear(self, x, weights, name):
        weight = self.constant(f"{name}.w", weights[f"{name}.weight"].T.astype(np.float32))
        bias = self.constant(f"{name}.b", weights[f"{name}.bias"].astype(np.float32))
        return self.add("Add", [self.add("MatMul", [x, weight], f"{name}.xw"), bias], f"{name}.y")

    def norm(self, x, weights, name, epsilon):
        gamma = self.constant(f"{name}.gamma", weights[f"{name}.weight"].astype(np.float32))
        beta = self.constant(f"{name}.beta", weights[f"{name}.bias"].astype(np.float32))
        return self.add("LayerNormalization", [x, gamma, beta], f"{name}.y", axis=-1, epsilon=epsilon)


def graph_from_weights(config, weights):
    hidden, n_heads = config["hidden_size"], config["num_attention_heads"]
    epsilon = config["layer_norm_eps"]
    graph = Graph()
    embeddings = "embeddings"
    words = graph.constant("words", weights[f"{embeddings}.word_embeddings.weight"].astype(np.float32))
    positions = weights[f"{embeddings}.position_embeddings.weight"] + weights[f"{embeddings}.token_type_embeddings.weight"][0]
    positions = graph.constant("positions", positions.astype(np.float32)[None])
    one = graph.constant("one", np.array([1], np.int64))
    zero = graph.constant("zero", np.array([0], np.int64))
    n_tokens = graph.add("Slice", [graph.add("Shape", ["ids"], "shape"), one, graph.constant("two", np.array([2], np.int64))], "n_tokens")
    x = graph.add("Add", [graph.add("Gather", [words, "ids"], "word_rows"), graph.add("Slice", [positions, zero, n_tokens, one], "position_rows")], "sum")
    x = graph.norm(x, weights, f"{embeddings}.LayerNorm", epsilon)
    split = graph.constant("split", np.array([0, 0, n_heads, hidden // n_heads], np.int64))
    join = graph.constant("join", np.array([0, 0, hidden], np.int64))
    scale = graph.constant("scale", np.array(np.sqrt(hidden / n_heads), np.float32))
    for layer in range(config["num_hidden_layers"]):
        at = f"encoder.layer.{layer}"

        def heads(name, order):
            y = graph.linear(x, weights, f"{at}.attention.self.{name}")
            return graph.add("Transpose", [graph.add("Reshape", [y, split], f"{at}.{name}.split")], f"{at}.{name}.heads", perm=order)

        query, key, value = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
        logits = graph.add("Div", [graph.add("MatMul", [query, key], f"{at}.logits"), scale], f"{at}.scaled")
        looked = graph.add("MatMul", [graph.add("Softmax", [logits], f"{at}.softmax", axis=-1), value], f"{at}.looked")
        looked = graph.add("Reshape", [graph.add("Transpose", [looked], f"{at}.turned", perm=[0, 2, 1, 3]), join], f"{at}.joined")
        attended = graph.linear(looked, weights, f"{at}.attention.output.dense")
        x = graph.norm(graph.add("Add", [attended, x], f"{at}.residual"), weights, f"{at}.attention.output.LayerNorm", epsilon)
        wide = graph.add("Gelu", [graph.linear(x, weights, f"{at}.intermediate.dense")], f"{at}.gelu")
        narrow = graph.linear(wide, weights, f"{at}.output.dense")
        x = graph.norm(graph.add("Add", [narrow, x], f"{at}.residual2"), weights, f"{at}.output.LayerNorm", epsilon)
    mean = graph.add("ReduceMean", [x, one], "mean", keepdims=0)
    graph.add("LpNormalization", [mean], "vector", axis=-1, p=2)
    ids = helper.make_tensor_value_info("ids", TensorProto.INT64, [1, "tokens"])
    vector = helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, hidden])
    made = helper.make_graph(graph.nodes, "encoder", [ids], [vector], graph.weights)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def main(model_dir, out):
    model_dir, out = Path(model_dir), Path(out)
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((model_dir / "config.json").read_text())
    weights = {name.removeprefix("bert."): value for name, value in load_file(model_dir / "model.safetensors").items()}
    model = graph_from_weights(config, weights)
    onnx.checker.check_model(model)
    onnx.save(model, out / "f32.onnx")
    prepared = out / "prepared.onnx"
    quant_pre_process(out / "f32.onnx", prepared, skip_symbolic_shape=True)
    quantize_dynamic(prepared, out / "int8.onnx", weight_type=QuantType.QInt8)
    prepared.unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
