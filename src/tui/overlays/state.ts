import type { Line } from "../draw/line.ts";
import type { MenuItem, TypedWords } from "../menus/items.ts";
import type { Request } from "../worker/protocol/questions.ts";

/** What can lie over a screen and take the keys, and what each remembers. */
export interface Overlays {
  readonly help: { readonly search: string; readonly top: number };
  /** The name of a file, before the report of a merge is written to it. */
  readonly reportName: { readonly name: string; readonly text: string; readonly top: number };
  readonly log: { readonly top: number };
  readonly goto: { readonly search: string; readonly at: number; readonly top: number };
  readonly explain: { readonly top: number };
  readonly blame: { readonly top: number };
  /** Which of the commits the cursor is on. */
  readonly timeline: { readonly at: number; readonly top: number };
  /** Something that writes, before it does: `does` names it, `request` is what is asked of the worker then. */
  readonly question: {
    readonly lines: readonly Line[];
    readonly does: string;
    readonly request: Request;
    readonly top: number;
  };
  readonly menu: {
    readonly title: string;
    readonly items: readonly MenuItem[];
    readonly index: number;
    readonly top: number;
  };
  readonly prompt: { readonly what: TypedWords; readonly text: string; readonly top: number };
}

export type OverlayKind = keyof Overlays;

/** An overlay of some kind; `Overlay` alone is one of any. */
export type Overlay<K extends OverlayKind = OverlayKind> = {
  readonly [P in K]: { readonly kind: P; readonly own: Overlays[P] };
}[K];
