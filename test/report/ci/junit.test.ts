import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { FoundProblem } from "../../../src/model/findings/diagnostic.ts";
import { ciFindings } from "../../../src/report/ci/finding.ts";
import { checkJunit } from "../../../src/report/ci/junit.ts";
import { awkward, foundProblem, spanOf } from "../../support/found.ts";

const schema = readFileSync(join(import.meta.dirname, "fixtures/junit-10.xsd"), "utf8");

test("one case passes and tells what was looked at; errors fail, anything less is skipped", () => {
  const span = spanOf("nodes/web1.yml", "classes: [bse]\n", "bse");
  const warning = foundProblem({ code: "remove-nothing", severity: "warning", message: "~x removes nothing", span });

  expect(junit(foundProblem({ span }, ["web1"]), warning)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heir" tests="3" failures="1" errors="0">
  <testsuite name="heir check" tests="3" failures="1" errors="0" skipped="1">
    <testcase classname="heir" name="check">
      <system-out>checked 14 nodes, 31 files: 1 error, 1 warning</system-out>
    </testcase>
    <testcase classname="heir.class-not-found" name="class bse is listed but has no file (fleet/nodes/web1.yml)">
      <failure type="error" message="class bse is listed but has no file">error[class-not-found]: class bse is listed but has no file
 --&gt; fleet/nodes/web1.yml:1:11
  |
1 | classes: [bse]
  |           ^^^
  |
  = nodes: 1 (web1)</failure>
    </testcase>
    <testcase classname="heir.remove-nothing" name="~x removes nothing (fleet/nodes/web1.yml)">
      <skipped type="warning" message="~x removes nothing">warning[remove-nothing]: ~x removes nothing
 --&gt; fleet/nodes/web1.yml:1:11
  |
1 | classes: [bse]
  |           ^^^</skipped>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test.each([
  ["nothing", []],
  ["awkward findings", [...awkward, ...awkward]],
])("with %s found it is valid by the schema of Jenkins", async (_, problems) => {
  const xml = junit(...problems);

  expect((await validateXML({ xml, schema })).errors).toEqual([]);
});

test("the schema refuses what is no JUnit: the test above means something", async () => {
  const xml = junit(foundProblem()).replace("<failure", "<fault").replace("</failure", "</fault");

  expect((await validateXML({ xml, schema })).valid).toBe(false);
});

test("cases have names of their own, though findings may be equal", () => {
  const names = [...junit(...awkward, ...awkward).matchAll(/<testcase classname="(.*?)" name="(.*?)">/g)];

  expect(new Set(names.map(([name]) => name)).size).toBe(1 + 2 * awkward.length);
});

function junit(...problems: readonly FoundProblem[]): string {
  return checkJunit(ciFindings(problems, "fleet"), { nodes: 14, files: 31, leftOut: [] });
}
