import { fnmatch } from "../base/glob.ts";
import { command } from "../base/terminal-text.ts";
import { isCode } from "../model/findings/codes.ts";
import { type ErrorCode, HeirError } from "../model/findings/failure.ts";
import { parsePath } from "../model/values/parameter-path.ts";
import { counted } from "../report/text/row.ts";
import { hasValueAt, pathsInFile } from "../workspace/scope/paths.ts";
import { namesOf, type StateReading } from "../workspace/scope/things.ts";
import type { Command, Host } from "./commands/command.ts";
import { commands } from "./commands/table.ts";
import { sessionOf } from "./complete.ts";
import { readLine, type TypedLine } from "./line.ts";
import { cutVerb } from "./verb.ts";
import { allOptions } from "./words/options.ts";

const MOST_NODES = 50;

/** The error for a word that is something else, such as a class for a node; else the error as it is. Never fails. */
export async function betterError(error: HeirError, argv: readonly string[], host: Host): Promise<HeirError> {
  const { word, code = "unknown-name", candidates = [] } = error.details;
  const { verb = "", rest } = cutVerb(argv);
  const asked = await commands.get(verb)?.load();
  if (word === undefined || asked === undefined) return error;
  const line = readLine(rest, allOptions(asked));
  // To look once more is no second run, by which a cache would be filled.
  const { session, read } = sessionOf(line, commands, host, ["-q", "--no-cache"]);
  const { signal } = host;
  try {
    const reading = await read();
    const matches = namesOf("node", reading.inventory).filter(fnmatch(word));
    const wrong = { verb, word, words: rest, line, code, reading, asked, hasNear: candidates.length > 0, signal };
    const is = await kindOf(wrong);
    if (is === undefined && matches.length > 0 && code === "unknown-node") {
      const path = verb === "show" ? line.operands[1] : undefined;
      const columns = path === undefined ? [] : ["--columns", `name,${path}`];
      const listed = command(["heir", "nodes"], [word], columns);
      const hint = "node" in asked.options ? command(["heir", verb, "--node", word]) : listed;
      return severalNodes(matches, verb, word, hint);
    }
    if (is === undefined) return error;
    return new HeirError("usage", `"${word}" is a ${is.kind}`, kindHint(is, wrong), { code: "wrong-kind" });
  } catch {
    return error;
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** `hint` is the command that answers for all of them. */
function severalNodes(matches: readonly string[], verb: string, word: string, hint: string): HeirError {
  const candidates = matches.slice(0, 5);
  const message = `${verb} takes one node; ${counted(matches.length, "node matches", "nodes match")} "${word}"`;
  return new HeirError("usage", message, hint, { code: "unknown-node", candidates });
}

/** A line in which a word is another thing than is wanted there. */
interface WrongWord {
  readonly verb: string;
  readonly word: string;
  /** The words of the line but for the command. */
  readonly words: readonly string[];
  readonly line: TypedLine;
  readonly asked: Pick<Command, "options">;
  readonly code: ErrorCode;
  readonly reading: StateReading;
  /** Whether a word of the right kind is near: then it is no path. */
  readonly hasNear: boolean;
  readonly signal: AbortSignal;
}

/** What a word is, of the kinds that were not asked for. */
async function kindOf(wrong: WrongWord): Promise<Is | undefined> {
  const { word, code, reading } = wrong;
  const { inventory, snapshot } = reading;
  for (const kind of ["node", "class", "group"] as const) {
    if (code !== `unknown-${kind}` && namesOf(kind, inventory).includes(word)) return { kind };
  }
  if (snapshot.blobs.has(word)) {
    const node = inventory.nodeNames.find((name) => inventory.fileOf("node", name) === word);
    return { kind: "file", node, paths: await pathsInFile(reading, word) };
  }
  if (code !== "unknown-revision" && (await isRevision(wrong))) return { kind: "revision" };
  if (isCode(word)) return { kind: "finding" };
  return code !== "unknown-path" && !wrong.hasNear && (await isPath(wrong)) ? { kind: "path" } : undefined;
}

async function isRevision({ word, reading, signal }: WrongWord): Promise<boolean> {
  if (word === "INDEX" || word === "WORKTREE") return true;
  const commit = await reading.workspace.commitOf(word, { signal }).catch(() => undefined);
  return commit !== undefined;
}

/** Whether one of the first nodes has a value at a path. */
async function isPath({ word, reading, signal }: WrongWord): Promise<boolean> {
  const parsed = parsePath(word);
  if (parsed.kind !== "path") return false;
  return hasValueAt(parsed.path, reading, { signal, names: reading.inventory.nodeNames.slice(0, MOST_NODES) });
}

type Is =
  | { readonly kind: "node" | "class" | "group" | "revision" | "finding" | "path" }
  /** A file of the inventory, the node that it defines, and the paths of the values in it. */
  | { readonly kind: "file"; readonly node?: string; readonly paths: readonly string[] };

/** Commands that ask for the history of a value. */
const HISTORY: ReadonlySet<string> = new Set(["blame", "bisect", "log", "why"]);

/** The whole command that does with the word what may have been meant. */
function kindHint(is: Is, { verb, word, words, line, code, reading, asked }: WrongWord): string {
  const wantsState = code !== "unknown-node" && code !== "unknown-name";
  const others = words.filter((each) => each !== word);
  switch (is.kind) {
    case "node":
      if (wantsState && (verb === "check" || verb === "tui")) return command(["heir", verb, "--node", word]);
      if (wantsState && verb === "diff") {
        const nodes = line.operands.filter((each) => reading.inventory.nodeNames.includes(each));
        return command(["heir", "diff", ...words.filter((each) => !nodes.includes(each)), "--", ...nodes]);
      }
      return command(["heir", "show"], [word]);
    case "class": {
      const node = line.given.find(({ name }) => name === "why")?.value;
      if (verb === "groups" && node !== undefined) return command(["heir", "explain"], [node, "classes"]);
      return command(["heir", "uses"], [word]);
    }
    case "group":
      return command(["heir", "groups"], [word]);
    case "file":
      if (wantsState && verb === "check" && is.paths.length > 0) {
        return command(["heir", "check", ...is.paths.flatMap((path) => ["--path", path])]);
      }
      if (wantsState) return command(["heir", "impact"], [word]);
      return is.node === undefined ? command(["heir", "uses"], [word]) : command(["heir", "show"], [is.node]);
    case "revision":
      if (!("rev" in asked.options)) return `${command(["heir", verb, "-h"])} shows how it is used`;
      if (line.operands.length === 1) return command(["heir", "nodes", "-r"], [word]);
      return command(["heir", verb, "-r", word, ...others]);
    case "finding":
      return verb === "check" ? command(["heir", "check", "--only", word]) : command(["heir", "help", word]);
    case "path":
      if (wantsState) return command(["heir", verb, ...others, "--path", word]);
      if (HISTORY.has(verb)) return command(["heir", "log", "--path"], [word]);
      return command(["heir", "nodes", "--columns"], [`name,${word}`]);
  }
}
