import { relative, resolve, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { noSuchName, type StateReading } from "../../workspace/scope/things.ts";
import type { Arguments, Context } from "../commands/command.ts";

/**
 * Splits `NODE PATH` or `NODE:PATH`. `more` are paths from options. Throws EmptyScope for a node that is not among the
 * names, HeirError for several paths.
 */
export function nodeAndPath(names: readonly string[], words: readonly string[], options: Asking) {
  const found = splitNodePath(names, words, options);
  if (!names.includes(found.name)) throw noSuchName(["node"], found.name, names, words[0]);
  return found;
}

interface Asking {
  readonly verb: string;
  readonly more?: readonly string[];
}

/** As {@link nodeAndPath}, but accepts a node that is not among the names: the text before the first colon. */
export function splitNodePath(names: readonly string[], words: readonly string[], { verb, more = [] }: Asking) {
  const [given = "", second] = words;
  const known = new Set(names);
  const colon = given.indexOf(":");
  const joined = !known.has(given) && colon !== -1;
  const name = joined ? given.slice(0, colon) : given;
  const texts = [joined ? given.slice(colon + 1) : undefined, second, ...more].filter((text) => text !== undefined);
  if (texts.length > 1) throw new HeirError("usage", `${verb} takes one path at a time`);
  return { name, text: texts[0] };
}

interface FileQuestion extends Pick<StateReading, "workspace" | "snapshot"> {
  readonly args: Pick<Arguments, "operands" | "text">;
  readonly context: Pick<Context, "cwd">;
}

/** The first operand; for a file seen from the cwd, perhaps with `:LINE`, its path in the inventory. Never fails. */
export async function fileOperand({ args, context, workspace, snapshot }: FileQuestion): Promise<string> {
  const [operand = ""] = args.operands;
  const [, file = "", line = ""] = /^(.*?)(:\d+)?$/s.exec(operand) ?? [];
  const folder = await workspace.worktreeFolder().catch(() => undefined);
  if (folder === undefined) return operand;
  const path = relative(folder, resolve(context.cwd, args.text("C") ?? "", file))
    .split(sep)
    .join("/");
  const isRead = snapshot.blobs.has(path) || [...(snapshot.targets?.values() ?? [])].includes(path);
  return isRead ? path + line : operand;
}
