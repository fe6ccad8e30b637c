import { terminalSafe } from "../../base/terminal-text.ts";
import type { Severity } from "../../model/findings/codes.ts";
import type { Span } from "../../model/values/value.ts";
import { type CiFinding, regionOf, remarkLines } from "./finding.ts";

/** Findings as workflow commands of GitHub Actions, one a line. No data can become a command. Never fails. */
export function checkGithub(findings: readonly CiFinding[]): string {
  return findings.map((finding) => `${command(finding)}\n`).join("");
}

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

function command(finding: CiFinding): string {
  const { code, severity, message, span } = finding.diagnostic;
  const properties = Object.entries({ ...(span && placeProperties(span)), title: `heir ${code}` });
  const listed = properties.map(([name, value]) => `${name}=${escapedProperty(terminalSafe(String(value)))}`).join(",");
  const text = [message, ...remarkLines(finding)].flatMap((part) => part.split("\n")).map(terminalSafe);
  return `::${commands[severity]} ${listed}::${escapedData(text.join("\n"))}`;
}

/** GitHub accepts columns only for a span within one line. */
function placeProperties(span: Span) {
  const { start, end } = regionOf(span);
  const { file, line } = start;
  return line === end.line
    ? { file, line, col: start.column, endColumn: end.column }
    : { file, line, endLine: end.line };
}

function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
