import { expect, test } from "vitest";
import type { Options } from "../../../src/cli/commands/command.ts";
import { cutVerb } from "../../../src/cli/verb.ts";
import { parseWords, type Syntax } from "../../../src/cli/words/parse.ts";

const options: Options = {
  rev: { kind: "revision", short: "r", summary: "" },
  node: { kind: "selector", multiple: true, summary: "" },
  format: { kind: "choice", choices: ["text", "json"], default: "text", summary: "" },
  json: { kind: "choice", choices: ["v1"], implied: "v1", means: { option: "format", value: "json" }, summary: "" },
  z: { kind: "flag", summary: "" },
  "exit-code": { kind: "flag", summary: "" },
  "nodes-only": { kind: "flag", also: "name-only", summary: "" },
  porcelain: { kind: "choice", implied: "v1", choices: ["v1"], summary: "" },
};
const diff: Syntax = {
  name: "diff",
  operands: [
    { name: "A", kind: "range" },
    { name: "B", kind: "revision" },
  ],
  options,
  rest: { name: "GLOB", kind: "selector", many: true },
};
const show: Syntax = {
  name: "show",
  operands: [
    { name: "NODE", kind: "node", required: true },
    { name: "PATH", kind: "path" },
  ],
  options,
};

test.each([
  [["show", "web1"], "show", ["web1"]],
  [["-C", "dir", "show", "web1"], "show", ["-C", "dir", "web1"]],
  [["--set", "a=b", "-r", "HEAD", "show"], "show", ["--set", "a=b", "-r", "HEAD"]],
  [["--json", "show", "-C", "dir"], "show", ["--json", "-C", "dir"]],
  [["--color=never", "-P", "diff"], "diff", ["--color=never", "-P"]],
  [["--version"], undefined, ["--version"]],
  [["--", "show"], undefined, ["--", "show"]],
  [[], undefined, []],
] as const)("the verb of %j is %s", (argv, verb, rest) => {
  expect(cutVerb(argv)).toEqual({ verb, rest });
});

test("options may stand anywhere, values stay text, repeated options collect", () => {
  const args = parseWords(diff, ["3", "--node", "a", "-r1e3", "--json", "007", "--node=b"]);

  expect(args.operands).toEqual(["3", "007"]);
  expect(args.list("node")).toEqual(["a", "b"]);
  expect(args.text("rev")).toBe("1e3");
  expect([args.has("json"), args.has("z"), args.has("exit-code")]).toEqual([true, false, false]);
});

test("what stands behind -- are nodes where the command takes some, else it is operands", () => {
  const args = parseWords(diff, ["HEAD", "--node", "db1", "--", "web*", "--json"]);
  expect([args.operands, args.list("node"), args.has("json")]).toEqual([["HEAD"], ["db1", "web*", "--json"], false]);
  expect(parseWords(show, ["--json", "--", "-r", "--x"]).operands).toEqual(["-r", "--x"]);
});

test("an operand that a command needs may stand behind --, before the nodes", () => {
  const uses: Syntax = { ...diff, name: "uses", operands: [{ name: "PATH", kind: "path", required: true }] };
  const given = (...words: readonly string[]) => {
    const args = parseWords(uses, words);
    return [args.operands, args.list("node")];
  };
  expect(given("--", "-a:b", "web*")).toEqual([["-a:b"], ["web*"]]);
  expect(given("a", "--", "web*", "db1")).toEqual([["a"], ["web*", "db1"]]);
  expect(() => given("--")).toThrow("uses needs a path");
});

test("an option whose value is implied does not eat the next word", () => {
  expect(parseWords(diff, ["--porcelain", "HEAD"])).toMatchObject({ operands: ["HEAD"] });
  expect(parseWords(diff, ["--porcelain"]).text("porcelain")).toBe("v1");
  expect(parseWords(diff, ["--color", "HEAD"]).text("color")).toBe("always");
});

test("--json means a format, with the version of its form or without", () => {
  for (const word of ["--json", "--json=v1"]) {
    const args = parseWords(diff, [word, "HEAD"]);
    expect([args.text("format"), args.has("json"), args.operands]).toEqual(["json", true, ["HEAD"]]);
  }
  expect(parseWords(diff, ["HEAD"]).text("format")).toBe("text");
  expect(() => parseWords(diff, ["--json=v2"])).toThrow('invalid --json "v2" (choose v1)');
  expect(() => parseWords(diff, ["--json=v1", "--format", "text"])).toThrow("do not go together");
});

test("flags that are combined, negated, aliased or single letters", () => {
  const args = parseWords(diff, ["-zqP", "--name-only"]);

  expect(["z", "quiet", "no-pager", "nodes-only", "verbose"].map((name) => args.has(name))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(parseWords(diff, []).has("no-pager")).toBe(false);
});

test.each([
  [["--jsn"], "unknown option --jsn", "did you mean --json?"],
  [["--nodes-onli=x"], "unknown option --nodes-onli", "did you mean --nodes-only?"],
  [["-x"], "unknown option -x", "heir diff -h shows how it is used"],
  [["-r"], "option --rev needs a value", undefined],
  [["-C"], "option -C needs a value", undefined],
  [["--rev", "--json"], "option --rev needs a value", undefined],
  [["--rev", "--", "x"], "option --rev needs a value", undefined],
  [
    ["a", "b", "--json", "c"],
    'diff takes at most 2 operands; "c" is one too many',
    "heir diff -h shows how it is used",
  ],
  [["--porcelain=v2"], 'invalid --porcelain "v2" (choose v1)', undefined],
  [["--color=red"], 'invalid --color "red" (choose auto, always, never)', undefined],
])("diff %j is refused: %s", (words, message, hint) => {
  expect(() => parseWords(diff, words)).toThrow(expect.objectContaining({ kind: "usage", message, hint }));
});

test("a missing operand is named", () => {
  expect(() => parseWords(show, [])).toThrow("show needs a node");
});

test("a command that asks for an option it does not declare is a bug", () => {
  expect(() => parseWords(show, ["a"]).has("stat")).toThrow("option stat is declared");
});
