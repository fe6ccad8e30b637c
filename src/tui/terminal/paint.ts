/** Terminals that know these show what is between them at once, so that nobody sees half a frame. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";
const CLEAR = "\u001b[2J";

/** Knows what is on the screen, and what to write to change it. */
export class Painter {
  private shown: readonly string[] | undefined;
  private announced: string | undefined;

  /** What to write to have these lines on the screen, from the first row on; empty if they are there already. */
  update(lines: readonly string[]): string {
    const { shown } = this;
    this.shown = lines;
    const changed = lines.flatMap((line, row) => (shown?.[row] === line ? [] : [`\u001b[${row + 1};1H${line}`]));
    if (changed.length === 0) return "";
    return `${BEGIN}${shown === undefined ? CLEAR : ""}${changed.join("")}${END}`;
  }

  /**
   * The output that makes a screen reader speak a text: a row of its own, with the cursor. The last text is not
   * repeated.
   */
  announce(text: string, row: number): string {
    const isNew = text !== this.announced;
    this.announced = text;
    const at = `\u001b[${row};1H`;
    return isNew ? `${at}\u001b[2K${text}${at}\u001b[?25h` : at;
  }

  /** Forgets the screen, since something else wrote to it or its size changed: the next update is a full one. */
  forget(): void {
    this.shown = undefined;
    this.announced = undefined;
  }
}
