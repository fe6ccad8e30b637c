export interface Topic {
  readonly summary: string;
  /** Where the page is, from the folder docs. */
  readonly page: string;
}

/** Topics as help names and orders them; a page with the name of a command is listed by its path. */
export const topics: ReadonlyMap<string, Topic> = new Map(
  Object.entries({
    inventories: { summary: "where heir looks for an inventory", page: "concepts/inventories.md" },
    names: { summary: "from files to nodes and classes", page: "concepts/names.md" },
    ancestry: { summary: "which classes a node gets, and in which order", page: "concepts/ancestry.md" },
    "class-mappings": { summary: "classes by the name of a node", page: "concepts/class-mappings.md" },
    merge: { summary: "how values are laid over one another", page: "concepts/merge.md" },
    references: { summary: "values made from other values: ${path}", page: "concepts/references.md" },
    queries: { summary: "values made from other nodes: $[ exports:... ]", page: "concepts/queries.md" },
    applications: { summary: "the other list that nodes and classes contribute to", page: "concepts/applications.md" },
    "concepts/groups": { summary: "groups: which nodes, and in which order", page: "concepts/groups.md" },
    "concepts/properties": { summary: "values of globals, groups and nodes", page: "concepts/properties.md" },
    "concepts/contracts": { summary: "what a value may be, and who may set it", page: "concepts/contracts.md" },
    "concepts/policies": { summary: "what the agents run, and in which order", page: "concepts/policies.md" },
    "properties-d": { summary: "what the agent finds on the machine", page: "concepts/properties-d.md" },
    snapshots: {
      summary: "commits, the index, the work tree, and how they are compared",
      page: "concepts/snapshots.md",
    },
    sections: { summary: "the ten kinds of data of a node, and one spelling of paths", page: "concepts/sections.md" },
    selectors: { summary: "which nodes: by name, class, group, fact, value", page: "concepts/selectors.md" },
    "side-by-side": { summary: "nodes compared with other nodes", page: "concepts/side-by-side.md" },
    "as-if": { summary: "what an edit would change", page: "concepts/as-if.md" },
    ends: { summary: "lines that are meant for a while", page: "concepts/ends.md" },
    owners: { summary: "whose files, nodes and values change", page: "concepts/owners.md" },
    stages: { summary: "where changes wait to go to, and what waits", page: "concepts/stages.md" },
    revisions: { summary: "how a state is named: REV, INDEX, WORKTREE, A..B, A...B", page: "revisions.md" },
    "concepts/review": { summary: "a change as edits with their effects", page: "concepts/review.md" },
    edits: { summary: "what a change is claimed to do, and the proof", page: "concepts/edits.md" },
    submodules: { summary: "classes from another repository", page: "concepts/submodules.md" },
    gates: { summary: "what a commit or a push must not do", page: "concepts/gates.md" },
    patterns: { summary: "globs, patterns of paths, regular expressions", page: "concepts/patterns.md" },
    yaml: { summary: "what is text, a number, a date", page: "concepts/yaml.md" },
    settings: { summary: "the keys of heir.yml", page: "reference/settings.md" },
    files: { summary: "every key of every file", page: "reference/files.md" },
    "exit-codes": { summary: "what an exit code says, and errors as JSON", page: "reference/exit-codes.md" },
    signs: { summary: "the signs of diff, why and log: ~ + - > !", page: "signs.md" },
    secrets: { summary: "which values are masked, and where", page: "secrets.md" },
    "docs/hooks": { summary: "each commit, merge and push is checked before git makes it", page: "hooks.md" },
    ci: { summary: "findings where a team sees them", page: "ci.md" },
    salt: { summary: "a first hour with a model of Salt", page: "tutorials/salt.md" },
    kapitan: { summary: "a first hour with an inventory of kapitan", page: "tutorials/kapitan.md" },
    ansible: { summary: "a first hour beside Ansible", page: "tutorials/ansible.md" },
    monorepo: { summary: "an inventory in a folder of a larger repository", page: "tutorials/monorepo.md" },
    assistants: { summary: "heir as the tools of an assistant", page: "assistants.md" },
    faq: { summary: "questions that come up", page: "faq.md" },
    offline: { summary: "what needs a network: nothing that reads", page: "offline.md" },
    glossary: { summary: "one word for one idea", page: "glossary.md" },
  } satisfies Record<string, Topic>),
);

/** The topic of a name, or of the path of a page: `concepts/groups`, `docs/concepts/groups.md`. */
export function topicOf(word: string): Topic | undefined {
  const path = `${word.replace(/^docs\//, "").replace(/\.md$/, "")}.md`;
  return topics.get(word) ?? [...topics.values()].find(({ page }) => page === path);
}

/** The name under which help lists a page, by its path from the folder docs. */
export function topicName(path: string): string | undefined {
  return [...topics].find(([, { page }]) => page === path)?.[0];
}
