import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ImpactTarget } from "../../model/results/impact.ts";
import { namedTarget, pathTarget, sayersIn } from "../uses/target.ts";

/** What a word on the command line asks about, and how to ask for what else it could mean. */
export interface AskedImpact {
  readonly target: ImpactTarget;
  /** Such as `group:web`. */
  readonly others: readonly string[];
}

const KINDS = ["class", "group", "node"] as const;

/**
 * What an edit would be made of: a file, a line of it, the file of a class, group or node, or a path, in this order;
 * `class:`, `group:`, `node:` or `path:` before the word decides. Throws HeirError for text that is no path.
 */
export function impactTarget(inventory: Inventory, text: string): AskedImpact {
  const [, kind, rest = ""] = /^(node|group|class|path):(.+)$/s.exec(text) ?? [];
  if (kind === "path") return { target: pathTarget(rest), others: [] };
  const [, file = text, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  const inFile = fileTarget(inventory, file);
  if (inFile !== undefined) {
    return { target: line === undefined ? inFile : { ...inFile, line: Number(line) }, others: [] };
  }
  const [found, ...others] = KINDS.filter((each) => namedTarget(inventory, text, each) !== undefined);
  if (found !== undefined) return named(inventory, text, { kind: found, others });
  const asked = KINDS.find((each) => each === kind);
  if (asked === undefined) return { target: pathTarget(text), others: [] };
  if (namedTarget(inventory, rest, asked) !== undefined) return named(inventory, rest, { kind: asked, others: [] });
  throw new HeirError("usage", `no ${asked} is called "${rest}"`);
}

function named(
  inventory: Inventory,
  name: string,
  { kind, others }: { readonly kind: (typeof KINDS)[number]; readonly others: readonly string[] },
): AskedImpact {
  const file = kind === "group" ? inventory.groups.groups.get(name)?.file.path : inventory.fileOf(kind, name);
  const of = { kind, name };
  return { target: { kind: "file", file: file ?? "", of }, others: others.map((other) => `${other}:${name}`) };
}

function fileTarget(inventory: Inventory, file: string): Extract<ImpactTarget, { kind: "file" }> | undefined {
  const [first] = sayersIn(inventory, file);
  if (first === undefined) return policyTarget(inventory, file);
  const { target } = first;
  const of = target === undefined || target.kind === "path" ? ({ kind: "global", name: "globals" } as const) : target;
  return { kind: "file", file, of };
}

function policyTarget(inventory: Inventory, file: string): Extract<ImpactTarget, { kind: "file" }> | undefined {
  const { techniques, directives, rules } = inventory.policies();
  const all = [
    ...[...techniques.values()].map((each) => ({ ...each, kind: "technique" as const })),
    ...[...directives.values()].map((each) => ({ ...each, kind: "directive" as const })),
    ...[...rules.values()].map((each) => ({ ...each, kind: "rule" as const })),
  ];
  const found = all.find((each) => each.file.path === file);
  return found && { kind: "file", file, of: { kind: found.kind, name: found.id } };
}
