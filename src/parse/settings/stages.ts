import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Stage } from "../../model/inventory/stage.ts";
import { readSelector, SelectorFault } from "../../model/selector/read.ts";
import type { MapEntry, Value } from "../../model/values/value.ts";
import { textIn } from "../forms/form.ts";

const KEYS = ["ref", "nodes"];

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
  const unknown = value.entries.find(({ key }) => !KEYS.includes(key));
  if (unknown !== undefined) {
    report(
      finding("unknown-key", unknown.keyNode.origin, `a stage has no key "${unknown.key}"`, {
        hint: "its keys are ref and nodes",
      }),
    );
    return undefined;
  }
  const [ref, nodes] = KEYS.map((key) => value.entries.find((each) => each.key === key)?.value);
  const named = ref && textIn(ref);
  if (!named) return bad(value, `stage ${name} needs a ref`);
  if (nodes === undefined) return { name, ref: named, origin: value.origin };
  const text = textIn(nodes) ?? "";
  const selector = readSelector(text);
  if (selector instanceof SelectorFault) return bad(nodes, `nodes of stage ${name}: ${selector.message}`);
  return { name, ref: named, nodes: { text, selector }, origin: nodes.origin };
}
