import * as v from "valibot";
import type { Baseline, BaselineEntry } from "../../model/findings/baseline.ts";
import { finding, isError, type Report } from "../../model/findings/diagnostic.ts";
import { restMessage } from "../../model/findings/finding-limit.ts";
import type { SourceFile, Value } from "../../model/values/value.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { plainData } from "./settings.ts";

const entry = v.strictObject({
  code: v.string(),
  file: v.optional(v.string()),
  message: v.string(),
  nodes: v.optional(v.array(v.string())),
});
const head = v.strictObject({ version: v.literal(1), findings: v.array(v.unknown()) });

/** `heir-baseline.yml` (J9 in docs/concepts/gates.md). Never fails: an invalid file is reported and excuses nothing. */
export function parseBaseline(file: SourceFile, report: Report): Baseline {
  const faults: Parameters<Report>[0][] = [];
  const root = parseYaml(file, { syntax: plainSyntax, report: (fault) => faults.push(fault) });
  const entries = root === undefined ? [] : entriesOf(root, (fault) => faults.push(fault));
  for (const fault of faults) report(fault);
  return { file, entries: faults.some(isError) ? [] : entries };
}

function entriesOf(root: Value, report: Report): readonly BaselineEntry[] {
  const result = v.safeParse(head, plainData(root));
  const list = root.kind === "map" ? root.entries.find(({ key }) => key === "findings")?.value : undefined;
  if (!result.success || list?.kind !== "list") {
    report(finding("bad-value", root.origin, "a baseline has version: 1 and a list of findings"));
    return [];
  }
  return list.items.flatMap((item) => {
    const parsed = v.safeParse(entry, plainData(item));
    if (parsed.success) return [entryWith(parsed.output)];
    report(finding("bad-value", item.origin, "an entry of a baseline has code, message, and file and nodes, if any"));
    return [];
  });
}

function entryWith({ code, file, message, nodes = [] }: v.InferOutput<typeof entry>): BaselineEntry {
  const more = Number(/^and (\d+) more /.exec(message)?.[1] ?? 0);
  const isRest = more > 0 && message === restMessage(code, more);
  return { code, file, message, nodes, more: isRest ? more : undefined };
}
