import type { Value } from "../../model/values/value.ts";

/** A value as plain data, for validation. References and sets stay as they are, since no schema accepts them. */
export function plainData(value: Value): unknown {
  if (value.kind === "scalar") return value.data;
  if (value.kind === "list") return value.items.map(plainData);
  if (value.kind !== "map") return value;
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plainData(entry.value)]));
}
