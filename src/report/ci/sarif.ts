import { documentJson } from "../../encoding/json.ts";
import { allCodes, codes, type DiagnosticCode, type Severity } from "../../model/findings/codes.ts";
import type { Span } from "../../model/values/value.ts";
import { codeHelpText, codePage } from "../help/page-text.ts";
import { type CiFinding, regionOf, remarkLines } from "./finding.ts";

/**
 * Findings as a SARIF 2.1.0 log of one run, with all codes as its rules. Paths are relative to `%SRCROOT%`, the top of
 * the repository; columns count characters. Never fails.
 */
export function checkSarif(
  findings: readonly CiFinding[],
  { version, pages }: { readonly version: string; readonly pages: ReadonlyMap<DiagnosticCode, string> },
): string {
  const rules = allCodes.map((code) => rule(code, pages.get(code) ?? ""));
  const driver = { name: "heir", semanticVersion: version, rules };
  const run = {
    tool: { driver },
    columnKind: "unicodeCodePoints",
    originalUriBaseIds: { [ROOT]: { description: { text: "The top of the git repository." } } },
    results: findings.map(result),
  };
  const log = { $schema: SCHEMA, version: "2.1.0", runs: [run] };
  return `${documentJson(log, 2)}\n`;
}

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const ROOT = "%SRCROOT%";
const MOST_LINKED = 8;
const HELP_COLUMNS = 80;

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

function rule(code: DiagnosticCode, text: string): object {
  const page = codePage(text);
  return {
    id: code,
    shortDescription: { text: page.title },
    fullDescription: { text: page.meaning.replace(/\s+/g, " ") },
    help: { text: codeHelpText(code, page, { columns: HELP_COLUMNS }) },
    defaultConfiguration: { level: levels[codes[code].severity] },
  };
}

function result(finding: CiFinding): object {
  const { code, severity, span, related, follows = [] } = finding.diagnostic;
  const relatedLocations = [...related, ...follows].map((other, index) => ({
    id: index + 1,
    physicalLocation: physicalLocation(other.span.file.path, other.span),
    message: { text: other.caption },
  }));
  return {
    ruleId: code,
    ruleIndex: allCodes.indexOf(code),
    level: levels[severity],
    message: { text: messageText(finding) },
    locations: [{ physicalLocation: physicalLocation(finding.path, span) }],
    relatedLocations: relatedLocations.length > 0 ? relatedLocations : undefined,
    partialFingerprints: { "heirFinding/v1": finding.fingerprint },
    properties: { nodes: finding.nodes },
  };
}

/** Viewers show a related place where the message links to it. */
function messageText(finding: CiFinding): string {
  const { message, related } = finding.diagnostic;
  const links = related.slice(0, MOST_LINKED).map(({ caption }, index) => `[${linkText(caption)}](${index + 1})`);
  return [message, ...links, ...remarkLines(finding)].join("\n");
}

function linkText(text: string): string {
  return text.replace(/[\\[\]]/g, "\\$&");
}

/** Code scanning drops results without a line: a finding that is about no file gets the first line of `heir.yml`. */
function physicalLocation(path: string, span: Span | undefined): object {
  return { artifactLocation: { uri: uriOf(path), uriBaseId: ROOT }, region: regionObject(span) };
}

function regionObject(span: Span | undefined): object {
  if (span === undefined) return { startLine: 1 };
  const { start, end } = regionOf(span);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function uriOf(path: string): string {
  const parts = path.replace(/\p{Cs}/gu, "\ufffd").split("/");
  return parts.map(encodeURIComponent).join("/");
}
