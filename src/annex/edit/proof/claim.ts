import { didYouMean, similar } from "../../../base/similar.ts";
import type { NodeChangeTest } from "../../../inspect/impact/feeding.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { FoldedChange } from "../../../model/results/change.ts";
import type { Comparison } from "../../../model/results/comparison.ts";
import type { Rename } from "../../../model/results/printed-parts.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { isSamePath, type ParameterPath, parsePath, printPath } from "../../../model/values/parameter-path.ts";

export const renameKinds = ["class", "node", "group", "path", "application", "technique", "directive", "rule"] as const;

export type RenameKind = (typeof renameKinds)[number];

/** A thing of the inventory with another name; of a path, only the last key differs. */
export interface KindRename extends Rename {
  readonly kind: RenameKind;
}

/** A class that only the later state lists (`+`), or only the earlier one (`-`). */
export interface ListedClass {
  readonly sign: "+" | "-";
  readonly name: string;
}

/** What is said about the difference between two states (rule X1 of docs/concepts/edits.md). */
export type Claim =
  /** No resolved value differs, but for classes that lists of nodes have in one state only. */
  | { readonly kind: "same"; readonly but?: readonly ListedClass[] }
  /** Nothing differs but these names. */
  | { readonly kind: "mv"; readonly renames: readonly KindRename[] }
  /** All that differs is at or below a path on some nodes, or is made from it by references on these nodes. */
  | { readonly kind: "only"; readonly path: ParameterPath; readonly nodes: readonly string[] };

/** Whether a claim holds, and what was compared to know it. */
export interface Proof {
  readonly claim: Claim;
  readonly holds: boolean;
  /** How the states differ beyond what the claim allows. */
  readonly comparison: Masked<Comparison>;
  /** Nodes of the later state that do not resolve, those of the earlier one that did not, sorted. */
  readonly unresolved: readonly string[];
  /** Nodes that fail in both states with the same findings, where these are accepted. */
  readonly alike: readonly string[];
  /** Nodes of the later state. */
  readonly nodes: number;
  /** Leaves of the values of the re-resolved nodes. */
  readonly values: number;
  /** Policies of these nodes. */
  readonly policies: number;
  /** Differences that the claim allows; for `mv`, values that follow a name: references to it made them, or a query. */
  readonly allowed: readonly FoldedChange[];
}

/** A claim as `heir prove` prints it and a trailer holds it: `same`, `same but +class:base`, `mv class:ntp=time`, `only ntp:server on 4 nodes`. */
export function claimText(claim: Claim): string {
  switch (claim.kind) {
    case "same":
      return claim.but === undefined
        ? "same"
        : `same but ${claim.but.map(({ sign, name }) => `${sign}class:${name}`).join(" ")}`;
    case "mv":
      return `mv ${claim.renames.map(({ kind, from, to }) => `${kind}:${from}=${to}`).join(" ")}`;
    case "only": {
      const { length } = claim.nodes;
      return `only ${printPath(claim.path)} on ${length} ${length === 1 ? "node" : "nodes"}`;
    }
  }
}

/** `KIND:OLD=NEW` as a rename. Throws HeirError for any other text. */
export function renameOf(text: string): KindRename {
  const [, word = "", from = "", to = ""] = /^([a-z]+):(.+)=(.+)$/s.exec(text) ?? [];
  if (from === "") throw new HeirError("usage", `"${text}" is no rename`, "write KIND:OLD=NEW, as class:ntp=time");
  const kind = renameKinds.find((each) => each === word);
  if (kind !== undefined) return kind === "path" ? pathRename(from, to) : { kind, from, to };
  const hint = didYouMean(similar(word, renameKinds)) ?? `kinds are ${renameKinds.join(", ")}`;
  throw new HeirError("usage", `there is no kind "${word}" of names`, hint);
}

/** A path with another last key; `to` is that key, or the whole path. Throws HeirError for a path with another parent. */
function pathRename(from: string, to: string): KindRename {
  const old = pathOf(from);
  const now = pathOf(to);
  const parent = old.slice(0, -1);
  const isKey = now.length === 2 && now[0] === "parameters";
  const isBeside = now.length === old.length && isSamePath(now.slice(0, -1), parent);
  if (!(isKey || isBeside)) {
    const hint = `only the last key can differ: ${printPath([...parent, now.at(-1) ?? ""])}`;
    throw new HeirError("usage", `${to} has another parent than ${from}`, hint);
  }
  return { kind: "path", from: printPath(old), to: printPath([...parent, now.at(-1) ?? ""]) };
}

function pathOf(text: string): readonly string[] {
  const reading = parsePath(text);
  if (reading.kind === "path") return reading.path;
  throw new HeirError("usage", reading.kind === "fault" ? reading.message : `"${text}" may mean several paths`);
}

/** The keys of a path rename, from the node object on. */
export function renamedKeys({ from, to }: KindRename): { readonly path: readonly string[]; readonly key: string } {
  return { path: pathOf(from), key: pathOf(to).at(-1) ?? "" };
}

/** A path with another last key, and the tree it is in: `${…}` and `self:` read parameters, `exports:` the other one. */
export interface RenamedPath {
  readonly section: "parameters" | "exports";
  readonly keys: readonly string[];
  readonly key: string;
}

/** A rename of a path below parameters or exports; undefined for any other path. */
export function renamedPath(rename: KindRename): RenamedPath | undefined {
  const { path, key } = renamedKeys(rename);
  const [section, ...keys] = path;
  return (section === "parameters" || section === "exports") && keys.length > 0 ? { section, keys, key } : undefined;
}

/** `+class:NAME` or `-class:NAME`, as a claim and a trailer have it. Throws HeirError for any other text. */
export function listedClassOf(text: string): ListedClass {
  const [, sign, name = ""] = /^([+-])class:(\S+)$/.exec(text) ?? [];
  if (sign === "+" || sign === "-") return { sign, name };
  throw new HeirError("usage", `"${text}" is no class that is listed`, "write +class:NAME, or -class:NAME");
}

/**
 * The earlier node with the classes of the later one, if only these classes make the difference; else the earlier node. A
 * class that both list is not in another place.
 */
export function withListed(old: ResolvedNode, now: ResolvedNode, listed: readonly ListedClass[]): ResolvedNode {
  const names = (sign: ListedClass["sign"]) =>
    new Set(listed.filter((each) => each.sign === sign).map(({ name }) => name));
  const [added, removed] = [names("+"), names("-")];
  const earlier = new Set(old.classes.map(({ name }) => name));
  const kept = now.classes.filter(({ name }) => earlier.has(name) || !added.has(name)).map(({ name }) => name);
  const later = new Set(kept);
  const expected = old.classes.map(({ name }) => name).filter((name) => later.has(name) || !removed.has(name));
  const isSame = kept.length === expected.length && kept.every((name, index) => expected[index] === name);
  return isSame ? { ...old, classes: now.classes } : old;
}

/** Divides folded changes node by node. */
export function divided(changes: readonly FoldedChange[], isAllowed: NodeChangeTest) {
  const part = (wanted: boolean): readonly FoldedChange[] =>
    changes.flatMap((each) => {
      const nodes = each.nodes.filter((node) => isAllowed(each.change, node) === wanted);
      return nodes.length === 0 ? [] : [{ ...each, nodes }];
    });
  return { beyond: part(false), allowed: part(true) };
}

/** Whether nothing differs but the order of classes: what it decides is among the values. */
export function isClassOrder({ path, ...change }: FoldedChange["change"]): boolean {
  return path[0] === "classes" && change.kind === "changed" && change.items.every(({ kind }) => kind === "moved");
}
