import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { emptyPolicies, type Policies } from "../../model/inventory/policy.ts";
import { type Files, formFiles } from "../forms/files.ts";
import { type PolicyFile, parsePolicies } from "./policies.ts";

const FOLDERS = { technique: "techniques", directive: "directives", rule: "rules" } as const;

/**
 * The techniques, directives and rules of a snapshot, parsed on first call; `emptyPolicies` if there is none of them.
 */
export function lazyPolicies(files: Files): () => Policies {
  let policies: Policies | undefined;
  return () => {
    policies ??= readPolicies(files);
    return policies;
  };
}

function readPolicies(files: Files): Policies {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const listed = (["technique", "directive", "rule"] as const).flatMap((kind) => {
    return formFiles(FOLDERS[kind], files, report).map((form): PolicyFile => {
      const faults: Diagnostic[] = [];
      const file = files.file(form.path, form.blob, (fault) => faults.push(fault));
      return { kind, id: form.id, file, faults };
    });
  });
  if (listed.length === 0 && diagnostics.length === 0) return emptyPolicies;
  const parsed = parsePolicies(listed);
  return { ...parsed, diagnostics: [...diagnostics, ...parsed.diagnostics] };
}
