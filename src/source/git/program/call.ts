import { command } from "../../../base/terminal-text.ts";
import { InvariantError } from "../../../model/findings/failure.ts";
import { type Environment, type GitProgram, withGitConfig } from "./program.ts";

export interface GitCall {
  readonly file: string | undefined;
  readonly args: readonly string[];
  readonly options: { readonly cwd: string; readonly env: Environment; readonly windowsHide: true };
}

/**
 * The one form in which git is started: no setting of the repository names a program that runs. `args` are settings of
 * this run (`-c name=value`), verb and arguments; `switchedOff` gives those against filters and merge drivers, where
 * git reads files. Throws InvariantError for a verb or options that could run programs, and as `switchedOff`.
 */
export function gitCall(
  { file, cwd, env, purpose }: GitProgram,
  args: readonly string[],
  switchedOff: () => readonly (readonly [string, string])[],
): GitCall {
  const [verb, ...rest] = args.slice(settingsLength(args));
  const rule = verb === undefined ? undefined : (purpose === undefined ? VERBS : PURPOSES[purpose]).get(verb);
  const lacks = rule?.needs.find((option) => !rest.includes(option));
  if (rule === undefined || lacks !== undefined || rule.never.some((option) => rest.includes(option))) {
    throw new InvariantError(`${command(["git", verb ?? ""])} is not among the calls that run no programs`);
  }
  // Hooks get what these options set.
  const strict = purpose === "act" ? [] : STRICT;
  const all = [...strict, ...rule.settings.flatMap((setting) => ["-c", setting]), ...args];
  const hasFiles = rule.withFiles !== undefined && rest.includes(rule.withFiles);
  const own = hasFiles ? withGitConfig(env, switchedOff()) : env;
  return { file, args: all, options: { cwd, env: own, windowsHide: true } };
}

const STRICT: readonly string[] = ["--no-pager", "--no-optional-locks", "--literal-pathspecs"];

/** Programs that settings of a repository can name, each switched off; and replaced objects, which do not count. */
const NO_PROGRAMS: readonly string[] = [
  "core.fsmonitor=false",
  "core.useReplaceRefs=false",
  "core.alternateRefsCommand=",
  "core.sshCommand=false",
  "core.askPass=",
  "credential.helper=",
  "core.editor=false",
  "core.pager=cat",
  "diff.external=",
  "log.showSignature=false",
  "gpg.program=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
  "protocol.allow=never",
  // A git that does not know GIT_NO_LAZY_FETCH fetches what a partial clone lacks, object by object.
  ...["ext", "file", "git", "http", "https", "ssh"].map((protocol) => `protocol.${protocol}.allow=never`),
  "uploadpack.packObjectsHook=",
];
const NO_HOOKS = ["core.hooksPath=/dev/null", ...NO_PROGRAMS];

interface VerbRule {
  readonly needs: readonly string[];
  readonly never: readonly string[];
  readonly settings: readonly string[];
  /** The option with which git compares or merges files, through programs that settings name for some of them. */
  readonly withFiles?: string;
}

function verb(name: string, rule: Partial<VerbRule> = {}): readonly [string, VerbRule] {
  return [name, { needs: [], never: [], settings: NO_HOOKS, ...rule }];
}

/** `diff`, `diff-files`, `checkout`, `add`, `grep` and `archive` are missing: they run filters and the like. */
const VERBS: ReadonlyMap<string, VerbRule> = new Map([
  verb("blame", { needs: ["--no-textconv"] }),
  verb("cat-file", { never: ["--filters", "--textconv"] }),
  verb("check-attr"),
  // Reads settings and runs nothing: what it answers are the user's settings, not those of this table.
  verb("config", { never: ["--edit", "-e"], settings: [] }),
  verb("diff-index", { needs: ["--cached"], never: ["-p", "--textconv", "--ext-diff"] }),
  verb("diff-tree", { never: ["-p", "--textconv", "--ext-diff"] }),
  verb("for-each-ref"),
  verb("hash-object", { needs: ["--no-filters"] }),
  verb("interpret-trailers", { needs: ["--parse"] }),
  verb("log", { needs: ["--no-textconv", "--no-ext-diff", "--no-show-signature", "--no-mailmap"] }),
  // All that is known of a file counts, whatever the repository says about it.
  verb("ls-files", {
    never: ["-m"],
    settings: [...NO_HOOKS, "core.trustctime=true", "core.checkStat=default"],
    withFiles: "--modified",
  }),
  verb("ls-tree"),
  verb("merge-base"),
  verb("merge-file"),
  // To normalize a merged file is to run filters.
  verb("merge-tree", {
    needs: ["--write-tree"],
    settings: [...NO_HOOKS, "merge.renormalize=false"],
    withFiles: "--write-tree",
  }),
  verb("range-diff", { needs: ["--no-patch"], never: ["--ext-diff"], withFiles: "--no-patch" }),
  // Into an index alone.
  verb("read-tree", { never: ["-u", "-m", "--reset"] }),
  verb("rev-list"),
  // Says where hooks are; it runs none.
  verb("rev-parse", { settings: NO_PROGRAMS }),
  verb("status", { needs: ["--porcelain=v1", "--ignore-submodules=dirty"], withFiles: "--porcelain=v1" }),
  verb("symbolic-ref"),
  // Sets entries by their ids: no file is read.
  verb("update-index", { needs: ["--index-info"], never: ["--refresh", "--really-refresh"] }),
  verb("verify-commit", { settings: NO_HOOKS.filter((setting) => !setting.startsWith("gpg.")) }),
  verb("version", { settings: [] }),
  verb("write-tree"),
  // In a repository that heir itself creates: the example.
  verb("init"),
  verb("fast-import"),
  verb("reset"),
]);

/** No program but those that the user agreed to: settings that these may need are left alone. */
const AGREED = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.useReplaceRefs=false",
  "maintenance.auto=false",
];
const FETCH = [...AGREED, "core.alternateRefsCommand=", "gc.auto=0", "submodule.recurse=false"];

const PURPOSES: Readonly<Record<NonNullable<GitProgram["purpose"]>, typeof VERBS>> = {
  filters: new Map([verb("cat-file", { needs: ["--filters"], settings: AGREED })]),
  fetch: new Map([
    verb("fetch", {
      needs: ["--stdin", "--no-tags", "--no-write-fetch-head"],
      settings: [...FETCH, "fetch.negotiationAlgorithm=noop"],
    }),
  ]),
  // As the user would start them: with hooks, filters and signatures.
  act: new Map(["add", "apply", "commit", "diff", "reset", "update-ref"].map((name) => verb(name, { settings: [] }))),
};

function settingsLength(args: readonly string[]): number {
  let length = 0;
  while (args[length] === "-c") length += 2;
  return length;
}
