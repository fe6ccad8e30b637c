import type { DiagnosticCode } from "../findings/codes.ts";

/** Findings about a file of which a part at least is not read, so that its secrets are not known. */
export const UNREAD: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "yaml-syntax",
  "yaml-limit",
  "merge-marker",
  "json-syntax",
  "section-type",
  "not-an-object",
  "bad-namespace",
]);
