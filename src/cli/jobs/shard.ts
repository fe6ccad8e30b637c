import { digest } from "../../base/digest.ts";
import type { Shard } from "../../base/name-key.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import type { States } from "../../workspace/load/states.ts";
import type { Arguments, Context } from "../commands/command.ts";
import type { ReadStates } from "../commands/shares.ts";
import { version } from "../version.ts";
import { engineShare } from "./shard-engines.ts";

/** Options without influence on what shares have in common. */
const OF_ONE_SHARE: ReadonlySet<string> = new Set(["shard", "jobs", "no-cache", "C"]);

/** The share of `--shard`. Throws HeirError for anything but I/N with 1 <= I <= N, auto and auto/N. */
export function shardOf(args: Arguments, env: Context["env"]): Shard | undefined {
  const text = args.text("shard");
  if (text === undefined) return undefined;
  const [, index, of] = /^(auto|[1-9]\d{0,4})(?:\/([1-9]\d{0,4}))?$/.exec(text) ?? [];
  if (index === "auto") return engineShare(env, of === undefined ? undefined : Number(of));
  if (index !== undefined && of !== undefined && Number(index) <= Number(of)) {
    return { index: Number(index), of: Number(of) };
  }
  throw new HeirError("usage", `invalid --shard "${text}"`, "write 1/4 for the first of four shares, or auto");
}

/** The share as a text, for answers that depend on it besides the command line; "" without one. */
export function shardText(args: Arguments, env: Context["env"]): string {
  const shard = shardOf(args, env);
  return shard === undefined ? "" : `${shard.index}/${shard.of}`;
}

/** The digest of a run of which all shares are: build, command line, settings and state (rule S2 in docs/scale.md). */
export function digestOfRun(
  command: string,
  args: Arguments,
  { source }: Pick<States, "source">,
  read: ReadStates,
): string {
  const words = args.given.filter(([name]) => !OF_ONE_SHARE.has(name));
  return digest(JSON.stringify([version, command, args.operands, words, [...source.settings], read.map(factOf)]));
}

function factOf(each: Snapshot | string): unknown {
  if (typeof each === "string") return each;
  const { id, place } = each;
  return [id, place.folder, settingsBesides(place)];
}
