"""Qdrant's REST API as far as Rankscope asks it, answered by Qdrant's own Python client in local mode.

There is no Qdrant server on PyPI. Requests are held to the published API by the client's models, which
refuse fields that it does not have, and answers have the forms of those models.

usage: qdrant_double.py PORT [--key KEY] [--origin ORIGIN]
"""

import argparse
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pydantic import ValidationError
from qdrant_client import QdrantClient, models

parser = argparse.ArgumentParser()
parser.add_argument("port", type=int)
parser.add_argument("--key")
parser.add_argument("--origin")
args = parser.parse_args()

client = QdrantClient(":memory:")
lock = threading.Lock()


def plain(value):
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


def create(name, body):
    asked = models.CreateCollection.model_validate(body)
    return client.create_collection(name, vectors_config=asked.vectors)


def store(name, body):
    points = models.PointsList.model_validate(body).points
    client.upsert(name, points=points, wait=True)
    return {"operation_id": 0, "status": "completed"}


def count(name, body):
    asked = models.CountRequest.model_validate(body)
    return client.count(name, count_filter=asked.filter, exact=asked.exact)


def query(name, body):
    asked = models.QueryRequestBatch.model_validate(body)
    return client.query_batch_points(name, requests=asked.searches)


def points(name, body):
    asked = models.PointRequest.model_validate(body)
    return client.retrieve(
        name, ids=asked.ids, with_payload=asked.with_payload, with_vectors=asked.with_vector
    )


ROUTES = {
    ("GET", ""): lambda name, _: client.get_collection(name),
    ("PUT", ""): create,
    ("PUT", "points?wait=true"): store,
    ("POST", "points/count"): count,
    ("POST", "points/query/batch"): query,
    ("POST", "points"): points,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        if args.origin:
            self.send_header("access-control-allow-origin", args.origin)
            self.send_header("access-control-allow-headers", "*")
            self.send_header("access-control-allow-methods", "*")
        self.end_headers()
        self.wfile.write(data)

    def fail(self, status, error):
        self.answer(status, {"status": {"error": error}, "time": 0.0})

    def do_OPTIONS(self):
        self.answer(200, {})

    def handle_call(self):
        data = self.rfile.read(int(self.headers.get("content-length", 0)))
        if args.key and self.headers.get("api-key") != args.key:
            return self.fail(401, "Must provide an API key or an Authorization bearer token")
        if self.path == "/":
            return self.answer(200, {"title": "qdrant - vector search engine", "version": "1.20.0"})
        _, kind, name, *rest = self.path.split("/")
        route = ROUTES.get((self.command, "/".join(rest)))
        if kind != "collections" or route is None:
            return self.fail(404, "Not found")
        with lock:
            if route is not create and not client.collection_exists(name):
                return self.fail(404, f"Not found: Collection `{name}` doesn't exist!")
            try:
                result = plain(route(name, json.loads(data) if data else None))
            except (ValidationError, ValueError) as error:
                return self.fail(400, str(error))
        self.answer(200, {"result": result, "status": "ok", "time": 0.0})

    do_GET = do_PUT = do_POST = handle_call


ThreadingHTTPServer(("127.0.0.1", args.port), Handler).serve_forever()
