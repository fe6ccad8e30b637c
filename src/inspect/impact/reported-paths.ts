import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { type Contribution, countingOf } from "../../model/results/contribution.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { rulesOfNode } from "../../resolve/contracts/rules.ts";
import { Explainer } from "../explain/explain.ts";
import type { WrittenReference } from "../uses/reading.ts";

type Contributions = (path: ParameterPath) => readonly Contribution[];

/** The contributions to some values of a resolved node. Each section is merged at most once. */
export class ReportedPaths {
  private readonly explainer: Explainer;
  private readonly paths: readonly ParameterPath[];
  private readonly sections = new Map<string, Contributions>();
  private readonly counting = new Map<string, ReadonlySet<Contribution>>();

  constructor(inventory: Inventory, node: ResolvedNode, paths: readonly ParameterPath[]) {
    this.explainer = new Explainer(inventory, { ...node, rules: rulesOfNode(inventory, node) }, node);
    this.paths = paths;
  }

  at([section, ...keys]: ParameterPath): readonly Contribution[] {
    return section === "parameters" || section === "exports" ? this.section(section)(keys) : [];
  }

  /** The contributions that a value consists of. */
  countingAt(path: ParameterPath): ReadonlySet<Contribution> {
    const key = JSON.stringify(path);
    const found = this.counting.get(key) ?? countingOf(this.at(path));
    this.counting.set(key, found);
    return found;
  }

  /** The path that a reference reads; undefined if it cannot be known. */
  readBy({ reads, open, origin }: WrittenReference): ParameterPath | undefined {
    if (open === undefined) return reads.filter((key) => key !== undefined);
    const asked = this.explainer.askedBy(open, origin);
    return asked && ["parameters", ...asked.keys];
  }

  private section(section: "parameters" | "exports"): Contributions {
    let known = this.sections.get(section);
    if (known === undefined) {
      const own = this.paths.filter(([first]) => first === section);
      known = this.explainer.watching(
        section,
        own.map((path) => path.slice(1)),
      );
      this.sections.set(section, known);
    }
    return known;
  }
}
