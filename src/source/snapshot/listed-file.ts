/** Whether a snapshot lists a file of this name: nothing else is read by heir. Case counts, as in reclass. */
export function isListed(path: string): boolean {
  return path.endsWith(".yml") || path.endsWith(".yaml") || path.endsWith(".json");
}
