import { InvariantError } from "../model/failure.ts";
import type { SourceFile } from "../model/origin.ts";
import type { Value } from "../model/value.ts";
import type { YamlOptions } from "./yaml-compose.ts";
import { packYaml, unpackYaml } from "./yaml-record.ts";

type Composer = typeof import("./yaml-compose.ts");

let composer: Composer | undefined;

/**
 * Loads the YAML library: to be done before {@link parseYaml} meets a file of which nothing is kept. It takes longer to
 * load than to answer from what is kept.
 */
export async function loadYaml(): Promise<void> {
  composer ??= await import("./yaml-compose.ts");
}

/**
 * The one document of a YAML file, typed as PyYAML 6.0's safe loader types it, every part with its place.
 *
 * Undefined when the file holds nothing but comments, and when it holds an error; all faults go to `report`. What
 * stands behind an alias is the very object behind its anchor. Never throws on what a file holds. Where an earlier
 * reading was kept it is taken up, with the same outcome.
 */
export function parseYaml(file: SourceFile, { syntax, report }: YamlOptions): Value | undefined {
  const known = file.kept?.record();
  if (known !== undefined && known !== "") return unpackYaml(known, file, syntax);
  if (composer === undefined) throw new InvariantError("the YAML library is loaded before a file is parsed");
  let faultless = true;
  const { value, texts } = composer.composeYaml(file, {
    syntax,
    report(diagnostic) {
      faultless = false;
      report(diagnostic);
    },
  });
  if (known === undefined) file.kept?.keep((faultless ? packYaml(value, texts) : undefined) ?? "");
  return value;
}
