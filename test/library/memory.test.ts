import { describe, expect, test } from "vitest";
import { HeirError, memory, type PlainValue, type ResolvedNode } from "../../src/index.ts";

async function resolved(files: Readonly<Record<string, string>>, settings?: Record<string, PlainValue>) {
  const result = await memory(Object.entries(files), settings && { settings }).resolve("web1");
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result;
}

const files = {
  "classes/base.yml":
    "applications: [sshd]\nparameters:\n  domain: example.org\n  ntp: {server: 'ntp.${domain}', port: 123}\n",
  "nodes/web1.yml": "classes: [base]\nparameters:\n  ntp: {port: 124}\nexports: {role: web}\n",
};

test("a node is resolved to plain data", async () => {
  const { node, classes, applications, environment, parameters, exports, diagnostics } = await resolved(files);

  expect({ node, classes, applications, environment, exports, diagnostics }).toEqual({
    node: "web1",
    classes: ["base"],
    applications: ["sshd"],
    environment: "base",
    exports: { role: "web" },
    diagnostics: [],
  });
  expect(JSON.stringify(parameters)).toBe(
    '{"_reclass_":{"name":{"full":"web1","short":"web1"},"environment":"base"},' +
      '"domain":"example.org","ntp":{"server":"ntp.example.org","port":124}}',
  );
});

test("a copy of a result is the data alone", async () => {
  const result = await resolved(files);
  const copy = structuredClone<object>(result);

  expect(Object.keys(copy)).toEqual(Object.keys(result));
  expect("placeOf" in copy).toBe(false);
});

describe("values are plain:", () => {
  const typed = `parameters:
  big: 12345678901234567890
  small: 42
  float: 1.0
  infinite: -.inf
  date: 2024-01-31
  time: 2024-01-31 10:20:30 +02:00
  binary: !!binary aGVpcg==
  set: !!set {b, a}
  none: ~
  yes: on
  list: [1, {80: http, true: x}]
  ports: {b: 1, 80: http, a: 2}
`;

  test("by the table of types", async () => {
    const { parameters } = await resolved({ "nodes/web1.yml": typed });
    const { _reclass_, ...values } = parameters;

    expect(_reclass_).toBeDefined();
    expect(values).toEqual({
      big: 12345678901234567890n,
      small: 42,
      float: 1,
      infinite: Number.NEGATIVE_INFINITY,
      date: "2024-01-31",
      time: "2024-01-31T10:20:30+02:00",
      binary: "aGVpcg==",
      set: ["a", "b"],
      none: null,
      True: true,
      list: [1, { "80": "http", true: "x" }],
      ports: { "80": "http", b: 1, a: 2 },
    });
  });

  test("and their JSON text keeps order, digits and points", async () => {
    const result = await resolved({ "nodes/web1.yml": typed });

    expect(result.json("big")).toBe("12345678901234567890");
    expect(result.json("float")).toBe("1.0");
    expect(result.json("infinite")).toBe('"-Infinity"');
    expect(result.json("ports", { indent: 0 })).toBe('{"b":1,"80":"http","a":2}');
    expect(result.json("list")).toBe('[\n  1,\n  {\n    "80": "http",\n    "true": "x"\n  }\n]');
    expect(result.json("nothing")).toBeUndefined();
  });

  test("__proto__ and constructor are keys like any other, and touch nothing", async () => {
    const text =
      "parameters:\n  __proto__: {polluted: 1}\n  a: {__proto__: [x], constructor: c}\n  hasOwnProperty: h\n";
    const result = await resolved({ "nodes/web1.yml": text });

    expect(Object.keys(result.parameters)).toEqual(["_reclass_", "__proto__", "a", "hasOwnProperty"]);
    expect(result.value(["__proto__", "polluted"])).toBe(1);
    expect(result.value("a:__proto__")).toEqual(["x"]);
    expect(result.value("a:constructor")).toBe("c");
    expect(result.value("toString")).toBeUndefined();
    expect(Object.getPrototypeOf(result.parameters)).toBeNull();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("and belong to the caller", async () => {
    const repository = memory(Object.entries(files));
    const first = (await repository.resolve("web1")) as ResolvedNode;
    (first.parameters as Record<string, PlainValue>)["ntp"] = "mine";
    const second = (await repository.resolve("web1")) as ResolvedNode;

    expect(second.value("ntp:port")).toBe(124);
    expect(first.value("ntp:port")).toBe(124);
  });
});

describe("a path", () => {
  test("is text as on the command line, or a list of keys", async () => {
    const result = await resolved({
      "nodes/web1.yml": "parameters: {a: {b.c: 1, 'd:e': 2}, l: [x, y], classes: mine}\n",
    });

    for (const path of ["a.b.c", "a:b.c", "${a:b.c}", "/a/b.c", ["a", "b.c"], ["parameters", "a", "b.c"]]) {
      expect(result.value(path)).toBe(1);
    }
    expect(result.value(["a", "d:e"])).toBe(2);
    expect(result.value('a:"d:e"')).toBe(2);
    expect(result.value("l:1")).toBe("y");
    expect(result.value(["l", "-1"])).toBe("y");
    expect(result.value("classes")).toEqual([]);
    expect(result.value(["parameters", "classes"])).toBe("mine");
    expect(Object.keys(result.value([]) ?? {})).toEqual([
      "classes",
      "applications",
      "parameters",
      "exports",
      "environment",
    ]);
  });

  test("that cannot be read, or means two values, is wrong use", async () => {
    const result = await resolved({ "nodes/web1.yml": "parameters: {a.b: {c: 1}, a: {b.c: 2}}\n" });

    expect(() => result.value('a:"b')).toThrow(HeirError);
    expect(() => result.placeOf("a.b.c")).toThrow(/"a.b.c" may be .*a.b:c/);
  });
});

describe("every value knows its place:", () => {
  test("file, line, column and layer", async () => {
    const result = await resolved(files);

    expect(result.placeOf(["ntp", "port"])).toEqual({
      file: "nodes/web1.yml",
      line: 3,
      column: 15,
      layer: "node",
      name: "web1",
    });
    expect(result.placeOf("applications:0")).toMatchObject({ file: "classes/base.yml", line: 1, layer: "class" });
    expect(result.placeOf("exports:role")).toMatchObject({ file: "nodes/web1.yml", line: 4, name: "web1" });
    expect(result.placeOf("nothing")).toBeUndefined();
  });

  test("the reference by which it came", async () => {
    expect((await resolved(files)).placeOf("ntp:server")).toMatchObject({ line: 4, layer: "class", name: "base" });
    expect((await resolved({ "nodes/web1.yml": "parameters:\n  a: ${b}\n  b: 1\n" })).placeOf("a")).toEqual({
      file: "nodes/web1.yml",
      line: 2,
      column: 6,
      layer: "node",
      name: "web1",
      via: { reference: "${b}", place: { file: "nodes/web1.yml", line: 3, column: 6 } },
    });
  });

  test("what heir adds itself, what other nodes export, and what settings say", async () => {
    const result = await resolved({
      "heir.yml": "default_environment: live\n",
      "nodes/web1.yml": "parameters:\n  all: $[ exports:role ]\n",
      "nodes/web2.yml": "exports: {role: db}\n",
    });

    expect(result.placeOf("_reclass_:name:short")).toMatchObject({ layer: "automatic", name: "_reclass_" });
    expect(result.placeOf("all:web2")).toMatchObject({ file: "nodes/web2.yml", layer: "node", name: "web2" });
    expect(result.placeOf("environment")).toMatchObject({ file: "heir.yml", layer: "settings", name: "heir.yml" });
  });
});

describe("problems in the data stand in the result:", () => {
  test("a node that does not resolve", async () => {
    const result = await memory([
      ["nodes/web1.yml", "classes: [bse]\n"],
      ["classes/base.yml", ""],
    ]).resolve("web1");

    expect(result).toEqual({
      ok: false,
      node: "web1",
      diagnostics: [
        {
          code: "class-not-found",
          severity: "error",
          message: "class bse is listed but has no file",
          place: { file: "nodes/web1.yml", line: 1, column: 11 },
          related: [],
          hint: "did you mean base?",
        },
      ],
    });
  });

  test("an inventory that cannot be read as a whole", async () => {
    const repository = memory([
      ["heir.yml", "dialect: german\n"],
      ["nodes/web1.yml", ""],
    ]);

    for (const result of [await repository.resolve("web1"), await repository.resolve("unknown")]) {
      expect(result).toMatchObject({ ok: false, diagnostics: [{ code: "bad-value", place: { file: "heir.yml" } }] });
    }
    expect(await repository.explain("web1", "a")).toMatchObject({
      contributions: [],
      diagnostics: [{ code: "bad-value" }],
    });
  });

  test("warnings of a node that resolves", async () => {
    const result = await resolved({ "nodes/web1.yml": "parameters: {a: 1, a: 2}\n" });

    expect(result.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["yaml-duplicate-key", "warning"],
    ]);
  });

  test("everything, from check", async () => {
    const repository = memory([
      ["nodes/a.yml", "classes: [x]\n"],
      ["nodes/b.yml", "classes: [x]\n"],
    ]);

    expect(await repository.check()).toMatchObject({
      v: 1,
      findings: [
        { code: "class-not-found", nodes: ["a"] },
        { code: "class-not-found", nodes: ["b"] },
      ],
      looked_at: { nodes: 2, files: 2, left_out: [] },
    });
    expect((await repository.check({ nodes: ["b"] })).findings).toMatchObject([{ nodes: ["b"] }]);
  });
});

test("names of nodes and classes are sorted, and wrong ones are wrong use", async () => {
  const repository = memory([
    ["nodes/b.yml", ""],
    ["nodes/a.yml", ""],
    ["classes/x/init.yml", ""],
    ["classes/x/y.yml", ""],
  ]);

  expect(await repository.nodes()).toEqual(["a", "b"]);
  expect(await repository.classes()).toEqual(["x", "x.y"]);
  await expect(repository.resolve("c")).rejects.toMatchObject({ kind: "usage", message: 'no node is called "c"' });
  await expect(repository.explain("c", "x")).rejects.toThrow(HeirError);
  await expect(repository.check({ nodes: ["c"] })).rejects.toThrow(HeirError);
  await expect(
    repository
      .resolveAll({ nodes: ["c"] })
      [Symbol.asyncIterator]()
      .next(),
  ).rejects.toThrow(HeirError);
});

test("resolveAll goes through nodes by name, and the caller may stop", async () => {
  const repository = memory(["c", "a", "b"].map((name) => [`nodes/${name}.yml`, ""] as const));
  const names: string[] = [];
  for await (const { node } of repository.resolveAll()) names.push(node);
  for await (const { node } of repository.resolveAll({ nodes: ["c", "b", "c"] })) {
    names.push(node);
    break;
  }

  expect(names).toEqual(["a", "b", "c", "b"]);
});

test("settings given count more than those of heir.yml", async () => {
  const clash = {
    "heir.yml": "allow_scalar_over_list: false\n",
    "classes/base.yml": "parameters: {a: [1]}\n",
    "nodes/web1.yml": "classes: [base]\nparameters: {a: 1}\n",
  };
  expect((await memory(Object.entries(clash)).resolve("web1")).ok).toBe(false);
  expect((await resolved(clash, { allow_scalar_over_list: true })).value("a")).toBe(1);
  const mapped = await resolved(clash, {
    allow_scalar_over_list: true,
    class_mappings: ["web* x"],
    ignore_class_notfound: true,
  });
  expect(mapped.classes).toEqual(["x", "base"]);

  expect(() => memory([], { settings: { "a: 1\nb": 1 } })).toThrow(HeirError);
  await expect(resolved(clash, { dialect: "german" })).rejects.toThrow(/^settings: dialect/);
});

test("an inventory in memory has one state, and none after it is closed", async () => {
  const repository = memory(Object.entries(files));

  await expect(repository.resolve("web1", { at: "HEAD" })).rejects.toThrow(/one state/);
  expect((await repository.diff("WORKTREE", "WORKTREE")).looked_at).toEqual({
    nodes: 1,
    resolved_again: 0,
    files: [],
    left_out: [],
  });
  await repository.close();
  await expect(repository.nodes()).rejects.toThrow(new HeirError("usage", "the repository is closed"));
  await repository.close();
});

test("an edit is planned in memory, and can be applied only where git can take it back", async () => {
  const repository = memory(Object.entries({ ...files, "nodes/web2.yml": "# base\nclasses: [base]\n" }));

  const renamed = await repository.plan({ edit: "mv", from: "base", to: "common" });
  expect(renamed).toMatchObject({ status: "holds", claim: "mv class:base=common", written: false });
  expect(renamed.files.map(({ path, from }) => [path, from])).toEqual([
    ["classes/common.yml", "classes/base.yml"],
    ["nodes/web1.yml", undefined],
    ["nodes/web2.yml", undefined],
  ]);
  expect(renamed.not_followed).toEqual([{ file: "nodes/web2.yml", line: 1, column: 3, why: "comment" }]);
  expect(structuredClone(renamed)).toEqual(renamed);
  await expect(repository.apply(renamed)).rejects.toThrow(/need a git repository/);

  const set = await repository.plan({ edit: "set", nodes: "web*", path: ["ntp", "server"], value: "a" });
  expect(set.files).toMatchObject([{ path: "classes/base.yml", edits: [{ old: "'ntp.${domain}'", new: "'a'" }] }]);
  const fault = { edit: "set", nodes: "web1", path: "ntp:server", value: "a", in: "classes/base.yml" } as const;
  const refused = await repository.plan(fault);
  expect(refused).toMatchObject({ status: "differs", proof: { holds: false } });
  await expect(repository.apply(refused)).rejects.toThrow(/not proved/);
  expect((await repository.plan({ ...fault, also: "web2" })).status).toBe("holds");
  const unset = await repository.plan({ edit: "unset", nodes: "web1", path: "ntp:port" });
  expect(unset.files).toMatchObject([{ path: "nodes/web1.yml" }]);
  await expect(repository.plan({ ...fault, nodes: "web9" })).rejects.toThrow(/web9/);
});
