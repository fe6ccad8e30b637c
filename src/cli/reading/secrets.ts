import { command, terminalSafe } from "../../base/terminal-text.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { SecretsChoice } from "../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { counted, firstNames } from "../../report/text/row.ts";
import type { Arguments, Command, Context, Options } from "../commands/command.ts";

export const secretsOption: Options = {
  "show-secrets": { kind: "flag", summary: "show secrets unmasked; only on a terminal" },
};

export const programSecretsOption: Options = {
  secrets: { kind: "choice", choices: ["show", "mask"], value: "HOW", summary: "print secrets whole, or as (secret)" },
};

/** `--secrets`, if it is given. */
export function givenSecrets(args: Arguments): SecretsChoice | undefined {
  const given = args.text("secrets");
  return given === "show" || given === "mask" ? given : undefined;
}

/** Whether an option of a run asks for secrets unmasked: such an answer is not cached. */
export function showsSecrets({ options }: Pick<Command, "options">, args: Arguments): boolean {
  const isShown = "show-secrets" in options && args.has("show-secrets");
  return isShown || ("secrets" in options && givenSecrets(args) === "show");
}

/** Whether a run gives secrets whole: by an option, or because the command is made to feed programs. */
export function givesSecrets(command: Pick<Command, "options">, args: Arguments): boolean {
  if ("show-secrets" in command.options) return showsSecrets(command, args);
  return "secrets" in command.options && givenSecrets(args) !== "mask";
}

/** Whether to show secrets unmasked. Throws HeirError if that would write them to a file, a pipe or a log. */
export function secretsChoice(args: Arguments, context: Context): SecretsChoice {
  if (!args.has("show-secrets")) return "mask";
  if (context.width !== undefined) return "show";
  const hint = "programs that need the values get them from heir inventory";
  throw new HeirError("usage", "--show-secrets works on a terminal only", hint);
}

export interface HeldSecrets {
  readonly node: string;
  readonly paths: readonly ParameterPath[];
}

const MOST_NAMED = 10;

/** Throws HeirError (exit code 4) for secrets without an option for them: no program may read `(secret)` as a value. */
export function refuseSecrets(context: Context, held: readonly HeldSecrets[]): void {
  const [first, ...more] = held.filter(({ paths }) => paths.length > 0);
  if (context.width !== undefined || first === undefined) return;
  const lines = [first, ...more].slice(0, MOST_NAMED).map(({ node, paths }) => {
    const named = firstNames(paths.map(printPath), MOST_NAMED);
    return terminalSafe(`${node}: ${counted(paths.length, "secret")}: ${named}`);
  });
  const others = more.length + 1 - MOST_NAMED;
  if (others > 0) lines.push(`and secrets of ${counted(others, "more node")}`);
  const name = terminalSafe(first.node);
  const hint = `${command(["heir", "inventory", "--host", name])} gives values whole to a program; --secrets mask prints (secret)`;
  throw new HeirError("usage", lines.join("\n"), hint, { code: "secret" });
}
