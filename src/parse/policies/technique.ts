import type { Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import { GENERATIONS, techniqueForm } from "../../model/forms/policy-forms.ts";
import type { Technique } from "../../model/inventory/policy.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { booleanOf, textAt } from "../forms/form.ts";
import { choiceOf, policyRoot } from "./root.ts";

/** A technique from its file. Never fails: faults are reported, and unreadable keys have their default. */
export function parseTechnique(id: string, file: SourceFile, report: Report): Technique {
  const { map } = policyRoot(file, { what: "a technique", keys: KEYS, report });
  const generation = choiceOf(map, { key: "generation", words: GENERATIONS, report }) ?? "merged";
  const isMulti = booleanOf(map, "multi", report) ?? false;
  textAt(map, "description", report);
  return {
    id,
    file,
    name: textAt(map, "name", report) ?? id,
    kind: !isMulti ? "unique" : generation === "merged" ? "merged" : "separated",
    enabled: booleanOf(map, "enabled", report) ?? true,
  };
}

const KEYS = keyNames(techniqueForm);
