import { isInShard, type Shard } from "../../base/shard.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Arguments, Options } from "../commands/command.ts";

/** The option of commands whose nodes can be divided among machines. */
export const shardOption: Options = {
  shard: {
    kind: "text",
    value: "I/N",
    summary: "process shard I of N; heir report merge combines the reports",
  },
};

/** The shard of `--shard`. Throws HeirError for anything but I/N with 1 <= I <= N. */
export function shardOf(args: Arguments): Shard | undefined {
  const text = args.text("shard");
  if (text === undefined) return undefined;
  const [, index, of] = /^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  if (index !== undefined && of !== undefined && Number(index) <= Number(of))
    return { index: Number(index), of: Number(of) };
  throw new HeirError("usage", `invalid --shard "${text}"`, "write 1/4 for the first of four shards");
}

/** The names in a shard; all names without one. */
export function namesInShard(names: readonly string[], shard: Shard | undefined): readonly string[] {
  return shard === undefined ? names : names.filter((name) => isInShard(name, shard));
}
