/**
 * Parses JSON keeping apart what JavaScript's numbers mix up: whole numbers and fractions become `["int", digits]` and
 * `["float", value]`. Runs of blanks in texts count as one blank, as the reference results ask.
 */
export function typedJson(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token;
    return /[.eE]/.test(token) ? `["float",${JSON.stringify(String(Number(token)))}]` : `["int","${token}"]`;
  });
  return JSON.parse(marked, (_, value: unknown) => (typeof value === "string" ? value.replace(/\s+/g, " ") : value));
}

/** Where two parsed documents first differ, as a path with both values; undefined when they are equal. */
export function firstDifference(want: unknown, got: unknown, path = ""): string | undefined {
  if (isRecord(want) && isRecord(got)) {
    for (const key of new Set([...Object.keys(want), ...Object.keys(got)])) {
      if (!Object.hasOwn(got, key)) return `${path}/${key}: missing`;
      if (!Object.hasOwn(want, key)) return `${path}/${key}: too many`;
      const difference = firstDifference(want[key], got[key], `${path}/${key}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length) {
    for (const [index, item] of want.entries()) {
      const difference = firstDifference(item, got[index], `${path}/${index}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  return want === got ? undefined : `${path}: want ${short(want)}, got ${short(got)}`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}
