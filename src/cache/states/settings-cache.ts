import { keptAt } from "../../base/made-once.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import { SETTINGS_FILES, type Settings } from "../../model/inventory/settings.ts";
import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import type { SourceFile } from "../../model/values/value.ts";
import { type DefinitionCache, emptyDefinitionCache } from "../../parse/definitions/node-files.ts";
import { parseSettings } from "../../parse/settings/settings.ts";
import type { FileCache } from "../file-cache.ts";

export interface ReadSettings {
  readonly settings: Settings;
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions: DefinitionCache;
}

/** Settings by the content of their files: snapshots with equal settings share one object, so `===` compares them. */
export class SettingsCache {
  private readonly known = new Map<string, ReadSettings>();
  private readonly files: FileCache;
  private readonly overrides: readonly SourceFile[];
  private readonly named: string;

  /** `overrides` are texts of the form KEY=VALUE; messages name them `named`. Throws HeirError for one without `=`. */
  constructor(files: FileCache, overrides: readonly string[], named = "--set") {
    this.files = files;
    this.overrides = overrides.map((text) => overrideFile(text, named));
    this.named = named;
  }

  /** The settings of a snapshot whose settings files were loaded. */
  of(snapshot: Snapshot): ReadSettings {
    const paths = SETTINGS_FILES.filter((path) => snapshot.blobs.has(path));
    const ids = paths.map((path) => `${path} ${snapshot.blobs.get(path)}`);
    const key = [settingsBesides(snapshot.place), ...ids].join("\n");
    return keptAt(this.known, key, () => {
      const diagnostics: Diagnostic[] = [];
      const report = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
      const own = paths.map((path) => this.files.file(path, snapshot.blobs.get(path) ?? "", report));
      const { layout, defaults, guards } = snapshot.place;
      const files = defaults === undefined ? own : [defaults, ...own];
      const settings = { ...parseSettings([...files, ...this.overrides], report, layout), ...guards?.settings };
      const bad = diagnostics.find(({ span }) => span !== undefined && this.overrides.includes(span.file));
      if (bad !== undefined) throw new HeirError("usage", `${this.named}: ${bad.message}`, bad.hint);
      return { settings, diagnostics, definitions: emptyDefinitionCache() };
    });
  }

  /** The definitions parsed under settings that `of` returned. */
  definitionsUnder(settings: Settings): DefinitionCache {
    for (const read of this.known.values()) if (read.settings === settings) return read.definitions;
    throw new InvariantError("these settings were read before");
  }
}

function overrideFile(text: string, named: string): SourceFile {
  const at = text.indexOf("=");
  if (at < 1) throw new HeirError("usage", `${named} takes KEY=VALUE, not "${text}"`);
  return { path: named, blob: text, text: `${text.slice(0, at)}: ${text.slice(at + 1)}` };
}
