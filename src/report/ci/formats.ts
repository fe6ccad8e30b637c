import type { DiagnosticCode } from "../../model/findings/codes.ts";
import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import type { CheckScope } from "../findings/diagnostic.ts";
import { ciFindings } from "./finding.ts";
import { checkGithub } from "./github.ts";
import { checkGitlab } from "./gitlab.ts";
import { checkJunit } from "./junit.ts";

interface CiCheck {
  readonly findings: readonly FoundProblem[];
  readonly lookedAt: CheckScope;
  /** The inventory folder from the top of the repository. */
  readonly folder: string;
  readonly version: string;
  readPages(): Promise<ReadonlyMap<DiagnosticCode, string>>;
}

/** A check in a format for CI: `heir check --format sarif`. Never fails. */
export async function ciText(format: "sarif" | "junit" | "github" | "gitlab", check: CiCheck): Promise<string> {
  const findings = ciFindings(check.findings, check.folder);
  switch (format) {
    case "sarif": {
      const { checkSarif } = await import("./sarif.ts");
      return checkSarif(findings, { version: check.version, pages: await check.readPages() });
    }
    case "junit":
      return checkJunit(findings, check.lookedAt);
    case "gitlab":
      return checkGitlab(findings);
    case "github":
      return checkGithub(findings);
  }
}
