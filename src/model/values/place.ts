/** A place in a file: line and column count from 1, columns in characters. */
export interface Place {
  /** From the inventory folder, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
