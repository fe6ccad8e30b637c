import type { Span } from "../model/origin.ts";
import type { ScalarValue, Value } from "../model/value.ts";

/** The most parts a file may have once its aliases are written out. */
export const MOST_PARTS = 1_000_000;

/** The most levels of lists and mappings, aliases written out. */
export const MOST_LEVELS = 200;

/** What is wrong with a file that goes beyond one of these bounds. */
export const TOO_DEEP: string = `lists and mappings are nested more than ${MOST_LEVELS} levels deep`;
const TOO_MANY = `the file has more than ${MOST_PARTS} parts once its aliases are written out`;

/** An anchor, and what stands behind it once that is built. */
export interface Anchored {
  readonly origin: Span;
  readonly content: AnchorContent | undefined;
}

export interface AnchorContent {
  readonly value: Value;
  /** The scalar before it was split into a template: what an alias used as a key means. */
  readonly scalar: ScalarValue | undefined;
  /** How many parts it has, and how many levels. */
  readonly parts: number;
  readonly levels: number;
}

/** Counts parts and levels as if aliases were written out, so that a small file cannot stand for a huge value. */
export class Bounds {
  private parts = 0;
  private level = 0;
  private deepest = 0;

  /** Whether what was counted so far is within the bounds. */
  get kept(): boolean {
    return this.parts <= MOST_PARTS && this.deepest <= MOST_LEVELS;
  }

  /** What is wrong, when a bound was exceeded. */
  get fault(): string {
    return this.deepest > MOST_LEVELS ? TOO_DEEP : TOO_MANY;
  }

  count(parts: number): void {
    this.parts += parts;
  }

  enter(): void {
    this.level += 1;
    if (this.level > this.deepest) this.deepest = this.level;
  }

  leave(): void {
    this.level -= 1;
  }

  /** Counts what an alias stands for. */
  repeat({ parts, levels }: AnchorContent): void {
    this.parts += parts;
    this.deepest = Math.max(this.deepest, this.level + levels);
  }

  /** Runs `build` and says how many parts and levels it counted. */
  measure<T>(build: () => T): { readonly result: T; readonly parts: number; readonly levels: number } {
    const { parts, deepest } = this;
    this.deepest = this.level;
    const result = build();
    const levels = this.deepest - this.level;
    this.deepest = Math.max(deepest, this.deepest);
    return { result, parts: this.parts - parts, levels };
  }
}
