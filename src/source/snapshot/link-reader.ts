/** A path of a snapshot before links are followed. `File` is what the caller knows about a regular file. */
export type RawEntry<File> =
  | { readonly kind: "file"; readonly file: File }
  /** Needed only for folders that may be empty: others follow from their content. */
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly target: string; readonly id: string };

/** All files and links below the inventory folder, and the path of that folder. */
export interface RawTree<File> {
  /** Relative to the inventory folder. */
  readonly entries: ReadonlyMap<string, RawEntry<File>>;
  /** The folder's own path, from the top of the repository or of the file system. */
  readonly base: readonly string[];
  /** Whether a target with a leading slash is relative to the start of `base`: on disk it is, in a tree it is not. */
  readonly absolute: boolean;
}

/** As many links as Linux follows for one path. */
const MAX_HOPS = 40;

/** Where a link leads in the end. */
export type LinkTarget<File> =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "outside" | "nowhere" | "loop" };

/** Follows the links of one tree. */
export interface LinkReader<File> {
  /** Where the link at this place leads in the end. */
  follow(real: string): LinkTarget<File>;
  link(real: string): { readonly target: string; readonly id: string } | undefined;
  /** Entries below a folder, sorted. */
  below(folder: string): Iterable<readonly [string, RawEntry<File>]>;
}

/** Prepares a tree for following its links. Never fails. */
export function linkReader<File>(tree: RawTree<File>): LinkReader<File> {
  const sorted = [...tree.entries].sort(([left], [right]) => (left < right ? -1 : 1));
  const base = tree.base.length === 0 ? "" : `${tree.base.join("/")}/`;
  const linkAt = (path: string) => {
    const entry = tree.entries.get(path);
    return entry?.kind === "link" ? entry : undefined;
  };
  const inside = (absolute: string) => (absolute.startsWith(base) ? absolute.slice(base.length) : undefined);
  const below = (folder: string) => rangeOf(sorted, folder === "" ? "" : `${folder}/`);
  return {
    link: linkAt,
    below,
    follow(real) {
      const end = walkTo(
        [...tree.base, ...real.split("/")],
        tree.absolute,
        (path) => linkAt(inside(path) ?? "")?.target,
      );
      if (end === "loop" || end === "outside") return { kind: end };
      const path = `${end}/` === base ? "" : inside(end);
      if (path === undefined) return { kind: "outside" };
      const entry = tree.entries.get(path);
      if (entry?.kind === "file") return entry;
      return entry?.kind === "folder" || below(path).length > 0 ? { kind: "folder", path } : { kind: "nowhere" };
    },
  };
}

/** Follows a path as the kernel does: a link is entered where it occurs, `..` leaves the folder really reached. */
function walkTo(
  path: readonly string[],
  absolute: boolean,
  linkAt: (path: string) => string | undefined,
): string | "loop" | "outside" {
  const todo = path.toReversed();
  const reached: string[] = [];
  let hops = 0;
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (reached.pop() === undefined && !absolute) return "outside";
      continue;
    }
    reached.push(name);
    const target = linkAt(reached.join("/"));
    if (target === undefined) continue;
    hops += 1;
    if (hops > MAX_HOPS) return "loop";
    if (target.startsWith("/") && !absolute) return "outside";
    if (target.startsWith("/")) reached.length = 0;
    else reached.pop();
    todo.push(...target.split("/").reverse());
  }
  return reached.join("/");
}

function rangeOf<T>(sorted: readonly (readonly [string, T])[], start: string): readonly (readonly [string, T])[] {
  const first = lowerBound(sorted, start);
  let last = first;
  while (sorted[last]?.[0].startsWith(start)) last += 1;
  return sorted.slice(first, last);
}

function lowerBound<T>(sorted: readonly (readonly [string, T])[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[0] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
