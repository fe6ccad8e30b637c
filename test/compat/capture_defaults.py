#!/usr/bin/env python3
"""Writes what reclass-rs makes of inventories whose references have defaults.

    capture_defaults.py [--cases FILE] [--out FILE]

Needs reclass-rs 0.11.0 (PyPI) in the Python that runs it. See README.md for what is written.
"""
import argparse
import json
import os
import sys
import tempfile

import reclass_rs

HERE = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--cases", default=os.path.join(HERE, "fixtures", "reference-defaults.txt"))
parser.add_argument("--out", default=os.path.join(HERE, "fixtures", "reference-defaults.jsonl"))
options = parser.parse_args()


def files_of(case):
    """A case is the files of an inventory behind lines `-- PATH --`, or the parameters of its node `n`."""
    if not case.startswith("-- "):
        return {"nodes/n.yml": "parameters:\n" + "".join("  " + line + "\n" for line in case.splitlines())}
    files = {}
    for line in case.splitlines(keepends=True):
        if line.startswith("-- "):
            name = line.strip("- \n")
            files[name] = ""
        else:
            files[name] += line
    return files


def typed(value):
    if isinstance(value, float):
        return {"$float": repr(value)}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**53:
        return {"$int": str(value)}
    if isinstance(value, list):
        return [typed(item) for item in value]
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    return value


def capture(files):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("nodes", "classes"):
            os.makedirs(os.path.join(folder, name))
        for path, text in files.items():
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        config = reclass_rs.Config.from_dict(folder, {"nodes_uri": "nodes", "classes_uri": "classes"}, False)
        try:
            node = reclass_rs.Reclass.from_config(config).nodeinfo("n")
        except BaseException as fault:  # It panics at what it does not know, such as tags.
            return {"error": type(fault).__name__}
        parameters = {key: value for key, value in node.parameters.items() if key != "_reclass_"}
        return {"classes": len(node.classes), "parameters": typed(parameters)}


with open(options.cases) as file:
    cases = [case.strip("\n") for case in file.read().split("\n---\n")]
results = []
for case in cases:
    files = files_of(case)
    results.append({"files": files, **capture(files)})
head = {"reclass-rs": "0.11.0", "python": sys.version.split()[0], "inventories": len(results)}
with open(options.out, "w") as file:
    for line in [head, *results]:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
