/** The address of a line of a file: `{file}` and `{line}` of the pattern are filled in. */
export function linkTo(pattern: string, file: string, line: number): string {
  const path = file.split("/").map(encodeURIComponent).join("/");
  return pattern.replaceAll("{line}", String(line)).replaceAll("{file}", () => path);
}
