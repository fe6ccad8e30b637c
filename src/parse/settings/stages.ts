import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Stage } from "../../model/inventory/settings.ts";
import { readSelector, SelectorFault } from "../../model/selector/read.ts";
import type { MapEntry, Value } from "../../model/values/value.ts";
import { given, readForm, textIn } from "../forms/form.ts";

/** `stages:` in heir.yml: name to ref, or to `{ref, nodes}` (rule Z1 of docs/concepts/stages.md). Faults are reported and left out. */
export function parseStages(value: Value, report: Report): readonly Stage[] {
  if (value.kind === "map") return value.entries.flatMap((entry) => stageOf(entry, report) ?? []);
  report(finding("bad-value", value.origin, "stages must map names to refs, or to {ref: ..., nodes: ...}"));
  return [];
}

function stageOf({ key: name, value }: MapEntry, report: Report): Stage | undefined {
  const bad = (at: Value, message: string) => {
    report(finding("bad-value", at.origin, message));
    return undefined;
  };
  if (value.kind !== "map") {
    const ref = textIn(value);
    return ref
      ? { name, ref, origin: value.origin }
      : bad(value, `stage ${name} must be a ref, or {ref: ..., nodes: ...}`);
  }
  const form = readForm(value, { file: value.origin.file, what: "a stage", keys: ["ref", "nodes"], report });
  const [ref, nodes] = [given(form, "ref"), given(form, "nodes")];
  const named = ref && textIn(ref);
  if (!named) return bad(value, `stage ${name} needs a ref`);
  if (nodes === undefined) return { name, ref: named, origin: value.origin };
  const text = textIn(nodes) ?? "";
  const selector = readSelector(text);
  if (selector instanceof SelectorFault) return bad(nodes, `nodes of stage ${name}: ${selector.message}`);
  return { name, ref: named, nodes: { text, selector }, origin: nodes.origin };
}
