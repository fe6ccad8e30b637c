#!/usr/bin/env python3
"""Writes random inventories, one per line: {"inventory": number, "topics": [...], "kapitan": bool, "files": {path: text}}.

    generate.py [--count N] [--seed TEXT] [--out FILE]

The same count and seed always give the same file. Each inventory is drawn around one topic, in turn, and some have a
second one. `kapitan` is false where the asked environment of a query decides: kapitan's library has no such rule.

Not drawn, because reclass is known to be wrong there and heir differs on purpose: tabs in text with references (reclass
makes blanks of them), folders whose names begin alike, and keys that are equal in Python only (1, 1.0, true).
"""
import argparse
import json
import os
import random
import re

HERE = os.path.dirname(os.path.abspath(__file__))
COUNT = 640
SEED = "heir"


class Raw(str):
    """YAML text that stands as it is."""


PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z")
WORDS = {"yes", "no", "true", "false", "on", "off", "null"}


def scalar_text(text):
    if isinstance(text, Raw):
        return str(text)
    if PLAIN.match(text) and text.lower() not in WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def flow(value):
    """A value as YAML on one line: text is quoted where it must be, mappings are lists of pairs or dicts."""
    if isinstance(value, str):
        return scalar_text(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, list):
        return "[%s]" % ", ".join(flow(item) for item in value)
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (scalar_text(key), flow(item)) for key, item in value.items())
    raise TypeError(type(value))


def block(value, indent=0):
    """A mapping as YAML over several lines, deeper parts in one line each."""
    lines = []
    for key, item in value.items():
        head = " " * indent + scalar_text(key) + ":"
        if isinstance(item, dict) and item and indent < 2:
            lines.append(head)
            lines.extend(block(item, indent + 2))
        else:
            text = flow(item)
            lines.append(head + (" " + text if text else ""))
    return lines


# ---------------------------------------------------------------- scalars
WORD = ["alpha", "beta", "gamma", "web", "db", "prod", "x"]
TEXTS = ["it's", 'say "x"', "both ' and \"", "Gr\u00fc\u00dfe", "\u65e5\u672c", "", " lead", "a b", "x: y", "#no", "1", "true", "back\\slash",
         "~", "a\nb", "50%", "{x}", "[y]", "$HOME", "a$", "\U0001f600", "C:\\dir\\", "null", "é"]
INTS = ["0", "1", "-7", "42", "8080", "0x1f", "017", "1_000", "12345678901234567890", "190:20:30", "+3", "0b101"]
FLOATS = ["1.0", "0.5", "-2.25", "1.0e+16", "1.0e-5", "123456789.125", "1.e+3", ".5", "-0.0", "1.5e+300", "0.1"]
ODD_FLOATS = [".inf", "-.inf", ".nan"]
BOOLS = ["yes", "No", "true", "off", "TRUE", "False"]
NULLS = ["~", "null", "Null", ""]
DATES = ["2024-02-03", "2001-12-14T21:59:43Z", "2001-12-14 21:59:43.10 -5", "2001-12-15 2:59:43"]
ODD_TEXT = ["1e3", "0o7", "08", "01:30", "-.5", "2024-1-31", "y", "n", "0x", "1.0.0", "10.0.0.1/8", "a-b", "yEs", "12e03", "1_2.5", "22:22"]
SPECIAL = ["!!binary aGVsbG8=", "!!str 12", "!!int \"7\"", "!!float 3", "!!set {a}", "!!omap [a: 1, b: [2]]", "!!pairs [a: 1, a: 2]", "! 5"]


def any_scalar(draft):
    rng = draft.rng
    if rng.random() < draft.yaml:
        return Raw(rng.choice(ODD_TEXT + DATES + ODD_FLOATS + SPECIAL + INTS + FLOATS))
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(WORD)
    if kind < 0.55:
        return rng.choice(TEXTS)
    if kind < 0.75:
        return Raw(rng.choice(INTS))
    if kind < 0.84:
        return Raw(rng.choice(FLOATS))
    if kind < 0.93:
        return Raw(rng.choice(BOOLS))
    if kind < 0.97:
        return Raw(rng.choice(NULLS[:3]))
    return Raw(rng.choice(DATES[:2]))


# ---------------------------------------------------------------- keys and their kinds
class Key:
    """One key that every definition of an inventory may set; its kind is the same everywhere, save for clashes."""

    def __init__(self, name, kind, below=()):
        self.name, self.kind, self.below = name, kind, list(below)


def draw_schema(rng):
    names = ["name", "port", "list", "deep", "map", "k", "flag", "users", "text", "7"]
    rng.shuffle(names)
    keys = []
    for name in names[:rng.randint(4, 7)]:
        kind = rng.choice(["scalar", "scalar", "list", "map", "map"])
        below = []
        if kind == "map":
            for inner in rng.sample(["a", "b", "c", "sub"], rng.randint(2, 3)):
                inner_kind = rng.choice(["scalar", "scalar", "list", "map"])
                deepest = [Key("x", "scalar"), Key("y", rng.choice(["scalar", "list"]))] if inner_kind == "map" else []
                below.append(Key(inner, inner_kind, deepest))
        keys.append(Key(name, kind, below))
    return keys


def paths_of(keys, head=(), rank=None):
    for at, key in enumerate(keys):
        top = at if rank is None else rank
        yield head + (key.name,), key.kind, top
        yield from paths_of(key.below, head + (key.name,), top)


# ---------------------------------------------------------------- one inventory
class Draft:
    """What one inventory is drawn from: probabilities, settings, definitions."""

    def __init__(self, rng):
        self.rng = rng
        self.schema = draw_schema(rng)
        self.paths = list(paths_of(self.schema))
        self.settings = {}
        self.classes = {}
        self.nodes = {}
        self.places = {}
        self.extra = {}
        self.kapitan = True
        self.sets_core = rng.random() < 0.94
        # how often what is drawn
        self.clash = 0.003
        self.prefix = 0.02
        self.reference = 0.16
        self.wild = 0.02
        self.missing = 0.006
        self.soup = 0.0
        self.yaml = 0.03
        self.null = 0.015
        self.null_anywhere = 0.1
        self.class_count = rng.randint(2, 6)
        self.node_count = rng.randint(1, 3)
        self.exports = 0.1

    # signs, as the settings have them
    @property
    def delimiter(self):
        return self.settings.get("delimiter", ":")

    def reference_text(self, inner):
        opening, closing = self.settings.get("reference_sentinels", ["${", "}"])
        return opening + inner + closing

    def query_text(self, inner):
        opening, closing = self.settings.get("export_sentinels", ["$[", "]"])
        return opening + inner + closing

    def override(self):
        return self.settings.get("dict_key_override_prefix", "~")

    def constant(self):
        return self.settings.get("dict_key_constant_prefix", "=")

    def escape(self):
        return self.settings.get("escape_character", "\\")


def target(draft, rank, kinds):
    """A path that a value of this rank may refer to: mostly one of lower rank, so that few references go in circles."""
    rng = draft.rng
    if rng.random() < draft.missing:
        return rng.choice([("nowhere",), ("deep", "nowhere"), ("list", "0", "a"), ("list", "0"), ("k", "")])
    if rng.random() < 0.1 and "scalar" in kinds:
        if not draft.settings.get("automatic_parameters", True):
            return ("items", "1", "name")
        return rng.choice([("items", "0", "name"), ("items", "-1", "a"), ("_reclass_", "name", "short"), ("_reclass_", "name", "full"), ("_reclass_", "environment")])
    wild = rng.random() < draft.wild
    fit = [path for path, kind, top in draft.paths if kind in kinds and (wild or top < rank)]
    return rng.choice(fit) if fit else None


def reference(draft, rank, kinds):
    path = target(draft, rank, kinds)
    if path is None:
        return None
    if draft.rng.random() < 0.1 and "scalar" in kinds:
        # a part of the path is itself a reference; the core class has targets for the first ones
        word = draft.rng.choice([("word",)] * 6 + [("lookup", "alpha"), ("lookup", draft.reference_text("word")), target(draft, rank, ["scalar"])])
        if word is not None:
            path = ("lookup", draft.reference_text(draft.delimiter.join(word)))
    return draft.reference_text(draft.delimiter.join(path))


def text_with_references(draft, rank):
    rng = draft.rng
    kinds = ["scalar"] if rng.random() < 0.85 else ["scalar", "list", "map"]
    parts = []
    for _ in range(rng.randint(1, 3)):
        parts.append(rng.choice(["", "", "http://", "-", " and ", ":", "/", "}", "\\", "x"]))
        found = reference(draft, rank, kinds)
        if found is not None:
            parts.append(found)
    parts.append(rng.choice(["", "", ".example.org", "-", "}", "$", "]", "{", "\\"]))
    if rng.random() < 0.1:
        parts.insert(0, rng.choice(escaped_pieces(draft)))
    return "".join(parts)


def escaped_pieces(draft):
    sign, found = draft.escape(), draft.reference_text("k")
    return [sign + found, sign * 2 + found, sign * 3 + found, sign + draft.query_text("k"), sign, sign * 2 + "n",
            draft.reference_text("a%s}b" % sign), draft.reference_text(sign + "${k}"), sign * 4 + found + sign]


def soup(draft):
    """Pieces of the grammar in any order."""
    rng = draft.rng
    opening, closing = draft.settings.get("reference_sentinels", ["${", "}"])
    pieces = [opening, closing, opening + "k" + closing, draft.escape(), "a", ":", " ", "$", "{", "}", "]",
              draft.settings.get("export_sentinels", ["$[", "]"])[0], draft.escape() * 2, "k", opening + "name" + closing,
              draft.escape() + opening, draft.escape() + closing]
    weights = [1, 3, 5, 3, 4, 1, 1, 2, 1, 2, 1, 0.3, 1, 2, 4, 3, 1]
    return "".join(rng.choices(pieces, weights, k=rng.randint(1, 7)))


def draw_scalar(draft, rank):
    rng = draft.rng
    if rng.random() < draft.soup:
        return soup(draft)
    if rng.random() < draft.reference:
        found = reference(draft, rank, ["scalar"]) if rng.random() < 0.5 else text_with_references(draft, rank)
        if found is not None:
            return found
    return any_scalar(draft)


def draw_list(draft, rank, depth=0):
    rng = draft.rng
    items = []
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
        kind = rng.random()
        if kind < 0.12 and depth < 2:
            items.append(draw_list(draft, rank, depth + 1))
        elif kind < 0.3 and depth < 2:
            item = {"name": draw_scalar(draft, rank), rng.choice(["v", "~v", "=v", Raw("3"), "9"]): draw_scalar(draft, rank)}
            items.append(item)
        elif kind < 0.36 and rng.random() < draft.reference * 3:
            items.append(reference(draft, rank, ["list", "map"]) or "x")
        else:
            items.append(draw_scalar(draft, rank))
    return items


def draw_value(draft, key, rank):
    rng = draft.rng
    kind = key.kind
    if rng.random() < draft.null and (kind == "scalar" or rng.random() < draft.null_anywhere):
        return Raw(rng.choice(NULLS))
    if rng.random() < draft.clash:
        kind = rng.choice(["scalar", "list", "map"])
    if kind == "scalar":
        return draw_scalar(draft, rank)
    if rng.random() < draft.reference * 0.6:
        found = reference(draft, rank, [kind])
        if found is not None:
            return found
    if kind == "list":
        return draw_list(draft, rank)
    below = key.below or [Key("a", "scalar"), Key("b", "list")]
    return draw_map(draft, below, rng.choice([0.3, 0.6]), rank)


def prefixed(draft, name, below=False):
    rng = draft.rng
    over, const = draft.override(), draft.constant()
    if rng.random() >= draft.prefix:
        return name
    if below:
        return rng.choices([over, const], [3, 1])[0] + name
    # a constant fails when it is set again, so it is drawn less often
    return rng.choices([over, const, over * 2, over + const, const + over], [10, 2, 2, 1, 1])[0] + name


def draw_map(draft, keys, share, rank=None):
    """A mapping of some keys; `rank` is given below the top, where no prefix is doubled: see README.md."""
    rng = draft.rng
    result = {}
    order = list(enumerate(keys))
    if rng.random() < 0.4:
        rng.shuffle(order)
    for at, key in order:
        if rng.random() < share:
            top = at if rank is None else rank
            for _ in range(2 if rng.random() < draft.prefix * 0.3 else 1):
                result[prefixed(draft, key.name, rank is not None)] = draw_value(draft, key, top)
    return result


def plain_value(draft, key):
    """A value without references for a key, so that references to it have a target."""
    rng = draft.rng
    if key.kind == "scalar":
        return any_scalar(draft) if rng.random() < 0.5 else rng.choice(WORD)
    if key.kind == "list":
        return [rng.choice(WORD), {"name": "x", "a": rng.choice(WORD)}][: rng.randint(0, 2)]
    return {inner.name: plain_value(draft, inner) for inner in key.below}


def core_class(draft):
    values = {key.name: plain_value(draft, key) for key in draft.schema}
    values["word"] = draft.rng.choice(WORD)
    values["items"] = [{"name": draft.rng.choice(WORD), "a": any_scalar(draft)} for _ in range(2)]
    values["lookup"] = {word: rng_word for word, rng_word in zip(WORD, draft.rng.sample(WORD, len(WORD)))}
    values["lookup"].update({Raw("1"): "one", "True": "truth", Raw("0.5"): "half", Raw("~"): "none", Raw("2024-02-03"): "day"})
    return {"parameters": values}


APPLICATIONS = ["ssh", "ntp", "web", "db", "Cron Job", "a/b"]


def draw_applications(rng):
    return [("~" if rng.random() < 0.3 else "") + rng.choice(APPLICATIONS) for _ in range(rng.randint(1, 4))]


def draw_definition(draft, classes, share):
    rng = draft.rng
    definition = {}
    if classes or rng.random() < 0.05:
        definition["classes"] = classes
    if rng.random() < 0.4:
        definition["applications"] = draw_applications(rng)
    parameters = draw_map(draft, draft.schema, share)
    if parameters or rng.random() < 0.1:
        definition["parameters"] = parameters
    if rng.random() < draft.exports:
        definition["exports"] = draw_map(draft, draft.schema, 0.3, len(draft.schema))
    return definition


CLASS_NAMES = ["a", "b", "c", "role.web", "role.db", "sys", "sys.ssh", "sys.ssh.server", "app.core", "site.berlin", "init", "n\u00f6rd"]
NODE_NAMES = ["n1", "n2", "web1.example.org", "db.test", "n3", "x.y.z"]


def draw_graph(draft):
    """Classes that include earlier ones (chains, diamonds, doubles), and nodes that include some."""
    rng = draft.rng
    names = rng.sample(CLASS_NAMES, draft.class_count)
    shape = rng.choice(["any", "any", "chain", "diamond"])
    for at, name in enumerate(names):
        parents = []
        if at > 0:
            if shape == "chain":
                parents = [names[at - 1]]
            elif shape == "diamond" and at > 1:
                parents = [names[0]] if at < len(names) - 1 else names[1:at]
            else:
                parents = [parent for parent in names[:at] if rng.random() < 0.35]
                rng.shuffle(parents)
            if parents and rng.random() < 0.1:
                parents.append(rng.choice(parents))
        draft.classes[name] = draw_definition(draft, parents, rng.choice([0.2, 0.4]))
    if draft.sets_core:
        draft.classes["core"] = core_class(draft)
    for name in rng.sample(NODE_NAMES, draft.node_count):
        chosen = rng.sample(names, rng.randint(1, min(3, len(names))))
        if draft.sets_core:
            chosen.insert(0 if rng.random() < 0.9 else len(chosen), "core")
        draft.nodes[name] = draw_definition(draft, chosen, 0.2)
        if rng.random() < 0.1:
            draft.nodes[name]["environment"] = rng.choice(["live", "test"])


def class_path(draft, name):
    parts = name.split(".")
    kind = draft.rng.random()
    extension = ".yml" if draft.rng.random() < 0.85 else ".yaml"
    if kind < 0.15 and name != "init":
        return "/".join(parts) + "/init" + extension
    if kind < 0.25:
        return name + extension
    return "/".join(parts) + extension


def relative_name(owner, name):
    """The name as the owner may write it with leading dots."""
    mine, other = owner.split("."), name.split(".")
    shared = 0
    while shared < min(len(mine), len(other)) - 1 and mine[shared] == other[shared]:
        shared += 1
    return "." * (len(mine) - shared) + ".".join(other[shared:])


# ---------------------------------------------------------------- topics
def topic_graph(draft):
    draft.class_count = draft.rng.randint(5, 9)


def topic_merge(draft):
    draft.null = 0.1
    draft.reference = 0.06
    draft.prefix = 0.06
    if draft.rng.random() < 0.6:
        draft.settings["allow_none_override"] = True
        draft.null_anywhere = 1.0


def topic_clash(draft):
    draft.clash = 0.1
    draft.null = 0.08
    draft.null_anywhere = 0.6
    draft.reference = 0.1
    for name in ["allow_scalar_over_dict", "allow_scalar_over_list", "allow_list_over_scalar", "allow_dict_over_scalar", "allow_none_override"]:
        if draft.rng.random() < 0.8:
            draft.settings[name] = True


def topic_references(draft):
    draft.reference = 0.45


def topic_wild_references(draft):
    draft.reference = 0.3
    draft.wild = 0.05
    draft.missing = 0.03
    for name in ["group_errors", "ignore_overwritten_missing_references"]:
        if draft.rng.random() < 0.25:
            draft.settings[name] = False


def topic_overwritten(draft):
    draft.reference = 0.25
    draft.missing = 0.2
    draft.class_count = 4
    if draft.rng.random() < 0.25:
        draft.settings["ignore_overwritten_missing_references"] = False


def topic_text(draft):
    draft.yaml = 0.25
    draft.reference = 0.3


def topic_soup(draft):
    draft.soup = 0.06
    draft.reference = 0.05


def topic_prefix(draft):
    draft.prefix = 0.3
    draft.reference = 0.1
    if draft.rng.random() < 0.5:
        draft.settings["strict_constant_parameters"] = False


def topic_prefix_references(draft):
    draft.prefix = 0.2
    draft.reference = 0.3


def topic_yaml(draft):
    draft.yaml = 0.5


def after_yaml(draft):
    rng = draft.rng
    texts = [
        "parameters:\n  base: &b {a: 1, b: [2]}\n  tree:\n    <<: *b\n    c: 3\n  things: [*b, *b]\n",
        "parameters:\n  note: |\n    line one\n      line two\n  folded: >-\n    folded\n    text ${_reclass_:name:full}\n",
        "# only a comment\n",
        "",
        "---\nclasses:\napplications: ~\nparameters:\nexports:\n",
        "%YAML 1.1\n---\nparameters: {sure: yes, door: 0o7}\n",
        "parameters: {table: {3: a, 2.5: b, ~: c, yes: d, 2024-01-01: e, 0x10: f}}\nother: [1]\n",
        "parameters:\n  things:\n  - ? a\n    : b\n  - - 1\n    - 2\n  - {3: x, ~: y, no: z, 1.5: w}\n",
        "parameters:\n  m1: &x {p: 1, q: 2}\n  table: {<<: [*x, {q: 9, r: 3}], s: \"${word}\"}\n",
        "parameters: {~table: {3: a, yes: b, ~c: {~d: 1}}, note: '  it''s  '}\n",
        "parameters: {double: 1, double: 2}\nclasses: []\nclasses: [core]\n",
        "parameters:\n  tree:\n    \"<<\": {a: 1}\n",
        "parameters: {when: 2024-02-03, at: '${when} ${big} ${real}', big: 123456789012345678901, real: 1.e+2}\n",
        "parameters: [1]\n",
        "a: {\n",
    ]
    weights = [3] * 12 + [2, 0.2, 0.2]
    name = rng.choice(["quirk", "sys.quirk"])
    draft.extra["classes/%s.yml" % name.replace(".", "/")] = rng.choices(texts, weights)[0]
    for node in draft.nodes.values():
        if rng.random() < 0.7:
            node.setdefault("classes", []).append(name)


def topic_applications(draft):
    draft.class_count = draft.rng.randint(4, 8)


def after_applications(draft):
    for definition in list(draft.classes.values()) + list(draft.nodes.values()):
        if draft.rng.random() < 0.7:
            definition["applications"] = draw_applications(draft.rng)


def topic_missing(draft):
    rng = draft.rng
    if rng.random() < 0.9:
        draft.settings["ignore_class_notfound"] = True
        if rng.random() < 0.5:
            draft.settings["ignore_class_notfound_regexp"] = rng.choice(
                ["gone", ["gone", "no", "other", "some"], ["gone\\..*", "other"], ["^no.*"], ["one"], [".*where$"], "(?i)GONE", ["a|b", "n(o|u)"]])
        if rng.random() < 0.2:
            draft.settings["ignore_class_notfound_warning"] = False


def after_missing(draft):
    rng = draft.rng
    for definition in list(draft.classes.values()) + list(draft.nodes.values()):
        if rng.random() < 0.25:
            classes = definition.setdefault("classes", [])
            classes.insert(rng.randint(0, len(classes)), rng.choice(["gone", "gone.away", "nowhere", "other", "someone", ".gone"]))


def topic_cycle(draft):
    pass


def after_cycle(draft):
    names = [name for name in draft.classes if name != "core"]
    for _ in range(draft.rng.choice([1, 1, 2])):
        draft.classes[draft.rng.choice(names)].setdefault("classes", []).append(draft.rng.choice(names))


def topic_relative(draft):
    draft.class_count = draft.rng.randint(5, 8)


def after_relative(draft):
    rng = draft.rng
    for owner, definition in list(draft.classes.items()) + list(draft.nodes.items()):
        classes = definition.get("classes", [])
        for at, name in enumerate(classes):
            if rng.random() < 0.6:
                classes[at] = relative_name(owner, name)
                if rng.random() < 0.03:
                    classes[at] = "." + classes[at]


def topic_names(draft):
    if draft.rng.random() < 0.7:
        draft.settings["compose_node_name"] = True
    draft.node_count = 3


def after_names(draft):
    rng = draft.rng
    folders = ["", "eu/", "eu/west/", "_hidden/", "eu/_x/", "a.b/"]
    for name in draft.nodes:
        draft.places[name] = rng.choice(folders) + name + ".yml"
    if rng.random() < 0.3:
        draft.extra[rng.choice(["nodes/CVS/n9.yml", "classes/.git/a.yml", "nodes/n8.txt", "classes/readme.YML"])] = "parameters: {k: 1}\n"
    if rng.random() < 0.12:
        name = rng.choice(list(draft.nodes))
        draft.extra["nodes/zz/%s.yml" % name] = "{}\n"


def topic_mappings(draft):
    draft.node_count = 4


def after_mappings(draft):
    rng = draft.rng
    names = list(draft.classes)
    for name in ["env.prod", "env.test", "kind.web", "kind.db"]:
        draft.classes[name] = draw_definition(draft, [], 0.3)
    nodes = ["web01.prod", "db2.test", "web3", "Web4.prod.example.org", "eu.db"]
    for old, new in zip(list(draft.nodes), rng.sample(nodes, len(draft.nodes))):
        draft.nodes[new] = draft.nodes.pop(old)
        if rng.random() < 0.4:
            draft.places[new] = rng.choice(["prod/", "test/x/", "_p/"]) + new + ".yml"
    choices = ["* %s" % names[0], "web* kind.web", "/^(web|db)\\d+/ kind.\\\\1", "*.prod env.prod %s" % names[0], "/\\.(?P<e>prod|test)/ env.\\\\g<e>",
               "[wd]*[0-9].* env.prod", "'web?? ' a", "web?* kind.web kind.web", "\\* a", "db* kind.db 'role.web'", "[!w]* kind.db", "/(?i)WEB/ kind.web",
               "*.example.org", "/b2|eu/ kind.db", "prod/* env.prod", "./* env.test", "*/x/* kind.web", "/^(test|prod)\\// env.\\\\1", "/unclosed a"]
    weights = [4] * 18 + [0.3]
    draft.settings["class_mappings"] = rng.choices(choices, weights, k=rng.randint(1, 4))
    if rng.random() < 0.35:
        draft.settings["class_mappings_match_path"] = True
    if rng.random() < 0.25:
        draft.settings["compose_node_name"] = True


def topic_class_references(draft):
    draft.reference = 0.05
    draft.node_count = 3


def after_class_references(draft):
    rng = draft.rng
    for word in WORD if rng.random() < 0.8 else rng.sample(WORD, 5):
        draft.classes.setdefault("role." + word, draw_definition(draft, [], 0.2))
    draft.classes["env.base"] = draw_definition(draft, [], 0.3)
    pick = draft.classes["pick"] = {"parameters": {"role": rng.choice(WORD), "choice": {"p": rng.choice(WORD), "q": Raw(rng.choice(INTS[:3])), "web": "db"}}}
    if rng.random() < 0.06:
        pick["parameters"]["~role"] = rng.choice(WORD)
    if rng.random() < 0.08:
        draft.classes["again"] = {"classes": ["pick"], "parameters": {"role": rng.choice(WORD)}}
    forms = ["role.${role}", "role.${choice:p}", "role.${choice:${role}}", "env.${_reclass_:environment}", "${choice:p}", "role.${choice:q}",
             "role.${nowhere}", ".${role}", "role.\\${role}", "${role}.${role}", "role.${}", "role.${k}"]
    weights = [10, 8, 2, 5, 0.3, 0.3, 0.4, 1, 0.3, 0.3, 0.1, 0.3]
    draft.classes["user"] = {"classes": ["pick"] * (rng.random() < 0.9) + rng.choices(forms, weights, k=1)}
    if rng.random() < 0.3:
        draft.settings["ignore_class_notfound"] = True
    for node in draft.nodes.values():
        classes = node.setdefault("classes", [])
        classes.append(rng.choice(["pick", "pick", "again" if "again" in draft.classes else "pick", "user"]))
        if rng.random() < 0.3:
            classes.append("user")
        classes.extend(rng.choices(forms, weights, k=rng.randint(1, 2)))


def topic_scalar_parameters(draft):
    draft.settings["scalar_parameters"] = "_param"


def after_scalar_parameters(draft):
    rng = draft.rng
    for word in ["web", "db"]:
        draft.classes["role." + word] = draw_definition(draft, [], 0.3)
    draft.classes["late"] = {"parameters": {"_param": {"tier": rng.choice(WORD)}}}
    for node in draft.nodes.values():
        if rng.random() < 0.85:
            node.setdefault("parameters", {})["_param"] = {"role": rng.choice(["web", "db"]), "n": draw_scalar(draft, 0), "list": [rng.choice(WORD)]}
        node.setdefault("classes", []).append(rng.choice(["role.${_param:role}"] * 7 + ["late", "late", "role.${_param:tier}"]))


def topic_settings(draft):
    rng = draft.rng
    draft.reference = 0.3
    draft.prefix = 0.1
    changes = {
        "delimiter": [".", "::", "/", "|"],
        "reference_sentinels": [["{{", "}}"], ["<", ">"], ["%(", ")"], ["${", "}$"], ["@@", "@@"]],
        "escape_character": ["^", "%", "`"],
        "dict_key_override_prefix": ["!", "+", ">"],
        "dict_key_constant_prefix": ["!", "@", "-"],
        "default_environment": ["live", "x y"],
        "export_sentinels": [["$<", ">"], ["[[", "]]"]],
        "automatic_parameters": [False],
        "group_errors": [False],
    }
    for name in rng.sample(sorted(changes), rng.randint(1, 4)):
        draft.settings[name] = rng.choice(changes[name])
    if draft.override() == draft.constant():
        del draft.settings["dict_key_constant_prefix"]
    if draft.settings.get("reference_sentinels", [""])[0] == "@@":
        draft.settings["reference_sentinels"] = ["@(", ")@"]
    if rng.random() < 0.4:
        draft.soup = 0.06


def after_settings(draft):
    rng = draft.rng
    if rng.random() < 0.2:
        draft.settings["nodes_uri"], draft.settings["classes_uri"] = rng.choice([("hosts", "roles"), ("inv/n", "inv/c"), ("./hosts/", "classes")])


def topic_exports(draft):
    draft.node_count = draft.rng.randint(2, 5)
    draft.reference = 0.1
    draft.exports = 0.5


EXPORTS = ["role", "port", "addr", "deep", "tags", "flag"]


def draw_exports(draft, values):
    rng = draft.rng
    drawn = {}
    for name in EXPORTS:
        if rng.random() < 0.6:
            drawn[prefixed(draft, name)] = values[name]()
    return drawn


def draw_query(draft):
    rng = draft.rng
    path = lambda: "exports%s%s" % (draft.delimiter, rng.choice(["role", "role", "port", "addr", "flag", "deep", "deep" + draft.delimiter + "a", "tags", "gone"]))
    literal = lambda: rng.choice(["web", "db", "web", "80", "8080", "1", "0", "-1", "1.0", ".5", "80.", "true", "False", "TRUE", "'web'", "n1.x"])
    own = lambda: "self" + draft.delimiter + rng.choices(["want", "word", draft.delimiter.join(["lookup", "alpha"]), "items", "nothing", "list"], [6, 3, 1, 1, 0.2, 0.3])[0]

    def test():
        left, right = path(), literal() if rng.random() < 0.6 else own()
        if rng.random() < 0.15:
            left, right = right, left
        return "%s %s %s" % (left, rng.choice(["==", "==", "!="]), right)

    def tests():
        return "".join([test()] + [" %s %s" % (rng.choice(["and", "or", "AND", "Or"]), test()) for _ in range(rng.choice([0, 0, 1, 2]))])

    options = rng.choices(["", "+AllEnvs ", "+IgnoreErrors ", "+AllEnvs +IgnoreErrors ", "+ignoreerrors +allenvs "], [9, 2, 2, 1, 0.5])[0]
    form = rng.choices(["value", "value-if", "list", "bad"], [4, 4, 4, 0.25])[0]
    if form == "bad":
        body = rng.choice(["exports:role web", "if exports:role", "exports:role if", "if a == b", "if exports:a == exports:b", "if exports:role ~= web",
                           "+Foo exports:role", "exports", "exports:role if exports:role == web and", "", "if exports:role == two words", "if exports:role == 10.0.0.1"])
    elif form == "list":
        body = rng.choice(["if ", "if ", "IF "]) + tests()
    elif form == "value-if":
        body = path() + rng.choice([" if ", "  If "]) + tests()
    else:
        body = rng.choice([path(), path(), path().replace("exports", "Any", 1)])
    return draft.query_text(rng.choice([" ", " ", ""]) + options + body + rng.choice([" ", ""]))


def after_queries(draft):
    rng = draft.rng
    environments = rng.random() < 0.4
    values = {
        "role": lambda: rng.choice(["web", "db", "${want}", Raw("~")] if rng.random() < 0.2 else ["web", "db"]),
        "port": lambda: rng.choice([Raw("80"), Raw("8080"), Raw("1"), Raw("0"), Raw("80.0"), "80", "${want}"]),
        "addr": lambda: rng.choice(["10.0.0.1", "10.0.0.${_reclass_:name:short}", "${_reclass_:name:full}"] + (["${nowhere}"] if rng.random() < 0.12 else [])),
        "deep": lambda: {"a": rng.choice([Raw("1"), "web", "${want}", Raw("true")]), "b": [Raw("1"), rng.choice(["${want}", "${want}", "${items}", "${name}"])]},
        "tags": lambda: rng.sample(["x", "y", "web"], rng.randint(0, 2)),
        "flag": lambda: Raw(rng.choice(["true", "no", "1", "0", "~"])),
    }
    if "delimiter" in draft.settings or "reference_sentinels" in draft.settings:
        for name in values:
            values[name] = lambda: rng.choice(["web", "db", Raw("80"), Raw("1")])
    draft.classes["exporter"] = {"exports": draw_exports(draft, values), "parameters": {"k2": rng.choice(WORD)}}
    for node in draft.nodes.values():
        if rng.random() < 0.6:
            node.setdefault("classes", []).append("exporter")
        if rng.random() < 0.7:
            node["exports"] = draw_exports(draft, values)
        if environments:
            node["environment"] = rng.choice(["live", "test", "live"])
        else:
            node.pop("environment", None)
        parameters = node.setdefault("parameters", {})
        parameters["want"] = rng.choice(["web", "db", Raw("80"), Raw("1")])
        for name in ["q1", "q2"][: rng.choice([0, 1, 1, 2])]:
            parameters[name] = rng.choice([draw_query(draft)] * 6 + [[draw_query(draft), "x"], {"in": draw_query(draft)}])
            if rng.random() < 0.3:
                parameters["use"] = rng.choice(["${q1}", "found ${q1}", {"m": "${q1}"}] + ["${q1:%s}" % rng.choice(list(draft.nodes))] * (rng.random() < 0.5))
        if rng.random() < 0.2:
            parameters["~want"] = rng.choice(["web", Raw("80.0"), Raw("true")])
        if rng.random() < 0.012:
            node.setdefault("classes", []).append("nowhere")
    if rng.random() < 0.3:
        draft.classes["asker"] = {"parameters": {"q1": draw_query(draft)}}
        for node in draft.nodes.values():
            if rng.random() < 0.6:
                node.setdefault("classes", []).append("asker")
            if rng.random() < 0.3:
                node.setdefault("parameters", {})["q1"] = rng.choice([{"extra": Raw("1")}, ["extra"]])
    if rng.random() < 0.06:
        draft.settings["inventory_ignore_failed_node"] = True
    draft.kapitan = not environments


def topic_queries(draft):
    draft.node_count = draft.rng.randint(2, 4)
    draft.class_count = 2
    draft.reference = 0.05


def topic_invalid(draft):
    pass


def after_invalid(draft):
    rng = draft.rng
    fault = rng.choice(["space", "slash", "duplicate", "cycle", "syntax", "node", "sections", "unclosed-name"])
    classes = rng.choice(list(draft.nodes.values())).setdefault("classes", [])
    if fault == "space":
        classes.append("a b")
    elif fault == "slash":
        classes.append("role/web")
    elif fault == "duplicate":
        draft.extra["classes/twice.yml"] = draft.extra["classes/twice/init.yml"] = "{}\n"
    elif fault == "unclosed-name":
        classes.append("role.${x")
    elif fault == "syntax":
        draft.extra["classes/bad.yml"] = rng.choice(["parameters: {k: '${'}\n", "parameters: {k: ['a ${b']}\nexports: {c: '$['}\n", "exports: {c: 'x ${}'}\n", "classes: [gone, 'x y']\nparameters: {k: '${'}\n"])
        classes.append("bad")
    elif fault == "sections":
        draft.extra["classes/bad.yml"] = rng.choice(["applications: [1]\n", "parameters: text\n", "classes: [~]\n", "exports: 3\n", "- a\n"])
        classes.append("bad")
    elif fault == "cycle":
        draft.classes["loop"] = {"parameters": rng.choice([{"l1": "${l2}", "l2": "${l1}"}, {"l1": "x ${l1}"}, {"l1": {"a": "${l1:b}", "b": "${l1:a}"}}, {"l1": "${l${l2}}", "l2": "1"}])}
        classes.append("loop")
    else:
        draft.extra["nodes/broken.yml"] = rng.choice(["a: [\n", "parameters: {a: 1\n", "classes: [gone]\n", "a: @x\n"])


AFTER = {"yaml": after_yaml, "applications": after_applications, "missing": after_missing, "cycle": after_cycle, "relative": after_relative,
         "names": after_names, "mappings": after_mappings, "class_references": after_class_references, "scalar_parameters": after_scalar_parameters,
         "settings": after_settings, "queries": after_queries, "more_queries": after_queries, "invalid": after_invalid}
TOPICS = {"graph": topic_graph, "merge": topic_merge, "clash": topic_clash, "references": topic_references, "wild_references": topic_wild_references,
          "overwritten": topic_overwritten, "text": topic_text, "soup": topic_soup, "prefix": topic_prefix, "prefix_references": topic_prefix_references,
          "yaml": topic_yaml, "applications": topic_applications, "missing": topic_missing, "relative": topic_relative, "names": topic_names,
          "mappings": topic_mappings, "class_references": topic_class_references, "scalar_parameters": topic_scalar_parameters, "settings": topic_settings,
          "exports": topic_exports, "queries": topic_queries, "more_queries": topic_queries, "more_references": topic_references, "more_clash": topic_clash}
RARE = {"invalid": topic_invalid, "cycle": topic_cycle}


def draw(number, seed):
    rng = random.Random("%s %d" % (seed, number))
    topics = [list(TOPICS)[number % len(TOPICS)]]
    if rng.random() < 0.4:
        topics.append(rng.choice([name for name in TOPICS if name not in topics]))
    if rng.random() < 0.06:
        topics.append(rng.choice(list(RARE)))
    if len({"queries", "more_queries"} & set(topics)) == 2:
        topics.remove("more_queries")
    draft = Draft(rng)
    for name in topics:
        {**TOPICS, **RARE}[name](draft)
    draw_graph(draft)
    for name in topics:
        if name in AFTER:
            AFTER[name](draft)
    return {"inventory": number, "topics": topics, "kapitan": draft.kapitan, "files": files_of(draft)}


def files_of(draft):
    nodes = draft.settings.get("nodes_uri", "nodes")
    classes = draft.settings.get("classes_uri", "classes")
    clean = lambda path: os.path.normpath(path)
    files = {}
    if draft.settings:
        files["reclass-config.yml"] = "\n".join(block(draft.settings)) + "\n"
    for name, definition in draft.classes.items():
        files[clean("%s/%s" % (classes, class_path(draft, name)))] = text_of(definition)
    for name, definition in draft.nodes.items():
        files[clean("%s/%s" % (nodes, draft.places.get(name, name + ".yml")))] = text_of(definition)
    for path, text in draft.extra.items():
        top, rest = path.split("/", 1)
        files.setdefault(clean("%s/%s" % ({"nodes": nodes, "classes": classes}[top], rest)), text)
    return files


def text_of(definition):
    return "\n".join(block(definition)) + "\n" if definition else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--out", default=os.path.join(HERE, "fixtures", "inventories.jsonl"))
    options = parser.parse_args()
    with open(options.out, "w", encoding="utf-8", newline="\n") as out:
        out.write(json.dumps({"seed": options.seed, "count": options.count}) + "\n")
        for number in range(1, options.count + 1):
            out.write(json.dumps(draw(number, options.seed), ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
