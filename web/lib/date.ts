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
