import { expect, test } from "vitest";
import { parseRuntimeFile } from "../../../src/parse/runtime-files.ts";
import { briefly } from "../../support/inventory.ts";
import { plain } from "../../support/value.ts";

function file(text: string) {
  return {
    file: { path: "properties.d/n1/a.json", blob: "0", text },
    pathOnNode: "/var/rudder/local/properties.d/a.json",
  };
}

test("an object of namespaces is the content", () => {
  const { content, diagnostics, pathOnNode } = parseRuntimeFile(file('{"properties": {"k": 1}}'));

  expect(content && plain(content)).toEqual({ properties: { k: 1 } });
  expect(diagnostics).toEqual([]);
  expect(pathOnNode).toBe("/var/rudder/local/properties.d/a.json");
});

test.each([
  ["[1]", "not-an-object at properties.d/n1/a.json:1:1: the file must hold an object of namespaces"],
  [" null", "not-an-object at properties.d/n1/a.json:1:2: the file must hold an object of namespaces"],
  ["{", "json-syntax at properties.d/n1/a.json:1:2: the file is not JSON: a } is missing"],
])("%s has no content", (text, finding) => {
  const { content, diagnostics } = parseRuntimeFile(file(text));

  expect(content).toBeUndefined();
  expect(diagnostics.map(briefly)).toEqual([finding]);
});

test("bytes that are no text are a fault of JSON here, and nothing in the file counts", () => {
  const fault = { code: "yaml-syntax", severity: "error", message: "the file is not UTF-8 text", related: [] } as const;
  const { content, diagnostics } = parseRuntimeFile({ ...file('{"properties": {"k": "\ufffd"}}'), faults: [fault] });

  expect(content).toBeUndefined();
  expect(diagnostics.map(briefly)).toEqual(["json-syntax: the file is not UTF-8 text"]);
});
