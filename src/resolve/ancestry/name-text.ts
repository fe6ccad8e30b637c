import type { Step } from "../../model/inventory/resolved.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { TemplateValue } from "../../model/values/value.ts";
import { mergeSteps } from "../merge/merge.ts";
import { Interpolation } from "../references/interpolation.ts";

/**
 * A class name with its references filled in from the given steps, or undefined when that cannot be done.
 * The merged and resolved value is used (where reclass 1.7 takes what it finds unread).
 */
export function nameText(template: TemplateValue, steps: readonly Step[], settings: Settings): string | undefined {
  const root = mergeSteps(steps, "parameters", { settings, report: () => {} });
  const interpolation = new Interpolation(root, settings);
  const text = interpolation.text(template);
  return interpolation.faults.some(({ diagnostic }) => diagnostic.severity === "error") ? undefined : text;
}
