import { SecretFilter } from "../../model/secrets/secret-filter.ts";
import type { Context } from "../commands/command.ts";

/**
 * A context whose output holds no secret text of the states that were read: what is left of one, wherever it comes
 * from, is replaced before it is printed. Values are masked where they leave the workspace; this is the second door.
 */
export function filteredContext(context: Context, argv: readonly string[]): Context {
  const filter = new SecretFilter(argv);
  return {
    ...context,
    open: async () => {
      const workspace = await context.open();
      filter.sources = workspace.secretTexts;
      return workspace;
    },
    write: (text) => context.write(filter.clean(typeof text === "string" ? text : Buffer.from(text).toString())),
    print: (line) => context.print(filter.clean(line)),
    clean: (text) => filter.clean(text),
    warn: (text) => context.warn(filter.clean(text)),
    note: (text) => context.note(filter.clean(text)),
    notice: (text) => context.notice(filter.clean(text)),
  };
}
