"""A gallery as an ONNX model: query [queries, dim], k [1] -> scores and rows [queries, k].

topk_model.py GALLERY.safetensors OUT.onnx

MatMul with the gallery as a constant, then TopK: what one writes who searches with ONNX Runtime.
The file has float32 values, whatever the gallery has.
"""

import json
import struct
import sys

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save


def vectors(path):
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])

    def tensor(name, dtype):
        start, end = header[name]["data_offsets"]
        values = np.frombuffer(data[8 + length + start : 8 + length + end], dtype)
        return values.reshape(header[name]["shape"]).astype(np.float32)

    if "codes" in header:
        return tensor("codes", np.int8) * tensor("scales", np.float32)[:, None]
    return tensor("vectors", {"F16": np.float16, "F32": np.float32}[header["vectors"]["dtype"]])


def main(gallery, out):
    rows = vectors(gallery)
    constant = numpy_helper.from_array(np.ascontiguousarray(rows.T), "gallery")
    queries = helper.make_tensor_value_info("query", TensorProto.FLOAT, ["n", rows.shape[1]])
    k = helper.make_tensor_value_info("k", TensorProto.INT64, [1])
    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", "k"])
    found = helper.make_tensor_value_info("rows", TensorProto.INT64, ["n", "k"])
    nodes = [
        helper.make_node("MatMul", ["query", "gallery"], ["all_scores"]),
        helper.make_node("TopK", ["all_scores", "k"], ["scores", "rows"]),
    ]
    graph = helper.make_graph(nodes, "top_k", [queries, k], [scores, found], [constant])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    checker.check_model(model)
    save(model, out)


main(*sys.argv[1:])
