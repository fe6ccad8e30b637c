import fc from "fast-check";
import { expect, test } from "vitest";
import { type ParameterPath, parsePath, printPath } from "../../../src/model/values/parameter-path.ts";
import { matchesPath, parsePathFilter, touchesPath } from "../../../src/model/values/path-filter.ts";

const existing = (...paths: readonly ParameterPath[]) => {
  const known = new Set(paths.flatMap((path) => path.map((_, index) => JSON.stringify(path.slice(0, index + 1)))));
  return (path: ParameterPath): boolean => known.has(JSON.stringify(path));
};
const read = (text: string, exists?: (path: ParameterPath) => boolean): string[] => {
  const reading = parsePath(text, exists);
  if (reading.kind === "fault") return [reading.message];
  return (reading.kind === "path" ? [reading.path] : reading.paths).map((path) => path.join("/"));
};

test.each([
  [["parameters", "ntp", "server"], "ntp:server"],
  [["parameters"], "parameters"],
  [["classes"], "classes"],
  [["exports", "a"], "exports:a"],
  [["parameters", "exports", "a"], "parameters:exports:a"],
  [["parameters", "a:b", "", " x", "it's", 'q"'], '"a:b":"":" x":"it\'s":"q\\""'],
  [["parameters", "a.b", "c d"], "a.b:c d"],
  [["parameters", "\u001b[1m", "\u202e"], '"\\u001b[1m":"\\u202e"'],
  [["parameters", "/etc/motd"], '"/etc/motd"'],
  [["parameters", "files", "/etc/motd"], "files:/etc/motd"],
])("%j is written %s", (path, text) => {
  expect(printPath(path)).toBe(text);
  expect(parsePath(text)).toEqual({ kind: "path", path });
});

test("every path can be read back", () => {
  const key = fc.oneof(fc.string(), fc.constantFrom("a", "classes", "parameters", "/x", "$" + "{x}", "*", "a.b"));
  fc.assert(
    fc.property(fc.array(key, { minLength: 1 }), (keys) => {
      const path = ["parameters", ...keys];
      expect(parsePath(printPath(path))).toEqual({ kind: "path", path });
    }),
  );
});

test("other spellings are read too", () => {
  const path = ["parameters", "ntp", "server"];
  for (const text of [
    "ntp:server",
    "$" + "{ntp:server}",
    "/ntp/server",
    '"ntp":server',
    "'ntp':server",
    "parameters:ntp:server",
  ]) {
    expect(parsePath(text)).toEqual({ kind: "path", path });
  }
  expect(read("/a~1b/c~0d")).toEqual(["parameters/a/b/c~d"]);
  expect(read('"ntp')).toEqual(['a quote is not closed in "ntp']);
  expect(read('"ntp"x')).toEqual(['after the quoted key "ntp" comes no :']);
});

test("a parameter with the name of a part of the node is found when the part has no such value", () => {
  const exists = existing(["parameters", "exports", "x"], ["exports", "y"]);
  expect(read("exports:x", exists)).toEqual(["parameters/exports/x"]);
  expect(read("exports:y", exists)).toEqual(["exports/y"]);
});

test("dots separate keys where only one value is so written", () => {
  const exists = existing(
    ["parameters", "hosts", "db.example.org", "ip"],
    ["parameters", "a.b"],
    ["parameters", "a", "b"],
  );
  expect(read("hosts.db.example.org.ip", exists)).toEqual(["parameters/hosts/db.example.org/ip"]);
  expect(read('hosts."db.example.org".ip', exists)).toEqual(["parameters/hosts/db.example.org/ip"]);
  expect(read("a.b", exists)).toEqual(["parameters/a.b"]);
  expect(read("nothing.here", exists)).toEqual(["parameters/nothing.here"]);
  const two = existing(["parameters", "a", "b.c"], ["parameters", "a.b", "c"]);
  expect(read("a.b.c", two)).toEqual(["parameters/a/b.c", "parameters/a.b/c"]);
});

const filtered = (text: string, ...paths: readonly string[]): string[] => {
  const filter = parsePathFilter(text);
  if (typeof filter === "string") return [filter];
  return paths.filter((path) => matchesPath(filter, ["parameters", ...path.split(":")]));
};

test("path filters mean a value, one level, or any depth", () => {
  const paths = ["ntp", "ntp:server", "ntp:restrict:x", "ntpd", "users:bob:shell"];
  expect(filtered("ntp", ...paths)).toEqual(["ntp", "ntp:server", "ntp:restrict:x"]);
  expect(filtered("ntp:*", ...paths)).toEqual(["ntp:server"]);
  expect(filtered("ntp:**", ...paths)).toEqual(["ntp:server", "ntp:restrict:x"]);
  expect(filtered("nt*", ...paths)).toEqual(["ntp", "ntpd"]);
  expect(filtered("ntp?", ...paths)).toEqual(["ntpd"]);
  expect(filtered("**:shell", ...paths)).toEqual(["users:bob:shell"]);
  expect(filtered("users:**:shell", ...paths)).toEqual(["users:bob:shell"]);
  expect(filtered("**", ...paths)).toEqual(paths);
  expect(filtered('"nt*"', ...paths, "nt*")).toEqual(["nt*"]);
});

test("a whole mapping is touched by a filter for what is inside", () => {
  const filter = parsePathFilter("ntp:server");
  if (typeof filter === "string") throw new Error(filter);
  expect(matchesPath(filter, ["parameters", "ntp"])).toBe(false);
  expect(touchesPath(filter, ["parameters", "ntp"])).toBe(true);
  expect(touchesPath(filter, ["parameters", "dns"])).toBe(false);
});
