import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import { maskedDiagnostic } from "../../../src/model/secrets/masked-diagnostic.ts";
import type { Secrets } from "../../../src/model/secrets/secrets.ts";
import type { Span } from "../../../src/model/values/origin.ts";
import { diagnosticRows } from "../../../src/report/findings/diagnostic.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { spanOf } from "../../support/found.ts";
import { secretsAt } from "../../support/secrets.ts";

/** The lines of a finding at `at`, in a file where `secret` is a secret. */
function lines(text: string, { at, secret, texts = [] }: Given, parts: Partial<Diagnostic> = {}): readonly string[] {
  const span = spanOf("a.yml", text, at);
  const diagnostic: Diagnostic = { code: "bad-value", severity: "error", message: "m", span, related: [], ...parts };
  const shown = maskedDiagnostic(diagnostic, secretIn(span, text, { secret, texts }));
  return diagnosticRows({ diagnostic: shown, nodes: [] }).map(rowText);
}

interface Given {
  readonly at: string;
  readonly secret: string;
  readonly texts?: readonly string[];
}

function secretIn({ file }: Span, text: string, { secret, texts = [] }: Omit<Given, "at">): Secrets {
  const start = text.indexOf(secret);
  const place = { start, end: start + secret.length, text: secret.replaceAll('"', "") };
  return { ...secretsAt(["pw"], texts), places: new Map(start === -1 ? [] : [[file, [place]]]) };
}

test("a quoted line shows a mark for a secret, and the signs below stay under what is at fault", () => {
  expect(lines('{ pw: "geheim", host: web }\n', { at: "web", secret: '"geheim"' })).toEqual([
    "error[bad-value]: m",
    " --> a.yml:1:23",
    "  |",
    "1 | { pw: (secret), host: web }",
    "  |                       ^^^",
  ]);
  expect(lines("{ host: web, pw: geheim }\n", { at: "web", secret: "geheim" }).at(-2)).toBe(
    "1 | { host: web, pw: (secret) }",
  );
});

test("a place inside a secret marks all of it", () => {
  expect(lines("pw: geheim and more # why\n", { at: "and", secret: "geheim and more" }).slice(-2)).toEqual([
    "1 | pw: (secret) # why",
    "  |     ^^^^^^^^",
  ]);
});

test("each line of a secret over several lines is hidden", () => {
  expect(lines("pw: |\n  one\n  two\n", { at: "two", secret: "|\n  one\n  two\n" }).slice(-2)).toEqual([
    "3 | (secret)",
    "  | ^^^^^^^^",
  ]);
});

test("texts of a finding do not repeat the secret at its place, as written or as read", () => {
  const parts = { message: '0123 is read as 83, not "0123"', hint: "write 01234", note: "0123" };
  expect(lines("pw: 0123\n", { at: "0123", secret: "0123" }, parts)).toEqual([
    'error[bad-value]: (secret) is read as 83, not "(secret)"',
    " --> a.yml:1:5",
    "  |",
    "1 | pw: (secret)",
    "  |     ^^^^^^^^",
    "  |",
    "  = note: (secret)",
    "  = help: write 01234",
  ]);
});

test("long secrets are found in every text and every quoted line", () => {
  const related = [{ span: spanOf("b.yml", "x: a geheim1 b\n", "a"), caption: "says geheim1" }];
  expect(
    lines("y: geheim1!\n", { at: "!", secret: "none", texts: ["geheim1"] }, { message: "geheim1?", related }),
  ).toEqual([
    "error[bad-value]: (secret)?",
    " --> a.yml:1:11",
    "  |",
    "1 | y: (secret)!",
    "  |            ^",
    " ::: b.yml:1:4",
    "  |",
    "1 | x: a (secret) b",
    "  |    - says (secret)",
  ]);
});

test("of a file that could not be read no line is quoted", () => {
  expect(lines('pw: "geheim\n', { at: '"', secret: "none" }, { code: "yaml-syntax" }).slice(-2)).toEqual([
    "1 | (secret)",
    "  | ^^^^^^^^",
  ]);
});

test("without a path of secrets a finding stays what it is", () => {
  const diagnostic: Diagnostic = { code: "yaml-syntax", severity: "error", message: "m", related: [] };
  expect(maskedDiagnostic(diagnostic, secretsAt([]))).toBe(diagnostic);
});
