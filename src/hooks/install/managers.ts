/** A manager of the hooks of a repository, and the configuration with which it runs heir's. */
export interface HookManager {
  readonly name: string;
  /** Files of its users at the top of the repository. */
  readonly signs: readonly string[];
  /** Files and their lines: those of integrations/, without the comments. */
  readonly pieces: Readonly<Record<string, string>>;
}

/** Every known manager of hooks, in the order in which they are listed. */
export const hookManagers: readonly HookManager[] = [
  {
    name: "husky",
    signs: [".husky/pre-commit", ".husky/_/h", ".husky/_/husky.sh"],
    pieces: {
      ".husky/pre-commit": "heir hooks run pre-commit\n",
      ".husky/pre-merge-commit": "heir hooks run pre-merge-commit\n",
      ".husky/commit-msg": 'heir hooks run commit-msg -- "$1"\n',
      ".husky/pre-push": "heir hooks run pre-push\n",
    },
  },
  {
    name: "lefthook",
    signs: ["lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml", "lefthook.toml", "lefthook.json"],
    pieces: {
      "lefthook.yml": `\
assert_lefthook_installed: true
pre-commit:
  commands: {heir: {run: heir hooks run pre-commit}}
pre-merge-commit:
  commands: {heir: {run: heir hooks run pre-merge-commit}}
commit-msg:
  commands: {heir: {run: "heir hooks run commit-msg -- {1}"}}
pre-push:
  commands: {heir: {run: heir hooks run pre-push, use_stdin: true}}
`,
    },
  },
  {
    name: "pre-commit",
    signs: [".pre-commit-config.yaml"],
    pieces: {
      ".pre-commit-config.yaml": `\
default_install_hook_types: [pre-commit, pre-merge-commit, commit-msg, pre-push]
repos:
  - repo: local
    hooks:
      - &heir
        {id: heir-check, name: heir, language: system, entry: heir hooks run pre-commit, stages: [pre-commit],
         pass_filenames: false, always_run: true, verbose: true}
      - {<<: *heir, id: heir-merge, entry: heir hooks run pre-merge-commit, stages: [pre-merge-commit]}
      - {<<: *heir, id: heir-message, entry: heir hooks run commit-msg --, stages: [commit-msg], pass_filenames: true,
         verbose: false}
      - <<: *heir
        id: heir-push
        stages: [pre-push]
        entry: sh -c 'echo "- \${PRE_COMMIT_TO_REF:-$PRE_COMMIT_LOCAL_BRANCH} $PRE_COMMIT_REMOTE_BRANCH -" |
               heir hooks run pre-push'
`,
    },
  },
];
