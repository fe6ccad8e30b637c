import { type GroupOrder, orderOf } from "../../../src/resolve/groups/order.ts";
import { type Files, Sides } from "../side.ts";

/** Groups with their parents, and chains; the node `n1` is in all groups but those that are `out`. */
export interface Drawn {
  readonly groups: Readonly<Record<string, string>>;
  readonly order?: readonly string[];
  readonly out?: string;
}

/** The order of the groups that hold the node. Their parents need not hold it too. */
export async function orderIn(given: Drawn): Promise<GroupOrder> {
  const { inventory } = await new Sides().of(filesOf(given));
  const out = words(given.out ?? "");
  return orderOf(inventory, new Set(Object.keys(given.groups).filter((id) => !out.includes(id))));
}

export function filesOf({ groups, order, out = "" }: Drawn): Files {
  const files = Object.entries(groups).map(([id, parents]) => {
    const nodes = words(out).includes(id) ? "[]" : "[n1]";
    return [`groups/${id}.yml`, `{parents: [${words(parents).join(", ")}], nodes: ${nodes}}`];
  });
  const chains = (order ?? []).map((chain) => `[${words(chain).join(", ")}]`);
  return {
    "nodes/n1.yml": "{}",
    ...Object.fromEntries(files),
    ...(order !== undefined && { "order.yml": `order: [${chains.join(", ")}]` }),
  };
}

export function words(text: string): readonly string[] {
  return text.split(" ").filter((word) => word !== "");
}
