/** Terminals that know it show what comes between these at once, so that nobody sees half a frame. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";
const CLEAR = "\u001b[2J";

/** Knows what is on the screen, and says what to write so that something else is. */
export class Painter {
  private shown: readonly string[] | undefined;
  private announced: string | undefined;

  /** What has to be written for these lines to be on the screen, from the first row on; empty if they are already. */
  update(lines: readonly string[]): string {
    const { shown } = this;
    this.shown = lines;
    const changed = lines.flatMap((line, row) => (shown?.[row] === line ? [] : [`\u001b[${row + 1};1H${line}`]));
    if (changed.length === 0) return "";
    return `${BEGIN}${shown === undefined ? CLEAR : ""}${changed.join("")}${END}`;
  }

  /**
   * What has to be written for a screen reader to say a text: it stands in a row of its own, where the cursor waits. What
   * was said last is not said again.
   */
  announce(text: string, row: number): string {
    const isNew = text !== this.announced;
    this.announced = text;
    const at = `\u001b[${row};1H`;
    return isNew ? `${at}\u001b[2K${text}${at}\u001b[?25h` : at;
  }

  /** Something else has written on the screen, or it has another size: the next update is a whole one. */
  forget(): void {
    this.shown = undefined;
    this.announced = undefined;
  }
}
