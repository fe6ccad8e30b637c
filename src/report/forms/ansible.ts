import { jsonString } from "../../base/json-text.ts";
import { DataValue, documentJson } from "../../encoding/json.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { placeText } from "../../model/values/origin.ts";
import { type MapValue, mappingOf, type ScalarValue, type Value } from "../../model/values/value.ts";
import { type InventoryWriter, nodeFailure } from "../inventory/writer.ts";
import { GroupNames } from "./ansible-groups.ts";
import { environmentName, type Form, type FormFacts, ownParameters } from "./form.ts";
import { rewritten } from "./rewritten.ts";

/**
 * What an inventory script prints for Ansible: a group for each group of heir, with its children, and for each class by
 * its resolved name, application and environment, so that every node is in a group; the variables of all hosts under
 * `_meta`; and for all hosts which commit was read, and which nodes were left out and why.
 */
export const ansibleInventory: Form = {
  host: (node) => `${hostVariables(node)}\n`,
  list: inventoryWriter,
  file: "json",
};

function inventoryWriter(facts: FormFacts): InventoryWriter {
  const groups = new GroupNames(facts.groups);
  const errors: [string, string][] = [];
  let separator = "\n";
  return {
    begin: () => '{"_meta": {"hostvars": {',
    node(outcome) {
      const { name, node } = outcome;
      const failure = nodeFailure(outcome);
      if (failure !== undefined) {
        const where = failure.place === undefined ? "" : ` (${placeText(failure.place)})`;
        errors.push([name, `${failure.kind}: ${failure.message}${where}`]);
      }
      if (node === undefined || failure !== undefined) return "";
      groups.add(node);
      const member = `${separator}${jsonString(name)}: ${hostVariables(node)}`;
      separator = ",\n";
      return member;
    },
    findings: (): readonly Diagnostic[] => groups.clashes(),
    end() {
      const vars = { heir_commit: facts.commit ?? null, heir_errors: Object.fromEntries(errors) };
      const lines = groups.groups().map(([name, group]) => `,\n${jsonString(name)}: ${documentJson(group)}`);
      return `\n}},\n"all": ${documentJson({ vars })}${lines.join("")}}\n`;
    },
  };
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words of Python, which Ansible refuses as names of variables. */
const RESERVED = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
const ODD = "heir_parameters";

/**
 * The variables of a host: its parameters. Those whose keys are no names of variables are below `heir_parameters`; text
 * that Ansible Vault encrypted is marked, so that Ansible decrypts it; `__reclass__` has what else is known of the node.
 */
function hostVariables(node: ResolvedNode): string {
  const parameters = rewritten(ownParameters(node), { scalar: vaulted, key: ({ keyNode }) => keyNode }) as MapValue;
  const isOdd = ({ key }: { readonly key: string }) => !PLAIN_NAME.test(key) || RESERVED.has(key) || key === ODD;
  const odd = parameters.entries.filter(isOdd);
  const members = new Map<string, unknown>();
  for (const entry of parameters.entries) if (!isOdd(entry)) members.set(entry.key, new DataValue(entry.value));
  if (odd.length > 0) members.set(ODD, new DataValue({ ...parameters, entries: odd }));
  members.set("__reclass__", {
    node: node.name,
    classes: node.classes.map(({ name }) => name),
    applications: node.applications.map(({ name }) => name),
    environment: environmentName(node),
    groups: node.groups.map(({ name }) => name),
  });
  return documentJson(members);
}

function vaulted(scalar: ScalarValue): Value {
  const isVault = scalar.type === "text" && String(scalar.data).startsWith("$ANSIBLE_VAULT;");
  return isVault ? mappingOf([["__ansible_vault", scalar]], scalar.origin) : scalar;
}
