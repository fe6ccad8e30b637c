import { spawnSync } from "node:child_process";
import type { Input } from "./inputs.ts";
import type { Command } from "./measure.ts";

/** Another program that resolves the same inventories. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly python: string;
  /** Sections of a node that it is known to fill differently; they are not compared. */
  readonly incomparable: ReadonlySet<string>;
  readonly readsYaml12: boolean;
  /** Whether it resolves the dialect of an inventory. */
  reads(input: Input): boolean;
  /** The command that prints the whole inventory, or one node, as JSON. `folder` holds the files of `input`. */
  command(input: Input, folder: string, node?: string): Command;
}

interface PeerKind extends Pick<Peer, "name" | "incomparable" | "reads" | "readsYaml12"> {
  readonly module: string;
  /** What Python's registry of packages calls it. */
  readonly distribution: string;
  /** The variable that names the Python interpreter with the peer installed. */
  readonly variable: string;
  /** Interpreters to try if the variable is not set. */
  readonly usual: readonly string[];
  readonly install: string;
  command(python: string, input: Input, at: { readonly folder: string; readonly node?: string }): readonly string[];
}

// Python 3.10 removed these names from `collections`; reclass 1.7 still imports one of them.
const RECLASS = `
import collections, collections.abc, sys
for name in ("Iterable", "Mapping", "Sequence"):
    hasattr(collections, name) or setattr(collections, name, getattr(collections.abc, name))
sys.argv[0] = "reclass"
from reclass.cli import main
main()
`;

const RECLASS_RS = `
import json, sys
from reclass_rs import Reclass
folder, nodes, classes, ignore, node = sys.argv[1:6]
fleet = Reclass(inventory_path=folder, nodes_path=nodes, classes_path=classes, ignore_class_notfound=ignore == "yes")
json.dump((fleet.nodeinfo(node) if node else fleet.inventory()).as_dict(), sys.stdout, default=str)
`;

const KAPICORP_RECLASS = `
import sys
sys.argv[0] = "reclass"
from reclass.cli import main
main()
`;

const nodesOf = ({ layout }: Input): string => layout?.nodes ?? "nodes";
const classesOf = ({ layout }: Input): string => layout?.classes ?? "classes";

const KINDS: readonly PeerKind[] = [
  {
    name: "reclass",
    module: "reclass",
    distribution: "reclass",
    variable: "BENCH_RECLASS_PYTHON",
    usual: ["python3", "/usr/bin/python3"],
    install: "install the Debian package reclass, or `pip install reclass` into a virtual environment",
    incomparable: new Set(),
    readsYaml12: false,
    reads: ({ dialect }) => dialect === undefined,
    command: (python, input, { folder, node }) => [
      ...[python, "-c", RECLASS, "-b", folder, "-u", "nodes", "-c", "classes", "-o", "json"],
      ...(input.ignoreMissingClasses ? ["-z", "True"] : []),
      ...(node === undefined ? ["-i"] : ["-n", node]),
    ],
  },
  {
    name: "kapicorp-reclass",
    module: "reclass",
    distribution: "kapicorp-reclass",
    variable: "BENCH_KAPICORP_RECLASS_PYTHON",
    usual: ["python3"],
    install: "`pip install kapicorp-reclass` into a virtual environment",
    incomparable: new Set(),
    readsYaml12: false,
    reads: ({ dialect }) => dialect !== undefined,
    command: (python, input, { folder, node }) => [
      ...[python, "-c", KAPICORP_RECLASS, "-b", folder, "-u", nodesOf(input), "-c", classesOf(input), "-o", "json"],
      ...(input.ignoreMissingClasses ? ["-z", "True"] : []),
      ...(node === undefined ? ["-i"] : ["-n", node]),
    ],
  },
  {
    name: "reclass-rs",
    module: "reclass_rs",
    distribution: "reclass_rs",
    variable: "BENCH_RECLASS_RS_PYTHON",
    usual: ["python3"],
    install: "`pip install reclass-rs` into a virtual environment",
    // `name` has the keys that Kapitan reads.
    incomparable: new Set(["_reclass_"]),
    readsYaml12: true,
    reads: () => true,
    command: (python, input, { folder, node = "" }) => {
      const ignores = input.ignoreMissingClasses ? "yes" : "no";
      return [python, "-c", RECLASS_RS, folder, nodesOf(input), classesOf(input), ignores, node];
    },
  },
];

/** The installed peers. Calls `missing` for each of the others, with how to install it. */
export function findPeers(missing: (line: string) => void): readonly Peer[] {
  return KINDS.flatMap((kind) => {
    const named = process.env[kind.variable];
    for (const python of named === undefined ? kind.usual : [named]) {
      const found = versions(python, kind);
      if (found !== undefined) return [peer(kind, found)];
    }
    const where = named === undefined ? "" : `, it cannot be imported by what ${kind.variable} names`;
    missing(`${kind.name}: skipped${where}; to have it, ${kind.install} and name its Python in ${kind.variable}`);
    return [];
  });
}

function peer(kind: PeerKind, found: Versions): Peer {
  return {
    name: kind.name,
    version: `${kind.name} ${found.module} (Python ${found.python})`,
    python: found.executable,
    incomparable: kind.incomparable,
    reads: kind.reads,
    readsYaml12: kind.readsYaml12,
    command: (input, folder, node) => ({
      argv: kind.command(found.executable, input, node === undefined ? { folder } : { folder, node }),
      // Not in the inventory folder, where reclass would read options from a file.
      cwd: "/",
    }),
  };
}

interface Versions {
  /** The interpreter itself, not a wrapper that starts it. */
  readonly executable: string;
  readonly python: string;
  readonly module: string;
}

function versions(python: string, { module, distribution }: PeerKind): Versions | undefined {
  const script = `import sys, platform, ${module}, importlib.metadata as m
print(sys.executable, platform.python_version(), m.version("${distribution}"), sep="\\n")`;
  const { status, stdout } = spawnSync(python, ["-c", script], { encoding: "utf8" });
  const [executable, version, found] = status === 0 ? stdout.split("\n") : [];
  if (executable === undefined || version === undefined || found === undefined) return undefined;
  return { executable, python: version, module: found };
}
