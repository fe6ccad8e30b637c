/** A square table of yes and no, a bit for each: small, and rows can be joined at once. */
export class BitMatrix {
  private readonly width: number;
  private readonly words: Uint32Array;

  constructor(size: number) {
    this.width = Math.ceil(size / 32);
    this.words = new Uint32Array(size * this.width);
  }

  has(row: number, column: number): boolean {
    return ((this.words[row * this.width + (column >>> 5)] ?? 0) & (1 << (column & 31))) !== 0;
  }

  add(row: number, column: number): void {
    const at = row * this.width + (column >>> 5);
    this.words[at] = (this.words[at] ?? 0) | (1 << (column & 31));
  }

  /** Adds to a row all that another has; both tables have one size. */
  addRow(row: number, from: number, other: BitMatrix = this): void {
    const [start, otherStart] = [row * this.width, from * this.width];
    for (let at = 0; at < this.width; at += 1) {
      this.words[start + at] = (this.words[start + at] ?? 0) | (other.words[otherStart + at] ?? 0);
    }
  }

  /** Whether two rows, of tables of one size, have a column in common. */
  meets(row: number, other: BitMatrix, otherRow: number): boolean {
    const [start, otherStart] = [row * this.width, otherRow * this.width];
    for (let at = 0; at < this.width; at += 1) {
      if (((this.words[start + at] ?? 0) & (other.words[otherStart + at] ?? 0)) !== 0) return true;
    }
    return false;
  }

  /** How many columns a row has. */
  count(row: number): number {
    let count = 0;
    for (let at = row * this.width; at < (row + 1) * this.width; at += 1) {
      for (let word = this.words[at] ?? 0; word !== 0; word &= word - 1) count += 1;
    }
    return count;
  }

  /** Equal for equal tables of one size. */
  text(): string {
    return Array.from(this.words, (word) => word.toString(36)).join(",");
  }
}
