import { fnmatch } from "../../base/glob.ts";
import { compareText, grouped } from "../../base/text-order.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Cause, Change, Sided } from "../../model/results/change.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { Owner } from "../../model/results/printed-parts.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { leavesOf, mapMember } from "../../model/values/value-at.ts";
import { contractsAt, contractsOf } from "../../resolve/contracts/node-contracts.ts";
import { namesOfWalked, walkNode } from "../../resolve/node.ts";
import type { Workspace } from "../workspace.ts";

type Because = Owner["because"][number];

/** Owners of a change by the state it leaves (rules O1, O2 of docs/concepts/owners.md); the comparison has causes. */
export async function changeOwners(
  workspace: Workspace,
  from: Snapshot,
  comparison: Comparison,
  options: Abortable,
): Promise<readonly Owner[]> {
  const lines = await ownerLines(workspace, from, options);
  const inventory = await workspace.load(from, { scope: "shared", ...options });
  const found: Reason[] = [];
  const add = (owners: readonly string[], because: Because, names: readonly string[]) =>
    found.push(...owners.map((owner) => ({ owner, because, nodes: names })));
  const { changes, nodes } = comparison;
  const byFile = (file: string, because: Because, names: readonly string[]) =>
    add(ownersOf(file, lines), because, names);
  const failing = nodes.newlyFailing.map(({ name, edit }) => ({ cause: edit?.cause, nodes: [name] }));
  const caused = changes.map((each) => ({ cause: each.change.cause, nodes: each.nodes }));
  for (const { cause, nodes: names } of [...caused, ...failing]) {
    for (const file of cause === undefined ? [] : filesOf(cause)) byFile(file, "edit", names);
  }
  const removed = new Set(nodes.removed);
  for (const name of differingNodes(comparison)) {
    const file = inventory.fileOf("node", name);
    if (file !== undefined) byFile(file, "node", [name]);
    if (file !== undefined && removed.has(name)) byFile(file, "edit", [name]);
  }
  const { contracts } = inventory;
  if (contracts === undefined) return folded(found);
  for (const { change, nodes: names } of changes) {
    const paths = pathsOf(change);
    for (const name of names) {
      if (inventory.fileOf("node", name) === undefined) continue;
      const own = contractsOf(contracts, namesOfWalked(walkNode(inventory, name)));
      add(contractOwners(own, paths), "value", [name]);
    }
  }
  return folded(found);
}

interface Reason extends Omit<Owner, "because"> {
  readonly because: Because;
}

/** The owners of all shares. */
export function joinedOwners(all: readonly Owner[]): readonly Owner[] {
  return folded(all.flatMap(({ because, ...each }) => because.map((reason) => ({ ...each, because: reason }))));
}

/** Owners by name; reasons with the same nodes are one. */
function folded(reasons: readonly Reason[]): readonly Owner[] {
  const inOrder = reasons.toSorted((one, other) => {
    return compareText(one.owner, other.owner) || compareText(one.because, other.because);
  });
  return [...grouped(inOrder, ({ owner }) => owner)].flatMap(([owner, own]) => {
    const all = [...grouped(own, ({ because }) => because)].map(([because, some]) => {
      return { because, nodes: [...new Set(some.flatMap(({ nodes }) => nodes))].sort(compareText) };
    });
    const sets = [...grouped(all, ({ nodes }) => nodes.join("\0")).values()];
    return sets.map((same) => ({ owner, because: same.map(({ because }) => because), nodes: same[0]?.nodes ?? [] }));
  });
}

function filesOf({ also = [], ...edit }: Cause): readonly string[] {
  const [old, now] = "old" in edit || "new" in edit ? [edit.old, edit.new] : [];
  const inner = "cause" in edit && edit.cause !== undefined ? filesOf(edit.cause) : [];
  const own = [old, now].flatMap((span) => (span === undefined ? [] : [span.file.target ?? span.file.path]));
  return [...new Set([...own, ...inner, ...also.flatMap(filesOf)])];
}

/** The paths of a changed value, of what is above it and of what is in it, each once. */
function pathsOf(change: Change): readonly ParameterPath[] {
  const { before, after }: Sided = change;
  const leaves = [before, after].flatMap((value) => (value === undefined ? [] : leavesOf(value, change.path)));
  const all = leaves.flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1)));
  return [...new Map(all.map((path) => [JSON.stringify(path), path])).values()];
}

function contractOwners(own: ReturnType<typeof contractsOf>, paths: readonly ParameterPath[]): readonly string[] {
  return paths.flatMap((path) =>
    contractsAt(own, path, undefined).flatMap(({ says }) => {
      const owner = mapMember(says, "owner");
      return owner?.kind === "scalar" ? [String(owner.data)] : [];
    }),
  );
}

const PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/** GitLab's `[NAME][2] @owner`, from here on for lines without owners; `^` in front asks for no approval. */
const SECTION = /^\^?\[([^\]]+)\](?:\[\d+\])?(.*)$/;

/** The lines of the first CODEOWNERS of a state, of HEAD where it is no commit, for paths from the inventory folder. */
async function ownerLines({ source }: Workspace, { tree = "HEAD", place }: Snapshot, options: Abortable) {
  let text: string | undefined;
  for (const path of PLACES) text ??= await source.committedText({ commit: tree, path, ...options });
  let [section, standing]: readonly [string, readonly string[]] = ["", []];
  const lines = (text ?? "").split("\n").flatMap((line) => {
    const bare = line.replace(/(?:^|\s)#.*$/, "");
    const [, name, defaults = ""] = SECTION.exec(bare) ?? [];
    if (name !== undefined) [section, standing] = [name.toLowerCase(), defaults.match(/\S+/g) ?? []];
    const [pattern, ...owners] = name === undefined ? (bare.match(/(?:\\.|\S)+/g) ?? []) : [];
    if (pattern === undefined) return [];
    const isFor = pathTest(pattern.replace(/\\(.)/g, "$1"));
    return [{ section, isFor, owners: owners.length > 0 ? owners : standing }];
  });
  return { folder: place.folder, lines };
}

/** Of each section the last line that fits a path decides. */
function ownersOf(path: string, { folder, lines }: Awaited<ReturnType<typeof ownerLines>>): readonly string[] {
  const parts = (folder === "" ? path : `${folder}/${path}`).split("/");
  const fitting = lines.filter(({ isFor }) => isFor(parts));
  const sections = grouped(fitting, ({ section }) => section);
  return [...sections.values()].flatMap((some) => some.at(-1)?.owners ?? []);
}

/** As in `.gitignore`: with a slash before its end it begins at the top, and a folder is all that is in it; `a/*` is not. */
function pathTest(pattern: string): (parts: readonly string[]) => boolean {
  const segments = pattern.replace(/^\//, "").split("/");
  const fits = segments.map((segment) => fnmatch(segment));
  const isAnchored = pattern.slice(0, -1).includes("/");
  const isThere = (parts: readonly string[], at: number, from: number): boolean => {
    const segment = segments[at];
    const part = parts[from];
    if (segment === undefined) return part === undefined || segments.at(-1) !== "*" || !isAnchored;
    if (segment === "" && at === segments.length - 1) return part !== undefined;
    if (segment === "**") return isThere(parts, at + 1, from) || (part !== undefined && isThere(parts, at, from + 1));
    return part !== undefined && fits[at]?.(part) === true && isThere(parts, at + 1, from + 1);
  };
  return (parts) => (isAnchored ? isThere(parts, 0, 0) : parts.some((_, from) => isThere(parts, 0, from)));
}
