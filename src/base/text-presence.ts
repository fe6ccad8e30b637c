/**
 * Says quickly of most texts that they hold none of a growing set: it looks at every few characters alone, as the search
 * of Wu and Manber does. Where it cannot say so, {@link TextSet} finds out.
 */
export class TextPresence {
  private readonly window: number;
  /** By two characters at the end of a window, how far the next window can be; made with the first text. */
  private shifts: Uint8Array | undefined;
  /** How texts of the set begin. */
  private readonly beginnings = new Set<string>();

  /** `shortest`: the length of the shortest text that may be added, from 2 to 255. */
  constructor(shortest: number) {
    this.window = shortest;
  }

  add(text: string): void {
    const beginning = text.slice(0, this.window);
    if (this.beginnings.has(beginning)) return;
    this.beginnings.add(beginning);
    this.shifts ??= new Uint8Array(65_536).fill(this.window - 1);
    for (let end = 1; end < this.window; end += 1) {
      const pair = pairOf(beginning, end);
      this.shifts[pair] = Math.min(this.shifts[pair] ?? 0, this.window - 1 - end);
    }
  }

  /** False if a text holds no text of the set; at most a few steps for each character. */
  mayBeIn(text: string): boolean {
    const { shifts, window, beginnings } = this;
    if (shifts === undefined) return false;
    if (beginnings.size > MOST_TEXTS) return true;
    for (let end = window - 1; end < text.length; ) {
      const shift = shifts[pairOf(text, end)] ?? 0;
      if (shift > 0) end += shift;
      else if (beginnings.has(text.slice(end + 1 - window, end + 1))) return true;
      else end += 1;
    }
    return false;
  }
}

/** With more texts nearly all pairs are in one of them, so that no window can be left out. */
const MOST_TEXTS = 500;

function pairOf(text: string, end: number): number {
  return ((text.charCodeAt(end - 1) << 8) ^ text.charCodeAt(end)) & 0xffff;
}
