import { codes } from "../../model/findings/codes.ts";
import { defaultSettings } from "../../model/inventory/settings.ts";
import { type ParameterPath, printKeys, splitKeys } from "../../model/values/parameter-path.ts";
import type { PathKey } from "../../workspace/scope/paths.ts";
import type { CommandTable, OpenKind, Word } from "../commands/command.ts";
import { topics } from "../words/topics.ts";

/** All candidates for a word, whether they begin with the typed text or not. */
export async function candidatesOf(
  word: Word,
  typed: string,
  sources: CandidateSources,
): Promise<readonly CompletionCandidate[]> {
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

type CandidatesOf = (sources: CandidateSources, typed: string) => Promise<readonly CompletionCandidate[]>;

const none: CandidatesOf = async () => [];
const named = async (names: Promise<readonly string[]>): Promise<readonly CompletionCandidate[]> =>
  (await names).map((value) => ({ value }));

/** Nodes; and of a node that is typed with a colon behind it, its paths. */
async function nodeCandidates(sources: CandidateSources, typed: string): Promise<readonly CompletionCandidate[]> {
  const nodes = await sources.names("node");
  const name = typed.slice(0, Math.max(0, typed.indexOf(":")));
  if (!nodes.some(({ value }) => value === name)) return nodes;
  const keys: CandidateSources["keys"] = (path) => sources.keys(path, name);
  const paths = await pathCandidates(typed.slice(name.length + 1), { keys });
  return [...nodes, ...paths.map(({ value }) => ({ value: `${name}:${value}` }))];
}

/** What is in the folder of the name that is typed; hidden files only where the name begins with a dot. */
async function fileCandidates({ files }: CandidateSources, typed: string): Promise<readonly CompletionCandidate[]> {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const isHidden = typed.startsWith(".", folder.length);
  const names = (await files(folder)).filter((name) => name.startsWith(".") === isHidden);
  return names.map((name) => ({ value: folder + name }));
}

function commandNames(commands: CommandTable): readonly CompletionCandidate[] {
  return [...commands].map(([value, { summary }]) => ({ value, description: summary }));
}

const candidates: Readonly<Record<OpenKind, CandidatesOf>> = {
  node: nodeCandidates,
  selector: ({ names }) => names("node"),
  class: ({ names }) => names("class"),
  group: ({ names }) => names("group"),
  rule: ({ names }) => names("rule"),
  revision: ({ revisions }) => named(revisions()),
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
async function pathCandidates(
  typed: string,
  sources: Pick<CandidateSources, "keys">,
): Promise<readonly CompletionCandidate[]> {
  const { before, keys } = cutLastKey(typed);
  const found = await sources.keys(keys);
  return found.map(({ key, isOpen }) => ({
    value: `${before}${printKeys([...keys, key].slice(-1))}${isOpen ? ":" : ""}`,
  }));
}

/** The same for `PATH=VALUE`, with the values that nodes have there. */
async function valuedPathCandidates(
  typed: string,
  sources: Pick<CandidateSources, "keys" | "values">,
): Promise<readonly CompletionCandidate[]> {
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

/** A word that completion offers. */
export interface CompletionCandidate {
  readonly value: string;
  readonly description?: string;
}

/** The sources of candidates; each is read only on demand. */
export interface CandidateSources {
  readonly commands: CommandTable;
  /** Names with the files that define them, of classes with the number of their nodes where that is known. */
  names(kind: "node" | "class" | "group" | "rule"): Promise<readonly CompletionCandidate[]>;
  revisions(): Promise<readonly string[]>;
  /** The keys below a path, of the node among the words, or else of any. */
  keys(path: ParameterPath, node?: string): Promise<readonly PathKey[]>;
  /** The values that nodes have at a path, without secrets. */
  values(path: ParameterPath): Promise<readonly string[]>;
  /** What is in a folder, relative to where the command runs; names of folders end with a slash. */
  files(folder: string): Promise<readonly string[]>;
}
