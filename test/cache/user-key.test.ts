import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { userKey } from "../../src/cache/user-key.ts";
import { tempDir } from "../support/git/repo.ts";

test("the key is made on first use, for its user alone, and stays", () => {
  const state = tempDir();
  const signed = userKey({ XDG_STATE_HOME: state })?.sign("a", "b");
  const file = join(state, "heir/key");

  expect(signed).toMatch(/^[0-9a-f]{64}$/);
  expect([statSync(file).mode & 0o777, statSync(join(state, "heir")).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readFileSync(file)).toHaveLength(32);
  expect(userKey({ XDG_STATE_HOME: state })?.sign("a", "b")).toBe(signed);
  expect(userKey({ XDG_STATE_HOME: tempDir() })?.sign("a", "b")).not.toBe(signed);
});

test("parts are not taken for one another", () => {
  const key = userKey({ HOME: tempDir() });
  const all = [["ab", "c"], ["a", "bc"], ["abc"], ["a", "b", "c"], ["", "abc"]].map((parts) => key?.sign(...parts));

  expect(new Set(all).size).toBe(all.length);
  expect(key?.sign("a")).toBe(key?.sign(Buffer.from("a")));
});

test("without XDG_STATE_HOME the key is below HOME; a relative folder does not count", () => {
  const home = tempDir();
  userKey({ XDG_STATE_HOME: "state", HOME: home });

  expect(existsSync(join(home, ".local/state/heir/key"))).toBe(true);
});

test("there is no key where none can be made, where others could read it, and where it is damaged", () => {
  const [state, file] = [tempDir(), join(tempDir(), "file")];
  writeFileSync(file, "");
  expect([userKey({}), userKey({ XDG_STATE_HOME: file })]).toEqual([undefined, undefined]);

  const key = join(state, "heir/key");
  mkdirSync(join(state, "heir"));
  writeFileSync(key, Buffer.alloc(32), { mode: 0o644 });
  chmodSync(key, 0o644);
  expect(userKey({ XDG_STATE_HOME: state })).toBeUndefined();
  chmodSync(key, 0o600);
  expect(userKey({ XDG_STATE_HOME: state })).toBeDefined();
  writeFileSync(key, "short");
  expect(userKey({ XDG_STATE_HOME: state })).toBeUndefined();
});
