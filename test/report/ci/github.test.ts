import fc from "fast-check";
import { expect, test } from "vitest";
import { terminalSafe } from "../../../src/base/terminal-text.ts";
import type { FoundProblem } from "../../../src/model/findings/diagnostic.ts";
import { ciFindings } from "../../../src/report/ci/finding.ts";
import { checkGithub } from "../../../src/report/ci/github.ts";
import { awkward, foundProblem, spanOf } from "../../support/found.ts";

test("a finding is a workflow command with its place, its code as title, and all there is to say", () => {
  const problem = foundProblem(
    { span: spanOf("nodes/web1.yml", "# a\nclasses: [bse]\n", "bse"), hint: "did you mean base?" },
    ["web1"],
  );

  expect(github(problem)).toBe(
    "::error file=fleet/nodes/web1.yml,line=2,col=11,endColumn=14,title=heir class-not-found" +
      "::class bse is listed but has no file%0Anodes: 1 (web1)%0Ahelp: did you mean base?\n",
  );
});

test.each([
  ["error", "::error "],
  ["warning", "::warning "],
  ["info", "::notice "],
] as const)("a finding of severity %s begins with %j", (severity, begin) => {
  expect(github(foundProblem({ severity })).startsWith(begin)).toBe(true);
});

test("over several lines there are no columns: GitHub refuses them", () => {
  const span = spanOf("nodes/d.yml", "a: |\n  b\n  c\n", "|\n  b\n  c");

  expect(github(foundProblem({ span }))).toMatch(/^::error file=fleet\/nodes\/d\.yml,line=1,endLine=3,title=/);
});

test("what is about no file has no place", () => {
  expect(github(foundProblem())).toBe("::error title=heir class-not-found::class bse is listed but has no file\n");
});

test("nothing found prints nothing", () => {
  expect(checkGithub([])).toBe("");
});

test("the awkward ones are one command a line, and say what they said", () => {
  const lines = github(...awkward).split("\n");

  expect(lines.pop()).toBe("");
  expect(lines.map((line) => parsed(line)?.data.split("\n")[0])).toEqual(
    awkward.map(({ diagnostic: { message } }) => terminalSafe(message.split("\n")[0] ?? "")),
  );
});

test("whatever a path or message holds, GitHub reads back exactly one command with that path and message", () => {
  const text = fc.string({ unit: fc.constantFrom(..."a%:,=\r\n2503ADC \u001b\ud800é🦉") });
  fc.assert(
    fc.property(text, text, (message, name) => {
      const path = `nodes/${name}.yml`;
      const written = github(foundProblem({ message, span: spanOf(path, "x\n", "x") }));

      expect(written.match(/[\r\n]/g)).toEqual(["\n"]);
      expect(parsed(written.slice(0, -1))).toEqual({
        command: "error",
        properties: {
          file: terminalSafe(`fleet/${path}`),
          line: "1",
          col: "1",
          endColumn: "2",
          title: "heir class-not-found",
        },
        data: message.split("\n").map(terminalSafe).join("\n"),
      });
    }),
  );
});

function github(...problems: readonly FoundProblem[]): string {
  return checkGithub(ciFindings(problems, "fleet"));
}

/** A line as the runner of GitHub Actions reads it: `::NAME KEY=VALUE,...::DATA`. */
function parsed(line: string) {
  const [, command, list = "", data = ""] = /^::(\w+) (.*?)::(.*)$/s.exec(line) ?? [];
  if (command === undefined) return undefined;
  const properties = list.split(",").map((pair) => {
    const [, key = "", value = ""] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    return [key, unescaped(value.replaceAll("%3A", ":").replaceAll("%2C", ","))] as const;
  });
  return { command, properties: Object.fromEntries(properties), data: unescaped(data) };
}

function unescaped(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}
