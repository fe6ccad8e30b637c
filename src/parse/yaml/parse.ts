import { InvariantError } from "../../model/findings/failure.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import type { YamlOptions } from "./options.ts";
import { isReadable } from "./readable-text.ts";
import { packYaml, unpackYaml } from "./record.ts";
import { type Events, simpleEvents } from "./simple-events.ts";
import { simpleTree } from "./simple-tree.ts";
import { plainSyntax } from "./text-syntax.ts";

type Composer = typeof import("./compose.ts");

let composer: Composer | undefined;

/** What was found out of files before they are parsed: whether they are simple. */
const eventsOf = new WeakMap<SourceFile, { readonly events: Events | undefined }>();

/** Loads the YAML library, which {@link parseYaml} needs for any file that is not simple and of which nothing is kept. */
export async function loadYaml(): Promise<void> {
  composer ??= await import("./compose.ts");
}

/** Loads the YAML library if {@link parseYaml} needs it for one of the files. To be done before these are parsed. */
export async function prepareYaml(files: Iterable<SourceFile>): Promise<void> {
  if (composer !== undefined) return;
  for (const file of files) {
    const events = simpleEvents(file.text);
    eventsOf.set(file, { events });
    if (events === undefined) return loadYaml();
  }
}

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

/** Keeps the reading of a file that was looked into and then not needed, so that the next run need not look again. */
export function keepUnneeded(file: SourceFile): void {
  if (eventsOf.get(file)?.events !== undefined) parseYaml(file, { syntax: plainSyntax, report: () => {} });
}

function readYaml(file: SourceFile, options: YamlOptions): Value | undefined {
  if (!isReadable(file, options.report)) return undefined;
  const events = eventsOf.has(file) ? eventsOf.get(file)?.events : simpleEvents(file.text);
  eventsOf.delete(file);
  if (events !== undefined) return simpleTree(events, file, options);
  if (composer === undefined) throw new InvariantError("the YAML library is loaded before a file is parsed");
  return composer.composeYaml(file, options);
}
