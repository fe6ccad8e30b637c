/** One file of a new repository. */
export interface StarterFile {
  readonly path: string;
  readonly text: string;
}

/** The paths that are secrets in a new `heir.yml`. */
export const SECRET_PATTERNS = ["**:*password*", "**:*token*", "**:*secret*", "**:*private_key*"] as const;

/** The content of a new repository: settings, one class, one node. */
export const starterFiles: readonly StarterFile[] = [
  {
    path: "heir.yml",
    text: `# Settings. These are the defaults; every setting of reclass works here too.
nodes_uri: nodes
classes_uri: classes

# Values at these paths are shown as (secret).
secrets: [${SECRET_PATTERNS.map((pattern) => JSON.stringify(pattern)).join(", ")}]
`,
  },
  {
    path: "classes/common.yml",
    text: `# A class: what many nodes have in common. Nodes and other classes name it under "classes".
applications:
  - ntp

parameters:
  site:
    domain: example.org
  ntp:
    # A reference: the value of site:domain of the node at hand.
    servers:
      - ntp1.\${site:domain}
      - ntp2.\${site:domain}
`,
  },
  {
    path: "nodes/web1.yml",
    text: `# A node gets what its classes say; what it says itself wins, and lists are appended.
classes:
  - common

parameters:
  ntp:
    servers:
      - ntp3.\${site:domain}
`,
  },
];
