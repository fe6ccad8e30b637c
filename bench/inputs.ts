import { existsSync } from "node:fs";
import { join } from "node:path";
import { manyGroups } from "../test/support/git/many-groups.ts";
import { type FleetSize, makeFleet } from "./fleet.ts";
import { labFiles } from "./lab.ts";
import { commit, git, write } from "./repository.ts";

/** An inventory in its own git repository, and what to query in it. */
export interface Input {
  readonly name: string;
  /** Its description in the table. */
  readonly about: string;
  readonly folder: string;
  readonly ignoreMissingClasses: boolean;
  /** The folders of nodes and classes, where they have other names. */
  readonly layout?: { readonly nodes: string; readonly classes: string };
  /** Options of heir that say which dialect this is. */
  readonly dialect?: readonly string[];
  /** Parameters with plain `0550` or `yes`, which are a number and a truth value in YAML 1.1, and text to peers that read YAML 1.2. */
  readonly dated?: readonly string[];
  /** The node to show. */
  readonly node: string;
  /** The value of the node to explain. */
  readonly value: string;
  readonly pair?: CommitPair;
  /** The value of the node whose history is listed. */
  readonly history?: { readonly path: string; readonly about: string };
}

/** Two commits to compare. For peers, which know no commits, each is checked out in its own folder. */
export interface CommitPair {
  readonly from: string;
  readonly to: string;
  readonly about: string;
  readonly folders: readonly [string, string];
}

/** A generated fleet in two commits: all files, then one edited class. */
export function fleetInput(size: FleetSize, parent: string): Input {
  const fleet = makeFleet(size);
  const name = `fleet-${size.nodes}`;
  const folder = join(parent, name);
  for (const [path, text] of fleet.files) write(join(folder, path), text);
  git(folder, "init", "--quiet", "--initial-branch=main");
  commit(folder, "a fleet");
  write(join(folder, fleet.edit.path), fleet.edit.text);
  commit(folder, `edit ${fleet.edit.className}`);
  // One pack, as in a clone: git takes ten times as long to read thousands of loose objects.
  git(folder, "repack", "-a", "-d", "--quiet");
  const about = `one class edited, on ${fleet.edit.reached} of ${size.nodes} nodes`;
  return {
    name,
    about:
      `made-up: ${size.nodes} nodes, ${size.classes} classes, ` +
      `${fleet.medianClasses} classes on the node in the middle, seed ${size.seed}`,
    folder,
    ignoreMissingClasses: false,
    node: fleet.nodeNames[fleet.nodeNames.length >> 1] ?? "",
    value: "_param:base_dns_zone",
    pair: checkedOut(folder, { from: "HEAD~1", to: "HEAD", about }),
  };
}

/** A generated repository with groups. */
export interface GroupsInput {
  readonly folder: string;
  readonly about: string;
}

/** 200 groups in four hierarchies, all ordered; 50 properties. */
export function groupsInput(nodes: number, parent: string): GroupsInput {
  const folder = join(parent, `groups-${nodes}`);
  for (const [path, text] of Object.entries(manyGroups({ nodes, conflicts: false }))) write(join(folder, path), text);
  return { folder, about: `made-up: ${nodes} nodes in 12 of 200 groups each, 50 properties` };
}

/** Real inventories with their history, as git bundles; not part of heir's repository. */
const CORPORA: readonly (Pick<
  Input,
  "name" | "about" | "node" | "value" | "history" | "layout" | "dialect" | "dated"
> & {
  readonly pair?: Omit<CommitPair, "folders">;
})[] = [
  {
    name: "mk-lab",
    about: "real, 2016 to 2017: 182 nodes, 401 classes",
    node: "cfg01.mk20-lab-advanced.local",
    value: "linux:system:user:root:home",
    pair: { from: "1ca6ef3e0f3d", to: "758d81dbd1ca", about: "one class edited, on all 179 nodes" },
  },
  {
    name: "system",
    about: "real library of 2,302 classes, 70 nodes",
    node: "ctl02.west.demo.example",
    value: "linux:network:host:openstack_control_vip:address",
    history: { path: "_param:openstack_version", about: "5,110 commits" },
  },
  {
    name: "kapitan-reference",
    about: "real: 19 targets of Kapitan",
    layout: { nodes: "inventory/targets", classes: "inventory/classes" },
    dialect: ["--set", "dialect=kapitan"],
    dated: ["components", "generators"],
    node: "tesoro",
    value: "kapitan:vars:target",
  },
];

/** Clones the corpora of a folder. Calls `missing` for those that the folder lacks. */
export function corpusInputs(bundles: string, parent: string, missing: (line: string) => void): readonly Input[] {
  return CORPORA.flatMap(({ pair, ...corpus }) => {
    const bundle = join(bundles, `${corpus.name}.bundle`);
    if (!existsSync(bundle)) {
      missing(`${corpus.name}: skipped, there is no ${corpus.name}.bundle (BENCH_CORPORA names the folder to look in)`);
      return [];
    }
    const folder = join(parent, corpus.name);
    git(parent, "clone", "--quiet", bundle, folder);
    const input = { ...corpus, folder, ignoreMissingClasses: true };
    return [pair === undefined ? input : { ...input, pair: checkedOut(folder, pair) }];
  });
}

/** A lab made from two of the corpora; undefined if one is missing. */
export function labInput(corpora: readonly Input[], parent: string): readonly Input[] {
  const [lab, library] = ["mk-lab", "system"].map((name) => corpora.find((input) => input.name === name));
  if (lab === undefined || library === undefined) return [];
  const folder = join(parent, "lab");
  const files = labFiles(lab.folder, library.folder);
  for (const [path, text] of files) write(join(folder, path), text);
  git(folder, "init", "--quiet", "--initial-branch=main");
  commit(folder, "a lab");
  git(folder, "repack", "-a", "-d", "--quiet");
  const classes = [...files.keys()].filter((path) => path.startsWith("classes/")).length;
  return [
    {
      name: "lab",
      about: `real: the 15 salt masters of mk-lab, ${classes} classes with those of system`,
      folder,
      ignoreMissingClasses: true,
      node: "cfg01.mk20-lab-advanced.local",
      value: "linux:system:user:root:home",
    },
  ];
}

function checkedOut(folder: string, pair: Omit<CommitPair, "folders">): CommitPair {
  const checkout = (revision: string, suffix: string) => {
    const into = `${folder}-${suffix}`;
    git(folder, "clone", "--quiet", "--shared", "--no-checkout", folder, into);
    const id = git(folder, "rev-parse", "--verify", `${revision}^{commit}`).trim();
    git(into, "checkout", "--quiet", "--detach", id);
    return into;
  };
  return { ...pair, folders: [checkout(pair.from, "before"), checkout(pair.to, "after")] };
}
