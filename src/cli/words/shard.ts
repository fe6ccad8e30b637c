import { isInShard, type Shard } from "../../base/shard.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Arguments, Options } from "../commands/command.ts";

/** For commands whose work over all nodes several machines can divide. */
export const shardOption: Options = {
  shard: {
    kind: "text",
    value: "I/N",
    summary: "process shard I of N; heir report merge combines the reports",
  },
};

/** The share that `--shard` names. Throws HeirError for anything but two numbers that fit. */
export function shardOf(args: Arguments): Shard | undefined {
  const text = args.text("shard");
  if (text === undefined) return undefined;
  const [, index, of] = /^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  if (index !== undefined && of !== undefined && Number(index) <= Number(of))
    return { index: Number(index), of: Number(of) };
  throw new HeirError("usage", `--shard cannot be "${text}"`, "write 1/4 for the first of four shares");
}

/** The names that fall into a share; all without one. */
export function namesInShard(names: readonly string[], share: Shard | undefined): readonly string[] {
  return share === undefined ? names : names.filter((name) => isInShard(name, share));
}
