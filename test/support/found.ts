import type { Diagnostic, FoundProblem, MaskedDiagnostic } from "../../src/model/findings/diagnostic.ts";
import { mask } from "../../src/model/secrets/mask.ts";
import type { SourceFile, Span } from "../../src/model/values/value.ts";

/** A finding as it is, to be reported. */
export function unmasked(diagnostic: Diagnostic): MaskedDiagnostic {
  return mask("finding", diagnostic, "shown");
}

/** The span of `part` in a file; its first place if it stands there several times. */
export function spanOf(path: string, text: string, part: string): Span {
  const file: SourceFile = { path, blob: `${path} ${text.length}`, text };
  const start = text.indexOf(part);
  if (start === -1) throw new Error(`${path} does not hold ${part}`);
  return { file, start, end: start + part.length };
}

/** An error of a class that is not there, with whatever else is given. */
export function foundProblem(parts: Partial<Diagnostic> = {}, nodes: readonly string[] = []): FoundProblem {
  const message = "class bse is listed but has no file";
  return {
    diagnostic: unmasked({ code: "class-not-found", severity: "error", message, related: [], ...parts }),
    nodes,
  };
}

/** What data may hold at worst: signs that mean something to XML, JSON, URIs, workflow commands and terminals. */
const HOSTILE = `a<b>&"'\`,:;%0A%25\r\n::error file=x::y\n]]>\u001b[31m\u202e\u0000\ufffe\ud800 é 🦉`;

/** One finding of each kind that a form may stumble over. */
export const awkward: readonly FoundProblem[] = [
  foundProblem(
    {
      span: spanOf("nodes/web1.yml", "# 🦉 owl\nclasses: [🦉, bse]\n", "bse"),
      related: [
        { span: spanOf("classes/a b/ü.yml", "classes: [x]\n", "x"), caption: "reached [through] this \\ class" },
      ],
      note: "a fact\nover two lines",
      hint: "did you mean base?",
    },
    ["web1", "web2"],
  ),
  foundProblem({
    message: HOSTILE,
    span: spanOf(`nodes/100%,:&<"' #?.yml`, HOSTILE, "é"),
    note: HOSTILE,
    hint: HOSTILE,
  }),
  foundProblem({ code: "path-not-found", message: "there is no folder classes" }),
  foundProblem({ code: "unmerged", span: { file: { path: "nodes/c.yml", blob: "", text: "" }, start: 0, end: 0 } }),
  foundProblem({ severity: "warning", span: spanOf("nodes/d.yml", "a: |\n  b\n  c\n", "|\n  b\n") }, ["d"]),
  foundProblem({ code: "order-fragile", severity: "info", span: spanOf("nodes/e.yml", "a: 1\r\nb: 2\r\n", "b") }, [
    "e",
  ]),
];
