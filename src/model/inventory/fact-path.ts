/** The key that a criterion names: `""` is the empty one. */
export const keyOf = (written: string): string => (written === '""' ? "" : written);

/** The keys of a fact: separated by colons if there is one, else by dots. Undefined if one is missing. */
export function factPath(text: string): readonly string[] | undefined {
  const written = text.split(text.includes(":") ? ":" : ".");
  return written.includes("") ? undefined : written.map(keyOf);
}
