import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MergeComparison } from "../../src/model/results/branch-merge.ts";
import { printPath } from "../../src/model/values/parameter-path.ts";
import { placeOf } from "../../src/model/values/value.ts";
import { compareMerge } from "../../src/workspace/merge/merge.ts";
import { planMerge } from "../../src/workspace/merge/ways.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import { plain } from "../support/value.ts";
import * as reference from "./reference.ts";

/** Real merges whose text is clean and whose result neither side had. Skipped without the corpora. */
describe.skipIf(!reference.hasCorpora)("real merges", () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heir-merges-"));
    for (const name of ["mk-lab", "system"]) {
      const bundle = join(reference.corpora, `${name}.bundle`);
      await reference.output("git", ["clone", "-q", "--bare", bundle, join(folder, name)]).catch(() => "");
    }
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function compared(name: string, commit: string): Promise<MergeComparison> {
    const cwd = join(folder, name);
    const workspace = await openWorkspace({ cwd });
    try {
      const plan = await planMerge(workspace.source, { branch: `${commit}^2`, into: `${commit}^1` });
      return await compareMerge(workspace, plan.task);
    } finally {
      await workspace.close();
    }
  }

  test("one branch adds nagios to a class, the other one makes nodes use it: 28 values on neither side", async () => {
    const { values, nodes } = await compared("mk-lab", "0909c4602dce");
    const surprises = values.filter(({ kind }) => kind === "neither");

    expect(surprises.map(({ path, values: { merged } }) => [printPath(path), merged && plain(merged)])).toEqual([
      ["heka:metric_collector:nagios_host", "172.16.10.253"],
      ["heka:metric_collector:nagios_password", "secret"],
      ["heka:metric_collector:nagios_port", 8001],
      ["heka:metric_collector:nagios_username", "nagiosadmin"],
    ]);
    expect(surprises.flatMap((value) => value.nodes)).toHaveLength(28);
    expect(values.filter(({ kind }) => kind === "ours-lost" || kind === "theirs-lost")).toEqual([]);
    expect(nodes.failing).toEqual([]);
    const [host] = surprises;
    expect(host?.values).toMatchObject({ base: undefined, ours: undefined, theirs: undefined });
    expect(host && placesOf(host.parts.ours)).toEqual([
      "brings classes/cluster/mk20_stacklight_advanced/stacklight/client.yml:4",
    ]);
    expect(host && placesOf(host.parts.theirs)).toEqual([
      "sets classes/system/heka/metric_collector/single.yml:14",
      "sets classes/cluster/mk20_stacklight_advanced/stacklight/init.yml:18",
    ]);
  }, 120_000);

  test("one branch takes a curve out of a class, the other one begins to use the class: what it had is lost", async () => {
    const { values } = await compared("system", "6e2f08da6f4b");
    const lost = values.filter(({ kind }) => kind === "theirs-lost");

    expect(lost.map(({ path, nodes }) => [printPath(path), nodes])).toEqual([
      ["_param:nginx_proxy_ssl:ecdh_curve", ["cfg01.east.demo.example", "cfg01.west.demo.example"]],
      ["nginx:server:site:nginx_proxy_salt_api:ssl:ecdh_curve", ["cfg01.east.demo.example", "cfg01.west.demo.example"]],
    ]);
    const [curve] = lost;
    expect(curve?.values.theirs && plain(curve.values.theirs)).toEqual({
      secp521r1: { name: "secp521r1", enabled: true },
    });
    expect(curve?.values.merged).toBeUndefined();
    expect(curve && placesOf(curve.parts.ours)).toEqual(["unsets classes/system/nginx/server/proxy/ssl.yml:12"]);
    expect(curve && placesOf(curve.parts.theirs)).toEqual(["brings classes/system/salt/master/api.yml:5"]);
  }, 120_000);
});

function placesOf(parts: MergeComparison["values"][number]["parts"]["ours"]): readonly string[] {
  return parts.map(({ edit, span }) => {
    const { file, line } = placeOf(span);
    return `${edit} ${file}:${line}`;
  });
}
