import * as v from "valibot";
import type { SourceFile } from "../../model/values/origin.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { plainData } from "./settings.ts";

const path = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split("/")
      .filter((name) => name !== "" && name !== ".")
      .join("/"),
  ),
  v.check((text) => !text.split("/").includes("..")),
);
const shape = v.strictObject({ folder: v.union([path, v.array(path)]) });

/**
 * The inventory folders that a `heir.yml` at the top chooses (rule F4 in docs/concepts/inventories.md): a path or a list of
 * paths under `folder`, and nothing else. Undefined for any other file, which has settings. Never fails.
 */
export function chosenFolders(file: SourceFile): readonly string[] | undefined {
  const root = parseYaml(file, { syntax: plainSyntax, report: () => undefined });
  const result = v.safeParse(shape, root && plainData(root));
  return result.success ? [result.output.folder].flat() : undefined;
}
