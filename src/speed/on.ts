import type { SpeedName } from "./table.ts";

/** What `HEIR_WITHOUT=name[,name]` names, whether the table has such a row or not. */
export const switchedOff: ReadonlySet<string> = new Set(
  (process.env["HEIR_WITHOUT"] ?? "").split(",").filter((name) => name !== ""),
);

/** Whether a row of the table is in force: all are, but for those that are switched off. */
export function isOn(name: SpeedName): boolean {
  return !switchedOff.has(name);
}
