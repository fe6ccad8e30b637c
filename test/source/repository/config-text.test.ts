import { expect, test } from "vitest";
import { configValues } from "../../../src/source/repository/without-git.ts";

test("settings come by section, sub section and name, the last of each", () => {
  const text = `[core]
\trepositoryformatversion = 1
\tbare = true ; comment
[core] bare = false
[extensions]
\tobjectFormat = sha256
\tflag
# [remote "no"] promisor = true
[remote "origin.x"]
\tpromisor = true
`;
  expect(Object.fromEntries(configValues(text))).toEqual({
    "core.repositoryformatversion": "1",
    "core.bare": "false",
    "extensions.objectformat": "sha256",
    "extensions.flag": "true",
    "remote.origin.x.promisor": "true",
  });
});

test("what is no configuration gives nothing", () => {
  expect(configValues("\0\0]]][[[ = \n= =\n").size).toBe(0);
});
