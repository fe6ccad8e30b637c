import { didYouMean, similar } from "../base/similar.ts";
import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { finding } from "../model/findings/finding.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { atomsOf } from "../model/selector/selector.ts";

/** Classes and groups that stages name, and that are not there. */
export function stageFaults({ settings, classNames, groups }: Inventory): readonly Diagnostic[] {
  return settings.stages.flatMap(({ name: stage, nodes, origin }) =>
    (nodes === undefined ? [] : atomsOf(nodes.selector)).flatMap(({ of, name, fits }) => {
      if (of !== "class" && of !== "group") return [];
      const names = of === "class" ? classNames : [...groups.groups.keys()];
      if (names.some(fits)) return [];
      const hint = didYouMean(similar(name, names), name);
      const code = of === "class" ? "unknown-class" : "unknown-group";
      return [finding(code, origin, `stage ${stage} names the ${of} ${name}, which is not there`, { hint })];
    }),
  );
}
