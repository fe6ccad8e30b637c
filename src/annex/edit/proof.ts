import type { FoldedChange } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Rename } from "../../model/results/printed-parts.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";

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

/** What became of a proof that a trailer states (rule X9 of docs/concepts/edits.md). */
export type Verification =
  | { readonly result: "holds" }
  /** Stale if the claim holds, but for other trees, or another number of nodes. */
  | { readonly result: "proof-stale" | "proof-false"; readonly why: string };

export interface CommitProof {
  readonly commit: string;
  /** The value of the trailer. */
  readonly text: string;
  readonly verification: Verification;
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
