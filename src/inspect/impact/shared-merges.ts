import { keptAt } from "../../base/made-once.ts";
import type { Inventory, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { Contribution } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapEntry } from "../../model/values/value.ts";
import { rulesOfNode } from "../../resolve/contracts/node-contracts.ts";
import { Explainer, type LayersOfNode } from "../../resolve/merge/explainer.ts";
import { entriesByName, narrowedMap, referredBy, type Section } from "../../resolve/orders/outcome.ts";

/** What layers write for one name, and for all that references in it lead to. */
interface Part {
  readonly explainer: Explainer;
  /** By the path below the section, as text. */
  readonly known: Map<string, readonly Contribution[]>;
}

/** The names of each section that a part consists of; `all` where references can lead anywhere. */
type Names = Readonly<Record<Section, ReadonlySet<string>>> | "all";

const NO_ENTRIES: readonly MapEntry[] = [];

/** What layers do to values. Only what a value needs is merged, once for all nodes whose layers write it the same. */
export class SharedMerges {
  private readonly inventory: Inventory;
  private readonly ofNodes = new Map<ResolvedNode, Map<string, Part>>();
  private readonly parts = new Map<string, Part>();
  private readonly numbers = new Map<object | undefined, number>();

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  /** The contributions to the value at a path of a node, weakest first; none outside parameters and exports. Never fails. */
  at(node: ResolvedNode, [section, ...keys]: ParameterPath): readonly Contribution[] {
    if (section !== "parameters" && section !== "exports") return [];
    const { explainer, known } = this.partOf(node, section, keys[0]);
    const text = JSON.stringify(keys);
    return keptAt(known, text, () => explainer.contributions({ section, path: keys }));
  }

  private partOf(node: ResolvedNode, section: Section, name: string | undefined): Part {
    const ofNode = keptAt(this.ofNodes, node, () => new Map<string, Part>());
    const key = `${section} ${name}`;
    return keptAt(ofNode, key, () => this.sharedPart(node, section, name));
  }

  private sharedPart(node: ResolvedNode, section: Section, name: string | undefined): Part {
    const rules = rulesOfNode(this.inventory, node);
    const isWhole = name === undefined || (rules?.referring.length ?? 0) > 0;
    const names = isWhole ? "all" : this.needed(node.steps, section, name);
    const steps = node.steps.filter((step) => this.writes(step, names));
    const objects = [rules, ...steps.flatMap(({ parameters, exports, modes }) => [parameters, exports, modes])];
    const own = node.conflicts.length > 0 ? node.name : "";
    const key = JSON.stringify([section, name, node.reads.environment, own, objects.map((each) => this.number(each))]);
    return keptAt(this.parts, key, () => this.part(node, { steps, rules }, names));
  }

  private part(node: ResolvedNode, layers: Omit<LayersOfNode, "reads">, names: Names): Part {
    const { inventory } = this;
    const { settings } = inventory;
    const steps = layers.steps.map((step): Step => {
      if (names === "all") return step;
      const parameters = narrowedMap(step.parameters, names.parameters, settings);
      return { ...step, parameters, exports: narrowedMap(step.exports, names.exports, settings) };
    });
    return { explainer: new Explainer(inventory, { ...node, ...layers, steps }, node), known: new Map() };
  }

  /** A name of a section with all that references lead to, which are parameters. */
  private needed(steps: readonly Step[], section: Section, name: string): Names {
    const names = { parameters: new Set<string>(), exports: new Set<string>() };
    names[section].add(name);
    for (const each of ["exports", "parameters"] as const) {
      for (const needed of names[each]) {
        for (const { value } of steps.flatMap((step) => this.entries(step, each, needed))) {
          const referred = referredBy(value, this.inventory.settings.delimiter);
          if (referred === "all") return "all";
          for (const other of referred) names.parameters.add(other);
        }
      }
    }
    return names;
  }

  private writes(step: Step, names: Names): boolean {
    if (names === "all") return true;
    return (["parameters", "exports"] as const).some((section) =>
      [...names[section]].some((name) => this.entries(step, section, name).length > 0),
    );
  }

  private entries(step: Step, section: Section, name: string): readonly MapEntry[] {
    return entriesByName(step[section], this.inventory.settings).get(name) ?? NO_ENTRIES;
  }

  private number(of: object | undefined): number {
    return keptAt(this.numbers, of, () => this.numbers.size);
  }
}
