import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { newRepo, type TestRepo, tempDir } from "./support/git/repo.ts";

const root = join(import.meta.dirname, "..");
const programs = tempDir();
const starts = join(programs, "starts");

/** `heir` is the built command; each start is a line of `starts`. */
beforeAll(() => {
  const program = join(programs, "heir");
  writeFileSync(program, `#!/bin/sh\necho "$*" >>'${starts}'\nexec node '${join(root, "dist/cli.js")}' "$@"\n`);
  chmodSync(program, 0o755);
});

function run(repo: TestRepo, program: string, ...args: readonly string[]) {
  const env = { ...repo.env, PATH: `${programs}${delimiter}${process.env["PATH"]}`, PYTHONDONTWRITEBYTECODE: "1" };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: programs, env, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

function inventory(): TestRepo {
  const repo = newRepo();
  repo.commit("inventory", {
    "classes/base.yml": "applications: [ntp]\nparameters: {a: 1}\n",
    "heir.yml": "automatic_parameters: false\n",
    "nodes/web1.yml": "classes: [base]\n",
    "nodes/web2.yml": "classes: [base]\nenvironment: dev\n",
  });
  return repo;
}

describe("programs by the names of reclass", () => {
  const pillar =
    '{"a":1,"__reclass__":{"nodename":"web1","applications":["ntp"],"classes":["base"],"environment":"base"}}\n';

  // Values: reclass 1.7.0 on the same files.
  test.each([
    ["reclass-salt", ["--pillar", "web1"], pillar],
    ["reclass-salt", ["-p", "web1", "-o", "json"], pillar],
    ["reclass-salt", ["--top"], '{"base":{"web1":["ntp"]},"dev":{"web2":["ntp"]}}\n'],
    ["reclass-salt", ["-t"], '{"base":{"web1":["ntp"]},"dev":{"web2":["ntp"]}}\n'],
    [
      "reclass",
      ["--nodeinfo=web1", "--output=json"],
      '{"classes":["base"],"applications":["ntp"],"parameters":{"a":1},"exports":{},"environment":"base"}\n',
    ],
  ])("%s %j", (name, args, out) => {
    expect(run(inventory(), join(root, "integrations/reclass", name), ...args, "-b", inventory().dir)).toEqual({
      code: 0,
      out,
      err: "",
    });
  });

  test("a link in the folder of an inventory needs no -b", () => {
    const repo = inventory();
    symlinkSync(join(root, "integrations/reclass/reclass-ansible"), join(repo.dir, "hosts"));
    const { code, out } = run(repo, join(repo.dir, "hosts"), "--list");

    expect([code, Object.keys(JSON.parse(out)._meta.hostvars)]).toEqual([0, ["web1", "web2"]]);
  });

  test.each([
    [["--pilar", "web1"], "unknown option --pilar"],
    [["--pillar"], "--pillar needs a value"],
    [[], "--top or --pillar is missing"],
    [["--top", "-o", "xml"], "-o takes yaml or json"],
  ])("wrong use is refused: %j", (args, message) => {
    const { code, out, err } = run(inventory(), join(root, "integrations/reclass/reclass-salt"), ...args);

    expect([code, out, err]).toEqual([
      2,
      "",
      `reclass-salt: ${message}\nusage: reclass-salt [-b DIR] [-o yaml|json] --top | --pillar NODE\n`,
    ]);
  });
});

test("the script for Ansible reads the inventory that it is in, or another one at a revision", () => {
  const repo = inventory();
  copyFileSync(join(root, "integrations/ansible/heir-inventory"), join(repo.dir, "heir-inventory"));
  const asked = run(repo, join(repo.dir, "heir-inventory"), "--host", "web1");
  repo.write("nodes/web3.yml", "classes: [gone]\n");
  const other = { ...repo, env: { ...repo.env, HEIR_INVENTORY: repo.dir, HEIR_REV: "HEAD" } };
  const listed = run(other, join(root, "integrations/ansible/heir-inventory"), "--list");

  expect(JSON.parse(asked.out).a).toBe(1);
  expect(Object.keys(JSON.parse(listed.out)._meta.hostvars)).toEqual(["web1", "web2"]);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const hasJq = spawnSync("jq", ["--version"]).status === 0;

describe.skipIf(!hasPython)("the modules for Salt, called as Salt calls them", () => {
  const ASK = `
import importlib.util, json, sys
kind, minion, options, cachedir = json.loads(sys.argv[1])
spec = importlib.util.spec_from_file_location("heir", "${join(root, "integrations/salt")}/%s/heir.py" % kind)
module = importlib.util.module_from_spec(spec)
module.__opts__ = {"cachedir": cachedir, "master_tops": {"heir": options}}
spec.loader.exec_module(module)
try:
    print(json.dumps(module.ext_pillar(minion, {}, **options) if kind == "pillar" else module.top(opts={"id": minion}, grains={})))
except RuntimeError as error:
    sys.exit(str(error))
`;

  type Question = readonly [kind: "pillar" | "tops", minion: string];

  /** A way to ask both modules with one configuration and one cache folder. */
  function asking(repo: TestRepo, options: object, cache = tempDir()) {
    const all = { inventory: repo.dir, ...options };
    return (...[kind, minion]: Question) => run(repo, "python3", "-c", ASK, JSON.stringify([kind, minion, all, cache]));
  }
  const started = () => readFileSync(starts, "utf8").split("\n").length;

  test("all minions of a commit cost two starts of heir, the folder is for its user alone, and two commits stay", () => {
    const repo = inventory();
    const cache = tempDir();
    const ask = asking(repo, { rev: "main" }, cache);
    const asked = (...question: Question) => ask(...question).out;
    const before = started();

    expect(JSON.parse(asked("pillar", "web1"))).toMatchObject({ a: 1, __reclass__: { nodename: "web1" } });
    expect(JSON.parse(asked("pillar", "web2"))).toMatchObject({ a: 1 });
    expect(asked("tops", "web1")).toBe('{"base": ["ntp"]}\n');
    expect(asked("tops", "web2")).toBe('{"dev": ["ntp"]}\n');
    expect(started() - before).toBe(2);
    expect(statSync(join(cache, "heir")).mode & 0o777).toBe(0o700);

    const commits = ["2", "3"].map((a) => {
      const commit = repo.commit(a, { "classes/base.yml": `parameters: {a: ${a}}\n` });
      expect(JSON.parse(asked("pillar", "web1"))).toMatchObject({ a: Number(a) });
      return commit;
    });
    expect(readdirSync(join(cache, "heir")).sort()).toEqual([...commits, "lock"].sort());
  });

  test("minions that resolve get their answers while others do not, and those fail with the finding", () => {
    const repo = inventory();
    repo.commit("broken", { "nodes/web2.yml": "classes: [bsae]\n" });
    const ask = asking(repo, { rev: "HEAD" });
    const asked = (minion: string) => ask("pillar", minion);

    expect(JSON.parse(asked("web1").out)).toMatchObject({ a: 1 });
    expect(asked("web2")).toMatchObject({ code: 1, out: "" });
    expect(asked("web2").err).toContain("error[class-not-found]: class bsae is listed but has no file");
    expect(asked("wbe1").err).toContain('no node is called "wbe1"');
    expect(asked("../web1").err).toContain('no node is called "../web1"');
  });

  test("wrong options are refused", () => {
    const repo = inventory();
    const asked = (options: object) => asking(repo, options)("pillar", "web1");
    expect(asked({ revision: "main" }).err).toBe("heir: no option is called revision\n");
    expect(asked({ command: "no-such-heir" }).err).toContain("no-such-heir: ");
    expect(asked({ rev: "gone" }).err).toContain("Needed a single revision");
  });
});

test.skipIf(!hasJq)("the filters for jq give files for one node as for many", () => {
  const repo = newRepo();
  repo.commit("inventory", {
    "classes/base.yml": "parameters: {}\n",
    "nodes/web1.yml": "parameters: {address: 192.0.2.11, ssh: {user: ops}}\n",
    "nodes/web2.yml": "parameters: {address: 192.0.2.12}\n",
    "nodes/web3.yml": "parameters: {}\n",
  });
  const given = (name: string, ...globs: readonly string[]) => {
    const line = 'heir=$0 dir=$1 filter=$2; shift 2; "$heir" -C "$dir" inventory --json "$@" | jq -rf "$filter"';
    const file = join(root, "integrations/jq", `${name}.jq`);
    return run(repo, "sh", "-c", line, join(programs, "heir"), repo.dir, file, ...globs).out;
  };

  expect(JSON.parse(given("file_sd", "web1"))).toEqual([
    { targets: ["192.0.2.11:9100"], labels: { environment: "base" } },
  ]);
  expect(given("hosts")).toBe("192.0.2.11\tweb1\n192.0.2.12\tweb2\n");
  expect(given("ssh_config", "web[13]")).toBe("Host web1\n  HostName 192.0.2.11\n  User ops\n");
});

describe.skipIf(!hasPython)("kapitan-heir", () => {
  /** As much of kapitan as it uses: `compile` reads the targets `web1` and `web2`. */
  function kapitan(version: string): string {
    const dir = tempDir();
    const modules = {
      "yaml.py": "class SafeLoader: pass\n",
      "kapitan/__init__.py": "",
      "kapitan/version.py": `VERSION = "${version}"\n`,
      "kapitan/cli.py": `
import os
from kapitan.inventory import AVAILABLE_BACKENDS, InventoryError
def main():
    try: AVAILABLE_BACKENDS["reclass"]()(os.environ["TARGETS"])
    except InventoryError: return 1
`,
      "kapitan/inventory/__init__.py": `
class InventoryError(Exception): pass
class Inventory:
    def __init__(self, path):
        self.inventory_path, self.compose_target_name, self.targets = path, False, {}
        self.render_targets()
AVAILABLE_BACKENDS = {"reclass": None, "omegaconf": None}
`,
      "kapitan/inventory/backends/__init__.py": "",
      "kapitan/inventory/backends/reclass.py":
        "def get_reclass_config(path, ignored, composed, normalised):\n" +
        '    return {"nodes_uri": "targets", "classes_uri": "classes", "compose_node_name": composed, "ignore_class_notfound": ignored}\n',
    };
    for (const [path, text] of Object.entries(modules)) {
      mkdirSync(join(dir, path, ".."), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    return dir;
  }

  function started(version: string) {
    const repo = newRepo();
    repo.commit("inventory", { "classes/base.yml": "", "targets/web1.yml": "classes: [base, gone]\n" });
    const env = { ...repo.env, PYTHONPATH: kapitan(version), TARGETS: repo.dir };
    return run({ ...repo, env }, "python3", join(root, "integrations/kapitan/kapitan-heir"));
  }

  test("a target that does not resolve ends with heir's findings", () => {
    const { code, out, err } = started("0.36.3");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("class gone is listed but has no file\n --> targets/web1.yml:1:17\n");
    expect(err).not.toContain("Traceback");
  });

  test("other versions of kapitan are refused", () => {
    expect(started("9.0.0")).toEqual({
      code: 1,
      out: "",
      err: "kapitan-heir: tried with kapitan 0.36.3, not with 9.0.0\n",
    });
  });
});

describe("shares that an engine starts", () => {
  const words = ["inventory", "-r", "HEAD", "--format", "json"];
  const has = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

  /** Runs `sh` in a repository with the variables of an engine. */
  function sh(repo: TestRepo, args: readonly string[], variables: Record<string, string>) {
    const env = { ...repo.env, ...variables, PATH: `${programs}${delimiter}${process.env["PATH"]}` };
    const { status, stdout, stderr } = spawnSync("sh", args, { cwd: repo.dir, env, encoding: "utf8" });
    return { code: status, out: stdout, err: stderr };
  }

  function whole(repo: TestRepo, asked: readonly string[] = words): string {
    return sh(repo, ["-c", 'heir "$@"', "sh", ...asked], {}).out;
  }

  test("a Slurm array, one task again after it was cut, and the job that joins", () => {
    const [repo, out] = [inventory(), tempDir()];
    const script = (name: string): string => join(root, "integrations/slurm", name);
    const variables = { HEIR_REPO: repo.dir, HEIR_OUT: out, HEIR_SHARDS: "2" };
    for (const task of ["1", "2"]) {
      expect(sh(repo, [script("heir.sbatch"), ...words], { ...variables, SLURM_ARRAY_TASK_ID: task }).code).toBe(0);
    }
    expect(sh(repo, [script("heir.sbatch"), "nothing"], { ...variables, SLURM_ARRAY_TASK_ID: "2" }).code).toBe(2);
    expect(sh(repo, [script("join.sbatch")], variables)).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(join(out, "whole.json"), "utf8")).toBe(whole(repo));
  });

  test("the pods of an Indexed Job, and the one that joins", () => {
    const [repo, out] = [inventory(), tempDir()];
    const variables = { HEIR_REPO: repo.dir, HEIR_OUT: out, HEIR_SHARDS: "2", HEIR_WORDS: words.join(" ") };
    const scripts = ["shards", "join"].map((name) => {
      const text = readFileSync(join(root, "integrations/kubernetes", `${name}.yaml`), "utf8");
      const jobs = parseAllDocuments(text).map((each) => each.toJS() as KubernetesJob);
      const container = jobs.find(({ kind }) => kind === "Job")?.spec.template.spec.containers[0];
      return container?.args[0] ?? "";
    });
    for (const index of ["0", "1"]) {
      expect(sh(repo, ["-euc", scripts[0] ?? ""], { ...variables, JOB_COMPLETION_INDEX: index }).code).toBe(0);
    }
    expect(sh(repo, ["-euc", scripts[1] ?? ""], variables)).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(join(out, "whole.json"), "utf8")).toBe(whole(repo));
  });

  test.skipIf(!has("parallel"))("GNU parallel, again after a share that failed", () => {
    const [repo, out] = [inventory(), tempDir()];
    const script = join(root, "integrations/parallel/heir-parallel");
    const odd = [...words, "--set", "default_environment='{} {#} it''s'"];
    expect(sh(repo, [script, "2", join(out, "wrong"), "nothing"], {})).toMatchObject({ code: 2, out: "" });
    for (let times = 0; times < 2; times += 1)
      expect(sh(repo, [script, "2", out, ...odd], {}).out).toBe(whole(repo, odd));
    expect(sh(repo, [script, "2", out, ...words], {})).toMatchObject({ code: 2, out: "" });
    expect(sh(repo, [script, "2", join(out, "other"), ...words], {}).out).toBe(whole(repo));
  });
});

interface KubernetesJob {
  readonly kind: string;
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] } };
  };
}
