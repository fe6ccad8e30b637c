import { placeOf } from "../../model/origin.ts";
import type { Finding } from "../../workspace/workspace.ts";
import type { FindingRow } from "./data.ts";

/** A finding as a line of a list. One that only more nodes have now is both new and older. */
export function findingRow({ diagnostic, nodes }: Finding, age: "new" | "older"): FindingRow {
  const { code, severity, message, span } = diagnostic;
  const at = span && placeOf(span);
  const place = at === undefined ? "" : `${at.file}:${at.line}`;
  const id = [age, code, place, at?.column ?? "", message].join("\n");
  return { id, code, severity, message, nodes: nodes.length, place };
}
