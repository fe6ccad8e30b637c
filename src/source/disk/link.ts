import { readlink, rename, rm, symlink } from "node:fs/promises";

/** Makes a symbolic link, in one rename, and tells whether it was another one or absent before. */
export async function replaceLink(path: string, target: string): Promise<boolean> {
  if ((await readlink(path).catch(() => undefined)) === target) return false;
  const fresh = `${path}.${process.pid}.tmp`;
  await symlink(target, fresh);
  await rename(fresh, path).catch(async (error: unknown) => {
    await rm(fresh, { force: true });
    throw error;
  });
  return true;
}
