import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import type { TextSyntax } from "../../../src/model/inventory/definition.ts";
import type { SourceFile, Value } from "../../../src/model/values/value.ts";
import { composeYaml } from "../../../src/parse/yaml/compose.ts";
import { eventTree } from "../../../src/parse/yaml/event-tree.ts";
import { simpleEvents } from "../../../src/parse/yaml/simple-events.ts";
import { cases } from "./reading.ts";

const syntax: TextSyntax = {
  text: (data, origin) =>
    data.includes("${")
      ? { kind: "template", text: data, parts: [], origin }
      : { kind: "scalar", type: "text", data, origin },
  plainKey: (key) => !/^[~=]/.test(key),
};

interface Read {
  readonly value: Value | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a reader makes of a text: the value, or where there are errors nothing, and what it reports. */
function read(text: string, reader: typeof composeYaml): Read {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
  const value = reader(file(text), { syntax, report });
  return { value: diagnostics.some(({ severity }) => severity === "error") ? undefined : value, diagnostics };
}

/** Both readings of a text, or undefined where it is not simple. */
function both(text: string): { readonly simple: Read; readonly library: Read } | undefined {
  const events = simpleEvents(text);
  if (events === undefined) return undefined;
  const simple = read(text, (each, options) => eventTree(events, each, options));
  return { simple, library: read(text, composeYaml) };
}

function expectSame(text: string): void {
  const readings = both(text);
  if (readings === undefined) return;
  expect(readings.simple, JSON.stringify(text)).toEqual(readings.library);
}

const SIMPLE = [
  "a: 1\n",
  "---\n# c\na: x  # d\n\nb: 'y z'\n",
  'a:\n  b: "c"\n  d:\n  - e\n  -\n    f: 1\n  - - g\n    - h: i\n      j: k\nl:\n',
  "- [a, 'b', \"c\"] # d\n- []\n- {}\n",
  "a: {b: c, 'd e': [1, {f: g:h}], \"i\": {}} # j\nk: { l: m , n: [[o], []] }\n",
  "- {a: b, a: c}\n- [a:b, 1:30, {~x: 10.0.0.1, y: http://z}]\n",
  "a:b: {c:d: e}\nf:*:g: 1\n",
  "a: [-]\nb: [-, a, -1,-b, --]\n",
  "a: |\n  x\n    y\n\n  z\n\nb: |-\n  x\nc: >-\n  x\n  y\n",
  "a: |\n  x",
  "a: \"b\\n\\\"c\\\"\\\\\"\nd: 'it''s'\n\"\\t\": ''''\n",
  "a: ${b:c}/${d}\nb: 1:30\nc: 2001-12-14\nd: ~\ne: y\n",
  "'a b': 1\n1: x\n~: y\n=: z\nyes: no\n",
  "a: 1\nb: 2\na: 3\n",
  "a: 2001-02-30\nb: =\n",
  "a:   # nothing\nb: \n",
  "# nothing\n",
  "a: é\n",
  // Secrets of kapitan, and escapes of a shell.
  "a: ?{plain:b/${c}/d||random:str:32|base64}\nb: ?x\nc: ?? # d\n",
  "- ?{a}\n- \\${b.c}\n- \\n\\[x\n",
];

const NOT_SIMPLE = [
  ["a tag", "a: !!str 1\n"],
  ["an anchor", "a: &x 1\n"],
  ["an alias", "a: *x\n"],
  ["a merge key", "<<: {a: b}\n"],
  ["a directive", "%YAML 1.1\n---\na: 1\n"],
  ["two documents", "a: 1\n---\nb: 2\n"],
  ["text over two lines", "a: b\n  c\n"],
  ["a rare escape", 'a: "\\x41"\n'],
  ["a tab", "a:\tb\n"],
  ["a carriage return", "a: b\r\n"],
  ["a mapping in brackets over two lines", "a: {b: c,\n  d: e}\n"],
  ["a key without a value in brackets", "a: {b: , c: d}\n"],
  ["a key alone in brackets", "a: {b}\n"],
  ["a key and a value in the brackets of a list", "a: [b: c]\n"],
  ["a merge key in brackets", "a: {<<: b}\n"],
  ["a reference in brackets", "a: {b: ${c}}\n"],
  ["a dash before a space in brackets", "a: [- b]\n"],
  ["an explicit key", "? a\n: b\n"],
  ["an explicit key as a value", "a: ? b\n"],
  ["an explicit key without text", "a: ?\n"],
  ["a secret of kapitan with a space after a colon", "a: ?{b: c}\n"],
  ["keys out of line", "a:\n   b: 1\n  c: 2\n"],
  ["two colons", "a: b: c\n"],
  ["a key beyond ASCII", "é: 1\n"],
  ["a list on the line of its key", "a: -\n"],
  ["git's markers", "<<<<<<< HEAD\na: 1\n"],
  ["two paragraphs", "a: >\n  b\n\n  c\n"],
] as const;

describe("the simple part of YAML", () => {
  test.each(SIMPLE)("%j is read as the library reads it", (text) => {
    expect(both(text)).toBeDefined();
    expectSame(text);
  });

  test.each(NOT_SIMPLE)("%s is left to the library", (_, text) => {
    expect(simpleEvents(text)).toBeUndefined();
  });

  test("what PyYAML was asked about is read as the library reads it", () => {
    for (const name of ["yaml-documents.jsonl", "yaml-scalars.jsonl"]) {
      for (const { yaml } of cases(name)) {
        for (const text of [yaml, `a: ${yaml}\nb: 1\n`, `- ${yaml}\n`, `${yaml}: 1\n`, `[a, ${yaml}]\n`])
          expectSame(text);
      }
    }
  });

  test("the files of the example are read as the library reads them", () => {
    const files = readdirSync("example-repo", { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((name) => name.endsWith(".yml"))
      .map((name) => readFileSync(`example-repo/${name}`, "utf8"));
    expect(texts.filter((text) => simpleEvents(text) !== undefined).length).toBeGreaterThan(texts.length / 2);
    for (const text of texts) expectSame(text);
  });

  test("random texts are read as the library reads them, or left to it", () => {
    const piece = fc.constantFrom(
      ..."a,b: ,b:c: ,: ,:,- ,-,  ,\n,\n  ,\n    ,\n- ,\n  - ,\n\n,# c, # c,',\",'x','',|\n,|-\n,>-\n,[,],{,},[],{},{a: ,{b: c},~,=,<<,1,0x1f,1:30,yes,${x},é,\u00a0,\\,?,?{x,&,*,!,%,@,---\n,...\n,a: b\n,  a: b\n,- a: 1\n"
        .split(",")
        .concat(",", ", "),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => expectSame(pieces.join(""))),
      { numRuns: 3000 },
    );
    const inBrackets = fc.constantFrom(
      ...[
        "a",
        "b: ",
        "b:c",
        "'d'",
        '"e": ',
        ", ",
        ",",
        " ",
        "[",
        "]",
        "{",
        "}",
        "{f: 1}",
        "-",
        "- ",
        ":",
        "#",
        "~",
        "1:30",
        "*",
        "<<: ",
      ],
    );
    fc.assert(
      fc.property(fc.array(inBrackets, { maxLength: 9 }), (pieces) => expectSame(`a: {x: ${pieces.join("")}}\n`)),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...SIMPLE), fc.nat(), fc.nat(6), piece, (text, at, length, added) => {
        const start = at % (text.length + 1);
        expectSame(text.slice(0, start) + added + text.slice(start + length));
      }),
      { numRuns: 3000 },
    );
  });
});

function file(text: string): SourceFile {
  return { path: "a.yml", blob: "0", text };
}
