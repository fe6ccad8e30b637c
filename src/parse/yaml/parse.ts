import { command } from "../../base/terminal-text.ts";
import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";
import { type StoredContent, storedContent } from "../../model/inventory/lfs-or-filter.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { isBareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import { hasSentinel, splitTemplate } from "../../model/values/template.ts";
import { type SourceFile, type TemplateValue, textValue, type Value } from "../../model/values/value.ts";
import { composeYaml } from "./compose.ts";
import { eventTree } from "./event-tree.ts";
import { packYaml, unpackYaml } from "./record.ts";
import { simpleEvents } from "./simple-events.ts";
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

/** A file larger than this many bytes is not read. */
const LARGEST_FILE: number = 16 * 1024 * 1024;

export interface FileBytes {
  readonly path: string;
  readonly blob: string;
  readonly bytes: Uint8Array;
}

/**
 * The text of a file: UTF-8, or UTF-16 by its byte order mark, which is left out. A form that is not its text (S15 and
 * S17 in docs/concepts/snapshots.md) and a file over `LARGEST_FILE` (`yaml-limit`) are reported and read as empty;
 * bytes that are no text are reported as `yaml-syntax` at the first of them and read as U+FFFD.
 */
export function sourceFile({ path, blob, bytes }: FileBytes, report: Report): SourceFile {
  if (bytes.length > LARGEST_FILE) {
    const file = { path, blob, text: "" };
    report(tooLarge(file));
    return file;
  }
  const stored = storedContent(bytes);
  if (stored !== undefined) {
    const file = { path, blob, text: "" };
    report(storedFinding(file, stored));
    return file;
  }
  const encoding = encodingOf(bytes);
  try {
    return { path, blob, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    const file = { path, blob, text: new TextDecoder(encoding).decode(bytes) };
    reportNotText(file, encoding, report);
    return file;
  }
}

/** Whether a file is within the size limit and has only characters that YAML allows; faults are reported. */
export function isReadable(file: SourceFile, report: Report): boolean {
  if (file.text.length > LARGEST_FILE) {
    report(tooLarge(file));
    return false;
  }
  const at = file.text.search(REFUSED);
  if (at === -1) return true;
  const code = file.text.codePointAt(at) ?? 0;
  const message = `the file contains the control character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const hint = 'write it as an escape inside double quotes, such as "\\e", or delete it';
  report(finding("yaml-syntax", { file, start: at, end: at + 1 }, message, { hint }));
  return false;
}

const REFUSED = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function storedFinding(file: SourceFile, stored: StoredContent): Diagnostic {
  const span = { file, start: 0, end: 0 };
  const { path } = file;
  switch (stored.kind) {
    case "git-crypt": {
      const hint = "git-crypt unlock decrypts the checkout; commits hold it encrypted";
      return finding("encrypted-file", span, `${path} is encrypted with git-crypt`, { hint });
    }
    case "lfs": {
      const hint = "git lfs pull gets the content; heir reads files that git itself stores";
      return finding("lfs-pointer", span, `${path} is a pointer of Git LFS, not its content`, { hint });
    }
    case "filter": {
      const hint = `${command(["git", "config", "--global", "--add"], ["heir.runFilter", stored.wanted])} reads it through the filter`;
      return finding("filtered-file", span, `${path} has the filter ${stored.name} and is not read`, { hint });
    }
  }
}

function tooLarge(file: SourceFile): Diagnostic {
  const message = `the file is larger than ${LARGEST_FILE / 1024 / 1024} MB`;
  return finding("yaml-limit", { file, start: 0, end: 0 }, message);
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}

function reportNotText(file: SourceFile, encoding: string, report: Report): void {
  const at = Math.max(0, file.text.indexOf("\ufffd"));
  const name = encoding.startsWith("utf-16") ? "UTF-16" : "UTF-8";
  const hint = "save the file as UTF-8";
  report(finding("yaml-syntax", { file, start: at, end: at + 1 }, `the file is not ${name} text`, { hint }));
}
