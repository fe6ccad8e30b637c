import { nameSetText, quotedName } from "../../base/name-set.ts";
import { compareText } from "../../base/text-order.ts";
import type { Members } from "../../model/results/comparison.ts";

const MOST_EXCEPTIONS = 3;

/** A description has two parts only where one does not do, and only of this many classes and groups. */
const MOST_PARTS = 24;

/** Of equal sets, the first of these is named. */
const order: readonly Candidate["kind"][] = ["all", "group", "class"];

interface Candidate {
  readonly text: string;
  readonly kind: "all" | "group" | "class";
  readonly name: string;
  readonly nodes: ReadonlySet<string>;
}

/**
 * The smallest selector of some nodes: `all`, `group:X`, `class:X`, each with at most three exceptions (`class:X and not a,b`),
 * else `class:X and class:Y`; undefined if there is none (rule V10 of docs/concepts/review.md). Of equal sets, that of the definition `own` is named, in which the edit was made.
 */
export function selectorOf(nodes: readonly string[], members: Members, own?: string): string | undefined {
  if (nodes.length < 2 || nodes.some((node) => !members.nodes.has(node))) return undefined;
  const parts = candidates(nodes, members);
  const found = parts.flatMap((part) => {
    const text = described(part, nodes);
    return text === undefined ? [] : [{ ...part, text }];
  });
  const [best] = found.sort(
    (left, right) =>
      left.nodes.size - right.nodes.size ||
      order.indexOf(left.kind) - order.indexOf(right.kind) ||
      Number(right.name === own) - Number(left.name === own) ||
      depthOf(right.name) - depthOf(left.name) ||
      compareText(left.name, right.name),
  );
  return best?.text ?? bothOf(parts, nodes);
}

function candidates(nodes: readonly string[], members: Members): readonly Candidate[] {
  const common = (kind: "group" | "class") =>
    Array.from(members.common(kind, nodes), ([name, own]): Candidate => {
      return { kind, name, text: `${kind}:${quotedName(name)}`, nodes: own };
    });
  return [{ kind: "all", name: "", text: "all", nodes: members.nodes }, ...common("group"), ...common("class")];
}

/** Of a group or class and those below it, the lowest says most. */
function depthOf(name: string): number {
  return name.split(".").length;
}

function described({ text, nodes: own }: Candidate, nodes: readonly string[]): string | undefined {
  if (own.size - nodes.length > MOST_EXCEPTIONS || own.size - nodes.length >= nodes.length) return undefined;
  const meant = new Set(nodes);
  const exceptions = [...own].filter((node) => !meant.has(node)).sort(compareText);
  return exceptions.length === 0 ? text : `${text} and not ${nameSetText(exceptions)}`;
}

/** Two classes that only these nodes have both. */
function bothOf(parts: readonly Candidate[], nodes: readonly string[]): string | undefined {
  const classes = parts
    .filter(({ kind }) => kind === "class")
    .sort((left, right) => left.nodes.size - right.nodes.size || compareText(left.name, right.name))
    .slice(0, MOST_PARTS);
  for (const [at, one] of classes.entries()) {
    for (const other of classes.slice(at + 1)) {
      let shared = 0;
      for (const node of one.nodes) if (other.nodes.has(node)) shared += 1;
      if (shared === nodes.length) return `${one.text} and ${other.text}`;
    }
  }
  return undefined;
}
