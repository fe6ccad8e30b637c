import type { Report } from "../../model/findings/diagnostic.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";

export interface YamlOptions {
  /** How text scalars are split into templates, and which keys have no prefix. */
  readonly syntax: TextSyntax;
  readonly report: Report;
}
