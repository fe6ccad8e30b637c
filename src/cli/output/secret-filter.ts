import { tokensIn } from "../../forge/token.ts";
import { SecretFilter } from "../../model/secrets/secret-filter.ts";
import type { SecretTexts } from "../../model/secrets/secret-texts.ts";
import type { Context } from "../commands/command.ts";

/**
 * A context whose output holds no secret text of the states that were read, nor a token of the environment: what is left of
 * one, wherever it comes from, is replaced before it is printed. Values are masked where they leave the workspace; this is
 * the second door.
 */
export function filteredContext(context: Context, argv: readonly string[]): Context {
  const tokens: SecretTexts = { texts: new Set(tokensIn(context.env)), isName: () => false };
  const filter = new SecretFilter(argv);
  let states: Iterable<SecretTexts> = [];
  // More states have secrets while they are read.
  filter.sources = {
    *[Symbol.iterator]() {
      yield tokens;
      yield* states;
    },
  };
  return {
    ...context,
    open: async () => {
      const workspace = await context.open();
      states = workspace.secretTexts;
      return workspace;
    },
    clean: (text) => filter.clean(text),
    write: (text) => context.write(filter.clean(typeof text === "string" ? text : Buffer.from(text).toString())),
    print: (line) => context.print(filter.clean(line)),
    warn: (text) => context.warn(filter.clean(text)),
    note: (text) => context.note(filter.clean(text)),
    notice: (text) => context.notice(filter.clean(text)),
  };
}
