import { resolve } from "node:path";
import { madeOnce } from "../base/made-once.ts";
import { codes } from "../model/findings/codes.ts";
import { defaultSettings } from "../model/inventory/settings.ts";
import { type ParameterPath, printKeys, splitKeys } from "../model/values/parameter-path.ts";
import { counted } from "../report/text/row.ts";
import { type PathKey, pathKeys, scalarsAt } from "../workspace/scope/paths.ts";
import { filesIn, namesOf } from "../workspace/scope/things.ts";
import type { Command, CommandTable, ExitCode, Host, OpenKind, Options, Word } from "./commands/command.ts";
import { exit } from "./commands/command.ts";
import { startSession } from "./context.ts";
import { readLine, type TypedLine } from "./line.ts";
import { readInventory } from "./reading/state.ts";
import { cutVerb } from "./verb.ts";
import { topics } from "./words/help.ts";
import { allOptions, revOption } from "./words/options.ts";
import { operandsAt, parseWords } from "./words/parse.ts";

/** `heir __complete WORD...`, the last maybe empty. Prints `VALUE<TAB>DESCRIPTION` lines and `:MASK`. Never fails. */
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

/** A session for the state that a line reads, by its `-C`, `--set` and `--rev`, and what reads its names. */
export function sessionOf({ given }: TypedLine, commands: CommandTable, host: Host, more: readonly string[] = []) {
  const words = given.flatMap(({ name, value }) => {
    const option = PLACE.get(name);
    return option === undefined || value === undefined ? [] : [option, value];
  });
  const args = parseWords({ name: "", operands: [], options: revOption }, [...words, ...more]);
  const session = startSession(host, args, { commands, command: { fetches: false } });
  return { args, session, read: madeOnce(() => readInventory(session.context, args.text("rev"), "names")) };
}

/** What can be at the cursor; `before` is the start of the word that is no part of the value, such as `--rev=`. */
function expectedAt(typed: string, command: Grammar, options: Options, line: TypedLine) {
  if (line.awaiting !== undefined) return { kinds: [line.awaiting] };
  if (line.isBehind && command.rest !== undefined) return { kinds: [command.rest] };
  if (line.isBehind || !typed.startsWith("-")) return { kinds: operandsAt(command.operands, line.operands.length) };
  const [before = "", name = ""] = /^--([^=]+)=/.exec(typed) ?? [];
  if (before === "") return { flags: flagsAt(command, options, line) };
  const option = options[name];
  return option === undefined || option.kind === "flag" ? {} : { before, kinds: [option] };
}

/** The options that can still be given. */
function flagsAt(command: Grammar, options: Options, line: TypedLine): readonly Candidate[] {
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

function answer(candidates: readonly Candidate[]): string {
  const values = new Map(candidates.map(({ value, description = "" }) => [value, description]));
  const isOpen = [...values.keys()].some((value) => /[:/=]$/.test(value));
  const mask = (isOpen ? NO_SPACE : 0) + NO_FILES;
  const lines = [...values].slice(0, MOST).map(([value, description]) => `${value}\t${description}`);
  return [...lines, `:${mask}`, ""].join("\n");
}

function sourcesFor(line: TypedLine, commands: CommandTable, host: Host) {
  const { args, session, read } = sessionOf(line, commands, host);
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

/** All candidates for a word, whether they begin with the typed text or not. */
async function candidatesOf(word: Word, typed: string, sources: CandidateSources): Promise<readonly Candidate[]> {
  if ("choices" in word) {
    const before = "list" in word ? typed.slice(0, typed.lastIndexOf(",") + 1) : "";
    const chosen = word.choices.map((value) => ({ value: before + value }));
    if (word.kind !== "column") return chosen;
    const paths = await pathCandidates(typed.slice(before.length), sources);
    return [...chosen, ...paths.map(({ value }) => ({ value: before + value }))];
  }
  if (word.kind === "path" && word.isValued === true) return valuedPathCandidates(typed, sources);
  if (word.kind !== "thing") return candidates[word.kind](sources, typed);
  return (await Promise.all(word.of.map((kind) => candidates[kind](sources, typed)))).flat();
}

type CandidatesOf = (sources: CandidateSources, typed: string) => Promise<readonly Candidate[]>;

const none: CandidatesOf = async () => [];

/** Nodes; and of a node that is typed with a colon behind it, its paths. */
async function nodeCandidates(sources: CandidateSources, typed: string): Promise<readonly Candidate[]> {
  const nodes = await sources.names("node");
  const name = typed.slice(0, Math.max(0, typed.indexOf(":")));
  if (!nodes.some(({ value }) => value === name)) return nodes;
  const keys: CandidateSources["keys"] = (path) => sources.keys(path, name);
  const paths = await pathCandidates(typed.slice(name.length + 1), { keys });
  return [...nodes, ...paths.map(({ value }) => ({ value: `${name}:${value}` }))];
}

/** What is in the folder of the name that is typed; hidden files only where the name begins with a dot. */
async function fileCandidates({ files }: CandidateSources, typed: string): Promise<readonly Candidate[]> {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const isHidden = typed.startsWith(".", folder.length);
  const names = (await files(folder)).filter((name) => name.startsWith(".") === isHidden);
  return names.map((name) => ({ value: folder + name }));
}

function commandNames(commands: CommandTable): readonly Candidate[] {
  return [...commands].map(([value, { summary }]) => ({ value, description: summary }));
}

const candidates: Readonly<Record<OpenKind, CandidatesOf>> = {
  node: nodeCandidates,
  selector: ({ names }) => names("node"),
  class: ({ names }) => names("class"),
  group: ({ names }) => names("group"),
  rule: ({ names }) => names("rule"),
  revision: async ({ revisions }) => (await revisions()).map((value) => ({ value })),
  async range({ revisions }, typed) {
    const start = /^.*\.\./.exec(typed)?.[0] ?? "";
    return (await revisions()).map((value) => ({ value: start + value }));
  },
  setting: async () => Object.keys(defaultSettings).map((key) => ({ value: `${key}=` })),
  command: async ({ commands }) => commandNames(commands),
  topic: async ({ commands }) => {
    return [
      ...commandNames(commands),
      ...Object.entries(codes).map(([value, { severity }]) => ({ value, description: severity })),
      ...[...topics].map(([value, { summary }]) => ({ value, description: summary })),
    ];
  },
  property: none,
  path: (sources, typed) => pathCandidates(typed, sources),
  "path-glob": (sources, typed) => pathCandidates(typed, sources),
  file: fileCandidates,
  folder: async (sources, typed) => (await fileCandidates(sources, typed)).filter(({ value }) => value.endsWith("/")),
  number: none,
  text: none,
};

/** The paths that go one key on from what is typed: `ntp:` where there are keys below, else `ntp`. */
async function pathCandidates(typed: string, sources: Pick<CandidateSources, "keys">): Promise<readonly Candidate[]> {
  const { before, keys } = cutLastKey(typed);
  const found = await sources.keys(keys);
  return found.map(({ key, isOpen }) => ({
    value: `${before}${printKeys([...keys, key].slice(-1))}${isOpen ? ":" : ""}`,
  }));
}

/** The same for `PATH=VALUE`, with the values that nodes have there. */
async function valuedPathCandidates(typed: string, sources: Pick<CandidateSources, "keys" | "values">) {
  const end = typed.indexOf("=");
  if (end === -1) return pathCandidates(typed, sources);
  const keys = splitKeys(typed.slice(0, end), ":");
  if (typeof keys === "string") return [];
  const values = await sources.values(keys.map(({ text }) => text));
  return values.map((value) => ({ value: `${typed.slice(0, end)}=${value}` }));
}

/** The keys before the last one, and the text of them. */
function cutLastKey(typed: string) {
  for (let end = typed.lastIndexOf(":"); end !== -1; end = end === 0 ? -1 : typed.lastIndexOf(":", end - 1)) {
    const keys = splitKeys(typed.slice(0, end), ":");
    if (typeof keys !== "string") return { before: typed.slice(0, end + 1), keys: keys.map(({ text }) => text) };
  }
  return { before: "", keys: [] };
}

interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** The sources of candidates; each is read only on demand. */
interface CandidateSources {
  readonly commands: CommandTable;
  /** Names with the files that define them, of classes with the number of their nodes where that is known. */
  names(kind: "node" | "class" | "group" | "rule"): Promise<readonly Candidate[]>;
  revisions(): Promise<readonly string[]>;
  /** The keys below a path, of the node among the words, or else of any. */
  keys(path: ParameterPath, node?: string): Promise<readonly PathKey[]>;
  /** The values that nodes have at a path, without secrets. */
  values(path: ParameterPath): Promise<readonly string[]>;
  /** What is in a folder, relative to where the command runs; names of folders end with a slash. */
  files(folder: string): Promise<readonly string[]>;
}
