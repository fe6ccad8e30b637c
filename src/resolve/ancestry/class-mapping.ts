import { fnmatch } from "../../base/glob.ts";
import { compileWithAhead, expandTemplate, isPatternFault, widened } from "../../base/pattern/pattern.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { type ClassMention, classMention, type Definition } from "../../model/inventory/definition.ts";
import type { ClassMapping, Settings } from "../../model/inventory/settings.ts";
import { kept } from "../../speed/kept.ts";

/**
 * The classes that `class_mappings` give a node, in order, without duplicates (docs/concepts/class-mappings.md). The
 * origin of each mention is its mapping.
 */
export function mappedClasses(node: Definition, settings: Settings): readonly ClassMention[] {
  const text = textOf(node, settings);
  const mentions = new Map<string, ClassMention>();
  for (const mapping of settings.class_mappings) {
    for (const name of matcher(mapping)(text)) {
      if (!mentions.has(name))
        mentions.set(name, classMention({ name, remove: false, origin: mapping.origin }, settings));
    }
  }
  return [...mentions.values()];
}

/** The mappings of which it is not known whether they match a node, as faults of the node. */
export function unknownMappings(node: Definition, settings: Settings): readonly Diagnostic[] {
  return settings.class_mappings.flatMap((mapping) => {
    const { fault } = mapping;
    return fault !== undefined && possible(mapping)(textOf(node, settings)) ? [fault] : [];
  });
}

const possible = kept("shared", ({ pattern }: ClassMapping) => {
  const wide = widened(pattern);
  return (text: string) => wide?.isIn(text) ?? true;
});

function textOf(node: Definition, { class_mappings_match_path: matchesPath }: Settings): string {
  return matchesPath ? node.pathName : node.name;
}

type Matcher = (text: string) => readonly string[];

const matcher = kept("shared", (mapping: ClassMapping): Matcher => {
  return mapping.kind === "glob" ? globMatcher(mapping) : regexpMatcher(mapping);
});

function globMatcher({ pattern, classes }: ClassMapping): Matcher {
  const matches = fnmatch(pattern);
  return (text) => (matches(text) ? classes : []);
}

function regexpMatcher({ pattern, classes, fault }: ClassMapping): Matcher {
  const compiled = compileWithAhead(pattern);
  // The nodes that it may match have an error.
  if (isPatternFault(compiled) || fault !== undefined) return () => [];
  return (text) => {
    const match = compiled.match(text);
    return match === undefined ? [] : classes.flatMap((name) => expandTemplate(name, match) ?? []);
  };
}
