import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { ExplainedLayer, Route, Waypoint } from "../../model/results/explanation.ts";
import type { Chain, WalkTrace } from "../../resolve/ancestry/walk-trace.ts";
import { whyMember } from "./why-member.ts";

/** Every layer of a node with the groups and classes that lead to it. Never fails. */
export function explainedLayers(
  steps: readonly Step[],
  trace: WalkTrace,
  { inventory, node }: { readonly inventory: Inventory; readonly node: Definition },
): readonly ExplainedLayer[] {
  const routes = new Routes(inventory, node);
  const again = new Map<string, Route[]>();
  for (const { chain, why } of trace.passedOver) {
    const name = chain.at(-1)?.name ?? "";
    if (why === "placed") again.set(name, [...(again.get(name) ?? []), routes.along(chain)]);
  }
  return steps.map((step, index): ExplainedLayer => {
    const { layer, name } = step;
    const chain = trace.chains.get(step) ?? [];
    return {
      step,
      position: index + 1,
      through: layer === "group" ? routes.toGroup(name) : routes.along(chain),
      again: layer === "class" ? (again.get(name) ?? []) : [],
    };
  });
}

/** Routes from one node to its groups and classes. */
export class Routes {
  private readonly inventory: Inventory;
  private readonly node: Definition;
  private readonly groupsByFile: ReadonlyMap<string, string>;

  constructor(inventory: Inventory, node: Definition) {
    this.inventory = inventory;
    this.node = node;
    this.groupsByFile = new Map([...inventory.groups.groups.values()].map(({ id, file }) => [file.path, id]));
  }

  /** A chain of mentions. If it begins in a group, the route to the group is in front. */
  along(chain: Chain): Route {
    const start = this.groupsByFile.get(chain[0]?.mention.origin.file.path ?? "");
    const classes = chain.map(({ name, mention }): Waypoint => ({ kind: "class", name, origin: mention.origin }));
    return start === undefined ? classes : [...this.toGroup(start), ...classes];
  }

  /** The route to a group; to an umbrella through the child that holds the node. */
  toGroup(id: string): Route {
    const reason = whyMember(this.inventory, this.node, id);
    if (reason === undefined) return [];
    const { by, group } = reason;
    const child = by.kind === "children" ? by.ids[0] : undefined;
    const start = { file: group.file, start: 0, end: 0 };
    if (child === undefined) return [{ kind: "group", name: id, origin: "origin" in by ? by.origin : start }];
    const parents = this.inventory.groups.groups.get(child)?.parents ?? [];
    const origin = parents.find(({ name }) => name === id)?.origin ?? start;
    return [...this.toGroup(child), { kind: "group", name: id, origin }];
  }
}
