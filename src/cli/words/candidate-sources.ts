import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { PathKey } from "../../workspace/scope/path-keys.ts";
import type { CommandTable } from "../commands/command.ts";

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
