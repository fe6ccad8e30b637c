import { describe, expect, test } from "vitest";
import { defaultSettings, type Settings } from "../../../src/model/inventory/settings.ts";
import { parseSettings } from "../../../src/parse/settings/settings.ts";
import { briefly } from "../../support/inventory.ts";

/** Settings that differ from the defaults, and what is wrong with the files. */
function read(...texts: readonly string[]): { readonly own: Partial<Settings>; readonly findings: readonly string[] } {
  const findings: string[] = [];
  const files = texts.map((text, index) => ({ path: `${index + 1}.yml`, blob: `${index}`, text }));
  const settings = parseSettings(files, (diagnostic) => findings.push(briefly(diagnostic)));
  const own = Object.entries(settings).filter(([key, value]) => value !== Reflect.get(defaultSettings, key));
  return { own: Object.fromEntries(own), findings };
}

test("later files win key by key, over the defaults of reclass", () => {
  expect(read("delimiter: /\nnodes_uri: a\n", "nodes_uri: b\n", "compose_node_name: yes\n")).toMatchObject({
    own: { delimiter: "/", nodes_uri: "b", compose_node_name: true },
    findings: [],
  });
});

test("empty files and keys that only reclass needs change nothing", () => {
  expect(read("", "# nothing\n", "storage_type: yaml_fs\noutput: json\npretty_print: true\n").findings).toEqual([]);
});

test("the forms of files have one version", () => {
  expect(read("version: 1\n")).toEqual({ own: {}, findings: [] });
});

test.each(["strict", "path"])("conflicts: %s", (conflicts) => {
  expect(read("conflicts: path\n", `conflicts: ${conflicts}\n`).findings).toEqual([]);
});

describe("values of the wrong type are reported and left out", () => {
  test.each([
    ["compose_node_name: 1", "compose_node_name must be true or false"],
    ["delimiter: ''", "delimiter must be text"],
    ["reference_sentinels: ['<']", "reference_sentinels must be a list of two texts"],
    ["dict_key_override_prefix: ~~", "dict_key_override_prefix must be one character"],
    ["conflicts: loose", "conflicts must be path or strict"],
    ["secrets: '\"db'", "secrets must be a path such as db:password, or a list of paths"],
    ["secrets: [1]", "secrets must be a path such as db:password, or a list of paths"],
    ["version: 2", "version must be 1"],
    ["version: '1'", "version must be 1"],
    ["version: 1.0", "version must be 1"],
    [
      "ignore_class_notfound_regexp: '('",
      "ignore_class_notfound_regexp must be a regular expression or a list of them",
    ],
  ])("%s", (text, message) => {
    const { own, findings } = read(`${text}\n`);

    expect(findings).toEqual([expect.stringMatching(/^bad-value at 1\.yml:1:\d+: /)]);
    expect(findings[0]).toContain(message);
    expect(own).not.toHaveProperty(text.split(":", 1)[0] ?? "");
  });

  test("a file that is no mapping", () => {
    expect(read("[a]\n").findings).toEqual(["bad-value at 1.yml:1:1: settings must be a mapping"]);
  });
});

test("a pattern or a list of patterns may be missing classes", () => {
  expect(read("ignore_class_notfound_regexp: a.*\n").own.ignore_class_notfound_regexp).toEqual(["a.*"]);
  expect(read("ignore_class_notfound_regexp: [a, b]\n").own.ignore_class_notfound_regexp).toEqual(["a", "b"]);
});

test.each(["toString", "__proto__", "constructor", "nodes_url"])("the key %s is not known", (key) => {
  expect(read(`${key}: 1\n`).findings).toEqual([`unknown-key at 1.yml:1:1: "${key}" is not a setting`]);
});
