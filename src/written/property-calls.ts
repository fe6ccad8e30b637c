import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { ScalarValue, Span, Value } from "../model/values/value.ts";
import { partsOf } from "../model/values/value-at.ts";

/** The most calls of properties in defaults of one another: rule R8. */
const MAX_INSIDE = 256;

/** A text split at its calls of node properties; everything else is text, other `${...}` too. */
export type PropertyTemplate = readonly PropertyPart[];

export type PropertyPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "property";
      readonly keys: readonly string[];
      readonly option: PropertyOption | undefined;
      /** As written. */
      readonly source: string;
    };

export type PropertyOption =
  /** The node fills in the call. */
  | { readonly kind: "node" }
  /** The text for a missing property. */
  | { readonly kind: "default"; readonly parts: PropertyTemplate };

/** A syntax fault, and the text from the call with the fault on. */
export interface TemplateFault {
  readonly kind: "fault";
  readonly fault: string;
  readonly source: string;
  /** Set where calls are nested deeper than the limit. */
  readonly isTooDeep: boolean;
}

/**
 * Reads `${node.properties[key][key]}` with options `| node` and `| default = ...`, keywords in any case, spaces around
 * every symbol. A default is text in `"` or `"""`, which may hold calls, or one `${...}`; defaults nest up to 256 deep.
 */
export function readPropertyTemplate(text: string): PropertyTemplate | TemplateFault {
  if (!text.includes("${")) return [{ kind: "text", text }];
  const reader = new TemplateReader(text);
  const parts = reader.partsUntil("");
  return parts ?? { kind: "fault", fault: reader.fault, source: reader.faultySource, isTooDeep: reader.isTooDeep };
}

const OPENING = /\$\{\s*node\s*\.\s*properties(?![\w-])/iy;
const KEY = /\s*\[\s*([^\s\p{Cc}"${}[\]]+)\s*\]/uy;
const ANY_KEY = /\s*\[/y;
const BAR = /\s*\|\s*/y;
const NODE = /node(?![\w-])/iy;
const DEFAULT = /default\s*=\s*/iy;
const QUOTES = /"""|"/y;
const CLOSING = /\s*\}/y;

class TemplateReader {
  fault = "";
  faultySource = "";
  isTooDeep = false;
  private at = 0;
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Parts up to a closing quote, or to the end of the text; undefined after a fault. */
  partsUntil(quote: string): PropertyTemplate | undefined {
    const parts: PropertyPart[] = [];
    let from = this.at;
    const end = (): number => (quote === "" ? this.text.length : this.text.indexOf(quote, this.at));
    for (;;) {
      const [stop, start] = [end(), this.text.indexOf("${", this.at)];
      if (stop === -1) return this.failed(`the default is not closed with ${quote}`);
      if (start === -1 || start >= stop) {
        this.at = stop + quote.length;
        return [...parts, ...plainPart(this.text.slice(from, stop))];
      }
      this.at = start;
      if (this.take(OPENING) === undefined) this.at += 2;
      else {
        const call = this.call(start);
        if (call === undefined) return undefined;
        parts.push(...plainPart(this.text.slice(from, start)), call);
        from = this.at;
      }
    }
  }

  /** The part after the keyword; `start`: where the call begins. */
  private call(start: number): PropertyPart | undefined {
    const keys: string[] = [];
    for (let key = this.take(KEY); key !== undefined; key = this.take(KEY)) keys.push(key[1] ?? "");
    const read = this.afterKeys(keys);
    if (read === undefined) {
      if (this.faultySource === "") this.faultySource = this.text.slice(start);
      return undefined;
    }
    return { kind: "property", keys, ...read, source: this.text.slice(start, this.at) };
  }

  private afterKeys(keys: readonly string[]): { readonly option: PropertyOption | undefined } | undefined {
    if (this.take(ANY_KEY) !== undefined) return this.failed('a key has no spaces and none of " $ { } [ ]');
    if (keys.length === 0) return this.failed("a [key] is missing");
    const isOptional = this.take(BAR) !== undefined;
    const option = isOptional ? this.option() : undefined;
    if (isOptional && option === undefined) return undefined;
    return this.take(CLOSING) === undefined ? this.failed("the closing } is missing") : { option };
  }

  private option(): PropertyOption | undefined {
    if (this.take(NODE) !== undefined) return { kind: "node" };
    if (this.take(DEFAULT) === undefined) return this.failed("after | comes node or default = ...");
    if (this.depth >= MAX_INSIDE) {
      this.isTooDeep = true;
      return this.failed("calls are written into one another too deep");
    }
    const [quote] = this.take(QUOTES) ?? [];
    this.depth += 1;
    const parts = quote === undefined ? this.soleVariable() : this.partsUntil(quote);
    this.depth -= 1;
    return parts === undefined ? undefined : { kind: "default", parts };
  }

  /** A default that is one `${...}`. */
  private soleVariable(): PropertyTemplate | undefined {
    const start = this.at;
    if (this.take(OPENING) !== undefined) {
      const call = this.call(start);
      return call === undefined ? undefined : [call];
    }
    if (!this.text.startsWith("${", start)) return this.failed("a default is text in double quotes or one ${...}");
    const end = closingBrace(this.text, start + 1);
    if (end === -1) return this.failed("the closing } is missing");
    this.at = end + 1;
    return [{ kind: "text", text: this.text.slice(start, this.at) }];
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text) ?? undefined;
    if (match !== undefined) this.at += match[0].length;
    return match;
  }

  /** The innermost fault is the first. */
  private failed(fault: string): undefined {
    if (this.fault === "") this.fault = fault;
    return undefined;
  }
}

function plainPart(text: string): readonly PropertyPart[] {
  return text === "" ? [] : [{ kind: "text", text }];
}

/** Index of the brace that closes the one at `from`, or -1. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

type PropertyCall = Extract<PropertyPart, { kind: "property" }> & { readonly origin: Span };

/** The calls of properties in the texts of a value, those in defaults too; none in a text that cannot be read. */
export function callsIn(value: Value): readonly PropertyCall[] {
  if (value.kind === "scalar") return typeof value.data === "string" ? callsInText(value.data, value.origin) : [];
  return partsOf(value).flatMap(callsIn);
}

function callsInText(text: string, origin: Span): readonly PropertyCall[] {
  const template = readPropertyTemplate(text);
  return "fault" in template ? [] : callsOf(template, origin);
}

function callsOf(template: PropertyTemplate, origin: Span): readonly PropertyCall[] {
  return template.flatMap((part) => {
    if (part.kind === "text") return [];
    return [{ ...part, origin }, ...(part.option?.kind === "default" ? callsOf(part.option.parts, origin) : [])];
  });
}

/** What is too large, or takes too many steps, where properties are filled in a value. */
export function expansionLimit({ origin }: Value, what: string): Diagnostic {
  return finding("reference-limit", origin, `a value ${what} when properties are filled in`);
}

/** A call with a syntax fault, or one of too many in one another. */
export function syntaxFault(scalar: ScalarValue, { fault, source, isTooDeep }: TemplateFault): Diagnostic {
  if (isTooDeep) {
    return expansionLimit(scalar, `has defaults more than ${MAX_INSIDE} deep in one another`);
  }
  const hint = "write ${node.properties[KEY]}, with further [KEY] for the values inside it";
  return finding("syntax", callSpan(source, scalar), `invalid call of a property: ${fault}`, { hint });
}

/** The place of a part of a text; the place of the whole text if quotes or line ends are in between. */
export function callSpan(source: string, { origin }: ScalarValue): Span {
  const at = origin.file.text.slice(origin.start, origin.end).indexOf(source);
  return at === -1 ? origin : { ...origin, start: origin.start + at, end: origin.start + at + source.length };
}
