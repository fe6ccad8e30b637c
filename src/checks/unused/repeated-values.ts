import { keptAt } from "../../base/made-once.ts";
import { command } from "../../base/terminal-text.ts";
import { type Diagnostic, type FoundOnNodes, finding } from "../../model/findings/diagnostic.ts";
import type { Inventory, NodeOutcome, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { NodePolicies } from "../../model/inventory/policy.ts";
import { isAlong, type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { isMap, isSameScalar, type ScalarValue, type Value } from "../../model/values/value.ts";
import { policiesOfNode } from "../../resolve/policies/node-policies.ts";
import { callsIn } from "../../written/property-calls.ts";
import { layerAt, type Written } from "../../written/written.ts";

/** A scalar that counts so far, and the one below it that it says again. */
interface Said {
  readonly value: ScalarValue;
  readonly path: ParameterPath;
  /** Who writes it, in words; undefined if the value is compared with, but never reported. */
  readonly by: string | undefined;
  readonly repeats: Said | undefined;
}

/** What the layers of a node said so far at a key: `other` is what cannot be compared, such as a list, a reference or a scalar over a mapping. */
type Reached = Said | Layers | "other";
type Layers = Map<string, Reached>;

/**
 * Finds scalars that repeat: on every node on which one counts, a weaker layer says the same. Looks at `parameters`
 * and `exports` of classes and nodes, and at `sets` of directives. Exempt: values above or below a reference, a list or
 * a prefixed key; what an order of groups could decide; layers of nodes that do not resolve. `visit` takes every node.
 */
export class RepeatedValues {
  private readonly inventory: Inventory;
  private readonly repeated = new Map<Value, { readonly said: Said; readonly nodes: string[] }>();
  private readonly needed = new Set<Value>();
  /** Files of nodes that do not resolve. */
  private readonly unknown = new Set<string>();

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  visit({ node, reads }: NodeOutcome): void {
    if (node === undefined) {
      for (const path of reads.files.keys()) this.unknown.add(path);
      return;
    }
    const open = [...node.conflicts, ...node.latent].flatMap(({ paths }) => paths.map(({ path }) => path));
    const isOpen = (path: ParameterPath) => open.some((each) => isAlong(path, each));
    for (const section of ["parameters", "exports"] as const) {
      const reached: Layers = new Map();
      for (const step of node.steps) this.lay(layerAt(step[section], [section]), reached, ownerOf(step));
      this.settle(reached, node, isOpen);
    }
    this.settle(this.declared(policiesOfNode(this.inventory, node)), node, isOpen);
  }

  *findings(): Iterable<FoundOnNodes> {
    for (const [value, { said, nodes }] of this.repeated) {
      if (this.needed.has(value) || this.unknown.has(value.origin.file.path)) continue;
      yield { diagnostic: repeatedFinding(said), nodes };
    }
  }

  private lay(layer: Written, reached: Layers, by: string | undefined): void {
    for (const part of layer.parts(this.inventory.settings)) {
      const { key, value } = part;
      const below = reached.get(key);
      if (isMap(value) && part.prefixes.length === 0 && (below === undefined || below instanceof Map)) {
        const inside = below ?? new Map<string, Reached>();
        reached.set(key, inside);
        this.lay(part, inside, by);
      } else {
        reached.set(key, part.prefixes.length === 0 ? this.over(below, { value, path: part.path, by }) : "other");
        if (reached.get(key) === "other") this.need(below);
      }
    }
  }

  /** A value over what is below it. */
  private over(
    below: Reached | undefined,
    { value, path, by }: Pick<Said, "path" | "by"> & { readonly value: Value },
  ): Reached {
    if (value.kind !== "scalar" || below instanceof Map) return "other";
    const repeats = below !== undefined && below !== "other" && isSameScalar(below.value, value) ? below : undefined;
    return { value, path, by, repeats };
  }

  /** The variables that directives set to plain texts, in the order of values. */
  private declared({ policies }: NodePolicies): Layers {
    const reached: Layers = new Map();
    for (const { directive } of policies.flatMap(({ directives }) => directives)) {
      for (const { name, value } of directive.sets) {
        const said = { value, path: ["variables", name], by: `directive ${directive.id}` };
        reached.set(name, callsIn(value).length > 0 ? "other" : this.over(reached.get(name), said));
      }
      for (const { name } of directive.merges) {
        this.need(reached.get(name));
        reached.set(name, "other");
      }
    }
    return reached;
  }

  /** Takes what counts on a node into account. */
  private settle(reached: Layers, node: ResolvedNode, isOpen: (path: ParameterPath) => boolean): void {
    for (const each of reached.values()) {
      if (each instanceof Map) this.settle(each, node, isOpen);
      else if (each !== "other" && each.by !== undefined) {
        if (each.repeats === undefined || isOpen(each.path)) this.needed.add(each.value);
        else keptAt(this.repeated, each.value, () => ({ said: each, nodes: [] })).nodes.push(node.name);
      }
    }
  }

  private need(reached: Reached | undefined): void {
    if (reached instanceof Map) for (const each of reached.values()) this.need(each);
    else if (reached !== undefined && reached !== "other") this.needed.add(reached.value);
  }
}

/** Layers whose values are looked at. */
function ownerOf({ layer, name, modes }: Step): string | undefined {
  return modes === undefined && (layer === "class" || layer === "node") ? `${layer} ${name}` : undefined;
}

function repeatedFinding({ value, path, by, repeats }: Said): Diagnostic {
  return finding("value-repeated", value.origin, `${printPath(path)} of ${by} is what a weaker layer says already`, {
    related: repeats === undefined ? [] : [{ span: repeats.value.origin, caption: "said here" }],
    hint: `${command(["heir", "check", "--fix", "--only", "value-repeated"])} deletes it, and proves that nothing changes`,
  });
}
