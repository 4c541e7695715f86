const SECONDS: Record<string, number> = { ns: 1e-9, us: 1e-6, "\u00b5s": 1e-6, "\u03bcs": 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const PART = String.raw`(?:\d+\.?\d*|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h)`;
const DURATION = new RegExp(`^(?:${PART})+$`);
// Go's largest duration, about 292 years.
const LONGEST = 9_223_372_036;

/** Parses a Go duration ("24h", "1h30m"), the format that supabase-js documents, to seconds; null for any other text. */
export function readDuration(text: string): number | null {
  if (!DURATION.test(text)) return null;
  const seconds = Array.from(text.matchAll(new RegExp(PART, "g")), ([part]) => {
    const unit = /[^\d.]+$/.exec(part)?.[0] ?? "";
    return Number.parseFloat(part) * (SECONDS[unit] ?? Number.NaN);
  }).reduce((sum, each) => sum + each, 0);
  return seconds <= LONGEST ? seconds : null;
}
