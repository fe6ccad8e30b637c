import fs from "node:fs";
import { Errors, expandOid, listBranches, listRemotes, listTags, readObject, resolveRef } from "isomorphic-git";
import { HeirError, messageOf } from "../../../model/findings/failure.ts";

export interface PureObject {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Objects and names of one repository, read by isomorphic-git with one cache. */
export interface PureObjects {
  /** Undefined when there is no such object. */
  read(id: string): Promise<PureObject | undefined>;
  /** The id that a branch, tag or full or shortened id names; undefined when it names nothing. */
  find(name: string): Promise<string | undefined>;
  refNames(): Promise<readonly string[]>;
}

/** Opens the objects of a git directory. Never fails itself. */
export function pureObjects(gitdir: string): PureObjects {
  // Without a shared cache every read would open and index the pack again.
  const at = { fs, gitdir, cache: {} };
  return {
    async read(id) {
      const found = await orMissing(readObject({ ...at, oid: id, format: "content" }));
      if (found === undefined) return undefined;
      if (found.format !== "content") throw new HeirError("environment", `object ${id} cannot be read`);
      return { type: found.type, bytes: found.object };
    },
    async find(name) {
      if (FULL_ID.test(name)) return name;
      const ref = isRefName(name) ? await orMissing(resolveRef({ ...at, ref: name })) : undefined;
      if (ref !== undefined && FULL_ID.test(ref)) return ref;
      return SHORT_ID.test(name) ? orMissing(expandOid({ ...at, oid: name })) : undefined;
    },
    async refNames() {
      const remotes = (await listRemotes(at)).map(async ({ remote }) =>
        (await listBranches({ ...at, remote })).map((name) => `${remote}/${name}`),
      );
      return (await Promise.all([listBranches(at), listTags(at), ...remotes])).flat();
    },
  };
}

const FULL_ID = /^[0-9a-f]{40}$/;
const SHORT_ID = /^[0-9a-f]{4,39}$/;

/** isomorphic-git opens the file of that name below the git directory, so the name must not lead outside. */
function isRefName(name: string): boolean {
  return name !== "" && !name.startsWith("/") && !name.split("/").some((part) => part === "" || part.startsWith("."));
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Errors.NotFoundError) return undefined;
    if (error instanceof Errors.AmbiguousError) throw new HeirError("environment", "the shortened id is ambiguous");
    throw new HeirError("environment", `the repository cannot be read without git: ${messageOf(error)}`);
  }
}
