import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { terminalSettings } from "../../../src/source/repository/settings.ts";
import { newRepo, tempDir } from "../../support/git/repo.ts";

test("settings of terminals are git's; a pager is not taken from a repository", () => {
  const repo = newRepo();
  const home = tempDir();
  const env = { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: `${home}/config` };
  repo.git("config", "color.ui", "auto");
  // Without a PATH git cannot be asked: what the files show is enough.
  expect(terminalSettings(repo.dir, { ...env, PATH: "" })).toEqual({});
  repo.git("config", "color.ui", "off");
  repo.git("config", "core.pager", "evil");
  repo.git("config", "heir.hyperlinkFormat", "x://{path}");
  expect(terminalSettings(repo.dir, env)).toEqual({ isColourless: true, hyperlinkFormat: "x://{path}" });
  writeFileSync(`${home}/config`, "[core] pager = delta --dark\n[color]\n\tui\n");
  expect(terminalSettings(home, env)).toEqual({ isColourless: false, pager: "delta --dark" });
  repo.git("config", "color.ui", "always");
  expect(terminalSettings(repo.dir, env)).toMatchObject({ isColourless: false, pager: "delta --dark" });
});
