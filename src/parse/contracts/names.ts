import { wildcard } from "../../base/glob.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import type { ContractTarget, LayerPattern } from "../../model/contracts/contract.ts";
import { finding, type Report } from "../../model/findings/diagnostic.ts";
import { type Atom, atomsOf, readSelector, SelectorFault } from "../../model/selector/selector.ts";
import type { Value } from "../../model/values/value.ts";
import { reportBadValue, textIn } from "../forms/form.ts";

/** The names that exist, to recognise mistakes in targets. */
export interface KnownNames {
  isClass(name: string): boolean;
  isGroup(id: string): boolean;
  readonly classes: Iterable<string>;
  readonly groups: Iterable<string>;
}

/** What `for` says about all nodes. */
export const ALL_NODES = "special:all";

/** One target of `for` (rule K2 of docs/concepts/contracts.md); undefined after a fault. */
export function readTarget(value: Value, known: KnownNames, report: Report): ContractTarget | undefined {
  const text = textIn(value) ?? "";
  const { origin } = value;
  const bad = (fault: string, hint: string) => {
    report(finding("bad-target", origin, `the target cannot be read: ${fault}`, { hint }));
    return undefined;
  };
  const selector = readSelector(text === ALL_NODES ? "all" : text);
  if (selector instanceof SelectorFault) return bad(selector.message, selector.hint ?? TARGETS);
  const atoms = atomsOf(selector);
  const ofValue = atoms.find(({ of }) => of === "has");
  if (ofValue !== undefined)
    return bad(`${ofValue.text} asks for a value, which contracts can make: has: is not for contracts`, RULES);
  const unknown = atoms.filter((atom) => !isKnown(atom, known));
  for (const { of, name } of unknown) {
    const [code, names] =
      of === "class" ? (["unknown-class", known.classes] as const) : (["unknown-group", known.groups] as const);
    report(finding(code, origin, `there is no ${of} ${name}`, { hint: didYouMean(similar(name, names), name) }));
  }
  return unknown.length > 0 ? undefined : { selector, text, origin };
}

/** A pattern may wait for classes or groups to come. */
function isKnown({ of, name }: Atom, known: KnownNames): boolean {
  if (/[*?[]/.test(name)) return true;
  return of === "class" ? known.isClass(name) : of !== "group" || known.isGroup(name);
}

const TARGETS = "a target is special:all or a selector: a node, class:NAME, group:ID, fact:PATH=VALUE, and, or, not";
const RULES = "use a rule with `when`";

/** One layer of `set_in` (rule K15 of docs/concepts/contracts.md); undefined after a fault. */
export function readLayer(value: Value, report: Report): LayerPattern | undefined {
  const text = textIn(value) ?? "";
  const { origin } = value;
  const [, layer, name] = /^(global|group|class|node)(?::(.+))?$/s.exec(text) ?? [];
  if (layer === "global" && name === undefined) return { text, origin, layer };
  if (layer === "group" || layer === "class" || layer === "node") {
    return { text, origin, layer, ...(name !== undefined && { name, fits: namePattern(name) }) };
  }
  return reportBadValue(value, "a layer is global, group, class, node, group:ID, class:NAME or node:NAME", report);
}

/** A name in which `*` is any text. */
export function namePattern(name: string): (text: string) => boolean {
  return name.includes("*") ? wildcard(name) : (text) => text === name;
}
