import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { CauseData } from "../../src/model/documents/comparison.ts";
import { printPath } from "../../src/model/values/parameter-path.ts";
import { causeData } from "../../src/report/data/comparison.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import { type Demo, replayedExample } from "./replayed.ts";

let demo: Demo;

beforeAll(async () => {
  demo = await replayedExample();
}, 60_000);
afterAll(() => demo.remove());
afterEach(() => demo.git("checkout", "--quiet", "--force", "main"));

/** The root causes, each once, of all that one edit of a file changes, and the paths that it changes. */
async function causesOf(path: string, from: string, to: string): Promise<{ causes: unknown; paths: string[] }> {
  const file = join(demo.folder, path);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  const workspace = await openWorkspace({ cwd: demo.folder });
  const ends = await workspace.ends(["HEAD"], false);
  const { changes } = await workspace.compare(...ends, { causes: true });
  await workspace.close();
  const roots = changes.map(({ change }) => rootOf(causeData(change.cause ?? { kind: "unknown" })));
  const causes = [...new Set(roots.map((root) => JSON.stringify(root)))].map((root) => JSON.parse(root));
  return { causes, paths: [...new Set(changes.map(({ change }) => printPath(change.path)))] };
}

/** What a cause comes down to: what was done where, and the line of it. */
function rootOf({ cause, old, new: now, in: owner, also, ...rest }: CauseData): unknown {
  if (cause !== undefined) return rootOf(cause);
  expect(also).toBeUndefined();
  const place = now ?? old;
  return { ...rest, in: owner && `${owner.layer} ${owner.name}`, at: place && `${place.file}:${place.line}` };
}

test("a value that a class sets", async () => {
  const { causes, paths } = await causesOf("classes/dc/par1.yml", "ntp2.", "ntp9.");
  expect(causes).toEqual([{ kind: "value-edited", in: "class dc.par1", at: "classes/dc/par1.yml:15" }]);
  expect(paths).toEqual(["ntp:server"]);
});

test("a value that others refer to", async () => {
  const { causes, paths } = await causesOf("classes/dc/par1.yml", "domain: par1.", "domain: par9.");
  expect(causes).toEqual([{ kind: "value-edited", in: "class dc.par1", at: "classes/dc/par1.yml:5" }]);
  expect(paths).toContain("dc:domain");
  expect(paths).toContain("ntp:server");
});

test("a class that a role no longer lists", async () => {
  const { causes, paths } = await causesOf("classes/role/web.yml", "  - backuppc.client\n", "");
  const removed = { kind: "class-removed", class: "backuppc.client", in: "class role.web" };
  expect(causes).toEqual([{ ...removed, at: "classes/role/web.yml:4" }]);
  expect(paths).toEqual(["applications", "classes", "backup:server", "ssh:permit_root_login"]);
});

test("the order of two classes", async () => {
  const { causes } = await causesOf(
    "classes/role/web.yml",
    "  - .server\n  - backuppc.client\n",
    "  - backuppc.client\n  - .server\n",
  );
  expect(causes).toEqual([expect.objectContaining({ kind: "class-reordered", in: "class role.web" })]);
});

test("a removal in a node", async () => {
  const { causes, paths } = await causesOf(
    "nodes/web01.par1.yml",
    "  - role.web\n",
    "  - role.web\n  - ~backuppc.client\n",
  );
  const added = { kind: "removal-added", of: "class", name: "backuppc.client", in: "node web01.par1" };
  expect(causes).toEqual([{ ...added, at: "nodes/web01.par1.yml:4" }]);
  expect(paths).toContain("backup:server");
});

test("a fact by which groups find a node: the group that it leaves first", async () => {
  const { causes, paths } = await causesOf("nodes/web01.par1.yml", 'version: "12"', 'version: "13"');
  const left = { kind: "group-left", group: "os.debian12", criterion: 'fact os.version eq "12"' };
  const place = { in: "node web01.par1", at: "nodes/web01.par1.yml:10" };
  expect(causes).toEqual([{ kind: "value-edited", ...place }, expect.objectContaining({ ...left, ...place })]);
  expect(paths).toContain("apt:keyring");
});

test("the edge between two hierarchies of groups", async () => {
  const { causes, paths } = await causesOf("order.yml", "[os, dc]", "[dc, os]");
  const edge = { kind: "group-order-changed", lower: "dc", higher: "os" };
  expect(causes).toEqual([{ ...edge, in: "order order", at: "order.yml:3" }]);
  expect(paths).toContain("fallback_dns");
  expect(paths).toContain("variables:fallback_dns");
});

test("a directive, a priority and the targets of a rule", async () => {
  const edited = await causesOf("directives/resolver/site.yml", 'dnssec: "yes"', 'dnssec: "no"');
  expect(edited).toEqual({
    causes: [{ kind: "value-edited", in: "directive resolver.site", at: "directives/resolver/site.yml:5" }],
    paths: ["variables:dnssec"],
  });
  demo.git("checkout", "--quiet", "--force", "main");
  const { causes } = await causesOf("rules/20-databases.yml", "group:databases", "group:os.windows");
  const changed = { kind: "target-changed", rule: "20-databases", in: "rule 20-databases" };
  expect(causes).toEqual([{ ...changed, at: "rules/20-databases.yml:3" }]);
});

test("a value that a class sets for the first time, and one that it no longer sets", async () => {
  const added = await causesOf("classes/dc/par1.yml", "    server: ntp2.", "    burst: true\n    server: ntp2.");
  expect(added).toEqual({
    causes: [{ kind: "value-added", in: "class dc.par1", at: "classes/dc/par1.yml:15" }],
    paths: ["ntp:burst"],
  });
  demo.git("checkout", "--quiet", "--force", "main");
  const removed = await causesOf("classes/dc/par1.yml", "    server: ntp2.${dc:domain}\n", "");
  expect(removed).toEqual({
    causes: [{ kind: "value-removed", in: "class dc.par1", at: "classes/dc/par1.yml:15" }],
    paths: ["ntp:server"],
  });
});

test("a class that a role lists now", async () => {
  const { causes, paths } = await causesOf("classes/role/mon.yml", "classes:\n", "classes:\n  - backuppc.client\n");
  const added = { kind: "class-added", class: "backuppc.client", in: "class role.mon" };
  expect(causes).toEqual([expect.objectContaining(added)]);
  expect(paths).toContain("backup:server");
});

test("an application that a class names, and one that a class takes away", async () => {
  const named = await causesOf("classes/role/web.yml", "  - nginx\n", "  - nginx\n  - varnish\n");
  const varnish = { kind: "application-added", application: "varnish", in: "class role.web" };
  expect(named).toEqual({ causes: [expect.objectContaining(varnish)], paths: ["applications"] });
  demo.git("checkout", "--quiet", "--force", "main");
  const kept = await causesOf("classes/role/web.yml", "  - ~motd\n", "");
  const motd = { kind: "removal-removed", of: "application", name: "motd", in: "class role.web" };
  expect(kept).toEqual({ causes: [expect.objectContaining(motd)], paths: ["applications"] });
});

test("a group that is switched off, and one whose criterion is another", async () => {
  const off = await causesOf("groups/databases.yml", "match:", "enabled: false\nmatch:");
  const disabled = { kind: "group-disabled", group: "databases", in: "group databases" };
  expect(off.causes).toEqual([expect.objectContaining(disabled)]);
  expect(off.paths).toContain("sysctls_postgresql");
  demo.git("checkout", "--quiet", "--force", "main");
  const other = await causesOf("groups/databases.yml", "'db\\d+\\..*'", "'none'");
  const left = { kind: "group-left", group: "databases", in: "group databases" };
  expect(other.causes).toEqual([expect.objectContaining({ ...left, at: "groups/databases.yml:3" })]);
});

test("a setting", async () => {
  const text = readFileSync(join(demo.folder, "reclass-config.yml"), "utf8");
  const { causes, paths } = await causesOf("reclass-config.yml", text, `${text}default_environment: prod\n`);
  const changed = { kind: "settings-changed", settings: ["default_environment"], files: ["reclass-config.yml"] };
  expect(causes).toEqual([changed]);
  expect(paths).toContain("environment");
});

test("every change of the history of the example has a known cause", async () => {
  const commits = demo.git("rev-list", "--reverse", "main").trim().split("\n");
  const workspace = await openWorkspace({ cwd: demo.folder });
  const unknown: string[] = [];
  let count = 0;
  for (const [at, commit] of commits.slice(1).entries()) {
    const ends = await workspace.ends([commits[at] ?? "", commit], false);
    const { changes } = await workspace.compare(...ends, { causes: true });
    count += changes.length;
    for (const { change } of changes) {
      const cause = JSON.stringify(change.cause && causeData(change.cause));
      if (cause === undefined || cause.includes('"unknown"')) unknown.push(`${commit} ${printPath(change.path)}`);
    }
  }
  await workspace.close();
  expect(unknown).toEqual([]);
  expect(count).toBeGreaterThan(50);
}, 60_000);
