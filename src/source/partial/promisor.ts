import { join } from "node:path";
import { regularFileText } from "../disk/regular-file.ts";
import type { GitProgram } from "../git/program/call.ts";
import { type ScopedSetting, scopedSettings } from "../git/program/process.ts";
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

/** The promisor of a repository; undefined if it has all its objects. Throws HeirError when git fails. */
export function promisorOf(
  program: GitProgram,
  { commonDir, gitDir }: Pick<GitFacts, "commonDir" | "gitDir">,
): Promisor | undefined {
  const files = [join(commonDir, "config"), join(gitDir, "config.worktree")];
  if (!files.some((file) => MENTIONED.test(regularFileText(file) ?? ""))) return undefined;
  const settings = scopedSettings(program, ".");
  const remote = remoteIn(settings);
  if (remote === undefined) return undefined;
  const filter = settings.findLast(({ key }) => key === `remote.${remote}.partialclonefilter`)?.value ?? "";
  const named = settings.find((each) => (each.scope === "local" || each.scope === "worktree") && namesProgram(each));
  return { remote, lacksTrees: !filter.startsWith("blob:"), program: named?.key };
}

function remoteIn(settings: readonly ScopedSetting[]): string | undefined {
  const named = settings.findLast(({ key }) => key === "extensions.partialclone")?.value;
  const promised = settings.findLast(({ key, value }) => /^remote\..+\.promisor$/.test(key) && value !== "false");
  return named ?? promised?.key.slice("remote.".length, -".promisor".length);
}

/** Settings that name a program with which git fetches; a URL can name a helper, as `ext::` does. */
function namesProgram({ key, value }: ScopedSetting): boolean {
  if (/^(?:core\.(?:sshcommand|gitproxy|askpass)|credential\.(?:.+\.)?helper)$/.test(key)) return value !== "";
  if (/^remote\..+\.(?:uploadpack|vcs)$/.test(key)) return true;
  if (/^remote\..+\.url$/.test(key)) return HELPER.test(value);
  return key.startsWith("url.") && HELPER.test(key.slice("url.".length));
}

const HELPER = /^[\w.+-]+::/;
