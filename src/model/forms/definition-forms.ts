import { ANY, type Form, type FormKey, flag, type KeyType, key, keyType, removableNamesOf } from "./form.ts";

const MAPPING = keyType({ kind: "map", of: ANY }, "mapping", "{}");
const CLASSES = keyType({ kind: "list", of: { kind: "text", names: "class" } }, "list of class names", "[]");
const NAMES = keyType({ kind: "list", of: { kind: "text" } }, "list of names", "[]");
const GROUPS = keyType(removableNamesOf("group"), "list of group ids", "[]");
const ENVIRONMENT: KeyType = {
  shape: ANY,
  type: "text",
  default: "[`default_environment`](settings.md#default_environment)",
};

/** The sections of class files and of node files, as reclass has them. */
export const classForm: Form = {
  keys: [
    key("classes", CLASSES, "The classes that it includes, weakest first: [ancestry](../concepts/ancestry.md)"),
    key(
      "applications",
      NAMES,
      "Names for other programs; `~name` removes one: [applications](../concepts/applications.md)",
    ),
    key("parameters", MAPPING, "The values, laid over those of its classes: [merge](../concepts/merge.md)"),
    key("exports", MAPPING, "Values that other nodes can ask for: [queries](../concepts/queries.md)"),
    key("environment", ENVIRONMENT, "The environment of the node; queries stay inside one"),
  ],
};

/** Names to properties. */
export const PROPERTIES: KeyType = keyType(
  { kind: "map", of: { kind: "property" } },
  "name to [property](#a-property)",
  "{}",
);

/** The keys of a node file that reclass does not know. */
export const ownNodeKeys: readonly FormKey[] = [
  key(
    "groups",
    GROUPS,
    "`id` joins the group, `~id` [leaves it](../concepts/groups.md#g3-groups-name-nodes-and-nodes-join-and-leave); the last mention of an id counts",
  ),
  key("facts", MAPPING, "What is known of the machine: criteria ask for it. A list is a fact with many values"),
  key("properties", PROPERTIES, "Laid over the node's own `parameters`"),
  flag("policyServer", false, "Whether the node is a policy server, which special targets and groups ask for"),
];

export const nodeForm: Form = { keys: [...classForm.keys, ...ownNodeKeys] };
