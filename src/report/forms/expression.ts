import type { Expression as Compiled } from "jsonata";
import { compilePattern, isPatternFault, type Pattern } from "../../base/pattern/pattern.ts";
import { HeirError } from "../../model/findings/failure.ts";

/** A JSONata expression. */
export interface Expression {
  /**
   * Its result for a JSON document: text as it is with a line end, anything else as JSON. Numbers that JavaScript would
   * round are text in the document. Throws HeirError if it fails, has no result, or takes longer than 10 seconds.
   */
  resultFor(document: string): Promise<string>;
}

/** Compiles a JSONata expression. Throws HeirError with the position of a fault. Loads the library. */
export async function compileExpression(source: string): Promise<Expression> {
  const { default: jsonata } = await import("jsonata");
  const compiled = await located(source, async () => {
    // Its declaration asks for the whole of RegExp, though it calls only `exec`.
    return jsonata(source, { timeout: LONGEST, RegexEngine: LinearExpression as unknown as RegExpConstructor });
  });
  return { resultFor: (document) => resultOf(source, compiled, document) };
}

/** In milliseconds. */
const LONGEST = 10_000;

async function resultOf(source: string, compiled: Compiled, document: string): Promise<string> {
  const result: unknown = await located(source, () => compiled.evaluate(parsed(document)));
  if (typeof result === "string") return result.endsWith("\n") ? result : `${result}\n`;
  const json = JSON.stringify(result, (_, part: unknown) => checkedPart(source, part), 2);
  if (json === undefined) throw new HeirError("usage", `the expression ${shown(source)} has no result`);
  return `${json}\n`;
}

/** A part of a result, if JSON has a form for it. */
function checkedPart(source: string, part: unknown): unknown {
  const isFunction =
    typeof part === "object" && part !== null && ("_jsonata_function" in part || "_jsonata_lambda" in part);
  const what = isFunction
    ? "a function"
    : typeof part === "number" && !Number.isFinite(part)
      ? "an infinite number"
      : "";
  if (what !== "") throw new HeirError("usage", `the result of the expression ${shown(source)} has ${what} in it`);
  return part;
}

/** The text of a JSON document as data, with numbers that JavaScript would round as text. */
function parsed(document: string): unknown {
  return JSON.parse(document.replace(TOKEN, (token) => (isExact(token) ? token : `"${token}"`)));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function isExact(token: string): boolean {
  return !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token));
}

/** What `run` returns. Throws its faults as HeirError, with the line of the expression and the position in it. */
async function located<T>(source: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof HeirError || !isFault(error)) throw error;
    const { message, position } = error;
    const at = position === undefined ? "" : ` at position ${columnOf(source, position)}`;
    throw new HeirError("usage", `the expression ${shown(source, position)} fails${at}: ${message}`);
  }
}

interface Fault {
  readonly message: string;
  readonly position?: number;
}

/** Whether jsonata threw it: a fault of the expression has a code. */
function isFault(error: unknown): error is Fault {
  return typeof error === "object" && error !== null && "code" in error && "message" in error;
}

/** The position in its own line. */
function columnOf(source: string, position: number): number {
  return position - (source.lastIndexOf("\n", position - 1) + 1);
}

/** The line of an expression that holds a position, by its number if there are several. */
function shown(source: string, position = 0): string {
  const lines = source.trimEnd().split("\n");
  const index = Math.min(source.slice(0, position).split("\n").length, lines.length) - 1;
  return lines.length === 1 ? `"${lines[0]}"` : `"${lines[index]}" (line ${index + 1})`;
}

/** What jsonata uses of a regular expression: matches from `lastIndex` on, in time linear in the text. */
class LinearExpression {
  lastIndex = 0;
  private readonly pattern: Pattern;

  constructor({ source, flags }: RegExp) {
    const pattern = compilePattern(source, { ignoreCase: flags.includes("i"), lines: flags.includes("m") });
    if (isPatternFault(pattern)) {
      throw new HeirError("usage", `the regular expression /${source}/ is ${pattern.kind}: ${pattern.reason}`);
    }
    this.pattern = pattern;
  }

  exec(text: string): object | null {
    const found = this.lastIndex > text.length ? undefined : this.pattern.match(text, this.lastIndex);
    this.lastIndex = found === undefined ? 0 : found.index + (found.groups[0] ?? "").length;
    return found === undefined ? null : Object.assign([...found.groups], { index: found.index });
  }
}
