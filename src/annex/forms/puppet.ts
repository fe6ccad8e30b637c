import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import { nodePart } from "../../model/inventory/node-parts.ts";
import { jsonText } from "../../model/values/json-form.ts";
import { keyText, mappingOf, type ScalarValue, type Value } from "../../model/values/value.ts";
import type { ToolForm } from "../../report/inventory/writer.ts";
import { valueYaml } from "../../report/values/value.ts";
import { environmentName } from "./form.ts";
import { rewritten } from "./rewritten.ts";

/**
 * The answer of an external node classifier: the applications as classes, the parameters as top-scope variables, and the
 * environment only where the inventory names one, since Puppet fails for the environment `base`.
 */
export const puppetClassifier: ToolForm = {
  host(node) {
    const { parameters } = node;
    const own = [["classes", nodePart(node, "applications")] as const, ["parameters", forPuppet(parameters)] as const];
    return valueYaml(mappingOf([...own, ...named(node)], parameters.origin));
  },
  file: "yaml",
};

/** Parameters for a hierarchy of Hiera 5, which interpolates `%{` in texts and keys: its literal is written instead. */
export const hieraData: ToolForm = { host: (node) => valueYaml(forPuppet(node.parameters, literal)), file: "yaml" };

/** reclass's own fallback is the environment `base`, which nobody wrote. */
function named(node: ResolvedNode): readonly (readonly [string, Value])[] {
  const { environment, definition } = node;
  const isNamed = definition.environment !== undefined || environmentName(node) !== "base";
  return isNamed ? [["environment", forPuppet(environment)]] : [];
}

/** With JSON's types, as Ruby refuses dates and sets in YAML: ISO and base64 text. `change` gets each text and key. */
function forPuppet(value: Value, change: (text: string) => string = (text) => text): Value {
  return rewritten(value, {
    scalar: (scalar) => changed(scalar, jsonText(scalar), change),
    key: (entry) => changed(entry.keyNode, keyText(entry), change),
  });
}

function changed(scalar: ScalarValue, text: string | undefined, change: (text: string) => string): ScalarValue {
  if (text === undefined) return scalar;
  const data = change(text);
  return scalar.type === "text" && scalar.data === data ? scalar : { ...scalar, type: "text", data };
}

function literal(text: string): string {
  return text.replaceAll("%{", "%{literal('%')}{");
}
