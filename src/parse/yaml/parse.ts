import type { TextSyntax } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { isBareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import { hasSentinel, splitTemplate } from "../../model/values/template.ts";
import { type SourceFile, type TemplateValue, textValue, type Value } from "../../model/values/value.ts";
import { composeYaml } from "./compose.ts";
import { eventTree } from "./event-tree.ts";
import { packYaml, unpackYaml } from "./record.ts";
import { simpleEvents } from "./simple-events.ts";
import { isReadable } from "./source-file.ts";
import type { YamlOptions } from "./token.ts";

/** Plain YAML: no references, no prefixes. For settings files. */
export const plainSyntax: TextSyntax = { text: textValue, plainKey: () => true };

/**
 * A YAML document with the types of PyYAML 6.0's safe loader, every part with its place; an alias is the same object as
 * its anchor's value. Undefined after an error and for comments alone. Reports all faults; never throws for content.
 */
export function parseYaml(file: SourceFile, { syntax, report, version }: YamlOptions): Value | undefined {
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
    version,
  });
  if (known === undefined) file.kept?.keep((faultless ? packYaml(value, texts) : undefined) ?? "");
  return failed ? undefined : value;
}

function readYaml(file: SourceFile, options: YamlOptions): Value | undefined {
  if (!isReadable(file, options.report)) return undefined;
  const events = simpleEvents(file.text);
  return events === undefined ? composeYaml(file, options) : eventTree(events, file, options);
}

/** How node and class files are read. `noted` also gets each template with a query or a syntax error. */
export function textSyntax(settings: Settings, noted: (template: TemplateValue) => void): TextSyntax {
  const prefixes = prefixCharacters(settings);
  return {
    text(data, origin) {
      if (!hasSentinel(data, settings)) return textValue(data, origin);
      const template: TemplateValue = { kind: "template", text: data, parts: splitTemplate(data, settings), origin };
      const kind = template.parts[0]?.kind;
      if (kind === "fault" || kind === "query") noted(template);
      return template;
    },
    plainKey: (key) => isBareKey(key, prefixes),
  };
}
