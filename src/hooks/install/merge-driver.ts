import { command } from "../../base/command.ts";
import type { GitProgram } from "../../source/git/program/call.ts";
import { setLocalSetting, unsetLocalSetting } from "../../source/repository/settings.ts";

/** How git calls heir: the Node.js program, and the script that it runs. */
interface Heir {
  readonly node: string;
  readonly command: string;
}

const FILE_TEXT = "git merge-file -q --marker-size=%L -L ours -L base -L theirs %A %O %B";
const TOOL_TEXT = 'git merge-file -q -L ours -L base -L theirs "$MERGED" "$BASE" "$REMOTE"';

/**
 * The settings by which git merges files of the inventory through heir. Where heir cannot run, git merges their text: a driver
 * that fails leaves the file as our side has it, without a marker.
 */
function driverSettings({ node, command: script }: Heir): ReadonlyMap<string, string> {
  const call = command([node, script, "merge-driver"]);
  // Node.js ends with 1, too, where it cannot run a script: then there is no marker.
  const orText = (file: string, text: string) =>
    `c=$?; test $c = 0 && exit 0; test $c = 1 && grep -q "^<<<" ${file} && exit 1; ${text} || exit 1`;
  const tool = `cat "$LOCAL" > "$MERGED" && ${call} "$BASE" "$MERGED" "$REMOTE" "$MERGED"`;
  return new Map([
    ["merge.heir.name", "heir: files of the inventory by what they say"],
    ["merge.heir.driver", `${call.replaceAll("%", "%%")} %O %A %B %P %L; ${orText("%A", FILE_TEXT)}`],
    ["mergetool.heir.cmd", `${tool}; ${orText('"$MERGED"', TOOL_TEXT)}`],
    ["mergetool.heir.trustExitCode", "true"],
  ]);
}

const NAMES = [...driverSettings({ node: "", command: "" }).keys()];

/** Registers heir as a merge driver and merge tool in the repository's own configuration. Throws HeirError when git fails. */
export async function registerDriver(program: GitProgram, heir: Heir): Promise<void> {
  for (const [name, value] of driverSettings(heir)) await setLocalSetting(program, name, value);
}

/** Takes these settings away. Throws HeirError when git fails. */
export async function forgetDriver(program: GitProgram): Promise<void> {
  for (const name of NAMES) await unsetLocalSetting(program, name);
}
