/**
 * How many milliseconds a vendor asks to wait, or null. `Retry-After` (RFC 9110, section 10.2.3) has seconds or a date; OpenAI also sends
 * `retry-after-ms`. `header` reads one header by its lower-case name.
 */
export function retryAfterMs(header: (name: string) => string | null | undefined): number | null {
  const after = header("retry-after") || Number.NaN;
  const candidates = [
    Number(header("retry-after-ms") || Number.NaN),
    Number(after) * 1000,
    Date.parse(String(after)) - Date.now(),
  ];
  const found = candidates.find((ms) => Number.isFinite(ms));
  return found === undefined ? null : Math.max(0, found);
}
