#!/usr/bin/env python3
"""Writes what reclass makes of the inventories that generate.py drew, node by node.

    capture.py [--dialect reclass|kapitan] [--python PROGRAM] [--corpus FILE] [--out FILE] [--last NUMBER]

`reclass` needs reclass 1.7.0 (the Debian package), `kapitan` needs kapicorp-reclass 2.0.0 (PyPI). The program goes on
with PROGRAM, or, if this Python has no reclass, with /usr/bin/python3. See README.md for what is written.
"""
import argparse
import base64
import collections
import collections.abc
import contextlib
import datetime
import importlib.util
import io
import json
import math
import os
import platform
import re
import resource
import shutil
import signal
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 4

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--dialect", choices=["reclass", "kapitan"], default="reclass")
parser.add_argument("--python", help="the Python that has the library; else this one, or /usr/bin/python3")
parser.add_argument("--corpus", default=os.path.join(HERE, "fixtures", "inventories.jsonl"))
parser.add_argument("--out")
parser.add_argument("--last", type=int, default=None, help="number of the last inventory; kapitan: 320 (0: all)")
options = parser.parse_args()

other = options.python or (None if importlib.util.find_spec("reclass") else "/usr/bin/python3")
if other and not os.environ.get("CAPTURE_AGAIN"):
    os.environ["CAPTURE_AGAIN"] = "1"
    os.execv(other, [other] + sys.argv)
if importlib.util.find_spec("reclass") is None:
    sys.exit("this Python has no reclass, see README.md")

# reclass 1.7.0 asks for a name that Python has moved since; nothing else of it is changed.
if not hasattr(collections, "Iterable"):
    collections.Iterable = collections.abc.Iterable

import pyparsing  # noqa: E402
import yaml  # noqa: E402
from reclass import errors, get_path_mangler, get_storage  # noqa: E402
from reclass.core import Core  # noqa: E402
from reclass.datatypes import Exports  # noqa: E402
from reclass.settings import Settings  # noqa: E402
from reclass.utils.dictpath import DictPath  # noqa: E402
from reclass.values.compitem import CompItem  # noqa: E402
from reclass.values.invitem import EqualityTest, InvItem  # noqa: E402
from reclass.values.parser import Parser  # noqa: E402
from reclass.values.refitem import RefItem  # noqa: E402
from reclass.values.scaitem import ScaItem  # noqa: E402
from reclass.values.value import Value  # noqa: E402
from reclass.values.valuelist import ValueList  # noqa: E402
from reclass.version import VERSION  # noqa: E402

resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))

# Each error of reclass under the code that heir has for it; the first that fits counts.
CODES = [
    ("unresolved-reference", ("ResolveErrorList", "ResolveError", "BadReferencesError")),
    ("reference-cycle", ("InfiniteRecursionError",)),
    ("merge-type", ("TypeMergeError",)),
    ("constant-changed", ("ChangedConstantError",)),
    ("class-not-found", ("ClassNotFound", "InvQueryClassNotFound")),
    ("class-name-unresolved", ("ClassNameResolveError", "InvQueryClassNameResolveError")),
    ("query-failed", ("InvQueryError",)),
    ("query-expression", ("ExpressionError",)),
    ("reference-syntax", ("ParseError",)),
    ("class-name-invalid", ("InvalidClassnameError",)),
    ("duplicate-name", ("DuplicateNodeNameError",)),
    ("class-mapping", ("MappingError",)),
    ("path-not-found", ("NotFoundError",)),
]

# Where reclass goes wrong depending on the order in which it happens to fill in references; see README.md.
LEFT_OUT = {
    "path": "a reference is followed to, or through, a value that reclass has not filled in yet",
    "text": "a list or mapping is printed into text before reclass has filled in the references in it",
    "query": "a query sees a list or mapping before reclass has filled in the references in it",
    "query-part": "+IgnoreErrors removes a part of an export, and from a list the wrong one where two parts fail",
    "query-null": "a query takes null for an export that leads to a parameter which has no value",
    "query-options": "options of one query have an effect on another query of the node",
    "class-name": "a class name refers to a value that is set twice, is a reference itself, or is no scalar",
}


class Unfinished(Exception):
    """The result still holds something of reclass's own."""


class TooLong(BaseException):
    """Raised by the alarm."""


# ---------------------------------------------------------------- what is written
def typed(value):
    """A value in a form in which JSON loses nothing: its types, and the order of its keys."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2 ** 53 else {"$int": str(value)}
    if isinstance(value, float):
        return {"$float": repr(value)}
    if isinstance(value, datetime.datetime):
        return {"$datetime": str(value)}
    if isinstance(value, datetime.date):
        return {"$date": str(value)}
    if isinstance(value, bytes):
        return {"$binary": base64.b64encode(value).decode("ascii")}
    if isinstance(value, (set, frozenset)):
        return {"$set": sorted((typed(item) for item in value), key=json.dumps)}
    if isinstance(value, tuple):
        return {"$tuple": [typed(item) for item in value]}
    if isinstance(value, list):
        return [typed(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) and re.match(r"[^$0-9_]|_[^_]", key) for key in value):
            return {key: typed(item) for key, item in value.items()}
        return {"$map": [[typed(key), typed(item)] for key, item in value.items()]}
    raise Unfinished(type(value).__name__)


def failure(error):
    names = [base.__name__ for base in type(error).__mro__]
    if isinstance(error, errors.ReclassException):
        for code, kinds in CODES:
            if any(kind in names for kind in kinds):
                return {"error": code}
    endless = isinstance(error, (TooLong, RecursionError, MemoryError))
    return {"crash": "endless" if endless else names[0]}


# ---------------------------------------------------------------- watching for the order defects
class Watch:
    """Notes when reclass reads something that it has not filled in yet. Changes no result."""

    reason = None
    in_class_name = False
    asked = 0
    deleted = False

    @classmethod
    def note(cls, reason):
        cls.reason = cls.reason or ("class-name" if cls.in_class_name else reason)


def is_unfilled(value):
    return isinstance(value, (Value, ValueList))


def is_scalar(value):
    """A plain scalar as it stands before anything is filled in, which is when class names are read."""
    return isinstance(value, Value) and isinstance(value._item, ScaItem)


def holds_unfilled(value):
    if isinstance(value, dict):
        return any(holds_unfilled(item) for item in value.values())
    if isinstance(value, (list, tuple)):
        return any(holds_unfilled(item) for item in value)
    return is_unfilled(value)


def watch_path(settings, path, context):
    """Follows a path as reclass is about to do."""
    parts = re.split(r"(?<!\\)" + re.escape(settings.delimiter), path)
    found = context
    for part in parts:
        if is_unfilled(found):
            if not is_scalar(found):
                Watch.note("path")
            return
        try:
            found = found[int(part)] if isinstance(found, (list, tuple)) else found[part]
        except (KeyError, TypeError, ValueError, IndexError):
            return
    if Watch.in_class_name and (is_scalar(found) or not isinstance(found, (dict, list, Value, ValueList))):
        return
    if Watch.in_class_name or is_unfilled(found):
        Watch.note("path")


def query_ignores(query):
    ignores = query.ignore_failed_render
    return ignores() if callable(ignores) else ignores


def install_watch():
    resolve, flatten, compose = RefItem._resolve, RefItem._flatten_contents, CompItem.render
    compare, query = EqualityTest._resolve, InvItem.render
    single, delete = Exports._interpolate_single_path_from_external, DictPath.delete
    inventory = Core._get_inventory

    def watched_resolve(self, ref, context):
        watch_path(self._settings, ref, context)
        return resolve(self, ref, context)

    def watched_parts(original):
        def render(self, context, inventory=None):
            if len(self.contents) > 1 or isinstance(self, RefItem):
                for item in self.contents:
                    try:
                        found = item.render(context, inventory)
                    except Exception:  # the original meets it again
                        continue
                    if holds_unfilled(found) and not (Watch.in_class_name and is_scalar(found)):
                        Watch.note("text")
            return original(self, context, inventory)
        return render

    def watched_compare(self, path, dictionary):
        found = compare(self, path, dictionary)
        if holds_unfilled(found):
            Watch.note("query")
        return found

    def watched_query(self, context, inventory):
        found = query(self, context, inventory)
        if holds_unfilled(found):
            Watch.note("query")
        return found

    def watched_single(self, path, external, query):
        Watch.asked = len(path.path)
        single(self, path, external, query)

    def watched_delete(self, base):
        Watch.deleted = True
        if len(self.path) > Watch.asked:
            Watch.note("query-part")
        delete(self, base)

    def watched_inventory(self, all_envs, environment, queries):
        entities = []
        make = self._node_entity
        self._node_entity = lambda name: entities.append(make(name)) or entities[-1]
        kinds = {(query.needs_all_envs, query_ignores(query)) for _, query in queries}
        Watch.deleted = False
        try:
            found = inventory(self, all_envs, environment, queries)
        except errors.ReclassException:
            if len(kinds) > 1:
                Watch.note("query-options")
            raise
        finally:
            self._node_entity = make
            if any(entity.parameters.resolve_errors.have_errors() for entity in entities):
                Watch.note("query-null")
        if Watch.deleted and len(kinds) > 1:
            Watch.note("query-options")
        return found

    RefItem._resolve = watched_resolve
    Exports._interpolate_single_path_from_external = watched_single
    DictPath.delete = watched_delete
    Core._get_inventory = watched_inventory
    RefItem._flatten_contents = watched_parts(flatten)
    CompItem.render = watched_parts(compose)
    EqualityTest._resolve = watched_compare
    InvItem.render = watched_query


class ClassNameParser(Parser):
    """The parser of class names: what it made is being rendered while a class is looked for."""

    def parse(self, value, settings):
        item = super().parse(value, settings)
        render = item.render

        def watched(context, inventory):
            Watch.in_class_name = True
            try:
                return render(context, inventory)
            finally:
                Watch.in_class_name = False

        item.render = watched
        return item


# ---------------------------------------------------------------- running reclass
def fresh_core(config):
    kind = "yaml_fs"
    nodes, classes = get_path_mangler(kind)(config["inventory_base_uri"], config.get("nodes_uri"), config.get("classes_uri"))
    # Not the cache around it: merging changes what the cache holds, so that values leak from node to node.
    storage = get_storage(kind, nodes, classes, config.get("compose_node_name", False))._real_storage
    # The order of a folder's listing decides the order of query results; here it is that of the names.
    storage._nodes = dict(sorted(storage._nodes.items()))
    # Parsers are kept by class, whatever the settings; none may outlive its inventory.
    Core._parser, Value._parser = ClassNameParser(), Parser()
    return Core(storage, config.get("class_mappings"), Settings(config)), storage


def alarmed(run):
    def ring(signum, frame):
        raise TooLong()

    old = signal.signal(signal.SIGALRM, ring)
    try:
        signal.alarm(SECONDS)
        with contextlib.redirect_stderr(io.StringIO()):
            return answer(run)
    except TooLong as error:  # while another error was being handled
        return failure(error)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)


def answer(run):
    try:
        return run()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return failure(error)


def captured_node(config, name):
    Watch.reason, Watch.in_class_name = None, False

    def run():
        core, _ = fresh_core(config)
        info = core.nodeinfo(name)
        sections = ["classes", "applications", "parameters", "exports", "environment"]
        return {section: typed(info[section]) for section in sections}

    result = alarmed(run)
    return {"left_out": Watch.reason} if Watch.reason else result


def captured(folder, inventory):
    for path, text in inventory["files"].items():
        place = os.path.join(folder, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    config = yaml.safe_load(inventory["files"].get("reclass-config.yml", "")) or {}
    config["inventory_base_uri"] = folder
    names = alarmed(lambda: {"names": list(fresh_core(config)[1].enumerate_nodes())})
    if "names" not in names:
        return names
    return {"nodes": {name: captured_node(config, name) for name in names["names"]}}


def header():
    library = "reclass" if options.dialect == "reclass" else "kapicorp-reclass"
    versions = {library: VERSION, "python": platform.python_version(), "pyyaml": yaml.__version__, "pyparsing": pyparsing.__version__}
    return {"dialect": options.dialect, "versions": versions, "left_out": LEFT_OUT}


def main():
    expected = {"reclass": "1.7.0", "kapitan": "2.0.0"}[options.dialect]
    if VERSION != expected:
        sys.exit("this is version %s, not %s" % (VERSION, expected))
    install_watch()
    out = options.out or os.path.join(HERE, "fixtures", options.dialect + ".jsonl")
    with open(options.corpus, encoding="utf-8") as corpus:
        inventories = [json.loads(line) for line in corpus.read().splitlines()[1:]]
    if options.dialect == "kapitan":
        inventories = [inventory for inventory in inventories if inventory["kapitan"]]
    last = options.last if options.last is not None else {"reclass": 0, "kapitan": 320}[options.dialect]
    if last:
        inventories = [inventory for inventory in inventories if inventory["inventory"] <= last]
    lines = [header()]
    for inventory in inventories:
        folder = os.path.realpath(tempfile.mkdtemp(prefix="capture-"))
        try:
            lines.append({"inventory": inventory["inventory"], **captured(folder, inventory)})
        finally:
            shutil.rmtree(folder)
    with open(out, "w", encoding="utf-8", newline="\n") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


main()
