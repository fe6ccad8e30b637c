import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Finding } from "../workspace.ts";

/** The findings that stop a commit: errors, findings that the team's settings make stop it, and silently lost text. */
export function stoppedAt(level: "error" | "warning"): (finding: Finding) => boolean {
  return ({ diagnostic }) => {
    if (diagnostic.severity === "error" || losesText(diagnostic)) return true;
    return level === "warning" && diagnostic.severity === "warning";
  };
}

/** A duplicate key is only a warning, as reclass accepts it; but nobody writes one on purpose. */
function losesText({ code, severity }: Diagnostic): boolean {
  return code === "yaml-duplicate-key" && severity === "warning";
}
