const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const longDay = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", year: "numeric" });
const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

/** 'MMM d, yyyy' (docs/product.md#formats) in the reader's time zone. */
export const formatDay = (date: string | Date): string => day.format(new Date(date));

/** 'MMMM d, yyyy h:mm a' in the reader's time zone. */
export function formatMoment(date: string | Date): string {
  const at = new Date(date);
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return `${longDay.format(at)} ${time.format(at).replace(/\s/gu, " ")}`;
}

/** The number of the calendar's day, in the reader's time zone if none is given. */
function dayNumber(at: Date, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" }).formatToParts(
    at,
  );
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day")) / 86_400_000;
}

/** A moment as "tomorrow" and "9:40 AM". Days are the calendar's, which have 23 or 25 hours when the clocks change. */
export function dayAndHour(at: string | Date, now: Date, timeZone?: string): { day: string; hour: string } {
  const then = new Date(at);
  const days = dayNumber(then, timeZone) - dayNumber(now, timeZone);
  const date = new Intl.DateTimeFormat("en-US", { timeZone, month: "short", day: "numeric", year: "numeric" });
  const hour = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  return {
    day: days === 0 ? "today" : days === 1 ? "tomorrow" : `on ${date.format(then)}`,
    hour: hour.format(then).replace(/\s/gu, " "),
  };
}
