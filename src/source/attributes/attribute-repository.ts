import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitProgram } from "../git/program/call.ts";
import type { GitFacts } from "../git/store.ts";

/** Where the objects are, and the text of the only file of attributes besides those in the index. */
export interface AttributeSource {
  readonly facts: Pick<GitFacts, "commonDir" | "objectFormat">;
  readonly info: string;
}

/**
 * Runs git in an empty repository with the objects of another one, so that nothing else gives attributes than its index,
 * which `use` fills, and `info`. Removes it at the end. Throws what `use` throws.
 */
export async function inAttributeRepository<T>(
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
