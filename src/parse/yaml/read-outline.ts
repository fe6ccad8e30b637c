import { pythonStr } from "../../encoding/python.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { composedOutline, type Outline, type OutlineEntry, type OutlineScalar } from "./outline.ts";
import { isReadable } from "./readable-text.ts";
import { type Events, FLOW_END, FOLDED, LIST_START, LITERAL, MAP_START, PLAIN, simpleEvents } from "./simple-events.ts";
import { keyReading } from "./simple-tree.ts";

/**
 * Where the parts of a file are, by the grammar that its values are read with. `root` is undefined for a file with nothing
 * but comments; the result for a file with an error. A file in the simple part of YAML is read without the library; the
 * result is the same.
 */
export function outlineOf(file: SourceFile): { readonly root: Outline | undefined } | undefined {
  let readable = true;
  const report = () => {
    readable = false;
  };
  if (!isReadable(file, report)) return undefined;
  const events = simpleEvents(file.text);
  if (events !== undefined) return { root: simpleOutline(events, file) };
  const composed = composedOutline(file, report);
  return readable ? composed : undefined;
}

/** The outline of the events of a file, equal to the one that the library's document gives; undefined if there are no events. */
export function simpleOutline(events: Events, file: SourceFile): Outline | undefined {
  return events.length === 0 ? undefined : new SimpleOutline(events, file).outline(0);
}

class SimpleOutline {
  private readonly events: Events;
  private readonly file: SourceFile;
  private next = 0;

  constructor(events: Events, file: SourceFile) {
    this.events = events;
    this.file = file;
  }

  /** `at` is where a value would be written if there is none. */
  outline(at: number): Outline {
    const start = this.number(1);
    switch (this.number(0)) {
      case MAP_START: {
        this.next += 3;
        const entries: OutlineEntry[] = [];
        while (!this.isEnd()) entries.push(this.entry());
        return { kind: "map", tagged: false, ...this.extent(start, entries.at(-1)?.value.end), entries };
      }
      case LIST_START: {
        this.next += 3;
        const items: Outline[] = [];
        while (!this.isEnd()) items.push(this.outline(at));
        return { kind: "list", tagged: false, ...this.extent(start, items.at(-1)?.end), items };
      }
      default:
        return { ...this.value(at), tagged: false };
    }
  }

  private entry(): OutlineEntry {
    const kind = this.number(0);
    const { start, end } = this.scalar();
    const reading = keyReading(this.file.text.slice(start, end), kind);
    const name =
      "fault" in reading
        ? undefined
        : pythonStr({ kind: "scalar", ...reading, origin: { file: this.file, start, end } });
    return { key: { start, end }, name, value: this.outline(end + 1) };
  }

  private value(at: number): OutlineScalar {
    const scalar = this.scalar();
    return scalar.start === scalar.end ? { ...scalar, start: at, end: at } : scalar;
  }

  private scalar(): OutlineScalar {
    const [start, end] = [this.number(1), this.number(2)];
    const style = this.style(start);
    this.next += 3;
    return { kind: "scalar", style, start, end };
  }

  private style(start: number): OutlineScalar["style"] {
    const kind = this.number(0);
    if (kind === LITERAL || kind === FOLDED) return "block";
    if (kind === PLAIN) return "plain";
    return this.file.text.charAt(start) === "'" ? "single" : "double";
  }

  private isEnd(): boolean {
    const kind = this.number(0);
    return kind > LIST_START && kind <= FLOW_END;
  }

  /** The current event is the end of a list or mapping; a block ends with its last part. */
  private extent(
    start: number,
    last = start,
  ): { readonly flow: boolean; readonly start: number; readonly end: number } {
    const flow = this.number(0) === FLOW_END;
    const end = flow ? this.number(2) : last;
    this.next += 3;
    return { flow, start, end };
  }

  private number(at: number): number {
    return this.events[this.next + at] ?? 0;
  }
}
