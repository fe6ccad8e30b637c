import { digest } from "../../base/digest.ts";
import { keptAt } from "../../base/made-once.ts";
import type { FoundProblem, MaskedDiagnostic, Related } from "../../model/findings/diagnostic.ts";
import { derived } from "../../model/secrets/mask.ts";
import { placeOf, type SourceFile, type Span } from "../../model/values/value.ts";
import { nameList } from "../text/row.ts";
import { plainTheme } from "../text/theme.ts";

/** A finding as the CI formats report it: with paths from the top of the repository, and a fingerprint. */
export interface CiFinding extends FoundProblem {
  /** The path of the file at fault; `heir.yml` if no file is at fault. */
  readonly path: string;
  /** The number of earlier findings with the same code, message and path. */
  readonly earlier: number;
  /** A digest of code, message and path. It does not change when lines move, and is unique within a check. */
  readonly fingerprint: string;
}

/**
 * Findings for CI, in the order given. `folder` is the path of the inventory folder from the top of the repository,
 * empty if it is the top itself. Never fails.
 */
export function ciFindings(findings: readonly FoundProblem[], folder: string): readonly CiFinding[] {
  const moved = fileMover(folder === "" ? "" : `${folder}/`);
  const seen = new Map<string, number>();
  return findings.map(({ diagnostic, nodes }) => {
    const { code, message, span } = diagnostic;
    const path = moved(span?.file ?? SETTINGS_FILE).path;
    const identity = [code, message, path].join("\0");
    const earlier = seen.get(identity) ?? 0;
    seen.set(identity, earlier + 1);
    const fingerprint = digest(`${identity}\0${earlier}`);
    return { diagnostic: withFiles(diagnostic, moved), nodes, path, earlier, fingerprint };
  });
}

/** A finding whose paths begin at the top of the repository instead of the inventory folder. */
export function fromTop<Of extends FoundProblem>(finding: Of, folder: string): Of {
  return { ...finding, diagnostic: withFiles(finding.diagnostic, fileMover(`${folder}/`)) };
}

/** The start of a span, and the end after its last character, in lines and characters counted from 1. */
export function regionOf({ file, start, end }: Span) {
  return { start: placeOf({ file, start, end }), end: placeOf({ file, start: end, end }) };
}

/** The lines below the message of a finding: the nodes that have it, the note and the hint. */
export function remarkLines({ diagnostic: { note, hint }, nodes }: FoundProblem): readonly string[] {
  return [
    ...(nodes.length === 0 ? [] : [`nodes: ${nodes.length} (${plainTheme(nameList(nodes))})`]),
    ...(note === undefined ? [] : `note: ${note}`.split("\n")),
    ...(hint === undefined ? [] : `help: ${hint}`.split("\n")),
  ];
}

const SETTINGS_FILE: SourceFile = { path: "heir.yml", blob: "", text: "" };

type Mover = (file: SourceFile) => SourceFile;

/** Puts a prefix before paths; one file stays one object, so that its lines are counted once. */
function fileMover(prefix: string): Mover {
  const known = new Map<SourceFile, SourceFile>();
  return (file) => keptAt(known, file, () => ({ ...file, path: prefix + file.path }));
}

function withFiles(diagnostic: MaskedDiagnostic, moved: Mover): MaskedDiagnostic {
  const aside = (other: Related): Related => ({ ...other, span: { ...other.span, file: moved(other.span.file) } });
  return derived(diagnostic, ({ span, related, follows, ...rest }) => ({
    ...rest,
    span: span && { ...span, file: moved(span.file) },
    related: related.map(aside),
    follows: follows?.map(aside),
  }));
}
