import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { allCodes } from "../../../src/model/findings/codes.ts";
import type { FoundProblem } from "../../../src/model/findings/diagnostic.ts";
import { ciFindings } from "../../../src/report/ci/finding.ts";
import { checkSarif } from "../../../src/report/ci/sarif.ts";
import { readCodePages } from "../../../src/workspace/write/installed.ts";
import { awkward, foundProblem, spanOf } from "../../support/found.ts";

// The schema holds a pattern that is none with the flag `u`, and words that the strict mode of Ajv does not like.
const ajv = new Ajv({ strict: false, unicodeRegExp: false });
formats.default(ajv);
const isSarif = ajv.compile(
  JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/sarif-schema-2.1.0.json"), "utf8")),
);

const pages = await readCodePages();

test.each([
  ["nothing", []],
  ["awkward findings", awkward],
])("with %s found it is valid by the schema of OASIS", (_, problems) => {
  isSarif(sarif(...problems));

  expect(isSarif.errors ?? []).toEqual([]);
});

test("the schema refuses what is no SARIF: the test above means something", () => {
  const log = sarif(foundProblem());

  expect(isSarif({ ...log, version: "2.0.0" })).toBe(false);
  expect(isSarif({ ...log, runs: [{ ...log.runs[0], columnKind: "bytes" }] })).toBe(false);
});

test("a finding is a result with its region, its related places and its nodes", () => {
  const problem = foundProblem(
    {
      span: spanOf("nodes/web 1.yml", "classes: [🦉, bse]\n", "bse"),
      related: [{ span: spanOf("classes/a.yml", "x: [y]\n", "y"), caption: "reached [so]" }],
      hint: "did you mean base?",
    },
    ["web1"],
  );

  expect(sarif(problem).runs[0]?.results).toEqual([
    {
      ruleId: "class-not-found",
      ruleIndex: allCodes.indexOf("class-not-found"),
      level: "error",
      message: {
        text: "class bse is listed but has no file\n[reached \\[so\\]](1)\nnodes: 1 (web1)\nhelp: did you mean base?",
      },
      locations: [place("fleet/nodes/web%201.yml", [1, 14, 1, 17])],
      relatedLocations: [{ id: 1, ...place("fleet/classes/a.yml", [1, 5, 1, 6]), message: { text: "reached [so]" } }],
      partialFingerprints: { "heirFinding/v1": expect.stringMatching(/^[0-9a-f]{64}$/) },
      properties: { nodes: ["web1"] },
    },
  ]);
});

test.each([
  ["error", "error"],
  ["warning", "warning"],
  ["info", "note"],
] as const)("a finding of severity %s has the level %s", (severity, level) => {
  expect(sarif(foundProblem({ severity })).runs[0]?.results[0]?.level).toBe(level);
});

test("what is about no file stands at the first line of heir.yml: code scanning drops what has no place", () => {
  const artifactLocation = { uri: "fleet/heir.yml", uriBaseId: "%SRCROOT%" };

  expect(sarif(foundProblem()).runs[0]?.results[0]?.locations).toEqual([
    { physicalLocation: { artifactLocation, region: { startLine: 1 } } },
  ]);
});

test("the rules are the codes, with their severity and help, in the order by which results name them", () => {
  const { rules } = sarif(...awkward).runs[0]?.tool.driver ?? { rules: [] };

  expect(rules.map(({ id }) => id)).toEqual(allCodes);
  for (const { ruleId, ruleIndex } of sarif(...awkward).runs[0]?.results ?? []) {
    expect(rules[ruleIndex]?.id).toBe(ruleId);
  }
  expect(rules.find(({ id }) => id === "remove-nothing")).toMatchObject({
    shortDescription: { text: "a removal removes nothing" },
    fullDescription: { text: expect.stringMatching(/^An entry `~NAME` [^\n]+$/) },
    help: { text: expect.stringContaining("How to fix it") },
    defaultConfiguration: { level: "warning" },
  });
});

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: object;
    }[];
  }[];
}

function sarif(...problems: readonly FoundProblem[]): Log {
  return JSON.parse(checkSarif(ciFindings(problems, "fleet"), { version: "1.2.3", pages }));
}

function place(uri: string, region: readonly [number, number, number, number]): object {
  const [startLine, startColumn, endLine, endColumn] = region;
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
      region: { startLine, startColumn, endLine, endColumn },
    },
  };
}
