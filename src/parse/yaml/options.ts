import type { Report } from "../../model/findings/diagnostic.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";

export interface YamlOptions {
  /** How text scalars are split into templates, and which keys have no prefix. */
  readonly syntax: TextSyntax;
  readonly report: Report;
  /** How plain scalars and `<<` are read: as PyYAML does, unless it is "1.2". */
  readonly version?: "1.2" | undefined;
}
