import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReadSet } from "../../model/inventory/resolved.ts";
import { queryPaths } from "../../model/values/query.ts";
import { exportsOf, type NodeExports } from "../../resolve/references/exports.ts";
import { queryScope } from "../../resolve/references/query.ts";
import type { Identities } from "../identity.ts";

/** Two inventories, and the nodes that may differ between them or are on one side only. */
export interface AskedSides {
  readonly before: Inventory;
  readonly after: Inventory;
  readonly changed: readonly string[];
  readonly identities: Identities;
}

/**
 * Whether a node's inventory queries may have other answers: a changed node in their scope exports another value that
 * they read, was added or removed, or fails for another reason. Only exports that are read are resolved.
 */
export function isAskedDifferently(reads: ReadSet, sides: AskedSides): boolean {
  if (reads.queries.length === 0) return false;
  return sides.changed.some((name) => {
    const [old, now] = [exportsOf(sides.before).get(name), exportsOf(sides.after).get(name)];
    return reads.queries.some((query) => {
      const limit = queryScope(query, { environment: reads.environment, settings: sides.before.settings });
      const paths = queryPaths(query);
      const asked = { paths, identities: sides.identities };
      return answer(old, limit, asked) !== answer(now, limit, asked);
    });
  });
}

/** The contribution of one node to a query, as text that is equal for equal contributions. */
export function answer(
  node: NodeExports | undefined,
  environment: string | undefined,
  { paths, identities }: { readonly paths: readonly (readonly string[])[]; readonly identities: Identities },
): string {
  if (node?.unreadable !== undefined) return `unreadable ${node.unreadable.code} ${node.unreadable.message}`;
  if (node === undefined || (environment !== undefined && node.environment !== environment)) return "";
  const fault = node.fault();
  if (fault !== undefined) return `fault ${fault.code} ${fault.message}`;
  const values = paths.map((path) => {
    const exported = node.at(path);
    if (exported.kind === "failed") return `failed ${exported.diagnostic.message} ${exported.grave?.message}`;
    return exported.value === undefined ? "none" : `value ${identities.of(exported.value)}`;
  });
  return `in scope\n${values.join("\n")}`;
}
