/** Code that is there for speed alone: each row can be switched off, and answers are the same bytes without it. */
export const speedTable = [
  {
    name: "answers",
    what: "outputs are kept, and printed again for the same states (`cache/run-cache.ts`)",
    job: "one node of 1,000, asked again (a whole inventory of 182 nodes: 7.5)",
    gain: 2.3,
  },
  {
    name: "parsed",
    what: "parsed files are kept, in packs (`cache/file-cache.ts`)",
    job: "kapitan's reference, 19 nodes, files kept",
    gain: 1.22,
  },
  {
    name: "dependencies",
    what: "what each node of a state depends on is kept (`cache/states/dependencies.ts`)",
    job: "diff, one class of 300 or 1,000 nodes changed",
    gain: 1.24,
  },
  {
    name: "findings",
    what: "findings of nodes are kept (`cache/states/findings.ts`)",
    job: "pre-commit hook, 300 nodes",
    gain: 1.39,
  },
  {
    name: "simple-yaml",
    what: "plain YAML is read without the library (`parse/yaml/simple-events.ts`)",
    job: "kapitan's reference, nothing kept (a whole inventory of 182 nodes: 1.55)",
    gain: 2,
  },
  {
    name: "memo",
    what: "results of values are taken from earlier nodes (`resolve/merge/memo.ts`)",
    job: "whole inventory of 182 nodes, nothing kept",
    gain: 1.12,
  },
  {
    name: "layers",
    what: "the leaves of a layer are found once for all nodes (`checks/order-fragile.ts`)",
    job: "check, 300 nodes (182 nodes: 1.07)",
    gain: 1.15,
  },
  {
    name: "code",
    what: "compiled code of the program is kept (`cli/script.ts`)",
    job: "show, files kept",
    gain: 1.25,
  },
  {
    name: "begin",
    what: "while git lists the work tree, an answer is printed again, before the program is loaded (`cli/begin.ts`)",
    job: "one node of 1,000, asked again (nothing kept: 1.00)",
    gain: 1.37,
  },
  {
    name: "verdicts",
    what: "nodes that pre-commit counted are not counted again by commit-msg (`cache/judged-trees.ts`)",
    job: "git commit that changes 25 of 1,000 nodes, heir.maxNodes set (not set: 1.0)",
    gain: 1.52,
  },
  {
    name: "listings",
    what: "the listing of a commit is that of its child, with changes undone (`source/history/moving-listing.ts`)",
    job: "log, 60 commits of 2,375 files (of 585 files: 1.07)",
    gain: 1.63,
  },
  {
    name: "screens",
    what: "lines that are the same from frame to frame are laid out once (`speed/kept.ts`)",
    job: "400 keys in the terminal UI, 182 nodes (commits: 1.15)",
    gain: 1.26,
  },
  {
    name: "shared",
    what: "what nodes with the same groups, contracts or definitions share is made once (`speed/kept.ts`)",
    job: "grows with nodes times groups, with their square, or with keys (182 nodes without groups: 1.00)",
    gain: 2,
  },
] as const;

export type SpeedName = (typeof speedTable)[number]["name"];

/** What is wrong with names to switch off, if one is no row of the table. */
export function unlistedRow(switchedOff: ReadonlySet<string>): string | undefined {
  const names: readonly string[] = speedTable.map(({ name }) => name);
  const unknown = [...switchedOff].find((name) => !names.includes(name));
  return unknown === undefined ? undefined : `HEIR_WITHOUT has no "${unknown}"\nhint: choose among ${names.join(", ")}`;
}
