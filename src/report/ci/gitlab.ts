import { documentJson } from "../../encoding/json.ts";
import type { Severity } from "../../model/findings/codes.ts";
import { placeOf } from "../../model/values/value.ts";
import type { CiFinding } from "./finding.ts";

/** Findings as a Code Quality report of GitLab: a list in JSON. Never fails. */
export function checkGitlab(findings: readonly CiFinding[]): string {
  return `${documentJson(findings.map(entry), 2)}\n`;
}

const severities: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info" };

/** GitLab requires a place: a finding that is about no file gets the first line of `heir.yml`. */
function entry({ diagnostic, path, fingerprint }: CiFinding): object {
  const { code, severity, message, span } = diagnostic;
  return {
    description: message,
    check_name: code,
    fingerprint,
    severity: severities[severity],
    location: { path, lines: { begin: span === undefined ? 1 : placeOf(span).line } },
  };
}
