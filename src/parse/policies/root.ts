import type { Report } from "../../model/findings/diagnostic.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { MapValue } from "../../model/values/value.ts";
import { type Form, readForm } from "../forms/form.ts";
import { parseYaml } from "../yaml/parse.ts";
import { plainSyntax } from "../yaml/text-syntax.ts";

/** The mapping that a file of a technique, directive or rule holds. */
export interface PolicyRoot {
  readonly map: MapValue;
  /** The file is no YAML or no mapping: that a key is missing is then no fault of its own. */
  readonly isFaulty: boolean;
}

/** Reads a file as a mapping of known keys; text in it is plain text. An empty file is an empty mapping. */
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
