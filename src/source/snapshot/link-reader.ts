import { firstThat } from "../../base/path-lines.ts";

/** A path of a snapshot before links are followed. `File` is what the caller knows about a regular file. */
export type RawEntry<File> =
  | { readonly kind: "file"; readonly file: File }
  /** Needed only for folders that may be empty: others follow from their content. */
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly target: string; readonly id: string };

/** Files and links of a repository, or of a folder outside git: what is not among them is in no clone. */
export interface RawTree<File> {
  /** By path from the top. */
  readonly entries: ReadonlyMap<string, RawEntry<File>>;
  /** The top on disk, where a link may name it: git links to no absolute path that another clone has. */
  readonly disk?: string | undefined;
}

/** As many links as Linux follows for one path. */
const MAX_HOPS = 40;

/** Where a link leads in the end; paths are from the top. */
export type LinkTarget<File> =
  | { readonly kind: "file"; readonly path: string; readonly file: File }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "nowhere"; readonly path: string }
  | { readonly kind: "outside" | "loop" };

/** Follows the links of one tree. */
export interface LinkReader<File> {
  /** Where the link at this place leads in the end. */
  follow(real: string): LinkTarget<File>;
  /** Entries below a folder, sorted. */
  below(folder: string): Iterable<readonly [string, RawEntry<File>]>;
}

/** Prepares a tree for following its links. Never fails. */
export function linkReader<File>({ entries, disk }: RawTree<File>): LinkReader<File> {
  const sorted = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  const below = (folder: string) => rangeOf(sorted, folder === "" ? "" : `${folder}/`);
  const linkAt = (path: string) => {
    const entry = entries.get(path);
    return entry?.kind === "link" ? entry.target : undefined;
  };
  return {
    below,
    follow(real) {
      const path = walkTo(real, linkAt, disk);
      if (path === "loop" || path === "outside") return { kind: path };
      const entry = entries.get(path);
      if (entry?.kind === "file") return { ...entry, path };
      const isFolder = entry?.kind === "folder" || path === "" || below(path).length > 0;
      return isFolder ? { kind: "folder", path } : { kind: "nowhere", path };
    },
  };
}

/** Follows a path as the kernel does: a link is entered where it occurs, `..` leaves the folder really reached. */
function walkTo(
  path: string,
  linkAt: (path: string) => string | undefined,
  disk: string | undefined,
): string | "loop" | "outside" {
  const todo = path.split("/").reverse();
  const reached: string[] = [];
  let hops = 0;
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (reached.pop() === undefined) return "outside";
      continue;
    }
    reached.push(name);
    const target = linkAt(reached.join("/"));
    if (target === undefined) continue;
    hops += 1;
    if (hops > MAX_HOPS) return "loop";
    const isAbsolute = target.startsWith("/");
    if (isAbsolute && (disk === undefined || !`${target}/`.startsWith(`${disk}/`))) return "outside";
    if (isAbsolute) reached.length = 0;
    else reached.pop();
    todo.push(
      ...target
        .slice(isAbsolute ? disk?.length : 0)
        .split("/")
        .reverse(),
    );
  }
  return reached[0] === ".git" ? "outside" : reached.join("/");
}

function rangeOf<T>(sorted: readonly (readonly [string, T])[], start: string): readonly (readonly [string, T])[] {
  const first = firstThat(sorted.length, (at) => (sorted[at]?.[0] ?? "") >= start);
  let last = first;
  while (sorted[last]?.[0].startsWith(start)) last += 1;
  return sorted.slice(first, last);
}
