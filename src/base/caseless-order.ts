/**
 * Orders texts without case as Java's `String.CASE_INSENSITIVE_ORDER` does: UTF-16 unit by unit, no language, no sense
 * of numbers (`"100"` comes before `"50"`). Negative, zero or positive.
 */
export function compareCaseless(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const [a, b] = [left.charAt(at), right.charAt(at)];
    if (a !== b) {
      const order = caseless(a).charCodeAt(0) - caseless(b).charCodeAt(0);
      if (order !== 0) return order;
    }
  }
  return left.length - right.length;
}

/**
 * One unit in upper and then lower case, so that letters with the same upper case become one. A unit with a longer
 * upper case is unchanged.
 */
function caseless(unit: string): string {
  const upper = unit.toUpperCase();
  return (upper.length === 1 ? upper : unit).toLowerCase();
}
