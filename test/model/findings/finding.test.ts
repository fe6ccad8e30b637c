import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allCodes, isOnRequest } from "../../../src/model/findings/codes.ts";
import { type Diagnostic, finding } from "../../../src/model/findings/diagnostic.ts";
import { parseSettings } from "../../../src/parse/settings/settings.ts";

const span = { file: { path: "heir.yml", blob: "", text: "a: 1\n" }, start: 0, end: 1 };

test("a finding has the severity of its code in the table, and no field without content", () => {
  expect(finding("group-empty", undefined, "m")).toEqual({
    code: "group-empty",
    severity: "warning",
    message: "m",
    related: [],
  });
  const related = [{ span, caption: "c" }];
  expect(finding("class-cycle", span, "m", { related, note: "n", hint: "h" })).toEqual({
    code: "class-cycle",
    severity: "error",
    message: "m",
    span,
    related,
    note: "n",
    hint: "h",
  });
});

test("only the second severity of a code can be asked for", () => {
  expect(finding("unknown-key", span, "m", { as: "error" }).severity).toBe("error");
  expect(finding("bad-value", span, "m", { as: "warning" }).severity).toBe("warning");
  // @ts-expect-error: the table gives this code one severity.
  finding("class-cycle", span, "m", { as: "warning" });
  // @ts-expect-error: the table gives this code another second severity.
  finding("bad-value", span, "m", { as: "info" });
});

test("what is looked for only on request is what takes all nodes, or git's configuration, to know", () => {
  expect(allCodes.filter(isOnRequest)).toEqual([
    "dead-value",
    "class-unused",
    "value-repeated",
    "merge-driver-missing",
    "contract-unused",
  ]);
});

describe("a code with two severities", () => {
  const settings = (text: string): readonly Diagnostic[] => {
    const found: Diagnostic[] = [];
    parseSettings([{ path: "heir.yml", blob: "", text }], (diagnostic) => found.push(diagnostic));
    return found;
  };

  test("bad-value is a warning only where the value is ignored", () => {
    expect(settings("inventory_base_uri: ..\n")).toMatchObject([{ code: "bad-value", severity: "warning" }]);
    expect(settings("compose_node_name: maybe\n")).toMatchObject([{ code: "bad-value", severity: "error" }]);
  });
});

test("no file of src but the table writes down the severity of a finding", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const writers = files.filter((path) =>
    /severity: "(error|warning|info)"(?! \|)/.test(readFileSync(`src/${path}`, "utf8")),
  );

  expect(writers).toEqual(["model/findings/codes.ts"]);
});
