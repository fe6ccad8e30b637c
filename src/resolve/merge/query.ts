import type { DiagnosticCode } from "../../model/findings/codes.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { type Query, type QueryTest, queryPaths } from "../../model/values/query.ts";
import type { MapEntry, ScalarValue, Span, Value } from "../../model/values/value.ts";
import { keyText, textValue } from "../../model/values/value.ts";
import { type Exported, exportsOf, type NodeExports } from "./exports.ts";
import type { MissingTarget } from "./followed.ts";
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

/** Whether Python's `==` holds two values equal: `1 == 1.0 == True`, `"1" != 1`, lists and mappings deeply. */
function pythonEqual(left: Value, right: Value): boolean {
  if (left.kind === "scalar" && right.kind === "scalar") return scalarEqual(left, right);
  if (left.kind === "list" && right.kind === "list") {
    const { items } = right;
    return left.items.length === items.length && left.items.every((item, at) => pythonEqual(item, items[at] ?? item));
  }
  if (left.kind === "map" && right.kind === "map") return sameEntries(left.entries, right.entries);
  if (left.kind === "set" && right.kind === "set") {
    const isIn = (item: ScalarValue): boolean => right.items.some((other) => scalarEqual(other, item));
    return left.items.length === right.items.length && left.items.every(isIn);
  }
  return false;
}

function scalarEqual(left: ScalarValue, right: ScalarValue): boolean {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one === undefined || other === undefined) return left.type === right.type && left.data === right.data;
  if (typeof one === typeof other) return one === other;
  const [exact, rounded] = typeof one === "bigint" ? [one, other] : [other, one];
  return Number.isInteger(rounded) && BigInt(rounded) === exact;
}

/** Numbers and truth values share one order in Python. */
function numberOf({ data }: ScalarValue): number | bigint | undefined {
  if (typeof data === "boolean") return data ? 1 : 0;
  return typeof data === "number" || typeof data === "bigint" ? data : undefined;
}

function sameEntries(left: readonly MapEntry[], right: readonly MapEntry[]): boolean {
  if (left.length !== right.length) return false;
  const byKey = new Map(right.map((entry) => [keyText(entry), entry.value]));
  return left.every((entry) => {
    const other = byKey.get(keyText(entry));
    return other !== undefined && pythonEqual(entry.value, other);
  });
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
