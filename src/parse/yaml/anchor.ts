import type { Report } from "../../model/findings/diagnostic.ts";
import type { SourceFile, Span } from "../../model/values/origin.ts";
import type { ScalarValue, Value } from "../../model/values/value.ts";
import type { Measured } from "./bounds.ts";
import { faultReport, shown } from "./fault.ts";

/** What stands behind an anchor. */
export interface AnchorContent extends Measured {
  readonly value: Value;
  /** The scalar before it was split into a template: what an alias used as a key means. */
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

  /** Notes the anchor of the value that begins at `before`. PyYAML takes each name once. */
  open(name: string, before: number): void {
    const start = Math.max(0, this.file.text.lastIndexOf(`&${name}`, before));
    const origin = { file: this.file, start, end: start + name.length + 1 };
    const first = this.places.get(name);
    if (first !== undefined) {
      const related = [{ span: first, caption: "first set here" }];
      this.report({ ...faultReport({ fault: `the anchor &${shown(name)} is set twice` }, origin), related });
    } else if (!/^[\w-]+$/.test(name)) {
      this.report(
        faultReport({ fault: `the anchor &${shown(name)} holds more than letters, digits, - and _` }, origin),
      );
    }
    this.places.set(name, origin);
  }

  /** Notes what stands behind an anchor, now that it is built. */
  close(name: string, content: AnchorContent): void {
    this.contents.set(name, content);
  }

  /** Whether there is something behind an anchor of that name. */
  has(name: string): boolean {
    return this.contents.has(name);
  }

  /** What an alias stands for; undefined, and reported, when that is nothing or holds the alias itself. */
  behind(name: string, alias: Span): AnchorContent | undefined {
    const content = this.contents.get(name);
    if (content !== undefined) return content;
    const fault = this.places.has(name)
      ? `the alias *${shown(name)} stands inside the value that it repeats`
      : `there is no anchor &${shown(name)} before this alias`;
    this.report(faultReport({ fault }, alias));
    return undefined;
  }
}
