/**
 * A cause as data: why a value differs, the edit, in whose text, and where on each side. docs/reference/json.md tells
 * each kind. It is part of the library's declarations, so it imports nothing.
 */
export interface CauseData {
  readonly kind:
    | "value-edited"
    | "value-added"
    | "value-removed"
    | "class-added"
    | "class-removed"
    | "class-reordered"
    | "application-added"
    | "application-removed"
    | "application-reordered"
    | "removal-added"
    | "removal-removed"
    | "group-joined"
    | "group-left"
    | "group-enabled"
    | "group-disabled"
    | "group-parents-changed"
    | "group-order-changed"
    | "inherit-mode-changed"
    | "file-added"
    | "file-removed"
    | "file-renamed"
    | "reference-changed"
    | "query-changed"
    | "target-changed"
    | "directive-added"
    | "directive-removed"
    | "settings-changed"
    | "node-added"
    | "node-removed"
    | "node-renamed"
    | "unknown";
  /** In whose text: a layer, `order.yml`, the settings, a rule, directive or technique. */
  readonly in?: { readonly layer: string; readonly name: string };
  /** Where it stands on each side. */
  readonly old?: CausePlace;
  readonly new?: CausePlace;
  readonly class?: string;
  readonly application?: string;
  /** Of a removal: what kind of name it removes, and the name. */
  readonly of?: string;
  readonly name?: string;
  readonly group?: string;
  readonly criterion?: string;
  readonly lower?: string;
  readonly higher?: string;
  readonly property?: string;
  readonly reference?: string;
  readonly path?: readonly string[];
  readonly query?: string;
  readonly rule?: string;
  readonly directive?: string;
  readonly settings?: readonly string[];
  readonly files?: readonly string[];
  readonly node?: string;
  readonly to?: string;
  /** Why the target of a reference, or what another node exports, differs. */
  readonly cause?: CauseData;
  /** What else had a part in it. */
  readonly also?: readonly CauseData[];
}

/** A place as everywhere in the library: line and column count from 1. */
interface CausePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
