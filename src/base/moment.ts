/** A day, which lasts to its end in UTC, or a point in time; both ends in milliseconds since 1970. */
export interface Moment {
  readonly start: number;
  readonly end: number;
}

export const DAY_MS: number = 24 * 60 * 60 * 1000;

/** Whether a text is a day of the calendar, as `2026-11-30`. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** `2026-11-30`, or `2026-11-30T18:00+01:00`: a time has a zone. Undefined for what does not exist, such as 2026-02-30. */
export function momentIn(text: string): Moment | undefined {
  const day = MOMENT.exec(text)?.[1] ?? "";
  if (!isDay(day)) return undefined;
  const start = Date.parse(day);
  if (text === day) return { start, end: start + DAY_MS };
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : { start: time, end: time };
}

/** A git time, in seconds and the offset of its author (`+0200`), in ISO 8601. Never fails. */
export function isoDate(seconds: number, offset: string): string {
  const sign = offset.startsWith("-") ? -1 : 1;
  const minutes = sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)));
  const local = new Date((seconds + minutes * 60) * 1000);
  if (Number.isNaN(local.getTime())) return "1970-01-01T00:00:00+00:00";
  return `${local.toISOString().slice(0, 19)}${offset.slice(0, 3)}:${offset.slice(3)}`;
}
