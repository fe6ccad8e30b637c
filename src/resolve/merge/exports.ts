import { madeOnce } from "../../base/remembered.ts";
import { type Diagnostic, isError } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { GroupConflict, Inventory } from "../../model/inventory/inventory.ts";
import { isAlong } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";
import { environmentText } from "../ancestry/automatic.ts";
import { type Linearisation, linearise } from "../ancestry/linearise.ts";
import { WorkAllowance } from "../limits.ts";
import { conflictFault, conflictsOf } from "../orders/conflicts.ts";
import { judgeOrders } from "../orders/judge.ts";
import { Interpolation, type OfNode } from "./interpolation.ts";
import { mergeSteps } from "./merge.ts";
import type { MergedMap } from "./partial-value.ts";

/** The value of one export of one node: undefined if the node does not have it. */
export type Exported =
  | { readonly kind: "value"; readonly value: Value | undefined }
  /** `grave` is the fault, if any, that a query cannot ignore: everything but a reference without a target. */
  | { readonly kind: "failed"; readonly diagnostic: Diagnostic; readonly grave: Diagnostic | undefined };

/** What one node lets queries of other nodes see. Ancestry and values are computed when first asked for. */
export interface NodeExports {
  readonly name: string;
  /** The node's environment as text by which environments can be compared. */
  readonly environment: string;
  /** Why its file cannot be read, if so. Every query needs that, be it to know which environment the node is in. */
  readonly unreadable: Diagnostic | undefined;
  /** Why the node cannot be read, if so: its file, or a class that is missing. */
  readonly fault: () => Diagnostic | undefined;
  readonly at: (path: readonly string[]) => Exported;
}

/** The exports of every node, by name in the order of names; made once per inventory. */
export const exportsOf: (inventory: Inventory) => ReadonlyMap<string, NodeExports> = kept("shared", (inventory) => {
  const nodes = inventory.nodeNames.flatMap((name) => inventory.node(name) ?? []);
  return new Map(nodes.map((node) => [node.name, nodeExports(node, inventory)]));
});

function nodeExports(node: Definition, inventory: Inventory): NodeExports {
  const walk = madeOnce(() => walkExports(node, inventory));
  const allowance = new WorkAllowance();
  const opening = () => madeOnce(() => openNode(walk(), inventory, { allowance }));
  let open = opening();
  const known = new Map<string, Exported>();
  return {
    name: node.name,
    environment: environmentText(node, inventory.settings),
    unreadable: fileFault(node),
    fault: () => walk().whole ?? open().fault,
    at(path) {
      const key = JSON.stringify(path);
      let exported = known.get(key) ?? openExport(walk(), path);
      if (exported === undefined) {
        exported = exportAt(open(), path);
        if (exported.kind === "failed") {
          // A fault is reported once; another path may have to report it again.
          open = opening();
          exported = exportAt(openNode(walk(), inventory, { isAsked: true, allowance }), path);
        }
      }
      known.set(key, exported);
      return exported;
    },
  };
}

/** The fault by which reading the file ends; an unreadable class name is no matter until the class is needed. */
function fileFault({ diagnostics, classes }: Definition): Diagnostic | undefined {
  const names = new Set(classes.map(({ origin }) => origin));
  return diagnostics.find(({ severity, span }) => severity === "error" && (span === undefined || !names.has(span)));
}

/** A node before its values are computed, with what the order of its groups leaves open of its exports. */
interface WalkedExports extends Pick<Linearisation, "steps" | "diagnostics" | "rules"> {
  readonly name: string;
  readonly open: readonly GroupConflict[];
  /** The conflict, where the order leaves the whole node open. */
  readonly whole: Diagnostic | undefined;
}

function walkExports(node: Definition, inventory: Inventory): WalkedExports {
  const { name } = node;
  const ancestry = linearise(inventory, node);
  const { steps, diagnostics, rules } = ancestry;
  // Exports cannot depend on queries.
  const judged = judgeOrders({ inventory, node, ancestry }, undefined);
  const conflicts = judged === undefined ? [] : conflictsOf(judged, inventory).conflicts;
  const whole = conflicts.find(({ paths }) => paths.some(({ path }) => path.length === 0));
  const open = conflicts.flatMap((conflict) => {
    const paths = conflict.paths.filter(({ path }) => path[0] === "exports");
    return paths.length === 0 ? [] : [{ ...conflict, paths }];
  });
  return { name, steps, diagnostics, rules, open, whole: whole && conflictFault(whole, name, judged?.fault) };
}

/** The conflict that leaves an export open, a part of it or what it is a part of. */
function openExport({ name, open }: WalkedExports, path: readonly string[]): Exported | undefined {
  for (const conflict of open) {
    const paths = conflict.paths.filter((each) => isAlong(["exports", ...path], each.path));
    if (paths.length === 0) continue;
    const diagnostic = conflictFault({ ...conflict, paths }, name);
    return { kind: "failed", diagnostic, grave: diagnostic };
  }
  return undefined;
}

interface OpenedNode {
  readonly fault: Diagnostic | undefined;
  readonly exports: MergedMap;
  readonly interpolation: Interpolation;
}

function openNode({ steps, diagnostics, rules }: WalkedExports, inventory: Inventory, how: OfNode): OpenedNode {
  const { settings } = inventory;
  const faults = diagnostics.filter(isError);
  const context = { settings, rules, report: (diagnostic: Diagnostic) => faults.push(diagnostic) };
  const interpolation = new Interpolation(mergeSteps(steps, "parameters", context), inventory, how);
  return { fault: faults[0], exports: mergeSteps(steps, "exports", context), interpolation };
}

/** One export, resolved with the parameters of its own node. Only what is asked for is resolved. */
function exportAt({ exports, interpolation }: OpenedNode, path: readonly string[]): Exported {
  const before = interpolation.faults.length;
  const value = path.length === 0 ? undefined : interpolation.valueAt(exports, path);
  const faults = interpolation.faults.slice(before).filter(({ diagnostic }) => diagnostic.severity === "error");
  const [first] = faults;
  if (first === undefined) return { kind: "value", value };
  const grave = faults.find(({ stops }) => stops !== "at-end")?.diagnostic;
  return { kind: "failed", diagnostic: first.diagnostic, grave };
}
