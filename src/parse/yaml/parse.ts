import type { SourceFile } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { composeYaml } from "./compose.ts";
import type { YamlOptions } from "./options.ts";
import { isReadable } from "./readable-text.ts";
import { packYaml, unpackYaml } from "./record.ts";
import { simpleEvents } from "./simple-events.ts";
import { simpleTree } from "./simple-tree.ts";

/**
 * The one document of a YAML file, typed as PyYAML 6.0's safe loader types it, every part with its place.
 *
 * Undefined when the file holds nothing but comments, and when it holds an error; all faults go to `report`. What
 * stands behind an alias is the very object behind its anchor. Never throws on what a file holds. Where an earlier
 * reading was kept it is taken up, and a file in the simple part of YAML is read without the library; the outcome is
 * the same.
 */
export function parseYaml(file: SourceFile, { syntax, report }: YamlOptions): Value | undefined {
  const known = file.kept?.record();
  if (known !== undefined && known !== "") return unpackYaml(known, file, syntax);
  let [failed, faultless] = [false, true];
  const texts: number[] = [];
  const value = readYaml(file, {
    syntax: {
      text(data, origin) {
        texts.push(origin.start);
        return syntax.text(data, origin);
      },
      plainKey: (key) => syntax.plainKey(key),
    },
    report(diagnostic) {
      faultless = false;
      failed ||= diagnostic.severity === "error";
      report(diagnostic);
    },
  });
  if (known === undefined) file.kept?.keep((faultless ? packYaml(value, texts) : undefined) ?? "");
  return failed ? undefined : value;
}

function readYaml(file: SourceFile, options: YamlOptions): Value | undefined {
  if (!isReadable(file, options.report)) return undefined;
  const events = simpleEvents(file.text);
  return events === undefined ? composeYaml(file, options) : simpleTree(events, file, options);
}
