import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CauseData } from "../../src/model/documents/comparison.ts";
import { printPath } from "../../src/model/values/parameter-path.ts";
import { causeData } from "../../src/report/data/comparison.ts";
import { compareSides } from "../../src/workspace/compare/comparison.ts";
import type { Side } from "../../src/workspace/load/outcome.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import { type Files, Sides } from "../support/side.ts";
import * as reference from "./reference.ts";

const NODE = "nodes/east/dbs01.east.demo.example.yml";
const ROLE = "classes/cluster/demo/role/database.yml";
const GALERA = "classes/system/haproxy/proxy/listen/openstack/galera/init.yml";
const CHECK = "classes/system/galera/server/clustercheck.yml";

/** Groups, which the corpus has none of, laid into it before and after the edit. */
const groups: Files = {
  "groups/east.yml": "match:\n  all:\n    - {fact: site, op: eq, value: east}\nproperties: {dns: 192.0.2.1}\n",
  "groups/data.yml": "nodes: [dbs01.east.demo.example]\nproperties: {dns: 192.0.2.2}\n",
  "order.yml": "order:\n  - [east, data]\n",
};

/** What a cause comes down to, wherever references lead: `KIND NAME in OWNER FILE:LINE`. */
function roots({ cause, also = [], ...change }: CauseData): readonly string[] {
  const place = change.new ?? change.old;
  const name =
    change.class ?? change.application ?? change.group ?? change.name ?? change.settings?.join() ?? change.to ?? "";
  const owner = change.in === undefined ? "" : ` in ${change.in.layer} ${change.in.name}`;
  const own = `${change.kind} ${name}${owner}${place === undefined ? "" : ` ${place.file}:${place.line}`}`;
  return [...(cause === undefined ? [own] : roots(cause)), ...also.flatMap(roots)];
}

describe.skipIf(!reference.hasCorpora)("one known edit of the corpus system", () => {
  let folder = "";
  let files: Files = {};
  const sides = new Sides();
  let before: Side;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heir-edits-"));
    const bundle = join(reference.corpora, "system.bundle");
    await reference.output("git", ["clone", "-q", "--bare", bundle, folder]).catch(() => "");
    const workspace = await openWorkspace({ cwd: folder });
    const snapshot = await workspace.snapshot("HEAD");
    const bytes = await snapshot.read(snapshot.blobs.values());
    const text = (blob: string): string => Buffer.from(bytes.get(blob) ?? []).toString();
    await workspace.close();
    const all = Object.fromEntries([...snapshot.blobs].map(([path, blob]) => [path, text(blob)]));
    files = { ...all, ...groups, [NODE]: `facts: {site: east}\n${all[NODE]}` };
    before = await sides.of(files);
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The causes of all that an edit changes, each once, and some of the paths. */
  async function causes(path: string, from: string, to: string): Promise<{ causes: string[]; paths: string[] }> {
    expect(files[path]).toContain(from);
    const after = await sides.of({ ...files, [path]: files[path]?.replace(from, to) ?? to });
    const { changes } = await compareSides(before, after, { causes: true });
    expect(changes.length).toBeGreaterThan(0);
    const all = changes.flatMap(({ change }) => roots(causeData(change.cause ?? { kind: "unknown" })));
    return { causes: [...new Set(all)], paths: changes.map(({ change }) => printPath(change.path)) };
  }

  test("a value, and what refers to it", async () => {
    const found = await causes(GALERA, "'check port 9200'", "'check port 9300'");
    expect(found.causes).toEqual([`value-edited  in class system.haproxy.proxy.listen.openstack.galera ${GALERA}:3`]);
    expect(found.paths).toContain("_param:haproxy_params_check");
    expect(found.paths).toContain("haproxy:proxy:listen:mysql_cluster:servers");
  }, 60_000);

  test("a value that a layer sets for the first time, and one that it no longer sets", async () => {
    const added = await causes(ROLE, "    demo_role: database\n", "    demo_role: database\n    cluster_name: other\n");
    expect(added.causes).toEqual([`value-added  in class cluster.demo.role.database ${ROLE}:19`]);
    expect(added.paths).toContain("_param:cluster_name");
    const removed = await causes(CHECK, "      port: 9200\n", "");
    expect(removed.causes).toEqual([`value-removed  in class system.galera.server.clustercheck ${CHECK}:7`]);
    expect(removed.paths).toEqual(["galera:clustercheck:port"]);
  }, 60_000);

  test("a class that a list no longer names, and one that it names now, with all that they bring", async () => {
    const removed = await causes(ROLE, "- system.galera.server.database.heat\n", "");
    const heat = "system.galera.server.database.heat in class cluster.demo.role.database";
    expect(removed.causes).toEqual([`class-removed ${heat} ${ROLE}:13`]);
    expect(removed.paths).toContain("mysql:server:database:heat");
    const added = await causes(
      NODE,
      "- cluster.demo.role.database\n",
      "- cluster.demo.role.database\n- cluster.demo.site.west\n",
    );
    expect(added.causes).toEqual([`class-added cluster.demo.site.west in node dbs01.east.demo.example ${NODE}:6`]);
    expect(added.paths).toContain("_param:cluster_domain");
  }, 60_000);

  test("two classes in another order", async () => {
    const found = await causes(
      NODE,
      "- cluster.demo.site.east\n- cluster.demo.role.database\n",
      "- cluster.demo.role.database\n- cluster.demo.site.east\n",
    );
    expect(new Set(found.causes.map((text) => text.replace(/ cluster\.\S+(?= in)/, "")))).toEqual(
      new Set([`class-reordered in node dbs01.east.demo.example ${NODE}:5`]),
    );
    expect(found.paths).toContain("classes");
  }, 60_000);

  test("a class that a node takes back", async () => {
    const found = await causes(NODE, "database\n", "database\n- ~system.galera.server.clustercheck\n");
    const clustercheck = "system.galera.server.clustercheck in node dbs01.east.demo.example";
    expect(found.causes).toEqual([`removal-added ${clustercheck} ${NODE}:6`]);
    expect(found.paths).toContain("galera:clustercheck");
  }, 60_000);

  test("an application", async () => {
    const found = await causes(CHECK, "parameters:\n", "applications: [clustercheck]\nparameters:\n");
    expect(found.causes).toEqual([
      `application-added clustercheck in class system.galera.server.clustercheck ${CHECK}:1`,
    ]);
    expect(found.paths).toEqual(["applications"]);
  }, 60_000);

  test("a group: by a fact of the node, by a criterion, by its list, by the order", async () => {
    const node = "in node dbs01.east.demo.example";
    const fact = await causes(NODE, "{site: east}", "{site: west}");
    const both = [`value-edited  ${node} ${NODE}:1`, `group-left east ${node} ${NODE}:1`];
    expect(fact).toEqual({ causes: both, paths: ["facts:site", "groups"] });
    const criterion = await causes("groups/east.yml", "value: east", "value: west");
    expect(criterion.causes).toEqual(["group-left east in group east groups/east.yml:3"]);
    const list = await causes("groups/data.yml", "nodes: [dbs01.east.demo.example]", "nodes: []");
    expect(list.causes).toEqual(["group-left data in group data groups/data.yml:1"]);
    expect(list.paths).toEqual(["groups", "dns"]);
    const order = await causes("order.yml", "[east, data]", "[data, east]");
    expect(order.causes).toEqual(["group-order-changed  in order order order.yml:2"]);
    expect(order.paths).toEqual(["groups", "dns"]);
  }, 60_000);

  test("a group file that comes, or goes", async () => {
    const file = "groups/site.yml";
    const text = "nodes: [dbs01.east.demo.example]\nproperties: {site_group: yes}\n";
    const after = await sides.of({ ...files, [file]: text });
    for (const [sideA, sideB, kind] of [
      [before, after, "file-added"],
      [after, before, "file-removed"],
    ] as const) {
      const { changes } = await compareSides(sideA, sideB, { causes: true });
      const found = changes.flatMap(({ change }) => roots(causeData(change.cause ?? { kind: "unknown" })));
      expect(new Set(found)).toEqual(new Set([`${kind}  in group site ${file}:1`]));
    }
  }, 60_000);

  test("a setting", async () => {
    const after = await sides.of({ ...files, "heir.yml": "default_environment: prod\n" });
    const { changes } = await compareSides(before, after, { causes: true });
    const found = changes.flatMap(({ change }) => roots(causeData(change.cause ?? { kind: "unknown" })));
    expect(new Set(found)).toEqual(new Set(["settings-changed default_environment"]));
  }, 60_000);

  test("a node with another name", async () => {
    const { [NODE]: text = "", ...others } = files;
    const after = await sides.of({ ...others, "nodes/east/dbs09.east.demo.example.yml": text });
    const { nodes } = await compareSides(before, after, { causes: true });
    // The group data lists the old name, so the value of dns is another one.
    expect(nodes.renamed).toEqual([{ from: "dbs01.east.demo.example", to: "dbs09.east.demo.example", differs: true }]);
  }, 60_000);
});
