import { expect, test } from "vitest";
import { LatestFindings } from "../../../src/workspace/check/latest-findings.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
import { editedSnapshot } from "../../../src/workspace/write/worktree-files.ts";

const files = {
  "classes/base.yml": "parameters: {tls: yes, name: a}\n",
  "classes/web.yml":
    "classes: [base]\nparameters: {url: '${name}', old: no} # heir: allow yaml-1.1-surprise (as it was)\n",
  "nodes/n1.yml": "classes: [web]\nparameters: {x: '${name}'} # heir: allow dead-value (never)\n",
  "nodes/n2.yml": "classes: [base]\nparameters: {on: 1} # heir: allow yaml-1.1-surprise (a word)\n",
  "groups/all.yml": "nodes: [n1]\nproperties: {mtu: 1}\n",
};

test("a check after an edit finds what a check from scratch finds, whatever is edited", async () => {
  const workspace = memoryWorkspace(Object.entries(files));
  const saved = await workspace.snapshot("WORKTREE");
  const latest = new LatestFindings();
  const edits: readonly (readonly [keyof typeof files, string])[] = [
    ["classes/base.yml", "parameters: {tls: yes}\n"],
    ["classes/base.yml", "parameters: {tls: no, name: b}\n"],
    ["nodes/n2.yml", "classes: [base, gone]\n"],
    ["groups/all.yml", "nodes: [n2]\nproperties: {mtu: 1, tls: 2}\n"],
    ["classes/web.yml", "parameters: {url: '${nope}'}\n"],
    ["nodes/n1.yml", "classes: [web]\n"],
  ];
  for (const [path, text] of edits) {
    const snapshot = editedSnapshot(saved, new Map([[path, Buffer.from(text)]]));
    const [again, fresh] = [await workspace.check(snapshot, { latest }), await workspace.check(snapshot)];
    const inShort = ({ findings }: typeof again) => {
      return findings.map(({ diagnostic, nodes }) => [
        diagnostic.code,
        diagnostic.message,
        diagnostic.span?.start,
        nodes,
      ]);
    };
    expect(inShort(again), path).toEqual(inShort(fresh));
    expect(again.lookedAt).toEqual(fresh.lookedAt);
  }
});
