const FIRST_SIZE = 64 * 1024;
/** A larger buffer is released when a text is finished. */
const LARGEST_KEPT = 8 * 1024 * 1024;
/** From this length on the engine writes a text more quickly than a loop over its characters. */
const LONG = 48;

/** Text that grows by many small pieces, nearly all ASCII, in one buffer: joined strings cost an object and a copy. */
export class AsciiText {
  private bytes = Buffer.allocUnsafe(FIRST_SIZE);
  private used = 0;
  private isAscii = true;

  /** Bytes written so far. */
  get length(): number {
    return this.used;
  }

  /** Returns the text and starts a new one. */
  take(): string {
    const text = this.takeSince(0);
    this.isAscii = true;
    if (this.bytes.length > LARGEST_KEPT) this.bytes = Buffer.allocUnsafe(FIRST_SIZE);
    return text;
  }

  /** Returns the text after the first `start` bytes, and removes it. */
  takeSince(start: number): string {
    const text = this.bytes.toString(this.isAscii ? "latin1" : "utf8", start, this.used);
    this.used = start;
    return text;
  }

  character(code: number): void {
    this.reserve(1);
    this.bytes[this.used] = code;
    this.used += 1;
  }

  /** Any well-formed text. */
  text(text: string): void {
    if (text.length < LONG && this.ascii(text)) return;
    this.reserve(text.length * 3);
    const length = this.bytes.write(text, this.used, "utf8");
    if (length !== text.length) this.isAscii = false;
    this.used += length;
  }

  /** Writes text of the characters from space to tilde without two of them. Returns false for any other, unwritten. */
  ascii(text: string, one = -1, other = -1): boolean {
    const { length } = text;
    this.reserve(length);
    const { bytes, used } = this;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x20 || code > 0x7e || code === one || code === other) return false;
      bytes[used + at] = code;
    }
    this.used += length;
    return true;
  }

  private reserve(more: number): void {
    const needed = this.used + more;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }
}
