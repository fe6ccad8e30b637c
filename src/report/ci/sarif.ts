import { codes, type DiagnosticCode, isCode, type Severity } from "../../model/findings/codes.ts";
import { steeringEscaped } from "../../model/values/json-text.ts";
import type { Span } from "../../model/values/origin.ts";
import { codeHelp } from "../findings/help/entries.ts";
import { codeHelpText } from "../findings/help/text.ts";
import { type CiFinding, regionOf, remarkLines } from "./finding.ts";

/**
 * Findings as a SARIF 2.1.0 log of one run, with all codes as its rules. `version` is that of heir. Paths are relative
 * to `%SRCROOT%`, the top of the repository; columns count characters. Never fails.
 */
export function checkSarif(findings: readonly CiFinding[], version: string): string {
  const driver = { name: "heir", semanticVersion: version, rules: ruleIds.map(rule) };
  const run = {
    tool: { driver },
    columnKind: "unicodeCodePoints",
    originalUriBaseIds: { [ROOT]: { description: { text: "The top of the git repository." } } },
    results: findings.map(result),
  };
  const log = { $schema: SCHEMA, version: "2.1.0", runs: [run] };
  return `${steeringEscaped(JSON.stringify(log, undefined, 2))}\n`;
}

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const ROOT = "%SRCROOT%";
const MOST_LINKED = 8;

const ruleIds: readonly DiagnosticCode[] = Object.keys(codes).filter(isCode);
const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

function rule(code: DiagnosticCode): object {
  const { severity, title } = codes[code];
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: codeHelp[code].meaning },
    help: { text: codeHelpText(code) },
    defaultConfiguration: { level: levels[severity] },
  };
}

function result(finding: CiFinding): object {
  const { code, severity, span, related } = finding.diagnostic;
  const relatedLocations = related.map((other, index) => ({
    id: index + 1,
    physicalLocation: physicalLocation(other.span.file.path, other.span),
    message: { text: other.caption },
  }));
  return {
    ruleId: code,
    ruleIndex: ruleIds.indexOf(code),
    level: levels[severity],
    message: { text: messageText(finding) },
    locations: [{ physicalLocation: physicalLocation(finding.path, span) }],
    ...(related.length > 0 && { relatedLocations }),
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

/** Code scanning drops what has no place and no line: what is about no file is put at the first one of `heir.yml`. */
function physicalLocation(path: string, span: Span | undefined): object {
  return { artifactLocation: { uri: uriOf(path), uriBaseId: ROOT }, region: regionObject(span) };
}

function regionObject(span: Span | undefined): object {
  if (span === undefined) return { startLine: 1 };
  const { start, end } = regionOf(span);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function uriOf(path: string): string {
  return path
    .replace(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
