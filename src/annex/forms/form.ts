import { valueJson } from "../../encoding/json.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import type { MapValue } from "../../model/values/value.ts";

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
