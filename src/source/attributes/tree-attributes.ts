import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Recent } from "../../base/recent.ts";
import { keptAt } from "../../base/remembered.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";
import type { GitFacts, GitStore, TreeListing } from "../git/store.ts";
import { pathIn } from "../snapshot/folder-paths.ts";
import { ATTRIBUTES, attributesAbove, isAttributes } from "./attributes-path.ts";
import { checkAttributes, saysFilter } from "./check-attr.ts";

/** What gives the files of a tree their attributes. */
export interface AttributeFiles {
  /** The files of attributes of the tree, by path from its top with their ids. */
  readonly files: ReadonlyMap<string, string>;
  /** The text of the repository's own file of attributes. */
  readonly info: string;
}

/** What equal files of attributes say. */
interface Said {
  /** Whether any word is about filters. */
  readonly hasFilters: Promise<boolean>;
  /** The filter of each path that was asked for, if it has one. */
  readonly known: Map<string, string | undefined>;
}

interface TreeRepository {
  readonly store: GitStore;
  /** Undefined without the git program. */
  readonly program: GitProgram | undefined;
  readonly facts: Pick<GitFacts, "commonDir" | "objectFormat">;
}

/** A folder of a tree. */
interface AttributedFolder extends Abortable {
  readonly tree: string;
  readonly folder: string;
  /** The text of the repository's own file of attributes. */
  readonly info: string;
}

/** Few sets of attributes are read in turns. */
const MOST_SETS = 32;

/** The filters of files of trees, by the attributes of each tree. Throws what git throws. */
export class TreeAttributes {
  private readonly said = new Recent<Said>(MOST_SETS);
  private readonly repository: TreeRepository;

  constructor(repository: TreeRepository) {
    this.repository = repository;
  }

  /** The files of attributes that reach into a folder of a tree, given what is in the folder. */
  async files(
    { tree, folder, info, ...options }: AttributedFolder,
    { entries }: Pick<TreeListing, "entries">,
  ): Promise<AttributeFiles> {
    const files = new Map<string, string>();
    const paths = attributesAbove(folder);
    const above = await Promise.all(paths.map((path) => this.repository.store.entryAt(tree, path, options)));
    for (const [at, path] of paths.entries()) {
      const entry = above[at];
      if (entry?.kind === "file") files.set(path, entry.id);
    }
    for (const [path, { id, mode }] of entries.ending(ATTRIBUTES)) {
      if (isAttributes(path) && isFile(mode)) files.set(pathIn(folder, path), id);
    }
    return { files, info };
  }

  /** The filters of some paths of a tree with these files of attributes; paths without one are left out. */
  async filters(
    files: AttributeFiles,
    paths: Iterable<string>,
    options: Abortable = {},
  ): Promise<ReadonlyMap<string, string>> {
    const said = this.saidBy(files, options);
    const found = new Map<string, string>();
    if (!(await said.hasFilters)) return found;
    const wanted = [...paths];
    const unknown = wanted.filter((path) => !said.known.has(path));
    if (unknown.length > 0) {
      const asked = await this.ask(files, unknown, options);
      for (const path of unknown) said.known.set(path, asked.get(path));
    }
    for (const path of wanted) {
      const name = said.known.get(path);
      if (name !== undefined) found.set(path, name);
    }
    return found;
  }

  private saidBy(files: AttributeFiles, options: Abortable): Said {
    const key = [files.info, ...files.files].join("\n");
    return keptAt(this.said, key, () => ({ hasFilters: this.hasFilters(files, options), known: new Map() }));
  }

  private async hasFilters({ files, info }: AttributeFiles, options: Abortable): Promise<boolean> {
    if (saysFilter(info)) return true;
    if (files.size === 0) return false;
    const texts = await this.repository.store.blobs(new Set(files.values()), options);
    return [...texts.values()].some((bytes) => saysFilter(Buffer.from(bytes).toString()));
  }

  /** git reads attributes of an index that holds nothing else, in a repository that has nothing else. */
  private async ask(
    { files, info }: AttributeFiles,
    paths: readonly string[],
    options: Abortable,
  ): Promise<ReadonlyMap<string, string>> {
    const { program, facts } = this.repository;
    if (program === undefined) {
      throw new HeirError("environment", "reading filters in attributes needs the git program", "add git to PATH");
    }
    return inAttributeRepository(program, { facts, info }, async (alone) => {
      const input = [...files].map(([path, id]) => `100644 ${id} 0\t${path}\0`).join("");
      await git(alone, ["update-index", "-z", "--index-info"], { ...options, input });
      const found = await checkAttributes(alone, paths, { ...options, from: "index" });
      return new Map([...found].flatMap(([path, { filter }]) => (filter === undefined ? [] : [[path, filter]])));
    });
  }
}

/** Whether a mode is that of a regular file. */
export function isFile(mode: string): boolean {
  return mode.startsWith("100");
}

/** Where the objects are, and the text of the only file of attributes besides those in the index. */
interface AttributeSource {
  readonly facts: Pick<GitFacts, "commonDir" | "objectFormat">;
  readonly info: string;
}

/**
 * Runs git in an empty repository with the objects of another one, so that nothing else gives attributes than its index,
 * which `use` fills, and `info`. Removes it at the end. Throws what `use` throws.
 */
async function inAttributeRepository<T>(
  program: GitProgram,
  { facts, info }: AttributeSource,
  use: (alone: GitProgram) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "heir-attributes-"));
  try {
    await Promise.all(["refs", "info"].map((name) => mkdir(join(folder, name))));
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(folder, "config"), CONFIG[facts.objectFormat]);
    await writeFile(join(folder, "info/attributes"), info);
    const { GIT_OBJECT_DIRECTORY: objects = join(facts.commonDir, "objects") } = program.env;
    const own = {
      GIT_DIR: folder,
      GIT_COMMON_DIR: undefined,
      GIT_WORK_TREE: undefined,
      GIT_INDEX_FILE: join(folder, "index"),
      GIT_OBJECT_DIRECTORY: objects,
    };
    return await use({ ...program, env: { ...program.env, ...own }, up: "" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const CONFIG = {
  sha1: "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
  sha256: "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n",
};
