import { posix } from "node:path";
import { parseSync } from "oxc-parser";

/** Which way imports may point. Everything is listed: a folder, door or library that is not named here may not be used. */
export interface Rules {
  /** Folder of `src`, or of its annexes, to the other folders it may import; of several rows for a file the narrowest counts. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** Rooms that others import only as `import()`: who does not ask them does not pay for loading them. */
  readonly late: readonly string[];
  /** The files of the core that may name what is in an annex. */
  readonly tables: readonly string[];
  /** Room (folder of `src` that holds files) to the files that other rooms may import; `*` is all of them. */
  readonly doors: Readonly<Record<string, string>>;
  /** Rooms that hold the words of a stage: they may have any number of doors. */
  readonly words: readonly string[];
  /** Library, or module of Node, to the folders or files of `src` that may import it. */
  readonly libraries: Readonly<Record<string, readonly string[]>>;
  readonly exceptions: readonly Exception[];
}

/** One import that the tables above forbid. */
export interface Exception {
  readonly file: string;
  readonly to: string;
  /** Only as `import()`, so that nothing is loaded before it is needed. */
  readonly lazy?: true;
  readonly reason: string;
}

/** Path from the root of the project, as in `src/base/glob.ts`, to the text of the file. */
export type Sources = ReadonlyMap<string, string>;

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly lazy: boolean;
}

/** Everything in `sources` that breaks `rules`, one sentence each; imports of types count like any other. */
export function violations(sources: Sources, rules: Rules): readonly string[] {
  const imports = [...sources].flatMap(([file, text]) => importsOf(file, text));
  return [
    ...imports.flatMap((each) => [...importFaults(each, rules), ...doorFaults(each, rules)]),
    ...cycleFaults(imports, sources),
  ];
}

/** Every comment that silences the compiler or the linter and does not say why. */
export function unexplainedExceptions(sources: Sources): readonly string[] {
  const bare =
    /^[\s*]*(?:biome-ignore(?:-\w+)?\s[^:]*(?::\s*(?:<explanation>\s*)?)?|@ts-(?:ignore|expect-error|nocheck)\W*)$/;
  return [...sources].flatMap(([file, text]) =>
    parseSync(file, text)
      .comments.filter((comment) => bare.test(comment.value))
      .map((comment) => `${file}: \`${comment.value.trim()}\` does not say why`),
  );
}

function importsOf(file: string, text: string): readonly Import[] {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const found: Import[] = [];
  collect(program, (specifier, lazy) => found.push({ file, specifier, lazy }));
  return found;
}

/** The five forms that name a module (`import`, `export from`, `export * from`, `import()`, type `import()`) call it `source`. */
function collect(part: unknown, add: (specifier: string, lazy: boolean) => void): void {
  if (typeof part !== "object" || part === null) return;
  if ("source" in part && typeof part.source === "object" && part.source !== null && "type" in part) {
    const specifier = "value" in part.source ? part.source.value : undefined;
    add(typeof specifier === "string" ? specifier : "(computed)", part.type === "ImportExpression");
  }
  for (const child of Object.values(part)) collect(child, add);
}

function importFaults(found: Import, rules: Rules): readonly string[] {
  const { file, specifier, lazy } = found;
  if (rules.exceptions.some((each) => each.file === file && each.to === target(found) && (lazy || !each.lazy)))
    return [];
  if (!specifier.startsWith(".")) return libraryFaults(found, rules);
  if (!/\.tsx?$/.test(specifier)) return [`${file}: ${specifier} does not end in .ts`];
  const from = folderOf(file);
  const to = folderOf(resolve(file, specifier));
  const allowed = narrowest(file, rules.folders);
  if (allowed === undefined) return [`${file}: the folder ${from} is in no table`];
  const isNamed = to.startsWith("annex/") && rules.tables.includes(file);
  return from === to || allowed.includes(to) || isNamed ? [] : [`${file}: ${from} may not import ${to} (${specifier})`];
}

/** The row for the folder of a file, or for the nearest one above it. */
function narrowest(file: string, folders: Rules["folders"]): readonly string[] | undefined {
  for (let at = file.length; at > 0; at = file.lastIndexOf("/", at - 1)) {
    const row = folders[file.slice("src/".length, at)];
    if (row !== undefined) return row;
  }
  return undefined;
}

/** An import of a file of another room that is none of its doors; an import into a room that has no doors in the table. */
function doorFaults(found: Import, { doors, late }: Rules): readonly string[] {
  const { file, specifier, lazy } = found;
  if (!/^\..*\.tsx?$/.test(specifier)) return [];
  const path = resolve(file, specifier);
  const room = roomOf(path);
  if (room === roomOf(file)) return [];
  const open = doors[room];
  if (open === undefined) return [`${file}: the room ${room} names no door (${specifier})`];
  if (late.includes(room) && !lazy) return [`${file}: ${specifier} is imported as import() alone`];
  return open === "*" || open.split(" ").includes(nameOf(path)) ? [] : [`${file}: ${specifier} is no door of ${room}`];
}

/** Doors that nobody uses, and rooms of the table that hold no file: rows that say nothing any more. */
export function unusedDoors(sources: Sources, { doors }: Rules): readonly string[] {
  const used = usedDoors(sources);
  const rooms = new Set([...sources.keys()].map(roomOf));
  return Object.entries(doors).flatMap(([room, open]) => {
    if (!rooms.has(room)) return [`${room} holds no file`];
    return open === "*"
      ? []
      : open
          .split(" ")
          .filter((door) => !used.has(`${room}/${door}`))
          .map((door) => `${room}/${door}`);
  });
}

/** A room is narrow: three files of it are all that others import, but for what a table names. */
const MOST_DOORS = 3;

/** Rooms with more doors than that, each with the names of its doors; not those that are open to all. */
export function wideRooms(sources: Sources, { doors, tables, words }: Rules): readonly string[] {
  const used = usedDoors(new Map([...sources].filter(([file]) => !tables.includes(file))));
  return Object.entries(doors).flatMap(([room, open]) => {
    const found =
      open === "*" || words.includes(room) ? [] : open.split(" ").filter((door) => used.has(`${room}/${door}`));
    return found.length > MOST_DOORS ? [`${room}: ${found.join(" ")}`] : [];
  });
}

/** Files that files of other rooms import, as `room/name`. */
function usedDoors(sources: Sources): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [file, text] of sources) {
    for (const { specifier } of importsOf(file, text)) {
      const path = resolve(file, specifier);
      if (roomOf(path) !== roomOf(file)) used.add(`${roomOf(path)}/${nameOf(path)}`);
    }
  }
  return used;
}

function libraryFaults(found: Import, { libraries }: Rules): readonly string[] {
  const users = libraries[target(found)] ?? [];
  const allowed = users.some((user) => found.file === `src/${user}` || found.file.startsWith(`src/${user}/`));
  return allowed ? [] : [`${found.file}: may not import the library ${target(found)}`];
}

/** What a table is asked for: the folder of a project file, the name of a library without its sub-path. */
function target({ file, specifier }: Import): string {
  if (specifier.startsWith(".")) return folderOf(resolve(file, specifier));
  if (specifier.startsWith("node:")) return specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function resolve(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

/** `base` for `src/base/glob.ts`, `annex/edit` below `src/annex/edit`; the path itself outside `src`. */
export function folderOf(path: string): string {
  const [root, folder, annex] = path.split("/");
  if (root !== "src" || folder === undefined) return path;
  return folder === "annex" && annex !== undefined ? `annex/${annex}` : folder;
}

/** `resolve/groups` for `src/resolve/groups/order.ts`; `src` itself for files that lie in no folder. */
function roomOf(path: string): string {
  return posix.dirname(path).replace(/^src\//, "");
}

/** `order` for `src/resolve/groups/order.ts`. */
function nameOf(path: string): string {
  return posix.basename(path).replace(/\.tsx?$/, "");
}

/** Circles of imports of any form, types and `import()` included. */
function cycleFaults(imports: readonly Import[], sources: Sources): readonly string[] {
  const edges = new Map<string, string[]>();
  for (const { file, specifier } of imports) {
    const to = resolve(file, specifier);
    if (sources.has(to)) edges.set(file, [...(edges.get(file) ?? []), to]);
  }
  const done = new Set<string>();
  const faults: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) faults.push(`import cycle: ${[...trail.slice(start), file].join(" > ")}`);
    if (start >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return faults;
}
