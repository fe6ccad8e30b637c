import { resolve } from "node:path";
import { madeOnce } from "../../base/remembered.ts";
import { counted } from "../../report/text/row.ts";
import { pathKeys, scalarsAt } from "../../workspace/scope/paths.ts";
import { filesIn, namesOf } from "../../workspace/scope/things.ts";
import type { Command, CommandTable, Options, Word } from "../commands/command.ts";
import { type ExitCode, exit } from "../exit.ts";
import { readInventory } from "../reading/state.ts";
import { allOptions, revOption } from "../words/options.ts";
import { operandsAt, parseWords } from "../words/parse.ts";
import { cutVerb } from "../words/verb.ts";
import { type CandidateSources, type CompletionCandidate, candidatesOf } from "./candidates.ts";
import { startSession } from "./context.ts";
import type { Host } from "./host.ts";
import { readLine, type TypedLine } from "./line.ts";

/**
 * `heir __complete WORD...`, for the scripts of `heir completion`: the last word is the one to complete, and may be empty. Prints
 * a line `VALUE<TAB>DESCRIPTION` for each candidate, then `:MASK`. Never fails; what cannot be read is left out.
 */
export async function complete(words: readonly string[], commands: CommandTable, host: Host): Promise<ExitCode> {
  const typed = words.at(-1) ?? "";
  const { verb, rest } = cutVerb(words.slice(0, -1));
  const command = await (verb === undefined ? noCommand : commands.get(verb)?.load());
  if (command === undefined) {
    host.stdout.write(answer([]));
    return exit.ok;
  }
  const options = allOptions(command);
  const line = readLine(rest, options);
  const { before = "", kinds = [], flags = [] } = expectedAt(typed, command, options, line);
  const { session, sources } = sourcesFor(line, commands, host);
  const found = kinds.map((kind) => candidatesOf(kind, typed.slice(before.length), sources).catch(() => []));
  const named = (await Promise.all(found)).flat().map((each) => ({ ...each, value: before + each.value }));
  host.stdout.write(answer([...flags, ...named].filter(({ value }) => value.startsWith(typed))));
  await session.end().catch(() => undefined);
  return exit.ok;
}

type Grammar = Pick<Command, "operands" | "options" | "rest" | "exclusive" | "refusesEmpty">;

const noCommand: Grammar = { operands: [{ name: "COMMAND", kind: "command" }], options: {} };

const PLACE: ReadonlyMap<string, string> = new Map([
  ["C", "-C"],
  ["set", "--set"],
  ["rev", "--rev"],
]);

/** The words of a line that say which state is read: `-C`, `--set` and `--rev`, with their values. */
export function stateWords({ given }: TypedLine): readonly string[] {
  return given.flatMap(({ name, value }) => {
    const option = PLACE.get(name);
    return option === undefined || value === undefined ? [] : [option, value];
  });
}

/** What can be at the cursor. */
interface Expected {
  /** The start of the word that is no part of the value, such as `--rev=`. */
  readonly before?: string;
  readonly kinds?: readonly Word[];
  readonly flags?: readonly CompletionCandidate[];
}

function expectedAt(typed: string, command: Grammar, options: Options, line: TypedLine): Expected {
  if (line.awaiting !== undefined) return { kinds: [line.awaiting] };
  if (line.isBehind && command.rest !== undefined) return { kinds: [command.rest] };
  if (line.isBehind || !typed.startsWith("-")) return { kinds: operandsAt(command.operands, line.operands.length) };
  const [before = "", name = ""] = /^--([^=]+)=/.exec(typed) ?? [];
  if (before === "") return { flags: flagsAt(command, options, line) };
  const option = options[name];
  return option === undefined || option.kind === "flag" ? {} : { before, kinds: [option] };
}

/** The options that can still be given. */
function flagsAt(command: Grammar, options: Options, line: TypedLine): readonly CompletionCandidate[] {
  const given = new Set(line.given.flatMap(({ name }) => [name, options[name]?.means?.option ?? name]));
  const groups = (command.exclusive ?? []).filter((group) => group.some((name) => given.has(name)));
  const isOut = new Set([...given, ...groups.flat()]);
  return Object.entries(options).flatMap(([name, option]) => {
    const isGiven = isOut.has(name) || isOut.has(option.means?.option ?? name);
    if (isGiven && !("multiple" in option && option.multiple)) return [];
    return [{ value: name.length === 1 ? `-${name}` : `--${name}`, description: option.summary }];
  });
}

const NO_SPACE = 2;
/** The shell adds no file names: all that fit are among the answers. */
const NO_FILES = 4;
const MOST = 200;

function answer(candidates: readonly CompletionCandidate[]): string {
  const values = new Map(candidates.map(({ value, description = "" }) => [value, description]));
  const isOpen = [...values.keys()].some((value) => /[:/=]$/.test(value));
  const mask = (isOpen ? NO_SPACE : 0) + NO_FILES;
  const lines = [...values].slice(0, MOST).map(([value, description]) => `${value}\t${description}`);
  return [...lines, `:${mask}`, ""].join("\n");
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
