import { resolve } from "node:path";
import { madeOnce } from "../../base/remembered.ts";
import { counted } from "../../report/text/row.ts";
import { pathKeys, scalarsAt } from "../../workspace/scope/paths.ts";
import { filesIn, namesOf } from "../../workspace/scope/things.ts";
import type { CommandTable } from "../commands/command.ts";
import { type ExitCode, exit } from "../exit.ts";
import { readInventory } from "../reading/state.ts";
import type { CandidateSources } from "../words/candidates.ts";
import { completionAnswer, stateWords } from "../words/complete.ts";
import type { TypedLine } from "../words/line.ts";
import { revOption } from "../words/options.ts";
import { parseWords } from "../words/parse.ts";
import { type Session, startSession } from "./context.ts";
import type { Host } from "./host.ts";

/** `heir __complete WORD...`, for the scripts of `heir completion`. Never fails; what cannot be read is left out. */
export async function complete(words: readonly string[], commands: CommandTable, host: Host): Promise<ExitCode> {
  const sessions: Session[] = [];
  const answer = await completionAnswer(words, commands, (line) => {
    const { session, sources } = sourcesFor(line, commands, host);
    sessions.push(session);
    return sources;
  });
  host.stdout.write(answer);
  for (const { end } of sessions) await end().catch(() => undefined);
  return exit.ok;
}

function sourcesFor(line: TypedLine, commands: CommandTable, host: Host) {
  const args = parseWords({ name: "", operands: [], options: revOption }, stateWords(line));
  const session = startSession(host, args, { commands, command: { fetches: false } });
  const read = madeOnce(() => readInventory(args, session.context, "names"));
  const sources: CandidateSources = {
    commands,
    async names(kind) {
      const { workspace, snapshot, inventory } = await read();
      const fileOf = kind === "node" || kind === "class" ? inventory.fileOf.bind(inventory, kind) : () => undefined;
      const readers = kind === "class" ? await workspace.readers(snapshot) : undefined;
      return namesOf(kind, inventory).map((value) => {
        const file = fileOf(value) ?? "";
        return { value, description: readers === undefined ? file : counted(readers.get(file) ?? 0, "node") };
      });
    },
    revisions: async () => (await session.context.states()).revisionNames(),
    keys: async (path, node = line.operands.at(-1)) => pathKeys(await read(), path, node),
    values: async (path) => scalarsAt(await read(), path),
    files: async (folder) => filesIn(resolve(host.cwd, args.text("C") ?? "", folder)),
  };
  return { session, sources };
}
