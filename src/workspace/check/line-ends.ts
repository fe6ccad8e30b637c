import { DAY_MS } from "../../base/moment.ts";
import { nameSetText } from "../../base/name-set.ts";
import { command } from "../../base/terminal-text.ts";
import { writtenPathOf } from "../../inspect/uses/written-values.ts";
import { type Diagnostic, type FoundProblem, finding } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { SourceFile, Span } from "../../model/values/value.ts";
import { datedLines } from "../../parse/dated-lines.ts";

const FORM = "write # heir: until 2026-11-30 (reason), or a time with its zone";

/** Lines of a file with an end, and ends that cannot be read (rules H1, H2 of docs/concepts/ends.md). Never fails. */
export function endFindings(file: SourceFile): readonly Diagnostic[] {
  return datedLines(file).map(({ span, id, isKey, date, reason, moment }) => {
    const bad = (message: string, hint = FORM) => finding("bad-end", span, message, { hint });
    if (moment === undefined) return bad(date === "" ? "the end has no date" : `there is no date ${date}`);
    if (reason === undefined) return bad("an end needs a reason");
    if (id === undefined) return bad("no key or item is on this line or below it", "remove the comment");
    return { ...finding("line-ends", span, `the line ends on ${date}: ${reason}`), end: { ...moment, isKey } };
  });
}

/** By what ends are judged. */
export interface EndsAsked {
  readonly now: number;
  /** Also what ends later than the settings warn of. */
  readonly infos?: boolean | undefined;
  /** Only what has ended, and what ends within so many days. */
  readonly due?: number | undefined;
}

/**
 * The problem of a line with an end, as it is now: `line-ended` behind it; before it `line-ends`, a warning in the days of
 * `ends_within` (rule H4 of docs/concepts/ends.md). None if it is too early to say. Any other problem as it is.
 */
export function judgedEnd(
  { diagnostic, nodes }: FoundProblem<Diagnostic>,
  inventory: Inventory,
  { now, infos, due }: EndsAsked,
): readonly FoundProblem<Diagnostic>[] {
  const { end, span, message } = diagnostic;
  if (end === undefined) return [{ diagnostic, nodes }];
  const days = (end.start - now) / DAY_MS;
  const within = inventory.settings.ends_within;
  const isWanted = due === undefined ? infos === true || days <= within : days <= due;
  if (!isWanted && end.end > now) return [];
  const hint = span !== undefined && end.isKey && nodes.length > 0 ? unsetting(span, nodes, inventory) : undefined;
  const ended = end.end <= now && finding("line-ended", span, message.replace(" ends on ", " ended on "), { hint });
  const soon = finding("line-ends", span, message, days > within ? { as: "info", hint } : { hint });
  return [{ diagnostic: ended || soon, nodes }];
}

/** The command that takes the line of a value out. */
function unsetting(line: Span, nodes: readonly string[], inventory: Inventory): string | undefined {
  const [section = "", ...keys] = writtenPathOf(inventory, line) ?? [];
  const path = printPath([section === "properties" ? "parameters" : section, ...keys]);
  if (keys.length === 0) return undefined;
  return command(["heir", "unset"], [nameSetText(nodes), path], ["--in", line.file.path]);
}
