import { expect, test } from "vitest";
import { sharedModes } from "../../../src/source/repository/without-git.ts";
import { newRepo } from "../../support/git/repo.ts";

test.each([
  [undefined, "600", "700"],
  ["umask", "600", "700"],
  ["false", "600", "700"],
  ["group", "660", "2770"],
  ["true", "660", "2770"],
  ["1", "660", "2770"],
  ["all", "664", "2775"],
  ["world", "664", "2775"],
  ["0640", "640", "2750"],
  ["0060", "600", "700"],
  ["nonsense", "600", "700"],
])("with core.sharedRepository %s, files are %s and folders %s", (setting, file, folder) => {
  const repo = newRepo();
  if (setting !== undefined) repo.git("config", "core.sharedRepository", setting);
  const modes = sharedModes(`${repo.dir}/.git`);

  expect([modes.file.toString(8), modes.folder.toString(8)]).toEqual([file, folder]);
});
