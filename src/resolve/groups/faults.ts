import { didYouMean, similar } from "../../base/similar.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { Groups } from "../../model/inventory/group.ts";
import type { LoopHop } from "./loops.ts";

type Mention = Pick<NameMention, "name" | "origin">;

export function missingParent(id: string, { name, origin }: Mention, groups: Groups): Diagnostic {
  return finding("missing-parent", origin, `group ${id} has the parent ${name}, which has no file`, {
    hint: fileHint(name, groups),
  });
}

export function unknownInOrder(mention: Mention, groups: Groups): Diagnostic {
  return unknownGroup(`group ${mention.name} is listed in order.yml but has no file`, mention, groups);
}

export function unknownInCriterion(id: string, mention: Mention, groups: Groups): Diagnostic {
  return unknownGroup(`a criterion of group ${id} names group ${mention.name}, which has no file`, mention, groups);
}

/** A node joins or leaves a group that does not exist. */
export function unknownInNode(node: string, mention: NameMention, groups: Groups): Diagnostic {
  const act = mention.remove ? "leaves" : "joins";
  return unknownGroup(`node ${node} ${act} group ${mention.name}, which has no file`, mention, groups);
}

function unknownGroup(message: string, { name, origin }: Mention, groups: Groups): Diagnostic {
  const hint = fileHint(name, groups);
  return finding("unknown-group", origin, message, { hint });
}

function fileHint(name: string, { groups }: Groups): string {
  const longer = [...groups.keys()].find((id) => id.endsWith(`.${name}`));
  const near = longer === undefined ? similar(name, groups.keys()).slice(0, 1) : [longer];
  return didYouMean(near, name) ?? `create a file for ${name}, or remove the entry`;
}

export function parentCycle(loop: readonly LoopHop[]): Diagnostic {
  const message =
    loop.length === 1
      ? `group ${loop[0]?.from} is its own parent`
      : `${around(loop, "has the parent")}: a group cannot be above itself`;
  return loopFault("parent-cycle", loop, message, { hint: "remove one of these parents" });
}

export function membershipCycle(loop: readonly LoopHop[]): Diagnostic {
  const message =
    loop.length === 1
      ? `whether a node is in ${loop[0]?.from} depends on itself`
      : `whether a node is in ${around(loop, "depends on")}`;
  const hint = "remove one of these criteria, or write the conditions of that group instead";
  return loopFault("membership-cycle", loop, message, { hint });
}

export function orderCycle(loop: readonly LoopHop[]): Diagnostic {
  const way = [...loop.map(({ from }) => from), loop[0]?.from].join(" over ");
  const message = `the order of groups is a loop: ${way}`;
  const hint = "remove or reverse one of these";
  return loopFault("order-cycle", loop, message, { note: firstCaption(loop), hint });
}

/** Two groups without an order, and the edges between groups above them that would put the one, and the other, on top. */
export function orderContradiction(
  one: string,
  other: string,
  [over, under]: readonly [readonly LoopHop[], readonly LoopHop[]],
): Diagnostic {
  const [low, high] = [one, other].sort();
  const since = (edges: readonly LoopHop[]): string => `since ${edges[0]?.from} is over ${edges.at(-1)?.to}`;
  const message =
    `groups ${low} and ${high} are ordered in both ways: ` +
    `${one} is over ${other}, ${since(over)}, and ${other} over ${one}, ${since(under)}`;
  const hint = `add [${low}, ${high}] or [${high}, ${low}] to order.yml: an edge between the two themselves decides`;
  return loopFault("order-contradiction", [...over, ...under], message, {
    note: firstCaption([...over, ...under]),
    hint,
  });
}

/** `a VERB b, which VERB c, which VERB a again`. */
function around(loop: readonly LoopHop[], verb: string): string {
  const steps = loop.map(({ from, to }, at) => (at === 0 ? `${from} ${verb} ${to}` : `which ${verb} ${to}`));
  return `${steps.join(", ")} again`;
}

/** Every step at its place; the finding is reported at the first of them. */
function loopFault(
  code: "parent-cycle" | "membership-cycle" | "order-cycle" | "order-contradiction",
  hops: readonly LoopHop[],
  message: string,
  details: { readonly note?: string | undefined; readonly hint: string },
): Diagnostic {
  const [first, ...related] = hops.flatMap(({ span, caption }): readonly Related[] =>
    span === undefined ? [] : [{ span, caption }],
  );
  return finding(code, first?.span, message, { related, ...details });
}

/** The caption of the first place, which unlike the others is printed without one. */
function firstCaption(hops: readonly LoopHop[]): string | undefined {
  const first = hops.find(({ span }) => span !== undefined);
  return first && `here ${first.caption}`;
}
