import { type DiagnosticCode, severitiesOf } from "../../model/findings/codes.ts";
import type { CodePage } from "../findings/code-page.ts";
import { type PageForm, pageText } from "./page-text.ts";

/** What `heir help CODE` prints: of the commands on the example, only what is typed. */
export function codeHelpText(code: DiagnosticCode, page: CodePage, form: Omit<PageForm, "commandsOf">): string {
  const { title, meaning, sections } = page;
  const parts = [
    `# ${code}: ${title}`,
    `severity: ${severitiesOf(code).join(" or ")}`,
    meaning,
    ...sections.map(({ heading, body }) => `## ${heading}\n${body}`),
  ];
  return pageText(parts.join("\n\n"), { ...form, commandsOf: "console" });
}
