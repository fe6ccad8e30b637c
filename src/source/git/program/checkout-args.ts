const flags = ["-z", "-t", "--stage", "--modified", "--deleted", "--others", "--exclude-standard", "--full-name"];

/** The arguments for git that list what is checked out below `prefix`. */
export function checkoutArgs(prefix: string): readonly string[] {
  return ["ls-files", ...flags, "--", prefix === "" ? ":(top)" : `:(top,literal)${prefix}`];
}
