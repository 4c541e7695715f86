import { z } from "zod";

const limit = z.strictObject({
  /** Requests per `window`, which begins with the first request. */
  max: z.number().int().positive(),
  /** Seconds. */
  window: z.number().positive(),
  /** Concurrent requests; further ones are queued. */
  atOnce: z.number().int().positive(),
  /** Length of the queue; further requests are refused. */
  waiting: z.number().int().nonnegative(),
  /** Response bytes per `window`; then requests are refused until it ends. No limit when left out. */
  bytes: z.number().int().positive().optional(),
});
export type RequestLimit = z.infer<typeof limit>;

const MB = 1024 * 1024;

/**
 * Limits of one network and one person for each API, far above what the app's screens need (docs/decisions/022-request-limits.md).
 * Requests without a person's valid token count as a visitor's; the visitors of a network share its limits.
 */
const DEFAULTS = {
  /** All APIs and people of one network together; for IPv6 its /48. */
  address: { max: 3000, window: 30, atOnce: 300, waiting: 0 },
  authVisitor: { max: 1000, window: 30, atOnce: 40, waiting: 100 },
  authPerson: { max: 300, window: 30, atOnce: 10, waiting: 50 },
  restVisitor: { max: 150, window: 30, atOnce: 4, waiting: 100, bytes: 4 * MB },
  restPerson: { max: 300, window: 30, atOnce: 6, waiting: 100, bytes: 16 * MB },
  // Public pictures and signed recordings are requested without a token; a recording's response can last as long as it is played.
  storageVisitor: { max: 1500, window: 30, atOnce: 128, waiting: 128 },
  storagePerson: { max: 300, window: 30, atOnce: 8, waiting: 100 },
  // For all functions together; each one that visitors may call has a lower limit (addressFunction in auth/limits.ts).
  functionsVisitor: { max: 150, window: 30, atOnce: 8, waiting: 50 },
  // No queue: event streams and long calls would block it.
  functionsPerson: { max: 120, window: 30, atOnce: 16, waiting: 0 },
} satisfies Record<string, RequestLimit>;

export type RequestLimitName = keyof typeof DEFAULTS;
export type RequestLimits = Record<RequestLimitName, RequestLimit | null>;

export const REQUEST_LIMIT_NAMES = Object.keys(DEFAULTS) as RequestLimitName[];

/** Overrides of the default limits, for operators and tests; null switches one off. */
export const requestLimitChanges = z.partialRecord(z.literal(REQUEST_LIMIT_NAMES), limit.partial().nullable());
export type RequestLimitChanges = z.infer<typeof requestLimitChanges>;

export function withDefaultRequestLimits(changes: RequestLimitChanges = {}): RequestLimits {
  const limits: RequestLimits = { ...DEFAULTS };
  for (const name of REQUEST_LIMIT_NAMES) {
    const change = changes[name];
    if (change !== undefined) limits[name] = change && ({ ...DEFAULTS[name], ...change } as RequestLimit);
  }
  return limits;
}
