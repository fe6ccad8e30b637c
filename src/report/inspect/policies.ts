import { clip } from "../../base/terminal-text.ts";
import { DataValue } from "../../encoding/json.ts";
import type { NodePolicies, Policy, Rule, RuleDirective, RuleTarget } from "../../model/inventory/policy.ts";
import { pairText } from "../../model/inventory/policy.ts";
import type { ExplainedPair, PolicyExplanation } from "../../model/results/policy-explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { exactPlace, mappingOf, placeOf } from "../../model/values/value.ts";
import { placedData, referenceData } from "../data/explanation.ts";
import { writtenIn } from "../text/frame.ts";
import {
  emptyRow,
  indentRow,
  inlineValue,
  plainText,
  type Row,
  rowColumns,
  segment,
  tableRows,
  titledColumns,
} from "../text/row.ts";
import { yamlRows } from "../values/form.ts";
import { orderCell, referenceRows } from "./explanation.ts";

interface PolicyExplanations {
  readonly node: string;
  readonly explanations: readonly Masked<PolicyExplanation>[];
  /** Also pairs that do not reach the node. */
  readonly all: boolean;
}

/**
 * The origin of policies or variables: one block for each with its directives in the order in which they run, those
 * that lost and why, then the targets by which the rules select the node.
 */
export function* policyRows({ node, explanations, all }: PolicyExplanations): Iterable<Row> {
  for (const [index, explanation] of explanations.entries()) {
    if (index > 0) yield emptyRow;
    yield [...(index === 0 ? [segment("node", node), plainText("  ")] : []), ...headRow(explanation)];
    yield* block(explanation, all);
  }
  yield* targetRows(explanations.flatMap((explanation) => reportedPairs(explanation, all)));
}

/** The pairs that reach the node; if there are none, or all are requested, also the others. */
function reportedPairs({ pairs }: PolicyExplanation, all: boolean): readonly ExplainedPair[] {
  const reaching = pairs.filter(({ fate }) => fate !== "absent");
  return all || reaching.length === 0 ? pairs : reaching;
}

function headRow({ path, technique, value, pairs }: PolicyExplanation): Row {
  const name = segment("path", printPath(path));
  if (value !== undefined) return [name, plainText(" = "), segment("value", inlineValue(value, WIDTH))];
  if (technique === undefined) return [name, segment("muted", isMade(pairs) ? "  (cannot be made)" : "  (not set)")];
  return [name, segment("muted", `  (${isMade(pairs) ? technique.kind : "none"})`)];
}

const WIDTH = 60;

function isMade(pairs: readonly ExplainedPair[]): boolean {
  return pairs.some(({ fate }) => fate === "counts");
}

function* block(explanation: PolicyExplanation, all: boolean): Iterable<Row> {
  const reported = reportedPairs(explanation, all);
  if (reported.length === 0) return;
  yield emptyRow;
  yield* rowColumns(reported.map((pair) => pairCells(pair, explanation.technique?.kind)));
  const counting = reported.filter(({ fate }) => fate === "counts");
  yield* referenceRows(counting.flatMap(({ declared }) => declared?.references ?? []));
}

function pairCells(pair: ExplainedPair, kind: keyof typeof PARTS | undefined): readonly Row[] {
  const { directive, position, fate, reason, mention, declared } = pair;
  const counts = fate === "counts";
  const priority = declared === undefined ? ` (priority ${directive.priority})` : "";
  const value = declared && segment(counts ? "value" : "muted", clip(inlineValue(declared.value, WIDTH), WIDTH));
  const word = kind === undefined ? (declared?.isMerge ? "merges" : "sets") : PARTS[kind];
  return [
    orderCell(position, counts),
    [plainText(`${pairText(pair)}${priority}`)],
    ...(value === undefined ? [] : [[value]]),
    [segment("source", exactPlace(declared?.value.origin ?? mention.origin))],
    [segment("muted", reason === undefined ? word : `${FATES[fate]}: ${reason}`)],
  ];
}

/** The role in a policy of a pair that counts. */
const PARTS = { unique: "is kept", merged: "has a part", separated: "is a policy" } as const;

const FATES = { counts: "sets", later: "overridden", lost: "lost", absent: "not here" } as const;

function targetRows(pairs: readonly ExplainedPair[]): Iterable<Row> {
  const rules = new Map(pairs.map((pair) => [pair.rule.id, pair]));
  const cells = [...rules.values()].flatMap(({ rule, targets }) =>
    targets.map((target): readonly Row[] => [
      [plainText(`       ${rule.id}`)],
      [plainText(targetText(target))],
      [segment("source", exactPlace(target.origin))],
    ]),
  );
  return titledColumns("the rules match the node by", cells);
}

/** A target in a few words; a composite target as written. */
function targetText(target: RuleTarget): string {
  switch (target.kind) {
    case "group":
      return `group ${target.id}`;
    case "policyServer":
      return `policy server ${target.node}`;
    case "all":
      return "all nodes";
    case "exceptPolicyServers":
      return "all nodes but policy servers";
    case "policyServers":
      return "policy servers";
    case "or":
    case "and":
    case "exclude":
      return clip(writtenIn(target.origin).replace(/\s+/g, " "), WIDTH);
  }
}

/**
 * The policies of a node in the order in which they run: the directives in the order of values, and below them those
 * that lost and why; then the variables that they declare, each with the place of its value.
 */
export function* policiesRows({ policies, variables }: Masked<NodePolicies>): Iterable<Row> {
  if (policies.length === 0) {
    yield [segment("muted", "no policies")];
    return;
  }
  const [head, ...lines] = tableRows(["#", "policy", "kind", "directives"], policies.map(policyCells));
  if (head !== undefined) yield head;
  for (const [index, policy] of policies.entries()) {
    yield lines[index] ?? emptyRow;
    yield* policy.overridden.map((lost) => lostRow(lost));
  }
  const [first] = variables.values();
  if (first === undefined) return;
  yield emptyRow;
  yield [segment("title", "VARIABLES")];
  yield* yamlRows({ path: [], value: mappingOf([...variables], first.origin), sources: true });
}

function policyCells({ technique, directives }: Policy, index: number): readonly (string | number)[] {
  return [index + 1, technique.id, technique.kind, directives.map(rankedText).join(", ")];
}

function lostRow(lost: Policy["overridden"][number]): Row {
  const what: Row = [segment("removed", "lost: "), plainText(rankedText(lost)), segment("muted", `  ${lost.reason}`)];
  return indentRow(what, LOST_INDENT);
}

const LOST_INDENT = 6;

function rankedText(pair: RuleDirective): string {
  return `${pairText(pair)} (priority ${pair.directive.priority})`;
}

/** `heir rules --json`: the nodes and the directives of each rule, by its id. */
export function rulesData(rules: readonly { readonly rule: Rule; readonly nodes: readonly string[] }[]) {
  const members = rules.map(({ rule, nodes }) => {
    return [rule.id, { nodes, directives: rule.directives.map(({ name }) => name) }] as const;
  });
  return { v: 1, rules: new Map(members) };
}

/** `heir policies --json` of a node: policies in the order in which they run, and the variables that directives declare. */
export function policiesData({ node, policies, variables }: Masked<NodePolicies>) {
  const values = [...variables].map(([name, value]) => [name, new DataValue(value)] as const);
  return { node, policies: policies.map(policyData), variables: new Map(values) };
}

/** `rule` and `directive` are the pair that places the policy. */
function policyData({ technique, place, directives, overridden }: Policy) {
  return {
    technique: technique.id,
    ...pairData(place),
    directives: directives.map(pairData),
    overridden: overridden.map((pair) => ({ ...pairData(pair), reason: pair.reason })),
  };
}

function pairData({ rule, directive }: RuleDirective) {
  return { rule: rule.id, directive: directive.id };
}

/** `heir explain NODE policies:TECHNIQUE --json` and `variables:NAME`: the origin of policies or variables. */
export function policyExplanationData({ node, explanations, all }: PolicyExplanations) {
  const policies = explanations.map((explanation) => {
    const { path, technique, value } = explanation;
    return {
      path,
      kind: technique?.kind,
      value: value && new DataValue(value),
      directives: reportedPairs(explanation, all).map(explainedPairData),
    };
  });
  return { v: 1, node, policies };
}

function explainedPairData(pair: ExplainedPair) {
  const { directive, technique, position, fate, reason, mention, targets, declared } = pair;
  return {
    policy: position,
    technique: technique?.id,
    ...pairData(pair),
    priority: directive.priority,
    fate,
    reason,
    place: placeOf(mention.origin),
    targets: targets.map((target) => ({ text: targetText(target), place: placeOf(target.origin) })),
    ...(declared !== undefined && {
      says: placedData(declared.value),
      references: declared.references.map((reference) => referenceData(reference)),
    }),
  };
}
