import type { TextSyntax } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { isBareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import { hasSentinel, splitTemplate } from "../../model/values/template.ts";
import { type TemplateValue, textValue } from "../../model/values/value.ts";

/** Plain YAML: no references, no prefixes. For settings files. */
export const plainSyntax: TextSyntax = {
  text: textValue,
  plainKey: () => true,
};

/**
 * How node and class files are read with these settings. A template with a query or a syntax error is also passed to
 * `noted`, so that the caller can decide which ones matter.
 */
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
