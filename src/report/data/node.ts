import { DataValue } from "../../encoding/json.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";

/** What one node gets: a member of `nodes` in `heir inventory --format json`. */
export interface NodeData {
  /** Ids of its groups, weakest first; absent if it is in no group. */
  readonly groups?: readonly string[];
  /** Names as written, in the order of merging. */
  readonly classes: readonly string[];
  readonly applications: readonly string[];
  readonly parameters: DataValue;
  readonly exports: DataValue;
  readonly environment: DataValue;
  /** Properties are left out, since groups disagree on them. */
  readonly partial?: true;
}

/** A node with names instead of mentions. */
export function nodeData(node: ResolvedNode): NodeData {
  return {
    ...(node.groups.length > 0 && { groups: node.groups.map(nameOf) }),
    classes: node.classes.map(nameOf),
    applications: node.applications.map(nameOf),
    parameters: new DataValue(node.parameters),
    exports: new DataValue(node.exports),
    environment: new DataValue(node.environment),
    ...(node.conflicts.length > 0 && { partial: true }),
  };
}

function nameOf({ name }: NameMention): string {
  return name;
}
