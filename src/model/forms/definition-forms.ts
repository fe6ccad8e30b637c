import { ANY, BOOLEAN, type Form, type FormKey, removableNamesOf, type Shape, TEXT } from "./form.ts";

const MAPPING: Shape = { kind: "map", of: ANY };

/** The sections of class files and of node files, as reclass has them. */
export const classForm: Form = {
  keys: [
    {
      name: "classes",
      shape: { kind: "list", of: { kind: "text", names: "class" } },
      type: "list of class names",
      default: "`[]`",
      sentence: "The classes that it includes, weakest first: [ancestry](../concepts/ancestry.md)",
    },
    {
      name: "applications",
      shape: { kind: "list", of: TEXT },
      type: "list of names",
      default: "`[]`",
      sentence: "Names for other programs; `~name` removes one: [applications](../concepts/applications.md)",
    },
    {
      name: "parameters",
      shape: MAPPING,
      type: "mapping",
      default: "`{}`",
      sentence: "The values, laid over those of its classes: [merge](../concepts/merge.md)",
    },
    {
      name: "exports",
      shape: MAPPING,
      type: "mapping",
      default: "`{}`",
      sentence: "Values that other nodes can ask for: [queries](../concepts/queries.md)",
    },
    {
      name: "environment",
      shape: ANY,
      type: "text",
      default: "[`default_environment`](settings.md#default_environment)",
      sentence: "The environment of the node; queries stay inside one",
    },
  ],
};

/** The keys of a node file that reclass does not know. */
export const ownNodeKeys: readonly FormKey[] = [
  {
    name: "groups",
    shape: removableNamesOf("group"),
    type: "list of group ids",
    default: "`[]`",
    sentence:
      "`id` joins the group, `~id` [leaves it](../concepts/groups.md#g3-groups-name-nodes-and-nodes-join-and-leave); the last mention of an id counts",
  },
  {
    name: "facts",
    shape: MAPPING,
    type: "mapping",
    default: "`{}`",
    sentence: "What is known of the machine: criteria ask for it. A list is a fact with many values",
  },
  {
    name: "properties",
    shape: { kind: "map", of: { kind: "property" } },
    type: "name to [property](#a-property)",
    default: "`{}`",
    sentence: "Laid over the node's own `parameters`",
  },
  {
    name: "policyServer",
    shape: BOOLEAN,
    type: "boolean",
    default: "`false`",
    sentence: "Whether the node is a policy server, which special targets and groups ask for",
  },
];

export const nodeForm: Form = { keys: [...classForm.keys, ...ownNodeKeys] };
