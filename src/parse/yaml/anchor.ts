import type { Report } from "../../model/findings/diagnostic.ts";
import type { ScalarValue, SourceFile, Span, Value } from "../../model/values/value.ts";
import type { Measured } from "./bounds.ts";
import { faultReport } from "./fault.ts";

interface AnchorContent extends Measured {
  readonly value: Value;
  /** The scalar before it was split into a template: the value of an alias that is used as a key. */
  readonly scalar: ScalarValue | undefined;
}

/** The anchors of one document, in the order of the text. Their faults are reported as `yaml-syntax`. */
export class Anchors {
  private readonly file: SourceFile;
  private readonly report: Report;
  private readonly places = new Map<string, Span>();
  private readonly contents = new Map<string, AnchorContent>();

  constructor(file: SourceFile, report: Report) {
    this.file = file;
    this.report = report;
  }

  /** Records the anchor of the value that begins at `before`. PyYAML accepts each name once. */
  open(name: string, before: number): void {
    const start = Math.max(0, this.file.text.lastIndexOf(`&${name}`, before));
    const origin = { file: this.file, start, end: start + name.length + 1 };
    const first = this.places.get(name);
    if (first !== undefined) {
      const related = [{ span: first, caption: "first set here" }];
      this.report({ ...faultReport({ fault: "the anchor is set twice" }, origin), related });
    } else if (!/^[\w-]+$/.test(name)) {
      this.report(faultReport({ fault: "the anchor has characters other than letters, digits, - and _" }, origin));
    }
    this.places.set(name, origin);
  }

  close(name: string, content: AnchorContent): void {
    this.contents.set(name, content);
  }

  /** Whether an anchor with that name has a value. */
  has(name: string): boolean {
    return this.contents.has(name);
  }

  /** The value of an alias; undefined, and reported, if there is no such anchor or the alias is inside its value. */
  contentOf(name: string, alias: Span): AnchorContent | undefined {
    const content = this.contents.get(name);
    if (content !== undefined) return content;
    const fault = this.places.has(name) ? "the alias is inside its own anchor" : "an alias without an anchor before it";
    this.report(faultReport({ fault }, alias));
    return undefined;
  }
}
