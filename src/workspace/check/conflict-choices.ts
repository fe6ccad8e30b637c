import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { PropertyConflict } from "../../model/inventory/resolved.ts";
import type { ChainEffect } from "../../model/results/lineage.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { Secrets } from "../../model/secrets/secrets.ts";
import type { FoundProblem } from "../../report/findings/problems.ts";
import { choiceText } from "../../report/inspect/chain-text.ts";
import { chainEffect, choicesFor } from "../../resolve/groups/chain-effect.ts";
import { conflictFault } from "../../resolve/groups/conflict-faults.ts";
import { nodeOutcome } from "../load/outcome.ts";

/** For so many chains of one report it is worked out what they would do; each means to resolve nodes again. */
const MOST_CHAINS = 20;

/** What the chains that could settle conflicts would do, each worked out once. */
export class ConflictChoices {
  private readonly known = new Map<string, Masked<ChainEffect>>();
  private readonly inventory: Inventory;
  private readonly secrets: Secrets | "shown";

  constructor(inventory: Inventory, secrets: Secrets | "shown") {
    this.inventory = inventory;
    this.secrets = secrets;
  }

  /** Of each chain that could settle a conflict its effect; undefined when too many were asked for. */
  choices(conflict: Pick<PropertyConflict, "groups">): readonly Masked<ChainEffect>[] | undefined {
    const effects = choicesFor(conflict).map((chain) => this.effect(chain));
    return effects.every((effect) => effect !== undefined) ? effects : undefined;
  }

  private effect(chain: readonly string[]): Masked<ChainEffect> | undefined {
    const key = chain.join("\0");
    const known = this.known.get(key);
    if (known !== undefined || this.known.size >= MOST_CHAINS) return known;
    const effect = mask("effect", chainEffect(this.inventory, chain), this.secrets);
    this.known.set(key, effect);
    return effect;
  }
}

/** The conflict that a finding reports; undefined for any other finding. */
export function conflictOf({ diagnostic, nodes }: FoundProblem, inventory: Inventory): PropertyConflict | undefined {
  const [name] = nodes;
  if (diagnostic.code !== "group-conflict" || name === undefined) return undefined;
  const conflicts = nodeOutcome(inventory, name).node?.conflicts ?? [];
  return conflicts.find((conflict) => keyOf(conflictFault(conflict)) === keyOf(diagnostic));
}

/** Findings in which the help for a conflict says what each chain would do to all nodes. */
export function withChoices(
  problems: readonly FoundProblem<Diagnostic>[],
  conflicts: Iterable<PropertyConflict>,
  inventory: Inventory,
): readonly FoundProblem<Diagnostic>[] {
  const known = new Map([...conflicts].map((conflict) => [keyOf(conflictFault(conflict)), conflict]));
  const settling = new ConflictChoices(inventory, inventory.secrets);
  return problems.map((problem) => {
    const conflict = known.get(keyOf(problem.diagnostic));
    const choices = conflict && settling.choices(conflict);
    if (conflict === undefined || choices === undefined) return problem;
    const lines = choices.map((choice) => choiceText(choice, conflict.property, conflict.paths));
    const hint = ['add ONE of these to "order" in order.yml:', ...lines].join("\n");
    return { ...problem, diagnostic: { ...problem.diagnostic, hint } };
  });
}

/** Equal for equal conflicts, masked or not: the property, and where each group says its value. */
function keyOf({ code, property, span, related }: Diagnostic): string {
  const places = [span, ...related.map((other) => other.span)];
  return JSON.stringify([code, property, ...places.map((place) => place && [place.file.path, place.start, place.end])]);
}
