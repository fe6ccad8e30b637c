import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { command } from "../../src/base/terminal-text.ts";

const PIECES =
  "a B 9 é 名 🦊 ' \" ` `ls` $ $() $(ls) ${HOME} ; & && | < > ( ) { } {a,b} [a] * ? ~ ~root = =ls == :~ =~ / . .. , + - -- -n --x=~ # ! !! % ^ @ \\ \\n if".split(
    " ",
  );

const words = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, " ", "  "), fc.string({ unit: "grapheme", maxLength: 3 })), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""))
  .filter((word) => !isNamed(command([word])));

test("a POSIX shell reads 1,000 drawn names back as the words that were meant", () => {
  const drawn = fc.sample(fc.tuple(words, words, words), { numRuns: 1000, seed: 7 });
  const lines = drawn.map(([first, second, option]) => command(["p", option], [first, second]));
  const meant = drawn.flatMap(([first, second, option]) => {
    const isOption = first.startsWith("-") || second.startsWith("-");
    return [option, ...(isOption ? ["--"] : []), first, second];
  });

  expect(lines.filter(isNamed)).toEqual([]);
  expect(shellWords(lines)).toEqual(meant);
});

test("ordinary words stay as they are typed", () => {
  const ordinary = [
    "heir",
    "diff",
    "HEAD~2..main^",
    "stash@{0}",
    "@{-1}",
    "--node=web1.example.org",
    "a/b:12",
    "x@y",
    "1,2",
    "a+b",
    "a:b=c",
  ];

  expect(command(ordinary)).toBe(ordinary.join(" "));
});

test.each([
  ["~root", "heir show '~root'"],
  ["a=~", "heir show 'a=~'"],
  ["=ls", "heir show '=ls'"],
  ["", "heir show ''"],
  ["it's", "heir show 'it'\\''s'"],
  ["-n", "heir show -- -n"],
])("what a shell or a command would read otherwise is quoted, or behind `--`: %j", (name, text) => {
  expect(command(["heir", "show"], [name])).toBe(text);
});

test("an operand like an option goes behind the options", () => {
  expect(command(["heir", "explain"], ["web1", "ntp"], ["--not"])).toBe("heir explain web1 ntp --not");
  expect(command(["heir", "explain"], ["-n", "ntp"], ["--not"])).toBe("heir explain --not -- -n ntp");
});

test.each([
  ["a newline", "a\nb", '"a\\nb"'],
  ["a control character", "a\u001b[1mb", '"a\\x1b[1mb"'],
  ["a bidirectional sign", "a\u202eb", '"a\\u202eb"'],
  ["a byte that is no UTF-8", "a\udc80b", '"a\\x80b"'],
  ["a replaced byte", "a\ufffdb", '"a\ufffdb"'],
])("a name with %s gives no command: it is named", (_, name, shown) => {
  expect(command(["heir", "show"], [name, "ntp"])).toBe(`"heir show" of ${shown}`);
});

function isNamed(text: string): boolean {
  return text.startsWith('"');
}

/** What one shell reads in the lines, behind the `p` of each. */
function shellWords(lines: readonly string[]): readonly string[] {
  const input = [`p() { printf '%s\\0' "$@"; }`, ...lines].join("\n");
  return execFileSync("/bin/sh", { input }).toString().split("\0").slice(0, -1);
}
