import type { Report } from "../../model/findings/diagnostic.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { MapValue } from "../../model/values/value.ts";
import { type Form, readForm } from "../forms/form.ts";
import { parseYaml } from "../yaml/parse.ts";
import { plainSyntax } from "../yaml/text-syntax.ts";

/** The mapping in a file of a technique, directive or rule. */
export interface PolicyRoot {
  readonly map: MapValue;
  /** The file is not YAML or not a mapping, so a missing key is not a fault of its own. */
  readonly isFaulty: boolean;
}

/** Reads a file as a mapping with known keys and plain text. An empty file is an empty mapping. */
export function policyRoot(file: SourceFile, { what, keys, report }: Omit<Form, "file">): PolicyRoot {
  let hasError = false;
  const noting: Report = (diagnostic) => {
    hasError ||= diagnostic.severity === "error";
    report(diagnostic);
  };
  const root = parseYaml(file, { syntax: plainSyntax, report: noting });
  return {
    isFaulty: hasError || (root !== undefined && root.kind !== "map"),
    map: readForm(root, { file, what, keys, report }),
  };
}
