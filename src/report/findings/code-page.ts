/** The page of a code in docs/checks, cut into its parts. */
export interface CodePage {
  readonly title: string;
  /** How heir handles it: the Markdown above the first section. */
  readonly meaning: string;
  readonly sections: readonly { readonly heading: string; readonly body: string }[];
}

/** A page begins with the code as its heading, then `*severity*: title`. */
export function codePage(text: string): CodePage {
  const [head = "", ...sections] = text.split(/^## /m);
  const [, line = "", ...meaning] = head.trim().split("\n\n");
  return {
    title: line.replace(/^.*\*: /, ""),
    meaning: meaning.join("\n\n"),
    sections: sections.map((section) => {
      const end = section.indexOf("\n");
      return { heading: section.slice(0, end), body: section.slice(end) };
    }),
  };
}
