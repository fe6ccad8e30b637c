import { grouped, recordKeys } from "../../base/grouped.ts";
import { inventoryStart } from "../inventory/json.ts";
import type { ReportPart } from "./parts.ts";

/** A command whose shares are joined. */
export type SharedCommand = "inventory" | "diff" | "log" | "uses" | "test" | "check";

/** How the first line of its shares begins. */
const starts: Readonly<Record<SharedCommand, string>> = {
  inventory: inventoryStart,
  log: '{"v":1,"commits":[',
  diff: '{"v":1,"share":"diff"',
  uses: '{"v":1,"share":"uses"',
  test: '{"v":1,"share":"test"',
  check: "{",
};

/** The command of most of the reports: joining them as its shares names the others. */
export function commandOf(parts: readonly ReportPart[]): SharedCommand {
  const kinds = parts.flatMap((part) => kindOf(part) ?? []);
  const [most = []] = [...grouped(kinds, (kind) => kind).values()].sort((one, other) => other.length - one.length);
  return most[0] ?? "check";
}

function kindOf({ file }: ReportPart): SharedCommand | undefined {
  for (const { text } of file.lines()) {
    return recordKeys(starts).find((command) => text.startsWith(starts[command]));
  }
  return undefined;
}
