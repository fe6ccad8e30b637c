import type { Inventory } from "../../model/inventory/inventory.ts";
import type { CauseEdit, CausePlaces } from "../../model/results/change.ts";
import type { Rename } from "../../model/results/printed-parts.ts";
import { type Query, queryPaths } from "../../model/values/query.ts";
import type { TemplatePart } from "../../model/values/value.ts";
import { exportsOf, queryScope } from "../../resolve/merge/query.ts";
import { answerOf } from "../affected.ts";
import type { Identities } from "../identity.ts";
import type { CauseSide } from "./side.ts";

/** Finds why the answer of a query differs; each query is examined once. */
export type QueryCauses = ReturnType<typeof queryCauses>;

/** Finds the node that changes a query's answer, and why. `first`, the key of the difference, is examined first. */
export function queryCauses(given: QueryInventories) {
  const known = new Map<string, CauseEdit | undefined>();
  return (
    { query, source }: Extract<TemplatePart, { kind: "query" }>,
    where: CausePlaces,
    { asking, first = "" }: { readonly asking: CauseSide; readonly first?: string | undefined },
  ): CauseEdit | undefined => {
    const { environment } = asking.node.reads;
    const key = `${environment}\n${source}\n${first}`;
    if (!known.has(key)) known.set(key, answerCause(query, { environment, where, source, first }, given));
    const found = known.get(key);
    return found && { ...found, ...where };
  };
}

function answerCause(query: Query, asked: AskedQuery, given: QueryInventories): CauseEdit | undefined {
  const { before, after, identities, renamed, exportCause } = given;
  const [old, now] = [exportsOf(before), exportsOf(after)];
  const limit = queryScope(query, { environment: asked.environment, settings: after.settings });
  const paths = queryPaths(query);
  for (const name of new Set([asked.first, ...now.keys(), ...old.keys()])) {
    const answers = [old, now].map((index) => answerOf(index.get(name), limit, { paths, identities }));
    if (answers[0] === answers[1]) continue;
    const isAlone = old.has(name) !== now.has(name);
    const exported = (): CauseEdit | undefined => {
      for (const path of paths) {
        const cause = exportCause(name, path);
        if (cause !== undefined) return cause;
      }
      return undefined;
    };
    const cause = isAlone ? aloneCause(name, now.has(name), renamed) : (exported() ?? { kind: "unknown" });
    return { kind: "query-changed", query: asked.source, node: name, cause, ...asked.where };
  }
  return undefined;
}

function aloneCause(name: string, isNew: boolean, renames: readonly Rename[]): CauseEdit {
  const renamed = renames.find(({ from, to }) => from === name || to === name);
  if (renamed !== undefined) return { kind: "node-renamed", node: renamed.from, to: renamed.to };
  return { kind: isNew ? "node-added" : "node-removed", node: name };
}

interface AskedQuery {
  readonly environment: string;
  readonly where: CausePlaces;
  readonly source: string;
  readonly first: string;
}

export interface QueryInventories {
  readonly before: Inventory;
  readonly after: Inventory;
  readonly identities: Identities;
  readonly renamed: readonly Rename[];
  /** Why one export of a node differs; undefined if it does not. */
  readonly exportCause: (node: string, path: readonly string[]) => CauseEdit | undefined;
}
