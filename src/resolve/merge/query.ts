import { madeOnce } from "../../base/made-once.ts";
import type { DiagnosticCode } from "../../model/findings/codes.ts";
import { type Diagnostic, finding, isError } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { GroupConflict, Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { isAlong } from "../../model/values/parameter-path.ts";
import { type Query, type QueryTest, queryPaths } from "../../model/values/query.ts";
import { type ScalarValue, type Span, textValue, type Value } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";
import { type Linearisation, linearise } from "../ancestry/linearise.ts";
import { environmentText } from "../ancestry/made-steps.ts";
import { WorkAllowance } from "../limits.ts";
import { conflictFault, conflictsOf } from "../orders/conflicts.ts";
import { judgeOrders } from "../orders/judge.ts";
import type { MissingTarget } from "./followed.ts";
import type { Interpolation, OfNode } from "./interpolation.ts";
import { interpolated, mergeSteps } from "./merge.ts";
import type { MergedMap } from "./partial-value.ts";
import { pythonEqual } from "./python-equal.ts";
import type { QueryAnswers, QueryAsked, ReferenceFault } from "./referencing-node.ts";

/**
 * Answers the inventory queries of one node (rules Q1 to Q8 in docs/concepts/queries.md) from what the nodes in scope
 * export: those of the given environment, or all. A fault in a node in scope is a fault of the query.
 */
export function queryAnswers(inventory: Inventory, environment: string): QueryAnswers {
  return {
    answer(query, asked) {
      const limit = queryScope(query, { environment, settings: inventory.settings });
      const isAsked = (node: NodeExports) => limit === undefined || node.environment === limit;
      const nodes = readableNodes(inventory);
      const fault = firstFault(nodes, { query, isAsked, origin: asked.origin });
      if (fault === undefined) return answerFrom(nodes.filter(isAsked), query, asked);
      asked.fault(fault.diagnostic, fault.stops);
      return undefined;
    },
  };
}

/** The environment that limits a query; undefined when none does. In kapitan's dialect none ever does. */
export function queryScope(
  query: Query,
  { environment, settings }: { readonly environment: string; readonly settings: Settings },
): string | undefined {
  return query.allEnvironments || settings.dialect === "kapitan" ? undefined : environment;
}

/** All nodes by name, without those that `inventory_ignore_failed_node` leaves out. */
function readableNodes(inventory: Inventory): readonly NodeExports[] {
  const nodes = [...exportsOf(inventory).values()];
  return inventory.settings.inventory_ignore_failed_node ? nodes.filter((node) => !isNoYaml(node.unreadable)) : nodes;
}

function isNoYaml(fault: Diagnostic | undefined): boolean {
  return fault?.code === "yaml-syntax" || fault?.code === "merge-marker";
}

interface Scope {
  readonly query: Query;
  readonly isAsked: (node: NodeExports) => boolean;
  readonly origin: Span;
}

/** Node by node: its file, which is read even if the node is not asked, then its classes, then what it exports. */
function firstFault(nodes: readonly NodeExports[], { query, isAsked, origin }: Scope): ReferenceFault | undefined {
  for (const [asked, node] of nodes.entries()) {
    const { name } = node;
    const fault = (code: DiagnosticCode, cause: Diagnostic): ReferenceFault => {
      return { diagnostic: otherNode(code, origin, { name, cause }), stops: { asked } };
    };
    const cause = node.unreadable ?? (isAsked(node) ? node.fault() : undefined);
    if (cause !== undefined) return fault(isNoYaml(cause) || isConflict(cause) ? "query-failed" : cause.code, cause);
    if (!isAsked(node)) continue;
    for (const path of queryPaths(query)) {
      const exported = node.at(path);
      if (exported.kind !== "failed") continue;
      const failure = query.ignoreErrors ? exported.grave : exported.diagnostic;
      if (failure !== undefined) return fault("query-failed", failure);
    }
  }
  return undefined;
}

function answerFrom(nodes: readonly NodeExports[], query: Query, asked: QueryAsked): Value | MissingTarget | undefined {
  const found: { readonly name: string; readonly value: Value | undefined }[] = [];
  for (const node of nodes) {
    const fits = fitsTests(node, query.tests, asked);
    if (typeof fits !== "boolean") return fits;
    if (fits) found.push({ name: node.name, value: query.value && exportedValue(node.at(query.value)) });
  }
  const { origin } = asked;
  const named = (name: string): ScalarValue => textValue(name, origin);
  if (query.value === undefined)
    return { kind: "list", items: found.map(({ name }) => named(name)), origin, plain: true };
  const entries = found.flatMap(({ name, value }) => {
    return value === undefined ? [] : [{ key: name, keyNode: named(name), value }];
  });
  return { kind: "map", entries, origin, plain: true };
}

/** Whether a node passes all tests, joined from left to right; undefined or missing when one cannot be made. */
function fitsTests(
  node: NodeExports,
  tests: readonly QueryTest[],
  asked: QueryAsked,
): boolean | MissingTarget | undefined {
  let fits = true;
  for (const [index, test] of tests.entries()) {
    const passed = passes(node, test, asked);
    if (typeof passed !== "boolean") return passed;
    if (index === 0) fits = passed;
    else fits = test.join === "and" ? fits && passed : fits || passed;
  }
  return fits;
}

function passes(node: NodeExports, test: QueryTest, asked: QueryAsked): boolean | MissingTarget | undefined {
  const other = operandValue(test, asked);
  if (other === undefined || other.kind === "missing") return other;
  if (other.kind === "scalar" && other.type === "null") {
    asked.fault(finding("query-expression", asked.origin, "query compares with a null parameter"));
    return undefined;
  }
  const value = exportedValue(node.at(test.export));
  return value !== undefined && pythonEqual(value, other) === (test.operator === "==");
}

function operandValue({ other }: QueryTest, asked: QueryAsked): Value | MissingTarget | undefined {
  if (other.kind === "parameter") return asked.parameter(other.path);
  if (other.kind === "nothing") {
    const message = "query compares two exports; one side must be a parameter of this node or a value";
    asked.fault(finding("query-expression", asked.origin, message));
    return undefined;
  }
  const { type, data } = other;
  return { kind: "scalar", type, data, origin: asked.origin };
}

function exportedValue(exported: Exported): Value | undefined {
  return exported.kind === "value" ? exported.value : undefined;
}

/** A query fails because another node in its scope does. */
function otherNode(
  code: DiagnosticCode,
  origin: Span,
  { name, cause }: { readonly name: string; readonly cause: Diagnostic },
): Diagnostic {
  const related = cause.span === undefined ? [] : [{ span: cause.span, caption: `${name} fails here` }];
  const hint = code === "query-failed" ? hintFor(cause) : undefined;
  return finding(code, origin, `query failed on node ${name}: ${cause.message}`, { related, hint });
}

/** Whether the order of the groups of a node leaves it open, or a part of it. */
function isConflict({ code }: Diagnostic): boolean {
  return code === "group-conflict" || code === "order-limit";
}

function hintFor(cause: Diagnostic): string | undefined {
  if (isConflict(cause)) return cause.hint;
  return cause.code.startsWith("yaml-") ? LEAVE_FILES_OUT : LEAVE_NODES_OUT;
}

const LEAVE_NODES_OUT = "add +IgnoreErrors to the query to leave out such nodes";
const LEAVE_FILES_OUT = "set inventory_ignore_failed_node to leave out such nodes";

/** The value of one export of one node: undefined if the node does not have it. */
type Exported =
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
  const report = (diagnostic: Diagnostic) => faults.push(diagnostic);
  const interpolation = interpolated(steps, inventory, { ...how, rules, report });
  return { fault: faults[0], exports: mergeSteps(steps, "exports", { settings, rules, report }), interpolation };
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
