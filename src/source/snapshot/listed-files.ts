import { digest } from "../../base/digest.ts";
import { compareText } from "../../base/text-order.ts";

/**
 * Files with their blob ids, as git lists them: lines of `id stage<TAB>path`, sorted by path, all paths beginning with
 * `top`. The list can be very long, so comparing two of them compares these lines.
 */
export class ListedFiles {
  private readonly lines: readonly string[];
  private readonly top: string;
  private paths: ReadonlyMap<string, string> | undefined;

  constructor(lines: readonly string[], top: string) {
    this.lines = lines;
    this.top = top;
  }

  /** Equal for equal files. */
  get mark(): string {
    return digest(this.lines.join("\0"));
  }

  /** Ids by the path behind `top`. */
  get blobs(): ReadonlyMap<string, string> {
    if (this.paths === undefined) {
      const paths = new Map<string, string>();
      for (const line of this.lines) paths.set(this.pathOf(line), line.slice(0, line.indexOf(" ")));
      this.paths = paths;
    }
    return this.paths;
  }

  /** All paths behind `top`, sorted. */
  *keys(): Iterable<string> {
    for (const line of this.lines) yield this.pathOf(line);
  }

  has(path: string): boolean {
    const line = this.lines[this.placeOf(path)];
    return line !== undefined && this.pathOf(line) === path;
  }

  /** The files inside a folder, by their paths in it. */
  below(folder: string): ListedFiles {
    const start = `${folder}/`;
    const from = this.placeOf(start);
    let to = from;
    while (to < this.lines.length && this.pathOf(this.lines[to] ?? "").startsWith(start)) to += 1;
    return new ListedFiles(this.lines.slice(from, to), this.top + start);
  }

  /** Whether a folder contains any file, directly or further down. */
  hasBelow(folder: string): boolean {
    const line = this.lines[this.placeOf(`${folder}/`)];
    return line !== undefined && this.pathOf(line).startsWith(`${folder}/`);
  }

  without(paths: ReadonlySet<string>): ListedFiles {
    if (paths.size === 0) return this;
    return new ListedFiles(
      this.lines.filter((line) => !paths.has(this.pathOf(line))),
      this.top,
    );
  }

  /** The same with further files: ids by path. */
  with(blobs: ReadonlyMap<string, string>): ListedFiles {
    if (blobs.size === 0) return this;
    const lines: string[] = [];
    let from = 0;
    for (const [path, id] of [...blobs].sort(([one], [other]) => compareText(one, other))) {
      const to = this.placeOf(path);
      for (const line of this.lines.slice(from, to)) lines.push(line);
      lines.push(`${id} 0\t${this.top}${path}`);
      from = to;
    }
    return new ListedFiles([...lines, ...this.lines.slice(from)], this.top);
  }

  /** The same with all files of another list, in a folder in which this list has none. */
  withFolder(folder: string, inside: ListedFiles): ListedFiles {
    const start = `${this.top}${folder}/`;
    const lines = inside.lines.map((line) => {
      const path = line.indexOf("\t") + 1;
      return `${line.slice(0, path)}${start}${line.slice(path + inside.top.length)}`;
    });
    const at = this.placeOf(`${folder}/`);
    return new ListedFiles([...this.lines.slice(0, at), ...lines, ...this.lines.slice(at)], this.top);
  }

  private pathOf(line: string): string {
    return line.slice(line.indexOf("\t") + 1 + this.top.length);
  }

  /** How many lines come before a path. */
  private placeOf(path: string): number {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareText(this.pathOf(this.lines[middle] ?? ""), path) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
