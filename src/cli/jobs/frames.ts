import type { Part } from "../../base/division.ts";
import { type Graph, graphOf, resultOf } from "../../encoding/graph.ts";
import { HeirError } from "../../model/findings/failure.ts";

/** What a process is told: to do one of so many blocks, or that there are no more. */
export type Order = { readonly block: number; readonly of: number } | { readonly end: true };

/** What a process says: which states it has read, a part of a block, that the block is done, or why it cannot go on. */
export type Frame =
  | { readonly kind: "ready"; readonly state: string }
  | { readonly kind: "part"; readonly part: Part<unknown> }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: Error };

/** The line that begins each frame, as JSON; then come the bytes of its text. */
interface Head {
  readonly kind: Frame["kind"];
  readonly data?: Graph;
  readonly bytes?: number;
  readonly state?: string;
  readonly error?: KeptError;
}

interface KeptError extends Pick<HeirError, "message" | "hint" | "details"> {
  /** Absent for a bug. */
  readonly kind?: HeirError["kind"];
}

/** A frame as bytes. */
export function frameBytes(frame: Frame): readonly Uint8Array[] {
  switch (frame.kind) {
    case "part": {
      const { data, text } = frame.part;
      const bytes = text?.reduce((sum, piece) => sum + piece.length, 0);
      const head: Head = { kind: "part", data: graphOf(data, "texts"), ...(bytes !== undefined && { bytes }) };
      return [line(head), ...(text ?? [])];
    }
    case "done":
    case "ready":
      return [line(frame)];
    case "failed":
      return [line({ kind: "failed", error: keptError(frame.error) })];
  }
}

function line(head: Head): Uint8Array {
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

function keptError(error: Error): KeptError {
  const { message } = error;
  if (!(error instanceof HeirError)) return { message, hint: undefined, details: {} };
  const { kind, hint, details } = error;
  return { kind, message, hint, details };
}

/** Takes bytes as they come, and gives whole frames. Texts stay in the pieces in which they came: copying them costs as much as all else. */
export class FrameReader {
  private pieces: Uint8Array[] = [];
  private length = 0;
  /** The frame of which only the text is missing. */
  private head: Head | undefined;

  /** The frames that are complete with these bytes. */
  *take(bytes: Uint8Array): Generator<Frame> {
    this.pieces.push(bytes);
    this.length += bytes.length;
    for (let frame = this.next(bytes); frame !== undefined; frame = this.next()) yield frame;
  }

  private next(added?: Uint8Array): Frame | undefined {
    if (this.head === undefined) {
      if (added !== undefined && !added.includes(NEWLINE)) return undefined;
      const all = this.joined();
      const end = all.indexOf(NEWLINE);
      if (end === -1) return undefined;
      this.keep(all.subarray(end + 1));
      // What a process of this very build wrote.
      this.head = JSON.parse(all.toString("utf8", 0, end)) as Head;
    }
    const { bytes = 0 } = this.head;
    if (this.length < bytes) return undefined;
    const frame = frameOf(this.head, this.cut(bytes));
    this.head = undefined;
    return frame;
  }

  private joined(): Buffer {
    return Buffer.concat(this.pieces);
  }

  /** Takes so many bytes off the beginning. */
  private cut(bytes: number): readonly Uint8Array[] {
    const cut: Uint8Array[] = [];
    this.length -= bytes;
    for (let left = bytes; left > 0; ) {
      const [piece = new Uint8Array()] = this.pieces;
      cut.push(piece.subarray(0, left));
      if (piece.length > left) this.pieces[0] = piece.subarray(left);
      else this.pieces.shift();
      left -= Math.min(left, piece.length);
    }
    return cut;
  }

  private keep(rest: Uint8Array): void {
    this.pieces = [rest];
    this.length = rest.length;
  }
}

const NEWLINE = 10;

function frameOf({ kind, state = "", data, bytes, error }: Head, text: readonly Uint8Array[]): Frame {
  switch (kind) {
    case "part":
      return { kind, part: { data: data && resultOf(data), ...(bytes !== undefined && { text }) } };
    case "done":
      return { kind };
    case "ready":
      return { kind, state };
    case "failed":
      return { kind, error: errorOf(error) };
  }
}

function errorOf({ kind, message, hint, details }: KeptError = { message: "", hint: undefined, details: {} }): Error {
  return kind === undefined ? new Error(message) : new HeirError(kind, message, hint, details);
}
