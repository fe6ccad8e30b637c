/** A git time, in seconds and the offset of its author (`+0200`), in ISO 8601. Never fails. */
export function isoDate(seconds: number, offset: string): string {
  const sign = offset.startsWith("-") ? -1 : 1;
  const minutes = sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)));
  const local = new Date((seconds + minutes * 60) * 1000);
  if (Number.isNaN(local.getTime())) return "1970-01-01T00:00:00+00:00";
  return `${local.toISOString().slice(0, 19)}${offset.slice(0, 3)}:${offset.slice(3)}`;
}
