import { terminalSafe } from "../../base/terminal-text.ts";
import { type FoundProblem, isError } from "../../model/findings/diagnostic.ts";
import { type CheckScope, checkSummary, diagnosticText } from "../findings/diagnostic.ts";
import { markupText, plainTheme } from "../text/theme.ts";
import type { CiFinding } from "./finding.ts";

/**
 * A check as JUnit XML: one case that always passes and reports what was checked, and one case for each finding. An
 * error is a failed case. Any other finding is a skipped case, since it fails no check. Never fails.
 */
export function checkJunit(findings: readonly CiFinding[], lookedAt: CheckScope): string {
  const failures = findings.filter(({ diagnostic }) => isError(diagnostic)).length;
  const counts = { tests: findings.length + 1, failures, skipped: findings.length - failures };
  const passing = `<system-out>${escaped(checkSummary(findings, lookedAt))}</system-out>`;
  const first = caseLines({ classname: "heir", name: "check" }, passing);
  return junitText("heir check", counts, [...first, ...findings.flatMap(findingLines)]);
}

/** A report of one suite with the lines of its cases, of which none is broken. */
export function junitText(
  name: string,
  { skipped, ...some }: Readonly<Record<"tests" | "failures" | "skipped", number>>,
  cases: readonly string[],
): string {
  const counts = { ...some, errors: 0 };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: "heir", ...counts })}>`,
    `  <testsuite${attributes({ name, ...counts, skipped })}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function findingLines(finding: CiFinding): readonly string[] {
  const { code, message, span } = finding.diagnostic;
  const number = finding.earlier === 0 ? "" : ` #${finding.earlier + 1}`;
  const name = `${message}${span === undefined ? "" : ` (${finding.path})`}${number}`;
  const element = isError(finding.diagnostic) ? "failure" : "skipped";
  return caseLines({ classname: `heir.${code}`, name }, problemElement(finding, element));
}

/** The lines of a case with an element inside; without one, it passed. */
export function caseLines(named: Readonly<Record<string, string>>, element?: string): readonly string[] {
  const start = `    <testcase${attributes(named)}`;
  return element === undefined ? [`${start}/>`] : [`${start}>`, `      ${element}`, "    </testcase>"];
}

/** The element inside a case that did not pass, with the whole problem as its text. */
export function problemElement(problem: FoundProblem, element: "failure" | "skipped"): string {
  const { severity, message } = problem.diagnostic;
  const text = diagnosticText(problem, plainTheme).trimEnd();
  return `<${element}${attributes({ type: severity, message })}>${escaped(text)}</${element}>`;
}

/** Attributes of an XML element, each with a space before it. */
function attributes(named: Readonly<Record<string, string | number>>): string {
  return Object.entries(named)
    .map(([name, value]) => ` ${name}="${escaped(String(value).replaceAll("\n", " "))}"`)
    .join("");
}

/** Text for XML. XML cannot represent most control characters, so they are written out as on a terminal. */
function escaped(text: string): string {
  const lines = text.split("\n").map((line) => terminalSafe(line).replace(/[\ufffe\uffff]/g, "\ufffd"));
  return markupText(lines.join("\n"));
}
