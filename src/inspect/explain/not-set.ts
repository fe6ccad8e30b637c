import { grouped } from "../../base/text-order.ts";
import type { Absence, Bringer, Unset } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { exactFilter, NearPaths } from "../../model/values/path-filter.ts";
import type { Span, Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { writtenAt } from "../../written/written.ts";
import { writers } from "../uses/writers.ts";
import { type NamedNode, routesOf } from "./layers.ts";

/**
 * Why a node has no value at a path below its parameters or exports: the classes, groups and other nodes that set one
 * and are no layers of the node, and similar paths of the node. Classes are listed with the places that mention them.
 * Never fails; `data` is undefined if the node does not resolve.
 */
export function whyUnset(search: Search, data: NodeData | undefined): Unset {
  const { path } = search;
  const [section] = path;
  const isMerged = section === "parameters" || section === "exports";
  const whole = isMerged ? data?.whole([section]) : undefined;
  return {
    node: search.node.name,
    path,
    there: whole === undefined ? [] : partThere(whole, path),
    bringers: bringersOf(search),
    near: whole === undefined ? [] : nearPaths(whole, path),
  };
}

interface Search extends NamedNode {
  readonly path: ParameterPath;
}

const KINDS = ["class", "group", "node"] as const;

function bringersOf(search: Search): readonly Bringer[] {
  const { inventory, path } = search;
  const [section = "", ...keys] = path;
  const all = writers(inventory);
  const ofKinds = KINDS.map((kind) => ({ kind, own: all.filter(({ by }) => by.kind === kind) }));
  const names = ofKinds.flatMap(({ own }) => own.flatMap((each) => each.names));
  const listed = names.filter(({ section, mention }) => section === "classes" && !mention.remove);
  const mentions = grouped(listed, ({ mention }) => mention.name);
  return ofKinds.flatMap(({ kind, own }) =>
    own.flatMap(({ by: { name }, sections }): readonly Bringer[] => {
      const places = mentions.get(name)?.map(({ mention }) => mention.origin) ?? [];
      const absence = absenceOf({ kind, name, places }, search);
      const layers = absence === undefined ? [] : sections.filter(([each]) => each === section);
      const [written] = layers.flatMap(([, layer]) => writtenAt(layer, keys, inventory.settings) ?? []);
      if (absence === undefined || written === undefined) return [];
      return [{ kind, name, ...written, path: [section, ...written.path], absence }];
    }),
  );
}

interface Absent extends Pick<Bringer, "kind" | "name"> {
  readonly places: readonly Span[];
}

/** Why something is no layer of the node; undefined if it is one. */
function absenceOf({ kind, name, places }: Absent, search: Search): Absence | undefined {
  const { inventory, node, ancestry } = search;
  switch (kind) {
    case "class": {
      const isPlaced = ancestry.steps.some((step) => step.layer === "class" && step.name === name);
      return isPlaced ? undefined : (removed(name, search) ?? { kind: "unlisted", places });
    }
    case "group":
      if (!ancestry.held.groups.some(({ id }) => id === name)) return { kind: "not-held" };
      return inventory.groups.groups.get(name)?.enabled === true ? undefined : { kind: "disabled" };
    case "node":
      return name === node.name ? undefined : { kind: "own" };
  }
}

function removed(name: string, { trace, inventory, node }: Search): Absence | undefined {
  const passed = trace.passedOver.find(({ chain, why }) => why === "removed" && chain.at(-1)?.name === name);
  const mention = passed?.chain.at(-1)?.mention;
  const removal = trace.removals.find(({ earlier }) => earlier.some((each) => each === mention))?.removal;
  if (passed === undefined || removal === undefined) return undefined;
  return { kind: "removed", by: removal.origin, route: routesOf(inventory, node).along(passed.chain) };
}

/** The first keys, as many as lead to a value. */
function partThere(whole: Value, path: ParameterPath): ParameterPath {
  let depth = path.length;
  while (depth > 0 && valueAt(whole, path.slice(0, depth)) === undefined) depth -= 1;
  return path.slice(0, depth);
}

const MOST = 5;

/** Paths similar to the one asked for; at most five. */
function nearPaths(whole: Value, path: ParameterPath): readonly ParameterPath[] {
  const near = new NearPaths(exactFilter(path).keys);
  near.add(whole);
  return near.whole(MOST).map((path) => path.map(({ text }) => text));
}
