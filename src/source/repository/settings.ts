import { addTo } from "../../base/text-order.ts";
import { quietly } from "../../model/findings/failure.ts";
import { regularFileText } from "../disk/read-files.ts";
import { git, gitFailure, runGit, scopedSettings } from "../git/program/process.ts";
import { type Environment, type GitProgram, gitProgram } from "../git/program/program.ts";
import { findRepository } from "./without-git.ts";

export interface SettingOrigin {
  readonly value: string;
  /** `local`, `global`, `system`, `worktree` or `command`. */
  readonly scope: string;
  /** As git says it: `file:.git/config`. */
  readonly origin: string;
}

/** git's answer for a setting that is not there. */
const NOT_SET = 1;
/** git's answer when there is nothing to take away. */
const NOTHING_TO_UNSET = 5;

/** Settings `heir.*` by their name without `heir.`, in lower case, each with all its values; the last is the strongest. */
export type HeirSettings = ReadonlyMap<string, readonly string[]>;

const SECTION = "heir.";
/** Settings of git that say which names a disk cannot keep apart; the maps have them by their whole names. */
const OF_NAMES = "core\\.(ignorecase|precomposeunicode)";

/** The settings `heir.*` in force. Throws HeirError when git fails. */
export function heirSettings(program: GitProgram): HeirSettings {
  const settings = new Map<string, string[]>();
  for (const { key, value } of scopedSettings(program, `^(heir\\.|${OF_NAMES}$)`)) {
    addTo(settings, key.startsWith(SECTION) ? key.slice(SECTION.length) : key, value);
  }
  return settings;
}

const HOLDS_SETTINGS = /^GIT_CONFIG(?:_COUNT|_PARAMETERS)?$/;

/** Settings of heir that say what is read. */
const READING = /^\s*(?:\[[^\]\n]*\]\s*)?(?:folder|defaultSettings|objects|runFilter|skipFilter)\b/im;
const NAMES_LINE = /^\s*(?:\[[^\]\n]*\]\s*)?(?:ignorecase|precomposeunicode)\s*(?:=\s*true\s*)?$/im;
const SECTION_LINE = /^\s*\[\s*heir\b/im;
const INCLUDE_LINE = /^\s*\[\s*include/im;

/** Texts of git's configuration files if no setting says what is read, so git need not be asked. Never fails. */
export function plainConfigTexts(folders: ConfigFolders, env: Environment): readonly string[] | undefined {
  const texts = configTexts(folders, env);
  return texts?.some(
    (text) => INCLUDE_LINE.test(text) || NAMES_LINE.test(text) || (SECTION_LINE.test(text) && READING.test(text)),
  )
    ? undefined
    : texts;
}

/** The texts of all of git's configuration files; undefined if not all are known. `folders`: undefined outside git. */
function configTexts(folders: ConfigFolders | undefined, env: Environment): readonly string[] | undefined {
  if (process.platform !== "linux" || Object.keys(env).some((name) => HOLDS_SETTINGS.test(name))) return undefined;
  const home = env["HOME"] ?? "";
  const own = [`${home}/.gitconfig`, `${env["XDG_CONFIG_HOME"] || `${home}/.config`}/git/config`];
  const files = [
    env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig",
    ...(env["GIT_CONFIG_GLOBAL"] === undefined ? own : [env["GIT_CONFIG_GLOBAL"]]),
    ...(folders === undefined ? [] : [`${folders.commonDir}/config`, `${folders.gitDir}/config.worktree`]),
  ];
  return files.map((file) => regularFileText(file) ?? "");
}

interface ConfigFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

/** A setting and where it comes from; undefined when it is not set. Throws HeirError when git fails. */
export async function settingOrigin(program: GitProgram, name: string): Promise<SettingOrigin | undefined> {
  const args = ["config", "--null", "--show-scope", "--show-origin", "--get", name];
  const { status, stdout, stderr } = await runGit(program, args);
  if (status === NOT_SET) return undefined;
  if (status !== 0) throw gitFailure("config", stderr);
  const [scope = "", origin = "", value = ""] = stdout.toString().split("\0");
  return { scope, origin, value };
}

/** Sets a setting in the repository's own configuration. Throws HeirError when git fails. */
export async function setLocalSetting(program: GitProgram, name: string, value: string): Promise<void> {
  await git(program, ["config", "--local", "--replace-all", name, value]);
}

/** Removes a setting from the repository's own configuration, if it is there. Throws HeirError when git fails. */
export async function unsetLocalSetting(program: GitProgram, name: string): Promise<void> {
  const { status, stderr } = await runGit(program, ["config", "--local", "--unset-all", name]);
  if (status !== 0 && status !== NOTHING_TO_UNSET) throw gitFailure("config", stderr);
}

/** Whether git has the merge driver `heir`, from whatever configuration. Throws HeirError when git fails. */
export async function hasMergeDriver(program: GitProgram): Promise<boolean> {
  return (await settingOrigin(program, "merge.heir.driver")) !== undefined;
}

/** How git is configured to print on terminals; what is not set is absent. */
export interface TerminalSettings {
  /** `color.ui` says that there are no colours. */
  readonly isColourless?: boolean;
  /** `core.pager`, of the user, the system or `git -c`: no repository names a program. */
  readonly pager?: string;
  /** `heir.hyperlinkFormat`. */
  readonly hyperlinkFormat?: string;
}

/** Lines of settings that change what is printed; `ui = auto` is common, and as if it were not there. */
const NAMES = /^\s*(?:\[[^\]\n]*\]\s*)?(?:ui(?!\s*=\s*(?:auto|true)\s*$)|pager|hyperlinkFormat)\b/im;
const NO_COLOUR = /^(?:never|false|no|off|0)$/i;

/** The settings of git in force in a folder. git is asked only where a file of settings may have one. Never fails. */
export function terminalSettings(cwd: string, env: Environment): TerminalSettings {
  const texts = configTexts(findRepository(cwd, env), env);
  if (texts?.every((text) => !INCLUDE_LINE.test(text) && !NAMES.test(text))) return {};
  const asked = "^(color\\.ui|core\\.pager|heir\\.hyperlinkformat)$";
  let found: TerminalSettings = {};
  for (const { scope, key, value } of quietly(() => scopedSettings(gitProgram(cwd, env), asked)) ?? []) {
    if (key === "color.ui") found = { ...found, isColourless: NO_COLOUR.test(value) };
    else if (key === "heir.hyperlinkformat") found = { ...found, hyperlinkFormat: value };
    else if (scope !== "local" && scope !== "worktree") found = { ...found, pager: value };
  }
  return found;
}
