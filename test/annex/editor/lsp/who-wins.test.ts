import { expect, test } from "vitest";
import { TestEditor } from "../../../support/editor.ts";

/** What hover says of the key `dns` in class `base`, which the one node includes. */
async function hovered(base: string, node: string, contract?: string): Promise<string> {
  const editor = editorOf(base, node, contract);
  const answer = (await editor.ask("textDocument/hover", "classes/base.yml", "d¦ns:")) as {
    contents: { value: string };
  };
  await editor.session.end();
  return answer.contents.value;
}

function editorOf(base: string, node: string, contract?: string): TestEditor {
  return new TestEditor({
    "classes/base.yml": `parameters:\n${base}`,
    "nodes/n1.yml": `classes: [base]\nparameters:\n${node}`,
    ...(contract !== undefined && { "contracts/dns.yml": `values:\n  dns: ${contract}\n` }),
  });
}

const wins = "**dns** · wins on 1";
const overridden = (line: number) => `**dns** · wins on 0 · overridden on 1  \nn1 on 1: nodes/n1.yml:${line}`;

test("a reference to a mapping merges with the mapping below it: both win", async () => {
  expect(await hovered("  dns: {k: 1}\n  other: {z: 2}\n", "  dns: ${other}\n")).toBe(wins);
});

test("a contract that replaces lists leaves nothing of the list below", async () => {
  const lists = ["  dns:\n    - 10.0.0.1\n", "  dns:\n    - 10.0.0.2\n"] as const;
  expect((await hovered(...lists, "{merge: replace}")).split("  \n").slice(0, 2).join("  \n")).toBe(overridden(4));
  expect(await hovered(...lists)).toBe(wins);
});

test("a scalar, and a key with ~, replace what is below; mappings merge", async () => {
  expect(await hovered("  dns: a\n", "  dns: b\n")).toBe(overridden(3));
  expect(await hovered("  dns: {k: 1}\n", "  ~dns: {z: 2}\n")).toBe(overridden(3));
  expect(await hovered("  dns: {k: 1}\n", "  dns: {z: 2}\n")).toBe(wins);
});

test("a key in an item of a list wins where the list does", async () => {
  const editor = editorOf("  users:\n    - name: ann\n", "  users:\n    - name: bob\n");
  const answer = (await editor.ask("textDocument/hover", "nodes/n1.yml", "na¦me: bob")) as {
    contents: { value: string };
  };
  expect(answer.contents.value).toBe("**users:0:name** · wins on 1");
  await editor.session.end();
});

test("definition leads to all layers that a value consists of, implementation to those that were replaced, too", async () => {
  const editor = editorOf("  dns: {k: 1}\n  other: {z: 2}\n  motd: a\n", "  dns: ${other}\n  motd: b\n");
  const go = async (method: string, piece: string) => {
    return editor.places(await editor.ask(`textDocument/${method}`, "classes/base.yml", piece));
  };
  expect(await go("definition", "d¦ns:")).toEqual(["classes/base.yml 2:3-2:6", "nodes/n1.yml 3:3-3:6"]);
  expect(await go("definition", "mo¦td:")).toEqual(["nodes/n1.yml 4:3-4:7"]);
  expect(await go("implementation", "mo¦td:")).toEqual(["classes/base.yml 4:3-4:7", "nodes/n1.yml 4:3-4:7"]);
  await editor.session.end();
});

test("the empty key is told by its spelling, at its colon and in references", async () => {
  const editor = new TestEditor({
    "classes/base.yml": 'parameters:\n  log:\n    "": INFO\n',
    "nodes/n1.yml": 'classes: [base]\nparameters:\n  log: {"": WARN}\n  root: ${log:}\n',
  });
  const ask = async (path: string, piece: string): Promise<unknown> => {
    const answer = (await editor.ask("textDocument/hover", path, piece)) as { contents: { value: string } } | null;
    return answer?.contents.value;
  };
  expect(await ask("classes/base.yml", '¦"": INFO')).toBe(
    '**log:""** · wins on 0 · overridden on 1  \nn1 on 1: nodes/n1.yml:3',
  );
  expect(await ask("nodes/n1.yml", "${lo¦g:}")).toContain("WARN");
  await editor.session.end();
});

test("a fact, the environment, an application, a variable and an item of a list tell where they count", async () => {
  const editor = new TestEditor({
    "classes/base.yml": "applications:\n- motd\nparameters:\n  dns:\n  - 10.0.0.1\n",
    "classes/web.yml": "classes: [base]\napplications:\n- motd\n",
    "nodes/n1.yml": "classes: [web]\nenvironment: lab\nfacts:\n  os: debian\n",
    "nodes/n2.yml": "classes: [base]\n",
    "groups/g.yml": "nodes: [n1, n2]\n",
    "techniques/t.yml": "multi: true\n",
    "directives/d.yml": "technique: t\nsets:\n  mode: fast\n",
    "rules/r.yml": "directives: [d]\ntargets: ['group:g']\n",
  });
  const says = async (path: string, piece: string) => {
    const answer = (await editor.ask("textDocument/hover", path, piece)) as { contents: { value: string } };
    return answer.contents.value.split("  \n")[0];
  };
  expect(await says("nodes/n1.yml", "o¦s: debian")).toBe("**facts:os** · wins on 1");
  expect(await says("nodes/n1.yml", "enviro¦nment")).toBe("**environment** · wins on 1");
  expect(await says("classes/base.yml", "mo¦td")).toBe("**applications:motd** · wins on 1");
  expect(await says("classes/web.yml", "mo¦td")).toBe("**applications:motd** · wins on 0");
  expect(await says("directives/d.yml", "mo¦de")).toBe("**variables:mode** · wins on 2");
  expect(await says("classes/base.yml", "10.¦0.0.1")).toBe("**dns** · wins on 2");
  await editor.session.end();
});
