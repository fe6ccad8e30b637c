import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { RuntimeFile } from "../../model/inventory/policy.ts";
import type { ParsedRuntimeFile } from "../../model/inventory/runtime.ts";
import type { MapValue } from "../../model/values/value.ts";
import { parseJson } from "./json.ts";

/**
 * Reads one file of `properties.d/NODE/`. Never fails: a file that is not JSON is reported as `json-syntax`, and one
 * that is not an object as `not-an-object`; both have no content.
 */
export function parseRuntimeFile(runtimeFile: RuntimeFile): ParsedRuntimeFile {
  const { faults = [] } = runtimeFile;
  if (faults.length > 0) return { ...runtimeFile, content: undefined, diagnostics: faults.map(asJsonFault) };
  const diagnostics: Diagnostic[] = [];
  const content = objectIn(runtimeFile, (diagnostic) => diagnostics.push(diagnostic));
  return { ...runtimeFile, content, diagnostics };
}

function objectIn({ file }: RuntimeFile, report: Report): MapValue | undefined {
  const value = parseJson(file, report);
  if (value === undefined || value.kind === "map") return value;
  report(
    finding("not-an-object", value.origin, "the file must hold an object of namespaces", {
      hint: 'write {"NAMESPACE": {"KEY": value}}',
    }),
  );
  return undefined;
}

/** Bytes that are not text are first reported as a fault of YAML. */
function asJsonFault(fault: Diagnostic): Diagnostic {
  return fault.code === "yaml-syntax" ? { ...fault, code: "json-syntax" } : fault;
}
