/**
 * What git and the disk showed of a work tree of plain files: where they show the same again, the state is the same, and
 * nothing of it needs to be read to know that.
 */
export interface SeenCheckout {
  /** The folder below which git listed files, from the top. */
  readonly prefix: string;
  /** What git printed. */
  readonly printed: Uint8Array;
  /** When the index was written, in milliseconds. */
  readonly indexTime: number;
  /** Tracked files, from the top, in the order of git. */
  readonly paths: readonly string[];
  /** What the disk showed of each: some numbers for each path. */
  readonly stats: readonly number[];
}
