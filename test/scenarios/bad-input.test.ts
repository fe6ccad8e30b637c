import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newRepo, repoAt, type TestRepo, tempDir } from "../support/git/repo.ts";
import { type Printed, runHeir } from "../support/scenario/run.ts";

type Contents = Readonly<Record<string, string | Uint8Array>>;

/** An inventory outside git: the files, and a node `ok` that nothing is wrong with. */
function inventory(files: Contents): TestRepo {
  const repo = repoAt(tempDir());
  for (const [path, content] of Object.entries({ "classes/.gitkeep": "", "nodes/ok.yml": "{}\n", ...files })) {
    repo.write(path, content);
  }
  return repo;
}

function committed(files: Contents): TestRepo {
  const repo = newRepo();
  for (const [path, content] of Object.entries({ "classes/.gitkeep": "", ...files })) repo.write(path, content);
  repo.commit("first");
  return repo;
}

const heir = (dir: string, ...args: readonly string[]): Promise<Printed> => runHeir(args, { cwd: dir });

/** Errors as `code at place: message`, and what becomes of the node `ok`. */
async function errorsOf({ dir }: TestRepo): Promise<readonly string[]> {
  const { code, text } = await heir(dir, "check", "--format", "json", "--level", "error");
  const { findings } = JSON.parse(text) as { findings: readonly Finding[] };
  expect(code).toBe(findings.length > 0 ? 1 : 0);
  expect(await heir(dir, "show", "ok", "environment")).toEqual({ code: 0, text: "base\n" });
  return findings.map(({ code: kind, message, place }) => {
    return place === undefined
      ? `${kind}: ${message}`
      : `${kind} at ${place.file}:${place.line}:${place.column}: ${message}`;
  });
}

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

describe("a file that is not YAML is one error at its place, and the other nodes are answered", () => {
  test.each([
    ["a tab as indentation", "a:\n\tb: 1\n", 2, 1],
    ["a second document", "a: 1\n---\nb: 1\n", 2, 1],
    ["an unknown tag", "a: !foo 1\n", 1, 4],
    ["an alias without an anchor", "a: *x\n", 1, 4],
    ["an alias inside what it repeats", "a: &x [*x]\n", 1, 8],
    ["two keys on a line", "parameters:\n  a: b: c\n", 2, 6],
    ["keys in different columns", "parameters:\n  a: 1\n b: 2\n", 3, 1],
    ["a day that does not exist", "parameters: {a: 2024-13-45}\n", 1, 17],
    ["a list as a key", "parameters: {[1]: 2}\n", 1, 14],
    ["<< with a scalar", "parameters: {<<: 1}\n", 1, 18],
    ["a sign that text cannot begin with", "a: @x\n", 1, 4],
    ["an escape that does not exist", 'a: "\\q"\n', 1, 5],
    ["a control character", "a: \u0007\n", 1, 4],
    ["a NUL", "a: \0\n", 1, 4],
    ["bytes that are not UTF-8", Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe, 0x0a]), 1, 4],
  ])("%s", async (_, content, line, column) => {
    const errors = await errorsOf(inventory({ "nodes/n1.yml": content }));

    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^yaml-syntax at nodes/n1\\.yml:${line}:${column}: [^\\n]{10,90}$`));
  });
});

describe("what grows beyond bounds is named, quickly", { timeout: 5_000 }, () => {
  test.each([
    ["1,001 lists inside each other", `parameters: {a: ${"[".repeat(1001)}${"]".repeat(1001)}}`, "yaml-limit"],
    ["20,000 lists inside each other", `parameters: {a: ${"[".repeat(20_000)}`, "yaml-limit"],
    [
      "1,001 mappings inside each other",
      `parameters:\n${lines(1001, (at) => `${" ".repeat(at + 1)}k:`)}`,
      "yaml-limit",
    ],
    [
      "values that references nest 1,300 deep",
      `parameters:\n${lines(1300, (at) => `  a${at}: {k: "\${a${at + 1}}"}`)}  a1300: x`,
      "reference-limit",
    ],
    [
      "lists of two references each",
      `parameters:\n  a0: x\n${lines(40, (at) => `  a${at + 1}: ['\${a${at}}', '\${a${at}}']`)}`,
      "reference-limit",
    ],
    [
      "mappings of two references each",
      `parameters:\n  a0: x\n${lines(40, (at) => `  a${at + 1}: {l: '\${a${at}}', r: '\${a${at}}'}`)}`,
      "reference-limit",
    ],
    [
      "text that doubles 60 times",
      `parameters:\n  a0: x\n${lines(60, (at) => `  a${at + 1}: \${a${at}}\${a${at}}`)}`,
      "reference-limit",
    ],
  ])("%s", async (_, content, code) => {
    const errors = await errorsOf(inventory({ "nodes/n1.yml": content }));

    expect(new Set(errors.map((error) => error.split(" ", 1)[0]))).toEqual(new Set([code]));
  });

  test("a list that is appended to itself over and over", async () => {
    const doubling = `parameters:\n${lines(40, (at) => `  a${at + 1}: \${a${at}}`)}`;

    const errors = await errorsOf(
      inventory({
        "classes/a.yml": `${doubling}  a0: [x]\n`,
        "classes/b.yml": doubling,
        "nodes/n1.yml": "classes: [a, b]\n",
      }),
    );

    expect(errors).toEqual([
      "reference-limit at classes/b.yml:21:8: references make values grow beyond 32 million characters; a value counts as 16",
    ]);
  });

  test("long chains of references are followed from either end", async () => {
    const { dir } = inventory({
      "nodes/up.yml": `parameters:\n${lines(3000, (at) => `  a${at}: \${a${at + 1}}`)}  a3000: end\n`,
      "nodes/down.yml": `parameters:\n  a0: end\n${lines(3000, (at) => `  a${at + 1}: \${a${at}}`)}`,
    });

    expect(await heir(dir, "show", "up", "a0")).toEqual({ code: 0, text: "end\n" });
    expect(await heir(dir, "show", "down", "a3000")).toEqual({ code: 0, text: "end\n" });
  });

  test("a value of 5 MB and a list of 100,000 items are ordinary values", { timeout: 30_000 }, async () => {
    const { dir } = inventory({
      "nodes/text.yml": `parameters: {a: "${"x".repeat(5 << 20)}", b: "<\${a}>"}\n`,
      "nodes/list.yml": `parameters:\n  l:\n${"  - i\n".repeat(100_000)}  m: \${l}\n`,
    });

    const text = await heir(dir, "show", "text", "b", "--raw");
    const list = await heir(dir, "show", "list", "m", "--raw");

    expect([text.code, text.text.length]).toEqual([0, (5 << 20) + 3]);
    expect(list).toEqual({ code: 0, text: "i\n".repeat(100_000) });
  });
});

describe("loops of classes and of references", () => {
  test.each([1, 2, 50])("of length %i are one finding", async (length) => {
    const classes = Array.from({ length }, (_, at) => [`classes/c${at}.yml`, `classes: [c${(at + 1) % length}]\n`]);
    const references = `parameters:\n${lines(length, (at) => `  a${at}: \${a${(at + 1) % length}}`)}`;

    const errors = await errorsOf(
      inventory({ ...Object.fromEntries(classes), "nodes/n1.yml": "classes: [c0]\n", "nodes/n2.yml": references }),
    );

    expect(errors.map((error) => error.slice(0, 40).replace(/:.*/, ""))).toEqual([
      `class-cycle at classes/c${length - 1}.yml`,
      "reference-cycle at nodes/n2.yml",
    ]);
  });
});

describe("names that every object in JavaScript has", () => {
  const names = ["__proto__", "constructor", "hasOwnProperty", "toString"];
  const node = `classes: [${names.join(", ")}]
parameters:
${names.map((name) => `  ${name}: { own: ${name} }\n`).join("")}  all: [${names.map((name) => `'\${${name}:own}'`).join(", ")}]
`;
  const files = Object.fromEntries(
    names.flatMap((name) => [
      [`nodes/${name}.yml`, node],
      [`classes/${name}.yml`, `applications: [${name}]\nparameters: { ${name}: { class: 1 } }\n`],
    ]),
  );

  test("are ordinary names of nodes, classes and keys", async () => {
    const { dir } = inventory(files);

    const { code, text } = await heir(dir, "inventory", "--json", "__proto__", "constructor");

    expect(code).toBe(0);
    const found = JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value)) as typeof JSON;
    expect(text).toContain('"__proto__": {"classes":["__proto__","constructor","hasOwnProperty","toString"]');
    expect(text).toContain('"__proto__":{"class":1,"own":"__proto__"}');
    expect(found).toMatchObject({
      nodes: { constructor: { parameters: { all: names, toString: { own: "toString" } } } },
    });
  });

  test("are ordinary in differences", async () => {
    const repo = committed(files);
    repo.write("classes/__proto__.yml", "applications: [__proto__]\nparameters: { __proto__: { class: 2 } }\n");

    const { text } = await heir(repo.dir, "diff", "--stat", "--", "toString");

    expect(text).toContain("__proto__:class 1 -> 2");
  });

  test("are missing where nobody wrote them", async () => {
    const errors = await errorsOf(
      inventory({
        "heir.yml": "{}\n",
        "nodes/n1.yml": "classes: [toString]\n",
        "nodes/n2.yml": "parameters: { a: '${constructor:name}' }\n",
      }),
    );

    expect(errors).toEqual([
      "class-not-found at nodes/n1.yml:1:11: class toString is listed but has no file",
      "unresolved-reference at nodes/n2.yml:1:18: undefined reference ${constructor:name}: no value at constructor:name",
    ]);
  });
});

describe("odd files", () => {
  test("names with blanks, line ends, quotes and other scripts are names", async () => {
    const odd = ["a b", "new\nline", "\"q'", "ünï", "😀", "-dash", "co:lon"];
    const repo = committed(Object.fromEntries(odd.map((name) => [`nodes/${name}.yml`, "parameters: { x: 1 }\n"])));
    for (const name of odd) repo.write(`nodes/${name}.yml`, "parameters: { x: 2 }\n");

    const { text } = await heir(repo.dir, "diff", "--nodes-only");

    expect(text.trimEnd().split("\n")).toEqual(odd.toSorted().map((name) => name.replace("\n", "\\x0a")));
    for (const name of odd) expect(await heir(repo.dir, "show", "--", name, "x")).toEqual({ code: 0, text: "2\n" });
    expect((await heir(repo.dir, "diff", "--", "new?line")).text).toContain("new\\x0aline");
  });

  test("line ends of Windows and old Macs, byte order marks and UTF-16 are read", async () => {
    const { dir } = inventory({
      "nodes/crlf.yml": "classes: [bom]\r\nparameters:\r\n  t: |\r\n    x\r\n    y\r\n",
      "classes/bom.yml": "\ufeffparameters: { bom: 1 }\r\n",
      "nodes/cr.yml": "parameters:\r  a: 1\r",
      "nodes/wide.yml": Buffer.from("\ufeffparameters: { a: é }", "utf16le"),
    });

    expect((await heir(dir, "show", "crlf", "t", "--json")).text).toBe('"x\\ny\\n"\n');
    expect((await heir(dir, "show", "crlf", "bom")).text).toBe("1\n");
    expect((await heir(dir, "show", "cr", "a")).text).toBe("1\n");
    expect((await heir(dir, "show", "wide", "a")).text).toBe("é\n");
  });

  test("places count characters, and count lines as editors do, whatever the line ends", async () => {
    const errors = await errorsOf(inventory({ "nodes/n1.yml": "parameters:\r\n  😀é: ${nope}\r\n" }));

    expect(errors).toEqual(["unresolved-reference at nodes/n1.yml:2:7: undefined reference ${nope}: no value at nope"]);
  });

  test("a folder whose name ends in .yml is a folder", async () => {
    const repo = inventory({ "classes/x.yml/a.yml": "{}\n" });
    mkdirSync(join(repo.dir, "nodes/n1.yml"));

    expect(await errorsOf(repo)).toEqual([]);
    expect((await heir(repo.dir, "classes")).text).toBe("x.yml.a\n");
  });

  test("a file that may not be read is a finding, unless the reader may read anything", async () => {
    const repo = inventory({ "nodes/n1.yml": "{}\n" });
    chmodSync(join(repo.dir, "nodes/n1.yml"), 0);

    const errors = await errorsOf(repo);

    expect(errors).toEqual(
      process.getuid?.() === 0 ? [] : [expect.stringMatching(/^file-unreadable at nodes\/n1\.yml:1:1: /)],
    );
  });

  test("of a line of 80,000 signs the part around the fault is shown", async () => {
    const { dir } = inventory({ "nodes/n1.yml": `parameters: { a: ${"long".repeat(20_000)}, b: "\${nope}" }\n` });

    const { text } = await heir(dir, "check");

    expect(text.split("\n").every((line) => line.length <= 100)).toBe(true);
    expect(text).toContain(', b: "${nope}" }');
  });
});

describe("where a command is started", () => {
  test("a folder without an inventory, one that does not exist, and one outside git", async () => {
    const outside = inventory({}).dir;

    expect((await heir(tempDir(), "nodes")).code).toBe(2);
    expect(await heir(outside, "nodes", "-C", "gone")).toEqual({
      code: 2,
      text: 'heir: there is no directory "gone"\n',
    });
    expect(await heir(outside, "show", "ok", "environment")).toEqual({ code: 0, text: "base\n" });
    expect(await heir(outside, "diff")).toEqual({
      code: 2,
      text: "heir: this folder is not in a git repository\nhint: run git init there, or leave out the revision\n",
    });
  });

  test("a repository without commits", async () => {
    const repo = newRepo();
    repo.write("classes/.gitkeep", "");
    repo.write("nodes/n1.yml", "{}\n");
    const text = "heir: this repository has no commits yet\nhint: make a first commit with git commit\n";

    expect(await heir(repo.dir, "diff", "HEAD")).toEqual({ code: 2, text });
    expect((await heir(repo.dir, "diff", "--staged")).text).toMatch(/^heir: no inventory in the index\n/);
    expect(await heir(repo.dir, "show", "n1", "environment")).toEqual({ code: 0, text: "base\n" });
  });

  test("revisions that do not exist, and ones that look like options", async () => {
    const { dir } = committed({ "nodes/n1.yml": "{}\n" });

    expect(await heir(dir, "diff", "mian")).toEqual({
      code: 2,
      text: 'heir: unknown revision "mian"\nhint: did you mean main?\n',
    });
    expect(await heir(dir, "show", "n1", "-r", "--output=x")).toEqual({
      code: 2,
      text: 'heir: unknown revision "--output=x"\n',
    });
    expect(existsSync(join(dir, "x"))).toBe(false);
  });

  test("a detached HEAD, a subfolder, a linked work tree and -C", async () => {
    const repo = committed({ "nodes/n1.yml": "parameters: { a: 1 }\n", "sub/deep/file": "" });
    repo.commit("second", { "nodes/n1.yml": "parameters: { a: 2 }\n" });
    repo.git("checkout", "-q", "--detach", "HEAD~1");
    const linked = join(tempDir(), "linked");
    repo.git("worktree", "add", "-q", linked, "main");

    expect((await heir(repo.dir, "diff", "main", "--stat")).text).toContain("| 1 node: n1 | a 2 -> 1\n");
    expect((await heir(join(repo.dir, "sub/deep"), "show", "n1", "a")).text).toBe("1\n");
    expect((await heir(linked, "show", "n1", "a")).text).toBe("2\n");
    expect((await heir(tempDir(), "-C", repo.dir, "show", "n1", "a")).text).toBe("1\n");
  });

  test("a bare repository answers from HEAD, and has neither index nor work tree", async () => {
    const repo = committed({ "nodes/n1.yml": "parameters: { a: 1 }\n" });
    const bare = join(tempDir(), "bare.git");
    repo.git("clone", "-q", "--bare", repo.dir, bare);

    expect((await heir(bare, "show", "n1", "a")).text).toBe("1\n");
    expect((await heir(bare, "diff", "main", "main", "--exit-code")).code).toBe(0);
    expect(await heir(bare, "diff", "--staged")).toEqual({
      code: 2,
      text: "heir: a bare repository has no index\nhint: name a commit with -r\n",
    });
  });

  test("words that mean nothing", async () => {
    const { dir } = inventory({});

    expect(await heir(dir, "shwo")).toEqual({
      code: 2,
      text: 'heir: unknown command "shwo"\nhint: did you mean show?\n',
    });
    expect(await heir(dir, "nodes", "--colr")).toEqual({
      code: 2,
      text: "heir: unknown option --colr\nhint: did you mean --color?\n",
    });
    expect(await heir(dir, "show", "okk")).toEqual({
      code: 2,
      text: 'heir: no node is called "okk"\nhint: did you mean ok?\n',
    });
    expect(await heir(dir, "show", "ok", "no:where")).toEqual({
      code: 2,
      text: 'heir: ok has no value at "no:where"\nhint: ok has _reclass_\n',
    });
  });
});

describe("links", () => {
  test("never lead out of the folder, in the work tree as in commits", async () => {
    const repo = committed({ "nodes/n1.yml": "{}\n" });
    repo.git("config", "core.symlinks", "true");
    for (const [name, target] of [
      ["pw.yml", "/etc/passwd"],
      ["up.yml", "../../../x.yml"],
      ["loop.yml", "loop.yml"],
    ]) {
      repo.git("update-index", "--add", "--cacheinfo", `120000,${blob(repo, target ?? "")},nodes/${name}`);
    }
    repo.git("commit", "-q", "-m", "links");
    repo.git("checkout", "-q", "--", ".");

    for (const revision of ["HEAD", "INDEX", "WORKTREE"]) {
      const { code, text } = await heir(repo.dir, "check", revision);

      expect(text.match(/^error.*$/gm)).toEqual([
        "error[file-unreadable]: symbolic link nodes/loop.yml leads back to itself",
        "error[symlink-escape]: symbolic link nodes/pw.yml leads out of the repository",
        "error[symlink-escape]: symbolic link nodes/up.yml leads out of the repository",
      ]);
      expect(code).toBe(1);
      expect(text).not.toContain("root:");
    }
  });
});

function blob(repo: TestRepo, content: string): string {
  repo.write(".git/link-text", content);
  return repo.git("hash-object", "-w", ".git/link-text");
}
