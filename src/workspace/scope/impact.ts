import { command } from "../../base/command.ts";
import { EmptyScope } from "../../model/findings/empty-scope.ts";
import type { Impact } from "../../model/results/impact.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Masked, SecretsOptions } from "../../model/secrets/masked.ts";
import { leftOutOf } from "../load/left-out.ts";
import type { Steps } from "./resolved-nodes.ts";
import { nothingFound, type StateReading } from "./things.ts";

/** What an edit of a thing would change. */
interface FoundImpact {
  readonly impact: Masked<Impact>;
  /** Other things that the text could mean. */
  readonly others: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const KINDS = ["class", "group", "node"] as const;

/**
 * The effects of editing what a text names: a file or a line of it, a class, group or node, or the path of a value. Visits
 * every node. Throws EmptyScope for a path that no file sets, and for a line without a value.
 */
export async function findImpact(
  text: string,
  reading: StateReading,
  { secrets, steps }: SecretsOptions & { readonly steps: Steps },
): Promise<FoundImpact> {
  const { workspace, snapshot, inventory } = reading;
  const { search, others } = workspace.views(inventory, secrets).impact(text);
  const names = inventory.nodeNames;
  for (const [index, name] of names.entries()) {
    search.visit(name);
    await steps.step(index + 1, names.length);
  }
  const impact = search.result();
  if (isNothing(impact)) throw await nothing(text, impact, { reading, steps });
  return { impact, others, leftOut: leftOutOf([snapshot]) };
}

/** A path that no file sets, or a line without a value. */
function isNothing({ target, values }: Impact): boolean {
  return values.length === 0 && (target.kind === "path" || target.line !== undefined);
}

async function nothing(
  text: string,
  { target }: Impact,
  { reading, steps }: { readonly reading: StateReading; readonly steps: Steps },
): Promise<EmptyScope> {
  if (target.kind !== "file") return nothingFound({ text, kinds: KINDS, reading, unset: "no file sets" }, steps);
  const message = `line ${target.line} of ${target.file} sets no value`;
  const hint = `${command(["heir", "uses"], [text])} lists the classes and groups that it names`;
  return new EmptyScope(text, message, hint);
}
