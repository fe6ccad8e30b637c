/**
 * The path of the file of a class, group or policy with another name: extension and `init` stay, folders and dots as far as
 * the leading parts of the name do. `root` is the folder, with a slash at the end.
 */
export function movedPath(path: string, root: string, name: string): string {
  const [, stem = "", end = ""] = /^(.*?)((?:\/init)?\.ya?ml)$/s.exec(path.slice(root.length)) ?? [];
  const old = stem.split(/[/.]/);
  const signs = [...stem.matchAll(/[/.]/g)].map(([sign]) => sign);
  const parts = name.split(".");
  const different = parts.findIndex((part, index) => part !== old[index]);
  const kept = different === -1 ? parts.length : different;
  const joined = parts.map((part, index) => (index === 0 ? part : signAt(index, kept, signs) + part));
  return root + joined.join("") + end;
}

/** The sign before a part: as in the old name where all before it is as it was. */
function signAt(index: number, kept: number, signs: readonly string[]): string {
  return (index <= kept ? signs[index - 1] : undefined) ?? "/";
}
