import type { YamlFault } from "./fault.ts";
import { MOST_DIGITS, type TypedScalar } from "./scalar.ts";

/** A plain scalar as serde_yaml reads it (YAML 1.2): `yes`, `012` and dates are text, integers over 64 bits faults. */
export function coreScalar(text: string): TypedScalar | YamlFault {
  if (NULLS.has(text)) return { type: "null", data: null };
  const bool = BOOLS.get(text);
  if (bool !== undefined) return { type: "bool", data: bool };
  const special = SPECIALS.get(text);
  if (special !== undefined) return { type: "float", data: special };
  if (INT.test(text)) return wholeNumber(text);
  const number = FLOAT.test(text) && !ZERO_FIRST.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? { type: "float", data: number } : { type: "text", data: text };
}

const NULLS = new Set(["", "~", "null", "Null", "NULL"]);

const BOOLS: ReadonlyMap<string, boolean> = new Map(
  ["true", "True", "TRUE", "false", "False", "FALSE"].map((word) => [word, /^t/i.test(word)]),
);

const SPECIALS = new Map<string, number>(
  ["inf", "Inf", "INF"].flatMap((word): [string, number][] => [
    [`.${word}`, Number.POSITIVE_INFINITY],
    [`+.${word}`, Number.POSITIVE_INFINITY],
    [`-.${word}`, Number.NEGATIVE_INFINITY],
  ]),
);
for (const word of ["nan", "NaN", "NAN"]) SPECIALS.set(`.${word}`, Number.NaN);

const INT = /^[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const ZERO_FIRST = /^[-+]?0[0-9]+$/;

const LARGEST = 2n ** 64n - 1n;
const SMALLEST = -(2n ** 63n);

function wholeNumber(text: string): TypedScalar | YamlFault {
  const size = text.length > MOST_DIGITS ? undefined : BigInt(text.replace(/^[-+]/, ""));
  const data = size === undefined ? undefined : text.startsWith("-") ? -size : size;
  if (data === undefined || data > LARGEST || data < SMALLEST) return { fault: "a whole number has more than 64 bits" };
  const isExact = data >= Number.MIN_SAFE_INTEGER && data <= Number.MAX_SAFE_INTEGER;
  return { type: "int", data: isExact ? Number(data) : data };
}
