import { placeOf, spanPlace } from "../../../model/values/origin.ts";
import type { RootFinding } from "../../../workspace/check/consequences.ts";
import type { Finding } from "../../../workspace/workspace.ts";

/** A finding as a row, with those that are there only because of it. */
export function rootRow({ finding, follows }: RootFinding, age: "new" | "older") {
  return { ...findingRow(finding, age), follows: follows.map((each) => ({ ...findingRow(each, age), follows: [] })) };
}

export type RootRow = ReturnType<typeof rootRow>;

/** A finding as a row. A finding that more nodes have than before is both new and older. */
export function findingRow({ diagnostic, nodes }: Finding, age: "new" | "older") {
  const { code, severity, message, span } = diagnostic;
  const place = spanPlace(span);
  const id = [age, code, place, span === undefined ? "" : placeOf(span).column, message].join("\n");
  return { id, code, severity, message, nodes: nodes.length, place };
}
