import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { filterConsent } from "../../../src/source/attributes/filtered-files.ts";
import { gitProgram } from "../../../src/source/git/program/program.ts";
import { heirSettings, terminalSettings } from "../../../src/source/repository/settings.ts";
import { hermeticEnv, newRepo, type TestEnvironment, type TestRepo, tempDir } from "../../support/git/repo.ts";

/** The rows of the table in docs/security.md ("Who may set what"): what of each is in force. */
const READING = ["objects", "defaultSettings", "folder"];
const GATE = [
  ...["receive", "receiveIgnore", "policyRef", "policyFile", "allow", "maxNodes", "maxLost", "acceptTrailers"],
  ...["requireSigned", "failLevel", "judgeSeconds", "judgeMemory", "command", "node"],
];
const ROWS = ["program", "reading", "gate", "pager"] as const;
type Row = (typeof ROWS)[number];

/** Every setting of the table, each with a value of its own. */
const TEXT = [
  "[heir]",
  ...[...READING, ...GATE].map((name) => `\t${name} = of-${name}`),
  "\trunFilter = rot",
  '[filter "rot"]',
  "\tsmudge = ./rot",
  "[core]",
  "\tpager = of-pager",
  "",
].join("\n");

interface Made {
  readonly repo: TestRepo;
  /** A folder that holds a file of settings, as it could be a home. */
  readonly home: string;
}

/** How somebody sets them: what is written, and the variables that come of it. */
type Scope = (made: Made) => TestEnvironment;

const system: Scope = ({ home }) => ({ GIT_CONFIG_SYSTEM: `${home}/.gitconfig`, GIT_CONFIG_NOSYSTEM: undefined });
const oneByOne = TEXT.split("\n").flatMap((line) => {
  const [, name, value] = /^\t(\w+) = (.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) return [];
  const section = name === "smudge" ? "filter.rot" : name === "pager" ? "core" : "heir";
  return [[`${section}.${name}`, value] as const];
});

const SCOPES: Readonly<Record<string, Scope>> = {
  system,
  "the user's file": ({ home }) => ({ HOME: home, GIT_CONFIG_GLOBAL: undefined }),
  "the file that GIT_CONFIG_GLOBAL names": ({ home }) => ({ GIT_CONFIG_GLOBAL: `${home}/.gitconfig` }),
  XDG_CONFIG_HOME: ({ home }) => ({ XDG_CONFIG_HOME: home, GIT_CONFIG_GLOBAL: undefined }),
  "git -c": () => ({ GIT_CONFIG_PARAMETERS: oneByOne.map(([name, value]) => `'${name}'='${value}'`).join(" ") }),
  GIT_CONFIG_COUNT: () => ({
    GIT_CONFIG_COUNT: String(oneByOne.length),
    ...Object.fromEntries(oneByOne.map(([name], at) => [`GIT_CONFIG_KEY_${at}`, name])),
    ...Object.fromEntries(oneByOne.map(([, value], at) => [`GIT_CONFIG_VALUE_${at}`, value])),
  }),
  "the repository's file": ({ repo }) => {
    appendFileSync(join(repo.dir, ".git/config"), TEXT);
    return {};
  },
  "a file that the repository includes": ({ repo, home }) => {
    repo.git("config", "include.path", `${home}/.gitconfig`);
    return {};
  },
  "the settings of a work tree": ({ repo }) => {
    repo.git("config", "extensions.worktreeConfig", "true");
    writeFileSync(join(repo.dir, ".git/config.worktree"), TEXT);
    return {};
  },
  "what is pushed": ({ repo }) => {
    repo.commit("settings", {
      ".gitconfig": TEXT,
      config: TEXT,
      ".config/git/config": TEXT,
      "heir.yml": "receive: off\n",
    });
    return {};
  },
};

const OWNED = ["the repository's file", "a file that the repository includes", "the settings of a work tree"];
const OFTHEREADER = Object.keys(SCOPES).slice(0, 6);

/** The cells of the table. */
function isInForce(row: Row, scope: string, door: string): boolean {
  if (row === "program") return door !== "pre-receive" && OFTHEREADER.includes(scope);
  if (row === "pager") return (door === "pre-receive" ? ["system"] : OFTHEREADER).includes(scope);
  return [...(door === "pre-receive" ? ["system"] : OFTHEREADER), ...OWNED].includes(scope);
}

const DOORS = ["a command", "pre-commit", "pre-push", "pre-receive"];

test.each(DOORS.flatMap((door) => Object.keys(SCOPES).map((scope) => [door, scope] as const)))(
  "%s takes from %s what the table says",
  async (door, scope) => {
    const home = tempDir();
    writeFileSync(join(home, ".gitconfig"), TEXT);
    mkdirSync(join(home, "git"));
    writeFileSync(join(home, "git/config"), TEXT);
    const repo = newRepo();
    const given = hermeticEnv({
      ...(door === "pre-receive" && { GIT_QUARANTINE_PATH: home }),
      ...SCOPES[scope]?.({ repo, home }),
    });
    const passed = door === "a command" ? given : passedOn(door, { repo, env: given });
    // The system's file is where no variable moves it: here it stands where this one says.
    const env = scope === "system" ? { ...passed, ...system({ repo, home }) } : { GIT_CONFIG_NOSYSTEM: "1", ...passed };

    const program = gitProgram(repo.dir, env);
    const settings = heirSettings(program);
    const isSet = (name: string) => settings.get(name.toLowerCase())?.at(-1) === `of-${name}`;
    const found: Readonly<Record<Row, readonly boolean[]>> = {
      program: [filterConsent(settings, { env, program }).commands("rot").smudge === "./rot"],
      reading: READING.map(isSet),
      gate: GATE.map(isSet),
      pager: [terminalSettings(repo.dir, env).pager === "of-pager"],
    };
    for (const row of ROWS) {
      expect([row, ...found[row]]).toEqual([row, ...found[row].map(() => isInForce(row, scope, door))]);
    }
  },
);

/** The environment in which the file of a hook starts heir. */
function passedOn(
  hook: string,
  { repo, env }: { readonly repo: TestRepo; readonly env: TestEnvironment },
): TestEnvironment {
  const folder = tempDir();
  writeFileSync(join(folder, "heir"), `#!/bin/sh\nenv -0 >'${folder}/env'\necho judged\n`, { mode: 0o755 });
  const path = [folder, env["PATH"]].join(delimiter);
  execFileSync(
    "/bin/sh",
    [join("hooks", hook)].map((file) => join(import.meta.dirname, "../../..", file)),
    {
      cwd: repo.dir,
      env: { ...env, PATH: path },
      input: "",
    },
  );
  const lines = readFileSync(join(folder, "env"), "utf8").split("\0").slice(0, -1);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
