import { type Diagnostic, type FoundProblem, findingKey } from "../../model/findings/diagnostic.ts";
import type { GroupConflict, Inventory, NodeOutcome } from "../../model/inventory/inventory.ts";
import type { ChainEffect } from "../../model/results/lineage.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { Secrets } from "../../model/secrets/secrets.ts";
import { choiceText } from "../../report/properties/chain-text.ts";
import { conflictFault } from "../../resolve/orders/conflicts.ts";
import { groupProfile, profileOf, questionsOf } from "../../resolve/policies/profile.ts";
import { type ProfileOf, Proposals } from "../../resolve/proposals/proposals.ts";
import { nodeOutcome } from "../load/outcome.ts";

/** The most questions of one report for which chains are computed; each one resolves nodes again. */
const MOST_QUESTIONS = 20;

export interface NodeQuestion {
  readonly node: string;
  readonly conflict: GroupConflict;
}

/** What would resolve the questions of one inventory: chains, each with its effect. */
export function conflictChoices(inventory: Inventory, secrets: Secrets | "shown") {
  const proposals = new Proposals(inventory);
  let asked = 0;
  const proposed = (subject: ProfileOf, conflict: GroupConflict): readonly Masked<ChainEffect>[] =>
    proposals.of(subject, conflict).map((effect) => mask("effect", effect, secrets));
  const all = ({ node, conflict }: NodeQuestion) =>
    proposed((changed, reach) => profileOf(changed, node, reach), conflict);
  return {
    /** The effects of the chains that resolve a question of a node, however many questions there are. */
    all,
    /** As `all`; undefined when too many questions were asked. */
    choices(question: NodeQuestion): readonly Masked<ChainEffect>[] | undefined {
      asked += 1;
      return asked > MOST_QUESTIONS ? undefined : all(question);
    },
    /** As `all`, for a question of a group, as `heir properties GROUP` shows it. */
    ofGroup: (group: string, conflict: GroupConflict) =>
      proposed((changed, reach) => groupProfile(changed, group, reach), conflict),
    /** The effect of one more chain in `order.yml` on every node. */
    effect: (chain: readonly string[]): Masked<ChainEffect> => mask("effect", proposals.effect(chain), secrets),
  };
}

/** The question that a finding reports, which may be one with its secrets masked; undefined if it reports none. */
export function questionOf({ diagnostic, nodes }: FoundProblem, inventory: Inventory): NodeQuestion | undefined {
  const [node] = nodes;
  if (diagnostic.code !== "group-conflict" || node === undefined) return undefined;
  const outcome = nodeOutcome(inventory, node);
  const isAsked = (each: GroupConflict) => findingKey(questionFault(each, outcome)) === findingKey(diagnostic);
  const conflict = questionsOf(inventory, outcome).find(isAsked);
  return conflict && { node, conflict };
}

/** The finding that reports a question of a node: of one about the node as a whole, the one that the node has. */
export function questionFault(conflict: GroupConflict, { name, diagnostics }: NodeOutcome): Diagnostic {
  const isWhole = conflict.paths.some(({ path }) => path.length === 0);
  const found = isWhole ? diagnostics.find(({ code }) => code === "group-conflict") : undefined;
  return found ?? conflictFault(conflict, name);
}

/** Findings in which the help for a conflict says what each chain would do to all nodes. */
export function withChoices(
  problems: readonly FoundProblem<Diagnostic>[],
  questions: ReadonlyMap<string, NodeQuestion>,
  inventory: Inventory,
): readonly FoundProblem<Diagnostic>[] {
  const resolving = conflictChoices(inventory, inventory.secrets);
  return problems.map((problem) => {
    const { diagnostic } = problem;
    const question = diagnostic.code === "group-conflict" ? questions.get(findingKey(diagnostic)) : undefined;
    const choices = question && resolving.choices(question);
    if (question === undefined || choices === undefined) return problem;
    const paths = question.conflict.paths.map(({ path }) => path);
    const lines = choices.map((choice) => choiceText(choice, paths));
    const hint = choices.length === 0 ? NO_CHAIN : ['add ONE of these to "order" in order.yml:', ...lines].join("\n");
    return { ...problem, diagnostic: { ...diagnostic, hint } };
  });
}

const NO_CHAIN = "no chain of at most four groups resolves it: order the groups in order.yml step by step";
