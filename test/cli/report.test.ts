import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryWorkspace, openWorkspace } from "../../src/workspace/open.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { drawnHistory } from "../support/arbitrary/drawn-history.ts";
import { anyGrouped } from "../support/arbitrary/groups.ts";
import { anyInventory } from "../support/arbitrary/inventory.ts";
import { newRepo, tempDir } from "../support/git/repo.ts";
import { type HostParts, heir } from "../support/host.ts";
import type { Files } from "../support/side.ts";

const folder = tempDir();
let written = 0;

/** Runs a command for each share and joins what they print; gives that and what one run for all nodes prints. */
async function joinedAndWhole(files: Files, command: readonly string[], shares: number) {
  const workspace = () => ({ workspace: memoryWorkspace(Object.entries(files)) });
  return joinedAndWholeOf(workspace, command, shares);
}

async function joinedAndWholeOf(workspace: () => HostParts, asked: readonly string[], shares: number) {
  // What follows `--` is no option.
  const end = asked.includes("--") ? asked.indexOf("--") : asked.length;
  const [command, rest] = [asked.slice(0, end), asked.slice(end)];
  const whole = await heir([...command, "--format", "json", ...rest], workspace());
  const names: string[] = [];
  for (let share = 1; share <= shares; share += 1) {
    const part = await heir([...command, "--format", "json", "--shard", `${share}/${shares}`, ...rest], workspace());
    names.push(file(part.out));
  }
  const joined = await heir(["report", "merge", ...names.reverse()]);
  return { joined: { code: joined.code, out: joined.out }, whole: { code: whole.code, out: whole.out } };
}

function file(text: string): string {
  written += 1;
  const name = join(folder, `${written}.json`);
  writeFileSync(name, text);
  return name;
}

const FLEET: Files = {
  "classes/base.yml":
    "# heir: allow remove-nothing (kept until all have moved)\nparameters: {size: 1.0, big: 12345678901234567890}\n",
  "classes/unused.yml": "classes: [nowhere]\n",
  "classes/old.yml": "applications:\n  # heir: allow remove-nothing (some still bring it)\n  - ~legacy\n",
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `nodes/web${index}.yml`,
      index % 5 === 0
        ? "classes: [base, typo]\n"
        : `classes: [base, old]\napplications: [app${index % 3}]\nparameters: {n: ${index}}\n`,
    ]),
  ),
};

test.each([1, 2, 5])("%i shares of an inventory joined are what one run prints, to the letter", async (shares) => {
  const { joined, whole } = await joinedAndWhole(FLEET, ["inventory"], shares);
  expect(joined).toEqual(whole);
  expect(whole.out).toContain('"size":1.0,"big":12345678901234567890');
});

test.each([1, 2, 5])("%i shares of a check joined are what one run prints, to the letter", async (shares) => {
  const { joined, whole } = await joinedAndWhole(FLEET, ["check"], shares);
  expect(joined).toEqual(whole);
  expect(whole.out).toContain("allow-useless");
});

test("what a file has beyond the findings that are listed is counted as in one run", async () => {
  const removals = Array.from({ length: 1003 }, (_, index) => `- ~app${index}\n`).join("");
  const node = "classes: [base]\n";
  const files = { "classes/base.yml": `applications:\n${removals}`, "nodes/n1.yml": node, "nodes/n2.yml": node };
  const { joined, whole } = await joinedAndWhole(files, ["check"], 2);
  expect(joined).toEqual(whole);
  const more = [{ code: "remove-nothing", severity: "warning", file: "classes/base.yml", count: 3 }];
  expect(JSON.parse(joined.out)).toMatchObject({ more });
});

test.each([1, 3])("rules over nodes hold over %i shares as over all nodes", async (shares) => {
  const nodes = [1, 2, 3, 4].map((at) => [`nodes/n${at}.yml`, `parameters: {ip: 10.0.0.${at % 2}, role: db}\n`]);
  const rules = "rules:\n- {unique: ip}\n- {same: ip, per: role}\n- {count: {role: db}, exactly: 3}\n";
  const files = { "contracts/a.yml": rules, ...Object.fromEntries(nodes) };
  const { joined, whole } = await joinedAndWhole(files, ["check"], shares);
  expect(joined).toEqual(whole);
  expect(JSON.parse(whole.out).findings).toHaveLength(4);
});

test("how a conflict can be settled is told as in one run, also where a share holds only nodes that fail", async () => {
  const files = {
    "heir.yml": "version: 1\n",
    "groups/one.yml": "nodes: [n1, n2]\nproperties: {l: {value: 1}}\n",
    "groups/two.yml": "nodes: [n1, n2]\nproperties: {l: {value: 2}}\n",
    "nodes/n1.yml": "classes: [a]\nparameters: {k: 1}\n",
    "nodes/n2.yml": "{}\n",
    "classes/a.yml": "parameters: {k: [1]}\n",
  };
  const { joined, whole } = await joinedAndWhole(files, ["check"], 2);
  expect(joined).toEqual(whole);
  expect(whole.out).toContain("add ONE of these");
});

test.each([
  ["class base"],
  ["base"],
  ["lone"],
  ["size"],
  ["n"],
  ["web3"],
  ["classes/base.yml:2"],
  ["path:nowhere:at:all"],
  ["path:nowhere", "--allow-empty"],
])("what uses %s is the same in one run and in shares", async (...words) => {
  const files = {
    ...FLEET,
    "classes/lone.yml": "parameters: {from: 1.0, read: '${n}'}\n",
    "nodes/far.yml": "classes: ['${which}']\nparameters: {which: lone}\n",
    "nodes/near.yml": "classes: ['${which}']\nparameters: {which: lone, n: '${nowhere}'}\n",
  };
  const { joined, whole } = await joinedAndWhole(files, ["uses", ...words], 3);
  expect(joined).toEqual(whole);
});

test.each([[[]], [["web1*"]]])("expectations of %j are tested in shares as in one run", async (words) => {
  const expectation = (node: string, size: string) => `- {node: ${node}, path: size, is: ${size}}\n`;
  const contract = `expect:\n${expectation("'web*'", "1.0")}${expectation("web3", "2.50")}${expectation("gone", "1")}`;
  const { joined, whole } = await joinedAndWhole({ ...FLEET, "contracts/a.yml": contract }, ["test", ...words], 4);
  expect(joined).toEqual(whole);
  expect([whole.code, whole.out]).toEqual([1, expect.stringContaining('"got": 1.0')]);
});

test("what cannot be read as a whole is not read in shares either", async () => {
  for (const command of [["uses", "base"], ["test"]]) {
    const files = { ...FLEET, "reclass-config.yml": "nodes_uri: [\n" };
    const { joined, whole } = await joinedAndWhole(files, command, 2);
    expect(joined).toEqual(whole);
    expect(whole).toEqual({ code: 3, out: "" });
  }
});

test("shares of a log joined are what one run prints, whatever branches and merges there are", async () => {
  for (const seed of [3]) {
    const repo = drawnHistory(seed, 24);
    await inRepo(repo.dir, async (open) => {
      for (const words of [
        ["-r", "main"],
        ["-r", "main~9..main", "--first-parent"],
        ["n1", "-r", "main"],
        ["--author", "e", "-r", "main"],
      ]) {
        for (const shares of words[0] === "-r" ? [2, 7] : [3]) {
          const { joined, whole } = await joinedAndWholeOf(() => ({ open }), ["log", ...words], shares);
          expect({ seed, words, shares, ...joined }).toEqual({ seed, words, shares, ...whole });
          expect(whole.code).toBe(0);
        }
      }
    });
  }
});

/** Opens a repository as often as it is asked to; all are closed at the end. */
async function inRepo(dir: string, use: (open: NonNullable<HostParts["open"]>) => Promise<void>): Promise<void> {
  const opened: Workspace[] = [];
  await use(async () => {
    const workspace = await openWorkspace({ cwd: dir });
    opened.push(workspace);
    return { states: workspace, workspace: async () => workspace };
  });
  for (const workspace of opened) await workspace.close();
}

test("shares of a diff joined are what one run prints: edits, renames, failures, secrets and contracts", async () => {
  const repo = newRepo();
  const node = (at: number, more = ""): string => `classes: [base, role.r${at % 3}]\nparameters: {n: ${at}}\n${more}`;
  const nodes = Array.from({ length: 12 }, (_, at) => [`nodes/n${at}.yml`, node(at)] as const);
  const one = "parameters: {r: 1}\n# one\n# two\n# three\n";
  const base = (size: string, key: string, list: string): string =>
    `parameters: {size: ${size}, deep: {key: ${key}, list: [${list}]}, at: '\${size}'}\n`;
  repo.commit("before", {
    "heir.yml": "version: 1\nsecrets: ['**:key']\n",
    "contracts/a.yml": "values: {size: {type: int}}\n",
    CODEOWNERS: "* @all\nnodes/n1* @one\nclasses/base.yml @base\nnodes/gone.yml @gone\n",
    ...Object.fromEntries(nodes),
    "classes/base.yml": base("1", "a", "1, {name: x, v: 1.0}"),
    "classes/role/r0.yml": "parameters: {big: 12345678901234567890, old: 'ü𐀀'}\n",
    "classes/role/r1.yml": one,
    "classes/role/r2.yml": "parameters: {r: 2}\n",
    "nodes/gone.yml": "classes: [base]\nparameters: {only: here}\n",
  });
  repo.git("rm", "-q", "classes/role/r1.yml", "nodes/gone.yml");
  repo.commit("after", {
    "classes/base.yml": base("two", "b", "{name: x, v: 2.0}, 1"),
    "classes/role/r0.yml": "parameters: {'𐀀': 1, big: 12345678901234567891, new: .inf}\n",
    "classes/role/r9.yml": one,
    "nodes/n1.yml": "classes: [base, role.r9]\nparameters: {n: 1}\n",
    "nodes/n4.yml": "classes: [base, role.r9]\nparameters: {n: 4}  # heir: until 2031-01-31 (moves)\n",
    "nodes/n5.yml": node(5, "x: ['${nowhere}'\n"),
    "nodes/n7.yml": "classes: [base, role.r9]\nparameters: {n: 7, bad: '${nowhere}'}\n",
    "nodes/come.yml": "classes: [base]\nparameters: {only: here}\n",
  });
  await inRepo(repo.dir, async (open) => {
    for (const words of [
      [],
      ["--exit-code"],
      ["--path", "size"],
      ["--", "n1*"],
      ["--no-causes", "--moved"],
      ["--owners"],
    ]) {
      const { joined, whole } = await joinedAndWholeOf(() => ({ open }), ["diff", "HEAD~1", "HEAD", ...words], 3);
      expect({ words, ...joined }).toEqual({ words, ...whole });
      if (words.length === 0) expect(whole.out).toMatch(/"selector".*"ends":.*"new":"2031-01-31"/s);
      if (words[0] === "--owners") expect(whole.out).toContain('"owner":"@gone"');
    }
  });
  const drawn = drawnHistory(5, 20);
  await inRepo(drawn.dir, async (open) => {
    for (const from of ["main~1", "main~4", "main~9"]) {
      const { joined, whole } = await joinedAndWholeOf(() => ({ open }), ["diff", from, "main"], 2);
      expect({ from, ...joined }).toEqual({ from, ...whole });
    }
  });
});

test.each([
  [["log", "-n", "3", "--json", "--shard", "1/2"], "-n does not go with --shard"],
  [["log", "--shard", "1/2"], "--json"],
  [["uses", "base", "--shard", "1/2"], "--json"],
  [["test", "--format", "junit", "--shard", "1/2"], "--json"],
  [["diff", "--jsonl", "--shard", "1/2"], "--json"],
])("%j is refused", async (argv, message) => {
  const { code, out, err } = await heir(argv, { workspace: memoryWorkspace(Object.entries(FLEET)) });
  expect([code, out, err]).toEqual([2, "", expect.stringContaining(message)]);
});

test("so it is for any inventory", async () => {
  const same = async (files: Files, shares: number) => {
    for (const command of ["inventory", "check"]) {
      const { joined, whole } = await joinedAndWhole(files, [command], shares);
      expect(joined).toEqual(whole);
    }
  };
  await fc.assert(fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), fc.integer({ min: 1, max: 4 }), same), {
    numRuns: 60,
  });
}, 120_000);

test("each node is in one share, the same on every machine", async () => {
  const workspace = memoryWorkspace(Object.entries(FLEET));
  const names = async (shard: string) => {
    const { nodes, errors } = JSON.parse((await heir(["inventory", "--json", "--shard", shard], { workspace })).out);
    return Object.keys({ ...nodes, ...errors });
  };
  const all = [await names("1/3"), await names("2/3"), await names("3/3")];

  expect(all.flat().sort()).toEqual(Array.from({ length: 12 }, (_, index) => `web${index}`).sort());
  expect(all.findIndex((share) => share.includes("web0"))).toBe(fnv("web0") % 3);
});

/** The reference: FNV-1a as its authors define it, in whole numbers of any size. */
function fnv(text: string): number {
  let sum = 0x811c9dc5n;
  for (const byte of new TextEncoder().encode(text)) sum = ((sum ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
  return Number(sum);
}

test.each([
  ["0/2", "write 1/4"],
  ["3/2", "write 1/4"],
  ["half", "write 1/4"],
])("--shard %s is refused", async (shard, hint) => {
  const { code, err } = await heir(["check", "--shard", shard], { workspace: memoryWorkspace([]) });
  expect([code, err]).toEqual([2, expect.stringContaining(hint)]);
});

test.each([
  ["--level", "info"],
  ["--only", "dead-value"],
])("%s %s takes all nodes, so no share of them", async (...asked) => {
  const { code, err } = await heir(["check", "--shard", "1/2", ...asked], { workspace: memoryWorkspace([]) });
  expect([code, err]).toEqual([2, expect.stringContaining("it takes all nodes")]);
});

test.each([
  ["a share that is missing", ["1/3", "3/3"], "missing shares, of 3: 2"],
  ["a share that is there twice", ["1/2", "1/2"], "are the same share"],
  ["different divisions", ["1/2", "2/3"], "in different ways"],
])("%s is refused", async (_, shards, message) => {
  const names: string[] = [];
  for (const shard of shards) {
    const workspace = memoryWorkspace(Object.entries(FLEET));
    names.push(file((await heir(["inventory", "--json", "--shard", shard], { workspace })).out));
  }
  const { code, out, err } = await heir(["report", "merge", ...names]);
  expect([code, out, err]).toEqual([2, "", expect.stringContaining(message)]);
});

const OTHER: Files = { ...FLEET, "nodes/web1.yml": "classes: [base]\n" };

test.each([
  ["files", OTHER, []],
  ["settings", FLEET, ["--set", "ignore_class_notfound=true"]],
  ["words", FLEET, ["--secrets", "mask"]],
])("a share of other %s is of another run, and named", async (_, files, words) => {
  const workspace = (each: Files) => ({ workspace: memoryWorkspace(Object.entries(each)) });
  const [one = "", two = "", other = ""] = await Promise.all([
    share(["--shard", "1/3"], workspace(FLEET)),
    share(["--shard", "3/3", "--no-cache"], workspace(FLEET)),
    share(["--shard", "2/3", ...words], workspace(files)),
  ]);
  const { code, out, err } = await heir(["report", "merge", one, other, two]);
  expect([code, out, err]).toEqual([2, "", expect.stringContaining(`heir: ${other} is of another run than ${one}`)]);
});

async function share(words: readonly string[], host: Parameters<typeof heir>[1]): Promise<string> {
  return file((await heir(["inventory", "--json", ...words], host)).out);
}

test.each([["inventory"], ["check"], ["uses", "base"], ["test"]])(
  "%s: a report that is cut short anywhere is refused, and named",
  async (...command) => {
    const part = async (shard: string) => {
      const workspace = memoryWorkspace(Object.entries(FLEET));
      return (await heir([...command, "--format", "json", "--shard", shard], { workspace })).out;
    };
    const one = file(await part("1/2"));
    const whole = await part("2/2");
    for (let length = 1; length < whole.length - 1; length += 23) {
      const cut = file(whole.slice(0, length));
      const { code, out, err } = await heir(["report", "merge", one, cut]);
      expect([code, out, err]).toEqual([2, "", expect.stringContaining(cut)]);
    }
  },
);

test("shares of an inventory are JSON", async () => {
  const { code, err } = await heir(["inventory", "--shard", "1/2"], { workspace: memoryWorkspace([]) });
  expect([code, err]).toEqual([2, expect.stringContaining("--json")]);
});

test("the engine's share is the answer, and another one where its variables are others", async () => {
  const workspace = memoryWorkspace(Object.entries(FLEET));
  const ask = async (shard: string, env: Record<string, string> = {}) =>
    (await heir(["inventory", "--json", "--shard", shard], { workspace, env })).out;
  for (const index of [1, 2]) expect(await ask("auto/2", { PARALLEL_SEQ: `${index}` })).toBe(await ask(`${index}/2`));
});

test("a report of all nodes, another text and no file are refused", async () => {
  const workspace = memoryWorkspace(Object.entries(FLEET));
  const whole = file((await heir(["inventory", "--json"], { workspace })).out);
  const tried = await Promise.all(
    [whole, file("nothing"), "nowhere.json"].map((name) => heir(["report", "merge", name])),
  );
  expect(tried.map(({ code }) => code)).toEqual([2, 2, 2]);
  expect(
    tried.map(({ err }) => err.includes("--shard") || err.includes("not what heir") || err.includes("no such file")),
  ).toEqual([true, true, true]);
});
