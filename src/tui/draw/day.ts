const YEAR = 365 * 24 * 3600;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A day in at most seven columns, in local time: `2 Mar`, or `2024-03` if that is a year ago. */
export function dayText(time: number, now: number): string {
  const date = new Date(time * 1000);
  if (Math.abs(now - time) < YEAR * 0.95) return `${date.getDate()} ${MONTHS[date.getMonth()] ?? ""}`;
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}
