import { addTo, compareText, grouped } from "../../base/text-order.ts";
import type { ComparingRule, ContractRule, CountRule } from "../../model/contracts/contract.ts";
import type { FactValue, RuleFact } from "../../model/contracts/value-test.ts";
import { type Diagnostic, type FoundOnNodes, finding, type Related } from "../../model/findings/diagnostic.ts";
import { textNumber } from "../../model/findings/finding-limit.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { type Span, spanKey } from "../../model/values/value.ts";
import { conditionText, contractRelated, foundRule, perText } from "./rules.ts";

interface NodeFact extends RuleFact {
  readonly node: string;
}

interface Held extends FactValue {
  readonly node: string;
}

const MOST_RELATED = 10;

/** Judges rules over nodes by the facts of each (rules K18 to K21). Nodes may be added in any order. Never fails. */
export class FleetJudge {
  private readonly rules: readonly ContractRule[];
  private readonly facts = new Map<number, NodeFact[]>();

  constructor(rules: readonly ContractRule[]) {
    this.rules = rules;
  }

  /** Whether a rule needs the facts of all nodes. */
  get asksAll(): boolean {
    return this.rules.some(({ kind }) => kind === "unique" || kind === "same" || kind === "count");
  }

  add(node: string, facts: readonly RuleFact[]): void {
    for (const fact of facts) addTo(this.facts, fact.rule, { ...fact, node });
  }

  /** What is broken, once all nodes have been added. */
  findings(): readonly FoundOnNodes[] {
    return this.rules.flatMap((rule) => {
      const facts = this.facts.get(rule.index)?.toSorted((one, other) => compareText(one.node, other.node));
      return broken(rule, facts ?? []);
    });
  }
}

function broken(rule: ContractRule, facts: readonly NodeFact[]): readonly FoundOnNodes[] {
  switch (rule.kind) {
    case "unique":
      return partsOf(facts).flatMap((part) => twice(rule, part));
    case "same":
      return partsOf(facts).flatMap((part) => different(rule, part));
    case "count":
      return miscounted(rule, rule.per === undefined ? [facts] : partsOf(facts));
    case "requires":
    case "forbids":
      return [];
  }
}

/** The facts of each part of a rule; one part without `per`. */
function partsOf(facts: readonly NodeFact[]): readonly (readonly NodeFact[])[] {
  return [...grouped(facts, ({ part }) => part?.identity).values()];
}

/** The values of a part, each with those that equal it, in the order of nodes. */
function heldIn(part: readonly NodeFact[]): readonly (readonly Held[])[] {
  return [...grouped(part.flatMap(valuesOf), ({ identity }) => identity).values()];
}

function twice(rule: ComparingRule, part: readonly NodeFact[]): readonly FoundOnNodes[] {
  return heldIn(part).flatMap((held) => {
    const [first] = held;
    if (first === undefined || held.length < 2) return [];
    const message = `${pathText(first)} is ${first.shown} more than once${among(rule)}`;
    return [found(rule, held, { message, related: placesOf(held, first.span) })];
  });
}

/** Those in the minority; of equally many, those that differ from the first node. */
function different(rule: ComparingRule, part: readonly NodeFact[]): readonly FoundOnNodes[] {
  // The sort is stable, and values are in the order of their first nodes.
  const [most, ...others] = heldIn(part).toSorted((one, other) => other.length - one.length);
  const [usual] = most ?? [];
  const held = others.flat().toSorted((one, other) => compareText(one.node, other.node));
  const [first] = held;
  if (most === undefined || usual === undefined || first === undefined) return [];
  const message = `${pathText(first)} is not the same on all nodes${perText(rule)}`;
  const nodes = new Set(most.map(({ node }) => node)).size;
  const note = `${usual.shown} on ${nodes === 1 ? "1 node" : `${nodes} nodes`}, as on ${usual.node}`;
  const related = [{ span: usual.span, caption: `${usual.node} has this value` }, ...placesOf(held, first.span)];
  return [found(rule, held, { message, related, note })];
}

/** All parts of a rule at once: they have one place, and so are one finding. */
function miscounted(rule: CountRule, parts: readonly (readonly NodeFact[])[]): readonly FoundOnNodes[] {
  const wrong = parts.flatMap((part) => {
    const counted = part.filter(({ values }) => values.length > 0);
    if (counted.length >= rule.least && counted.length <= rule.most) return [];
    const what = part[0]?.part;
    const where = rule.per === undefined || what === undefined ? "" : ` where ${rule.per.text} is ${what.shown}`;
    const side = counted.length < rule.least ? "few" : "many";
    return [{ counted, text: `${counted.length}${where}`, number: textNumber(`${side} ${what?.identity ?? ""}`) }];
  });
  if (wrong.length === 0) return [];
  const { wanted, origin, per } = rule;
  const each = per === undefined ? "" : ` for each ${per.text}`;
  const message = `the number of nodes where ${conditionText(rule.values)} must be ${wanted}${each}`;
  const note = `it is ${wrong.map(({ text }) => text).join(", ")}`;
  const nodes = wrong.flatMap(({ counted }) => counted.map(({ node }) => node)).sort(compareText);
  const values = wrong.flatMap(({ counted }) => counted.flatMap(valuesOf));
  const related = placesOf(values, origin);
  const made = finding("contract-count", origin, message, { note, related });
  const parted = wrong.map(({ number }) => number);
  return [{ diagnostic: { ...made, severity: rule.level, contract: foundRule(rule), parts: parted }, nodes }];
}

function valuesOf({ node, values }: NodeFact): readonly Held[] {
  return values.map((value) => ({ ...value, node }));
}

/** A finding at the first of some values. */
function found(
  rule: ComparingRule,
  held: readonly Held[],
  { message, related, note }: Pick<Diagnostic, "message" | "related" | "note">,
): FoundOnNodes {
  const [first] = held;
  const places = [contractRelated(rule, rule.origin), ...related];
  const made = finding(`contract-${rule.kind}`, first?.span, message, { related: places, note });
  const path = first?.at ?? [rule.path.section];
  const diagnostic = { ...made, severity: rule.level, path, contract: foundRule(rule, rule.path) };
  return { diagnostic, nodes: [...new Set(held.map(({ node }) => node))] };
}

function placesOf(held: readonly Held[], besides: Span): readonly Related[] {
  const byPlace = [...grouped(held, ({ span }) => spanKey(span)).values()];
  const others = byPlace.filter(([first]) => spanKey(first?.span) !== spanKey(besides));
  return others.slice(0, MOST_RELATED).flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const nodes = new Set(more.map(({ node }) => node));
    nodes.delete(first.node);
    const rest = nodes.size === 0 ? "" : ` and ${nodes.size} more`;
    return [{ span: first.span, caption: `${pathText(first)} of ${first.node}${rest}` }];
  });
}

function pathText({ at }: FactValue): string {
  return printPath(at.map(String));
}

function among(rule: ContractRule): string {
  return rule.per === undefined ? "" : ` among nodes${perText(rule)}`;
}
