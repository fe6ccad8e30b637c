/** Bytes of a file, `start` inclusive and `end` exclusive, and the text that takes their place. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Set where old or new text is a secret: it is never shown. */
  readonly secret?: true;
}

export interface FileEdit {
  /** From the inventory folder. */
  readonly path: string;
  /** The path before, of a file that moves. */
  readonly from?: string;
  /** Set for a file that the edit makes, or takes away with all that it holds. */
  readonly file?: "created" | "deleted";
  /** The content of the file before; empty for a new one. */
  readonly before: Uint8Array;
  /** Offsets are those of `before`; sorted, none overlaps another. */
  readonly changes: readonly TextChange[];
}

/** One file of an edit, its paths from the top of the work tree. */
export interface ContentChange {
  readonly path: string;
  /** Where the file was, if it moves. */
  readonly from?: string;
  /** The content that the edit was made from; undefined for a new file. */
  readonly before: Uint8Array | undefined;
  /** Undefined for a file that goes. */
  readonly after: Uint8Array | undefined;
}
