import { pythonStr } from "../../encoding/value-text.ts";
import type { ListValue, MapEntry, MapValue, ScalarValue, SourceFile, Span, Value } from "../../model/values/value.ts";
import { SharedEntry } from "../../model/values/value.ts";
import { coreScalar } from "./core-scalar.ts";
import { faultReport } from "./fault.ts";
import { joinEntries, listValue, mapValue } from "./merged-map.ts";
import { plainScalar, type ScalarReading } from "./scalar.ts";
import { type Events, FLOW_END, FOLDED, LIST_START, LITERAL, MAP_START, PLAIN } from "./simple-events.ts";
import type { YamlOptions } from "./token.ts";

/** The value of a file's events, as `composeYaml` gives it. Reports faults as it does. Undefined without events. */
export function eventTree(events: Events, file: SourceFile, options: YamlOptions): Value | undefined {
  if (events.length === 0) return undefined;
  return new EventTree(events, file, options).value();
}

class EventTree {
  private readonly events: Events;
  private readonly file: SourceFile;
  private readonly options: YamlOptions;
  private next = 0;
  /** The end of the part that was built last. */
  private end = 0;

  constructor(events: Events, file: SourceFile, options: YamlOptions) {
    this.events = events;
    this.file = file;
    this.options = options;
  }

  value(): Value {
    switch (this.events[this.next]) {
      case MAP_START:
        return this.map();
      case LIST_START:
        return this.list();
      default: {
        const scalar = this.scalar(false);
        const { data } = scalar;
        if (scalar.type !== "text" || typeof data !== "string") return scalar;
        return this.options.syntax.text(data, scalar.origin);
      }
    }
  }

  private map(): MapValue {
    const start = this.number(1);
    this.next += 3;
    const own: MapEntry[] = [];
    while (!this.isEnd()) {
      const keyNode = this.scalar(true);
      own.push(new SharedEntry(pythonStr(keyNode), keyNode, this.value()));
    }
    const entries = joinEntries({ own, merged: [] }, this.options.report);
    return mapValue(entries, this.extent(start), this.options.syntax);
  }

  private list(): ListValue {
    const start = this.number(1);
    this.next += 3;
    const items: Value[] = [];
    while (!this.isEnd()) items.push(this.value());
    return listValue(items, this.extent(start));
  }

  private isEnd(): boolean {
    const kind = this.number(0);
    return kind > LIST_START && kind <= FLOW_END;
  }

  /** From the first to the last token of a list or mapping; the current event is its end. */
  private extent(start: number): Span {
    if (this.events[this.next] === FLOW_END) this.end = this.number(2);
    this.next += 3;
    return { file: this.file, start, end: this.end };
  }

  private scalar(isKey: boolean): ScalarValue {
    const { file } = this;
    const start = this.number(1);
    const end = this.number(2);
    const reading = this.reading(start, end, isKey);
    this.next += 3;
    this.end = end;
    const origin = { file, start, end };
    if (!("fault" in reading)) return { kind: "scalar", type: reading.type, data: reading.data, origin };
    this.options.report(faultReport(reading, origin));
    return { kind: "scalar", type: "null", data: null, origin };
  }

  private reading(start: number, end: number, isKey: boolean): ScalarReading {
    const { text } = this.file;
    switch (this.number(0)) {
      case PLAIN: {
        const source = text.slice(start, end);
        if (this.options.version === "1.2") return coreScalar(source);
        // A plain `=` is an ordinary key, but invalid as a value.
        return isKey && source === "=" ? { type: "text", data: source } : plainScalar(source);
      }
      case LITERAL:
        return { type: "text", data: blockText(text.slice(start, end), "\n") };
      case FOLDED:
        return { type: "text", data: blockText(text.slice(start, end), " ") };
      default:
        return { type: "text", data: quotedText(text.slice(start, end)) };
    }
  }

  private number(at: number): number {
    return this.events[this.next + at] ?? 0;
  }
}

/** The lines of literal or folded text without indentation; no last line end if the file has none. */
function blockText(written: string, between: "\n" | " "): string {
  const [header = "", ...lines] = written.replace(/\n$/, "").split("\n");
  const width = lines[0]?.search(/[^ ]/) ?? 0;
  const body = lines.map((line) => line.slice(width)).join(between);
  return header.endsWith("-") || !written.endsWith("\n") ? body : `${body}\n`;
}

function quotedText(written: string): string {
  const inner = written.slice(1, -1);
  if (written.startsWith("'")) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
  if (!inner.includes("\\")) return inner;
  return inner.replace(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
