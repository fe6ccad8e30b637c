import { join } from "node:path";
import { regularFileText } from "../disk/regular-file.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";
import type { GitFacts } from "../git/store.ts";

/** The remote that promised the objects which a partial clone lacks. */
export interface Promisor {
  readonly remote: string;
  /** Whether the clone also lacks trees. */
  readonly lacksTrees: boolean;
  /** A setting of the repository itself that names a program for fetching. */
  readonly program: string | undefined;
}

/** Only the configuration of a repository makes it a partial clone. */
const MENTIONED = /promisor|partialclone/i;

/** The promisor of a repository; undefined where it has all its objects. Throws HeirError when git fails. */
export async function promisorOf(
  program: GitProgram,
  { commonDir, gitDir }: Pick<GitFacts, "commonDir" | "gitDir">,
): Promise<Promisor | undefined> {
  const files = [join(commonDir, "config"), join(gitDir, "config.worktree")];
  if (!files.some((file) => MENTIONED.test(regularFileText(file) ?? ""))) return undefined;
  const settings = settingsIn(await git(program, ["config", "--null", "--show-scope", "--list"]));
  const remote = remoteIn(settings);
  if (remote === undefined) return undefined;
  const filter = settings.findLast(({ name }) => name === `remote.${remote}.partialclonefilter`)?.value ?? "";
  const named = settings.find((each) => (each.scope === "local" || each.scope === "worktree") && namesProgram(each));
  return { remote, lacksTrees: !filter.startsWith("blob:"), program: named?.name };
}

interface Setting {
  readonly scope: string;
  readonly name: string;
  readonly value: string;
}

/** What git printed: the scope, then name and value, each before a NUL. */
function settingsIn(printed: Buffer): readonly Setting[] {
  const fields = printed.toString().split("\0");
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", entry = ""] = fields.slice(at, at + 2);
    const end = entry.indexOf("\n");
    // A name alone is how git writes "true".
    if (end === -1) settings.push({ scope, name: entry, value: "true" });
    else settings.push({ scope, name: entry.slice(0, end), value: entry.slice(end + 1) });
  }
  return settings;
}

function remoteIn(settings: readonly Setting[]): string | undefined {
  const named = settings.findLast(({ name }) => name === "extensions.partialclone")?.value;
  const promised = settings.findLast(({ name, value }) => /^remote\..+\.promisor$/.test(name) && value !== "false");
  return named ?? promised?.name.slice("remote.".length, -".promisor".length);
}

/** Settings that name a program with which git fetches; a URL can name a helper, as `ext::` does. */
function namesProgram({ name, value }: Setting): boolean {
  if (/^(?:core\.(?:sshcommand|gitproxy|askpass)|credential\.(?:.+\.)?helper)$/.test(name)) return value !== "";
  if (/^remote\..+\.(?:uploadpack|vcs)$/.test(name)) return true;
  if (/^remote\..+\.url$/.test(name)) return HELPER.test(value);
  return name.startsWith("url.") && HELPER.test(name.slice("url.".length));
}

const HELPER = /^[\w.+-]+::/;
