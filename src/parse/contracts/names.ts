import { wildcard } from "../../base/glob.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import type { ContractTarget, LayerPattern } from "../../model/contracts/contract.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Value } from "../../model/values/value.ts";
import { reportBadValue, textIn } from "../forms/form.ts";

/** The names that exist, to recognise mistakes in targets. */
export interface KnownNames {
  isClass(name: string): boolean;
  isGroup(id: string): boolean;
  readonly classes: Iterable<string>;
  readonly groups: Iterable<string>;
}

/** One target of `for` (rule K2 of docs/concepts/contracts.md); undefined after a fault. */
export function readTarget(value: Value, known: KnownNames, report: Report): ContractTarget | undefined {
  const text = textIn(value) ?? "";
  const { origin } = value;
  const [, kind, name = ""] = /^(class|group|node):(.+)$/s.exec(text) ?? [];
  if (text === "special:all") return { kind: "all", text, origin };
  if (kind === "node") return { kind, name, fits: namePattern(name), text, origin };
  if (kind === "class") {
    if (name.includes("*") || known.isClass(name)) return { kind, name, fits: namePattern(name), text, origin };
    report(
      finding("unknown-class", origin, `there is no class ${name}`, {
        hint: didYouMean(similar(name, known.classes), name),
      }),
    );
    return undefined;
  }
  if (kind === "group") {
    if (known.isGroup(name)) return { kind, id: name, text, origin };
    report(
      finding("unknown-group", origin, `there is no group ${name}`, {
        hint: didYouMean(similar(name, known.groups), name),
      }),
    );
    return undefined;
  }
  report(
    finding("bad-target", origin, `the target cannot be read: ${JSON.stringify(text)} is not a target`, {
      hint: TARGETS,
    }),
  );
  return undefined;
}

const TARGETS = "a target is special:all, class:NAME, group:ID or node:NAME; * in a class or node name is any text";

/** One layer of `set_in` (rule K15 of docs/concepts/contracts.md); undefined after a fault. */
export function readLayer(value: Value, report: Report): LayerPattern | undefined {
  const text = textIn(value) ?? "";
  const { origin } = value;
  const [, layer, name] = /^(global|group|class|node)(?::(.+))?$/s.exec(text) ?? [];
  if (layer === "global" && name === undefined) return { text, origin, layer };
  if (layer === "group" || layer === "class" || layer === "node") {
    return { text, origin, layer, ...(name !== undefined && { name, fits: namePattern(name) }) };
  }
  reportBadValue(value, "a layer is global, group, class, node, group:ID, class:NAME or node:NAME", report);
  return undefined;
}

/** A name in which `*` is any text. */
export function namePattern(name: string): (text: string) => boolean {
  return name.includes("*") ? wildcard(name) : (text) => text === name;
}
