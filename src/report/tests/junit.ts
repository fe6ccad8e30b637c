import type { TestResult } from "../../model/results/test-run.ts";
import { attributes, escaped } from "../ci/junit.ts";
import { diagnosticText } from "../findings/diagnostic.ts";
import { plainTheme } from "../text/theme.ts";
import { countOutcomes } from "./data.ts";

/** Expectations as JUnit XML: one case for each expectation on each node. Never fails. */
export function testJunit(results: readonly TestResult[]): string {
  const { failed, skipped } = countOutcomes(results);
  const counts = { tests: results.length, failures: failed, errors: 0 };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: "heir", ...counts })}>`,
    `  <testsuite${attributes({ name: "heir test", ...counts, skipped })}>`,
    ...results.flatMap(resultLines),
    "  </testsuite>",
    "</testsuites>",
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function resultLines({ id, node, isNode, path, outcome, finding }: TestResult): readonly string[] {
  const named = attributes({ classname: `heir.${id}`, name: `${node} ${path}` });
  if (outcome === "passed") return [`    <testcase${named}/>`];
  const text = finding && diagnosticText({ diagnostic: finding, nodes: isNode ? [node] : [] }, plainTheme).trimEnd();
  const inner =
    finding === undefined || text === undefined
      ? "<skipped/>"
      : `<failure${attributes({ type: finding.severity, message: finding.message })}>${escaped(text)}</failure>`;
  return [`    <testcase${named}>`, `      ${inner}`, "    </testcase>"];
}
