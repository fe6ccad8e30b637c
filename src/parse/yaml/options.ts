import type { TextSyntax } from "../../model/definition.ts";
import type { Report } from "../../model/diagnostic.ts";

export interface YamlOptions {
  /** How text scalars are split into templates, and which keys folding leaves alone. */
  readonly syntax: TextSyntax;
  readonly report: Report;
}
