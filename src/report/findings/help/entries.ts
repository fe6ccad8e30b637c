import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import { conflictHelp } from "./conflicts.ts";
import type { CodeHelp } from "./entry.ts";
import { fileHelp } from "./files.ts";
import { groupFileHelp } from "./groups.ts";
import { nameHelp } from "./names.ts";
import { groupOrderHelp } from "./order.ts";
import { policyHelp } from "./policies.ts";
import { runtimeHelp } from "./runtime.ts";
import { surpriseHelp } from "./surprises.ts";
import { uselessHelp } from "./unused.ts";
import { valueHelp } from "./values.ts";

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
