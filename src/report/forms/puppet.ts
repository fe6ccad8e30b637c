import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Value } from "../../model/values/value.ts";
import { mappingOf, nodePart } from "../values/parts.ts";
import { valueYaml } from "../values/value.ts";
import { environmentName, type Form } from "./form.ts";
import { rewritten, type TextScalar } from "./rewritten.ts";

/**
 * The answer of an external node classifier: the applications as classes, the parameters as top-scope variables, and the
 * environment only where the inventory names one, since Puppet fails for the environment `base`.
 */
export const puppetClassifier: Form = {
  host: (node) =>
    valueYaml(
      mappingOf(
        { classes: nodePart(node, "applications"), parameters: node.parameters, ...named(node) },
        node.parameters.origin,
      ),
    ),
  file: "yaml",
};

/**
 * The data of one node for a hierarchy of Hiera 5: the parameters. Hiera reads `%{` in any text or key as an
 * interpolation, so it is written as the literal that Hiera has for it.
 */
export const hieraData: Form = {
  host: (node) => valueYaml(rewritten(node.parameters, { text: literalText, key: literal })),
  file: "yaml",
};

/** reclass's own fallback is the environment `base`, which nobody wrote. */
function named(node: ResolvedNode): { readonly environment?: Value } {
  const { environment, definition } = node;
  const isNamed = definition.environment !== undefined || environmentName(node) !== "base";
  return isNamed ? { environment } : {};
}

function literalText(text: TextScalar): Value {
  const data = literal(text.data);
  return data === text.data ? text : { ...text, data };
}

function literal(text: string): string {
  return text.replaceAll("%{", "%{literal('%')}{");
}
