import type { Inventory } from "../../model/inventory/inventory.ts";
import type { CauseDeed, CausePlaces } from "../../model/results/cause.ts";
import type { Rename } from "../../model/results/comparison.ts";
import { type Query, queryPaths } from "../../model/values/query.ts";
import type { TemplatePart } from "../../model/values/value.ts";
import { exportsOf } from "../../resolve/references/exports.ts";
import { queryScope } from "../../resolve/references/query.ts";
import type { Identities } from "../identity.ts";
import { answer } from "./answers.ts";
import type { CauseSide } from "./side.ts";

/** Which other node makes a query come to something else, and why that node exports something else. */
export class QueryCauses {
  private readonly known = new Map<string, CauseDeed | undefined>();
  private readonly given: QueryGiven;

  constructor(given: QueryGiven) {
    this.given = given;
  }

  /** `first` is the node to look at before others, as its name is the key of what differs. */
  cause(
    { query, source }: Extract<TemplatePart, { kind: "query" }>,
    where: CausePlaces,
    { asking, first = "" }: { readonly asking: CauseSide; readonly first?: string | undefined },
  ): CauseDeed | undefined {
    const { environment } = asking.node.reads;
    const key = `${environment}\n${source}\n${first}`;
    if (!this.known.has(key)) this.known.set(key, this.other(query, { environment, where, source, first }));
    const found = this.known.get(key);
    return found === undefined ? undefined : { ...found, ...where };
  }

  private other(query: Query, asked: Asked): CauseDeed | undefined {
    const { before, after, identities } = this.given;
    const [old, now] = [exportsOf(before), exportsOf(after)];
    const limit = queryScope(query, { environment: asked.environment, settings: after.settings });
    const paths = queryPaths(query);
    for (const name of new Set([asked.first, ...now.keys(), ...old.keys()])) {
      const told = [old, now].map((index) => answer(index.get(name), limit, { paths, identities }));
      if (told[0] === told[1]) continue;
      const cause = this.whole(name, { old: old.has(name), now: now.has(name) }) ?? this.exported(name, paths);
      return { kind: "query-changed", query: asked.source, node: name, cause, ...asked.where };
    }
    return undefined;
  }

  /** A node that is on one side only. */
  private whole(name: string, there: { readonly old: boolean; readonly now: boolean }): CauseDeed | undefined {
    if (there.old && there.now) return undefined;
    const renamed = this.given.renamed.find(({ from, to }) => from === name || to === name);
    if (renamed !== undefined) return { kind: "node-renamed", node: renamed.from, to: renamed.to };
    return { kind: there.now ? "node-added" : "node-removed", node: name };
  }

  private exported(name: string, paths: readonly (readonly string[])[]): CauseDeed {
    for (const path of paths) {
      const cause = this.given.exportCause(name, path);
      if (cause !== undefined) return cause;
    }
    return { kind: "unknown" };
  }
}

interface Asked {
  readonly environment: string;
  readonly where: CausePlaces;
  readonly source: string;
  readonly first: string;
}

export interface QueryGiven {
  readonly before: Inventory;
  readonly after: Inventory;
  readonly identities: Identities;
  readonly renamed: readonly Rename[];
  /** Why one export of a node differs; undefined where it does not. */
  readonly exportCause: (node: string, path: readonly string[]) => CauseDeed | undefined;
}
