import type { ContractDraft, DraftEntry } from "../../model/results/contracts.ts";
import type { Value } from "../../model/values/value.ts";
import { counted } from "../text/row.ts";
import { keyYaml, scalarYaml, textYaml } from "../values/yaml-scalar.ts";

/** A draft of contracts as the lines of a file. */
export function* draftLines({ entries, nodes, states }: ContractDraft): Iterable<string> {
  const earlier = states > nodes ? `, and ${counted(states - nodes, "earlier state")} of nodes` : "";
  yield `# A draft: the values of ${counted(nodes, "node")}${earlier} keep it. Keep what is meant, and remove what only happens to be so.`;
  yield entries.length === 0 ? "values: {}" : "values:";
  for (const entry of entries) yield `  ${keyYaml(entry.path)}: {${said(entry)}}  # ${holders(entry)}`;
}

function holders({ isPattern, nodes }: DraftEntry): string {
  return `${isPattern ? "at least " : ""}${counted(nodes, "node")}`;
}

function said({ type, required, choices }: DraftEntry): string {
  return [
    ...(type === undefined ? [] : [`type: ${textYaml(type)}`]),
    ...(required ? ["required: true"] : []),
    ...(choices.length === 0 ? [] : [`enum: [${choices.map(choice).join(", ")}]`]),
  ].join(", ");
}

/** A value inside of brackets. */
function choice(value: Value): string {
  if (value.kind !== "scalar") return "null";
  const text = scalarYaml(value);
  return value.type === "text" && /[,[\]{}]/.test(text) && !text.startsWith('"') ? JSON.stringify(value.data) : text;
}
