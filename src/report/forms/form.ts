import type { ShareMark } from "../../encoding/document.ts";
import { valueJson } from "../../encoding/json.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import type { MapValue } from "../../model/values/value.ts";
import type { InventoryWriter } from "../inventory/writer.ts";

/** What a form of all nodes needs besides the nodes. */
export interface FormFacts {
  /** By id. */
  readonly groups: ReadonlyMap<string, Group>;
  /** The commit that is read; undefined for the index and the work tree. */
  readonly commit: string | undefined;
  readonly share?: ShareMark | undefined;
}

export interface ToolForm {
  /** The answer for one node, with its last line end; absent where the tool reads all nodes alone. */
  readonly host?: (node: ResolvedNode, rest?: MapValue) => string;
  /** The answer for all nodes; absent where the tool asks for each node. */
  readonly list?: (facts: FormFacts) => InventoryWriter;
  /** The ending of the files that `heir export` writes, one for each node; absent where no tool reads such files. */
  readonly file?: "json" | "yaml";
}

/** The parameters of a node but for `__reclass__`, where adapters of reclass put data about the node. */
export function ownParameters({ parameters }: ResolvedNode): MapValue {
  const entries = parameters.entries.filter(({ key }) => key !== "__reclass__");
  return entries.length === parameters.entries.length ? parameters : { ...parameters, entries };
}

/** The environment of a node as a name: text as it is, anything else as JSON. */
export function environmentName({ environment }: ResolvedNode): string {
  const isText = environment.kind === "scalar" && typeof environment.data === "string";
  return isText ? String(environment.data) : valueJson(environment);
}
