import type { Diagnostic } from "../model/diagnostic.ts";
import type { Inventory } from "../model/inventory.ts";
import type { Span } from "../model/origin.ts";
import { type Query, type QueryTest, queryPaths } from "../model/query.ts";
import type { Settings } from "../model/settings.ts";
import { type ScalarValue, textValue, type Value } from "../model/value.ts";
import { type Exported, exportsOf, type NodeExports } from "./exports.ts";
import { pythonEqual } from "./python-equal.ts";
import * as faults from "./query-faults.ts";
import type { Missing, QueryAnswers, QueryAsked } from "./shape.ts";

/**
 * Answers the inventory queries of one node (rules Q1 to Q8 in docs/concepts/queries.md) from what the nodes in scope
 * export: those of the given environment, or all. A fault in a node in scope is a fault of the query.
 */
export function queryAnswers(inventory: Inventory, environment: string): QueryAnswers {
  return {
    answer(query, asked) {
      const nodes = nodesInScope(inventory, queryScope(query, { environment, settings: inventory.settings }));
      const fault = unreadable(inventory, asked.origin) ?? firstFault(nodes, query, asked.origin);
      if (fault === undefined) return answerFrom(nodes, query, asked);
      asked.fault(fault);
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

/** Nodes of one environment (all when undefined), by name. */
function nodesInScope(inventory: Inventory, environment: string | undefined): readonly NodeExports[] {
  const nodes = [...exportsOf(inventory).values()].filter((node) => !isSkipped(inventory, node.name));
  return environment === undefined ? nodes : nodes.filter((node) => node.environment === environment);
}

function isSkipped(inventory: Inventory, name: string): boolean {
  return inventory.settings.inventory_ignore_failed_node && yamlFault(inventory, name) !== undefined;
}

/** Every node file has to be read to know its environment, so one that cannot be is a fault of every query. */
function unreadable(inventory: Inventory, origin: Span): Diagnostic | undefined {
  if (inventory.settings.inventory_ignore_failed_node) return undefined;
  for (const name of inventory.nodeNames) {
    const fault = yamlFault(inventory, name);
    if (fault !== undefined) return faults.otherNode("query-failed", origin, { name, cause: fault });
  }
  return undefined;
}

function yamlFault(inventory: Inventory, name: string): Diagnostic | undefined {
  return inventory.node(name)?.diagnostics.find(({ code }) => code === "yaml-syntax" || code === "merge-marker");
}

function firstFault(nodes: readonly NodeExports[], query: Query, origin: Span): Diagnostic | undefined {
  for (const node of nodes) {
    const cause = node.fault();
    if (cause !== undefined) return faults.otherNode(cause.code, origin, { name: node.name, cause });
    if (query.ignoreErrors) continue;
    for (const path of queryPaths(query)) {
      const exported = node.at(path);
      if (exported.kind === "failed") {
        return faults.otherNode("query-failed", origin, { name: node.name, cause: exported.diagnostic });
      }
    }
  }
  return undefined;
}

function answerFrom(nodes: readonly NodeExports[], query: Query, asked: QueryAsked): Value | Missing | undefined {
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
function fitsTests(node: NodeExports, tests: readonly QueryTest[], asked: QueryAsked): boolean | Missing | undefined {
  let fits = true;
  for (const [index, test] of tests.entries()) {
    const passed = passes(node, test, asked);
    if (typeof passed !== "boolean") return passed;
    if (index === 0) fits = passed;
    else fits = test.join === "and" ? fits && passed : fits || passed;
  }
  return fits;
}

function passes(node: NodeExports, test: QueryTest, asked: QueryAsked): boolean | Missing | undefined {
  const other = operandValue(test, asked);
  if (other === undefined || other.kind === "missing") return other;
  if (other.kind === "scalar" && other.type === "null") {
    asked.fault(faults.nullOperand(asked.origin));
    return undefined;
  }
  const value = exportedValue(node.at(test.export));
  return value !== undefined && pythonEqual(value, other) === (test.operator === "==");
}

function operandValue({ other }: QueryTest, asked: QueryAsked): Value | Missing | undefined {
  if (other.kind === "parameter") return asked.parameter(other.path);
  const { type, data } = other;
  return { kind: "scalar", type, data, origin: asked.origin };
}

function exportedValue(exported: Exported): Value | undefined {
  return exported.kind === "value" ? exported.value : undefined;
}
