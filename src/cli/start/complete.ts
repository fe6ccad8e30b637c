import { namesOf } from "../../workspace/scope/names.ts";
import type { StateReading } from "../../workspace/scope/things.ts";
import type { CommandTable } from "../commands/command.ts";
import { type ExitCode, exit } from "../exit.ts";
import { readInventory } from "../reading/state.ts";
import { completionAnswer } from "../words/complete.ts";
import { revOption } from "../words/options.ts";
import { parseWords } from "../words/parse.ts";
import { startSession } from "./context.ts";
import type { Host } from "./host.ts";

/** `heir __complete WORD...`, for the scripts of `heir completion`. Never fails; names that cannot be read are left out. */
export async function complete(words: readonly string[], commands: CommandTable, host: Host): Promise<ExitCode> {
  const ends: (() => Promise<void>)[] = [];
  const answer = await completionAnswer(words, commands, (place) => {
    const args = parseWords({ name: "", operands: [], options: revOption }, place);
    const { context, end } = startSession(host, args, { commands, command: { fetches: false } });
    ends.push(end);
    let listed: Promise<StateReading> | undefined;
    return {
      commands,
      async names(kind) {
        listed ??= readInventory(args, context, "names");
        return namesOf(kind, (await listed).inventory);
      },
      revisions: async () => (await context.states()).revisionNames(),
    };
  });
  host.stdout.write(answer);
  for (const end of ends) await end().catch(() => undefined);
  return exit.ok;
}
