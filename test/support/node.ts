import type { Definition, NameMention } from "../../src/model/inventory/definition.ts";
import type { ResolvedNode } from "../../src/model/inventory/inventory.ts";
import { textValue } from "../../src/model/values/value.ts";
import { at, type Plain, value } from "./value.ts";

export interface NodeParts {
  readonly name?: string;
  /** `name@place`, or a name alone, which stands in the node's file. */
  readonly classes?: readonly string[];
  readonly applications?: readonly string[];
  readonly environment?: string;
  readonly parameters?: Readonly<Record<string, Plain>>;
  readonly exports?: Readonly<Record<string, Plain>>;
}

/** A resolved node whose values all come from its own file, except where names say otherwise. */
export function resolvedNode(parts: NodeParts = {}): ResolvedNode {
  const { name = "web01" } = parts;
  const path = `nodes/${name}.yml`;
  const mentions = (names: readonly string[] = []): readonly NameMention[] => names.map((text) => mention(text, path));
  const classes = mentions(parts.classes);
  const definition: Definition = {
    kind: "node",
    name,
    file: at(path).file,
    pathName: `./${name}`,
    classes: classes.map((each) => ({ ...each, template: undefined })),
    applications: mentions(parts.applications),
    parameters: value(path, parts.parameters ?? {}),
    exports: value(path, parts.exports ?? {}),
    environment: undefined,
    queries: [],
    unknownSections: [],
    diagnostics: [],
  };
  return {
    name,
    definition,
    steps: [],
    classes,
    applications: definition.applications,
    groups: [],
    conflicts: [],
    latent: [],
    parameters: definition.parameters,
    exports: definition.exports,
    environment: textValue(parts.environment ?? "base", at(path)),
    reads: { files: new Map(), missed: new Set(), queries: [], environment: "base", groups: "" },
  };
}

function mention(text: string, path: string): NameMention {
  const [name = "", place = path] = text.split("@");
  return { name, remove: false, origin: at(place) };
}
