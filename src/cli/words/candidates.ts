import { codes } from "../../model/findings/codes.ts";
import { defaultSettings } from "../../model/inventory/settings.ts";
import type { CommandTable, OpenKind, Word } from "../commands/command.ts";
import { topics } from "./topics.ts";

/** A word that completion offers. */
export interface CompletionCandidate {
  readonly value: string;
  readonly description?: string;
}

/** The sources of candidates; each is read only on demand. */
export interface CandidateSources {
  readonly commands: CommandTable;
  names(kind: "node" | "class" | "group" | "rule"): Promise<readonly string[]>;
  revisions(): Promise<readonly string[]>;
}

/** All candidates for a word, whether they begin with the typed text or not. */
export async function candidatesOf(
  word: Word,
  typed: string,
  sources: CandidateSources,
): Promise<readonly CompletionCandidate[]> {
  if ("choices" in word) {
    const before = "list" in word ? typed.slice(0, typed.lastIndexOf(",") + 1) : "";
    return word.choices.map((value) => ({ value: before + value }));
  }
  if (word.kind !== "thing") return candidates[word.kind](sources, typed);
  return (await Promise.all(word.of.map((kind) => candidates[kind](sources, typed)))).flat();
}

/** Whether the word can be a file name; the shell completes these. */
export function takesFiles(word: Word): boolean {
  const kinds: readonly Word["kind"][] = word.kind === "thing" ? word.of : [word.kind];
  return kinds.includes("file") || kinds.includes("folder");
}

type CandidatesOf = (sources: CandidateSources, typed: string) => Promise<readonly CompletionCandidate[]>;

const none: CandidatesOf = async () => [];
const named = async (names: Promise<readonly string[]>): Promise<readonly CompletionCandidate[]> =>
  (await names).map((value) => ({ value }));

function commandNames(commands: CommandTable): readonly CompletionCandidate[] {
  return [...commands].map(([value, { summary }]) => ({ value, description: summary }));
}

const candidates: Readonly<Record<OpenKind, CandidatesOf>> = {
  node: ({ names }) => named(names("node")),
  "node-glob": ({ names }) => named(names("node")),
  class: ({ names }) => named(names("class")),
  group: ({ names }) => named(names("group")),
  rule: ({ names }) => named(names("rule")),
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
  path: none,
  "path-glob": none,
  file: none,
  folder: none,
  number: none,
  text: none,
};
