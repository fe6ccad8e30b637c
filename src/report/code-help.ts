import type { DiagnosticCode } from "../model/codes.ts";
import { conflictHelp } from "./code-help-conflicts.ts";
import type { CodeHelp } from "./code-help-entry.ts";
import { fileHelp } from "./code-help-files.ts";
import { groupFileHelp } from "./code-help-groups.ts";
import { nameHelp } from "./code-help-names.ts";
import { groupOrderHelp } from "./code-help-order.ts";
import { policyHelp } from "./code-help-policies.ts";
import { runtimeHelp } from "./code-help-runtime.ts";
import { surpriseHelp } from "./code-help-surprises.ts";
import { uselessHelp } from "./code-help-useless.ts";
import { valueHelp } from "./code-help-values.ts";

/** Every code explained: what `heir help CODE` prints, and what the pages of docs/checks are made from. */
export const codeHelp: Readonly<Record<DiagnosticCode, CodeHelp>> = {
  ...fileHelp,
  ...nameHelp,
  ...valueHelp,
  ...surpriseHelp,
  ...uselessHelp,
  ...groupFileHelp,
  ...conflictHelp,
  ...groupOrderHelp,
  ...policyHelp,
  ...runtimeHelp,
};
