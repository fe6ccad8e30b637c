import type { Shard } from "../../base/shard.ts";
import { HeirError } from "../../model/findings/failure.ts";

/** A report of one shard. */
export interface ReportPart {
  /** Its name in messages. */
  readonly name: string;
  readonly file: LineSource;
}

/** A text that is read line by line, since it can be too large for memory. */
export interface LineSource {
  lines(): Iterable<{ readonly text: string; readonly at: LinePlace }>;
  /** The text at a place from `lines`, or at a part of it. */
  read(at: LinePlace): string;
}

/** In bytes. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** The member that identifies the shard of a report. */
export function shardJson({ index, of }: Shard): string {
  return `"shard": {"index": ${index}, "of": ${of}}`;
}

/** Throws HeirError unless the reports are of the same number of shards, each shard once. */
export function checkComplete(parts: readonly { readonly name: string; readonly shard: unknown }[]): void {
  const seen = new Map<number, string>();
  const of = new Set<number>();
  for (const { name, shard } of parts) {
    if (!isShard(shard))
      throw new HeirError("usage", `${name} is not the report of a shard`, "write it with --shard I/N");
    const other = seen.get(shard.index);
    if (other !== undefined) throw new HeirError("usage", `${other} and ${name} are the same shard`);
    seen.set(shard.index, name);
    of.add(shard.of);
  }
  const [count = 0, ...more] = of;
  if (more.length > 0)
    throw new HeirError("usage", `the reports divide the nodes in different ways: ${[...of].join(", ")}`);
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !seen.has(index));
  if (missing.length > 0) throw new HeirError("usage", `missing shards, of ${count}: ${missing.join(", ")}`);
}

function isShard(value: unknown): value is Shard {
  return (
    typeof value === "object" &&
    value !== null &&
    "index" in value &&
    typeof value.index === "number" &&
    "of" in value &&
    typeof value.of === "number"
  );
}
