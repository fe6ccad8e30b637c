import type { NodePolicies } from "../../model/inventory/policy.ts";
import type { Value } from "../../model/values/value.ts";
import type { OrdersJudgement } from "../orders/judge.ts";
import { mattering, type OpenQuestion } from "../orders/open-paths.ts";
import { differing, isFault, type OrderResult, type Outcome, outcomeAt, outcomeText } from "../orders/outcome.ts";
import { type Slot, slotOf } from "../orders/slots.ts";
import { nodePolicies, type PolicyRequest } from "./policies.ts";
import { callsIn } from "./property-calls.ts";

/** The variables of a node that come out differently in different orders of its groups; `request` has one of them. */
export function variableQuestions(
  policies: NodePolicies,
  request: PolicyRequest,
  judged: Pick<OrdersJudgement, "vary">,
): readonly OpenQuestion[] {
  const texts = new Map<string, Value[]>();
  for (const { name, value } of policies.policies
    .flatMap((each) => each.directives)
    .flatMap(({ directive }) => directive.sets)) {
    texts.set(name, [...(texts.get(name) ?? []), value]);
  }
  return [...texts].flatMap(([name, values]) => questionsOf(name, values, { request, judged }));
}

interface Asking {
  readonly request: PolicyRequest;
  readonly judged: Pick<OrdersJudgement, "vary">;
}

function questionsOf(name: string, values: readonly Value[], { request, judged }: Asking): readonly OpenQuestion[] {
  const called = calledBy(values, { request, judged });
  const varied = judged.vary(called);
  if (varied === undefined) return [];
  const outcomes = new Map(varied.results.map((result) => [result, variable(name, request, result)]));
  const text =
    (keys: readonly string[]) =>
    (result: OrderResult): string =>
      outcomeText(outcomeAt(outcomes.get(result), keys));
  return differing([...outcomes.values()]).map((keys) => {
    return varied.named({ path: ["variables", name, ...keys], pairs: mattering(varied, text(keys)) });
  });
}

/** The properties that texts call, and those that the texts of these call. */
function calledBy(values: readonly Value[], { request, judged }: Asking): ReadonlySet<Slot> {
  const found = new Set<Slot>();
  let next = callsOf(values);
  while (next.some((slot) => !found.has(slot))) {
    for (const slot of next) found.add(slot);
    const varied = judged.vary(found)?.results.flatMap(({ slots }) => [...slots.values()]) ?? [];
    const sure = [...found].flatMap((slot) => request.properties.get(slot.slice(slot.indexOf(":") + 1)) ?? []);
    next = callsOf([
      ...sure,
      ...varied.flatMap((outcome) => (outcome === undefined || isFault(outcome) ? [] : [outcome])),
    ]);
  }
  return found;
}

function callsOf(values: readonly Value[]): readonly Slot[] {
  const names = values.flatMap(callsIn).map(({ keys: [name = ""] }) => name);
  return [...new Set(names)].map((name) => slotOf("parameters", name));
}

/** A variable in one order; an error where its text cannot be filled in. */
function variable(name: string, request: PolicyRequest, { slots }: OrderResult): Outcome {
  const properties = new Map(request.properties);
  for (const [slot, outcome] of slots) {
    if (!slot.startsWith("parameters:")) continue;
    const key = slot.slice("parameters:".length);
    if (outcome === undefined || isFault(outcome)) properties.delete(key);
    else properties.set(key, outcome);
  }
  const { variables, diagnostics } = nodePolicies({ ...request, properties });
  return variables.get(name) ?? diagnostics.find(({ severity }) => severity === "error");
}
