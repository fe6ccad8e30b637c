import { parseSync, Visitor } from "oxc-parser";
import { commands } from "../../src/cli/commands/table.ts";
import type { Sources } from "./architecture.ts";

const GIT =
  "add bisect branch cat-file checkout clone commit config diff fetch fsck init log merge mv pull push rebase reset " +
  "restore revert rev-parse rm show stash status submodule switch tag update-index worktree";

/** Behind these words of prose the command has ended. */
const PROSE = "is|names|lists|says|shows|stages|takes|which";

/** A variable in a text that is looked at; the other one is what heir itself is beside: its version, the code of a finding. */
const [VARIABLE, TITLE] = ["\0", "\u0001"];

/** A command of heir or git up to a word of it that is a variable. */
const COMMAND = new RegExp(
  `(?<![\\w./-])(?:heir|git) (?:${VARIABLE}|(?:-|(?:${[...commands.keys(), ...GIT.split(" ")].join("|")})\\b)` +
    `(?:(?!: | (?:${PROSE})\\b)[^;(\\n${VARIABLE}${TITLE}])*[${VARIABLE}${TITLE}])`,
);

/** Each text that puts a command together by itself, by place: it is `command` of base that quotes the words. */
export function commandFaults(sources: Sources): readonly string[] {
  return [...sources].flatMap(([file, text]) =>
    builtTexts(file, text)
      .filter((each) => COMMAND.test(each.text))
      .map(({ start }) => `${file}:${text.slice(0, start).split("\n").length} makes a command without command()`),
  );
}

interface BuiltText {
  readonly start: number;
  readonly text: string;
}

/** The texts of a program that hold variables, each as one character: templates, sums, and lists that are joined. */
function builtTexts(file: string, source: string): readonly BuiltText[] {
  const found: BuiltText[] = [];
  const visitor = new Visitor({
    "TemplateLiteral:exit": (node) => found.push({ start: node.start, text: textOf(node) }),
    "BinaryExpression:exit": (node) => found.push({ start: node.start, text: textOf(node) }),
    "CallExpression:exit": ({ start, callee }) => {
      if (callee.type !== "MemberExpression" || callee.object.type !== "ArrayExpression") return;
      const isJoin = callee.property.type === "Identifier" && callee.property.name === "join";
      if (isJoin) found.push({ start, text: callee.object.elements.map((each) => textOf(each)).join(" ") });
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

interface Part {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
  readonly expressions?: readonly Part[];
}

function textOf(part: Part | null | undefined): string {
  switch (part?.type) {
    case "Literal":
      return String(part.value);
    case "Identifier":
      return part.name === "version" || part.name === "code" ? TITLE : VARIABLE;
    case "BinaryExpression":
      return textOf(part.left as Part) + textOf(part.right as Part);
    case "TemplateLiteral": {
      const { quasis = [], expressions = [] } = part;
      return quasis
        .map(({ value }, at) => (value.cooked ?? "") + (at < expressions.length ? textOf(expressions[at]) : ""))
        .join("");
    }
    default:
      return VARIABLE;
  }
}
