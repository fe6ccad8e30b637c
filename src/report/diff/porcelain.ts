import { jsonString, terminalSafeJson } from "../../base/json-text.ts";
import { valueJson } from "../../encoding/json.ts";
import type { Change } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, placeText, type Span } from "../../model/values/origin.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { signs } from "./parts.ts";

export interface PorcelainOptions {
  /** `-z`: records end with NUL instead of a line end. */
  readonly nul?: boolean;
}

/**
 * `--porcelain=v1`: for each change and each node one record of seven fields with tabs between them:
 *
 *     SIGN  NODE  PATH  OLD-JSON  NEW-JSON  OLD-PLACE  NEW-PLACE
 *
 * SIGN is `+`, `-`, `~` or `>`; a place is `file:line:column`; an absent field is empty. A record with an empty path is
 * about the node itself: `+` new, `-` removed, `!` newly fails (NEW-JSON is the message), `*` newly resolves, `?` fails
 * on both sides and was not compared. Control characters in fields are escaped as in JSON.
 */
export function* porcelainRecords(comparison: Masked<Comparison>, options: PorcelainOptions = {}): Generator<string> {
  const end = options.nul === true ? "\0" : "\n";
  for (const { change, nodes } of comparison.changes) {
    const rest = changeFields(change).map(escaped).join("\t");
    for (const node of nodes) yield `${signs[change.kind]}\t${escaped(node)}\t${rest}${end}`;
  }
  for (const fields of nodeRecords(comparison)) yield fields.map(escaped).join("\t") + end;
}

function changeFields(change: Change): readonly string[] {
  const old = change.kind === "added" ? undefined : change.before;
  const now = change.kind === "removed" ? undefined : change.after;
  return [printPath(change.path), json(old), json(now), place(old?.origin), place(now?.origin)];
}

function json(value: Value | undefined): string {
  return value === undefined ? "" : valueJson(value);
}

function place(span: Span | undefined): string {
  return span === undefined ? "" : placeText(placeOf(span));
}

function* nodeRecords({ nodes }: Comparison): Generator<readonly string[]> {
  for (const name of nodes.added) yield ["+", name, "", "", "", "", ""];
  for (const name of nodes.removed) yield ["-", name, "", "", "", "", ""];
  for (const { name, diagnostics } of nodes.newlyFailing) {
    const first = diagnostics.find((diagnostic) => diagnostic.severity === "error");
    yield ["!", name, "", "", first === undefined ? "" : jsonString(first.message), "", place(first?.span)];
  }
  for (const name of nodes.newlyResolving) yield ["*", name, "", "", "", "", ""];
  for (const name of nodes.stillFailing) yield ["?", name, "", "", "", "", ""];
}

/** JSON and printed paths are already escaped; names of nodes and files may contain any character. */
function escaped(field: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these would break the record
  const oneLine = field.replace(/[\u0000-\u001f]/g, (sign) => JSON.stringify(sign).slice(1, -1));
  return terminalSafeJson(oneLine);
}
