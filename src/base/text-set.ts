/** A set of texts, found in a longer text in one pass: the automaton of Aho and Corasick. */
export class TextSet {
  /** For each state the next state by code unit; the root is 0. */
  private readonly next: Map<number, number>[] = [new Map()];
  /** For each state that of the longest proper suffix. */
  private readonly back: number[] = [0];
  /** For each state the length of the longest text that ends there; 0 for none. */
  private readonly ends: number[] = [0];
  private readonly first = new Uint8Array(65536);

  constructor(texts: Iterable<string>) {
    for (const text of texts) if (text !== "") this.add(text);
    this.connect();
  }

  /** A text with a mark for each text of the set; overlapping ones are one. Where `stays` is true, nothing is replaced. */
  replace(text: string, mark: string, stays = (_start: number, _end: number): boolean => false): string {
    const { first, ends } = this;
    let out = "";
    let copied = 0;
    let [start, end] = [0, 0];
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (state === 0 && first[code] === 0) continue;
      state = this.step(state, code);
      const length = ends[state] ?? 0;
      const from = at + 1 - length;
      if (length === 0 || isPartOfNumber(text, from, at + 1) || stays(from, at + 1)) continue;
      if (end > copied && from >= end) {
        out += text.slice(copied, start) + mark;
        copied = end;
      }
      start = end > copied ? Math.min(start, from) : from;
      end = at + 1;
    }
    return end > copied ? out + text.slice(copied, start) + mark + text.slice(end) : out + text.slice(copied);
  }

  private add(text: string): void {
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const known = this.next[state]?.get(code);
      if (known === undefined) {
        this.next[state]?.set(code, this.next.length);
        state = this.next.length;
        this.next.push(new Map());
        this.ends.push(0);
      } else state = known;
    }
    this.ends[state] = text.length;
    this.first[text.charCodeAt(0)] = 1;
  }

  /** Breadth first, so that the state of each suffix is connected already. */
  private connect(): void {
    const queue = [...(this.next[0]?.values() ?? [])];
    for (const state of queue) this.back[state] = 0;
    for (let at = 0; at < queue.length; at += 1) {
      const state = queue[at] ?? 0;
      for (const [code, child] of this.next[state] ?? []) {
        const suffix = this.step(this.back[state] ?? 0, code);
        this.back[child] = suffix;
        this.ends[child] = Math.max(this.ends[child] ?? 0, this.ends[suffix] ?? 0);
        queue.push(child);
      }
    }
  }

  private step(from: number, code: number): number {
    let state = from;
    for (;;) {
      const next = this.next[state]?.get(code);
      if (next !== undefined) return next;
      if (state === 0) return 0;
      state = this.back[state] ?? 0;
    }
  }
}

/** Whether digits are only a part of a longer number or word. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  const isWord = (at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));
  return (isWord(start - 1) || isWord(end)) && /^\d+$/.test(text.slice(start, end));
}
