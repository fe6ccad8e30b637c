import { parseSync } from "oxc-parser";
import { folderOf, type Sources } from "./architecture.ts";

/** How large the program may be: lines of `src`, by room. */
export interface Budgets {
  /** Folder of `src`, or a file beside them, to its lines; `others` is what subjects with a budget of their own may still add. */
  readonly budgets: Readonly<Record<string, number>>;
  /** What all budgets are together. It is only ever lowered. */
  readonly total: number;
}

/** A room this far below its budget has saved lines that its row still allows. */
const SLACK = 300;

/** Everything that exceeds `budgets`, or is not counted by them, one sentence each. */
export function budgetFaults(sources: Sources, { budgets, total }: Budgets): readonly string[] {
  const lines = new Map<string, number>();
  for (const [file, text] of sources) {
    const room = folderOf(file);
    lines.set(room, (lines.get(room) ?? 0) + lineCount(text));
  }
  const { others = 0, ...rooms } = budgets;
  const names = new Set([...Object.keys(rooms), ...lines.keys()]);
  const sum = Object.values(rooms).reduce((all, each) => all + each, others);
  return [
    ...[...names].flatMap((room) => roomFault(room, lines.get(room) ?? 0, rooms[room])),
    ...(sum > total ? [`the budgets are ${sum} lines together, more than ${total}: lower another row`] : []),
    ...(total - sum >= SLACK ? [`the budgets are ${sum} lines together: lower their total of ${total}`] : []),
  ];
}

function roomFault(room: string, lines: number, budget: number | undefined): readonly string[] {
  if (budget === undefined) return [`${room} has no budget of lines`];
  if (lines > budget) return [`${room} has ${lines} lines, more than its budget of ${budget}`];
  return budget - lines >= SLACK ? [`${room} has ${lines} lines: lower its budget of ${budget}`] : [];
}

/** Files over 400 lines, and functions over 50, from the first line of the function to that of its `}`. */
export function lengthFaults(sources: Sources): readonly string[] {
  return [...sources].flatMap(([file, text]) => {
    const lines = lineCount(text);
    const long = functionsOf(file, text).filter((each) => each.lines > 50);
    return [
      ...(lines > 400 ? [`${file} has ${lines} lines`] : []),
      ...long.map((each) => `${file}:${each.line}: the function has ${each.lines} lines`),
    ];
  });
}

interface FoundFunction {
  readonly line: number;
  readonly lines: number;
}

function functionsOf(file: string, text: string): readonly FoundFunction[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1;
  const found: FoundFunction[] = [];
  // A name, or `export`, can be on a line before that of the function itself.
  const visit = (part: unknown, from: number | undefined): void => {
    if (Array.isArray(part)) for (const each of part) visit(each, undefined);
    if (!isSyntax(part)) return;
    const start = from ?? part.start;
    if (FUNCTIONS.has(part.type)) {
      const line = lineAt(start);
      found.push({ line, lines: lineAt(part.end - 1) - line + 1 });
    }
    for (const [key, child] of Object.entries(part)) visit(child, OWNERS.get(part.type) === key ? start : undefined);
  };
  visit(parseSync(file, text).program, undefined);
  return found;
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Syntax that names the function which is its part of this name. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ["ExportNamedDeclaration", "declaration"],
  ["VariableDeclarator", "init"],
  ["MethodDefinition", "value"],
  ["PropertyDefinition", "value"],
  ["Property", "value"],
]);

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isSyntax(part: unknown): part is Syntax {
  return typeof part === "object" && part !== null && "type" in part && "start" in part && "end" in part;
}

/** Exported names that several files declare, each with the number of files; `known` are those that may be. */
export function nameFaults(sources: Sources, known: Readonly<Record<string, number>>): readonly string[] {
  const owners = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const name of new Set(declaredNames(file, text))) owners.set(name, [...(owners.get(name) ?? []), file]);
  }
  const tooMany = [...owners].filter(([name, files]) => files.length > (known[name] ?? 1));
  const fewer = Object.entries(known).filter(([name, count]) => (owners.get(name) ?? []).length < count);
  return [
    ...tooMany.map(([name, files]) => `${name} is exported by ${files.join(" and ")}`),
    ...fewer.map(([name, count]) => `${name} no longer has ${count} owners: shorten the list`),
  ];
}

/** The names that a file declares and exports; names that it passes on are another's. */
function declaredNames(file: string, text: string): readonly string[] {
  return parseSync(file, text).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName }) =>
      moduleRequest === null && exportName.name !== null ? [exportName.name] : [],
    ),
  );
}

function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0);
}
