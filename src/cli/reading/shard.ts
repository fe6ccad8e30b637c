import { digest } from "../../base/digest.ts";
import type { Shard, ShareOfRun } from "../../base/shard.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import type { States } from "../../workspace/workspace.ts";
import type { Arguments, Context, Options } from "../commands/command.ts";
import { version } from "../version.ts";
import { isJson } from "../words/options.ts";
import { engineShare } from "./engine-share.ts";

/** The option of commands whose nodes can be divided among machines. */
export const shardOption: Options = {
  shard: {
    kind: "text",
    value: "I/N",
    summary: "process share I of N; auto, auto/N: ask the CI",
  },
};

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

/** The share of a command whose shares are joined as JSON alone. Throws HeirError for other forms, and as {@link shardOf}. */
export function jsonShardOf(args: Arguments, env: Context["env"]): Shard | undefined {
  const shard = shardOf(args, env);
  if (shard === undefined || isJson(args)) return shard;
  throw new HeirError("usage", "shares are joined as JSON alone", "add --json");
}

/** The share as a text, for answers that depend on it besides the command line; "" without one. */
export function shardText(args: Arguments, env: Context["env"]): string {
  const shard = shardOf(args, env);
  return shard === undefined ? "" : `${shard.index}/${shard.of}`;
}

/** What the answer of one share is the answer to. */
interface Asked {
  readonly command: string;
  readonly args: Arguments;
  readonly states: Pick<States, "source">;
  /** What is read: snapshots, and texts for everything else. */
  readonly from: readonly (Snapshot | string)[];
}

/** A share with a digest of its run: build, command line, settings and state (rule S2 in docs/scale.md). */
export function shareOfRun(shard: Shard, { command, args, states, from }: Asked): ShareOfRun {
  const words = args.given.filter(([name]) => !OF_ONE_SHARE.has(name));
  const settings = [...states.source.settings];
  const asked = [version, command, args.operands, args.rest, words, settings, from.map(factOf)];
  return { ...shard, run: digest(JSON.stringify(asked)) };
}

function factOf(each: Snapshot | string): unknown {
  if (typeof each === "string") return each;
  const { id, place } = each;
  return [id, place.folder, settingsBesides(place)];
}

/** The nodes of an inventory in a share, which lists no others; all without one. */
export function nodesInShard(inventory: Inventory, shard: Shard | undefined): readonly string[] {
  return shard === undefined ? inventory.nodeNames : inventory.nodesOf(shard);
}
