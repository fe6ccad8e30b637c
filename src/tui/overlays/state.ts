import type { Row } from "../../report/text/row.ts";
import type { Line } from "../draw/line.ts";
import type { AskedPlace, ComparedStates, RowPlace } from "../state/compared.ts";
import type { MenuItem } from "../state/menu.ts";
import type { Request, TimelineEntry } from "../worker/questions.ts";
import type { GoalKind } from "./sought.ts";

interface Scrolled {
  /** The first line in sight. */
  readonly top: number;
}

/** Keys type text. */
interface Typed extends Scrolled {
  readonly typed: string;
}

interface Listed extends Scrolled {
  /** The item that the cursor is on. */
  readonly at: number;
}

/** What can cover a screen and take the keys, and what each remembers. */
export interface Overlays {
  readonly help: Typed;
  readonly reportName: Typed & { readonly report: string };
  readonly log: Scrolled;
  /** The states of which the newer one is searched, and the kinds of which all rows are listed. */
  readonly goto: Typed &
    Listed & { readonly target: ComparedStates | undefined; readonly unfolded: ReadonlySet<GoalKind> };
  readonly explain: Scrolled;
  readonly blame: Scrolled;
  readonly timeline: Listed;
  readonly newValue: Typed & { readonly node: string; readonly path: string; readonly shown: readonly Line[] };
  /** A question before something is written: `does` names it, `request` is sent to the worker on yes. */
  readonly question: Scrolled & { readonly lines: readonly Line[]; readonly does: string; readonly request: Request };
  readonly commit: Typed;
  /** What git and its hooks have written about something that was tried. */
  readonly output: Scrolled & { readonly tried: string; readonly lines: readonly Line[] };
  readonly menu: Listed & { readonly title: string; readonly items: readonly MenuItem[] };
  /** What is compared with another state, or another node; or the branch that would be merged. */
  readonly picker: Typed & Listed & { readonly mode: "compare" | "merge"; readonly place: RowPlace };
}

export type OverlayKind = keyof Overlays;

export type Overlay<K extends OverlayKind = OverlayKind> = {
  readonly [P in K]: { readonly kind: P; readonly own: Overlays[P] };
}[K];

/** What is known about the value that was last asked about. */
export interface Insight {
  readonly place: AskedPlace & { readonly source: string | undefined };
  /** `file:line` of the value, once the worker has said it. */
  readonly source: string | undefined;
  readonly explain: readonly Row[] | undefined;
  readonly blame: readonly Row[] | undefined;
  /** The commit that last changed the value. */
  readonly commit: string | undefined;
  readonly timeline: readonly TimelineEntry[];
  /** How many commits of how many were looked at for it; undefined before the worker has counted them. */
  readonly searched: { readonly done: number; readonly total: number } | undefined;
  /** Whether the whole history was searched. */
  readonly isWhole: boolean;
}

/** What is above a screen until something else is: it has a place, and keys mean there what they mean on a screen. */
export type ViewOverlay = Overlay<InsightKind>;

export type InsightKind = "explain" | "blame" | "timeline";
