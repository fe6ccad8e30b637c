/**
 * Settings of a git configuration file, names in lower case but for what is in quotes (`remote.Origin.promisor`), the
 * last of each. It parses
 * only enough to distinguish kinds of repositories: values keep their quotes, includes are not followed. Never fails.
 */
export function configValues(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\](.*)$/.exec(line);
    if (header !== null) section = sectionOf(header[1] ?? "", header[2]);
    const rest = header === null ? line : (header[3] ?? "");
    const [, name, value] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/.exec(rest) ?? [];
    // A name alone is how git writes "true".
    if (name !== undefined) values.set(`${section}.${name.toLowerCase()}`, value ?? "true");
  }
  return values;
}

function sectionOf(name: string, quoted: string | undefined): string {
  return quoted === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${quoted}`;
}
