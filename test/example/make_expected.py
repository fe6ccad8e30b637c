#!/usr/bin/python3
"""Writes expected.json: what each commit of the example repository changes, as reclass itself sees it.

    make_expected.py REPO > expected.json       REPO is the folder that `heir init --example` has made
    npx biome format --write expected.json      the form in which it is kept

Needs Python with reclass 1.7.0 (package `reclass` of Debian 12) and git. The package uses a name that Python 3.10
removed, collections.Iterable; it is put back below, nothing else of reclass is changed.

Every commit is compared with its parent, and the merge of the branch with main. Values are compared from the node
object downwards: mappings key by key, everything else whole; a mapping that is new or gone is one change.
"""
import collections
import collections.abc
import contextlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile

collections.Iterable = collections.abc.Iterable

import yaml  # noqa: E402
from reclass import get_storage  # noqa: E402
from reclass.core import Core  # noqa: E402
from reclass.errors import ReclassException  # noqa: E402
from reclass.settings import Settings  # noqa: E402
from reclass.values.parser import Parser  # noqa: E402
from reclass.values.value import Value  # noqa: E402
from reclass.version import VERSION  # noqa: E402

FIELDS = ("applications", "classes", "environment", "exports", "parameters")
BRANCH = "feature/par1-domain"

# reclass cannot take a class out of a list. This is the same inventory for photon, said without "~".
SUBJECT_WITH_REMOVAL = "photon: no ssh server"
STAND_IN = {
    "photon.example.org": {
        "nodes/photon.example.org.yml": ("  - ~ssh.server\n", ""),
        "classes/hosted@munich.yml": ("classes:\n  - ssh.server\n", ""),
    }
}


def git(repo, *args):
    return subprocess.run(["git", "-C", repo, *args], check=True, capture_output=True).stdout


def resolve(folder):
    """Node name to result, and the names of the nodes that do not resolve."""
    with open(os.path.join(folder, "reclass-config.yml")) as file:
        config = yaml.safe_load(file)
    paths = [os.path.join(folder, part) for part in ("nodes", "classes")]
    nodes, failed = {}, []
    for name in get_storage("yaml_fs", *paths, False).enumerate_nodes():
        Core._parser = Value._parser = Parser()
        core = Core(get_storage("yaml_fs", *paths, False), config["class_mappings"], Settings(config))
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                info = core.nodeinfo(name)
            nodes[name] = {field: info[field] for field in FIELDS}
        except ReclassException:
            failed.append(name)
    return nodes, failed


def state(repo, tree, subject):
    """All nodes of a tree, and which of them were resolved by way of a stand-in."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(git(repo, "archive", "--format=tar", tree))) as archive:
            archive.extractall(folder)
        nodes, failed = resolve(folder)
        if subject == SUBJECT_WITH_REMOVAL:
            for name in failed:
                for path, (old, new) in STAND_IN[name].items():
                    replace(os.path.join(folder, path), old, new)
                nodes[name] = resolve(folder)[0][name]
        elif failed:
            sys.exit("%s: %s" % (subject, failed))
    return nodes, failed


def replace(path, old, new):
    with open(path) as file:
        text = file.read()
    assert old in text, path
    with open(path, "w") as file:
        file.write(text.replace(old, new))


def changes(old, new, path=()):
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            if key not in old:
                yield (*path, key), {"new": new[key]}
            elif key not in new:
                yield (*path, key), {"old": old[key]}
            else:
                yield from changes(old[key], new[key], (*path, key))
    elif type(old) is not type(new) or old != new:
        yield path, {"old": old, "new": new}


def compared(before, after):
    folded = {}
    for name in sorted({*before} & {*after}):
        for path, values in changes(before[name], after[name]):
            key = json.dumps([path, values], sort_keys=True)
            folded.setdefault(key, {"path": list(path), **values, "nodes": []})["nodes"].append(name)
    rows = [folded[key] for key in sorted(folded)]
    return {
        "nodes_changed": len({name for row in rows for name in row["nodes"]}),
        "added": sorted({*after} - {*before}),
        "removed": sorted({*before} - {*after}),
        "changes": rows,
    }


def main(repo):
    result = {"made_with": "reclass %s, package 1.7.0-1.1 of Debian 12" % VERSION, "commits": []}
    states = {}
    log = git(repo, "log", "--reverse", "--topo-order", "--format=%H %P\t%s", "main", BRANCH).decode()
    for line in log.splitlines():
        ids, subject = line.split("\t")
        commit, *parents = ids.split(" ")
        parents = [parent for parent in parents if parent]
        states[commit], stood_in = state(repo, commit, subject)
        entry = {"commit": commit, "subject": subject, "nodes": len(states[commit])}
        if stood_in:
            entry["stood_in"] = stood_in
        for parent in parents:
            entry = {**entry, "parent": parent, **compared(states[parent], states[commit])}
        result["commits"].append(entry)
    tree = git(repo, "merge-tree", "--write-tree", "main", BRANCH).decode().strip()
    head = git(repo, "rev-parse", "main").decode().strip()
    merged, _ = state(repo, tree, "merge")
    result["merge"] = {"branch": BRANCH, "tree": tree, **compared(states[head], merged)}
    print(json.dumps(result, indent=1))


main(*sys.argv[1:])
