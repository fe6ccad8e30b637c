import type { Range } from "vscode-languageserver/node";
import { type Encoding, TextPositions } from "../protocol/positions.ts";

/** A document that is open in the editor: its text wins over the file. */
export interface Buffer {
  readonly version: number;
  readonly text: string;
}

/** A change of a document: of a range, or of all of it. */
export interface BufferChange {
  readonly range?: Range;
  readonly text: string;
}

/** The open documents by absolute path. */
export class Buffers {
  private readonly open = new Map<string, Buffer>();
  private readonly encoding: Encoding;

  constructor(encoding: Encoding) {
    this.encoding = encoding;
  }

  get(path: string): Buffer | undefined {
    return this.open.get(path);
  }

  set(path: string, buffer: Buffer): void {
    this.open.set(path, buffer);
  }

  close(path: string): void {
    this.open.delete(path);
  }

  /** Edits a document; one that is not open is passed over. */
  change(path: string, version: number, changes: readonly BufferChange[]): void {
    const buffer = this.open.get(path);
    if (buffer === undefined) return;
    const text = changes.reduce((before, { range, text: fresh }) => {
      return range === undefined ? fresh : new TextPositions(before, this.encoding).replaced(range, fresh);
    }, buffer.text);
    this.open.set(path, { version, text });
  }
}
