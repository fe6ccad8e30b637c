import type { NewFile } from "../../source/disk/changed-files.ts";

/** The paths that are secrets in a new `heir.yml`. */
export const SECRET_PATTERNS = ["**:*password*", "**:*token*", "**:*secret*", "**:*private_key*"] as const;

export const STARTER_NODE = "web1";

const settingsFile: NewFile = {
  path: "heir.yml",
  text: `# Settings. These are the defaults; every setting of reclass works here too.
nodes_uri: nodes
classes_uri: classes

# Values at these paths are shown as (secret).
secrets: [${SECRET_PATTERNS.map((pattern) => JSON.stringify(pattern)).join(", ")}]
`,
};

export const starterFiles: readonly NewFile[] = [
  settingsFile,
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
    path: `nodes/${STARTER_NODE}.yml`,
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

/** The beginning of an inventory for a host that exists: nothing in it gives the host a value. */
export function hostFiles(host: string): readonly NewFile[] {
  return [
    settingsFile,
    { path: "classes/common.yml", text: `# A class: what many nodes have in common.\nparameters: {}\n` },
    {
      path: `nodes/${host}.yml`,
      text: `# A node gets what its classes say; what it says itself wins.\nclasses: [common]\n`,
    },
  ];
}
