import { keptAt } from "../../../base/made-once.ts";
import { compareText } from "../../../base/text-order.ts";
import { valueJson } from "../../../encoding/json.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { isMap, type Value } from "../../../model/values/value.ts";

export interface Shared {
  readonly value: Value;
  readonly nodes: string[];
}

/** The values at one path of two sets of nodes: by value, the most frequent first. */
export interface Spread {
  readonly path: ParameterPath;
  readonly sides: readonly [readonly Shared[], readonly Shared[]];
  /** How many nodes of each set have nothing at the path. */
  readonly unset: readonly [number, number];
}

/** What nodes have in common, value by value: mappings are walked, lists and scalars are values. */
export class SharedValues {
  private readonly paths = new Map<string, { readonly path: ParameterPath; readonly of: Map<string, Shared> }>();
  private readonly sections: readonly string[];
  /** How many nodes were added. */
  count = 0;

  constructor(sections: readonly string[] = ["parameters", "exports"]) {
    this.sections = sections;
  }

  /** Adds the values of a node as one mapping of its parts. */
  add(node: string, whole: Masked<Value>): void {
    this.count += 1;
    this.walk(node, [], whole);
  }

  at(path: string): readonly Shared[] {
    return [...(this.paths.get(path)?.of.values() ?? [])].sort((one, other) => other.nodes.length - one.nodes.length);
  }

  known(): Iterable<readonly [string, { readonly path: ParameterPath }]> {
    return this.paths;
  }

  private walk(node: string, path: ParameterPath, value: Value): void {
    if (isMap(value) && (path.length < 2 || value.entries.length > 0)) {
      for (const { key, value: below } of value.entries) {
        if (!this.isOwn(path, key)) this.walk(node, [...path, key], below);
      }
      return;
    }
    const printed = printPath(path);
    const known = keptAt(this.paths, printed, () => ({ path, of: new Map<string, Shared>() }));
    keptAt(known.of, valueJson(value), () => ({ value, nodes: [] })).nodes.push(node);
  }

  /** Only some sections are compared, without what names the node itself. */
  private isOwn(path: ParameterPath, key: string): boolean {
    return path.length === 0 ? !this.sections.includes(key) : path.length === 1 && key === "_reclass_";
  }
}

/** Paths at which the nodes of two sets have different values, those that only one set has at the ends. */
export function spreads(one: SharedValues, other: SharedValues): readonly Spread[] {
  const paths = new Map([...one.known(), ...other.known()]);
  const all = [...paths].flatMap(([printed, { path }]): readonly Spread[] => {
    const sides = [one.at(printed), other.at(printed)] as const;
    const unset = [one.count - nodesIn(sides[0]), other.count - nodesIn(sides[1])] as const;
    return isSame(sides, unset) ? [] : [{ path, sides, unset }];
  });
  const weight = ({ sides: [left, right] }: Spread): number => nodesIn(left) + nodesIn(right);
  return all.sort(
    (left, right) =>
      ORDER.indexOf(signOf(left)) - ORDER.indexOf(signOf(right)) ||
      weight(right) - weight(left) ||
      compareText(printPath(left.path), printPath(right.path)),
  );
}

/** Whether both sets have the path, or only the first or the second one. */
type SpreadSign = "-" | "~" | "+";

const ORDER: readonly SpreadSign[] = ["-", "~", "+"];

export function nodesIn(side: readonly Shared[]): number {
  return side.reduce((sum, { nodes }) => sum + nodes.length, 0);
}

/** Whether both sets have the same values, on however many nodes. */
function isSame([one, other]: Spread["sides"], [unset, others]: Spread["unset"]): boolean {
  const keys = (side: readonly Shared[]): string =>
    side
      .map(({ value }) => valueJson(value))
      .sort(compareText)
      .join("\n");
  return keys(one) === keys(other) && unset > 0 === others > 0;
}

export function signOf({ sides: [one, other] }: Spread): SpreadSign {
  return one.length === 0 ? "+" : other.length === 0 ? "-" : "~";
}
