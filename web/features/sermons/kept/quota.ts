/** Whether the device, or the browser's share of it, is full. */
export const isQuotaExceeded = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "name" in error && error.name === "QuotaExceededError";
